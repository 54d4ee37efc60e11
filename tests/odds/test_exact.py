"""Every way to play, in floating point over arrays, beside fractions worked out throw by throw."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from stbpi.odds import LOWEST_SCORE, SHUT, OddsError, at_most, best_policy, row, solve, spread
from stbpi.odds.exact import exact_value
from stbpi.odds.solving import solve_afresh
from stbpi.rules import rule_set

SMALL = {
    "plain": rule_set("classic", flaps=6),
    "other numbers": rule_set("classic", flaps=[2, 3, 5, 7, 11]),
    "one die at will": rule_set("classic", flaps=7, one_die="none_above_6"),
    "one die forced": rule_set("classic", flaps=7, one_die="none_above_6", one_die_forced=True),
    "one die by sum": rule_set("classic", flaps=6, one_die="sum_at_most_6"),
    "one die by count": rule_set("tray", flaps=8),
    "two flaps": rule_set("classic", ["two-flaps"], flaps=6),
    "either": rule_set("tray", ["common"], flaps=7),
    "single": rule_set("thai", flaps=6),
    "digits": rule_set("classic", ["digits"], flaps=7),
    "digits of two": rule_set("tray", ["express"], flaps=[1, 4, 7, 10, 12]),
    "count": rule_set("classic", flaps=6, scoring="count"),
    "again, two passes": rule_set("numbers", flaps=6),
    "again, one pass": rule_set("numbers", flaps=6, out_after=1),
    "again after closing": rule_set("numbers", flaps=6, doubles="again_after_or_three"),
    "again, one die at will": rule_set("numbers", flaps=6, one_die="none_above_6"),
    "again until blocked": rule_set("classic", flaps=6, doubles="again_or_three"),
    "never out": rule_set("numbers", flaps=[2, 3, 4, 5, 6], out_after=0),
    "first throw closes": rule_set("two-to-go", flaps=7),
    "closed at start": rule_set("three-down", flaps=8),
    "stop on seven": rule_set("unlucky-seven", flaps=7),
    "three dice": rule_set("classic", flaps=[3, 4, 5, 6, 7, 8], dice=3),
    "other dice": rule_set("classic", flaps=6, die_sides=4),
}
GOALS = {
    "points": (LOWEST_SCORE, lambda score: Fraction(-score), -1),
    "shut": (SHUT, lambda score: Fraction(score == 0), 1),
    "at most 5": (at_most(5), lambda score: Fraction(score <= 5), 1),
}


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("name", SMALL)
def test_arrays_and_fractions_agree_to_rounding(name, goal) -> None:
    wanted, worth, sign = GOALS[goal]
    rules = SMALL[name]
    assert solve(rules, wanted).value() == pytest.approx(sign * float(exact_value(rules, worth)), rel=1e-13)


@pytest.mark.parametrize("name", ["again, two passes", "either", "one die at will"])
def test_so_they_do_in_every_position(name) -> None:
    rules = SMALL[name]
    solution = solve(rules, LOWEST_SCORE)
    for mask in range(1, solution.row.full + 1, 5):
        opened = solution.row.flaps_of(mask)
        exact = exact_value(rules, lambda score: Fraction(-score), opened)
        assert solution.value(opened) == pytest.approx(-float(exact), rel=1e-13)


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("name", SMALL)
def test_the_spread_of_best_play_has_the_worth_of_best_play(name, goal) -> None:
    wanted, worth, _ = GOALS[goal]
    solution = solve(SMALL[name], wanted)
    found = spread(best_policy(solution))
    assert sum(found.values()) == pytest.approx(1, rel=1e-13)
    mean = sum(float(worth(score)) * chance for score, chance in found.items())
    assert wanted.shown(mean) == pytest.approx(solution.value(), rel=1e-12)


@pytest.mark.parametrize("name", SMALL)
def test_scores_and_one_die_are_those_of_the_rules(name) -> None:
    of = row(SMALL[name])
    masks = [of.mechanics.mask_of(of.flaps_of(mask)) for mask in range(of.full + 1)]
    assert of.scores(0, len(of.flaps), 0).tolist() == [of.mechanics.score(mask) for mask in masks]
    allowed = [of.mechanics.one_die_allowed(mask) for mask in masks]
    assert of.one_die(0, len(of.flaps), 0).tolist() == allowed
    # And with some flaps given to be open, as rows of many flaps are gone through.
    high = of.full & ~7
    assert of.scores(0, 3, high).tolist() == [of.score(high | low) for low in range(8)]
    assert of.one_die(0, 3, high).tolist() == allowed[high : high + 8]


@pytest.mark.parametrize("name", SMALL)
def test_a_long_row_is_solved_in_parts_like_a_short_one(name) -> None:
    of = row(SMALL[name])
    whole = solve_afresh(of, LOWEST_SCORE)
    parts = solve_afresh(of, LOWEST_SCORE, together=3)
    np.testing.assert_allclose(parts.worth, whole.worth, rtol=1e-13)
    np.testing.assert_array_equal(parts.one_die, whole.one_die)


def test_what_is_too_large_is_refused_in_a_sentence() -> None:
    with pytest.raises(OddsError, match=r"^30 flaps have 2\^30 positions, .* up to 24 flaps\.$"):
        solve(rule_set("classic", flaps=30, dice=4, die_sides=8), SHUT)
    with pytest.raises(OddsError, match=r"^12 flaps are too many for fractions"):
        exact_value(rule_set("full-house"), lambda score: Fraction(score))


def test_positions_that_the_rules_do_not_have_are_refused() -> None:
    solution = solve(rule_set("three-down"), SHUT)
    with pytest.raises(
        OddsError, match=r"^Flap 2 never stands open with these rules; open can be 4, 5, 6, 7, 8, 9\.$"
    ):
        solution.value([2, 4])
    with pytest.raises(OddsError, match=r"^1 passes in a row cannot be"):
        solution.value([4], passes=1)


def test_what_was_solved_once_is_kept() -> None:
    rules = rule_set("classic", flaps=5)
    assert solve(rules, LOWEST_SCORE) is solve(rule_set("classic", flaps=5), LOWEST_SCORE)
    assert solve(rules, at_most(3)) is solve(rules, at_most(3))
    assert solve(rules, at_most(3)) is not solve(rules, at_most(4))


@pytest.mark.parametrize("name", ["classic", "pub", "tray", "three-to-go", "knock-out", "doubles-up"])
def test_rounding_makes_no_chance_more_than_certain(name) -> None:
    rules = rule_set(name)
    everything = solve(rules, at_most(145))
    assert 1 - 1e-12 < everything.value() <= 1
    assert all(everything.thrown(rules.flaps, dice) <= 1 for dice, _ in everything.row.throws(2))
