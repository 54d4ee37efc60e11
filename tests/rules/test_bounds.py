"""No number of a match ever grows so long that it could not be written: Python spells out 4,300 digits at most."""

from __future__ import annotations

import json

import pytest

from stbpi.rules import IllegalAction, Match, PlayersError, RuleSetError, rule_set
from stbpi.rules.ruleset import (
    HIGHEST_FLAP,
    HIGHEST_MULTIPLIER,
    HIGHEST_STAKE,
    MOST_FLAPS,
    MOST_POINTS,
    READERS,
)
from tests.rules.test_invariants import walk

MOST_DIGITS = 4_000
MOST_ACTIONS = 10**100
"""More than anybody will make."""

NUMBERS = tuple(axis for axis in READERS if isinstance(rule_set("classic").axes()[axis], int))
HIGH_FLAPS = list(range(HIGHEST_FLAP - MOST_FLAPS + 1, HIGHEST_FLAP + 1))


def numbers_of(match: Match) -> list[int]:
    """Every number of a match that grows."""
    standings = [row.total for row in match.standings]
    scores = (*match.totals, *match.balances, *match.round_scores, *standings)
    return [
        match.round,
        match.pool,
        *match.rules.axes()["flaps"],
        *(one for one in scores if one is not None),
    ]


@pytest.mark.parametrize("axis", NUMBERS)
@pytest.mark.parametrize("value", [10**41, int("9" * 4299), 10**5000], ids=["41", "4299", "5000"])
def test_an_axis_takes_no_endless_number(axis, value):
    for one in (value, -value, [value]):
        with pytest.raises(RuleSetError) as told:
            rule_set("pub", **{axis: one})
        assert axis in str(told.value)
        assert len(str(told.value)) < 300


@pytest.mark.parametrize("players", [10**41, 10**5000, -(10**5000)], ids=["41", "5000", "-5000"])
def test_nor_do_players(players):
    with pytest.raises(PlayersError, match="give a number from 1 to 99"):
        Match.start(rule_set("pub"), players)


def test_the_most_that_one_action_adds_leaves_room_for_all_that_are_ever_made():
    longest_score = int("".join(map(str, HIGH_FLAPS))) * HIGHEST_MULTIPLIER
    most_won = 99 * HIGHEST_STAKE * HIGHEST_MULTIPLIER
    highest = max(longest_score, most_won, MOST_POINTS)
    assert MOST_ACTIONS * highest < 10**MOST_DIGITS


def test_money_of_the_richest_match_is_written_and_read():
    rules = rule_set("pub", stake=HIGHEST_STAKE, shut_multiplier=HIGHEST_MULTIPLIER, flaps=[2])
    match = Match.start(rules, 99).roll(1, 1).close([2])
    assert match.phase == "round_over"
    assert match.balances[0] == 98 * HIGHEST_STAKE * HIGHEST_MULTIPLIER
    assert json.loads(json.dumps(numbers_of(match))) == numbers_of(match)


def test_points_of_the_longest_row_are_written_and_read():
    rules = rule_set(
        "classic",
        flaps=48,
        dice=4,
        die_sides=12,
        closed_at_start=[1, 2, 3, 4],
        scoring="digits",
        others_multiplier_on_shut=HIGHEST_MULTIPLIER,
        match="target",
        target=MOST_POINTS,
    )
    match = Match.start(rules, 1).roll(1, 1, 1, 1)
    assert match.phase == "match_over"
    assert match.totals[0] > 10**82
    played = match.totals[0]
    for _ in range(20):
        match = match.correct(0, MOST_POINTS, "all the points there are")
    assert json.loads(json.dumps(numbers_of(match))) == numbers_of(match)
    # Whatever somebody has can be taken, at once or in parts, and nothing longer than usual can be given.
    assert match.correct(0, -match.totals[0], "all of it").totals == (0,)
    assert match.correct(0, -played, "the round").totals == (20 * MOST_POINTS,)
    for points in (-match.totals[0] - 1, match.totals[0], MOST_POINTS + 1):
        with pytest.raises(IllegalAction, match=r"at most 40 digits, or take away what Player 1 has\.$"):
            match.correct(0, points, "too much")


def test_a_long_evening_stays_far_below():
    rules = rule_set("knock-out", stake=HIGHEST_STAKE, shut_multiplier=HIGHEST_MULTIPLIER, eliminate_at=2_000)
    for _, match in walk(rules, 4, 1, meddling=True):
        assert max(len(str(number)) for number in numbers_of(match)) < 60
