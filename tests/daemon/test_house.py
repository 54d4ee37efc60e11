"""A lone guest at the running daemon, against the house: over HTTP, with the plug pulled in the middle."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from stbpi.config import load_settings
from stbpi.daemon.away import by_people, keep, told
from stbpi.daemon.faults import FaultBoard
from stbpi.locale import LANGUAGES, catalogue
from stbpi.locale.refusals import spoken
from stbpi.rules import rule_set
from stbpi.rules.actions import Close, Roll
from stbpi.rules.said import Said
from stbpi.store import StoredMatch
from stbpi.store.past import read_past
from stbpi.table.events import PrepareMatch
from stbpi.table.refusal import TableRefusal
from stbpi.table.setup import MatchSetup, Timing, TraySides
from stbpi.table.table import Table
from tests.support.running import RunningDaemon

BY_HAND = """
[dice]
source = "entered"
[game]
rules = "pub"
"""


async def closes(daemon: RunningDaemon, *flaps: int) -> None:
    for flap in flaps:
        await daemon.post("sim/flap", side=0, flap=flap, closed=True)


def test_solo_pub_against_the_house_through_a_pulled_plug(tmp_path: Path) -> None:
    async def match() -> None:
        async with RunningDaemon(tmp_path, debounce_ms=5, more_config=BY_HAND) as daemon:
            status, reply = await daemon.send(
                "match", {"rules": "three-hundred", "players": ["House perfect"]}
            )
            assert (status, reply["code"]) in ((422, "bad_setup"), (422, "tray_too_small"))
            await daemon.post("match", rules="pub", players=["Ann", "House perfect"])
            await daemon.post("button", hold_ms=60)
            await daemon.post("dice", dice=[1, 1])
            await closes(daemon, 2)
            await daemon.prompt("press_to_roll")
            await daemon.post("dice", dice=[1, 1])
            await daemon.post("button", hold_ms=60)
            await daemon.prompt("raise_flaps")
            await daemon.post("sim/flap", side=0, flap=2, closed=False)
            await daemon.until(lambda now: now["prompt"]["code"] == "press_to_roll")
            told = (await daemon.post("dice", dice=[6, 4]))["prompt"]
            # Ann has noted 43: the house has won, and still plays for a low score.
            assert (told["code"], told["player"], [ref["flap"] for ref in told["close"]]) == (
                "close_flaps",
                1,
                [1, 9],
            )
            assert told["text"] == "House (perfect): close 1 and 9."
            await closes(daemon, 4, 6)
            await daemon.until(
                lambda now: (
                    now["prompt"]["code"] == "reopen"
                    and sorted(ref["flap"] for ref in now["prompt"]["flaps"]) == [4, 6]
                )
            )
            await daemon.kill()
            await daemon.start()
            await daemon.prompt("resume", "reopen")
            for flap in (4, 6):
                await daemon.post("sim/flap", side=0, flap=flap, closed=False)
            again = (await daemon.prompt("close_flaps"))["prompt"]
            assert [ref["flap"] for ref in again["close"]] == [1, 9]
            await closes(daemon, 1, 9)
            await daemon.prompt("press_to_roll")
        written = read_past(daemon.store)[-1].open()
        assert written.setup.players == ("Ann", "House perfect")
        assert written.decisions[-2:] == (Roll((6, 4)), Close((1, 9)))

    asyncio.run(match())


WITHOUT_NUMPY = (
    sys.executable,
    "-c",
    "import sys; sys.modules['numpy'] = None; from stbpi.cli import main; sys.exit(main())",
)

HOUSE_SEATED = """
[game]
players = ["Ann", "House perfect"]
"""


@pytest.mark.long
def test_without_numpy_people_sit_where_the_perfect_house_would_and_its_match_is_kept(tmp_path: Path) -> None:
    async def match() -> None:
        async with RunningDaemon(tmp_path, more_config=HOUSE_SEATED) as daemon:
            await daemon.post("button", hold_ms=60)
            assert (await daemon.post("button", hold_ms=60))["phase"] == "close"
            await daemon.terminate()
            await daemon.session.close()
            with_numpy, daemon.program = daemon.program, (*WITHOUT_NUMPY, *daemon.program[3:])
            await daemon.start()
            state = await daemon.state()
            faults = {fault["part"]: fault for fault in state["faults"]}
            assert [player["name"] for player in state["players"]] == ["Ann", "Player 2"]
            assert faults["players"]["code"] == "no_house"
            assert "[game] players" in faults["players"]["message"]
            assert "stbpi[odds]" in faults["players"]["message"]
            assert faults["match"]["code"] == "cannot_go_on"
            assert "NumPy" in faults["match"]["message"]
            another = {"rules": "classic", "players": ["Cy"]}
            status, reply = await daemon.send("match", another)
            assert (status, reply["code"]) == (409, "match_running")
            # Mended, it goes on as if nothing had been.
            await daemon.terminate()
            await daemon.session.close()
            daemon.program = with_numpy
            await daemon.start()
            state = await daemon.state()
            assert (state["phase"], state["faults"]) == ("close", [])

    asyncio.run(match())


def test_a_match_that_cannot_go_on_is_a_fault_until_another_takes_its_place() -> None:
    faults = FaultBoard()
    setup = MatchSetup(rule_set("classic"), ("Ann", "House perfect"), "electronic", bytes(32))
    other = replace(setup, players=("Ann",))
    why = TableRefusal("bad_setup", Said.of("NumPy is missing."))
    table = Table(TraySides((tuple(range(1, 10)),)), Timing(), lambda: bytes(32))
    table.prepare(other, 0)

    def found(*decisions: Roll, started: bool = True) -> None:
        keep(table, StoredMatch(1, bytes(16), setup, decisions, 0, 0, started, False, 0), why, faults)

    found(started=False)
    assert not faults.standing
    found(Roll((6, 4)))
    assert [fault.code for fault in faults.standing] == ["cannot_go_on"]
    said = spoken(faults.standing[0].said, catalogue("de"))
    assert said.startswith("Das begonnene Spiel kann hier nicht weitergehen: NumPy is missing. ")
    with pytest.raises(TableRefusal) as refused:
        table.handle(PrepareMatch(other), 1)
    assert refused.value.code == "match_running"
    told(table.view, faults)
    assert faults.standing
    table.handle(PrepareMatch(other, abandon=True), 2)
    told(table.view, faults)
    assert not faults.standing
    table.handle(PrepareMatch(other), 3)


def test_seats_that_the_house_cannot_take_are_those_of_people(tmp_path: Path, monkeypatch) -> None:
    config = tmp_path / "stbpi.toml"
    config.write_text('[game]\nplayers = ["Ann", "House perfect", "House greedy"]\n', encoding="utf-8")
    settings, faults = load_settings(config), FaultBoard()
    assert by_people(settings, faults) is settings
    monkeypatch.setitem(sys.modules, "stbpi.odds", None)
    assert by_people(settings, faults).game.players == ("Ann", "Player 2", "House greedy")
    (fault,) = faults.standing
    assert "[game] players" in fault.message
    assert "stbpi[odds]" in fault.message
    sentences = {language: spoken(fault.said, catalogue(language)) for language in LANGUAGES}
    assert sentences["en"] == fault.message
    assert len(set(sentences.values())) == len(LANGUAGES)
    assert all("[game] players" in sentence and "stbpi[odds]" in sentence for sentence in sentences.values())
    assert "Der perfekte Spieler braucht NumPy" in sentences["de"]
