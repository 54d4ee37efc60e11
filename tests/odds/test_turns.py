"""What the decisions of a turn cost together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stbpi.odds.judge import judged
from stbpi.odds.turns import chance_lost
from stbpi.rules import Match, rule_set
from stbpi.rules.actions import Close


def test_a_chance_to_win_that_is_not_known_of_one_decision_is_not_known_of_the_turn() -> None:
    match = Match.start(rule_set("classic", one_die="never"), ["Ann", "Ben"]).roll(6, 3)
    (made,) = judged(match, Close((1, 2, 6)))
    assert made.win_lost
    assert chance_lost((made, made)) == pytest.approx(2 * made.win_lost)
    assert chance_lost((made, replace(made, win_lost=None))) is None
    assert chance_lost(()) == 0
