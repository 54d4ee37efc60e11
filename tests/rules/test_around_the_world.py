"""The sets from around the world: each ``classic`` with a few axes changed."""

from __future__ import annotations

import pytest

from stbpi.rules import IllegalAction, Match, rule_set, rule_set_names
from stbpi.rules.news import Blocked, Out
from tests.rules.playing import play
from tests.rules.test_classic import BLOCKED_AT_34, BLOCKED_AT_43, SHUTTING


def start(name: str, players: int = 2, **axes: object) -> Match:
    return Match.start(rule_set(name, **axes), players)


def test_all_of_them_are_there():
    assert rule_set_names() == (
        "classic", "pub", "tray", "numbers", "thai", "two-to-go", "three-to-go", "three-down", "lucky-seven",
        "unlucky-seven", "odds", "evens", "full-house", "three-hundred", "knock-out", "doubles-up",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("thai", {"combine": "single"}),
        ("two-to-go", {"first_throw_closes": 2}),
        ("three-to-go", {"first_throw_closes": 3}),
        ("three-down", {"closed_at_start": [1, 2, 3]}),
        ("lucky-seven", {"flaps": [7], "play": "one_throw", "out_after": 0}),
        ("unlucky-seven", {"stop_on": 7}),
        ("odds", {"flaps": [1, 3, 5, 7, 9]}),
        ("evens", {"flaps": [2, 4, 6, 8]}),
        ("full-house", {"flaps": list(range(1, 13))}),
        ("three-hundred", {"flaps": list(range(1, 25)), "dice": 4}),
        ("knock-out", {"match": "open", "eliminate_at": 45}),
        ("doubles-up", {"match": "rounds", "rounds": 3, "others_multiplier_on_shut": 2}),
    ],
)
def test_each_is_classic_but_for_these_axes(name, changed):
    assert rule_set(name).axes() == {**rule_set("classic").axes(), **changed}


def test_thai_closes_exactly_one_flap_a_die_or_the_sum():
    assert start("thai").roll(3, 4).legal_moves() == ((3,), (4,), (7,))
    assert start("thai").roll(3, 3).legal_moves() == ((3,), (6,))
    assert start("thai").roll(6, 5).legal_moves() == ((5,), (6,))
    with pytest.raises(IllegalAction) as caught:
        start("thai").roll(3, 4).close([3, 4])
    assert caught.value.code == "not_allowed_set"


@pytest.mark.parametrize(
    ("name", "flap", "dice", "answers"),
    [
        ("two-to-go", 2, (6, 1), ((1, 2, 4), (2, 5))),
        ("three-to-go", 3, (6, 1), ((3, 4),)),
        ("three-to-go", 3, (2, 1), ((3,),)),
    ],
)
def test_the_first_throw_of_a_turn_must_close_that_flap(name, flap, dice, answers):
    match = start(name).roll(*dice)
    assert match.legal_moves() == answers
    with pytest.raises(IllegalAction, match=f"must close flap {flap}") as caught:
        match.close([7] if name == "two-to-go" or sum(dice) == 7 else [1, 2])
    assert caught.value.code == "not_allowed_set"
    later = match.close(answers[0]).roll(6, 3)
    assert (9,) in later.legal_moves()


def test_else_the_turn_ends_and_the_next_player_must_close_it_too():
    match = start("two-to-go").roll(3, 1)
    assert (match.round_scores, match.player) == ((45, None), 1)
    assert match.news == (Blocked(0, (3, 1)), Out(0, 45))
    assert match.roll(1, 1).legal_moves() == ((2,),)


def test_three_down_starts_with_1_to_3_closed():
    match = start("three-down")
    assert match.open_flaps(0) == match.open_flaps(1) == (4, 5, 6, 7, 8, 9)
    match = match.roll(2, 1)
    assert match.round_scores == (39, None)


def test_lucky_seven_the_first_to_throw_7_wins():
    match = play(start("lucky-seven", 3), (6, 2), (1, 1))
    assert (match.player, match.phase, match.status(0)) == (2, "roll", "playing")
    match = play(match, (1, 2), (3, 3))
    assert match.player == 1
    match = match.roll(6, 1)
    assert match.legal_moves() == ((7,),)
    match = match.close([7])
    assert (match.phase, match.winners, match.round_scores) == ("match_over", (1,), (7, 0, 7))


def test_lucky_seven_who_has_not_thrown_has_no_score():
    match = play(start("lucky-seven", 3), (6, 2), (6, 1), [7])
    assert match.round_scores == (7, 0, None)
    assert [(row.rank, row.total) for row in match.standings] == [(1, 0), (2, 7), (3, None)]


def test_a_shared_row_is_raised_again_for_every_single_throw():
    match = play(start("lucky-seven", 2, flaps=[3, 4]), (2, 1), [3])
    assert (match.player, match.open_flaps(0), match.open_flaps(1)) == (1, (4,), (3, 4))
    match = match.roll(6, 6)
    assert (match.player, match.open_flaps(0)) == (0, (3, 4))
    assert play(match, (2, 1), [3], (3, 4), [3, 4]).round_scores == (4, 0)


def test_unlucky_seven_a_thrown_7_ends_the_turn():
    match = play(start("unlucky-seven"), (6, 3), [9], (6, 1))
    assert (match.round_scores, match.player) == ((36, None), 1)
    assert match.news == (Blocked(0, (6, 1)), Out(0, 36))


def test_odds_and_evens_have_only_those_flaps():
    assert start("odds").roll(5, 3).legal_moves() == ((1, 7), (3, 5))
    assert start("evens").roll(5, 3).legal_moves() == ((2, 6), (8,))
    assert start("evens").roll(4, 3).round_scores == (20, None)


def test_full_house_has_twelve_flaps():
    assert (12,) in start("full-house").roll(6, 6).legal_moves()
    assert play(start("full-house"), (1, 1), [2], (1, 1)).round_scores == (76, None)


def test_three_hundred_has_24_flaps_that_add_up_to_300_and_four_dice():
    match = start("three-hundred")
    assert sum(match.open_flaps(0)) == 300
    assert match.dice_choices == (4,)
    legal = match.roll(6, 6, 6, 6).legal_moves()
    assert len(legal) == 122
    assert (24,) in legal
    assert (1, 2, 3, 5, 6, 7) in legal


def test_doubles_up_a_shut_doubles_the_others_over_three_rounds():
    match = play(start("doubles-up", 3), *BLOCKED_AT_43, *SHUTTING)
    assert (match.round_scores, match.totals, match.round_winners) == ((86, 0, None), (86, 0, 0), (1,))
    match = play(match, "next_round", *BLOCKED_AT_43, *BLOCKED_AT_34, *BLOCKED_AT_43)
    assert (match.phase, match.totals) == ("round_over", (86 + 43, 43, 34))
    match = play(match, "next_round", *SHUTTING)
    assert (match.phase, match.winners) == ("match_over", (2,))


def test_doubles_up_several_who_shut_double_the_others_once():
    rules = rule_set("doubles-up", shut_ends_round=False)
    match = play(Match.start(rules, 3), *SHUTTING, *BLOCKED_AT_43, *SHUTTING)
    assert [match.status(seat) for seat in range(3)] == ["shut", "out", "shut"]
    assert (match.round_scores, match.totals, match.round_winners) == ((0, 86, 0), (0, 86, 0), (0, 2))
