"""How a player of a match wins the round: beside the odds of whole rounds, and worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from stbpi.odds import LOWEST_SCORE, row, solve
from stbpi.odds.company import Company, Found, gathered
from stbpi.odds.crowds import crowd
from stbpi.odds.duel import beating
from stbpi.odds.exact import exact_value
from stbpi.odds.goals import Goal
from stbpi.odds.policy import best_policy
from stbpi.odds.race import race, rest_of_race
from stbpi.odds.solving import solve_afresh
from stbpi.odds.spreads import spread
from stbpi.odds.winning import get_ready, to_win
from stbpi.rules import Match, rule_set

ROWS = {
    "plain": rule_set("classic", flaps=5),
    "one die": rule_set("pub", flaps=[1, 2, 3, 8]),
    "one die forced": rule_set("classic", ["one-die"], flaps=5),
    "a first throw of its own": rule_set("two-to-go", flaps=6),
    "digits": rule_set("classic", ["digits"], flaps=5),
    "thrown again": rule_set("classic", flaps=5, doubles="again_or_three"),
}


@pytest.mark.parametrize("name", ROWS)
def test_many_goals_at_once_come_to_what_each_comes_to(name) -> None:
    of = row(ROWS[name])
    scores = np.unique(of.scores(0, len(of.flaps), 0))
    noted = scores.tolist()
    found = crowd(of, scores, np.array([beating(score, 2)(scores) for score in noted]))
    for place, score in enumerate(noted):
        alone = solve_afresh(of, Goal("alone", beating(score, 2)))
        assert found.values[place] == pytest.approx(alone.value(), abs=1e-14)
        chances = spread(best_policy(alone))
        assert found.spreads[place] == pytest.approx([chances.get(one, 0.0) for one in noted], abs=1e-14)


def test_nobody_needs_more_than_is_got_ready() -> None:
    rules = rule_set("classic", flaps=3)
    for found in Company(rules, 5).all_found():
        one, other = Company(rules, 5), Company(rules, 5)
        one.get_ready(found)
        assert one.needed(found) == len(one._crowds) * 7
        assert one.solution(found).value() == other.solution(found).value()
        assert one._crowds.keys() == other._crowds.keys()


def test_of_three_on_a_row_everybody_plays_to_win() -> None:
    together = Company(rule_set("classic", flaps=4), 3)
    match = Match.start(rule_set("classic", flaps=4), 3)
    assert to_win(match, 0).value() == pytest.approx(together.solution(Found(2, 0, 0)).value(), abs=1e-14)
    match = match.roll(1, 1).close((2,)).roll(6, 6)
    assert match.round_scores == (8, None, None)
    assert to_win(match, 1).value() == pytest.approx(together.solution(Found(1, 8, 1)).value(), abs=1e-14)
    match = match.roll(1, 1).close((2,)).roll(6, 6)
    assert to_win(match, 2).value() == pytest.approx(together.solution(Found(0, 8, 2)).value(), abs=1e-14)


def test_who_comes_later_is_got_ready_for_while_others_play() -> None:
    match = Match.start(rule_set("classic", flaps=6), 3).roll(1, 1).close((2,))
    get_ready(match, 1)
    together = gathered(match.rules, 3, 1)
    solved = dict(together._crowds)
    get_ready(match, 2)
    assert to_win(match.roll(6, 6), 1).goal.name == "to_win"
    assert solved
    assert together._crowds == solved


def left_of(match: Match, score: int) -> Match:
    """The turn of who plays now has noted this."""
    flaps = {7: (3,), 8: (2,)}[score]
    return match.roll(1, sum(flaps) - 1).close(flaps).roll(6, 6)


def test_the_last_of_many_plays_to_win_where_all_of_them_are_too_many() -> None:
    rules = rule_set("pub", flaps=4)
    match = Match.start(rules, 40)
    far = Match.start(rule_set("classic", flaps=12), 5)
    assert to_win(far, 0) is None
    for score in (8, 7, *[8] * 36, 7):
        match = left_of(match, score)
    assert match.player == 39
    # All stakes for less than 7, a third of them for as much.
    value = exact_value(
        rules, lambda score: Fraction(40 if score < 7 else Fraction(40, 3) if score == 7 else 0) - 1
    )
    assert to_win(match, 39).value() == pytest.approx(float(value), abs=1e-13)


@pytest.mark.parametrize(("stake", "multiplier"), [(1, 2), (0, 1)])
def test_a_shut_is_worth_what_the_stakes_make_of_it(stake, multiplier) -> None:
    rules = rule_set("pub", flaps=4, stake=stake, shut_multiplier=2 if stake else 1)
    match = left_of(left_of(Match.start(rules, 3), 7), 8)
    worth = {True: 3 + (multiplier - 1) * 2, False: 3}
    value = exact_value(
        rules,
        lambda score: Fraction(worth[score == 0] if score < 7 else Fraction(3, 2) if score == 7 else 0) - 1,
    )
    assert to_win(match, 2).value() == pytest.approx(float(value), abs=1e-13)


@pytest.mark.parametrize(
    "rules", [rule_set("numbers", flaps=5), rule_set("tray", flaps=5, match="single")], ids=str
)
def test_what_is_left_of_a_race_is_part_of_all_of_it(rules) -> None:
    whole = race(rules)
    mine, theirs = (1, 2, 5), (1, 3, 4, 5)
    rest = rest_of_race(rules, (mine, theirs))
    for passes, others in product(range(max(1, rules.out_after)), repeat=2):
        for side, (own, other) in enumerate(((mine, theirs), (theirs, mine))):
            known = whole.against(own, other, passes, others)
            found = rest.against(own, other, passes, others, side)
            assert found.value(own, passes) == pytest.approx(known.value(own, passes), abs=1e-13)
            for dice in ((1, 2), (4, 1), (1, 1)):
                for one in found.answers(own, dice, passes):
                    same = [each for each in known.answers(own, dice, passes) if each.close == one.close]
                    assert [each.worth for each in same] == [pytest.approx(one.worth, abs=1e-13)]
            assert found.blocked(own, passes) == pytest.approx(known.blocked(own, passes), abs=1e-13)
            if passes + 1 < rules.out_after:
                # It is the other's turn then, against one pass more.
                theirs_now = whole.against(other, own, others, passes + 1).value(other, others)
                assert known.blocked(own, passes) == pytest.approx(-theirs_now, abs=1e-13)


def test_two_with_a_row_each_race_once_little_is_left() -> None:
    rules = rule_set("numbers")
    match = Match.start(rules, 2)
    assert to_win(match, 0) is None
    for dice, close in (((6, 4), (10,)), ((6, 4), (10,)), ((4, 5), (9,)), ((4, 5), (9,)), ((6, 2), (8,))):
        match = match.roll(*dice).close(close)
    assert to_win(match, 1) is None
    match = match.roll(6, 2).close((8,))
    racing = to_win(match, 0)
    assert racing is not None
    open_ = tuple(range(1, 8))
    assert racing.value(open_) == rest_of_race(rules, (open_, open_)).value
    # What follows is part of what has been solved.
    after = match.roll(3, 4).close((7,))
    assert to_win(after, 1).row is racing.row


def test_nine_flaps_each_are_raced_from_the_start() -> None:
    rules = rule_set("tray", flaps=9, match="single")
    match = Match.start(rules, 2)
    assert to_win(match, 0).value() == race(rules).value


def test_who_is_left_alone_on_a_row_plays_against_the_lowest_score() -> None:
    match = Match.start(rule_set("numbers", flaps=4), 3)
    match = match.roll(1, 3).close((4,)).roll(6, 5).roll(1, 3).close((4,))
    match = match.roll(6, 5).roll(1, 2).close((3,)).roll(6, 5)
    match = match.roll(6, 5).roll(6, 5)
    assert to_win(match, 2) is None
    match = match.roll(6, 5)
    assert match.round_scores == (6, None, 6)
    assert match.open_flaps(1) == (1, 2, 4)
    # 2 to 6 can be closed, and leave less than 6; 7 and more cannot, and the doubles among them are thrown again.
    assert to_win(match, 1).value((1, 2, 4), 1) == pytest.approx((15 * 2 - 18) / 33, abs=1e-14)


def test_where_the_round_does_not_decide_nobody_plays_to_win_it() -> None:
    for rules in (
        rule_set("classic", ["hundred"]),
        rule_set("knock-out"),
        rule_set("tray"),
        rule_set("doubles-up"),
    ):
        assert to_win(Match.start(rules, 2), 0) is None
    assert to_win(Match.start(rule_set("classic"), 1), 0) is None
    assert solve(rule_set("classic"), LOWEST_SCORE).goal is LOWEST_SCORE
