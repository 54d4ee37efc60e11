"""Players who leave, and totals an operator corrects."""

from __future__ import annotations

import pytest

from stbpi.rules import Match, rule_set
from stbpi.rules.news import Corrected, Left, MatchEnded, RoundEnded
from tests.rules.playing import play
from tests.rules.test_classic import BLOCKED_AT_34, BLOCKED_AT_43, SHUTTING


def start(name: str, players: int, *variants: str, **axes: object) -> Match:
    return Match.start(rule_set(name, variants, **axes), players)


def test_leaving_in_the_middle_of_a_turn_notes_the_open_flaps_and_the_next_player_throws():
    match = play(start("classic", 3), (6, 3), [9], (6, 2))
    match = match.retire(0)
    assert (match.phase, match.dice, match.player) == ("roll", (), 1)
    assert (match.status(0), match.round_scores, match.in_match(0)) == ("out", (36, None, None), False)
    assert match.news == (Left(0, 36),)


def test_leaving_on_a_shared_row_before_throwing_leaves_no_score():
    match = start("classic", 3).retire(0)
    assert (match.player, match.round_scores) == (1, (None, None, None))
    match = match.retire(2)
    assert (match.player, match.status(2)) == (1, "out")
    match = play(match, *BLOCKED_AT_43)
    assert (match.phase, match.winners) == ("match_over", (1,))
    assert [(row.rank, row.player, row.total) for row in match.standings] == [
        (1, 1, 43),
        (2, 0, None),
        (2, 2, None),
    ]


def test_a_seat_that_left_is_skipped_from_then_on():
    match = play(start("classic", 3, "hundred", target=1000), *BLOCKED_AT_43)
    match = match.retire(0)
    assert match.news == (Left(0, 43),)
    match = play(match, *BLOCKED_AT_43, *BLOCKED_AT_43, "next_round")
    assert (match.player, match.status(0), match.round_scores) == (1, "out", (None, None, None))
    match = play(match, *BLOCKED_AT_43, *BLOCKED_AT_34)
    assert (match.phase, match.totals) == ("round_over", (43, 86, 77))
    assert match.next_round().player == 2
    assert play(match, "next_round", *BLOCKED_AT_34, *BLOCKED_AT_34, "next_round").player == 1


def test_a_total_that_lacks_a_round_ranks_behind_all_who_have_every_round():
    match = play(
        start("classic", 3, match="rounds", rounds=2), *BLOCKED_AT_34, *BLOCKED_AT_43, *BLOCKED_AT_43
    )
    match = play(match.retire(0), "next_round", *BLOCKED_AT_43, *BLOCKED_AT_34)
    assert (match.phase, match.totals, match.winners) == ("match_over", (34, 86, 77), (2,))
    assert [(row.rank, row.player) for row in match.standings] == [(1, 2), (2, 1), (3, 0)]


def test_who_leaves_with_the_last_round_on_record_may_have_won():
    match = play(start("classic", 2), *BLOCKED_AT_34).retire(0)
    match = play(match, *BLOCKED_AT_43)
    assert (match.phase, match.winners) == ("match_over", (0,))


def test_on_a_row_of_ones_own_the_open_flaps_are_noted_whoever_s_turn_it_is():
    match = start("tray", 3).retire(2)
    assert (match.player, match.round_scores) == (0, (None, None, 55))
    match = play(match, (6, 3), [9], (6, 3), [9])
    assert match.player == 0


def test_rows_of_one_s_own_played_until_blocked_have_no_score_before_the_turn():
    match = start("classic", 3, rows="own", flaps=[2, 9])
    assert [match.status(seat) for seat in range(3)] == ["playing", "waiting", "waiting"]
    match = match.retire(2)
    assert match.round_scores == (None, None, None)
    match = play(match, (6, 3), [9], (1, 1), [2])
    assert (match.phase, match.round_scores) == ("match_over", (0, None, None))


def test_who_has_shut_and_leaves_has_still_shut():
    match = play(start("classic", 2, "hundred"), *SHUTTING).retire(0)
    assert (match.status(0), match.round_scores, match.player) == ("shut", (0, None), 1)
    match = play(match, *BLOCKED_AT_43)
    assert (match.phase, match.round_winners) == ("round_over", (0,))
    last = play(start("classic", 2, "hundred"), *BLOCKED_AT_43, *SHUTTING).retire(1)
    assert (last.phase, last.status(1)) == ("round_over", "shut")
    after = match.retire(1)
    assert (after.status(0), after.status(1), after.winners) == ("shut", "out", (0,))


def test_leaving_a_common_throw_lets_the_others_answer():
    match = start("tray", 3, "common").roll(4, 6).close([10], 0)
    match = match.retire(2)
    assert match.waiting_for == (1,)
    match = match.retire(1)
    assert (match.phase, match.waiting_for) == ("roll", (0,))
    assert match.round_scores == (None, 55, 55)
    assert start("tray", 3, "common").retire(0).waiting_for == (1,)
    assert start("tray", 3, "common").roll(4, 6).retire(0).waiting_for == (1, 2)


def test_leaving_the_last_common_answer_open_ends_the_round_of_who_has_shut():
    match = start("tray", 2, "common", flaps=[4, 6]).roll(4, 6).close([4, 6], 0).retire(1)
    assert (match.phase, match.round_scores) == ("round_over", (0, 10))


def test_when_the_last_player_leaves_the_match_is_over():
    match = play(start("classic", 2, "hundred"), (6, 3), [9]).retire(0).retire(1)
    assert (match.phase, match.totals, match.winners) == ("match_over", (36, 0), (0,))
    assert match.news == (Left(1, None), RoundEnded(1, (36, None), (0,)), MatchEnded((0,)))
    match = start("classic", 2).retire(1).retire(0)
    assert (match.phase, match.winners) == ("match_over", ())
    assert [(row.rank, row.total) for row in match.standings] == [(1, None), (1, None)]
    match = play(start("pub", 1), *BLOCKED_AT_43).retire(0)
    assert (match.phase, match.winners) == ("match_over", (0,))


def test_stakes_stay_when_a_player_leaves_and_go_back_when_nobody_is_left_to_win_them():
    match = play(start("pub", 3, stake=10).retire(2), *BLOCKED_AT_43, *SHUTTING)
    # The one who left pays nothing on top of the stake in the pool.
    assert (match.balances, match.pool) == ((-20, 30, -10), 0)
    match = match.next_round()
    assert (match.balances, match.pool) == ((-30, 20, -10), 20)
    match = start("pub", 2, stake=10).retire(0).retire(1)
    assert (match.phase, match.balances, match.pool) == ("match_over", (0, 0), 0)


def test_a_correction_changes_the_total_and_stands_in_the_news():
    match = play(start("classic", 2, "hundred"), *BLOCKED_AT_43)
    match = match.correct(0, -3, "flap 3 was closed")
    assert match.totals == (-3, 0)
    assert match.news == (Corrected(0, -3, "flap 3 was closed"),)
    assert (match.phase, match.player, match.round_scores) == ("roll", 1, (43, None))
    match = play(match, *BLOCKED_AT_43)
    assert match.totals == (40, 43)


def test_a_correction_decides_the_match_only_with_the_next_round():
    match = play(start("classic", 1, "hundred"), *BLOCKED_AT_43).correct(0, 60, "forgotten")
    assert (match.phase, match.totals) == ("round_over", (103,))
    assert play(match, "next_round", *SHUTTING).phase == "match_over"


def test_a_correction_after_the_end_may_change_who_won():
    match = play(start("classic", 2), *BLOCKED_AT_43, *BLOCKED_AT_34)
    assert match.winners == (1,)
    match = match.correct(1, 9, "flap 9 was open")
    assert (match.phase, match.winners, match.totals) == ("match_over", (0, 1), (43, 43))


def test_a_correction_is_a_score():
    match = play(start("classic", 2), *SHUTTING).correct(1, 45, "did not want to play")
    assert [(row.rank, row.total) for row in match.standings] == [(1, 0), (2, 45)]


@pytest.mark.parametrize("name", ["classic", "tray", "numbers", "lucky-seven"])
def test_everyone_may_leave_in_any_phase(name):
    for order in ((0, 1), (1, 0)):
        for throw in (False, True):
            match = start(name, 2)
            if throw:
                match = match.roll(6, 1)
            for seat in order:
                match = match.retire(seat)
            assert match.phase == "match_over"
