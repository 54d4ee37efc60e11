"""Limits of simulated figures hold what is true as often as they say, or say that they need not."""

from __future__ import annotations

import pytest

from stbpi.odds import LOWEST_SCORE, largest_first, row, solve, spread
from stbpi.odds.arena import simulate
from stbpi.odds.likely import mean, share, student
from stbpi.odds.policy import best_policy
from stbpi.rules import rule_set
from stbpi.rules.strength import Strength

SEEDS = range(300)


def figures(rules, strength, matches):
    return [simulate(rules, [strength], matches, seed).seats[0] for seed in SEEDS]


@pytest.mark.parametrize("matches", [20, 100])
def test_chances_lie_within_their_limits_as_often_as_promised(matches):
    rules = rule_set("classic")
    true = spread(best_policy(solve(rules, LOWEST_SCORE)))[0]
    inside = sum(one.shut.low <= true <= one.shut.high for one in figures(rules, Strength.PERFECT, matches))
    assert inside >= 0.93 * len(SEEDS)


def test_points_lie_within_theirs_from_a_hundred_matches_on():
    rules = rule_set("classic")
    true = solve(rules, LOWEST_SCORE).value()
    seen = [one.points for one in figures(rules, Strength.PERFECT, 100)]
    assert sum(one.low <= true <= one.high for one in seen) >= 0.92 * len(SEEDS)
    assert sum(one.sure for one in seen) >= 0.9 * len(SEEDS)


def test_points_that_need_not_are_not_promised():
    rules = rule_set("classic", scoring="digits")
    scores = spread(largest_first(row(rules)))
    true = sum(score * chance for score, chance in scores.items())
    seen = [one.points for one in figures(rules, Strength.CAREFUL, 300)]
    missed = [one for one in seen if not one.low <= true <= one.high]
    assert len(missed) > 0.3 * len(SEEDS)
    assert not any(one.sure for one in seen)
    assert all(one.low >= 0 for one in seen)


def test_one_match_tells_no_margin():
    seat = simulate(rule_set("classic"), [Strength.CAREFUL], 1, seed=1).seats[0]
    assert (seat.points.error, seat.points.sure) == (None, False)
    assert seat.shut.low == 0.0
    assert seat.shut.high > 0.9


@pytest.mark.parametrize("times", [1, 2, 20, 100_000])
@pytest.mark.parametrize("value", [0.0, 0.5, 1.0])
def test_no_chance_is_certain_or_beyond_nought_and_one(value, times):
    one = share(value, 0.0, times)
    assert 0 <= one.low <= value <= one.high <= 1
    assert one.low < one.high


def test_the_limits_are_the_published_ones():
    # Newcombe 1998, table I: 15 of 148 and 0 of 20, Wilson's method with continuity correction.
    assert (share(15 / 148, 0, 148).low, share(15 / 148, 0, 148).high) == pytest.approx(
        (0.0598, 0.1644), abs=5e-5
    )
    assert share(0.0, 0, 20).high == pytest.approx(0.2005, abs=5e-5)
    published = {1: 12.706, 2: 4.303, 3: 3.182, 5: 2.571, 10: 2.228, 30: 2.042, 1000: 1.962}
    for freedom, value in published.items():
        assert student(freedom) == pytest.approx(value, abs=0.006)


def test_a_mean_stays_within_what_can_be():
    one = mean(1.0, 5.0, 20, 0.0, 0.0, 45.0)
    assert (one.low, one.sure) == (0.0, False)
