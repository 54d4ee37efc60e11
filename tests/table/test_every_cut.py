"""The plug is pulled after every single step of a match: it goes on where it was, however the flaps stand by then."""

from __future__ import annotations

import pytest

from stbpi.rules import rule_set, rule_set_names
from stbpi.table.prompts import PromptCode
from tests.table.driver import AtTable
from tests.table.test_anything import obey

LONGEST = 60
"""Steps of a match that are cut one by one: some of these matches last for hundreds."""


def begun(name: str) -> AtTable:
    rules = rule_set(name)
    players = ("Ann", "Ben", "Cleo")[: min(3, max(2, rules.min_players))]
    return AtTable(name, players=players, dice="electronic").press()


def shown(at: AtTable) -> tuple[object, ...]:
    prompt = at.prompt
    return prompt.code, prompt.player, prompt.flaps, prompt.close, prompt.remaining, prompt.press, prompt.hold


def settled(at: AtTable) -> AtTable:
    return at.rest(2)


@pytest.mark.parametrize("name", rule_set_names())
def test_the_prompt_is_that_of_before_whatever_step_it_was(name):
    at = begun(name)
    for _ in range(LONGEST):
        before, match = shown(settled(at)), at.match
        at.restart()
        assert shown(settled(at)) == before
        assert at.match == match
        if at.code is PromptCode.MATCH_OVER:
            break
        obey(at)


@pytest.mark.parametrize("name", rule_set_names())
def test_a_tray_in_any_other_position_is_led_back_and_the_match_goes_on(name):
    at = begun(name)
    other = 0b101101110101
    for step in range(LONGEST):
        settled(at)
        if at.code is PromptCode.MATCH_OVER:
            break
        match, decided = at.match, list(at.decisions)
        other = (other * 5 + step) % (1 << 12)
        closed = [
            {flap for at_bit, flap in enumerate(side) if other >> ((at_bit + number * 3) % 12) & 1}
            for number, side in enumerate(at.sides.flaps)
        ]
        at.restart(closed=closed).rest()
        assert at.decisions[: len(decided)] == decided
        if at.decisions == decided:
            assert at.match == match, "only legal actions move scores"
        at.as_told()
        assert at.code not in {PromptCode.RESUME, PromptCode.FAULT}, at.prompt
        obey(at)
