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


class Quarantined:
    """Which contacts are not believed.

    A contact goes out when it has changed ``changes_per_s`` times a second for two seconds, and is back when it
    has not changed for ``quiet_s``. Of edges closer to each other than half of 1 / ``changes_per_s`` one is
    counted: a bounce of forty edges is two changes at most.
    """

    def __init__(self, changes_per_s: int, quiet_s: int) -> None:
        self._most = changes_per_s * OBSERVED_S
        self._apart: Micros = SECOND // changes_per_s // 2
        self._quiet: Micros = quiet_s * SECOND
        self._counted: dict[int, deque[Micros]] = {}
        self._latest: dict[int, Micros] = {}
        self.out = 0
        """The contacts that are not believed."""

    def edge(self, at: Micros, index: int) -> bool:
        """Contact ``index`` changed; whether it is not believed from this edge on."""
        if self.out >> index & 1:
            self._latest[index] = max(at, self._latest[index])
            return False
        counted = self._counted.get(index)
        if counted is None:
            counted = self._counted[index] = deque(maxlen=self._most)
        elif at - counted[-1] < self._apart:
            return False
        counted.append(at)
        if len(counted) < self._most or at - counted[0] > OBSERVED_S * SECOND:
            return False
        self.out |= 1 << index
        self._latest[index] = at
        del self._counted[index]
        return True

    def quiet(self, now: Micros) -> list[int]:
        """The contacts that have been quiet for long enough and are believed from now on."""
        back = [index for index in bits(self.out) if now - self._latest[index] >= self._quiet]
        for index in back:
            self.out &= ~(1 << index)
            del self._latest[index]
        return back

    def unseen(self, now: Micros) -> None:
        """Nobody could see until ``now`` whether they were quiet."""
        for index in bits(self.out):
            self._latest[index] = now
