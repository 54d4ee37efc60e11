"""The answers of all positions of a few flaps, level by level, so that whole arrays are worked out at once.

A level is the positions with equally many flaps open. An answer closes at least one flap, so that every level needs
only those below it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from stbpi.odds.goals import Floats
from stbpi.odds.rows import Masks, Row
from stbpi.odds.settle import NOTHING


@dataclass(frozen=True, slots=True)
class Level:
    """Positions, and every answer in the order of position and column."""

    masks: Masks
    targets: Masks
    """The position each answer leads to."""
    starts: Masks
    """Where the answers of the next position and column begin."""
    cells: Masks
    """Which position and column that is, in the flat array of all of them."""

    def best(self, worth: Floats, best: Floats) -> None:
        """Raise ``best``, by position of the level and column, to what the answers are worth."""
        if len(self.targets):
            found = np.maximum.reduceat(worth[self.targets], self.starts)
            flat = best.reshape(-1)
            flat[self.cells] = np.maximum(flat[self.cells], found)


@lru_cache(maxsize=8)
def levels_of(row: Row, flaps: int) -> tuple[Level, ...]:
    """The levels of the positions of the lowest flaps, fewest open first, without the one where all are closed."""
    width = len(row.columns)
    pairs = [
        (place, one) for place, column in enumerate(row.columns) for one in column.sets if not one >> flaps
    ]
    # The narrowest kind that holds the positions: there are as many pairs as positions times sets.
    kind = np.min_scalar_type(-(1 << flaps))
    masks = np.arange(1 << flaps, dtype=kind)
    opened = np.bitwise_count(masks)
    masks = masks[np.argsort(opened, kind="stable")]
    sets = np.array([one for _, one in pairs], dtype=kind)
    closes = (masks[:, None] & sets) == sets
    targets = (masks[:, None] ^ sets).reshape(-1)[np.flatnonzero(closes)].astype(np.int64)
    # How many answers each position has to each column that has any.
    used, begins = np.unique([place for place, _ in pairs], return_index=True)
    counts = np.add.reduceat(closes, begins, axis=1, dtype=np.int16).reshape(-1)
    answered = np.flatnonzero(counts)
    which, column = np.divmod(answered, max(1, len(used)))
    cells = which * width + used[column]
    counts = counts[answered].astype(np.int64)
    ends = np.cumsum(counts)
    positions = np.cumsum(np.bincount(opened, minlength=flaps + 1))
    levels: list[Level] = []
    for first, last in pairwise(positions.tolist()):
        begin, end = np.searchsorted(cells, (first * width, last * width))
        before = int(ends[begin - 1]) if begin else 0
        after = int(ends[end - 1]) if end else 0
        starts = ends[begin:end] - counts[begin:end] - before
        here = masks[first:last].astype(np.int64)
        levels.append(Level(here, targets[before:after], starts, cells[begin:end] - first * width))
    return tuple(levels)


@dataclass(frozen=True, slots=True)
class Grid:
    """Every set of flaps beside every position, closed or not: more than there are answers, and sooner made.

    ``masks`` are all positions, fewest open first, and ``targets``, by set and position, where closing leads: the place
    of a position, or that and as many places more as there are positions, where the set is not open. The sets of one
    column are ``columns`` one after the other, by column; ``levels`` are where equally many are open, from one on.
    """

    masks: Masks
    targets: NDArray[np.uint16]
    columns: tuple[tuple[int, int, int], ...]
    """Of each column that has sets, its place, its first set, and the first that is not its any more."""
    width: int
    """How many columns there are, with sets or without."""
    levels: tuple[tuple[int, int], ...]

    @property
    def room(self) -> Floats:
        """What :meth:`best` works in, once for all levels: memory that is new costs more than what is done in it."""
        return np.empty(len(self.targets) * max(last - first for first, last in self.levels))

    def best(self, known: Floats, first: int, last: int, room: Floats) -> Floats:
        """By column and position, what the answers of these positions are worth at their best.

        ``known`` is the worth of all positions, and after them as often ``NOTHING``.
        """
        targets = self.targets[:, first:last]
        # All places are there, and what needs no check is not copied before it is looked up.
        found = known.take(targets, out=room[: targets.size].reshape(targets.shape), mode="clip")
        best = np.full((self.width, last - first), NOTHING)
        for place, begin, end in self.columns:
            found[begin:end].max(axis=0, out=best[place])
        return best


MOST_SETS = 128
"""In a grid. With more dice there are many sets of many flaps, few of which are open together."""


def fits_grid(row: Row) -> bool:
    """Whether a grid is what serves best."""
    return sum(len(column.sets) for column in row.columns) <= MOST_SETS


@lru_cache(maxsize=8)
def grid_of(row: Row) -> Grid:
    """The grid of a row of up to 15 flaps."""
    size = row.full + 1
    masks = np.arange(size, dtype=np.uint16)
    opened = np.bitwise_count(masks)
    masks = masks[np.argsort(opened, kind="stable")]
    sets = np.array([one for column in row.columns for one in column.sets], dtype=np.uint16)[:, None]
    # In place: of so much memory each new piece takes as long as what is done in it.
    targets = sets & ~masks
    np.minimum(targets, 1, out=targets)
    np.left_shift(targets, len(row.flaps), out=targets)
    np.bitwise_or(targets, masks & ~sets, out=targets)
    ends = np.cumsum([len(column.sets) for column in row.columns]).tolist()
    columns = zip(range(len(ends)), [0, *ends], ends, strict=False)
    bounds = np.cumsum(np.bincount(opened)).tolist()
    return Grid(
        masks.astype(np.int64),
        targets,
        tuple(column for column in columns if column[1] < column[2]),
        len(ends),
        tuple(pairwise(bounds)),
    )


def nothing(row: Row, positions: int) -> Floats:
    """The best answers of positions before any has been looked at."""
    return np.full((positions, len(row.columns)), NOTHING)
