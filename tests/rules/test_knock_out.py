"""``knock-out``, and every other set in which a total puts players out of the match (``eliminate_at``)."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.rules import Match, Phase, rule_set
from stbpi.rules.actions import apply
from stbpi.rules.news import Eliminated, Left, MatchEnded, RoundEnded
from tests.rules.playing import actions_now, play
from tests.rules.test_classic import BLOCKED_AT_34, BLOCKED_AT_43, SHUTTING


def start(players: int = 2, **axes: object) -> Match:
    return Match.start(rule_set("knock-out", **axes), players)


def places(match: Match) -> list[tuple[int, int]]:
    """Rank and seat, best first."""
    return [(row.rank, row.player) for row in match.standings]


def test_knock_out_scores_add_up_who_reaches_45_leaves_and_the_last_one_in_wins():
    match = play(start(3), *BLOCKED_AT_34, *BLOCKED_AT_43, *BLOCKED_AT_34)
    assert (match.phase, match.totals) == ("round_over", (34, 43, 34))
    match = play(match, "next_round", *BLOCKED_AT_34, *BLOCKED_AT_34)
    assert (match.phase, match.player) == ("roll", 0)
    match = play(match, *SHUTTING)
    assert (match.phase, match.totals) == ("match_over", (34, 77, 68))
    assert match.news[-3:] == (Eliminated(1, 77), Eliminated(2, 68), MatchEnded((0,)))
    assert match.winners == (0,)


def test_knock_out_skips_who_has_left_and_ranks_them_behind_who_stayed():
    match = play(start(3, eliminate_at=70), *BLOCKED_AT_34, *BLOCKED_AT_34, *BLOCKED_AT_43)
    match = play(match, "next_round", *BLOCKED_AT_34, *BLOCKED_AT_34, *BLOCKED_AT_34)
    assert (match.phase, match.totals) == ("round_over", (68, 68, 77))
    assert [match.in_match(seat) for seat in range(3)] == [True, True, False]
    match = match.next_round()
    assert (match.player, match.status(2)) == (0, "out")
    match = play(match, *BLOCKED_AT_43, *BLOCKED_AT_34)
    # All who were left went together: the lowest of them wins, and who went before them is behind.
    assert (match.phase, match.totals, match.winners) == ("match_over", (111, 102, 77), (1,))
    assert [(row.rank, row.player) for row in match.standings] == [(1, 1), (2, 0), (3, 2)]


def test_knock_out_reaching_the_points_exactly_is_leaving():
    assert play(start(1, eliminate_at=43), *BLOCKED_AT_43).phase == "match_over"
    assert play(start(1, eliminate_at=44), *BLOCKED_AT_43).phase == "round_over"


def test_knock_out_alone_goes_on_until_eliminated():
    match = play(start(1), *BLOCKED_AT_43)
    assert match.phase == "round_over"
    match = play(match, "next_round", *BLOCKED_AT_43)
    assert (match.phase, match.winners) == ("match_over", (0,))


def test_who_is_put_out_in_one_round_shares_the_place_whatever_the_totals():
    match = play(start(4, eliminate_at=40), *BLOCKED_AT_43, *BLOCKED_AT_34, *SHUTTING)
    # Seat 3 has not thrown when seat 2 shuts, and is in without a score.
    assert places(match) == [(1, 2), (2, 1), (3, 3), (4, 0)]
    match = play(match, "next_round", *BLOCKED_AT_43, *BLOCKED_AT_34, *BLOCKED_AT_43)
    assert (match.phase, match.totals) == ("match_over", (43, 77, 34, 43))
    assert match.news[-3:] == (Eliminated(1, 77), Eliminated(3, 43), MatchEnded((2,)))
    assert places(match) == [(1, 2), (2, 1), (2, 3), (4, 0)]


def test_of_the_last_ones_only_the_lowest_is_ahead_and_who_wins_is_not_told_to_be_out():
    match = play(start(3), *BLOCKED_AT_34, *BLOCKED_AT_34, *BLOCKED_AT_34, "next_round")
    match = play(match, *BLOCKED_AT_43, *BLOCKED_AT_34, (6, 3), [9], (6, 2), [8], (1, 1), [2], (1, 1))
    assert match.totals == (60, 77, 68)
    assert match.news[-3:] == (Eliminated(1, 77), Eliminated(2, 68), MatchEnded((0,)))
    assert places(match) == [(1, 0), (2, 1), (2, 2)]
    assert [match.in_match(seat) for seat in range(3)] == [True, False, False]


def test_the_last_ones_may_share_the_lowest_total():
    match = play(start(2, eliminate_at=40), *BLOCKED_AT_43, *BLOCKED_AT_43)
    assert match.news[-2:] == (RoundEnded(1, (43, 43), (0, 1)), MatchEnded((0, 1)))
    assert (match.winners, places(match)) == ((0, 1), [(1, 0), (1, 1)])
    # Who won may change, and with it who is out.
    match = match.correct(0, 1, "flap 1 was open")
    assert (match.winners, match.in_match(0), match.in_match(1)) == ((1,), False, True)


def test_who_leaves_ranks_with_those_put_out_in_that_round():
    match = play(start(4, eliminate_at=40), *BLOCKED_AT_34, *BLOCKED_AT_34)
    # Seat 2 leaves with one flap closed, which is a score in this round.
    match = play(match, (6, 3), [9]).retire(2)
    match = play(match, *BLOCKED_AT_43)
    assert (match.phase, match.totals) == ("round_over", (34, 34, 36, 43))
    assert places(match) == [(1, 0), (1, 1), (3, 2), (3, 3)]


def test_who_left_before_the_last_ones_went_does_not_win_with_a_lower_total():
    match = play(start(3, eliminate_at=40), (6, 3), [9]).retire(0)
    match = play(match, *BLOCKED_AT_43, *BLOCKED_AT_43)
    assert (match.phase, match.totals, match.winners) == ("match_over", (36, 43, 43), (1, 2))
    assert places(match) == [(1, 1), (1, 2), (3, 0)]


def test_the_match_is_over_as_soon_as_leaving_leaves_one():
    match = play(start(2), *BLOCKED_AT_34, *BLOCKED_AT_43).retire(0)
    assert (match.phase, match.winners, places(match)) == ("match_over", (1,), [(1, 1), (2, 0)])
    # In the middle of a round, before the last one in has thrown at all: no score, and the first place.
    match = play(start(2), *BLOCKED_AT_34).retire(0)
    assert (match.phase, match.dice, match.waiting_for) == ("match_over", (), ())
    assert match.news == (Left(0, 34), RoundEnded(1, (34, None), (1,)), MatchEnded((1,)))
    assert (match.winners, match.round_winners, places(match)) == ((1,), (1,), [(1, 1), (2, 0)])
    assert [row.total for row in match.standings] == [None, 34]
    # With a throw on the table, of the one who leaves or of the one who stays.
    for leaving, staying in ((0, 1), (1, 0)):
        match = play(start(2), (6, 3)).retire(leaving)
        assert (match.phase, match.dice, match.winners) == ("match_over", (), (staying,))


def test_who_is_left_is_not_eliminated_and_notes_nothing_more():
    match = play(start(3), *BLOCKED_AT_43, *BLOCKED_AT_43, *BLOCKED_AT_34)
    match = play(match, "next_round", *BLOCKED_AT_43).retire(2).retire(0)
    # Seat 1 has 43 + 43 by now, and stays the last one in.
    assert match.totals == (43, 86, 34)
    assert match.news == (Left(0, None), RoundEnded(2, (None, 43, None), (1,)), MatchEnded((1,)))
    assert (match.winners, match.in_match(1)) == ((1,), True)
    # A turn that is broken off is not noted.
    match = play(start(2), (6, 3), [9]).retire(1)
    assert (match.totals, match.round_scores, match.winners) == ((0, 0), (None, None), (0,))


def test_the_last_one_in_takes_the_pool():
    match = play(start(3, stake=10), *BLOCKED_AT_34).retire(0)
    assert (match.phase, match.pool) == ("roll", 30)
    match = match.retire(1)
    assert (match.balances, match.pool, match.round_winners) == ((-10, -10, 20), 0, (2,))


def test_where_the_round_is_played_out_the_last_one_in_wins_it_from_one_who_shut_and_left():
    match = play(start(2, shut_ends_round=False, stake=10, shut_multiplier=3), *SHUTTING).retire(0)
    assert (match.phase, match.winners, match.round_winners) == ("match_over", (1,), (1,))
    assert (match.balances, match.pool, match.round_scores) == ((-10, 10), 0, (0, None))


def test_a_round_that_was_shut_is_won_by_who_shut_though_somebody_else_is_left():
    match = play(start(2).correct(0, 50, "from last week"), *SHUTTING)
    assert match.news[-2:] == (Eliminated(0, 50), MatchEnded((1,)))
    assert (match.round_winners, match.winners) == ((0,), (1,))


def test_stopped_before_the_end_it_goes_to_the_lowest_total_of_those_who_are_in():
    match = play(start(3, eliminate_at=40), *BLOCKED_AT_43, *BLOCKED_AT_34, *BLOCKED_AT_34).stop()
    assert (match.winners, places(match)) == ((1, 2), [(1, 1), (1, 2), (3, 0)])


def test_alone_one_may_leave_and_has_won_with_any_score():
    assert start(1).retire(0).winners == ()
    assert play(start(1), (6, 3), [9]).retire(0).winners == (0,)


ELIMINATING = [
    ("knock-out", [], {}),
    ("knock-out", [], {"stake": 5, "shut_multiplier": 2}),
    ("knock-out", [], {"shut_ends_round": False, "one_die": "none_above_6"}),
    ("tray", [], {"match": "open", "eliminate_at": 60}),
    ("tray", ["common"], {"match": "open", "eliminate_at": 60, "stake": 1}),
    ("tray", ["common"], {"match": "rounds", "rounds": 3, "eliminate_at": 60, "shut_ends_round": False}),
    ("numbers", [], {"match": "open", "eliminate_at": 40}),
    ("lucky-seven", [], {"match": "open", "eliminate_at": 20, "min_players": 2}),
    ("classic", [], {"rows": "own", "match": "rounds", "rounds": 4, "eliminate_at": 90}),
]


@pytest.mark.parametrize(("name", "variants", "axes"), ELIMINATING, ids=str)
@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32), count=st.integers(2, 4), leaving=st.sampled_from((0, 0.02, 0.3, 1)))
def test_whoever_leaves_wherever_the_match_is_over_once_one_is_in(name, variants, axes, seed, count, leaving):
    chance = random.Random(seed)
    rules = rule_set(name, variants, **axes)
    match = Match.start(rules, count)
    rounds: dict[int, int] = {}
    """How many rounds those who are gone took part in."""
    while match.phase != Phase.MATCH_OVER:
        before = match
        here = [seat for seat in range(count) if match.in_match(seat)]
        assert len(here) > 1
        if chance.random() < leaving:
            match = match.retire(chance.choice(here))
        else:
            match = apply(match, actions_now(match, chance))
        for piece in match.news:
            if isinstance(piece, Eliminated):
                rounds[piece.player] = match.round
            elif isinstance(piece, Left):
                rounds[piece.player] = match.round - (piece.score is None and before.phase != "round_over")
    here = [seat for seat in range(count) if match.in_match(seat)]
    if len(here) == 1:
        assert match.winners == tuple(here)
    assert match.winners
    assert set(match.winners) <= set(here)
    assert (match.pool, sum(match.balances)) == (0, 0)
    for piece in match.news:
        if isinstance(piece, RoundEnded):
            assert piece.winners == match.round_winners
            moved = [new - old for old, new in zip(before.totals, match.totals, strict=True)]
            assert moved == [score or 0 for score in match.round_scores]
    gone = [row for row in match.standings if not match.in_match(row.player)]
    assert {row.player for row in gone} == set(rounds)
    for ahead, behind in combinations([row for row in gone if row.total is not None], 2):
        assert rounds[ahead.player] >= rounds[behind.player]
        assert (ahead.rank == behind.rank) == (rounds[ahead.player] == rounds[behind.player])
