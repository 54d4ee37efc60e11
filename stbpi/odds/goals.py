"""What a player plays for: how much each way to end a turn or a round is worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Scores: TypeAlias = NDArray[np.float64] | NDArray[np.int64]
"""What open flaps note; whole numbers where int64 holds every score of the row."""


@dataclass(frozen=True, slots=True, eq=False)
class Goal:
    """``worth`` turns final scores, points, into what they are worth to the player: the more the better."""

    name: str
    worth: Callable[[Scores], Floats]
    points: bool = False
    """Whether worth is points with the sign turned; else it is a chance, or money."""
    chance: bool = False

    def shown(self, worth: float) -> float:
        """A worth as people read it: points as the rules note them, a chance without what rounding adds to 1."""
        if self.chance:
            return min(1.0, worth)
        return 0.0 - worth if self.points else worth


def _fewest(scores: Scores) -> Floats:
    return np.negative(scores.astype(np.float64))


LOWEST_SCORE = Goal("lowest_score", _fewest, points=True)
"""The lowest score in the mean."""


def _shut(scores: Scores) -> Floats:
    return np.equal(scores, 0).astype(np.float64)


SHUT = Goal("shut", _shut, chance=True)
"""The highest chance to shut the box: flaps carry numbers from 1 up, so that only a shut notes 0."""


@lru_cache(maxsize=128)
def at_most(score: int) -> Goal:
    """The highest chance to note this score or less.

    Scores of more than 18 digits, of more than 14 flaps read as digits, are compared as rounded to 16 digits.
    """
    return Goal(
        f"at_most_{score}", lambda scores: np.less_equal(scores, score).astype(np.float64), chance=True
    )
