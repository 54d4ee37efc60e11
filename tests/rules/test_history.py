"""Taking back and making again."""

from __future__ import annotations

import pytest

from stbpi.rules import IllegalAction, rule_set
from stbpi.rules.actions import Close, Redo, Roll, Undo
from stbpi.rules.history import History, HistoryError

CLASSIC = rule_set("classic")
STEPS = (Roll((1, 1)), Close((2,)), Roll((1, 1)), Roll((6, 3)), Close((9,)))


def test_the_last_action_is_taken_back_across_a_turn_and_made_again():
    history = History.fold(CLASSIC, 2, STEPS)
    assert history.match.player == 1
    history = history.do(Undo()).do(Undo())
    assert history.match.round_scores == (43, None)
    history = history.do(Undo())
    assert (history.match.player, history.match.status(0)) == (0, "playing")
    assert history.undone_next == Roll((1, 1))
    history = history.do(Redo()).do(Redo())
    assert (history.match.dice, history.actions) == ((6, 3), STEPS[:4])


def test_the_very_matches_come_back():
    history = History.fold(CLASSIC, 2, STEPS)
    back = history
    for _ in STEPS:
        back = back.do(Undo())
    assert not back.can_undo
    assert back.can_redo
    assert back.match is history.matches[0]
    for index in range(len(STEPS)):
        back = back.do(Redo())
        assert back.match is history.matches[index + 1]
    assert back == history
    assert not back.can_redo
    assert back.undone_next is None


def test_a_new_action_forgets_what_was_taken_back():
    history = History.fold(CLASSIC, 2, (*STEPS[:2], Undo(), Close((2,))))
    assert not history.can_redo
    assert history.actions == STEPS[:2]


def test_the_end_of_a_match_is_taken_back():
    history = History.fold(CLASSIC, 1, STEPS[:3])
    assert history.match.phase == "match_over"
    assert history.do(Undo()).match.phase == "roll"


def test_nothing_to_take_back_or_to_make_again():
    history = History.start(CLASSIC, 2)
    with pytest.raises(HistoryError, match="taken back"):
        history.do(Undo())
    with pytest.raises(HistoryError, match="made again"):
        history.do(Redo())
    with pytest.raises(HistoryError, match="taken back"):
        History.fold(CLASSIC, 2, [Undo()])
    with pytest.raises(HistoryError, match="made again"):
        History.fold(CLASSIC, 2, [STEPS[0], Redo()])


def test_what_the_rules_refuse_changes_nothing():
    history = History.start(CLASSIC, 2).do(STEPS[0])
    with pytest.raises(IllegalAction):
        history.do(Close((3,)))
    assert history == History.fold(CLASSIC, 2, STEPS[:1])
