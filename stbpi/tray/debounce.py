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

from bisect import insort
from collections import deque
from collections.abc import Iterator, Mapping
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

    ``own`` has the windows of contacts that do not go by ``window_us``.

    The edges of one contact come in their order: one that seems older than the contact's last is taken to be as
    late. Word of another contact, or of time, may be ahead of them; a busy machine hands edges over late.
    """

    def __init__(
        self, window_us: Micros, *, levels: int = 0, own: Mapping[int, Micros] | None = None
    ) -> None:
        own = own or {}
        for window in (window_us, *own.values()):
            if window < 1:
                raise ValueError(f"a debounce window of {window} µs is none: give at least 1 µs")
        members = {window_us: ~sum(1 << index for index in own)}
        for index, window in own.items():
            members[window] = members.get(window, 0) | 1 << index
        # Each window with the contacts that go by it.
        self._windows = tuple(members.items())
        self._levels = levels
        self._settled = levels
        self._moving = 0
        # (end of the window, latest edge, contacts whose latest edge this is), the first to end first; no contact
        # is in two of them.
        self._resting: deque[tuple[Micros, Micros, int]] = deque()
        self._began: dict[int, Micros] = {}

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
        return self._resting[0][0] if self._resting else None

    def edge(self, at: Micros, index: int, closed: bool) -> tuple[Change, ...]:
        """Contact ``index`` changed to ``closed`` at ``at``.

        An edge to the level it already had tells of one in between that was missed: the contact is moving
        all the same.
        """
        bit = 1 << index
        changes = self.expire(at)
        self._levels = self._levels | bit if closed else self._levels & ~bit
        if self._moving & bit:
            at = max(at, next(last for _, last, mask in self._resting if mask & bit))
        self._unrest(bit, at)
        return changes

    def belated(self, at: Micros, index: int, closed: bool, began: Micros) -> None:
        """Contact ``index``, which rested, changed to ``closed`` at ``at``, as is known only now; the movement
        began at ``began``. ``expire`` tells what comes of it.
        """
        bit = 1 << index
        self._levels = self._levels | bit if closed else self._levels & ~bit
        self._unrest(bit, at)
        self._began[index] = began

    def settle(self, contacts: int) -> None:
        """Take these contacts for resting as they did last, whatever their edges said since."""
        self._levels = self._levels & ~contacts | self._settled & contacts
        self._moving &= ~contacts
        self._drop(contacts)

    def sample(self, at: Micros, levels: int) -> tuple[Change, ...]:
        """The whole row, as a source that polls sees it."""
        if levels == self._levels and not self._moving:
            return ()
        changes = self.expire(at)
        edges = levels ^ self._levels
        if edges:
            self._levels = levels
            self._unrest(edges, at)
        return changes

    def reread(self, at: Micros, levels: int) -> tuple[Change, ...]:
        """The whole row, read again by a source that otherwise reports edges.

        Where it differs an edge was lost at an unknown instant, so the contact is taken to move as of now: a
        state whose window seems to have passed, but which had already gone, is never reported.
        """
        edges = levels ^ self._levels
        if edges:
            self._levels = levels
            self._unrest(edges, at)
        return self.expire(at)

    def expire(self, now: Micros) -> tuple[Change, ...]:
        """Report the contacts whose window has passed by ``now``, in the order they began to move."""
        changes: list[Change] = []
        while self._resting and self._resting[0][0] <= now:
            _, last_edge, resting = self._resting.popleft()
            self._moving &= ~resting
            changed = resting & (self._levels ^ self._settled)
            self._settled ^= changed
            for index in bits(changed):
                began = self._began[index]
                closed = bool(self._levels >> index & 1)
                changes.append(Change(index, closed, began, last_edge - began))
        changes.sort(key=lambda change: (change.at, change.index))
        return tuple(changes)

    def _unrest(self, edges: int, at: Micros) -> None:
        """Restart the windows of ``edges`` at ``at``."""
        if edges & self._moving:
            self._drop(edges & self._moving)
        for index in bits(edges & ~self._moving):
            self._began[index] = at
        self._moving |= edges
        for window, members in self._windows:
            if edges & members:
                self._await(at + window, at, edges & members)

    def _await(self, due: Micros, at: Micros, contacts: int) -> None:
        last = self._resting[-1] if self._resting else None
        if last is None or last[:2] < (due, at):
            self._resting.append((due, at, contacts))
        elif last[:2] == (due, at):
            self._resting[-1] = (due, at, last[2] | contacts)
        else:
            # Out of turn: a window of one's own, or an edge known late.
            insort(self._resting, (due, at, contacts))

    def _drop(self, contacts: int) -> None:
        """Wait for these contacts no longer."""
        still = ((due, at, mask & ~contacts) for due, at, mask in self._resting)
        self._resting = deque(entry for entry in still if entry[2])


def bits(mask: int) -> Iterator[int]:
    """The positions of the ones in ``mask``, ascending."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
