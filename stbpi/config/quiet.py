"""Quiet hours: when of a day the buzzer keeps still."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import time

_HOURS = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])-([01][0-9]|2[0-3]):([0-5][0-9])")

TWO_TIMES = 'give two times of a day, such as "22:00-07:00"'
"""How they are written."""


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From ``begin`` to before ``end``, of every day; over midnight where the end is the earlier of the two."""

    begin: time
    end: time

    def __str__(self) -> str:
        return f"{self.begin:%H:%M}-{self.end:%H:%M}"

    def holds(self, now: time) -> bool:
        """Whether they hold at a time of the day, as the wall's clock has it."""
        if self.begin < self.end:
            return self.begin <= now < self.end
        return now >= self.begin or now < self.end


def quiet_hours(text: str) -> QuietHours | None:
    """Such as ``22:00-07:00``; None for anything else, and for hours that end when they begin."""
    read = _HOURS.fullmatch(text)
    if read is None or read[0][:5] == read[0][6:]:
        return None
    return QuietHours(time(int(read[1]), int(read[2])), time(int(read[3]), int(read[4])))


def no_quiet_hours(text: str) -> str:
    """Why a text is none, and the mend, as what follows it in a sentence."""
    midnight = text.replace("24:00", "00:00")
    if quiet_hours(midnight) is not None:
        return f'; a day\'s times go from 00:00 to 23:59, so write "{midnight}"'
    if _HOURS.fullmatch(midnight):
        return (
            ", which would be no time at all or the whole day; leave it out for no quiet hours, or set enabled = false "
            "for no sound at any time"
        )
    return f"; {TWO_TIMES}"
