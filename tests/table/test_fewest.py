"""The fewest flaps to reopen, the latest closed first: every position of a row against brute force."""

from __future__ import annotations

from itertools import combinations

import pytest

from stbpi.rules import Match, rule_set
from stbpi.table.events import FlapRef
from stbpi.table.picture import Picture
from stbpi.table.referee import judge

SIX = (1, 2, 3, 4, 5, 6)
SETS = {
    "any sum": {},
    "two flaps at most": {"variants": ["two-flaps"]},
    "a number, both or the sum": {"combine": "either"},
    "exactly one flap": {"combine": "single"},
}


def subsets(flaps: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [some for count in range(len(flaps) + 1) for some in combinations(flaps, count)]


def fewest(pending: tuple[int, ...], moves: list[set[int]], order: dict[int, int]) -> set[int]:
    """Of all ways to raise flaps so that the rest can be completed one with the fewest, of those the latest closed."""
    ways = [way for way in subsets(pending) if any(set(pending) - set(way) <= move for move in moves)]
    least = min(len(way) for way in ways)
    latest = max(sorted((order[flap] for flap in way), reverse=True) for way in ways if len(way) == least)
    return {flap for flap in pending if order[flap] in latest}


@pytest.mark.parametrize(
    "dice", [(a, b) for a in range(1, 7) for b in range(a, 7)], ids=lambda d: f"{d[0]}+{d[1]}"
)
@pytest.mark.parametrize("name", SETS)
def test_every_position_of_a_row_of_six(name, dice):
    axes = {"variants": (), **SETS[name]}
    rules = rule_set("classic", axes.pop("variants"), flaps=list(SIX), **axes)
    match = Match.start(rules, 1).roll(*dice)
    if match.phase != "close":
        return
    moves = [set(move) for move in match.legal_moves(0)]
    for pending in subsets(SIX):
        for turn in range(max(1, len(pending))):
            # Closed one after the other, beginning anywhere, upwards and downwards.
            closed = pending[turn:] + pending[:turn]
            for one in (closed, closed[::-1]):
                order = {flap: at for at, flap in enumerate(one, 1)}
                picture = Picture(
                    (frozenset(pending),), {FlapRef(0, flap): at for flap, at in order.items()}, frozenset()
                )
                (answer,) = judge(match, picture).answers
                assert set(answer.reopen) == fewest(pending, moves, order), (dice, one)
                assert list(answer.reopen) == sorted(answer.reopen, key=lambda flap: -order[flap])
                assert any(answer.kept <= move for move in moves)
