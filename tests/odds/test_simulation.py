"""Best play through real matches: their mean lies where the exact value says, for every rule set and variant."""

from __future__ import annotations

from functools import cache
from math import sqrt
from random import Random

import pytest

from stbpi.odds import LOWEST_SCORE, SHUT, Solution, solve
from stbpi.rules import Match, Phase, RuleSet, rule_set, rule_set_names, variants_of

ROUNDS = 600
STANDARD_ERRORS = 4
"""One in 16,000 seeds would miss; the seed is fixed."""

ALL = [
    (name, variants) for name in rule_set_names() for variants in ((), *((one,) for one in variants_of(name)))
]
each_set = pytest.mark.parametrize(
    ("name", "variants"), ALL, ids=["+".join((name, *more)) for name, more in ALL]
)
SHORTENED = {"three-hundred": 13}
"""Flaps, where the whole row takes minutes: more than are worked out together."""


def alone(name: str, variants: tuple[str, ...], flaps: int | None = None) -> RuleSet:
    axes = {} if flaps is None else {"flaps": flaps}
    return rule_set(name, variants, min_players=1, **axes)


def play(solution: Solution, rules: RuleSet, rounds: int, seed: int) -> list[int]:
    """The scores of as many first rounds of one player."""
    chance = Random(seed)

    @cache
    def best(opened, dice, passes):
        return solution.answers(opened, dice, passes)[0]

    def score() -> int:
        match = Match.start(rules, 1)
        while match.round_scores == (None,):
            opened, passes = match.open_flaps(0), match.passes(0)
            if match.phase is Phase.ROLL:
                count = solution.dice(opened, passes)
                match = match.roll(*(chance.randint(1, rules.die_sides) for _ in range(count)))
            else:
                answer = best(opened, match.dice, passes)
                match = match.roll_again() if answer.again else match.close(answer.close)
        return match.round_scores[0]

    return [score() for _ in range(rounds)]


def assert_agrees(samples: list[float], exact: float) -> None:
    mean = sum(samples) / len(samples)
    error = sqrt(sum((one - mean) ** 2 for one in samples) / (len(samples) - 1) / len(samples))
    assert abs(mean - exact) <= STANDARD_ERRORS * error + 1e-9, (mean, exact, error)


@each_set
def test_matches_played_for_points_score_what_is_expected(name, variants) -> None:
    rules = alone(name, variants, SHORTENED.get(name))
    solution = solve(rules, LOWEST_SCORE)
    assert_agrees(play(solution, rules, ROUNDS, seed=10), solution.value())


@each_set
def test_matches_played_to_shut_are_shut_as_often_as_expected(name, variants) -> None:
    rules = alone(name, variants, SHORTENED.get(name))
    solution = solve(rules, SHUT)
    exact = solution.value()
    scores = play(solution, rules, ROUNDS, seed=11)
    # The error of a chance is known: of a rare one, a sample may hold none at all.
    error = sqrt(exact * (1 - exact) / ROUNDS)
    assert abs(sum(score == 0 for score in scores) / ROUNDS - exact) <= STANDARD_ERRORS * error + 1 / ROUNDS


@pytest.mark.long
def test_so_do_matches_of_24_flaps_and_four_dice() -> None:
    rules = alone("three-hundred", ())
    solution = solve(rules, LOWEST_SCORE)
    assert_agrees(play(solution, rules, ROUNDS, seed=12), solution.value())
