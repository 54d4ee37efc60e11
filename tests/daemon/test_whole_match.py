"""A whole classic match through the running daemon, over HTTP alone, as people at the table live it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

from stbpi.rules import Match, rule_set
from stbpi.rules.actions import Decision
from stbpi.rules.history import History
from stbpi.store import Journal
from tests.support.guest import Mover, irregular_edges, to_the_end
from tests.support.running import RunningDaemon

CLASSIC = rule_set("classic")
SEED = ("--dice-seed", "14")


def journal_of(daemon: RunningDaemon) -> tuple[Decision, ...]:
    """The decisions of the match in the journal, read once the daemon has let go of it."""
    journal = Journal.open(daemon.store)
    try:
        stored = journal.current()
        assert stored is not None
        return stored.decisions
    finally:
        journal.close()


def flap(number: int) -> dict[str, int]:
    return {"side": 0, "flap": number}


def test_two_players_from_the_first_press_to_the_winner(tmp_path: Path) -> None:
    async def match() -> None:
        async with RunningDaemon(tmp_path, *SEED) as daemon:
            state = await daemon.post("match", rules="classic", players=["Anna", "Ben"])
            assert (state["phase"], state["prompt"]["code"]) == ("idle", "press_to_start")
            assert [player["name"] for player in state["players"]] == ["Anna", "Ben"]

            state = await daemon.post("button", hold_ms=60)
            assert (state["prompt"]["code"], state["prompt"]["player"]) == ("press_to_roll", 0)
            assert state["waiting_for"] == [0]
            state = await daemon.post("button", hold_ms=60)
            assert (state["phase"], state["prompt"]["code"]) == ("close", "close_flaps")
            total = sum(state["dice"])
            anna = state["players"][0]
            expected = Match.start(CLASSIC, 2).roll(*state["dice"]).legal_moves()
            assert anna["legal_moves"] == [list(move) for move in expected]

            # A flap that no answer contains: the tray names it, scores nothing, and goes on when it is up again.
            wrong = next(f for f in range(1, 10) if not any(f in move for move in anna["legal_moves"]))
            await daemon.post("sim/flap", side=0, flap=wrong, closed=True)
            state = await daemon.prompt("reopen")
            assert state["prompt"]["flaps"] == [flap(wrong)]
            assert state["players"][0]["open"] == list(range(1, 10))
            await daemon.post("sim/flap", side=0, flap=wrong, closed=False)
            state = await daemon.prompt("close_flaps")

            # Part of an answer: the pips that are left are counted.
            pair = next(move for move in anna["legal_moves"] if len(move) == 2)
            state = await daemon.post("sim/flap", side=0, flap=pair[0], closed=True)
            assert state["prompt"]["code"] == "close_more"
            assert state["prompt"]["remaining"] == total - pair[0]
            await daemon.post("sim/flap", side=0, flap=pair[1], closed=True)
            state = await daemon.prompt("press_to_roll", "blocked")
            assert state["players"][0]["open"] == [f for f in range(1, 10) if f not in pair]

            # A flap that counts already is raised: the match waits until it is closed again.
            await daemon.post("sim/flap", side=0, flap=pair[1], closed=False)
            state = await daemon.prompt("close_again")
            assert state["prompt"]["flaps"] == [flap(pair[1])]
            await daemon.post("sim/flap", side=0, flap=pair[1], closed=True)
            state = await daemon.prompt("press_to_roll")

            states = await to_the_end(daemon, state)
            said = [state["prompt"]["code"] for state in states]
            assert said.count("blocked") == 2
            raising = next(state for state in states if state["prompt"]["code"] == "raise_flaps")
            assert raising["players"][0]["score"] == sum(raising["players"][0]["open"])
            assert raising["prompt"]["flaps"] == [flap(f) for f in raising["tray"][0]]
            last = states[-1]
            totals = [player["total"] for player in last["players"]]
            assert totals == [sum(player["open"]) for player in last["players"]]
            assert last["winners"] == [seat for seat in (0, 1) if totals[seat] == min(totals)]
            assert last["standings"][0]["rank"] == 1
            assert last["phase"] == "match_over"

    asyncio.run(match())


def test_raw_edges_with_any_bounce_leave_the_same_journal(tmp_path: Path) -> None:
    """The same guests at the same dice, once with clean hands and once with 0.1 to 25 ms of bounce on every contact."""
    randomness = Random(11)

    async def bouncing(daemon: RunningDaemon, side: int, number: int, closed: bool) -> None:
        edges = irregular_edges(randomness, closed)
        await daemon.post("sim/edges", side=side, flap=number, edges=edges)

    async def match(folder: Path, move: Mover | None) -> tuple[Decision, ...]:
        folder.mkdir()
        async with RunningDaemon(folder, *SEED) as daemon:
            states = await to_the_end(
                daemon, await daemon.post("match", rules="classic", players=["Anna", "Ben"]), move
            )
        decisions = journal_of(daemon)
        history = History.fold(CLASSIC, ("Anna", "Ben"), decisions)
        assert [player["total"] for player in states[-1]["players"]] == list(history.match.totals)
        return decisions

    clean = asyncio.run(match(tmp_path / "clean", None))
    dirty = asyncio.run(match(tmp_path / "dirty", bouncing))
    assert len(clean) > 8
    assert dirty == clean
