"""Keeping lone spikes on long wires from being taken for movements.

Not debounce: that is about a contact that moves. A wire of some metres beside a mains cable or a motor picks up
single pulses of 1 to 15 ms (reports from the field), and with a debounce window shorter than that each of them
would be two movements. A contact at rest is therefore heeded only once its level has been another one for a
while without a break; once it moves every edge counts, and the rest is the debouncer's. Nothing here looks at a
clock.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from stbpi.table.events import Micros


@dataclass(frozen=True, slots=True)
class Belated:
    """A change of level that has lasted. ``began`` is the first edge of the movement it belongs to."""

    index: int
    closed: bool
    at: Micros
    began: Micros


@dataclass(frozen=True, slots=True)
class _Pulses:
    """Pulses in quick succession: when the first began and the last ended, and how many were too short."""

    began: Micros
    ended: Micros
    count: int = 0


class GlitchFilter:
    """``least`` has, by contact, how long a change of level must last, in microseconds; other contacts are
    heeded at once.
    """

    def __init__(self, least: Mapping[int, Micros]) -> None:
        self._least = {index: micros for index, micros in least.items() if micros > 0}
        # Changes of level that have not lasted yet: since when, and to what.
        self._held: dict[int, tuple[Micros, bool]] = {}
        self._pulses: dict[int, _Pulses] = {}
        self._spikes: dict[int, int] = {}

    @property
    def deadline(self) -> Micros | None:
        """When a change that is held back will have lasted; None while there is none."""
        return min((since + self._least[index] for index, (since, _) in self._held.items()), default=None)

    def spikes(self, index: int) -> int:
        """How many pulses of this contact were too short to be heeded, and not the bounce of a movement."""
        return self._spikes.get(index, 0)

    def heeds(self, at: Micros, index: int, closed: bool, *, rested: bool | None) -> bool:
        """Whether an edge to ``closed`` counts at once. ``rested`` is the level the contact rests at, None while
        it moves.
        """
        if rested is None or index not in self._least:
            return True
        held = self._held.pop(index, None)
        if held is not None or closed == rested:
            # Gone again before it had lasted, or so short that only its end was seen.
            self._too_short(index, at if held is None else held[0], at)
        if closed != rested:
            self._held[index] = (at, closed)
        return False

    def lasted(self, now: Micros) -> list[Belated]:
        """The changes that have lasted by ``now``, no longer held back."""
        due = [index for index, (since, _) in self._held.items() if since + self._least[index] <= now]
        return [self._let_go(index) for index in due]

    def forget(self, index: int) -> None:
        """Hold nothing back of this contact."""
        self._held.pop(index, None)
        self._pulses.pop(index, None)

    def forget_all(self) -> None:
        """Hold nothing back."""
        self._held.clear()
        self._pulses.clear()

    def _too_short(self, index: int, began: Micros, ended: Micros) -> None:
        before = self._pulses.get(index)
        if before is None or began - before.ended > self._least[index]:
            before = _Pulses(began, ended)
        self._pulses[index] = replace(before, ended=ended, count=before.count + 1)
        self._spikes[index] = self._spikes.get(index, 0) + 1

    def _let_go(self, index: int) -> Belated:
        since, closed = self._held.pop(index)
        pulses = self._pulses.pop(index, None)
        began = since
        if pulses is not None and since - pulses.ended <= self._least[index]:
            # They were the first bounces of this movement.
            began = pulses.began
            self._spikes[index] -= pulses.count
        return Belated(index, closed, since, began)
