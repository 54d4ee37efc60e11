"""What is said of the perfect player's aim is what it does."""

from __future__ import annotations

import pytest

from stbpi.house import Players
from stbpi.odds.winning import to_win
from stbpi.rules import Match, rule_set, rule_set_names
from stbpi.rules.aims import Aim, aim, told
from stbpi.rules.strength import Strength
from stbpi.table.setup import MatchSetup

RULES = {
    **{name: rule_set(name) for name in rule_set_names()},
    "express": rule_set("tray", ["express"]),
    "a match of one round": rule_set("tray", match="single"),
    "nine flaps each": rule_set("tray", flaps=9, match="single"),
    "a throw for all": rule_set("tray", ["common"], match="single"),
    "thirteen flaps": rule_set("classic", flaps=13, dice=3),
}


@pytest.mark.parametrize("name", RULES)
def test_it_plays_for_what_is_said(name) -> None:
    rules = RULES[name]
    said = aim(rules)
    setup = MatchSetup(rules, ("Ann", "House perfect"), "entered", bytes(32))
    assert (Players().unable(setup, Strength.PERFECT) is not None) is (said is Aim.NOTHING)
    if said is Aim.NOTHING:
        return
    match = Match.start(rules, max(2, rules.min_players))
    whole = said == Aim.TO_WIN or name == "nine flaps each"
    assert (to_win(match, 0) is not None) is whole


def test_every_aim_is_somebodys() -> None:
    assert {aim(rules) for rules in RULES.values()} == set(Aim)
    assert aim(rule_set("numbers")) == Aim.RACE
    assert aim(rule_set("classic")) == aim(rule_set("pub")) == Aim.TO_WIN
    assert aim(rule_set("tray")) == aim(rule_set("knock-out")) == Aim.POINTS
    assert (
        told(rule_set("knock-out")) == "The perfect player of the house plays for a low score in each round."
    )
