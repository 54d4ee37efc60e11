"""A row that has been solved: what each position is worth, and what to do there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from stbpi.odds.errors import OddsError
from stbpi.odds.goals import Floats, Goal
from stbpi.odds.rows import Row
from stbpi.rules.answers import Dice

ALIKE = 1e-12
"""Worths that differ by less, against the larger, are the same: what is between them is rounding."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One way to answer a throw, with what it is worth. ``again`` is throwing again, which closes nothing."""

    close: tuple[int, ...]
    worth: float
    again: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """Best play of a row for a goal. ``worth`` and ``one_die`` go by passes in a row and by position."""

    row: Row
    goal: Goal
    worth: Floats
    one_die: NDArray[np.bool_]

    def value(self, opened: Iterable[int] | None = None, passes: int = 0) -> float:
        """What a position is worth before its throw, as people read it: points, or a chance.

        ``opened`` are the open flaps, those at the start where left out. Raises
        :class:`stbpi.odds.errors.OddsError` for flaps that never stand open.
        """
        return self.goal.shown(float(self.worth[self._passes(passes), self._mask(opened)]))

    def dice(self, opened: Iterable[int] | None = None, passes: int = 0) -> int:
        """How many dice to throw."""
        mask = self._mask(opened)
        one = self.one_die[self._passes(passes), mask]
        return 1 if one else self.row.rules.dice

    def answers(self, opened: Iterable[int], dice: Dice, passes: int = 0) -> tuple[Answer, ...]:
        """Every way to answer a throw, best first, with what it is worth as people read it; none: it is blocked.

        Equally good ones stand in the rules' order. ``dice`` must be a throw of these rules.
        """
        mask = self._mask(opened)
        mechanics = self.row.mechanics
        place = mechanics.mask_of(self.row.flaps_of(mask))
        found = [
            (float(self.worth[0, mask ^ self.row.mask_of(close)]), close, False)
            for close in mechanics.answers(place, dice)
        ]
        if mechanics.throws[dice].again:
            found.append((float(self.worth[self._passes(passes), mask]), (), True))
        highest = max((abs(worth) for worth, _, _ in found), default=0.0)
        found.sort(key=lambda one: -round(one[0] / highest / ALIKE) if highest else 0)
        return tuple(Answer(close, self.goal.shown(worth), again) for worth, close, again in found)

    def blocked(self, opened: Iterable[int], passes: int = 0) -> float:
        """What a blocked throw leaves, as people read it."""
        mask = self._mask(opened)
        row = self.row
        if not row.rules.out_after:
            return self.value(opened, passes)
        if passes + 1 < row.passes:
            return self.goal.shown(float(self.worth[passes + 1, mask]))
        return self.goal.shown(float(self.goal.worth(row.scores(0, 0, mask))[0]))

    def thrown(self, opened: Iterable[int], dice: Dice, passes: int = 0) -> float:
        """What a position is worth with a throw to answer, or that has been blocked, as people read it."""
        answers = self.answers(opened, dice, passes)
        return answers[0].worth if answers else self.blocked(opened, passes)

    def throwing(self, opened: Iterable[int], count: int, passes: int = 0) -> float:
        """What a position is worth when so many dice are thrown now, as people read it."""
        opened = tuple(opened)
        return sum(chance * self.thrown(opened, dice, passes) for dice, chance in self.row.throws(count))

    def _mask(self, opened: Iterable[int] | None) -> int:
        return self.row.full if opened is None else self.row.mask_of(tuple(opened))

    def _passes(self, passes: int) -> int:
        if not self.row.rules.out_after:
            # Nobody is ever out, and so the count says nothing.
            return 0
        if not 0 <= passes < self.row.passes:
            raise OddsError(
                f"{passes} passes in a row cannot be: with these rules a player still in has {self.row.passes - 1} "
                "at most."
            )
        return passes
