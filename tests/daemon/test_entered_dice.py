"""Dice thrown by hand at the running daemon: counted on the button, typed, put right, and the plug pulled meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from stbpi.rules.actions import Close, Decision, Roll, Undo
from stbpi.store.past import read_past
from tests.support.running import RunningDaemon, State

BY_HAND = """
[dice]
source = "entered"
[game]
variants = ["one-die"]
players = ["Anna", "Ben"]
[game.axes]
flaps = {flaps}
"""
TAP_MS = 60
HOLD_MS = 900
TAKE_BACK_MS = 3100


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


def daemon_in(folder: Path, flaps: str = "6") -> RunningDaemon:
    return RunningDaemon(folder, debounce_ms=5, more_config=BY_HAND.format(flaps=flaps))


def written(daemon: RunningDaemon) -> tuple[Decision, ...]:
    return read_past(daemon.store)[-1].open().decisions


async def count(daemon: RunningDaemon, *dice: int) -> State:
    """Count dice on the button, the next as soon as the tray says that the last has ended."""
    for number, pips in enumerate(dice):
        for pip in range(pips):
            state = await daemon.post("button", hold_ms=TAP_MS)
            assert state["prompt"]["dice"] == [*dice[:number], pip + 1]
        if number + 1 < len(dice):
            await daemon.until(lambda now: now["prompt"]["press"] == "next_die")
    return await daemon.until(lambda now: now["prompt"]["code"] != "press_to_roll")


async def closes(daemon: RunningDaemon, *flaps: int) -> None:
    for flap in flaps:
        await daemon.post("sim/flap", side=0, flap=flap, closed=True)


def test_a_throw_is_counted_on_the_button(tmp_path: Path) -> None:
    async def match() -> None:
        async with daemon_in(tmp_path) as daemon:
            state = await daemon.post("button", hold_ms=TAP_MS)
            assert (state["prompt"]["press"], state["prompt"]["hold"]) == ("pip", "throw_one")
            assert (state["prompt"]["awaited"], state["dice_commitment"]) == (2, None)
            state = await count(daemon, 2, 3)
            assert (state["phase"], state["dice"], state["dice_correctable"]) == ("close", [2, 3], [1, 2])
            await closes(daemon, 5)
            await daemon.prompt("press_to_roll")
            # A hold before the first pip: one die; a later one: all anew.
            state = await daemon.post("button", hold_ms=HOLD_MS)
            assert (state["prompt"]["awaited"], state["prompt"]["hold"]) == (1, "clear")
            await daemon.post("button", hold_ms=TAP_MS)
            state = await daemon.post("button", hold_ms=HOLD_MS)
            assert (state["prompt"]["awaited"], state["prompt"]["dice"]) == (2, [])
            await daemon.post("button", hold_ms=HOLD_MS)
            state = await count(daemon, 4)
            assert (state["phase"], state["dice"]) == ("close", [4])
        assert written(daemon) == (Roll((2, 3)), Close((5,)), Roll((4,)))

    run(match())


def test_a_throw_is_put_right_on_the_page_and_on_the_button(tmp_path: Path) -> None:
    async def match() -> None:
        async with daemon_in(tmp_path, "[1, 2, 6]") as daemon:
            await daemon.post("button", hold_ms=TAP_MS)
            await daemon.post("dice", dice=[6, 3])
            state = await daemon.post("dice", dice=[6], replace=True)
            assert state["dice"] == [6]
            await daemon.post("button", hold_ms=TAKE_BACK_MS)
            state = await count(daemon, 1, 5)
            assert (state["prompt"]["code"], state["dice"]) == ("close_flaps", [1, 5])
            await closes(daemon, 6)
            await daemon.prompt("press_to_roll")
            # Answered, it stays as it is.
            status, reply = await daemon.send("dice", {"dice": [1, 1], "replace": True})
            assert (status, reply["code"]) == (409, "already_committed")
            # A blocked one can be put right while it is told, and when the next player is about to throw.
            state = await daemon.post("dice", dice=[6, 6])
            assert (state["prompt"]["code"], state["dice_correctable"]) == ("blocked", [1, 2])
            state = await daemon.post("dice", dice=[1, 1], replace=True)
            assert (state["prompt"]["code"], state["prompt"]["player"]) == ("close_flaps", 0)
            await daemon.post("dice", dice=[6, 6], replace=True)
            await daemon.post("button", hold_ms=TAP_MS)
            state = await daemon.prompt("raise_flaps")
            await daemon.post("sim/flap", side=0, flap=6, closed=False)
            state = await daemon.prompt("press_to_roll")
            assert state["prompt"]["player"] == 1
            state = await daemon.post("dice", dice=[1, 2], replace=True)
            assert (state["prompt"]["code"], state["prompt"]["close"]) == ("resume", [{"side": 0, "flap": 6}])
            await daemon.post("sim/flap", side=0, flap=6, closed=True)
            state = await daemon.prompt("close_flaps")
            assert (state["prompt"]["player"], state["dice"]) == (0, [1, 2])
        decisions = written(daemon)
        assert decisions[:5] == (Roll((6, 3)), Undo(), Roll((6,)), Undo(), Roll((1, 5)))
        assert decisions[5:] == (
            *(Close((6,)), Roll((6, 6)), Undo(), Roll((1, 1)), Undo()),
            *(Roll((6, 6)), Undo(), Roll((1, 2))),
        )

    run(match())


def test_what_cannot_be_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    async def match() -> None:
        async with daemon_in(tmp_path) as daemon:
            for body, code in [
                ({"dice": [1, 2]}, "no_match"),
                ({"dice": [1, 2], "replace": True}, "no_match"),
                ({"dice": [1, 7]}, "out_of_range"),
                ({"dice": []}, "bad_value"),
            ]:
                status, reply = await daemon.send("dice", body)
                assert reply["code"] == code, (body, status, reply)
            await daemon.post("button", hold_ms=TAP_MS)
            status, reply = await daemon.send("dice", {"dice": [1, 2], "replace": True})
            assert (status, reply["code"]) == (409, "no_throw_due")
            await daemon.post("dice", dice=[1, 2])
            status, reply = await daemon.send("dice", {"dice": [1, 2]})
            assert (status, reply["code"]) == (409, "no_throw_due")
            assert (await daemon.state())["dice"] == [1, 2]
        assert written(daemon) == (Roll((1, 2)),)

    run(match())


def test_the_plug_pulled_while_a_throw_is_counted_or_put_right(tmp_path: Path) -> None:
    async def match() -> None:
        daemon = daemon_in(tmp_path)
        async with daemon:
            await daemon.post("button", hold_ms=TAP_MS)
            await daemon.post("button", hold_ms=HOLD_MS)
            state = await daemon.post("button", hold_ms=TAP_MS)
            assert (state["prompt"]["awaited"], state["prompt"]["dice"]) == (1, [1])
            await daemon.kill()
            await daemon.start()
            # The die under way is counted anew; that there is only one was said, and holds.
            prompt = (await daemon.state())["prompt"]
            assert (prompt["code"], prompt["awaited"], prompt["dice"]) == ("press_to_roll", 1, [])
            prompt = (await daemon.post("button", hold_ms=HOLD_MS))["prompt"]
            assert (prompt["awaited"], prompt["hold"]) == (2, "throw_one")
            await daemon.post("dice", dice=[6, 6])
            await daemon.kill()
            await daemon.start()
            state = await daemon.state()
            assert (state["prompt"]["code"], state["dice_correctable"]) == ("close_flaps", [1, 2])
            state = await daemon.post("dice", dice=[5, 6], replace=True)
            await daemon.kill()
            await daemon.start()
            state = await daemon.state()
            assert (state["prompt"]["code"], state["dice"]) == ("close_flaps", [5, 6])
        assert written(daemon) == (Roll((6, 6)), Undo(), Roll((5, 6)))

    run(match())
