"""A match for six on the contacts of an emulated Nano that runs the real program, and the real daemon behind it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.firmware.bad_line import KINDS, BadLine
from tests.firmware.kit import Kit
from tests.firmware.match import play
from tests.firmware.nano import Nano

FLAPS = 9
HANGS = (3, 12)
"""Answers, counted from the first, while which the program hangs and its watchdog resets it."""

CUTS = {2: 400_000, 3: 2_000, 5: 700_000}
"""Answers, likewise, and for how many microseconds the power goes then."""


def test_six_people_play_numbers_to_the_end_on_the_program_that_is_flashed(kit: Kit, tmp_path: Path) -> None:
    port = tmp_path / "usb-1a86_USB_Serial-if00-port0"
    with Nano(kit, tmp_path, "--link", str(port), "--reset-on-open", stepped=False) as nano:
        played = asyncio.run(
            play(nano, port, tmp_path, 6, FLAPS, lambda answer: answer in HANGS and nano.ask("hang"))
        )
        resets = nano.figures()["resets"]
    told = {state["prompt"]["code"] for state in played.states}
    assert told >= {"press_to_roll", "close_flaps", "match_over"}
    assert told.isdisjoint({"fault", "not_your_side"}), "nobody closed what was not theirs"
    link = played.report["link"]
    assert (link["up"], link["version"], link["reset"], link["losses"]) == (True, "1.0", "watchdog", 0)
    assert link["frames_bad"] <= len(HANGS), "a frame cut by a reset, and no other"
    assert resets >= 2 + len(HANGS), "its power, the port that was opened, and each hang"
    assert sum(switch["changes"] for switch in played.report["switches"]) > 6 * FLAPS


def test_while_a_flap_closes_the_power_goes_and_comes_and_no_move_is_invented(
    kit: Kit, tmp_path: Path
) -> None:
    """The flap moves while nobody looks, or as the scanner starts again."""
    port = tmp_path / "usb-1a86_USB_Serial-if00-port0"
    with Nano(kit, tmp_path, "--link", str(port), stepped=False) as nano:
        played = asyncio.run(
            play(
                nano,
                port,
                tmp_path,
                2,
                FLAPS,
                lambda answer: answer in CUTS and nano.ask("power", "off", CUTS[answer]),
            )
        )
        resets = nano.figures()["resets"]
    told = {state["prompt"]["code"] for state in played.states}
    assert told >= {"press_to_roll", "close_flaps", "match_over"}
    assert told.isdisjoint({"fault", "not_your_side"}), "nobody closed what was not theirs"
    link = played.report["link"]
    assert (link["up"], link["reset"], link["losses"]) == (True, "power", 0)
    assert link["frames_bad"] <= len(CUTS), "a frame cut by the power, and no other"
    assert resets == 1 + len(CUTS)
    flaps = [switch for switch in played.report["switches"] if switch["flap"]]
    assert sum(flap["closed"] for flap in flaps) > len(CUTS)
    for flap in flaps:
        assert flap["changes"] <= flap["closed"], "each was closed once at most, and none was opened"


@pytest.mark.parametrize("kinds", [*((kind,) for kind in KINDS), KINDS], ids="-".join)
def test_over_a_bad_line_a_match_is_played_to_the_end_and_no_move_invented(
    kit: Kit, tmp_path: Path, kinds: tuple[str, ...]
) -> None:
    with (
        Nano(kit, tmp_path, stepped=False) as nano,
        BadLine(nano.port, kinds) as line,
    ):
        played = asyncio.run(play(nano, Path(line.port), tmp_path, 6, FLAPS, lambda answer: None))
    told = {state["prompt"]["code"] for state in played.states}
    assert told >= {"press_to_roll", "close_flaps", "match_over"}
    assert told.isdisjoint({"fault", "not_your_side"}), "nobody closed what was not theirs"
    assert all(line.did[kind] for kind in kinds)
    link = played.report["link"]
    assert link["losses"] == 0
    spoilt = "flips" in kinds
    assert bool(link["frames_bad"] or link["scanner_frames_bad"]) or not spoilt
