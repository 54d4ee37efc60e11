"""An asyncio event loop on which waiting takes no time.

Whenever nothing is ready to run, the clock of this loop jumps to the next timer instead of waiting for it.
An hour of blocked prompts, debounce windows and dimming screens passes in milliseconds, always in the same
order, and no test needs to sleep. Three things to know:

- ``loop.time()`` is the only clock that moves. Whatever is tested has to take its time from the loop.
- Work in a thread (``run_in_executor``, ``asyncio.to_thread``) takes no virtual time: while any is under way
  the clock stands still and the loop really waits for it.
- It is not for real sockets: a peer answers in real time, and by then the clock may have passed the timeout.

A loop that waits for something which nothing is left to bring about says so (``NothingWillHappenError``)
instead of hanging.

Usage::

    with virtual_loop() as loop:
        tray = open_tray(profile, "simulated", loop=loop, emit=events.append)
        loop.run_for(0.25)                       # a quarter of a second of timers and callbacks
        loop.run_until_complete(a_coroutine())   # which may ``await loop.passing(2.0)``
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

START_S = 1000.0
"""Where the clock begins: not at 0, so that nobody mistakes a duration for an instant."""


class NothingWillHappenError(RuntimeError):
    """The loop was asked to wait, but no timer, thread or callback is left that could end the waiting."""


class _JumpingSelector(selectors.DefaultSelector):
    """Looks for real events without waiting, and tells its loop to jump where it would have waited."""

    loop: VirtualLoop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if self.loop.threads_at_work and timeout != 0:
            # Work in a thread ends with a wake-up through the loop's own pipe.
            return super().select(None)
        events = super().select(0)
        if events or timeout == 0:
            return events
        if timeout is None:
            raise NothingWillHappenError(
                "the loop waits for something that no timer and no thread will bring about"
            )
        self.loop.jump(timeout)
        return events


class VirtualLoop(asyncio.SelectorEventLoop):
    """See the module's docstring. Times are seconds, as everywhere in asyncio."""

    def __init__(self) -> None:
        self._now_s = START_S
        self.threads_at_work = 0
        selector = _JumpingSelector()
        selector.loop = self
        super().__init__(selector)

    def time(self) -> float:
        return self._now_s

    def jump(self, seconds: float) -> None:
        """Move the clock on without running anything, as if the loop had been blocked that long.

        Rounded to nanoseconds, so that sums of many jumps meet the instants timers were set to.
        """
        self._now_s = round(self._now_s + seconds, 9)

    @property
    def micros(self) -> int:
        """The loop's time in whole microseconds."""
        return round(self._now_s * 1_000_000)

    def run_for(self, seconds: float) -> None:
        """Let that much time pass: everything due by then, the last instant included, has run on return."""
        self.call_later(seconds, self._stop_when_quiet)
        self.run_forever()

    def _stop_when_quiet(self) -> None:
        # Callbacks of this very instant hand on to others; a few rounds see them through.
        rounds = 8

        def again() -> None:
            nonlocal rounds
            rounds -= 1
            if rounds:
                self.call_soon(again)
            else:
                self.stop()

        again()

    def passing(self, seconds: float) -> asyncio.Future[None]:
        """A future that is done once that much time has passed, for coroutines to await."""
        future: asyncio.Future[None] = self.create_future()
        self.call_later(seconds, lambda: future.done() or future.set_result(None))
        return future

    def run_in_executor(self, executor: Executor | None, func: Any, *args: Any) -> asyncio.Future[Any]:
        future = super().run_in_executor(executor, func, *args)
        self.threads_at_work += 1
        future.add_done_callback(self._thread_done)
        return future

    async def shutdown_default_executor(self) -> None:
        self.threads_at_work += 1  # asyncio waits for the pool in a thread of its own
        try:
            await super().shutdown_default_executor()
        finally:
            self.threads_at_work -= 1

    def _thread_done(self, _future: asyncio.Future[Any]) -> None:
        self.threads_at_work -= 1


@contextmanager
def virtual_loop() -> Iterator[VirtualLoop]:
    """A fresh virtual loop, closed with all that was left running on it."""
    loop = VirtualLoop()
    asyncio.set_event_loop(loop)
    try:
        yield loop
    finally:
        left = asyncio.all_tasks(loop)
        for task in left:
            task.cancel()
        if left:
            loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.run_until_complete(loop.shutdown_default_executor())
        asyncio.set_event_loop(None)
        loop.close()
