"""The loop that never waits: its promises, since many tests lean on them."""

import asyncio
import threading
import time

import pytest

from tests.support.virtual_loop import NothingWillHappenError, virtual_loop


def test_an_hour_passes_in_no_time_and_in_order():
    began = time.monotonic()
    with virtual_loop() as loop:
        start = loop.micros
        seen = []
        for seconds in (3600, 1, 0.000_001, 60):
            loop.call_later(seconds, lambda: seen.append(loop.micros - start))
        loop.run_for(3600)
    assert seen == [1, 1_000_000, 60_000_000, 3_600_000_000]
    assert time.monotonic() - began < 5


def test_run_for_stops_at_the_instant_asked_for():
    with virtual_loop() as loop:
        seen = []
        loop.call_later(0.2, seen.append, "before")
        loop.call_later(0.250_001, seen.append, "after")
        loop.run_for(0.25)
        assert seen == ["before"]
        loop.run_for(0.000_001)
        assert seen == ["before", "after"]


def test_what_the_last_instant_hands_on_has_run_too():
    with virtual_loop() as loop:
        seen = []
        loop.call_later(
            0.5, lambda: loop.call_soon(lambda: loop.call_soon_threadsafe(seen.append, "handed on"))
        )
        loop.run_for(0.5)
        assert seen == ["handed on"]


def test_time_stands_still_while_a_thread_works():
    with virtual_loop() as loop:
        go = threading.Event()

        async def work():
            job = loop.run_in_executor(None, go.wait, 10)
            loop.call_soon(go.set)
            async with asyncio.timeout(1):
                return await job

        before = loop.micros
        assert loop.run_until_complete(work()) is True
        assert loop.micros == before


def test_coroutines_can_let_time_pass():
    with virtual_loop() as loop:

        async def waiting():
            await loop.passing(7.5)
            return loop.micros

        start = loop.micros
        assert loop.run_until_complete(waiting()) - start == 7_500_000


def test_waiting_for_nothing_is_said_instead_of_hanging():
    with virtual_loop() as loop, pytest.raises(NothingWillHappenError):
        loop.run_until_complete(loop.create_future())


def test_a_jump_is_a_blocked_loop_all_due_timers_run_at_once():
    with virtual_loop() as loop:
        seen = []
        loop.call_later(0.1, seen.append, "a")
        loop.call_later(0.2, seen.append, "b")
        loop.jump(5)
        loop.run_for(0)
        assert seen == ["a", "b"]
