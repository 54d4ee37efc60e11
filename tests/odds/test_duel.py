"""Two players on a shared row: beside fractions, and beside matches with stakes."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random

import pytest

from stbpi.odds import LOWEST_SCORE, OddsError, best_policy, solve, spread
from stbpi.odds.duel import duel
from stbpi.odds.exact import exact_value
from stbpi.rules import Match, Phase, RuleSet, rule_set
from tests.odds.test_simulation import assert_agrees

SMALL = {
    "plain": (rule_set("classic", flaps=5), 1),
    "double for a shut": (rule_set("pub", flaps=6), 2),
    "played out": (rule_set("classic", flaps=5, shut_ends_round=False), 3),
    "digits": (rule_set("classic", ["digits"], flaps=5), 1),
}


def paid(mine: int, theirs: int, multiplier: int) -> Fraction:
    """Stakes won by these two scores, as the rules pay them."""
    if mine == theirs:
        return Fraction(0)
    shut = (mine == 0) + (theirs == 0)
    return Fraction((multiplier if shut == 1 else 1) * (1 if mine < theirs else -1))


@pytest.mark.parametrize("name", SMALL)
def test_both_play_as_well_as_in_fractions(name) -> None:
    rules, multiplier = SMALL[name]

    @cache
    def second(score: int) -> Fraction:
        return exact_value(rules, lambda mine: paid(mine, score, multiplier))

    def first(score: int) -> Fraction:
        return Fraction(multiplier) if score == 0 and rules.shut_ends_round else -second(score)

    solved = duel(rules, multiplier)
    assert solved.value == pytest.approx(float(exact_value(rules, first)), rel=1e-12, abs=1e-14)
    for score, solution in solved.second.items():
        assert solution.value() == pytest.approx(float(second(score)), rel=1e-12, abs=1e-14)


def test_chances_make_the_value_where_a_shut_is_worth_no_more() -> None:
    solved = duel(rule_set("classic"))
    chances = solved.chances
    assert chances.first_wins - chances.second_wins == pytest.approx(solved.value, abs=1e-12)
    assert min(chances.first_wins, chances.tie, chances.second_wins) > 0


def balance(rules: RuleSet, multiplier: int, chance: Random) -> int:
    """What the first player has won, in stakes, after one round of two who play best."""
    solved = duel(rules, multiplier)
    match = Match.start(rules, 2)
    while match.phase in (Phase.ROLL, Phase.CLOSE):
        seat = match.player
        assert seat is not None
        solution = solved.first if seat == 0 else solved.second[match.round_scores[0]]
        opened = match.open_flaps(seat)
        if match.phase is Phase.ROLL:
            match = match.roll(*(chance.randint(1, 6) for _ in range(solution.dice(opened))))
        else:
            match = match.close(solution.answers(opened, match.dice)[0].close)
    return match.balances[0]


def test_a_round_for_money_pays_what_is_expected() -> None:
    rules = rule_set("pub", stake=1)
    chance = Random(5)
    solved = duel(rules, rules.shut_multiplier)
    assert_agrees([balance(rules, rules.shut_multiplier, chance) for _ in range(1500)], solved.value)


@pytest.mark.parametrize("score", [3, 8, 15])
def test_playing_to_beat_a_score_wins_more_than_playing_for_points(score: int) -> None:
    classic = rule_set("classic")
    points = spread(best_policy(solve(classic, LOWEST_SCORE)))
    won = sum(chance * ((final < score) - (final > score)) for final, chance in points.items())
    assert duel(classic).second[score].value() > won + 0.001


def test_rows_of_their_own_are_refused() -> None:
    with pytest.raises(OddsError, match=r"^Players of 'tray' throw in turn"):
        duel(rule_set("tray"))
    with pytest.raises(OddsError, match=r"^13 flaps are too many for two players"):
        duel(rule_set("three-hundred", flaps=13))
