"""What is to happen to the simulated tray, in order, each thing at its own instant."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable
from itertools import count
from typing import TypeAlias

from stbpi.table.events import Micros

Happening: TypeAlias = Callable[[Micros], None]
"""Called with the instant it was planned for, which a late loop does not change."""


class Plan:
    """One planned happening, so that it can be called off. ``over`` once it has happened or never will."""

    __slots__ = ("over",)

    def __init__(self) -> None:
        self.over = False

    def call_off(self) -> None:
        """Let it not happen."""
        self.over = True


class Timeline:
    """Happenings on an event loop, by one timer. asyncio's own timers keep no order among equal instants."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._planned: list[tuple[Micros, int, Plan, Happening]] = []
        self._numbers = count()
        self._timer: asyncio.TimerHandle | None = None
        self._happening: Micros | None = None
        self._closed = False

    @property
    def instant(self) -> Micros:
        """The instant that what is happening was planned for; the loop's time while nothing is."""
        return self.now if self._happening is None else self._happening

    @property
    def now(self) -> Micros:
        """The loop's time."""
        return round(self._loop.time() * 1_000_000)

    @property
    def next(self) -> Micros | None:
        """The instant of the next happening that has not been called off."""
        return min((instant for instant, _, plan, _ in self._planned if not plan.over), default=None)

    def at(self, instant: Micros, happening: Happening) -> Plan:
        """Plan a happening; what is planned for the same instant happens in the order it was planned."""
        plan = Plan()
        if not self._closed:
            heapq.heappush(self._planned, (instant, next(self._numbers), plan, happening))
            self._arm()
        return plan

    def close(self) -> None:
        """Let nothing more happen."""
        self._closed = True
        self._planned.clear()
        if self._timer is not None:
            self._timer.cancel()

    def _arm(self) -> None:
        if self._timer is not None:
            if not self._planned or self._timer.when() <= self._planned[0][0] / 1_000_000:
                return
            self._timer.cancel()
            self._timer = None
        if self._planned and not self._closed:
            self._timer = self._loop.call_at(self._planned[0][0] / 1_000_000, self._run_due)

    def _run_due(self) -> None:
        self._timer = None
        now = self.now
        while self._planned and self._planned[0][0] <= now:
            instant, _, plan, happening = heapq.heappop(self._planned)
            if not plan.over:
                plan.over = True
                self._happening = instant
                try:
                    happening(instant)
                finally:
                    self._happening = None
        self._arm()
