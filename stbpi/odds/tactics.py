"""How the players of the house play, over arrays: many positions at once, each with a throw to answer.

What each strength means, said in rules of thumb, is in :class:`stbpi.rules.strength.Strength`; the same for one
:class:`stbpi.rules.Match`, without arrays, is :mod:`stbpi.house`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from stbpi.odds.errors import OddsError
from stbpi.odds.goals import LOWEST_SCORE, Floats
from stbpi.odds.policy import Policy, answers_from, best_policy, chosen, largest_first
from stbpi.odds.rows import Masks, Row
from stbpi.odds.settle import NOTHING
from stbpi.odds.solving import SMALL_FLAPS, solve
from stbpi.rules.answers import Dice
from stbpi.rules.strength import Strength

BLOCKED = -1
"""Where a throw leads that nothing answers."""
AGAIN = -2
"""Where it leads when it is thrown again."""

MOST_AHEAD = 16
"""Flaps of a row that is looked ahead on everywhere: 2^16 positions, by up to some hundred answers."""

Flags: TypeAlias = NDArray[np.bool_]


class Throws:
    """Every way so many dice can fall, each as likely, counted from 0: what is drawn, and what it means."""

    def __init__(self, row: Row, count: int) -> None:
        self._sides, self._count = row.rules.die_sides, count
        self.ways: int = self._sides**count
        thrown = [self.dice(way) for way in range(self.ways)]
        self.columns: Masks = np.array([row.column_of[tuple(sorted(dice))] for dice in thrown])
        self.doubles: Flags = np.array([row.mechanics.is_double(dice) for dice in thrown])

    def dice(self, way: int) -> Dice:
        """What the dice show."""
        return tuple(1 + way // self._sides**place % self._sides for place in range(self._count))


class Hand:
    """One way to play a row or, where what is best depends on what others have scored, several ``plans`` for it.

    Without plans it does anything that is legal, each answer, throwing again and number of dice as likely.
    """

    def __init__(self, row: Row, plans: Iterable[Policy]) -> None:
        self.row = row
        self._plans = tuple(plans)
        self._width = len(row.columns)
        self._table: NDArray[np.int16] | None = None
        self._ways: tuple[NDArray[np.int16], NDArray[np.int16]] | None = None
        if len(row.flaps) <= SMALL_FLAPS:
            everywhere = np.arange(row.full + 1)
            if self._plans:
                each = [
                    _leads(plan, everywhere, passes) for plan in self._plans for passes in range(row.passes)
                ]
                self._table = np.stack(each).reshape(-1)
            else:
                self._ways = _all_ways(row, everywhere)

    def one_die(self, masks: Masks, passes: Masks, plans: Masks, chance: np.random.Generator) -> Flags:
        """Where to throw one die, of positions in which it may be and need not be thrown."""
        if not self._plans:
            return chance.random(len(masks)) < 0.5
        one: Flags = np.zeros(len(masks), dtype=np.bool_)
        for number, plan in enumerate(self._plans):
            here = plans == number
            one[here] = plan.one_die[passes[here], masks[here]]
        return one

    def answer(
        self, masks: Masks, passes: Masks, columns: Masks, plans: Masks, chance: np.random.Generator
    ) -> Masks:
        """Where each position goes from here: to another, to ``AGAIN``, or ``BLOCKED``."""
        row = self.row
        if self._ways is not None:
            ways, counts = self._ways
            cells = masks * self._width + columns
            nth = (chance.random(len(masks)) * counts.take(cells)).astype(np.int64)
            return ways.take(cells * (len(ways) // len(counts)) + nth).astype(np.int64)
        if self._table is not None:
            place = plans * row.passes + passes if len(self._plans) > 1 or row.passes > 1 else 0
            cells = (place * (row.full + 1) + masks) * self._width + columns
            return self._table.take(cells).astype(np.int64)
        answers = np.full(len(masks), BLOCKED)
        for column in np.unique(columns):
            here = np.flatnonzero(columns == column)
            if not self._plans:
                targets, count = _ways_from(row, int(column), masks[here])
                nth = (chance.random(len(here)) * count).astype(np.int64)
                answers[here] = np.take_along_axis(targets, nth[:, None], axis=1)[:, 0]
            for number, plan in enumerate(self._plans):
                those = here[plans[here] == number]
                for passed in range(row.passes):
                    some = those[passes[those] == passed]
                    answers[some] = _answer(plan, int(column), masks[some], passed)
        return answers


def _ways_from(row: Row, column: int, masks: Masks) -> tuple[Masks, Masks]:
    """By position everything a throw may lead to, padded at the right, and how many ways that is, at least one."""
    targets, closes = answers_from(row, column, masks)
    if row.again[column]:
        # One answer more, which is always there.
        targets = np.column_stack((targets, np.full(len(masks), AGAIN)))
        closes = np.column_stack((closes, np.ones(len(masks), dtype=np.bool_)))
    targets = np.column_stack((np.where(closes, targets, BLOCKED), np.full(len(masks), BLOCKED)))
    first = np.argsort(targets == BLOCKED, axis=1, kind="stable")
    return np.take_along_axis(targets, first, axis=1), np.maximum(1, closes.sum(axis=1))


def _all_ways(row: Row, masks: Masks) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """As :func:`_ways_from`, flat over positions, columns and ways."""
    found = [_ways_from(row, column, masks) for column in range(len(row.columns))]
    most = max(targets.shape[1] for targets, _ in found)
    ways = np.full((len(masks), len(found), most), BLOCKED, dtype=np.int16)
    for column, (targets, _) in enumerate(found):
        ways[:, column, : targets.shape[1]] = targets
    return ways.reshape(-1), np.column_stack([counts for _, counts in found]).astype(np.int16).reshape(-1)


def _leads(plan: Policy, masks: Masks, passes: int) -> NDArray[np.int16]:
    """By position and column where a plan goes."""
    answers = [_answer(plan, column, masks, passes) for column in range(len(plan.row.columns))]
    return np.column_stack(answers).astype(np.int16)


def _answer(plan: Policy, column: int, masks: Masks, passes: int) -> Masks:
    row = plan.row
    again = bool(row.again[column])
    if not row.columns[column].sets:
        return np.full(len(masks), AGAIN if again else BLOCKED)
    targets, closes = answers_from(row, column, masks)
    found, wanted = chosen(targets, np.where(closes, plan.preferred[targets], NOTHING))
    if again:
        return np.where(
            wanted < plan.again_below[passes, masks], AGAIN, np.where(closes.any(axis=1), found, AGAIN)
        )
    return np.where(closes.any(axis=1), found, BLOCKED)


@lru_cache(maxsize=16)
def hand(row: Row, strength: Strength) -> Hand:
    """How a player of the house plays a row whatever the others do: the perfect one for the lowest score."""
    if strength is Strength.RANDOM:
        return Hand(row, ())
    if strength is Strength.GREEDY:
        return Hand(row, [greedy(row)])
    if strength is Strength.CAREFUL:
        return Hand(row, [careful(row)])
    return Hand(row, [best_policy(solve(row.rules, LOWEST_SCORE))])


@dataclass(frozen=True, slots=True, eq=False)
class _Ahead:
    """What one throw does from every position, by the number of dice, counted over all ways they can fall."""

    points: Floats
    """Points left open after the best answer, added up."""
    answered: NDArray[np.int64]
    """How many throws are answered."""


def greedy(row: Row) -> Policy:
    """As ``Strength.GREEDY``. Points are added up over all throws: whole numbers, and so exact up to 2^53."""
    all_dice, one = _ahead(row, row.rules.dice), _ahead(row, 1) if 1 in row.weights else None
    may = row.one_die(0, len(row.flaps), 0)
    points = all_dice.points
    alone = np.zeros(row.full + 1, dtype=np.bool_)
    if one is not None:
        # To compare a throw of one die with one of all, as many of the first as there are of the other.
        scaled = one.points * float(row.rules.die_sides ** (row.rules.dice - 1))
        alone = may & (row.rules.one_die_forced | (scaled < points))
        points = np.where(alone, scaled, points)
    return _answering(row, -points, alone)


def careful(row: Row) -> Policy:
    """As ``Strength.CAREFUL``."""
    alone = np.zeros(row.full + 1, dtype=np.bool_)
    if 1 in row.weights and row.rules.dice > 1:
        more = row.rules.die_sides ** (row.rules.dice - 1)
        answered = _ahead(row, 1).answered * more > _ahead(row, row.rules.dice).answered
        alone = row.one_die(0, len(row.flaps), 0) & (row.rules.one_die_forced | answered)
    return _answering(row, largest_first(row).preferred, alone)


def _answering(row: Row, preferred: Floats, one_die: Flags) -> Policy:
    """To close whatever can be closed, and throw again only what cannot."""
    shape = (row.passes, row.full + 1)
    return Policy(row, preferred, np.broadcast_to(NOTHING, shape), np.broadcast_to(one_die, shape))


def _ahead(row: Row, count: int) -> _Ahead:
    if len(row.flaps) > MOST_AHEAD:
        raise OddsError(
            f"{len(row.flaps)} flaps are too many for the greedy player, who looks a throw ahead in rows of up to "
            f"{MOST_AHEAD}; choose random or careful."
        )
    masks = np.arange(row.full + 1)
    scores = row.scores(0, len(row.flaps), 0).astype(np.float64)
    points, answered = np.zeros(len(masks)), np.zeros(len(masks), dtype=np.int64)
    for place, ways in enumerate(row.weights[count].tolist()):
        left = scores
        if row.columns[place].sets and ways:
            targets, closes = answers_from(row, place, masks)
            can = closes.any(axis=1)
            left = np.where(can, np.where(closes, scores[targets], np.inf).min(axis=1), scores)
            answered += ways * can
        points += ways * left
    return _Ahead(points, answered)
