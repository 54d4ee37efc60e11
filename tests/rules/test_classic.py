"""``classic`` and its variants, sentence by sentence."""

from __future__ import annotations

import pytest

from stbpi.rules import IllegalAction, Match, rule_set, variants_of
from stbpi.rules.news import Blocked, MatchEnded, Out, RoundEnded, Shut
from tests.rules.playing import play

SHUTTING: tuple[tuple[int, ...] | list[int], ...] = (
    (6, 3), [9], (6, 2), [8], (6, 1), [7], (5, 1), [6], (4, 1), [5], (3, 1), [4], (2, 1), [3], (2, 1), [1, 2],
)  # fmt: skip

BLOCKED_AT_43: tuple[tuple[int, ...] | list[int], ...] = ((1, 1), [2], (1, 1))
BLOCKED_AT_34: tuple[tuple[int, ...] | list[int], ...] = ((6, 3), [9], (1, 1), [2], (1, 1))


def classic(players: int | list[str] = 2, *variants: str, **axes: object) -> Match:
    return Match.start(rule_set("classic", variants, **axes), players)


def test_six_and_three_with_all_nine_open_has_exactly_these_answers():
    match = classic().roll(6, 3)
    assert match.legal_moves() == (
        (1, 2, 6), (1, 3, 5), (1, 8), (2, 3, 4), (2, 7), (3, 6), (4, 5), (9,),
    )  # fmt: skip


def test_the_first_seat_begins_with_all_flaps_raised():
    match = classic(["Ann", "Ben"])
    assert match.players == ("Ann", "Ben")
    assert (match.phase, match.round, match.dice, match.waiting_for, match.player) == ("roll", 1, (), (0,), 0)
    assert match.open_flaps(0) == match.open_flaps(1) == (1, 2, 3, 4, 5, 6, 7, 8, 9)
    assert [match.status(seat) for seat in (0, 1)] == ["playing", "waiting"]
    assert match.round_scores == (None, None)
    assert match.dice_choices == (2,)
    assert match.news == ()


def test_closed_flaps_stay_closed_and_the_turn_is_thrown_on():
    match = play(classic(), (6, 3), [9], (6, 2), [8])
    assert (match.phase, match.player, match.open_flaps(0)) == ("roll", 0, (1, 2, 3, 4, 5, 6, 7))


def test_a_blocked_throw_ends_the_turn_and_1_2_and_3_open_score_6():
    match = play(classic(), (6, 3), [9], (6, 2), [8], (6, 1), [7], (5, 1), [6], (5, 4), [4, 5], (4, 3))
    assert match.round_scores == (6, None)
    assert match.news == (Blocked(0, (4, 3)), Out(0, 6))
    assert (match.status(0), match.open_flaps(0), match.passes(0)) == ("out", (1, 2, 3), 1)
    assert (match.phase, match.dice, match.waiting_for) == ("roll", (), (1,))
    assert match.status(1) == "playing"


def test_the_flaps_are_raised_for_the_next_player_and_the_lowest_score_wins():
    match = play(classic(), *BLOCKED_AT_43)
    assert match.round_scores == (43, None)
    assert match.open_flaps(0) == (1, 3, 4, 5, 6, 7, 8, 9)
    assert match.open_flaps(1) == (1, 2, 3, 4, 5, 6, 7, 8, 9)
    match = play(match, *BLOCKED_AT_34)
    assert match.phase == "match_over"
    assert match.round_scores == match.totals == (43, 34)
    assert match.winners == match.round_winners == (1,)
    assert [(row.rank, row.player, row.total) for row in match.standings] == [(1, 1, 34), (2, 0, 43)]
    assert match.news == (
        Blocked(1, (1, 1)), Out(1, 34), RoundEnded(1, (43, 34), (1,)), MatchEnded((1,)),
    )  # fmt: skip
    assert match.waiting_for == ()
    assert match.player is None
    assert match.dice_choices == ()


def test_shutting_the_box_wins_at_once_and_who_has_not_played_is_last_without_a_score():
    match = play(classic(4), *BLOCKED_AT_43, *SHUTTING)
    assert match.phase == "match_over"
    assert match.round_scores == (43, 0, None, None)
    assert match.totals == (43, 0, 0, 0)
    assert [match.status(seat) for seat in range(4)] == ["out", "shut", "waiting", "waiting"]
    assert [(row.rank, row.player, row.total) for row in match.standings] == [
        (1, 1, 0), (2, 0, 43), (3, 2, None), (3, 3, None),
    ]  # fmt: skip
    assert match.news == (Shut(1), RoundEnded(1, (43, 0, None, None), (1,)), MatchEnded((1,)))


def test_one_player_alone_may_play_and_wins():
    match = play(classic(1), *BLOCKED_AT_43)
    assert (match.phase, match.winners, match.totals) == ("match_over", (0,), (43,))


def test_1_to_8_players():
    assert classic(8).players[7] == "Player 8"
    with pytest.raises(ValueError, match="9 players are too many for 'classic'; it is played by 1 to 8"):
        classic(9)


def test_equal_scores_share_the_place():
    match = play(classic(3), *BLOCKED_AT_34, *BLOCKED_AT_34, *BLOCKED_AT_43)
    assert [(row.rank, row.player, row.total) for row in match.standings] == [
        (1, 0, 34),
        (1, 1, 34),
        (3, 2, 43),
    ]
    assert match.winners == match.round_winners == (0, 1)


def test_variants_are_these_and_combine_in_any_order():
    assert variants_of("classic") == ("one-die", "two-flaps", "hundred", "digits")
    one = rule_set("classic", ["digits", "one-die"])
    assert one == rule_set("classic", ["one-die", "digits"])
    assert one.variants == ("one-die", "digits")
    assert (one.scoring, one.one_die, one.match) == ("digits", "none_above_6", "single")


def test_one_die_may_be_thrown_once_no_flap_above_6_is_open():
    match = classic(1, "one-die")
    match = play(match, (6, 3), [9], (6, 2), [8])
    assert match.dice_choices == (2,)
    with pytest.raises(IllegalAction) as caught:
        match.roll(4)
    assert caught.value.code == "one_die_not_allowed"
    match = play(match, (6, 1), [7])
    assert match.dice_choices == (1, 2)
    assert match.roll(4).legal_moves() == ((1, 3), (4,))
    assert match.roll(4, 4).legal_moves() == ((1, 2, 5), (1, 3, 4), (2, 6), (3, 5))


def test_two_flaps_closes_at_most_two_a_throw():
    match = classic(1, "two-flaps").roll(6, 3)
    assert match.legal_moves() == ((1, 8), (2, 7), (3, 6), (4, 5), (9,))
    with pytest.raises(IllegalAction) as caught:
        match.close([1, 2, 6])
    assert caught.value.code == "too_many_flaps"
    assert "at most 2" in str(caught.value)


def test_hundred_plays_rounds_until_someone_reaches_100_and_the_lowest_total_wins():
    match = classic(2, "hundred")
    turns = 0
    while match.phase != "match_over":
        if match.phase == "round_over":
            assert max(match.totals) < 100
            turns = 0
            match = match.next_round()
        before = match.round_scores
        match = play(match, *BLOCKED_AT_43)
        turns += match.round_scores != before
    assert turns == 2
    assert match.round == 3
    assert match.totals == (129, 129)
    assert match.winners == (0, 1)


def test_reaching_the_target_exactly_ends_the_match():
    assert play(classic(1, "hundred", target=43), *BLOCKED_AT_43).phase == "match_over"
    assert play(classic(1, "hundred", target=44), *BLOCKED_AT_43).phase == "round_over"


def test_hundred_scores_a_shut_0_and_plays_the_round_out():
    match = play(classic(2, "hundred"), *SHUTTING)
    assert (match.phase, match.player, match.round_scores) == ("roll", 1, (0, None))
    assert (match.status(0), match.status(1)) == ("shut", "playing")
    match = play(match, *BLOCKED_AT_43)
    assert (match.phase, match.round_scores, match.totals) == ("round_over", (0, 43), (0, 43))
    assert match.round_winners == (0,)


def test_the_next_round_begins_with_the_seat_after_the_previous_starter_whoever_won():
    match = classic(3, "hundred", target=1000)
    begun = []
    for _ in range(4):
        begun.append(match.player)
        for _ in range(3):
            match = play(match, *BLOCKED_AT_43)
        match = match.next_round()
    assert begun == [0, 1, 2, 0]
    assert [match.status(seat) for seat in range(3)] == ["waiting", "playing", "waiting"]


def test_the_same_seat_may_begin_every_round():
    match = classic(2, "hundred", starter="same")
    for _ in range(2):
        assert match.player == 0
        match = play(match, *BLOCKED_AT_43, *BLOCKED_AT_43, "next_round")


def test_digits_reads_1_4_and_7_as_147():
    match = classic(1, "digits")
    match = play(match, (6, 3), [9], (6, 2), [8], (6, 5), [5, 6], (3, 2), [2, 3], (6, 4))
    assert (match.open_flaps(0), match.totals) == ((1, 4, 7), (147,))


def test_digits_of_1_10_and_12_are_11012_and_a_shut_box_notes_0():
    match = classic(1, scoring="digits", flaps=[1, 10, 12])
    assert play(match, (5, 3)).totals == (11012,)
    assert play(match, (6, 5), [1, 10], (6, 6), [12]).totals == (0,)


def test_digits_grow_past_64_bits():
    match = Match.start(rule_set("three-hundred", scoring="digits", stop_on=4), 1).roll(1, 1, 1, 1)
    assert match.totals == (123456789101112131415161718192021222324,)
    assert match.totals[0] > 2**64


def test_count_counts_open_flaps():
    assert play(classic(1, scoring="count"), *BLOCKED_AT_43).totals == (8,)
