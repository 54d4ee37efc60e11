"""The answers of all positions of a few flaps, level by level, so that whole arrays are worked out at once.

A level is the positions with equally many flaps open. An answer closes at least one flap, so that every level needs
only those below it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

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
def levels(row: Row, flaps: int) -> tuple[Level, ...]:
    """The levels of the positions of the lowest flaps, fewest open first, without the one where all are closed."""
    masks = np.arange(1 << flaps)
    opened = np.zeros(1, dtype=np.int64)
    for _ in range(flaps):
        opened = np.concatenate((opened, opened + 1))
    pairs = [
        (place, one) for place, column in enumerate(row.columns) for one in column.sets if not one >> flaps
    ]
    columns = np.array([place for place, _ in pairs], dtype=np.int64)
    sets = np.array([one for _, one in pairs], dtype=np.int64)
    return tuple(
        _level(masks[opened == count], sets, columns, len(row.columns)) for count in range(1, flaps + 1)
    )


def _level(masks: Masks, sets: Masks, columns: Masks, width: int) -> Level:
    which, answer = np.nonzero((masks[:, None] & sets) == sets)
    cells = which * width + columns[answer]
    starts = np.flatnonzero(np.diff(cells, prepend=-1))
    return Level(masks, masks[which] ^ sets[answer], starts, cells[starts])


def nothing(row: Row, positions: int) -> Floats:
    """The best answers of positions before any has been looked at."""
    return np.full((positions, len(row.columns)), NOTHING)
