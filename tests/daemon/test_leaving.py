"""Players leave in the middle of a match on the running tray: their seat is skipped, what they had open is noted,
what they have paid stays in the pool, and the others play on to the end.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.daemon.test_menu import menu, pick
from tests.support.running import RunningDaemon, State

CONFIGURATION = """
[board]
profile = "simulated-4x12"
[dice]
source = "entered"
[game]
players = ["Ann", "Ben", "Cleo"]
"""

Leave = Callable[[RunningDaemon, int], Awaitable[State]]


async def by_http(daemon: RunningDaemon, seat: int) -> State:
    return await daemon.post("retire", player=seat)


async def by_menu(daemon: RunningDaemon, seat: int) -> State:
    """Hold the button until the menu is there, and choose who leaves."""
    name = (await daemon.state())["players"][seat]["name"]
    await menu(daemon)
    return await pick(daemon, "people", "leave", name, "yes")


async def close(daemon: RunningDaemon, *flaps: int, side: int = 0) -> None:
    for flap in flaps:
        await daemon.post("sim/flap", side=side, flap=flap, closed=True)


async def raise_all(daemon: RunningDaemon) -> State:
    """Raise whatever is asked for, until nothing is."""
    state = await daemon.state()
    while state["prompt"]["code"] == "raise_flaps":
        before = state["prompt"]["flaps"]
        for flap in before:
            await daemon.post("sim/flap", **flap, closed=False)
        state = await daemon.until(lambda now, before=before: now["prompt"]["flaps"] != before)
    return state


async def answer(daemon: RunningDaemon, dice: list[int], *flaps: int, side: int = 0) -> State:
    """Throw these, and close these flaps until they count."""
    await daemon.prompt("press_to_roll")
    state = await daemon.post("dice", dice=dice)
    assert state["prompt"]["code"] == "close_flaps", state["prompt"]
    await close(daemon, *flaps, side=side)
    return await daemon.until(lambda now: now["phase"] != "close")


def money(state: State) -> list[int]:
    balances = [player["balance"] for player in state["players"]]
    assert sum(balances) + state["pool"] == 0
    return balances


def played(tmp_path: Path, match: Callable[[RunningDaemon], Awaitable[None]]) -> None:
    async def play() -> None:
        async with asyncio.timeout(120), RunningDaemon(tmp_path, more_config=CONFIGURATION) as daemon:
            await match(daemon)
        assert "Traceback" not in daemon.said()

    asyncio.run(play())


async def leaving_a_shared_row(daemon: RunningDaemon, first: Leave, second: Leave) -> None:
    await daemon.post("match", rules="pub", axes={"stake": 50}, players=["Ann", "Ben", "Cleo"])
    await daemon.post("button", hold_ms=60)
    state = await answer(daemon, [6, 3], 9)
    await daemon.post("dice", dice=[4, 3])
    await close(daemon, 4)
    state = await daemon.prompt("close_more")
    assert (state["pending"][0], money(state), state["pool"]) == ([4], [-50, -50, -50], 150)

    # Ann is to act, with the 4 down that is not committed: she notes what the match has open.
    state = await first(daemon, 0)
    ann = state["players"][0]
    assert (ann["status"], ann["score"], ann["open"]) == ("out", 36, [1, 2, 3, 4, 5, 6, 7, 8])
    assert (state["waiting_for"], state["phase"], state["dice"]) == ([1], "roll", [])
    assert (money(state), state["pool"]) == ([-50, -50, -50], 150)
    state = await daemon.prompt("raise_flaps")
    assert {flap["flap"] for flap in state["prompt"]["flaps"]} == {4, 9}
    await raise_all(daemon)

    # Ben leaves between two of his throws; Cleo is the last one in and plays her turn all the same.
    await answer(daemon, [5, 3], 8)
    state = await second(daemon, 1)
    assert (state["players"][1]["status"], state["players"][1]["score"]) == ("out", 37)
    assert (state["waiting_for"], state["pool"]) == ([2], 150)
    await raise_all(daemon)
    await answer(daemon, [1, 1], 2)
    state = await daemon.post("dice", dice=[1, 1])
    assert (state["prompt"]["code"], state["prompt"]["player"], state["prompt"]["score"]) == (
        "blocked",
        2,
        43,
    )

    # Those who have left had their scores: the round is Ann's, and so is the pool with what everybody has paid.
    state = await daemon.post("next")
    assert (state["phase"], state["round_winners"]) == ("round_over", [0])
    assert (money(state), state["pool"]) == ([100, -50, -50], 0)
    state = await daemon.post("next")
    assert (state["round"], state["waiting_for"], state["pool"]) == (2, [2], 50)
    assert money(state) == [100, -50, -100]
    status, refused = await daemon.send("retire", {"player": 0})
    assert (status, refused["code"]) == (409, "not_your_turn"), refused
    state = await daemon.post("undo")
    assert (state["phase"], money(state)) == ("round_over", [100, -50, -50])


def test_on_a_shared_row_the_player_to_act_by_http_and_the_last_but_one_by_the_menu(tmp_path: Path) -> None:
    played(tmp_path, lambda daemon: leaving_a_shared_row(daemon, by_http, by_menu))


def test_on_a_shared_row_the_player_to_act_by_the_menu_and_the_last_but_one_by_http(tmp_path: Path) -> None:
    played(tmp_path, lambda daemon: leaving_a_shared_row(daemon, by_menu, by_http))


async def leaving_own_rows(daemon: RunningDaemon, first: Leave, second: Leave) -> None:
    await daemon.post(
        "match",
        rules="tray",
        axes={"stake": 20, "flaps": 9, "match": "single"},
        players=["Ann", "Ben", "Cleo"],
    )
    await daemon.post("button", hold_ms=60)
    await answer(daemon, [6, 3], 9)
    await answer(daemon, [5, 3], 8, side=1)
    await answer(daemon, [4, 3], 7, side=2)
    await daemon.post("dice", dice=[6, 2])
    await close(daemon, 5)
    await close(daemon, 5, side=1)
    state = await daemon.prompt("not_your_side")
    assert state["waiting_for"] == [0]

    # Ann is to act and leaves with a throw on the table; her flaps mean nothing any more, Ben's still do.
    state = await first(daemon, 0)
    assert (state["players"][0]["status"], state["players"][0]["score"]) == ("out", 36)
    assert (state["waiting_for"], money(state), state["pool"]) == ([1], [-20, -20, -20], 60)
    state = await daemon.until(lambda now: now["prompt"]["code"] not in ("menu", "not_your_side"))
    assert (state["prompt"]["code"], state["prompt"]["flaps"]) == ("reopen", [{"side": 1, "flap": 5}])
    await daemon.post("sim/flap", side=1, flap=5, closed=False)
    await close(daemon, 1, 2, 3)
    await daemon.prompt("press_to_roll")
    # Nor is she waited for when her turn would come again.
    await answer(daemon, [6, 3], 9, side=1)
    state = await answer(daemon, [6, 2], 8, side=2)
    assert state["waiting_for"] == [1]

    # Ben is not the last one, but the last but one: Cleo goes on by herself until she is blocked.
    state = await second(daemon, 1)
    assert (state["players"][1]["score"], state["waiting_for"]) == (28, [2])
    for dice, flap in (([6, 3], 9), ([4, 2], 6), ([4, 1], 5), ([3, 1], 4), ([2, 1], 3)):
        state = await answer(daemon, dice, flap, side=2)
        assert state["waiting_for"] == [2], "seats that were left are skipped"
    state = await daemon.post("dice", dice=[5, 5])
    assert (state["prompt"]["code"], state["prompt"]["score"]) == ("blocked", 3)
    state = await daemon.post("next")
    assert (state["phase"], state["winners"]) == ("match_over", [2])
    assert (money(state), state["pool"]) == ([-20, -20, 40], 0)


def test_on_own_rows_the_player_to_act_by_http_and_the_last_but_one_by_the_menu(tmp_path: Path) -> None:
    played(tmp_path, lambda daemon: leaving_own_rows(daemon, by_http, by_menu))


def test_on_own_rows_the_player_to_act_by_the_menu_and_the_last_but_one_by_http(tmp_path: Path) -> None:
    played(tmp_path, lambda daemon: leaving_own_rows(daemon, by_menu, by_http))


def test_when_everybody_has_left_the_match_is_over_and_the_pool_goes_back(tmp_path: Path) -> None:
    async def match(daemon: RunningDaemon) -> None:
        await daemon.post("match", rules="pub", axes={"stake": 50}, players=["Ann", "Ben"])
        await daemon.post("button", hold_ms=60)
        state = await daemon.post("retire", player=1)
        assert (state["players"][1]["score"], state["waiting_for"], state["pool"]) == (None, [0], 100)
        state = await daemon.post("retire", player=0)
        assert (state["phase"], state["winners"], state["pool"]) == ("match_over", [], 0)
        assert money(state) == [0, 0]
        await daemon.kill()
        await daemon.start()
        again = await daemon.state()
        assert (again["phase"], money(again)) == ("match_over", [0, 0])
        state = await daemon.post("undo")
        assert (state["phase"], state["waiting_for"], state["pool"]) == ("roll", [0], 100)

    played(tmp_path, match)
