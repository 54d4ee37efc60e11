"""Noticing contacts that float, so that they are not believed until they are quiet again.

Not debounce, and not a glitch filter: a wire whose pull-up or ground is off follows the mains hum, a hundred
changes a second, and no window turns that into a flap. Nothing here looks at a clock.
"""

from __future__ import annotations

from collections import deque

from stbpi.table.events import Micros
from stbpi.tray.debounce import bits

SECOND: Micros = 1_000_000

OBSERVED_S = 2
"""For how long a contact must go on changing. A worn key bounces for 50 ms at worst, people who play with a flap
move it ten times a second for a moment."""

FLOODS: Micros = 320_000
"""A contact that has not paused for so long is no longer believed for now: that is six times the longest bounce, and
in time before a table takes what it told last for an answer, 600 ms after it."""

PAUSE: Micros = 50_000
"""A contact that has not changed for so long has paused. Hum has gaps of some 10 ms."""

CALM: Micros = SECOND
"""For how long a contact that flooded must not have changed to be believed again."""


class Quarantined:
    """Which contacts are not believed.

    A contact goes out at once when it changes without a pause, and is back when it has not changed for a second.
    It floats when it has changed ``changes_per_s`` times a second for two seconds: then it is back when it has not
    changed for ``quiet_s``. Of edges closer to each other than half of 1 / ``changes_per_s`` one is
    counted: a bounce of forty edges is two changes at most.
    """

    def __init__(self, changes_per_s: int, quiet_s: int) -> None:
        self._most = changes_per_s * OBSERVED_S
        self._apart: Micros = SECOND // changes_per_s // 2
        self._quiet: Micros = quiet_s * SECOND
        self._counted: dict[int, deque[Micros]] = {}
        # Of each contact that has changed: since when it has not paused, and its latest change.
        self._busy: dict[int, tuple[Micros, Micros]] = {}
        self.out = 0
        """The contacts that are not believed."""
        self.floating = 0
        """Those of them that float, which people have to see to."""

    def edge(self, at: Micros, index: int) -> bool:
        """Contact ``index`` changed; whether it is not believed from this edge on."""
        bit = 1 << index
        began, latest = self._busy.get(index, (at, at))
        if at - latest >= PAUSE:
            began = at
        self._busy[index] = (began, max(at, latest))
        if not self.floating & bit and self._is_too_much(at, index):
            self.floating |= bit
        elif self.out & bit or at - began < FLOODS:
            return False
        goes = not self.out & bit
        self.out |= bit
        return goes

    def quiet(self, now: Micros) -> list[int]:
        """The contacts that have been quiet for long enough and are believed from now on."""
        back = [
            index
            for index in bits(self.out)
            if now - self._busy[index][1] >= (self._quiet if self.floating >> index & 1 else CALM)
        ]
        for index in back:
            self.out &= ~(1 << index)
            self.floating &= ~(1 << index)
        return back

    def unseen(self, now: Micros) -> None:
        """Nobody could see until ``now`` whether they were quiet."""
        for index in bits(self.out):
            self._busy[index] = (now, now)

    def _is_too_much(self, at: Micros, index: int) -> bool:
        """Count the change; whether there have been so many that the contact floats."""
        counted = self._counted.get(index)
        if counted is None:
            counted = self._counted[index] = deque(maxlen=self._most)
        elif at - counted[-1] < self._apart:
            return False
        counted.append(at)
        if len(counted) < self._most or at - counted[0] > OBSERVED_S * SECOND:
            return False
        del self._counted[index]
        return True
