"""Values that others have worked out and published, met to the last digit they give."""

from __future__ import annotations

from fractions import Fraction

import pytest

from stbpi.odds import LOWEST_SCORE, SHUT, best_policy, solve, spread
from stbpi.odds.exact import exact_value
from stbpi.rules import rule_set

NINE = rule_set("classic")
FORCED = rule_set("classic", one_die="sum_at_most_6", one_die_forced=True)
FORCED_TWO_FLAPS = rule_set("classic", one_die="sum_at_most_6", one_die_forced=True, max_flaps=2)
SIX = rule_set("classic", flaps=6, dice=1)


def points(score: int) -> Fraction:
    return Fraction(-score)


def shut(score: int) -> Fraction:
    return Fraction(score == 0)


def test_the_lowest_score_of_nine_flaps_with_two_dice() -> None:
    # "Boxes and dice game", math.stackexchange.com/questions/4629747, plays this game; the positions it lists with
    # their fractions are below.
    assert exact_value(NINE, points) == -Fraction(27323400707, 2448880128)
    assert solve(NINE, LOWEST_SCORE).value() == pytest.approx(27323400707 / 2448880128, rel=1e-14)


@pytest.mark.parametrize(
    ("opened", "kept"),
    [
        ([1], "44/1"),
        ([2], "775/18"),
        ([1, 2], "380/9"),
        ([3], "253/6"),
        ([1, 3], "83/2"),
        ([4], "124/3"),
        ([1, 4], "368/9"),
        ([2, 3], "26429/648"),
        ([5], "365/9"),
        ([1, 2, 3], "3319/81"),
        ([1, 5], "727/18"),
    ],
)
def test_positions_of_the_same_game(opened: list[int], kept: str) -> None:
    # math.stackexchange.com/questions/4629747, accepted answer: 45 less what stays open, position by position.
    assert exact_value(NINE, points, opened) == Fraction(kept) - 45
    assert solve(NINE, LOWEST_SCORE).value(opened) == pytest.approx(float(45 - Fraction(kept)), rel=1e-14)


@pytest.mark.parametrize(
    ("rules", "chance", "percent"),
    [
        # durangobill.com/ShutTheBoxExtra/STBstats.txt gives the percentages of all three to four places. The second
        # fraction stands in the README of github.com/UnaryPlus/shut-the-box-strategy.
        (NINE, Fraction(466473281, 6530347008), "7.1432"),
        (FORCED, Fraction(956177159, 9795520512), "9.7614"),
        (FORCED_TWO_FLAPS, Fraction(8721267025, 117546246144), "7.4194"),
        # "Can You Shut the Box?", The Fiddler of 13 September 2024, worked out at vamshij.com/books/fiddler/read/84.
        (SIX, Fraction(145, 1944), "7.4588"),
    ],
    ids=["two dice", "one die forced", "two flaps", "six flaps"],
)
def test_the_chance_to_shut(rules, chance, percent) -> None:
    assert f"{float(chance) * 100:.4f}" == percent
    assert exact_value(rules, shut) == chance
    assert solve(rules, SHUT).value() == pytest.approx(float(chance), rel=1e-14)


@pytest.mark.parametrize(
    ("rules", "percents"),
    [
        # durangobill.com/ShutTheBoxExtra/STBstats.txt: how often each score stays open, in percent, playing to shut.
        # Where several answers are equally good the page chose as it did, so that only scores are taken that do not
        # depend on it.
        (NINE, {43: "0.0772", 40: "0.0257", 39: "0.0386", 38: "0.0943", 37: "0.1179", 35: "0.1666"}),
        (FORCED, {43: "0.0772", 40: "0.0257", 39: "0.0386", 38: "0.0943", 37: "0.1179", 35: "0.1666"}),
        (FORCED_TWO_FLAPS, {43: "0.0772", 40: "0.0257", 39: "0.0386", 38: "0.0943", 37: "0.1179"}),
    ],
    ids=["two dice", "one die forced", "two flaps"],
)
def test_how_scores_are_spread_when_playing_to_shut(rules, percents) -> None:
    found = spread(best_policy(solve(rules, SHUT)))
    assert {score: f"{found[score] * 100:.4f}" for score in percents} == percents
    assert not {44, 42, 41, 45} & set(found)


def test_places_where_the_largest_flap_first_is_not_best() -> None:
    """Of nine flaps and two dice, playing for points: 210 of 4040 positions and totals with an answer."""
    solution = solve(NINE, LOWEST_SCORE)
    answered, better = 0, 0
    for mask in range(1, 512):
        opened = solution.row.flaps_of(mask)
        for total in range(2, 13):
            answers = solution.answers(opened, (total // 2, total - total // 2))
            if answers:
                answered += 1
                largest = max(answers, key=lambda answer: answer.close[::-1])
                better += largest.worth > answers[0].worth * (1 + 1e-12)
    assert (answered, better) == (4040, 210)
