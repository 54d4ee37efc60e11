"""Fifteen minutes in which nobody touches the running tray, and clocks on its wall that jump by years.

The daemon is the real one in a process of its own; only the clocks it reads are moved on, by signals.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.support.running import RunningDaemon, State

QUARTER_S = 901

PROGRAM = f"""
import asyncio, signal, sys, time
from stbpi.daemon.loop import punctual_loop

monotonic, wall = asyncio.SelectorEventLoop.time, time.time
later, years = 0.0, 0.0

def wait(*_):
    global later
    later += {QUARTER_S}

def jump(number, _):
    global years
    years += 20 * 365 * 86400 if number == signal.SIGUSR2 else -90 * 365 * 86400

asyncio.SelectorEventLoop.time = lambda self: monotonic(self) + later
time.time = lambda: wall() + years
signal.signal(signal.SIGUSR1, wait)
signal.signal(signal.SIGUSR2, jump)
signal.signal(signal.SIGHUP, jump)

from stbpi.cli import main
sys.exit(main())
"""
"""``stbpi`` with clocks that go on a quarter of an hour with SIGUSR1, and off by years with SIGUSR2 and SIGHUP."""

NAMES = '[game]\nplayers = ["Ann", "Ben"]\n'


def at_the_tray(
    tmp_path: Path, people: Callable[[RunningDaemon], Awaitable[None]], more: str = NAMES
) -> None:
    async def run() -> None:
        daemon = RunningDaemon(tmp_path, more_config=more, program=(sys.executable, "-c", PROGRAM))
        async with asyncio.timeout(60), daemon:
            await people(daemon)
        assert "Traceback" not in daemon.said()

    asyncio.run(run())


async def nobody_comes(daemon: RunningDaemon) -> State:
    """A quarter of an hour passes without anybody there."""
    daemon.process.send_signal(signal.SIGUSR1)
    return await daemon.until(lambda now: now["rest"] == "dark")


async def thrown(daemon: RunningDaemon) -> State:
    await daemon.post("button", hold_ms=60)
    await daemon.prompt("press_to_roll")
    await daemon.post("button", hold_ms=60)
    return await daemon.until(lambda now: now["prompt"]["code"] == "close_flaps" and now["rest"] == "awake")


async def left_alone(daemon: RunningDaemon) -> State:
    """A match with a throw on the table, and nobody there for a quarter of an hour."""
    before = await thrown(daemon)
    asked = await nobody_comes(daemon)
    assert asked["prompt"]["code"] == "resume"
    assert (asked["prompt"]["press"], asked["prompt"]["hold"]) == ("go_on", "new_match")
    assert asked["prompt"]["text"] == "Still playing? Press to go on, hold for a new match."
    assert (asked["dice"], asked["players"]) == (before["dice"], before["players"])
    return before


def test_a_match_left_alone_asks_and_a_press_goes_on(tmp_path: Path) -> None:
    async def people(daemon: RunningDaemon) -> None:
        before = await left_alone(daemon)
        # The first press only wakes the screen: whoever pressed could not read what it would do.
        state = await daemon.post("button", hold_ms=60)
        assert (state["rest"], state["prompt"]["press"]) == ("awake", "go_on")
        state = await daemon.post("button", hold_ms=60)
        assert (state["prompt"]["code"], state["dice"]) == ("close_flaps", before["dice"])

    at_the_tray(tmp_path, people)


def test_and_a_hold_prepares_a_new_one(tmp_path: Path) -> None:
    async def people(daemon: RunningDaemon) -> None:
        await left_alone(daemon)
        await daemon.post("button", hold_ms=60)
        state = await daemon.post("button", hold_ms=900)
        assert (state["prompt"]["code"], state["phase"]) == ("press_to_start", "idle")
        assert [player["name"] for player in state["players"]] == ["Ann", "Ben"]

    at_the_tray(tmp_path, people)


def test_a_flap_wakes_the_dark_screen_and_counts(tmp_path: Path) -> None:
    async def people(daemon: RunningDaemon) -> None:
        before = await left_alone(daemon)
        move = min(before["players"][0]["legal_moves"], key=len)
        for flap in move:
            await daemon.post("sim/flap", side=0, flap=flap, closed=True)
        state = await daemon.until(lambda now: now["phase"] == "roll")
        assert state["rest"] == "awake"
        assert not set(move) & set(state["players"][0]["open"])

    at_the_tray(tmp_path, people)


def test_a_match_that_is_over_asks_nothing(tmp_path: Path) -> None:
    async def people(daemon: RunningDaemon) -> None:
        await daemon.post("button", hold_ms=60)
        await daemon.post("retire", player=0)
        await daemon.post("retire", player=1)
        state = await nobody_comes(daemon)
        assert (state["prompt"]["code"], state["prompt"]["press"]) == ("match_over", "new_match")

    at_the_tray(tmp_path, people)


@pytest.mark.parametrize("jump", [signal.SIGUSR2, signal.SIGHUP], ids=["20 years on", "90 years back"])
def test_no_timer_notices_a_wall_clock_that_jumps(tmp_path: Path, jump: signal.Signals) -> None:
    async def people(daemon: RunningDaemon) -> None:
        await daemon.post("match", rules="classic", axes={"flaps": [4, 5, 9]}, players=["Ann", "Ben"])
        await daemon.post("button", hold_ms=60)
        loop = asyncio.get_running_loop()
        begun = loop.time()
        state = await daemon.post("dice", dice=[1, 1])
        assert state["prompt"]["code"] == "blocked"
        daemon.process.send_signal(jump)
        held = await daemon.post("sim/flap", side=0, flap=1, closed=True)
        assert (held["prompt"]["code"], held["rest"]) == ("blocked", "awake"), "nothing is due yet"
        await daemon.until(lambda now: now["prompt"]["code"] != "blocked")
        assert 4.5 < loop.time() - begun < 8, "and five seconds are still five"
        await daemon.kill()
        await daemon.start()
        assert (await daemon.state())["waiting_for"] == [1]

    at_the_tray(tmp_path, people, NAMES + '[dice]\nsource = "entered"\n')
