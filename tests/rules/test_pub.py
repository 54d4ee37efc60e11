"""``pub``: for money or for fun. Amounts are whole smallest units."""

from __future__ import annotations

import pytest

from stbpi.rules import IllegalAction, Match, rule_set
from tests.rules.playing import play
from tests.rules.test_classic import BLOCKED_AT_34, BLOCKED_AT_43, SHUTTING


def pub(players: int, **axes: object) -> Match:
    return Match.start(rule_set("pub", **axes), players)


def test_eight_with_all_nine_open_has_exactly_these_answers():
    assert pub(1).roll(5, 3).legal_moves() == ((1, 2, 5), (1, 3, 4), (1, 7), (2, 6), (3, 5), (8,))


def test_two_dice_are_compulsory_while_7_8_or_9_is_open_and_then_the_player_chooses():
    match = pub(2)
    for dice, flaps in (((6, 3), [9]), ((6, 2), [8]), ((6, 1), [7])):
        assert match.dice_choices == (2,)
        match = play(match, dice, flaps)
    assert match.dice_choices == (1, 2)


def test_with_1_5_and_9_open_a_throw_of_4_ends_the_turn_with_15():
    match = play(pub(2), (6, 6), [4, 8], (6, 6), [2, 3, 7], (5, 1), [6], (2, 2))
    assert (match.open_flaps(0), match.round_scores, match.player) == ((1, 5, 9), (15, None), 1)


def test_any_number_of_players_one_included():
    assert pub(1).phase == "roll"
    assert len(pub(30).players) == 30


def test_it_is_played_for_fun_unless_a_stake_is_named():
    match = play(pub(2), *BLOCKED_AT_43, *BLOCKED_AT_34)
    assert (match.pool, match.balances) == (0, (0, 0))


def test_every_player_pays_the_stake_as_the_round_begins_and_the_lowest_score_takes_the_pool():
    match = pub(3, stake=50)
    assert (match.pool, match.balances) == (150, (-50, -50, -50))
    match = play(match, *BLOCKED_AT_43, *BLOCKED_AT_34, *BLOCKED_AT_43)
    assert (match.phase, match.pool, match.balances) == ("round_over", 0, (-50, 100, -50))
    match = match.next_round()
    assert (match.pool, match.balances) == (150, (-100, 50, -100))


def test_shutting_wins_the_round_at_once_and_earns_double_the_stake_from_every_other_player():
    match = play(pub(3, stake=50), *BLOCKED_AT_43, *SHUTTING)
    assert (match.phase, match.round_winners, match.round_scores) == ("round_over", (1,), (43, 0, None))
    assert (match.pool, match.balances) == (0, (-100, 200, -100))


def test_with_a_multiplier_of_m_a_shut_earns_m_minus_1_more_stakes():
    assert play(pub(3, stake=10, shut_multiplier=5), *SHUTTING).balances == (100, -50, -50)
    assert play(pub(3, stake=10, shut_multiplier=1), *SHUTTING).balances == (20, -10, -10)


def test_playing_alone_for_money_costs_nothing():
    match = pub(1, stake=50)
    assert (match.pool, match.balances) == (50, (-50,))
    assert play(match, *SHUTTING).balances == (0,)
    assert play(match, *BLOCKED_AT_43).balances == (0,)


def test_ties_share_the_pool_and_what_does_not_divide_stays_for_the_next_round():
    match = play(pub(3, stake=5), *BLOCKED_AT_34, *BLOCKED_AT_34, *BLOCKED_AT_43)
    assert (match.round_winners, match.balances, match.pool) == ((0, 1), (2, 2, -5), 1)
    match = match.next_round()
    assert (match.balances, match.pool) == ((-3, -3, -10), 16)
    assert play(match, *BLOCKED_AT_34, *BLOCKED_AT_43, *BLOCKED_AT_43).balances == (-3, 13, -10)


def test_when_the_players_stop_the_pool_goes_back_the_unsplit_units_to_the_lowest_seats():
    match = play(pub(3, stake=5), *BLOCKED_AT_34, *BLOCKED_AT_34, *BLOCKED_AT_43)
    match = match.stop()
    assert (match.phase, match.pool, match.balances) == ("match_over", 0, (3, 2, -5))
    match = play(pub(8, stake=1), *BLOCKED_AT_34 * 7, *BLOCKED_AT_43, "next_round")
    assert match.pool == 9
    assert match.balances == (-1,) * 7 + (-2,)
    match = play(match, *BLOCKED_AT_34 * 5, *BLOCKED_AT_43 * 3)
    assert match.round_winners == (1, 2, 3, 4, 5)
    assert match.pool == 4
    assert match.stop().balances == (0, 1, 1, 1, 0, 0, -1, -2)


def test_the_pool_goes_back_to_those_who_paid_since_it_was_last_empty():
    match = play(pub(4, stake=5), *BLOCKED_AT_34, *BLOCKED_AT_43 * 3)
    assert (match.pool, match.balances) == (0, (15, -5, -5, -5))
    match = play(match.retire(0), "next_round", *BLOCKED_AT_34, *BLOCKED_AT_34, *BLOCKED_AT_43)
    assert (match.pool, match.balances) == (1, (15, -3, -3, -10))
    assert match.stop().balances == (15, -2, -3, -10)


def test_what_stays_in_the_pool_goes_back_when_the_match_ends_by_itself_too():
    match = Match.start(rule_set("classic", stake=5), 3)
    match = play(match, *BLOCKED_AT_34, *BLOCKED_AT_34, *BLOCKED_AT_43)
    assert (match.phase, match.pool, match.balances) == ("match_over", 0, (3, 2, -5))


def test_several_who_shut_share_the_pool_and_the_others_pay_the_rest_once():
    match = play(pub(3, stake=10, shut_ends_round=False), *SHUTTING, *SHUTTING, *BLOCKED_AT_43)
    assert (match.round_winners, match.balances, match.pool) == ((0, 1), (10, 10, -20), 0)


def test_it_goes_on_round_after_round_until_the_players_stop():
    match = pub(1)
    for number in range(1, 30):
        match = play(match, *BLOCKED_AT_43)
        assert (match.phase, match.round, match.totals) == ("round_over", number, (43 * number,))
        match = match.next_round()
    with pytest.raises(IllegalAction) as caught:
        match.stop()
    assert caught.value.code == "round_not_over"
    match = play(match, *BLOCKED_AT_43, "stop")
    assert (match.phase, match.winners) == ("match_over", (0,))
