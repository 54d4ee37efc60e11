"""Who steps the parts of a bus: a thread of its own, or, where buses are simulated, the simulation's timeline."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from stbpi.table.events import Micros
from stbpi.tray.timeline import Plan, Timeline

CLOSE_WITHIN_S = 0.5
"""How long closing waits for a transfer under way. One that hangs ends by itself after a second (i2c-dev)."""

FARTHEST_BEHIND: Micros = 1_000_000
"""A timeline that was away for longer than this does not make up for every look it missed."""


class Stepped(Protocol):
    """Something that is to be called again and again."""

    def step(self, now: Micros) -> Micros:
        """Do what is due. Returns when to be called again."""


class Runner(Protocol):
    """Calls ``step`` of those it was made with when they are due, until closed."""

    def start(self) -> None:
        """Begin; the first steps have been taken by now or are about to be."""

    def wake(self, who: Stepped) -> None:
        """Step this one now, whatever it said. From any thread; a second call before the step does nothing."""

    def close(self) -> bool:
        """Step nobody any more. Returns whether that is certain: a thread may hang in a transfer."""


def monotonic_micros() -> Micros:
    """The clock of asyncio's loops, in microseconds."""
    return round(time.monotonic() * 1_000_000)


class ThreadRunner:
    """The one thread that looks at the parts of one bus."""

    def __init__(
        self, name: str, stepped: Sequence[Stepped], clock: Callable[[], Micros] = monotonic_micros
    ) -> None:
        self._due: dict[Stepped, Micros] = dict.fromkeys(stepped, 0)
        self._clock = clock
        self._changed = threading.Condition()
        self._woken: set[Stepped] = set()
        self._closing = False
        # A daemon thread: a transfer that never returns must not keep the program from ending.
        self._thread = threading.Thread(target=self._run, name=f"switches {name}", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def wake(self, who: Stepped) -> None:
        """Step this one now."""
        with self._changed:
            self._woken.add(who)
            self._changed.notify()

    def close(self) -> bool:
        """End the thread; returns whether it ended within ``CLOSE_WITHIN_S``."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        if self._thread.ident is not None:
            self._thread.join(CLOSE_WITHIN_S)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while True:
            with self._changed:
                pause = min(self._due.values()) - self._clock()
                if pause > 0 and not self._woken and not self._closing:
                    self._changed.wait(pause / 1_000_000)
                if self._closing:
                    return
                woken, self._woken = self._woken, set()
            for stepped, due in self._due.items():
                now = self._clock()
                if due <= now or stepped in woken:
                    self._due[stepped] = stepped.step(now)


class TimelineRunner:
    """Steps as part of what happens to a simulated tray: in order with its edges, at the very instant planned, even
    where the loop is late. That is how it would be with a thread, which a late loop does not hold up.
    """

    def __init__(self, stepped: Sequence[Stepped], timeline: Timeline) -> None:
        self._stepped = tuple(stepped)
        self._timeline = timeline
        self._plans: dict[Stepped, Plan] = {}
        self._closed = False

    def start(self) -> None:
        """Plan the first steps for now."""
        for stepped in self._stepped:
            self.wake(stepped)

    def wake(self, who: Stepped) -> None:
        """Step this one now."""
        self._plan(who, self._timeline.instant)

    def close(self) -> bool:
        """Call off what is planned."""
        self._closed = True
        for plan in self._plans.values():
            plan.call_off()
        return True

    def _plan(self, who: Stepped, at: Micros) -> None:
        if self._closed:
            return
        earlier = self._plans.get(who)
        if earlier is not None:
            earlier.call_off()

        def happen(instant: Micros) -> None:
            due = who.step(instant)
            if self._plans[who] is plan:  # else it was woken meanwhile
                self._plan(who, max(due, self._timeline.now - FARTHEST_BEHIND))

        plan = self._plans[who] = self._timeline.at(at, happen)
