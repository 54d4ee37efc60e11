"""What the axes say that no built-in set shows, and what holds for every set."""

from __future__ import annotations

import pytest

from stbpi.rules import IllegalAction, Match, RuleSetError, rule_set, rule_set_names
from tests.rules.playing import play, throws
from tests.rules.test_classic import BLOCKED_AT_34, BLOCKED_AT_43, SHUTTING


def start(name: str, players: int = 2, *variants: str, **axes: object) -> Match:
    return Match.start(rule_set(name, variants, **axes), players)


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_one_to_four_dice_six_sided_unless_said(dice):
    match = start("classic", flaps=6, dice=dice)
    assert match.dice_choices == (dice,)
    assert match.roll(*[6] * dice).phase in ("roll", "close")
    with pytest.raises(IllegalAction) as caught:
        match.roll(*[7] * dice)
    assert caught.value.code == "bad_dice"
    more_sides = start("classic", flaps=6, dice=dice, die_sides=12)
    assert more_sides.roll(*[12] * dice).player == (0 if dice == 1 else 1)
    with pytest.raises(IllegalAction):
        more_sides.roll(*[13] * dice)
    with pytest.raises(RuleSetError, match="from 1 to 4"):
        rule_set("classic", dice=5)


@pytest.mark.parametrize("name", rule_set_names())
def test_a_throw_that_can_be_answered_must_be(name):
    match = start(name)
    for dice in throws(match.rules, match.dice_choices[-1]):
        thrown = match.roll(*dice)
        if thrown.phase != "close":
            continue
        assert thrown.legal_moves()
        refused = [(thrown.next_round,), (thrown.stop,), (thrown.close, ()), (thrown.roll, *dice)]
        refused += [] if thrown.can_roll_again else [(thrown.roll_again,)]
        for pass_it, *arguments in refused:
            with pytest.raises(IllegalAction):
                pass_it(*arguments)


def test_flaps_close_all_together_or_not_at_all():
    match = start("classic").roll(6, 3)
    for part in ([1], [2, 6], [1, 2], [4]):
        with pytest.raises(IllegalAction) as caught:
            match.close(part)
        assert caught.value.code == "wrong_total"
        assert match.open_flaps(0) == tuple(range(1, 10))


def test_a_stake_is_in_whole_smallest_units():
    for stake in (2.5, "2", -1, True):
        with pytest.raises(RuleSetError, match="stake"):
            rule_set("pub", stake=stake)


def test_who_begins_the_next_round_is_decided_by_seats_whoever_won():
    for turns, winner in ((BLOCKED_AT_43 + BLOCKED_AT_34, 1), (BLOCKED_AT_34 + BLOCKED_AT_43, 0)):
        match = play(start("classic", 2, "hundred"), *turns)
        assert (match.round_winners, match.next_round().player) == ((winner,), 1)
        match = play(start("classic", 2, "hundred", starter="same"), *turns)
        assert match.next_round().player == 0
    # Shutting the box does not change it either.
    assert play(start("pub", 3), *BLOCKED_AT_43, *BLOCKED_AT_43, *SHUTTING, "next_round").player == 1


def test_the_lowest_total_wins_a_match_to_a_hundred_and_one_of_three_rounds():
    match = start("classic", 2, "hundred", target=70)
    match = play(match, *BLOCKED_AT_43, *BLOCKED_AT_34, "next_round", *BLOCKED_AT_34, *BLOCKED_AT_43)
    assert (match.phase, match.totals, match.winners) == ("match_over", (86, 68), (1,))
    rounds = start("classic", 2, match="rounds", rounds=3, scoring="digits")
    for first, second in ((43, 34), (34, 43), (43, 34)):
        turns = {43: BLOCKED_AT_43, 34: BLOCKED_AT_34}
        rounds = rounds.next_round() if rounds.phase == "round_over" else rounds
        begun = (first, second) if rounds.player == 0 else (second, first)
        rounds = play(rounds, *turns[begun[0]], *turns[begun[1]])
    assert rounds.totals == (2 * 13456789 + 1345678, 2 * 1345678 + 13456789)
    assert (rounds.phase, rounds.winners) == ("match_over", (1,))


@pytest.mark.parametrize("order", [(7, 7, 12), (12, 7, 7), (7, 12, 7)])
def test_totals_7_7_and_12_rank_1_1_and_3_wherever_they_sit(order):
    match = start("classic", 3)
    for seat, total in enumerate(order):
        match = match.correct(seat, total, "from the slate")
    for _ in range(3):
        match = play(match, *BLOCKED_AT_43)
    ranks = {row.player: (row.rank, row.total) for row in match.standings}
    assert ranks == {seat: ((1, 50) if total == 7 else (3, 55)) for seat, total in enumerate(order)}
    assert match.winners == tuple(seat for seat, total in enumerate(order) if total == 7)
