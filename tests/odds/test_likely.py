"""Limits of simulated figures hold what is true as often as they say, or say that they need not."""

from __future__ import annotations

import pytest

from stbpi.odds import LOWEST_SCORE, largest_first, row, solve, spread
from stbpi.odds.arena import simulate
from stbpi.odds.likely import mean, share, student
from stbpi.odds.policy import best_policy
from stbpi.rules import rule_set
from stbpi.rules.strength import Strength

SEEDS = range(150)


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


@pytest.mark.parametrize(
    ("value", "beyond"), [(0.0, "most"), (45.0, "least")], ids=["rare and high", "rare and low"]
)
def test_what_was_met_in_no_match_may_move_the_mean_either_way(value, beyond):
    bounds = {"least": value, "most": value} | {beyond: 45.0 - value}
    assert not mean(value, 0.0, 1000, 0.0, **bounds).sure
    # Margins that hold it all the same: 3.7 of a thousand matches would move it by 0.17.
    assert mean(value, 0.1, 1000, 0.0, **bounds).sure


def called_sure(rules, players, matches, figure, seeds=15):
    seats = [simulate(rules, players, matches, seed).seats[0] for seed in range(seeds)]
    return [one for one in (getattr(seat, figure) for seat in seats) if one.sure]


def test_money_is_not_promised_where_a_rare_shut_is_worth_most_of_it():
    rules = rule_set("full-house", stake=10, shut_multiplier=100)
    assert not called_sure(rules, [Strength.PERFECT, Strength.RANDOM], 100, "balance")


def test_a_score_that_is_rare_and_low_is_not_promised_away():
    rules = rule_set("pub", flaps=[3, 18], dice=3)
    assert not called_sure(rules, [Strength.PERFECT], 100, "points")


def test_matches_that_met_much_of_what_is_rare_do_not_pass_for_even():
    # A random player hardly ever wins. Where it did so often enough to look even, its balance is the one that is off.
    rules, players = (
        rule_set("pub", stake=1),
        [Strength.RANDOM, Strength.PERFECT, Strength.RANDOM, Strength.CAREFUL],
    )
    assert not called_sure(rules, players, 220, "balance", 40)


def test_without_stakes_no_money_is_sure():
    seat = simulate(rule_set("classic"), [Strength.CAREFUL, Strength.CAREFUL], 100, seed=1).seats[0]
    assert (seat.balance.value, seat.balance.low, seat.balance.high, seat.balance.sure) == (0, 0, 0, True)


def test_most_money_is_promised_from_a_hundred_matches_on():
    assert (
        len(called_sure(rule_set("pub", stake=50), [Strength.PERFECT, Strength.RANDOM], 100, "balance")) > 13
    )


def test_of_many_rounds_one_more_moves_little():
    seat = simulate(
        rule_set("pub", stake=50), [Strength.PERFECT, Strength.RANDOM], 100, seed=1, rounds=100
    ).seats[0]
    assert (seat.points.sure, seat.balance.sure) == (True, True)
