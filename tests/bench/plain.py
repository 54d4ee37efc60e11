"""Shut the box as a program of one weekend has it: a set of flaps that is changed, and a search for what adds up.

Nothing of stbpi is used here, and nothing is made slower than people write it. Three ways are kept: every
combination of the open flaps; a recursion that gives up early; and the same with what it found remembered, which
is the fastest plain way there is, since a position and a throw then cost one look into a dictionary.

One turn of classic: nine flaps, two dice, thrown until blocked or shut; any legal answer is as good as another.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import TypeAlias

Turn: TypeAlias = Callable[[Random], int]
"""Plays one turn and returns its score."""


def turn_by_combinations(chance: Random) -> int:
    """Try every combination of the open flaps."""
    flaps = set(range(1, 10))
    draw = chance.random
    while flaps:
        total = int(draw() * 6) + int(draw() * 6) + 2
        answers = [
            chosen
            for count in range(1, len(flaps) + 1)
            for chosen in combinations(flaps, count)
            if sum(chosen) == total
        ]
        if not answers:
            break
        flaps -= set(answers[int(draw() * len(answers))])
    return sum(flaps)


def turn_by_recursion(chance: Random) -> int:
    """Take flaps from the highest down while the throw has pips left for them."""
    flaps = set(range(1, 10))
    draw = chance.random
    while flaps:
        total = int(draw() * 6) + int(draw() * 6) + 2
        answers = subsets(sorted(flaps, reverse=True), total, 0)
        if not answers:
            break
        flaps.difference_update(answers[int(draw() * len(answers))])
    return sum(flaps)


def subsets(flaps: list[int], total: int, first: int) -> list[tuple[int, ...]]:
    """The sets of ``flaps`` from index ``first`` on that add up to ``total``."""
    found: list[tuple[int, ...]] = []
    for index in range(first, len(flaps)):
        flap = flaps[index]
        if flap == total:
            found.append((flap,))
        elif flap < total:
            found += [(flap, *rest) for rest in subsets(flaps, total - flap, index + 1)]
    return found


def remembering_turn() -> Turn:
    """The recursion with a memo that outlives the turn."""
    memo: dict[tuple[frozenset[int], int], list[tuple[int, ...]]] = {}

    def turn(chance: Random) -> int:
        flaps = set(range(1, 10))
        draw = chance.random
        while flaps:
            total = int(draw() * 6) + int(draw() * 6) + 2
            key = (frozenset(flaps), total)
            answers = memo.get(key)
            if answers is None:
                answers = memo[key] = subsets(sorted(flaps, reverse=True), total, 0)
            if not answers:
                break
            flaps.difference_update(answers[int(draw() * len(answers))])
        return sum(flaps)

    return turn
