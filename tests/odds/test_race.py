"""Two rows raced against each other: beside fractions worked out throw by throw, and real matches."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import sqrt
from random import Random

import pytest

from stbpi.odds import OddsError
from stbpi.odds.race import race
from stbpi.rules import Match, Phase, RuleSet, rule_set
from stbpi.rules.answers import mechanics

SMALL = {
    "plain": rule_set("tray", flaps=4),
    "other numbers": rule_set("tray", flaps=[1, 3, 7]),
    "one die forced": rule_set("tray", flaps=4, one_die_forced=True),
    "digits": rule_set("tray", ["express"], flaps=4),
    "either": rule_set("tray", flaps=4, combine="either"),
    "played out": rule_set("tray", flaps=3, shut_ends_round=False),
    "two passes, again": rule_set("numbers", flaps=4),
    "two passes": rule_set("numbers", flaps=4, doubles="plain"),
    "again": rule_set("numbers", flaps=4, out_after=1),
}


def exact_value(rules: RuleSet, multiplier: int) -> Fraction:
    """What who begins wins, by looking at every throw of every pair of positions; doubles are thrown again for good."""
    game = mechanics(rules)

    def paid(mine: int, theirs: int) -> Fraction:
        if mine == theirs:
            return Fraction(0)
        stakes = multiplier if 0 in (mine, theirs) else 1
        return Fraction(stakes if mine < theirs else -stakes)

    @cache
    def value(mine, passes, theirs, other_passes) -> Fraction:
        """``theirs`` is a mask while the other plays; below 0 the other has noted -1 less that many points."""
        return max(thrown(mine, passes, theirs, other_passes, count) for count in game.choices_for(mine))

    def thrown(mine, passes, theirs, other_passes, count) -> Fraction:
        moving, doubles = [], []
        for dice in product(range(1, 7), repeat=count):
            again = game.may_throw_again(dice)
            moves = game.answers(mine, dice)
            if moves:
                best = max(after(game.after_closing(mine, move), 0, theirs, other_passes) for move in moves)
                (doubles if again else moving).append(best)
            elif not again:
                moving.append(blocked(mine, passes, theirs, other_passes))
        doubles.sort(reverse=True)
        tried = [moving + doubles[:kept] for kept in range(len(doubles) + 1)]
        return max(sum(kept, Fraction(0)) / len(kept) for kept in tried if kept)

    def after(mine, passes, theirs, other_passes) -> Fraction:
        if theirs < 0:
            return paid(0, -1 - theirs) if mine == 0 else value(mine, passes, theirs, other_passes)
        if mine == 0:
            if rules.shut_ends_round:
                return paid(0, game.score(theirs))
            return -value(theirs, other_passes, -1, 0)
        return -value(theirs, other_passes, mine, passes)

    def blocked(mine, passes, theirs, other_passes) -> Fraction:
        if passes + 1 < rules.out_after:
            return after(mine, passes + 1, theirs, other_passes)
        noted = game.score(mine)
        return paid(noted, -1 - theirs) if theirs < 0 else -value(theirs, other_passes, -1 - noted, 0)

    return value(game.start, 0, game.start, 0)


@pytest.mark.parametrize("multiplier", [1, 2])
@pytest.mark.parametrize("name", SMALL)
def test_races_and_fractions_agree_to_rounding(name, multiplier) -> None:
    rules = SMALL[name]
    assert race(rules, multiplier).value == pytest.approx(float(exact_value(rules, multiplier)), abs=1e-13)


def play(rules: RuleSet, rounds: int, seed: int) -> list[int]:
    """What the first of two wins when both race as solved: 1, 0 or -1 a round."""
    solved, chance = race(rules), Random(seed)
    won = []
    for _ in range(rounds):
        match = Match.start(rules, 2)
        while match.phase in (Phase.ROLL, Phase.CLOSE):
            seat = match.player
            best, opened, passes = solved.to_win(match, seat), match.open_flaps(seat), match.passes(seat)
            if match.phase is Phase.ROLL:
                count = best.dice(opened, passes)
                match = match.roll(*(chance.randint(1, 6) for _ in range(count)))
            else:
                answer = best.answers(opened, match.dice, passes)[0]
                match = match.roll_again() if answer.again else match.close(answer.close)
        first, second = match.round_scores
        won.append((first < second) - (first > second))
    return won


@pytest.mark.parametrize("rules", [rule_set("tray", flaps=9), rule_set("numbers", flaps=6)], ids=str)
def test_real_rounds_are_won_as_often_as_is_exact(rules) -> None:
    won = play(rules, 250, seed=30)
    mean = sum(won) / len(won)
    error = sqrt(sum((one - mean) ** 2 for one in won)) / len(won)
    assert abs(mean - race(rules).value) <= 4 * error


@pytest.mark.long
@pytest.mark.parametrize("rules", [rule_set("tray", flaps=9), rule_set("numbers")], ids=str)
def test_so_are_many(rules) -> None:
    won = play(rules, 8000, seed=31)
    mean = sum(won) / len(won)
    error = sqrt(sum((one - mean) ** 2 for one in won)) / len(won)
    assert abs(mean - race(rules).value) <= 4 * error


def test_who_races_wins_more_than_who_plays_for_points_from_behind() -> None:
    solved = race(rule_set("tray", flaps=9))
    # One flap against a full row is all but won, a full row against one flap all but lost.
    ahead = solved.against([1], range(1, 10)).value([1])
    behind = solved.against(range(1, 10), [1]).value(range(1, 10))
    assert ahead > 0.6 > 0 > -0.2 > behind


@pytest.mark.parametrize("name", ["plain", "two passes", "two passes, again", "played out"])
def test_what_is_left_to_win_adds_up_over_all_throws(name) -> None:
    rules = SMALL[name]
    solved, chance = race(rules), Random(5)
    for _ in range(30):
        opened, other = (chance.sample(rules.flaps, chance.randint(1, len(rules.flaps))) for _ in range(2))
        passes, other_passes = (chance.randrange(rules.out_after) for _ in range(2))
        left = solved.against(opened, other, passes, other_passes)
        choices = left.row.mechanics.choices_for(left.row.mechanics.mask_of(opened))
        if rules.doubles == "plain" or not any(
            left.row.mechanics.may_throw_again(dice)
            for count in choices
            for dice, _ in left.row.throws(count)
        ):
            most = max(left.throwing(opened, count, passes) for count in choices)
            assert most == pytest.approx(left.value(opened, passes), abs=1e-12)
        for dice, _ in left.row.throws(2):
            for answer in left.answers(opened, dice, passes):
                rest = set(opened) - set(answer.close)
                if rest and not answer.again:
                    # It is the other's turn then, who wins what is lost here.
                    theirs = solved.against(other, rest, other_passes, 0).value(other, other_passes)
                    assert answer.worth == -theirs


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        (rule_set("classic"), "'classic' is no race of two rows"),
        (rule_set("tray", ["common"]), "'tray' is no race of two rows"),
        (rule_set("tray", flaps=11), "Two rows of 11 flaps have 4.11 pairs of positions"),
    ],
)
def test_what_is_no_race_is_refused(rules, sentence) -> None:
    with pytest.raises(OddsError, match=sentence):
        race(rules)
