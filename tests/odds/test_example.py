"""The example in the room's own text."""

from __future__ import annotations

import doctest

import stbpi.odds


def test_the_example_of_the_odds_is_true() -> None:
    failed, tried = doctest.testmod(stbpi.odds)
    assert tried >= 3
    assert failed == 0
