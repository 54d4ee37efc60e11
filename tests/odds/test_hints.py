"""What is hinted at in a match: every legal answer, with what it is worth to whoever has to answer."""

from __future__ import annotations

import pytest

from stbpi.odds.duel import duel
from stbpi.odds.hints import dice_hints, hints
from stbpi.odds.judge import judged
from stbpi.odds.race import race
from stbpi.rules import Match, rule_set
from stbpi.rules.actions import Close


def test_every_legal_answer_is_hinted_at_best_first() -> None:
    match = Match.start(rule_set("classic"), 1).roll(6, 3)
    found = hints(match)
    assert sorted(hint.close for hint in found) == list(match.legal_moves())
    points = [hint.worth.expected_score for hint in found]
    assert points == sorted(points)
    assert found[0].close == (9,)
    assert {hint.worth.win_probability for hint in found} == {None}, "nobody to win against"


def test_nothing_is_hinted_at_while_nothing_is_to_be_answered() -> None:
    match = Match.start(rule_set("classic"), 2)
    assert hints(match) == ()
    assert dice_hints(match.roll(6, 3)) == ()
    assert hints(match.roll(6, 3), player=1) == ()


def test_the_second_of_two_is_told_what_beats_the_first() -> None:
    """With 1 2 3 4 open and a 4 thrown, to beat an 8: 1 3 keeps a chance that 4 alone has not, or the reverse."""
    match = Match.start(rule_set("classic", flaps=4), 2)
    # The first closes 4 and is blocked by a 12: 6 is to be beaten.
    match = match.roll(1, 3).close([4]).roll(6, 6)
    assert match.round_scores[0] == 6
    match = match.roll(2, 2)
    found = {hint.close: hint.worth.win_probability for hint in hints(match)}
    # By hand. Closing 4 leaves 1 2 3, a 6: a throw of 2 to 6 (15 of 36) closes something and wins, any other ties.
    # Closing 1 3 leaves 2 4, a 6 as well: only 2, 4 and 6 (1 + 3 + 5) close something.
    assert found[4,] == pytest.approx((15 + 21 / 2) / 36)
    assert found[1, 3] == pytest.approx((9 + 27 / 2) / 36)


def test_the_first_of_two_has_the_chance_of_the_round() -> None:
    match = Match.start(rule_set("classic"), 2)
    (hint,) = dice_hints(match)
    assert hint.dice == 2
    chances = duel(match.rules).chances
    assert hint.worth.win_probability == pytest.approx(chances.first_wins + chances.tie / 2)


def test_a_choice_of_dice_is_hinted_at() -> None:
    match = Match.start(rule_set("pub"), 1)
    for dice, close in (((6, 3), (9,)), ((6, 2), (8,)), ((6, 1), (7,)), ((6, 4), (4, 6))):
        match = match.roll(*dice).close(close)
    one, two = dice_hints(match)
    assert (one.dice, two.dice) == (1, 2)
    assert match.open_flaps(0) == (1, 2, 3, 5)
    assert one.worth.expected_score != two.worth.expected_score


def test_throwing_again_and_common_throws_have_their_hints() -> None:
    numbers = Match.start(rule_set("numbers"), 2).roll(1, 1)
    assert [(hint.close, hint.again) for hint in hints(numbers)] in (
        [((2,), False), ((), True)],
        [((), True), ((2,), False)],
    )
    common = Match.start(rule_set("tray", ["common"]), 2).roll(4, 6)
    for seat in (0, 1):
        assert {hint.close for hint in hints(common, seat)} == {(4,), (6,), (4, 6), (10,)}


def test_of_two_with_a_row_each_it_is_known_where_little_is_left() -> None:
    # Stakes make nothing of a chance, and a target is not reached by one round.
    for more in ({}, {"stake": 10, "shut_multiplier": 3}, {"match": "target", "target": 100}):
        rules = rule_set("tray", flaps=6, **more)
        (hint,) = [one for one in dice_hints(Match.start(rules, 2)) if one.dice == 2]
        assert hint.worth.win_probability == pytest.approx((race(rules).value + 1) / 2)
        answers = hints(Match.start(rules, 2).roll(3, 3))
        assert all(0 < one.worth.win_probability < 1 for one in answers)
    far = Match.start(rule_set("tray"), 2)
    assert dice_hints(far)[-1].worth.win_probability is None
    for dice, close in (((6, 4), (10,)), ((6, 4), (10,)), ((6, 3), (9,)), ((6, 3), (9,))):
        far = far.roll(*dice).close(close)
    assert hints(far.roll(6, 2))[0].worth.win_probability is not None
    assert hints(Match.start(rule_set("tray", flaps=6), 3).roll(3, 3))[0].worth.win_probability is None


def test_alone_on_a_row_of_ones_own_a_score_is_to_be_beaten() -> None:
    # Both have closed 4; two sixes put the first out with 6, and the second has 1 2 3 open as well.
    match = Match.start(rule_set("tray", flaps=4), 2)
    match = match.roll(1, 3).close((4,)).roll(1, 3).close((4,)).roll(6, 6)
    assert match.round_scores == (6, None)
    one, two = dice_hints(match)
    # One die closes something whatever it shows; two only with 2 to 6, else they tie.
    assert one.worth.win_probability == pytest.approx(1)
    assert two.worth.win_probability == pytest.approx((15 + 21 / 2) / 36)


def test_so_it_is_of_a_common_throw() -> None:
    match = Match.start(rule_set("tray", ["common"], flaps=4), 2).roll(1, 3)
    assert {hint.worth.win_probability for hint in hints(match, 0)} == {None}
    match = match.close((4,), 0).close((1, 3), 1).roll(4, 4)
    assert match.round_scores == (6, None)
    (hint,) = hints(match, 1)
    assert (hint.close, hint.worth.win_probability) == ((4,), pytest.approx(1))


def test_whoever_has_left_after_noting_a_score_is_still_to_be_beaten() -> None:
    match = Match.start(rule_set("classic"), 2).roll(6, 3).close((9,)).roll(6, 3).close((1, 8)).roll(6, 6)
    stayed = match.close((5, 7)).roll(1, 1).close((2,)).roll(6, 6)
    assert stayed.round_scores == (13, None)
    left = stayed.retire(0)
    # As the rules have it: nobody who stays has noted less.
    assert left.roll(1, 1).close((2,)).roll(1, 1).winners == (0,)
    assert dice_hints(left) == dice_hints(stayed)
    assert hints(left.roll(6, 3)) == hints(stayed.roll(6, 3))
    assert 0 < hints(left.roll(6, 3))[0].worth.win_probability < 1
    assert judged(left.roll(6, 3), Close((3, 6))) == judged(stayed.roll(6, 3), Close((3, 6)))


def test_so_it_is_on_a_row_of_ones_own_and_who_left_without_a_score_is_not() -> None:
    match = Match.start(rule_set("tray", flaps=4), 2).roll(1, 3).close((4,)).roll(1, 3).close((4,)).retire(1)
    assert match.round_scores == (None, 6)
    assert dice_hints(match)[0].worth.win_probability == pytest.approx(1)
    alone = Match.start(rule_set("classic"), 2).retire(1)
    assert alone.round_scores == (None, None)
    assert {one.worth.win_probability for one in hints(alone.roll(6, 3))} == {None}
