"""Faults of parts that come and go, told so that a plug that wobbles all evening does not fill the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from stbpi.rules.said import Said
from stbpi.table.events import Micros

Report: TypeAlias = Callable[[str, str, str | Said | None], None]
"""Called on the loop with a part, a code and a sentence; None instead of that once the part is well.

What people can mend without knowing the wiring is ``Said``, in every language; what names chips and pins is English.
"""

HOLD: Micros = 2_000_000
"""How long a part must have been well for its fault to be over, the first time."""

LONGEST_HOLD: Micros = 64_000_000
"""Each time the fault is back soon it must have been well for twice as long, up to this."""

FORGET: Micros = 600_000_000
"""A fault that has been away for so long is a new one."""

STAYED: Micros = 250_000
"""Of what changes while it goes on that is told which has not changed for so long: not what bounces."""

NAMED = 4
"""As many switches are named in one sentence."""


def named(names: Sequence[str]) -> str:
    """Several switches, as one sentence names them."""
    more = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (f" and {more} more" if more > 0 else "")


class StandingFault:
    """One fault of one part. Used by one thread; ``soon`` brings the report to the loop."""

    def __init__(
        self, report: Report, part: str, code: str, soon: Callable[[Callable[[], None]], None]
    ) -> None:
        self._report = report
        self._part = part
        self._code = code
        self._soon = soon
        self._standing = False
        # What was said last, and since when something else has been to be said.
        self._said = ""
        self._otherwise: tuple[Micros, str] | None = None
        self._hold = HOLD
        self._well_since: Micros | None = None
        self._over_at: Micros | None = None

    @property
    def standing(self) -> bool:
        """Whether it has been said and is not over."""
        return self._standing

    def bad(self, now: Micros, sentence: str, *, anew: bool = False) -> None:
        """It is there; said once, until it is over.

        With ``anew`` a sentence that has become another one, and has stayed that for ``STAYED``, is said too.
        """
        self._well_since = None
        if self._standing:
            if anew and self._has_stayed(now, sentence):
                self._say(sentence)
            return
        self._standing = True
        recent = self._over_at is not None and now - self._over_at < FORGET
        self._hold = min(2 * self._hold, LONGEST_HOLD) if recent else HOLD
        self._say(sentence)

    def well(self, now: Micros) -> None:
        """It is not there; said once that has been so for long enough."""
        if not self._standing:
            return
        if self._well_since is None:
            self._well_since = now
        if now - self._well_since >= self._hold:
            self._standing = False
            self._over_at = now
            self._soon(lambda: self._report(self._part, self._code, None))

    def _has_stayed(self, now: Micros, sentence: str) -> bool:
        """Whether another sentence than was said has been the right one for ``STAYED``."""
        if sentence == self._said:
            self._otherwise = None
            return False
        if self._otherwise is None or self._otherwise[1] != sentence:
            self._otherwise = (now, sentence)
        return now - self._otherwise[0] >= STAYED

    def _say(self, sentence: str) -> None:
        self._said, self._otherwise = sentence, None
        self._soon(lambda: self._report(self._part, self._code, sentence))
