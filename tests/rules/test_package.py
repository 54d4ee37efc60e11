"""The front door of the rules."""

from __future__ import annotations

import doctest

import stbpi.rules


def test_the_example_at_the_top_is_true():
    result = doctest.testmod(stbpi.rules)
    assert result.attempted == 4
    assert result.failed == 0


def test_everything_it_names_is_there():
    for name in stbpi.rules.__all__:
        assert hasattr(stbpi.rules, name)
