"""A row of flaps under a rule set, as arrays: its positions, throws, answers and scores.

A position is a set of open flaps as a bit mask: bit ``i`` is the ``i``-th of the flaps that stand open at the start.
Which flaps answer a throw, when one die may be thrown and what open flaps note is taken from
:class:`stbpi.rules.answers.Mechanics` and the axes; here it only becomes arrays over all positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from stbpi.odds.errors import OddsError
from stbpi.odds.goals import Scores
from stbpi.rules import Combine, OneDie, Play, Rows, RuleSet, Scoring
from stbpi.rules.answers import Dice, Mechanics, mechanics

MOST_FLAPS = 24
"""Of a row that is solved: 2^24 positions take 128 MiB as float64, twice that with a pass to be remembered."""

LOW_FLAPS = 12
"""Flaps whose positions are worked out together; what more a row has is gone through position by position."""

MOST_EXACT = 1 << 62
"""Scores below are whole numbers of 64 bits; above, as with the digits of more than 14 flaps, they are rounded."""

Masks: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Column:
    """Throws that are answered alike."""

    dice: Dice
    """One of them."""
    sets: tuple[int, ...]
    """The masks of the sets of flaps that answer it."""
    again: bool
    """Whether it may be thrown again instead."""


class Row:
    """Everything about a rule set that its odds need. Throws are ``columns``; ``weights`` says how often each falls."""

    def __init__(self, rules: RuleSet, ready: Mechanics | None = None) -> None:
        self.rules = rules
        self.mechanics = ready or mechanics(rules)
        self.flaps = self.mechanics.open_of(self.mechanics.start)
        """Those open at the start, ascending."""
        if len(self.flaps) > MOST_FLAPS:
            raise OddsError(
                f"{len(self.flaps)} flaps have 2^{len(self.flaps)} positions, more than memory holds; odds are worked "
                f"out for up to {MOST_FLAPS} flaps."
            )
        self.full = (1 << len(self.flaps)) - 1
        self.raised_for_each_throw = rules.rows is Rows.SHARED and rules.play is Play.ONE_THROW
        """Whether flaps closed by one throw stand open again for the next."""
        self.passes = max(1, rules.out_after)
        """How many counts of passes a position is told apart by."""
        self._bits = {flap: 1 << i for i, flap in enumerate(self.flaps)}
        self.column_of: dict[Dice, int] = {}
        """Which column a throw belongs to, its dice in ascending order."""
        self.columns, self.weights = self._throws()

    def mask_of(self, flaps: tuple[int, ...]) -> int:
        """The position with these flaps open; raises :class:`OddsError` for flaps the row does not have."""
        mask = 0
        for flap in flaps:
            if flap not in self._bits:
                there = ", ".join(map(str, self.flaps))
                raise OddsError(f"Flap {flap} never stands open with these rules; open can be {there}.")
            mask |= self._bits[flap]
        return mask

    def flaps_of(self, mask: int) -> tuple[int, ...]:
        """The open flaps of a position, ascending."""
        return tuple(flap for flap, bit in self._bits.items() if mask & bit)

    def score(self, mask: int) -> int:
        """What a position notes, exactly."""
        return self.mechanics.score(self.mechanics.mask_of(self.flaps_of(mask)))

    def throws(self, count: int) -> Iterator[tuple[Dice, float]]:
        """Every throw of so many dice, lowest first, its dice ascending, with its chance."""
        sides = self.rules.die_sides
        for dice in combinations_with_replacement(range(1, sides + 1), count):
            yield dice, _orders(dice) / sides**count

    def _throws(self) -> tuple[tuple[Column, ...], dict[int, Masks]]:
        """The columns, and for each number of dice in how many of all ``sides ** dice`` throws each one falls."""
        rules = self.rules
        counts = (rules.dice, 1) if rules.one_die is not OneDie.NEVER else (rules.dice,)
        found: dict[tuple[tuple[int, ...], bool], tuple[int, Dice]] = {}
        ways: dict[int, Counter[int]] = {count: Counter() for count in counts}
        sums: dict[tuple[int, bool], tuple[tuple[int, ...], bool]] = {}
        for count in counts:
            for dice in combinations_with_replacement(range(1, rules.die_sides + 1), count):
                key = self._answered_by(dice, sums)
                place, _ = found.setdefault(key, (len(found), dice))
                self.column_of[dice] = place
                ways[count][place] += _orders(dice)
        columns = tuple(Column(dice, sets, again) for (sets, again), (_, dice) in found.items())
        weights = {
            count: np.array([ways[count][place] for place in range(len(columns))], dtype=np.int64)
            for count in counts
        }
        return columns, weights

    def _answered_by(
        self, dice: Dice, sums: dict[tuple[int, bool], tuple[tuple[int, ...], bool]]
    ) -> tuple[tuple[int, ...], bool]:
        again = self.mechanics.may_throw_again(dice)
        alike = (sum(dice), self.mechanics.is_double(dice))
        if self.rules.combine is Combine.SUM and alike in sums:
            return sums[alike]
        sets = tuple(
            self.mask_of(one.flaps)
            for one in self.mechanics.sets_answering(dice)
            if all(flap in self._bits for flap in one.flaps)
        )
        sums[alike] = sets, again
        return sets, again

    @cached_property
    def shares(self) -> dict[int, NDArray[np.float64]]:
        """The chance of each column, by how many dice are thrown."""
        return {count: ways / ways.sum() for count, ways in self.weights.items()}

    @cached_property
    def again(self) -> NDArray[np.bool_]:
        """Which columns may be thrown again."""
        return np.array([column.again for column in self.columns])

    @property
    def kind(self) -> type[np.int64 | np.float64]:
        """What scores are kept as."""
        return np.int64 if self.mechanics.score(self.mechanics.start) < MOST_EXACT else np.float64

    def _noting(self, noted: NDArray[Any], flap: int) -> NDArray[Any]:
        """What is noted when this flap stands open too, to the right of what has been."""
        scoring = self.rules.scoring
        if scoring is Scoring.DIGITS:
            return np.asarray(noted * noted.dtype.type(10 ** len(str(flap))) + flap)
        return np.asarray(noted + (flap if scoring is Scoring.SUM else 1))

    def scores_of(self, masks: Masks) -> Scores:
        """What these positions note."""
        noted: NDArray[Any] = np.zeros(len(masks), dtype=self.kind)
        for flap, bit in self._bits.items():
            noted = np.where(masks & bit != 0, self._noting(noted, flap), noted)
        return noted

    def one_die_in(self, masks: Masks) -> NDArray[np.bool_]:
        """In which of these positions one die may be thrown."""
        rule = self.rules.one_die
        if rule is OneDie.NEVER:
            return np.zeros(len(masks), dtype=np.bool_)
        added = np.zeros(len(masks), dtype=np.int64)
        for flap, bit in self._bits.items():
            added += _adds(rule, flap) * (masks & bit != 0)
        return np.asarray(added <= _most(rule))

    def scores(self, low: int, high: int, mask: int) -> Scores:
        """What the positions note that have any of the flaps ``low`` to ``high`` open, counted from 0, beside ``mask``.

        ``mask`` has only higher flaps. In the order of the positions' masks; doubled flap by flap.
        """
        noted: NDArray[Any] = np.zeros(1, dtype=self.kind)
        rest = self.flaps_of(mask)
        for flap in (*self.flaps[low:high], *rest):
            more = self._noting(noted, flap)
            # What must be open is only noted; all others may be open or not.
            noted = more if flap in rest else np.concatenate((noted, more))
        return noted

    def one_die(self, low: int, high: int, mask: int) -> NDArray[np.bool_]:
        """Where one die may be thrown, of the positions that :meth:`scores` tells of."""
        rule = self.rules.one_die
        if rule is OneDie.NEVER:
            return np.zeros(1 << (high - low), dtype=np.bool_)
        added = np.full(1, sum(_adds(rule, flap) for flap in self.flaps_of(mask)), dtype=np.int64)
        for flap in self.flaps[low:high]:
            added = np.concatenate((added, added + _adds(rule, flap)))
        return np.asarray(added <= _most(rule))


def _orders(dice: Dice) -> int:
    """In how many ways the dice can show these numbers."""
    return factorial(len(dice)) // prod(map(factorial, Counter(dice).values()))


def _most(rule: OneDie) -> int:
    """Each rule about one die is a limit on something that open flaps add to."""
    return 0 if rule is OneDie.NONE_ABOVE_6 else 6


def _adds(rule: OneDie, flap: int) -> int:
    """What an open flap adds to what the rule about one die limits."""
    if rule is OneDie.AT_MOST_6_OPEN:
        return 1
    return flap if rule is OneDie.SUM_AT_MOST_6 else int(flap > 6)


@lru_cache(maxsize=16)
def row(rules: RuleSet) -> Row:
    """The row of a rule set; equal rule sets share one."""
    return Row(rules)
