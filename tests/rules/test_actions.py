"""Decisions as values and their written form."""

from __future__ import annotations

import json

import pytest

from stbpi.rules import ActionError, IllegalAction, Match, rule_set
from stbpi.rules.actions import (
    Close,
    Correct,
    NextRound,
    Redo,
    Retire,
    Roll,
    RollAgain,
    Stop,
    Undo,
    apply,
    from_json,
    to_json,
)

WRITTEN = [
    (Roll((6, 3)), {"do": "roll", "dice": [6, 3]}),
    (Close((1, 8)), {"do": "close", "flaps": [1, 8]}),
    (Close((4,), 2), {"do": "close", "flaps": [4], "player": 2}),
    (Close((4,), 0), {"do": "close", "flaps": [4], "player": 0}),
    (RollAgain(), {"do": "roll_again"}),
    (NextRound(), {"do": "next_round"}),
    (Stop(), {"do": "stop"}),
    (Retire(1), {"do": "retire", "player": 1}),
    (Correct(0, -3, "Zoë"), {"do": "correct", "player": 0, "points": -3, "reason": "Zoë"}),
    (Undo(), {"do": "undo"}),
    (Redo(), {"do": "redo"}),
]


@pytest.mark.parametrize(("decision", "written"), WRITTEN)
def test_every_decision_is_written_so_and_read_back(decision, written):
    assert to_json(decision) == written
    assert from_json(json.loads(json.dumps(written))) == decision


@pytest.mark.parametrize(
    ("written", "words"),
    [
        (None, "is no decision"),
        ([], "is no decision"),
        ({}, "do = None"),
        ({"do": "rol"}, "did you mean 'roll'?"),
        ({"do": ["roll"]}, "is no decision"),
        ({"do": "roll"}, "lacks 'dice'"),
        ({"do": "roll", "dice": 6}, "list of whole numbers"),
        ({"do": "roll", "dice": [True, 3]}, "list of whole numbers"),
        ({"do": "roll", "dice": [6.0]}, "list of whole numbers"),
        ({"do": "roll", "dice": [6], "player": 1}, "has no 'player'"),
        ({"do": "close", "flaps": [1], "player": "0"}, "whole number"),
        ({"do": "retire", "player": False}, "whole number"),
        ({"do": "correct", "player": 0, "points": 1}, "lacks 'reason'"),
        ({"do": "correct", "player": 0, "points": 1, "reason": 5}, "must be text"),
        ({"do": "undo", "times": 2}, "has no 'times'"),
    ],
)
def test_anything_else_is_refused_with_one_sentence(written, words):
    with pytest.raises(ActionError) as caught:
        from_json(written)
    assert words in str(caught.value)
    assert isinstance(caught.value, ValueError)
    assert str(caught.value)[-1] in ".?"


def test_applying_is_doing():
    match = Match.start(rule_set("numbers"), 2)
    assert apply(match, Roll((5, 5))) == match.roll(5, 5)
    assert apply(match.roll(5, 5), RollAgain()) == match.roll(5, 5).roll_again()
    assert apply(match.roll(5, 5), Close((10,))) == match.roll(5, 5).close([10])
    assert apply(match, Retire(1)) == match.retire(1)
    assert apply(match, Correct(1, 2, "x")) == match.correct(1, 2, "x")
    with pytest.raises(IllegalAction):
        apply(match, NextRound())
    with pytest.raises(IllegalAction):
        apply(match, Stop())
