"""Telling movements from bounce, for a whole row of contacts at once.

A contact counts as resting once its level has not changed for one window. Every pulse restarts the window of
its contact, so pulses shorter than the window never come through, however many there are; and one window
after the last edge what is reported equals the contact, whatever happened before. gpiozero's ``bounce_time``
is the other kind of debounce, which lets the first edge through and then locks out what follows: it can lose
the last edge, and with it the state of the contact for good (gpiozero#550, #1039). Nothing here
looks at a clock.

Levels are bit masks, bit i for contact i, 1 for closed. Edges of the same instant are kept together as one
mask, so the work grows with the number of instants, not of contacts: a poll that finds nothing new costs one
comparison.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from stbpi.table.events import Micros

DEFAULT_WINDOW_MS = 30
"""Pulses of a good switch last 0.1 to 25 ms, those of a worn key 20 to 30 ms: reports from the field. Since
every pulse restarts the window, the window need only outlast one pulse, not the whole bounce."""


@dataclass(frozen=True, slots=True)
class Change:
    """A contact that came to rest in another state than before.

    ``at`` is the instant of the edge that began the movement; ``bounced`` the microseconds from there to the
    last.
    """

    index: int
    closed: bool
    at: Micros
    bounced: Micros


class Debouncer:
    """Edges or whole pictures in, changes out.

    Instants should not run backwards; one that does is taken for the latest seen, since edges handed over by
    several threads may overtake each other by some microseconds.
    """

    def __init__(self, window_us: Micros, *, levels: int = 0) -> None:
        if window_us < 1:
            raise ValueError(f"a debounce window of {window_us} µs is none: give at least 1 µs")
        self._window = window_us
        self._levels = levels
        self._settled = levels
        self._moving = 0
        # (instant, contacts whose latest edge this is), oldest first; no contact is in two of them.
        self._latest_edges: deque[tuple[Micros, int]] = deque()
        self._began: dict[int, Micros] = {}
        self._latest: Micros = 0

    @property
    def levels(self) -> int:
        """The contacts as last heard of, bounce and all."""
        return self._levels

    @property
    def settled(self) -> int:
        """The contacts as they came to rest last."""
        return self._settled

    @property
    def moving(self) -> int:
        """The contacts whose window is running."""
        return self._moving

    @property
    def deadline(self) -> Micros | None:
        """When ``expire`` has something to do next, if no edge comes before; None while everything rests."""
        return self._latest_edges[0][0] + self._window if self._latest_edges else None

    def edge(self, at: Micros, index: int, closed: bool) -> tuple[Change, ...]:
        """Contact ``index`` changed to ``closed`` at ``at``.

        An edge to the level it already had tells of one in between that was missed: the contact is moving
        all the same.
        """
        bit = 1 << index
        changes = self.expire(at)
        self._levels = self._levels | bit if closed else self._levels & ~bit
        self._unrest(bit)
        return changes

    def sample(self, at: Micros, levels: int) -> tuple[Change, ...]:
        """The whole row, as a source that polls sees it."""
        if levels == self._levels and not self._moving:
            return ()
        changes = self.expire(at)
        edges = levels ^ self._levels
        if edges:
            self._levels = levels
            self._unrest(edges)
        return changes

    def reread(self, at: Micros, levels: int) -> tuple[Change, ...]:
        """The whole row, read again by a source that otherwise reports edges.

        Where it differs an edge was lost at an unknown instant, so the contact is taken to move as of now: a
        state whose window seems to have passed, but which had already gone, is never reported.
        """
        self._latest = max(self._latest, at)
        edges = levels ^ self._levels
        if edges:
            self._levels = levels
            self._unrest(edges)
        return self.expire(at)

    def expire(self, now: Micros) -> tuple[Change, ...]:
        """Report the contacts whose window has passed by ``now``, in the order they began to move."""
        self._latest = max(self._latest, now)
        changes: list[Change] = []
        while self._latest_edges and self._latest_edges[0][0] + self._window <= self._latest:
            last_edge, resting = self._latest_edges.popleft()
            self._moving &= ~resting
            changed = resting & (self._levels ^ self._settled)
            self._settled ^= changed
            for index in bits(changed):
                began = self._began[index]
                closed = bool(self._levels >> index & 1)
                changes.append(Change(index, closed, began, last_edge - began))
        changes.sort(key=lambda change: (change.at, change.index))
        return tuple(changes)

    def _unrest(self, edges: int) -> None:
        """Restart the windows of ``edges`` at the latest instant."""
        at = self._latest
        restarted = edges & self._moving
        for index in bits(edges & ~self._moving):
            self._began[index] = at
        self._moving |= edges
        if restarted:
            still = ((instant, mask & ~restarted) for instant, mask in self._latest_edges)
            self._latest_edges = deque((instant, mask) for instant, mask in still if mask)
        if self._latest_edges and self._latest_edges[-1][0] == at:
            edges |= self._latest_edges.pop()[1]
        self._latest_edges.append((at, edges))


def bits(mask: int) -> Iterator[int]:
    """The positions of the ones in ``mask``, ascending."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
