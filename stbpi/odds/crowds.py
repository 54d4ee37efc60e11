"""One row played for many goals at once: what each is worth, and how final scores are spread when it is played for.

As :func:`stbpi.odds.solving.solve` and :func:`stbpi.odds.spreads.spread` do for one goal, with the goals side by side
in the same arrays: some ten times faster than one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stbpi.odds.goals import Floats, Goal, Scores
from stbpi.odds.low import Level, levels_of
from stbpi.odds.policy import EQUAL_PLACES, best_policy
from stbpi.odds.rows import LOW_FLAPS, Masks, Row
from stbpi.odds.solving import solve_afresh
from stbpi.odds.spreads import spread

AT_ONCE = 1 << 18
"""Answers times goals worked out together: 2 MiB, and in each step no longer than a tray may wait for its switches."""


class Crowd(NamedTuple):
    """``values`` by goal, from the start of a turn; ``spreads`` by goal and final score, lowest score first."""

    values: Floats
    spreads: Floats


def crowd(row: Row, scores: Scores, worth: Floats) -> Crowd:
    """Best play for each of these goals: ``worth`` by goal and by final score, as they stand in ``scores``.

    ``scores`` are all that the row can note, ascending.
    """
    together = (
        len(row.flaps) <= LOW_FLAPS and row.passes == 1 and row.rules.out_after == 1 and not row.again.any()
    )
    if not together or row.raised_for_each_throw:
        return _one_by_one(row, scores, worth)
    if not len(worth):
        return Crowd(np.zeros(0), np.zeros((0, len(scores))))
    levels = _levels(row)
    step = max(1, AT_ONCE // max(len(level.targets) for level in levels))
    noted = np.searchsorted(scores, row.scores(0, len(row.flaps), 0))
    some = [_Crowded(row, levels, noted, worth[first : first + step]) for first in range(0, len(worth), step)]
    found = [one.played(len(scores)) for one in some]
    return Crowd(
        np.concatenate([one.values for one in found]), np.concatenate([one.spreads for one in found])
    )


def _one_by_one(row: Row, scores: Scores, worth: Floats) -> Crowd:
    """Where throws may be thrown again or passed, or the row is long."""
    values, spreads = np.zeros(len(worth)), np.zeros((len(worth), len(scores)))
    for number, one in enumerate(worth):

        def of(final: Scores, one: Floats = one) -> Floats:
            known: Floats = one[np.searchsorted(scores, final)]
            return known

        solution = solve_afresh(row, Goal("one_of_many", of))
        values[number] = solution.value()
        for score, chance in spread(best_policy(solution)).items():
            spreads[number, np.searchsorted(scores, score)] += chance
    return Crowd(values, spreads)


def _levels(row: Row) -> tuple[Level, ...]:
    """Those of the whole row, the position where the first throw has fewer answers with these alone."""
    levels = levels_of(row, len(row.flaps))
    first = row.rules.first_throw_closes
    if not first:
        return levels
    required = row.mask_of((first,))
    sets = [[one for one in column.sets if one & required] for column in row.columns]
    cells = [place for place, ways in enumerate(sets) if ways]
    counts = [len(sets[place]) for place in cells]
    last = Level(
        np.array([row.full]),
        np.array([row.full ^ one for ways in sets for one in ways], dtype=np.int64),
        np.cumsum([0, *counts[:-1]], dtype=np.int64),
        np.array(cells, dtype=np.int64),
    )
    return (*levels[:-1], last)


@dataclass(frozen=True, slots=True)
class _Chosen:
    """Of a level where each position and column leads, by goal, and where one die is thrown, by position and goal."""

    level: Level
    targets: NDArray[np.int16]
    one_die: NDArray[np.bool_]


class _Crowded:
    def __init__(self, row: Row, levels: tuple[Level, ...], noted: Masks, worth: Floats) -> None:
        self._row = row
        self._levels = levels
        self._noted = noted
        self._ended = worth.T
        """By score and goal."""
        self._goals = np.arange(len(worth))
        self._worth = np.empty((row.full + 1, len(worth)))
        self._liked = np.empty_like(self._worth)
        """The same, rounded to what is as good."""
        self._may = row.one_die(0, len(row.flaps), 0)

    def played(self, scores: int) -> Crowd:
        """Backwards to what the start is worth, and forwards along the best answers."""
        self._know(np.zeros(1, dtype=np.int64), self._ended[self._noted[:1]])
        chosen = [self._solve(level) for level in self._levels]
        chance = np.zeros_like(self._worth)
        chance[self._row.full] = 1.0
        out = np.zeros((scores, len(self._goals)))
        for one in reversed(chosen):
            self._go_on(one, chance, out)
        out[self._noted[0]] += chance[0]
        return Crowd(self._worth[self._row.full].copy(), out.T)

    def _solve(self, level: Level) -> _Chosen:
        row, ended = self._row, self._ended[self._noted[level.masks]]
        best = np.repeat(ended[:, None, :], len(row.columns), axis=1)
        found, targets = self._best(level)
        best.reshape(-1, len(self._goals))[level.cells] = found
        worth = row.shares[row.rules.dice] @ best
        may = self._may[level.masks]
        one_die = np.zeros(worth.shape, dtype=np.bool_)
        if may.any():
            alone = row.shares[1] @ best[may]
            one_die[may] = row.rules.one_die_forced | (alone > worth[may])
            worth[may] = np.where(one_die[may], alone, worth[may])
        self._know(level.masks, worth)
        return _Chosen(level, targets, one_die)

    def _know(self, masks: Masks, worth: Floats) -> None:
        self._worth[masks] = worth
        self._liked[masks] = worth.round(EQUAL_PLACES)

    def _best(self, level: Level) -> tuple[Floats, NDArray[np.int16]]:
        """By position and column, and goal, what the best answer is worth and where it leads: of equals the first."""
        targets = np.repeat(level.targets[level.starts, None].astype(np.int16), len(self._goals), axis=1)
        liked = self._liked[level.targets[level.starts]]
        counts = np.diff(level.starts, append=len(level.targets))
        for nth in range(1, int(counts.max(initial=0))):
            cells = np.flatnonzero(counts > nth)
            leads = level.targets[level.starts[cells] + nth]
            other = self._liked[leads]
            better = other > liked[cells]
            liked[cells] = np.where(better, other, liked[cells])
            targets[cells] = np.where(better, leads[:, None].astype(np.int16), targets[cells])
        return self._worth[targets, self._goals], targets

    def _go_on(self, chosen: _Chosen, chance: Floats, out: Floats) -> None:
        row, level = self._row, chosen.level
        here = chance[level.masks]
        place, column = np.divmod(level.cells, len(row.columns))
        shares = row.shares[row.rules.dice]
        unanswered = np.ones((len(level.masks), len(row.columns)))
        unanswered[place, column] = 0.0
        blocked, falls = (unanswered @ shares)[:, None], shares[column, None]
        if chosen.one_die.any():
            alone = row.shares[1]
            blocked = np.where(chosen.one_die, (unanswered @ alone)[:, None], blocked)
            falls = np.where(chosen.one_die[place], alone[column, None], falls)
        np.add.at(out, self._noted[level.masks], here * blocked)
        np.add.at(chance, (chosen.targets, self._goals), here[place] * falls)
