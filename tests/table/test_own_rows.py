"""A row for each player: sides, common throws, throwing again, and passing."""

from __future__ import annotations

import pytest

from stbpi.rules.actions import Close, Redo, Roll, RollAgain, Undo
from stbpi.table.events import RedoDecision, UndoDecision
from stbpi.table.prompts import Offer
from stbpi.table.view import Signal
from tests.table.driver import AtTable, refs


def common(**more) -> AtTable:
    return AtTable("tray", ["common"], **more).press()


class TestSides:
    def test_each_player_closes_on_their_own_side(self):
        at = AtTable("tray").press().throw(6, 3)
        assert at.prompt.player == 0
        at.answer(9, side=0)
        assert (at.code, at.prompt.player, at.heard[-1]) == ("press_to_roll", 1, Signal.TURN)
        at.throw(6, 3).answer(9, side=0)
        assert at.match.open_flaps(1) == tuple(range(1, 11))

    def test_a_flap_of_someone_else_is_not_theirs(self):
        at = AtTable("tray").press().throw(6, 3).answer(9, side=0).throw(4, 1)
        at.open(9, side=0).close(2, side=0).close(5, side=1).rest(3)
        assert at.decisions[-1] == Roll((4, 1))
        assert at.items() == [("not_your_side", 0, [2], [9])]
        assert (at.code, at.prompt.flaps, at.prompt.close) == ("not_your_side", refs(2), refs(9))
        at.as_told()
        assert at.decisions[-1] == Close((5,))

    def test_an_answer_rests_before_it_counts_on_whichever_side(self):
        at = AtTable("tray", players=("Ann", "Ben", "Cat")).press().throw(6, 3).answer(9, side=0)
        at.throw(5, 3).close(8, side=1).rest(0.2)
        assert at.decisions[-1] == Roll((5, 3))
        # Somebody's hand is still among the flaps.
        at.close(1, side=2).open(1, side=2).rest(0.3)
        assert at.decisions[-1] == Roll((5, 3))
        assert at.rest(0.4).decisions[-1] == Close((8,))

    def test_wrong_on_all_sides_is_told_at_once(self):
        at = AtTable("tray", players=("Ann", "Ben", "Cat")).press().throw(6, 3)
        at.close(3, side=1).close(4, side=2).close(10, side=0).rest()
        assert at.items() == [
            ("reopen", 0, [10], []),
            ("not_your_side", 1, [3], []),
            ("not_your_side", 2, [4], []),
        ]
        assert at.code == "reopen"

    def test_flaps_of_players_who_are_out_are_not_judged_until_the_next_round(self):
        at = AtTable("tray", flaps=[1, 2, 11]).press().throw(6, 4)
        assert (at.code, at.prompt.player, at.prompt.score) == ("blocked", 0, 14)
        at.press().close(1, side=0).rest()
        assert (at.code, at.prompt.player) == ("press_to_roll", 1)
        at.throw(6, 4).press()
        assert (at.code, at.prompt.winners) == ("round_over", (0, 1))
        at.press()
        assert (at.code, at.prompt.flaps) == ("raise_flaps", refs(1, side=0))

    def test_every_side_is_raised_before_a_round(self):
        at = AtTable("tray", players=("Ann", "Ben", "Cat")).close(1, side=0).close(2, side=2).press()
        assert (at.code, at.prompt.flaps) == ("raise_flaps", refs(1) + refs(2, side=2))
        assert at.items() == [("raise_flaps", 0, [1], []), ("raise_flaps", 2, [2], [])]


class TestCommonThrow:
    def test_nothing_is_committed_before_the_press(self):
        at = common().throw(4, 6)
        assert at.items() == [("close_flaps", 0, [], []), ("close_flaps", 1, [], [])]
        at.close(4, side=0).close(10, side=1).rest(5)
        assert at.decisions == [Roll((4, 6))]
        assert at.code == "confirm"
        assert at.items() == [("confirm", 0, [6], []), ("confirm", 1, [], [])]
        at.press()
        assert at.decisions[1:] == [Close((4,), 0), Close((10,), 1)]
        assert (at.code, at.prompt.player) == ("press_to_roll", 0)

    def test_it_is_refused_naming_who_has_not_answered(self):
        at = common().throw(4, 6).close(4, side=0).rest().press()
        assert (at.code, at.prompt.player, at.heard[-1]) == ("close_flaps", 1, Signal.WRONG)
        assert at.items() == [("confirm", 0, [6], []), ("close_flaps", 1, [], [])]
        assert at.decisions == [Roll((4, 6))]

    def test_both_numbers(self):
        at = common().throw(4, 6).close(4, 6, side=1).close(10, side=0).rest().press()
        assert at.decisions[1:] == [Close((10,), 0), Close((4, 6), 1)]

    def test_too_much_is_named_beside_what_the_others_have_yet_to_do(self):
        at = common().throw(4, 6).close(4, 10, side=0).rest()
        assert at.items() == [
            ("reopen", 0, [10], []),
            ("close_more", 0, [], []),
            ("close_flaps", 1, [], []),
        ]
        assert at.code == "reopen"
        assert at.press().heard[-1] is Signal.WRONG

    def test_the_answers_are_one_step_of_undo_and_of_redo(self):
        at = common().throw(4, 6).close(4, side=0).close(6, side=1).rest().press()
        at.send(UndoDecision())
        assert at.decisions[-2:] == [Undo(), Undo()]
        assert at.match.dice == (4, 6)
        assert at.prompt.flaps == refs(4, side=0) + refs(6, side=1)
        at.as_told()
        assert at.code == "close_flaps"
        at.send(RedoDecision())
        assert at.decisions[-2:] == [Redo(), Redo()]
        at.as_told()
        assert at.code == "press_to_roll"
        assert at.folded().match == at.match

    def test_who_cannot_answer_is_told_until_the_others_go_on(self):
        at = common().throw(1, 2).close(1, 2, side=0).close(1, side=1).rest().press().throw(1, 1)
        assert (at.code, at.prompt.player, at.prompt.score) == ("blocked", 0, 52)
        at.press()
        assert (at.code, at.prompt.player) == ("close_flaps", 1)
        at.close(2, side=1).rest().press()
        assert (at.code, at.prompt.player) == ("press_to_roll", 1)

    def test_a_flap_moved_by_the_others_ends_the_telling(self):
        at = common().throw(1, 2).close(1, 2, side=0).close(1, side=1).rest().press()
        at.throw(1, 1)
        assert (at.code, at.prompt.player) == ("blocked", 0)
        at.close(2, side=1)
        assert at.code == "close_more"
        at.rest()
        assert (at.code, at.seen) == ("confirm", len(at.decisions))


class TestThrowingAgain:
    def test_a_hold_on_a_double(self):
        at = AtTable("numbers").press().throw(4, 4)
        assert (at.code, at.prompt.hold) == ("close_flaps", Offer.THROW_AGAIN)
        at.hold()
        assert at.decisions[-1] == RollAgain()
        assert (at.code, at.prompt.player) == ("press_to_roll", 0)

    def test_pending_flaps_are_raised_first(self):
        at = AtTable("numbers").press().throw(4, 4).close(3, 1).rest().hold()
        assert at.decisions == [Roll((4, 4))]
        assert (at.code, at.flaps, at.heard[-1]) == ("reopen", [1, 3], Signal.WRONG)
        at.open(1, 3).rest()
        assert at.decisions[-1] == RollAgain()

    def test_closing_on_instead_is_a_change_of_mind(self):
        at = AtTable("numbers").press().throw(4, 4).close(3).rest().hold().close(5).rest()
        assert at.decisions[-1] == Close((3, 5))

    def test_three_flaps_on_a_double(self):
        at = AtTable("numbers").press().throw(4, 4).answer(1, 2, 5)
        assert at.decisions[-1] == Close((1, 2, 5))

    def test_a_double_that_cannot_be_closed_is_shown_and_thrown_again(self):
        at = AtTable("numbers", flaps=[3, 5, 7]).press().throw(1, 1)
        assert (at.code, at.prompt.player, at.prompt.dice) == ("press_to_roll", 0, (1, 1))

    def test_a_pass_and_then_out(self):
        at = AtTable("numbers", flaps=[3, 5, 7]).press().throw(1, 3)
        assert (at.code, at.prompt.player, at.prompt.dice) == ("passed", 0, (1, 3))
        at.rest(5)
        assert (at.code, at.prompt.player) == ("press_to_roll", 1)
        at.throw(1, 2).answer(3, side=1).throw(1, 3)
        assert (at.code, at.prompt.player, at.prompt.score) == ("blocked", 0, 15)


class TestExtendable:
    def test_an_answer_that_could_be_more_is_committed_by_a_press(self):
        at = AtTable("tray", combine="either").press().throw(4, 6).answer(4)
        assert (at.code, at.flaps, at.prompt.press) == ("confirm", [6], Offer.CONFIRM)
        at.rest(10)
        assert at.decisions == [Roll((4, 6))]
        at.press()
        assert at.decisions[-1] == Close((4,))

    def test_and_by_itself_when_nothing_could_be_added(self):
        at = AtTable("tray", combine="either").press().throw(4, 6).answer(4).answer(6)
        assert at.decisions[-1] == Close((4, 6))

    def test_not_before_it_has_settled_but_an_early_press_is_not_wrong(self):
        at = AtTable("tray", combine="either").press().throw(4, 6).close(4).press(0.1)
        assert at.decisions == [Roll((4, 6))]
        assert Signal.WRONG not in at.heard
        at.rest()
        assert (at.code, at.prompt.press) == ("confirm", Offer.CONFIRM)


@pytest.mark.parametrize("rules", ["thai", "lucky-seven", "unlucky-seven", "three-down", "odds"])
def test_a_turn_from_around_the_world(rules):
    at = AtTable(rules, dice="electronic").press().as_told()
    assert at.code == "press_to_roll"
    for _ in range(40):
        at.press()
        if at.code == "close_flaps":
            at.answer(*at.match.legal_moves()[0])
        at.as_told()
        if at.code == "match_over":
            break
    assert at.folded().match == at.match
