"""``numbers``: close your numbers."""

from __future__ import annotations

import pytest

from stbpi.rules import IllegalAction, Match, rule_set
from stbpi.rules.news import Blocked, Out, Passed, ThrownAgain
from tests.rules.playing import play


def numbers(players: int = 2, **axes: object) -> Match:
    return Match.start(rule_set("numbers", **axes), players)


def test_one_or_two_flaps_close_ten():
    assert numbers().roll(6, 4).legal_moves() == ((1, 9), (2, 8), (3, 7), (4, 6), (10,))
    with pytest.raises(IllegalAction) as caught:
        numbers().roll(6, 4).close([1, 2, 7])
    assert caught.value.code == "too_many_flaps"


def test_a_double_may_also_close_three_flaps():
    match = numbers().roll(5, 5)
    assert match.legal_moves() == (
        (1, 2, 7), (1, 3, 6), (1, 4, 5), (1, 9), (2, 3, 5), (2, 8), (3, 7), (4, 6), (10,),
    )  # fmt: skip
    assert match.close([2, 3, 5]).player == 1
    with pytest.raises(IllegalAction) as caught:
        match.close([1, 2, 3, 4])
    assert caught.value.code == "too_many_flaps"


def test_a_double_may_be_thrown_again_by_the_same_player():
    match = numbers().roll(5, 5)
    assert match.can_roll_again
    again = match.roll_again()
    assert (again.phase, again.player, again.dice) == ("roll", 0, ())
    assert again.news == (ThrownAgain(0, (5, 5)),)
    assert again.roll(5, 5).roll_again().roll(6, 4).close([10]).player == 1


def test_only_a_double_may_be_thrown_again():
    for match in (numbers(), numbers().roll(6, 4), Match.start(rule_set("classic"), 1).roll(3, 3)):
        assert not match.can_roll_again
        with pytest.raises(IllegalAction) as caught:
            match.roll_again()
        assert caught.value.code == "no_roll_again"


def test_a_throw_that_cannot_be_made_is_passed_and_two_in_a_row_put_out():
    match = play(numbers(flaps=[1, 2, 3, 10]), (4, 4), (5, 4))
    # The double that cannot be closed is thrown again; the nine that follows is the pass.
    assert (match.player, match.passes(0), match.status(0)) == (1, 1, "playing")
    assert match.news == (Blocked(0, (5, 4)), Passed(0, 1))
    match = play(match, (2, 1), [1, 2], (5, 4))
    assert (match.passes(0), match.status(0), match.round_scores) == (2, "out", (16, None))
    assert match.news == (Blocked(0, (5, 4)), Out(0, 16))
    assert match.player == 1


def test_closing_flaps_sets_the_passes_back():
    match = play(numbers(flaps=[1, 2, 3, 10]), (5, 4), (5, 4), (2, 1), [3], (6, 4), [10], (5, 4), (5, 4))
    assert (match.passes(0), match.passes(1)) == (1, 1)
    assert match.phase == "roll"


def test_a_double_that_cannot_be_closed_is_thrown_again_and_is_no_pass():
    match = play(numbers(flaps=[1, 2, 3, 10]), (5, 4), (5, 4))
    assert (match.player, match.passes(0)) == (0, 1)
    match = match.roll(4, 4)
    assert (match.phase, match.player, match.passes(0), match.dice) == ("roll", 0, 1, ())
    assert match.news == (ThrownAgain(0, (4, 4)),)
    match = match.roll(5, 5).roll_again()
    assert (match.player, match.passes(0)) == (0, 1)
    assert match.roll(5, 4).status(0) == "out"


def test_passes_stay_at_their_last_value_once_out_and_begin_anew_with_the_round():
    match = Match.start(rule_set("numbers", flaps=[1, 2, 3], match="open"), 2)
    match = play(match, (5, 4), (5, 4), (5, 4), (5, 4))
    assert (match.phase, match.passes(0), match.passes(1)) == ("round_over", 2, 2)
    assert match.next_round().passes(0) == 0


def test_a_double_that_stops_the_turn_is_blocked_and_not_thrown_again():
    match = numbers(stop_on=8).roll(4, 4)
    assert (match.player, match.passes(0), match.news) == (1, 1, (Blocked(0, (4, 4)), Passed(0, 1)))
    assert numbers(stop_on=8).roll(3, 3).can_roll_again


def test_the_match_is_one_round_and_ends_when_someone_has_closed_all():
    match = play(numbers(flaps=[1, 2, 10]), (6, 4), [10], (5, 4), (2, 1), [1, 2])
    assert (match.phase, match.round_scores, match.winners) == ("match_over", (0, 13), (0,))


def test_the_match_ends_when_all_are_out_and_the_lowest_sum_wins():
    match = play(numbers(flaps=[1, 2, 3]), (2, 1), [3], (5, 4), (5, 4), (5, 4), (5, 4))
    assert (match.phase, match.totals, match.winners) == ("match_over", (3, 6), (0,))


def test_2_to_6_players_and_each_has_two_dice():
    for wrong in (1, 7):
        with pytest.raises(ValueError, match="2 to 6"):
            numbers(wrong)
    assert numbers(flaps=12).dice_choices == (2,)
    with pytest.raises(IllegalAction) as caught:
        numbers(flaps=[1, 2, 3]).roll(3)
    assert caught.value.code == "one_die_not_allowed"


def test_again_after_closing_as_usual_or_three_flaps():
    match = numbers(doubles="again_after_or_three").roll(5, 5)
    assert not match.can_roll_again
    after = match.close([4, 6])
    assert (after.phase, after.player, after.news) == ("roll", 0, ())
    assert after.roll(5, 4).close([9]).player == 1
    assert match.close([2, 3, 5]).player == 1
    one = numbers(doubles="again_after_or_three", max_flaps=1).roll(5, 5)
    assert one.legal_moves() == ((1, 2, 7), (1, 3, 6), (1, 4, 5), (2, 3, 5), (10,))
    with pytest.raises(IllegalAction, match="at most 1, or 3") as caught:
        one.close([4, 6])
    assert caught.value.code == "too_many_flaps"


def test_again_after_closing_has_nothing_to_come_after_where_a_double_cannot_be_closed():
    match = numbers(doubles="again_after_or_three", flaps=[1, 2, 3]).roll(5, 5)
    assert (match.player, match.passes(0)) == (1, 1)
