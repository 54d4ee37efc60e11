"""Optimal play as a program of one weekend has it: a function of the open flaps that remembers what it found.

Nothing of stbpi is used here, and nothing is made slower than people write it.
"""

from __future__ import annotations

from functools import cache

from tests.bench.plain import subsets

WAYS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
"""In how many of 36 throws two dice make each total."""


def lowest_score(flaps: int) -> float:
    """The expected score of best play with two dice and flaps from 1 up."""

    @cache
    def value(opened: tuple[int, ...]) -> float:
        expected = 0.0
        for total, ways in WAYS.items():
            answers = subsets(list(opened), total, 0)
            if answers:
                left = (tuple(flap for flap in opened if flap not in closed) for closed in answers)
                expected += ways * min(map(value, left))
            else:
                expected += ways * sum(opened)
        return expected / 36

    return value(tuple(range(flaps, 0, -1)))
