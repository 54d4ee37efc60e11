"""The loop's timers ring when they are due, and everything else still wakes it."""

from __future__ import annotations

import asyncio
import signal
import socket
import threading

import pytest

from stbpi.daemon.loop import punctual_loop

SHORT_S = 0.0002
MANY = 1000


async def waited(seconds: float) -> float:
    loop = asyncio.get_running_loop()
    began = loop.time()
    rung: asyncio.Future[float] = loop.create_future()
    loop.call_at(began + seconds, lambda: rung.set_result(loop.time()))
    return await rung - began


def test_a_timer_between_two_milliseconds_does_not_wait_for_the_next() -> None:
    async def one_is_in_time() -> bool:
        # A busy machine may be late, time after time. A loop that counts milliseconds is late every time.
        for _ in range(MANY):
            if SHORT_S <= await waited(SHORT_S) < 0.001:
                return True
        return False

    with asyncio.Runner(loop_factory=punctual_loop) as runner:
        assert runner.run(one_is_in_time())


def test_no_timer_rings_before_it_is_due() -> None:
    async def shortest(seconds: float) -> float:
        return min([await waited(seconds) for _ in range(50)])

    with asyncio.Runner(loop_factory=punctual_loop) as runner:
        for seconds in (0.0, SHORT_S, 0.001, 0.0013):
            # Within the clock's own resolution asyncio takes a timer for due.
            assert runner.run(shortest(seconds)) >= seconds - 1e-6


@pytest.mark.parametrize("timer_s", [None, 60.0])
def test_sockets_threads_and_signals_wake_it_at_once(timer_s: float | None) -> None:
    async def woken() -> list[str]:
        loop = asyncio.get_running_loop()
        seen: list[str] = []
        everything = asyncio.Event()

        def see(what: str) -> None:
            seen.append(what)
            if len(seen) == 3:
                everything.set()

        far = None if timer_s is None else loop.call_later(timer_s, see, "timer")
        here, there = socket.socketpair()
        with here, there:
            here.setblocking(False)
            loop.add_reader(here, lambda: (loop.remove_reader(here), see("socket")))
            loop.add_signal_handler(signal.SIGUSR1, see, "signal")
            thread = threading.Thread(target=lambda: loop.call_soon_threadsafe(see, "thread"))
            thread.start()
            there.send(b"1")
            signal.raise_signal(signal.SIGUSR1)
            # Far below the timer, far above a busy machine.
            async with asyncio.timeout(20):
                await everything.wait()
            thread.join()
            loop.remove_signal_handler(signal.SIGUSR1)
        if far is not None:
            far.cancel()
        return sorted(seen)

    with asyncio.Runner(loop_factory=punctual_loop) as runner:
        assert runner.run(woken()) == ["signal", "socket", "thread"]
