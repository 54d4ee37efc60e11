"""Taking back and making again: the tray is led to where the match is, and nothing is decided twice."""

from __future__ import annotations

import pytest

from stbpi.rules.actions import Close, NextRound, Redo, Roll, Undo
from stbpi.table.events import GoOn, RedoDecision, UndoDecision
from stbpi.table.table import TableRefusal
from tests.table.driver import AtTable, refs


def test_a_close_taken_back_asks_for_its_flaps_to_be_raised():
    at = AtTable().press().throw(6, 3).answer(4, 5)
    at.send(UndoDecision())
    assert (at.code, at.prompt.flaps, at.prompt.close) == ("resume", refs(4, 5), ())
    at.rest(60)
    assert at.decisions[-1] == Undo()
    assert at.code == "resume"
    at.open(4, 5)
    assert (at.code, at.flaps) == ("resume", [])
    at.rest()
    assert (at.code, at.prompt.dice) == ("close_flaps", (6, 3))
    at.answer(9)
    assert at.decisions[-1] == Close((9,))


def test_undo_goes_across_turns_back_to_the_start():
    at = AtTable().press().throw(6, 3).answer(9).throw(1, 1).answer(2)
    at.throw(1, 1).press().as_told().throw(5, 5).answer(4, 6)
    at.send(UndoDecision())
    at.send(UndoDecision())
    at.send(UndoDecision())
    assert at.match.player == 0
    assert (at.code, at.flaps, at.prompt.close) == ("resume", [4, 6], refs(2, 9))
    at.as_told()
    assert at.code == "press_to_roll"
    for _ in range(4):
        at.send(UndoDecision())
    at.as_told()
    assert (at.code, at.table.view.can_undo) == ("press_to_roll", False)
    with pytest.raises(TableRefusal, match="Nothing has been decided") as refused:
        at.send(UndoDecision())
    assert refused.value.code == "nothing_to_undo"


def test_the_end_of_a_match_can_be_taken_back():
    at = AtTable(players=("Ann",)).press().throw(6, 3).answer(9).throw(1, 1).answer(2)
    at.throw(1, 1).rest(5)
    assert at.code == "match_over"
    at.hold(4)
    assert (at.code, at.match.phase) == ("press_to_roll", "roll")
    assert at.match.open_flaps(0) == (1, 3, 4, 5, 6, 7, 8)


def test_a_round_can_be_taken_back_too():
    at = AtTable("classic", ["hundred"], players=("Ann",)).press().throw(6, 3).answer(9).throw(1, 1)
    at.answer(2).throw(1, 1).press()
    assert at.code == "round_over"
    at.send(GoOn())
    assert at.decisions[-1] == NextRound()
    assert at.code == "raise_flaps"
    at.hold(4)
    assert at.code == "round_over"
    at.hold(4)
    assert at.code == "press_to_roll"


def test_redo_leads_forward_again():
    at = AtTable().press().throw(6, 3).answer(4, 5)
    at.send(UndoDecision())
    at.as_told()
    at.send(RedoDecision())
    assert (at.code, at.prompt.close) == ("resume", refs(4, 5))
    at.as_told()
    assert (at.code, at.decisions[-1]) == ("press_to_roll", Redo())
    with pytest.raises(TableRefusal) as refused:
        at.send(RedoDecision())
    assert refused.value.code == "nothing_to_redo"


def test_what_was_closed_for_a_throw_that_is_made_once_more_still_counts():
    at = AtTable().press().throw(5, 1).close(1)
    at.send(UndoDecision())
    assert (at.code, at.flaps) == ("resume", [1])
    at.send(RedoDecision())
    assert (at.code, at.table.view.prompt.remaining) == ("close_more", 5)
    at.answer(5)
    assert at.decisions[-1] == Close((1, 5))


def test_an_answer_that_stands_when_its_throw_is_made_once_more_waits_for_a_press():
    at = AtTable().press().throw(5, 1).answer(1, 5)
    at.send(UndoDecision())
    at.send(UndoDecision())
    at.send(RedoDecision())
    at.rest(5)
    assert (at.code, at.decisions[-1]) == ("confirm", Redo())
    at.press()
    assert at.decisions[-1] == Close((1, 5))


def test_flaps_that_answer_nothing_are_still_led_back_by_a_redo():
    at = AtTable().press().throw(5, 1).close(9)
    at.send(UndoDecision())
    at.send(RedoDecision())
    assert (at.code, at.flaps) == ("resume", [9])


def test_a_blocked_throw_made_once_more_is_shown_once_more():
    at = AtTable().press().throw(1, 1).answer(2).throw(1, 1).press().as_told()
    at.send(UndoDecision())
    assert (at.code, at.prompt.close) == ("resume", refs(2))
    at.as_told()
    at.send(RedoDecision())
    assert (at.code, at.prompt.score) == ("blocked", 43)
    at.press()
    assert (at.code, at.flaps) == ("raise_flaps", [2])


def test_while_flaps_are_to_be_put_back_only_that_is_said():
    at = AtTable("tray", ["common"], players=("Ann", "Ben", "Cleo")).press().throw(4, 1)
    at.close(1, side=0).close(1, side=1).close(4, side=2).rest().press()
    assert [type(one) for one in at.decisions] == [Roll, Close, Close, Close]
    at.send(UndoDecision())
    at.rest()
    assert at.items() == [("resume", 0, [1], []), ("resume", 1, [1], []), ("resume", 2, [4], [])]
    at.as_told()
    assert at.code == "close_flaps"


def test_undo_while_flaps_are_pending():
    at = AtTable().press().throw(6, 3).close(4)
    at.send(UndoDecision())
    assert (at.code, at.flaps) == ("resume", [4])
    at.as_told()
    assert at.code == "press_to_roll"


def test_the_flaps_settle_before_anything_is_judged_again():
    at = AtTable().press().throw(6, 3).answer(4, 5)
    at.send(UndoDecision())
    at.open(4, 5).close(4, 5).rest(0.3)
    assert at.code == "resume"
    at.open(4, 5).rest(0.5).close(9).rest(2)
    assert (at.code, at.flaps) == ("resume", [9])


def test_a_dead_undo_changes_nothing():
    at = AtTable()
    with pytest.raises(TableRefusal):
        at.send(UndoDecision())
    assert at.code == "press_to_start"


def test_undoing_and_throwing_anew_forgets_what_was_taken_back():
    at = AtTable().press().throw(6, 3)
    at.send(UndoDecision())
    at.throw(1, 2)
    assert not at.table.view.can_redo
    assert at.decisions == [Roll((6, 3)), Undo(), Roll((1, 2))]
