"""When nobody is about: the screen dims and goes dark, a match in play asks whether to go on."""

from __future__ import annotations

from stbpi.table.button import SECOND
from stbpi.table.events import Micros
from stbpi.table.setup import Timing
from stbpi.table.view import Rest

IDLE_AFTER: Micros = 900 * SECOND
"""A match that nobody has touched for 15 minutes may have been left behind."""


class Awakeness:
    """How long ago somebody last did something, and what follows from it."""

    def __init__(self, timing: Timing, now: Micros) -> None:
        self._dim_after = round(timing.dim_after_s * SECOND)
        self._off_after = round(timing.off_after_s * SECOND)
        self._last = now
        self._now = now

    @property
    def rest(self) -> Rest:
        """How awake the screens are."""
        alone = self._now - self._last
        if alone >= self._off_after:
            return Rest.DARK
        return Rest.DIM if alone >= self._dim_after else Rest.AWAKE

    @property
    def alone(self) -> Micros:
        """How long nobody has done anything."""
        return self._now - self._last

    def when_alone(self, so_long: Micros) -> Micros:
        """When nobody will have done anything for so long."""
        return self._last + so_long

    @property
    def idle(self) -> bool:
        """Whether a match in play should ask whether anybody is still there."""
        return self._now - self._last >= IDLE_AFTER

    @property
    def deadline(self) -> Micros | None:
        """When the next of these changes, if nobody does anything."""
        alone = self._now - self._last
        left = [after for after in (self._dim_after, self._off_after, IDLE_AFTER) if after > alone]
        return self._last + min(left) if left else None

    def pass_time(self, now: Micros) -> None:
        """Take note of the time."""
        self._now = now

    def stir(self, now: Micros) -> None:
        """Somebody did something."""
        self._last = self._now = now
