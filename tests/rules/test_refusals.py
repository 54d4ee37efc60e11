"""Wrong use gives one sentence for players and a code, and the match is as it was."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from stbpi.rules import IllegalAction, Match, PlayersError, Refusal, RuleSetError, rule_set
from tests.rules.playing import play
from tests.rules.test_classic import BLOCKED_AT_34, BLOCKED_AT_43

ROLL = Match.start(rule_set("classic"), ["Ann", "Ben"])
CLOSE = ROLL.roll(6, 3)
AFTER_NINE = CLOSE.close([9])
ROUND_OVER = play(Match.start(rule_set("classic", ["hundred"]), 2), *BLOCKED_AT_43, *BLOCKED_AT_34)
MATCH_OVER = play(ROLL, *BLOCKED_AT_43, *BLOCKED_AT_34)
COMMON = Match.start(rule_set("tray", ["common"]), 3).roll(4, 6)
ONE_DIE_ONLY = Match.start(rule_set("classic", flaps=6, one_die="none_above_6", one_die_forced=True), 1)


def _bad(match: Match, name: str, *arguments: object) -> Callable[[], Match]:
    return lambda: getattr(match, name)(*arguments)


@pytest.mark.parametrize(
    ("wrong", "code", "words"),
    [
        (_bad(ROLL, "close", [9]), "not_rolled", "Ann has not thrown yet"),
        (_bad(ROUND_OVER, "close", [9]), "not_rolled", "begin the next round"),
        (_bad(CLOSE, "roll", 1, 2), "already_rolled", "6 + 3 has been thrown already"),
        (_bad(ROUND_OVER, "roll", 1, 2), "not_your_turn", "begin the next round"),
        (_bad(CLOSE, "close", [9], 1), "not_your_turn", "Ben has no throw to answer; it is for Ann"),
        (_bad(COMMON, "close", [4]), "not_your_turn", "which of the seats 0, 1 and 2"),
        (_bad(COMMON.close([4], 0), "close", [6], 0), "not_your_turn", "Player 2 or Player 3"),
        (_bad(CLOSE, "close", [10]), "not_open", "no flap 10"),
        (_bad(AFTER_NINE.roll(6, 3), "close", [9]), "not_open", "Flap 9 is closed already; open are 1, 2"),
        (_bad(CLOSE, "close", [0, 9]), "not_open", "no flap 0"),
        (_bad(CLOSE, "close", [-9]), "not_open", "no flap -9"),
        (_bad(CLOSE, "close", [8]), "wrong_total", "Flap 8 is 8, but 6 + 3 = 9 was thrown"),
        (_bad(CLOSE, "close", [2, 8]), "wrong_total", "Flaps 2 and 8 make 10, but 6 + 3 = 9 was thrown"),
        (_bad(CLOSE, "close", []), "wrong_total", "must be"),
        (_bad(COMMON, "close", [5], 0), "wrong_total", "4 + 6 = 10"),
        (_bad(CLOSE, "close", [3, 3, 3]), "not_allowed_set", "Flap 3 counts once"),
        (_bad(COMMON, "close", [1, 9], 0), "not_allowed_set", "one die's number"),
        (_bad(ROLL, "roll", 4), "one_die_not_allowed", "throw 2 dice together"),
        (_bad(ONE_DIE_ONLY, "roll", 4, 4), "two_dice_not_allowed", "throw one die"),
        (_bad(ROLL, "roll", 0, 4), "bad_dice", "cannot show 0"),
        (_bad(ROLL, "roll", 4, 7), "bad_dice", "cannot show 7"),
        (_bad(ROLL, "roll"), "bad_dice", "0 dice"),
        (_bad(ROLL, "roll", 1, 2, 3), "bad_dice", "3 dice cannot be thrown now; throw 2 dice"),
        (_bad(ONE_DIE_ONLY, "roll", 1, 2, 3), "bad_dice", "throw 1 die"),
        (_bad(CLOSE, "roll_again"), "no_roll_again", "no throw be thrown again"),
        (_bad(ROLL, "roll_again"), "no_roll_again", "throw first"),
        (_bad(CLOSE, "next_round"), "round_not_over", "Round 1 is still being played"),
        (_bad(CLOSE, "stop"), "round_not_over", "before stopping"),
        (_bad(ROUND_OVER, "stop"), "round_not_over", "Only an open match"),
        (_bad(MATCH_OVER, "roll", 1, 2), "match_over", "start a new match"),
        (_bad(MATCH_OVER, "close", [9]), "match_over", "start a new match"),
        (_bad(MATCH_OVER, "roll_again"), "match_over", "start a new match"),
        (_bad(MATCH_OVER, "next_round"), "match_over", "start a new match"),
        (_bad(MATCH_OVER, "stop"), "match_over", "start a new match"),
        (_bad(MATCH_OVER, "retire", 0), "match_over", "start a new match"),
        (_bad(ROLL.retire(1), "retire", 1), "not_your_turn", "Ben is not in the match any more"),
        (
            _bad(ROLL, "correct", 0, 10**40 + 1, "typing"),
            "wrong_total",
            "at most 40 digits, or take away what Ann has.",
        ),
        (_bad(ROLL, "correct", 0, -(10**5000), "typing"), "wrong_total", "at most 40 digits"),
        (_bad(ROLL, "correct", 0, 3, "  "), "wrong_total", "say in a few words why"),
    ],
)
def test_each_wrong_use_has_its_code_and_sentence(wrong, code, words):
    with pytest.raises(IllegalAction) as caught:
        wrong()
    assert caught.value.code == code
    assert words in str(caught.value)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


GARBAGE = [True, 9.0, "9", None, -1, 99, 10**30, [9], (), {"flap": 9}, object(), b"x", float("nan")]


@pytest.mark.parametrize("rubbish", GARBAGE, ids=lambda rubbish: repr(rubbish).partition(" at 0x")[0])
def test_garbage_is_refused_like_any_other_wrong_use(rubbish):
    for wrong in (
        _bad(ROLL, "roll", rubbish, 3),
        _bad(ROLL, "roll", rubbish),
        _bad(CLOSE, "close", [rubbish]),
        _bad(CLOSE, "close", (rubbish,)),
        _bad(CLOSE, "close", (9, rubbish)),
        _bad(CLOSE, "close", rubbish if rubbish != [9] else 9),
        _bad(ROLL, "retire", rubbish),
        _bad(ROLL, "open_flaps", rubbish),
        _bad(ROLL, "status", rubbish),
        _bad(ROLL, "passes", rubbish),
        _bad(ROLL, "correct", rubbish, 3, "reason"),
        _bad(ROLL, "correct", 0, rubbish if type(rubbish) is not int else "3", "reason"),
        _bad(ROLL, "correct", 0, 3, rubbish if not isinstance(rubbish, str) else None),
    ):
        with pytest.raises(IllegalAction) as caught:
            wrong()
        assert caught.value.code in list(Refusal)
    if rubbish is not None:
        with pytest.raises(IllegalAction):
            CLOSE.close([9], rubbish)
        with pytest.raises(IllegalAction):
            CLOSE.legal_moves(rubbish)


def test_a_refused_action_leaves_the_match_as_it_was():
    before = (repr(CLOSE), hash(CLOSE))
    with pytest.raises(IllegalAction):
        CLOSE.close([8])
    assert (repr(CLOSE), hash(CLOSE)) == before
    assert Match.start(rule_set("classic"), ["Ann", "Ben"]).roll(6, 3) == CLOSE


@pytest.mark.parametrize("flaps", [[8, 1], (8, 1), {1, 8}, frozenset({1, 8}), iter([8, 1]), {8: "x", 1: "y"}])
def test_flaps_are_any_iterable_in_any_order(flaps):
    assert CLOSE.close(flaps).open_flaps(0) == (2, 3, 4, 5, 6, 7, 9)


@pytest.mark.parametrize(
    "players", [0, 9, -1, 10**12, True, 2.0, "Ann", None, ["Ann", 5], [None], [["Ann"]]], ids=repr
)
def test_players_are_names_or_a_count(players):
    with pytest.raises(PlayersError) as caught:
        Match.start(rule_set("classic"), players)
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize("rules", ["classic", None, {"name": "classic"}])
def test_rules_are_a_rule_set(rules):
    with pytest.raises(RuleSetError, match="is no rule set; make one"):
        Match.start(rules, 2)


def test_names_are_only_names():
    names = ["", "Ann", "Ann", "<img onerror=…>", "Zoë 🎲", "x" * 200]
    assert Match.start(rule_set("classic"), names).players == tuple(names)


def test_the_code_and_the_sentence_survive_being_copied():
    error = IllegalAction(Refusal.NOT_OPEN, "Flap 9 is closed already.")
    again = type(error)(*error.args)
    assert (again.code, str(again)) == (error.code, str(error))
    assert isinstance(error, ValueError)
