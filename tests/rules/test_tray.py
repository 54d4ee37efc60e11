"""``tray``, ``common`` and ``express``: a row for each player."""

from __future__ import annotations

import pytest

from stbpi.rules import IllegalAction, Match, rule_set
from stbpi.rules.news import Blocked, Out, RoundEnded, Shut
from tests.rules.playing import by_sum, play


def tray(players: int = 2, *variants: str, **axes: object) -> Match:
    return Match.start(rule_set("tray", variants, **axes), players)


def test_each_player_closes_on_a_row_of_their_own_with_one_throw_a_turn():
    match = tray(3)
    assert [match.status(seat) for seat in range(3)] == ["playing"] * 3
    match = play(match, (6, 3), [9])
    assert (match.phase, match.player) == ("roll", 1)
    assert (match.open_flaps(0), match.open_flaps(1)) == ((1, 2, 3, 4, 5, 6, 7, 8, 10), tuple(range(1, 11)))
    match = play(match, (6, 3), [1, 8], (6, 3), [1, 3, 5])
    assert match.player == 0


def test_nine_may_be_any_set_adding_up_to_it():
    legal = tray().roll(6, 3).legal_moves()
    assert legal == tuple(sorted(by_sum(tuple(range(1, 11)))[9]))
    assert {(9,), (1, 8), (1, 3, 5)} <= set(legal)


def test_2_to_4_sides_and_9_or_12_flaps():
    for flaps in (9, 12):
        assert tray(flaps=flaps).open_flaps(0)[-1] == flaps
    for wrong in (1, 5):
        with pytest.raises(ValueError, match="2 to 4"):
            tray(wrong)


def test_with_six_or_fewer_flaps_open_one_die_may_be_thrown():
    match = play(tray(flaps=9), (6, 4), [1, 2, 3, 4], (2, 3), [5])
    assert (match.open_flaps(0), match.dice_choices) == ((5, 6, 7, 8, 9), (1, 2))
    match = play(match, (5,), [5])
    assert (match.player, match.dice_choices) == (1, (2,))
    assert play(tray(flaps=9), (3, 3), [1, 2, 3], (2, 3), [5]).dice_choices == (1, 2)
    assert play(tray(flaps=9), (4, 3), [3, 4], (2, 3), [5]).dice_choices == (2,)


def test_who_cannot_close_is_out_and_notes_the_open_flaps_and_the_others_go_on():
    match = play(tray(3), (1, 1), [2], (6, 3), [9], (6, 3), [9], (1, 1))
    assert (match.status(0), match.round_scores) == ("out", (53, None, None))
    assert (match.player, match.phase) == (1, "roll")
    match = play(match, (6, 2), [8], (6, 2), [8])
    assert match.player == 1


def test_when_all_are_out_a_new_round_begins_with_raised_flaps():
    match = play(tray(target=1000), (1, 1), [2], (1, 1), [2], (1, 1), (1, 1))
    assert (match.phase, match.totals, match.round_winners) == ("round_over", (53, 53), (0, 1))
    match = match.next_round()
    assert (match.round, match.player, match.open_flaps(0)) == (2, 1, tuple(range(1, 11)))
    assert match.round_scores == (None, None)


def test_shutting_ends_the_round_at_once_and_the_others_note_their_open_flaps():
    match = tray(3, flaps=[1, 2, 9])
    match = play(match, (2, 1), [1, 2], (6, 3), [9], (5, 3), (6, 3), [9])
    assert (match.phase, match.round_scores, match.totals) == ("round_over", (0, 3, 12), (0, 3, 12))
    assert [match.status(seat) for seat in range(3)] == ["shut", "playing", "out"]
    assert match.news == (Shut(0), RoundEnded(1, (0, 3, 12), (0,)))


def test_the_match_ends_with_the_round_in_which_a_total_reaches_50():
    match = play(tray(), (1, 1), [2], (6, 4), [1, 2, 3, 4], (1, 1), (1, 1))
    assert (match.phase, match.totals, match.winners) == ("match_over", (53, 45), (1,))
    match = play(tray(flaps=9), (4, 1), [5], (4, 1), [5], (6, 3), [9], (6, 3), [9], (5, 4), [2, 3, 4], (5, 4),
                 [2, 3, 4], (2, 2), (2, 2))  # fmt: skip
    assert (match.phase, match.totals) == ("round_over", (22, 22))


@pytest.mark.parametrize(
    ("dice", "answers"),
    [((4, 6), ((4,), (4, 6), (6,), (10,))), ((3, 3), ((3,), (6,))), ((1, 2), ((1,), (1, 2), (2,), (3,)))],
)
def test_common_is_answered_by_one_number_the_other_both_or_the_sum(dice, answers):
    match = tray(3, "common").roll(*dice)
    assert (match.phase, match.waiting_for, match.player) == ("close", (0, 1, 2), 0)
    for seat in range(3):
        assert match.legal_moves(seat) == answers


def test_common_the_sum_is_one_flap():
    with pytest.raises(IllegalAction) as caught:
        tray(2, "common").roll(4, 6).close([3, 7], 0)
    assert caught.value.code == "not_allowed_set"


def test_common_players_answer_in_any_order():
    match = tray(3, "common").roll(4, 6).close([10], 2)
    assert (match.waiting_for, match.open_flaps(2)) == ((0, 1), (1, 2, 3, 4, 5, 6, 7, 8, 9))
    assert match.legal_moves(2) == ()
    match = match.close([4, 6], 0)
    assert match.waiting_for == (1,)
    match = match.close([4])
    assert (match.phase, match.waiting_for, match.dice) == ("roll", (0,), ())


def test_common_needs_to_know_who_closes_while_several_may():
    match = tray(3, "common").roll(4, 6)
    with pytest.raises(IllegalAction, match="which of the seats 0, 1 and 2") as caught:
        match.close([4])
    assert caught.value.code == "not_your_turn"
    with pytest.raises(IllegalAction) as caught:
        match.close([4], 1).close([6], 1)
    assert caught.value.code == "not_your_turn"


def common_with_rows(*rows: list[int], **axes: object) -> Match:
    """A common match in which the players have closed different flaps of 1 to 6 and 9."""
    match = tray(len(rows), "common", flaps=[1, 2, 3, 4, 5, 6, 9], **axes)
    for dice, index in (((3, 6), 0), ((1, 2), 1)):
        match = match.roll(*dice)
        for seat, row in enumerate(rows):
            match = match.close([row[index]], seat)
    return match


def test_common_who_can_close_nothing_is_out_and_the_rest_answer():
    match = common_with_rows([6, 2], [9, 2], [9, 2]).roll(6, 6)
    assert match.status(0) == "out"
    assert match.round_scores == (22, None, None)
    assert match.news == (Blocked(0, (6, 6)), Out(0, 22))
    assert match.waiting_for == (1, 2)


def test_common_the_starter_throws_for_all_and_then_the_next_seat_still_in():
    match = common_with_rows([6, 2], [9, 2], [9, 2])
    assert match.waiting_for == (0,)
    match = match.roll(6, 6).close([6], 2).close([6], 1)
    assert (match.phase, match.waiting_for) == ("roll", (1,))


def test_common_one_die_may_be_thrown_when_every_player_still_in_has_six_or_fewer_open():
    match = tray(2, "common", flaps=[1, 2, 3, 4, 5, 6, 9, 10]).roll(6, 4)
    match = match.close([4, 6], 0).close([10], 1)
    assert match.dice_choices == (2,)
    match = match.roll(1, 2).close([3], 0).close([1, 2], 1)
    assert match.dice_choices == (1, 2)
    match = match.roll(5)
    assert match.legal_moves(0) == match.legal_moves(1) == ((5,),)


def test_common_a_player_who_is_out_does_not_keep_the_others_from_one_die():
    match = tray(3, "common", flaps=[1, 2, 3, 5, 6, 7, 8, 9])
    match = match.roll(6, 2).close([8], 0).close([6], 1).close([8], 2)
    assert match.dice_choices == (2,)
    match = match.roll(4, 4).close([8], 1)
    assert [len(match.open_flaps(seat)) for seat in range(3)] == [7, 6, 7]
    assert [match.status(seat) for seat in range(3)] == ["out", "playing", "out"]
    assert (match.waiting_for, match.dice_choices) == ((1,), (1, 2))


def test_common_several_who_shut_on_the_same_throw_score_0_each_after_everybody_has_answered():
    match = tray(3, "common", flaps=[4, 6, 9]).roll(3, 6)
    match = match.close([9], 0).close([9], 1).close([6], 2)
    match = match.roll(4, 6).close([4, 6], 0)
    assert (match.phase, match.status(0), match.round_scores) == ("close", "shut", (0, None, None))
    assert match.waiting_for == (1, 2)
    match = match.close([4], 2).close([4, 6], 1)
    assert (match.phase, match.round_scores, match.round_winners) == ("round_over", (0, 0, 9), (0, 1))


def test_common_a_round_ends_when_everybody_is_out():
    match = tray(2, "common", flaps=[1, 2, 12], target=5).roll(3, 4)
    assert (match.phase, match.totals, match.winners) == ("match_over", (15, 15), (0, 1))


def test_express_is_three_rounds_of_digits_and_the_lowest_total_wins():
    match = tray(2, "express", flaps=[1, 4, 7])
    for number in (1, 2, 3):
        assert match.round == number
        match = play(match, (5, 5), (5, 5))
        assert match.phase == ("match_over" if number == 3 else "round_over")
        if number < 3:
            match = match.next_round()
    assert (match.totals, match.winners) == ((441, 441), (0, 1))


def test_express_notes_0_for_a_shut_box():
    match = play(tray(2, "express", flaps=[1, 4, 7]), (6, 5), [4, 7], (6, 1), [7], (1,), [1])
    assert match.round_scores == (0, 14)


def test_common_and_express_combine():
    rules = rule_set("tray", ["express", "common"], flaps=12)
    assert (rules.variants, rules.play, rules.combine) == (("common", "express"), "common_throw", "either")
    assert (rules.match, rules.rounds, rules.target, rules.scoring) == ("rounds", 3, 0, "digits")
