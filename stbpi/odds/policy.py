"""Ways to play a row, best or not, as arrays over its positions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from stbpi.odds.goals import Floats
from stbpi.odds.rows import Masks, Row
from stbpi.odds.settle import NOTHING
from stbpi.odds.solution import Solution


@dataclass(frozen=True, slots=True, eq=False)
class Policy:
    """What to do everywhere.

    Of all answers the one is chosen that leaves the position preferred most. ``again_below`` and ``one_die`` go by
    passes and position: a double is thrown again when no answer is preferred to that; and whether to throw one die.
    """

    row: Row
    preferred: Floats
    again_below: Floats
    one_die: NDArray[np.bool_]


def answers_from(row: Row, place: int, masks: Masks) -> tuple[Masks, NDArray[np.bool_]]:
    """By position and set of the column at this place: where closing it leads, and whether it may be closed."""
    sets = np.array(row.columns[place].sets, dtype=np.int64)
    closes = (masks[:, None] & sets) == sets
    if row.rules.first_throw_closes:
        required = row.mask_of((row.rules.first_throw_closes,))
        closes &= (masks[:, None] != row.full) | (sets & required == required)
    return masks[:, None] & ~sets, closes


def chosen(targets: Masks, wanted: Floats) -> tuple[Masks, Floats]:
    """Of the answers to each position the one wanted most, the first of several: where it leads, and how wanted."""
    best = wanted.argmax(axis=1)[:, None]
    return (
        np.take_along_axis(targets, best, axis=1)[:, 0],
        np.take_along_axis(wanted, best, axis=1)[:, 0],
    )


EQUAL_PLACES = 12
"""Decimal places of stakes or points: what differs after them is as good, and the first answer is chosen."""

MOST_ROUNDED = 1 << 16
"""Positions of a row whose worth is rounded for that; the copy of a longer one would take as much memory as it does."""


def best_policy(solution: Solution) -> Policy:
    """To play as the solution says."""
    worth = solution.worth
    if worth.shape[-1] <= MOST_ROUNDED:
        worth = worth.round(EQUAL_PLACES)
    return Policy(solution.row, worth[0], worth, solution.one_die)


def largest_first(row: Row) -> Policy:
    """Close the largest flap that can be closed, then the next largest, and one die whenever it may be thrown."""
    return _plain(row, -np.arange(row.full + 1, dtype=np.float64))


def fewest_flaps(row: Row) -> Policy:
    """Keep as many flaps open as can be, of those the largest closed; one die whenever it may be thrown."""
    opened = np.zeros(1)
    for _ in row.flaps:
        opened = np.concatenate((opened, opened + 1))
    return _plain(row, opened - np.arange(row.full + 1) / (row.full + 1.0))


def _plain(row: Row, preferred: Floats) -> Policy:
    again = np.broadcast_to(np.float64(NOTHING), (row.passes, row.full + 1))
    one_die = np.broadcast_to(row.one_die(0, len(row.flaps), 0), (row.passes, row.full + 1))
    return Policy(row, preferred, again, one_die)
