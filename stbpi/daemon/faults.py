"""What is broken right now, told to every surface, logged once when it goes and once when it returns."""

from __future__ import annotations

import logging
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping

from stbpi.rules.said import Said
from stbpi.web.service import Fault

log = logging.getLogger("stbpi")

LINES = 10
WITHIN_S = 600.0
"""A part gets at most ten lines in ten minutes. A loose plug may come and go every second for months, and an hour of
any fault has to stay under 100 kB of log; ten lines tell the story.
"""


class FaultBoard:
    """The faults that stand, by the part they are about; at most one a part. Used on the loop only.

    ``changed`` is called whenever the list differs from before.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._faults: dict[str, Fault] = {}
        self._reported: Counter[str] = Counter()
        self._told: dict[str, deque[float]] = {}
        self._mute_until: dict[str, float] = {}
        self.changed: Callable[[], None] = lambda: None

    @property
    def standing(self) -> tuple[Fault, ...]:
        """All faults that stand, in the order they came."""
        return tuple(self._faults.values())

    @property
    def reported(self) -> Mapping[str, int]:
        """How often a part was told to have a fault of each code, well in between."""
        return dict(self._reported)

    def report(self, part: str, code: str, message: str | Said | None) -> None:
        """Say how a part is: ``message`` None means well. Repeating what is known says nothing again.

        What is ``Said`` people read in their own language; the log is in English.
        """
        known = self._faults.get(part)
        if message is None:
            if known is None:
                return
            del self._faults[part]
            self._log(part, logging.INFO, "well again")
        else:
            said, message = (message, str(message)) if isinstance(message, Said) else (None, message)
            if known is not None and (known.code, known.message) == (code, message):
                return
            if known is None or known.code != code:
                self._reported[code] += 1
            self._faults[part] = Fault(code=code, message=message, part=part, said=said)
            self._log(part, logging.WARNING, message)
        self.changed()

    def _log(self, part: str, level: int, message: str) -> None:
        told, now = self._told.setdefault(part, deque()), self._clock()
        if now < self._mute_until.get(part, now):
            return
        while told and told[0] <= now - WITHIN_S:
            told.popleft()
        told.append(now)
        log.log(level, "%s: %s", part, message)
        if len(told) == LINES:
            log.warning(
                "%s: comes and goes; the log says no more about it for %.0f minutes", part, WITHIN_S / 60
            )
            self._mute_until[part] = now + WITHIN_S
            told.clear()
