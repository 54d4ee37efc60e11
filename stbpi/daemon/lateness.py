"""Noticing that the program is held up: flaps are then read late, and people wait for what they did."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from stbpi.daemon.faults import FaultBoard
from stbpi.locale.fault_words import HELD_UP
from stbpi.rules.said import Said

LOOK_S = 0.25
"""How often the loop is asked to be in time: as often as the levels of all switches are to be read."""

LATE_S = 0.1
"""What people notice: a tenth of a second."""

WITHIN_S = 10.0
TOO_MUCH_S = 2.0
"""Held up for two of ten seconds is a fault; a single stall, of the disk or while something is imported, is not."""


class Lateness:
    """Looks at the loop from ``start`` to ``close``."""

    def __init__(self, faults: FaultBoard, found: Callable[[float], None] = lambda _: None) -> None:
        """``found`` is told by how many seconds the loop was late, each time it is looked at."""
        self._faults = faults
        self._found = found
        self._loop = asyncio.get_running_loop()
        self._late: deque[tuple[float, float]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin to look."""
        due = self._loop.time() + LOOK_S
        self._timer = self._loop.call_at(due, self._look, due)

    def close(self) -> None:
        """Look no more."""
        if self._timer is not None:
            self._timer.cancel()

    def _look(self, due: float) -> None:
        now = self._loop.time()
        self._found(max(0.0, now - due))
        if now - due >= LATE_S:
            self._late.append((now, now - due))
        while self._late and self._late[0][0] <= now - WITHIN_S:
            self._late.popleft()
        lost = sum(late for _, late in self._late)
        if lost >= TOO_MUCH_S:
            self._faults.report(
                "program",
                "slow",
                Said.of(HELD_UP),
            )
        elif not self._late:
            self._faults.report("program", "slow", None)
        self.start()
