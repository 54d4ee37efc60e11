"""Exact optimal play of one row, alone, by dynamic programming over all its positions.

What other players do does not come into it: the row is played until its player is out or has shut. Where one throw is
answered by all, or the next player throws in between, that changes nothing about the row; that somebody else may end
the round first is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from stbpi.odds.goals import Floats, Goal
from stbpi.odds.low import fits_grid, grid_of, levels_of, nothing
from stbpi.odds.rows import LOW_FLAPS, Masks, Row
from stbpi.odds.rows import row as row_of
from stbpi.odds.settle import NOTHING, Settled, settle
from stbpi.odds.solution import Solution
from stbpi.rules import RuleSet

SMALL_FLAPS = 14
"""Up to here a solution takes less than half a MB, and many are kept."""

MOST_THROWS = 100_000
"""Throws looked ahead where a row is raised for each of them, before what is left cannot be seen in a float64."""


def solve(rules: RuleSet, goal: Goal) -> Solution:
    """Best play of one row under these rules for a goal; kept, so that asking again costs nothing.

    Raises :class:`stbpi.odds.errors.OddsError` for rows of more than 24 flaps.
    """
    of = row_of(rules)
    return _small(of, goal) if len(of.flaps) <= SMALL_FLAPS else _large(of, goal)


@lru_cache(maxsize=32)
def _small(row: Row, goal: Goal) -> Solution:
    return solve_afresh(row, goal)


@lru_cache(maxsize=2)
def _large(row: Row, goal: Goal) -> Solution:
    """Of 24 flaps one solution takes 150 MB: room for two, such as points and shutting."""
    return solve_afresh(row, goal)


def solve_afresh(row: Row, goal: Goal, together: int = LOW_FLAPS) -> Solution:
    """As :func:`solve`, without looking whether it has been done before, so many flaps worked out ``together``."""
    worth = np.empty((row.passes, row.full + 1))
    one_die = np.zeros((row.passes, row.full + 1), dtype=np.bool_)
    if row.raised_for_each_throw:
        _solve_raised(row, goal, worth, one_die)
        return Solution(row, goal, worth, one_die)
    if len(row.flaps) <= min(together, LOW_FLAPS) and fits_grid(row):
        _solve_grid(row, goal, worth, one_die)
        return Solution(row, goal, worth, one_die)
    low = min(len(row.flaps), together)
    beyond = _Beyond(row, low)
    for high in range(0, row.full + 1, 1 << low):
        here = slice(high, high + (1 << low))
        ended = goal.worth(row.scores(0, low, high))
        may = row.one_die(0, low, high)
        best = beyond.best(worth[0], high)
        if high:
            _fill(
                row, worth, one_die, slice(high, high + 1), settle_passes(row, best[:1], ended[:1], may[:1])
            )
        else:
            worth[:, 0] = ended[0]
        for level in levels_of(row, low):
            found = best[level.masks]
            level.best(worth[0, here], found)
            _fill(
                row,
                worth,
                one_die,
                high + level.masks,
                settle_passes(row, found, ended[level.masks], may[level.masks]),
            )
    if row.rules.first_throw_closes:
        _solve_first_throw(row, goal, worth, one_die)
    return Solution(row, goal, worth, one_die)


def _solve_grid(row: Row, goal: Goal, worth: Floats, one_die: NDArray[np.bool_]) -> None:
    """A row whose positions are all worked out together."""
    grid = grid_of(row)
    all_ended = goal.worth(row.scores(0, len(row.flaps), 0))
    ended, may = all_ended[grid.masks], row.one_die(0, len(row.flaps), 0)[grid.masks]
    worth[:, 0] = all_ended[0]
    known = np.full(2 * (row.full + 1), NOTHING)
    known[0] = all_ended[0]
    room = grid.room
    for first, last in grid.levels:
        masks = grid.masks[first:last]
        best = grid.best(known, first, last, room)
        for passes, settled in settle_passes(row, best.T, ended[first:last], may[first:last]):
            if passes:
                worth[passes, masks] = settled.worth
            else:
                known[masks] = settled.worth
            if settled.one_die.any():
                one_die[passes, masks] = settled.one_die
    worth[0] = known[: row.full + 1]
    if row.rules.first_throw_closes:
        _solve_first_throw(row, goal, worth, one_die)


def settle_passes(
    row: Row, best: Floats, ended: Floats, one_die: NDArray[np.bool_]
) -> Iterator[tuple[int, Settled]]:
    """The worth of positions by the count of passes, the highest first; ``ended`` is what being out is worth."""
    blocked = ended if row.rules.out_after else None
    for passes in reversed(range(row.passes)):
        settled = settle(row, best, blocked, one_die)
        yield passes, settled
        if blocked is not None:
            blocked = settled.worth


def _fill(
    row: Row,
    worth: Floats,
    one_die: NDArray[np.bool_],
    masks: Masks | slice,
    settled: Iterator[tuple[int, Settled]],
) -> None:
    for passes, found in settled:
        worth[passes, masks] = found.worth
        one_die[passes, masks] = found.one_die


class _Beyond:
    """The answers that close flaps above the lowest ``low``: what they lead to is worked out already."""

    def __init__(self, row: Row, low: int) -> None:
        self._row = row
        self._low = low
        lowest = (1 << low) - 1
        self._sets = [
            (place, one & ~lowest, one & lowest)
            for place, column in enumerate(row.columns)
            for one in column.sets
            if one & ~lowest
        ]
        masks = np.arange(1 << low)
        self._open = {part: masks[masks & part == part] for part in {part for _, _, part in self._sets}}

    def best(self, worth: Floats, high: int) -> Floats:
        """What they are worth at their best from the positions with these higher flaps open."""
        best = nothing(self._row, 1 << self._low)
        for place, above, below in self._sets:
            if above & ~high:
                continue
            masks = self._open[below]
            column = best[:, place]
            column[masks] = np.maximum(column[masks], worth[(high ^ above) + (masks ^ below)])
        return best


def _single(row: Row, worth: Floats, required: int) -> Floats:
    """The best answers of the position with everything open, of those that close what is required."""
    best = nothing(row, 1)
    for place, column in enumerate(row.columns):
        for one in column.sets:
            if one & required == required:
                best[0, place] = max(best[0, place], worth[row.full ^ one])
    return best


def _start(row: Row, goal: Goal) -> tuple[Floats, NDArray[np.bool_]]:
    """What being out at the start is worth, and whether one die may be thrown there."""
    scores = row.scores(0, 0, row.full)
    return goal.worth(scores), row.one_die(0, 0, row.full)


def _solve_first_throw(row: Row, goal: Goal, worth: Floats, one_die: NDArray[np.bool_]) -> None:
    """The first throw of a turn has fewer answers than a later one would have with the same flaps open."""
    best = _single(row, worth[0], row.mask_of((row.rules.first_throw_closes,)))
    ended, may = _start(row, goal)
    _fill(row, worth, one_die, slice(row.full, None), settle_passes(row, best, ended, may))


def _solve_raised(row: Row, goal: Goal, worth: Floats, one_die: NDArray[np.bool_]) -> None:
    """Each throw finds everything open; what it leaves open is raised again. Only the start can be a loop of throws."""
    ended, may = _start(row, goal)
    worth[:] = ended
    worth[:, 0] = goal.worth(np.zeros(1, dtype=np.int64))
    for _ in range(MOST_THROWS):
        before = worth[:, row.full].copy()
        for passes, found in settle_passes(row, _single(row, worth[0], 0), ended, may):
            worth[passes, 1:] = found.worth
            one_die[passes, 1:] = found.one_die
        if (worth[:, row.full] == before).all():
            return
