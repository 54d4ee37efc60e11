"""What was played is known to the running daemon: across matches, restarts, and journals of the version before."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

from stbpi.store import read_played
from stbpi.table.played import Ending
from tests.store.test_results import OLD
from tests.support.running import RunningDaemon, State

ONE_FLAP = {"rules": "lucky-seven", "players": ["Anna", "Ben"]}
"""One throw each: the shortest match there is."""


async def play(daemon: RunningDaemon) -> State:
    """A match in which nobody does more than press: both players are blocked, or the first one closes the 7."""
    await daemon.post("match", **ONE_FLAP)
    await daemon.post("button", hold_ms=60)
    state = await daemon.prompt("press_to_roll")
    while state["prompt"]["code"] != "match_over":
        if state["prompt"]["code"] == "close_flaps":
            await daemon.post("sim/flap", side=0, flap=7, closed=True)
        elif state["prompt"]["code"] == "raise_flaps":
            await daemon.post("sim/flap", side=0, flap=7, closed=False)
        else:
            await daemon.post("button", hold_ms=60)
        state = await daemon.prompt(
            "press_to_roll", "close_flaps", "blocked", "passed", "match_over", "round_over", "raise_flaps"
        )
    return state


def test_a_match_that_has_ended_is_the_last_result_and_perhaps_a_record(tmp_path: Path) -> None:
    async def evening() -> None:
        async with RunningDaemon(tmp_path, "--dice-seed", "3") as daemon:
            assert (await daemon.state())["attract"]["last"] == []
            over = await play(daemon)
            known = await daemon.until(lambda state: bool(state["attract"] and state["attract"]["last"]))
            (result,) = known["attract"]["last"]
            assert [player["name"] for player in result["players"]] == ["Anna", "Ben"]
            assert [player["won"] for player in result["players"]] == [
                seat in over["winners"] for seat in range(2)
            ]
            assert known["attract"]["tonight"] == known["attract"]["last"]
            best = min(player["score"] for player in over["players"] if player["score"] is not None)
            assert known["attract"]["house"]["score"] == best
            # Taken back, it is no result any more.
            await daemon.post("undo")
            again = await daemon.state()
            assert again["attract"] is None
        assert read_played(daemon.store)[0][0].ending is Ending.PLAYING

    asyncio.run(evening())


def test_a_restart_knows_it_all_and_another_game_has_other_records(tmp_path: Path) -> None:
    async def evening() -> None:
        async with RunningDaemon(tmp_path, "--dice-seed", "3") as daemon:
            await play(daemon)
        async with RunningDaemon(tmp_path, "--dice-seed", "4") as daemon:
            state = await daemon.until(lambda state: bool(state["attract"] and state["attract"]["last"]))
            assert state["prompt"]["code"] == "match_over"
            assert state["attract"]["house"] is not None
            await daemon.post("match", rules="classic", players=["Anna"])
            state = await daemon.until(lambda state: state["attract"]["house"] is None)
            assert len(state["attract"]["last"]) == 1

    asyncio.run(evening())


def test_a_journal_of_the_version_before_is_played_on(tmp_path: Path) -> None:
    async def evening() -> None:
        daemon = RunningDaemon(tmp_path)
        daemon.store.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(OLD, daemon.store)
        async with daemon:
            state = await daemon.state()
            assert [player["name"] for player in state["players"]] == ["Grace"]
            assert state["faults"] == []
            await daemon.post("match", rules="classic", players=["Grace"], abandon=True)
            state = await daemon.until(lambda state: bool(state["attract"] and state["attract"]["last"]))
            assert [match["match"] for match in state["attract"]["last"]] == [2, 1]

    asyncio.run(evening())
