"""What people read who ask for a match their tray is too small for."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from stbpi.rules import rule_set
from stbpi.table.fitting import check_fit
from stbpi.table.refusal import TableRefusal
from stbpi.table.setup import MatchSetup
from stbpi.tray import load_profile
from stbpi.tray.larger import with_larger_tray
from tests.support.running import RunningDaemon, Timeout


def told(rules: str, players: int, *, simulated: bool = True, tray: str = "direct-9", **axes: object) -> str:
    setup = MatchSetup(rule_set(rules, **axes), tuple("ABCDEF"[:players]), "electronic", bytes(32))
    with pytest.raises(TableRefusal) as refused:
        check_fit(setup, load_profile(tray).tray_sides)
    refusal = with_larger_tray(refused.value, setup, simulated=simulated)
    assert refusal.code == refused.value.code
    return str(refusal)


def test_a_newcomer_on_nine_flaps_reads_how_to_get_a_table_for_four():
    assert told("tray", 4) == (
        "tray for 4 players needs 4 sides, one each, and the tray has 1 side; choose a set with a shared row, or a "
        "larger tray: start with stbpi run --simulate --profile simulated-4x12, "
        'or set [board] profile = "simulated-4x12" in the configuration.'
    )


def test_the_smallest_tray_that_is_large_enough_is_named():
    assert "simulated-4x12" in told("numbers", 2)
    assert "simulated-6x12" in told("numbers", 6)
    assert "play with 4 players, or" in told("numbers", 6, tray="simulated-4x12")
    assert "simulated-6x12" in told("numbers", 6, tray="simulated-4x12")


def test_on_a_real_tray_one_that_is_wired_is_named():
    assert "--profile mcp23017-4x10, or set" in told("numbers", 2, simulated=False, flaps=10)
    assert "--profile hc165-4x12, or set" in told("tray", 4, simulated=False, flaps=12)
    assert "--profile scanner-6x12, or set" in told("numbers", 6, simulated=False, flaps=12)


def test_nothing_is_promised_that_is_not_there():
    assert "larger tray" not in told("tray", 6, simulated=False), "nor do six people play it"
    sentence = told("three-hundred", 2)
    assert sentence.endswith(
        "side 1 of the tray has only 1, 2, 3, 4, 5, 6, 7, 8 and 9; choose a set with fewer flaps."
    )


def test_another_refusal_stays_as_it_is():
    setup = MatchSetup(rule_set("tray"), ("A", "B"), "electronic", bytes(32))
    refusal = TableRefusal("match_running", "A match is being played.")
    assert with_larger_tray(refusal, setup, simulated=True) is refusal


def test_the_form_of_the_page_is_told_the_same(tmp_path: Path) -> None:
    async def ask() -> None:
        async with RunningDaemon(tmp_path) as daemon:
            status, reply = await daemon.send("match", {"rules": "numbers", "players": 6})
            assert (status, reply["code"]) == (422, "tray_too_small")
            assert "start with stbpi run --simulate --profile simulated-6x12, or set" in reply["error"]
            state = await daemon.state()
            assert (state["rules"]["name"], state["prompt"]["code"]) == ("classic", "press_to_start")

    asyncio.run(ask())


def test_so_is_who_configures_such_a_match(tmp_path: Path) -> None:
    settings = tmp_path / "stbpi.toml"
    settings.write_text(
        '[game]\nrules = "tray"\n[store]\npath = "stbpi.db"\n[web]\nport = 0\n', encoding="utf-8"
    )
    command = [sys.executable, "-m", "stbpi", "run", "--simulate", "--config", str(settings)]
    finished = subprocess.run(command, capture_output=True, text=True, check=False, timeout=Timeout)
    assert finished.returncode == 2
    last = finished.stderr.splitlines()[-1]
    assert last.startswith(
        f"stbpi: {settings}:2:9: game.rules does not fit the profile direct-9: tray for 2 players needs 2 sides, "
        "one each, and the tray has 1 side;"
    )
    assert last.endswith('or set [board] profile = "simulated-4x12" in the configuration.')
