"""What a position is worth before the throw, from what the best answer to every throw is worth.

Some throws leave a position as it is: a double that is thrown again, and a blocked one where nobody is ever out. Their
worth is that of the position itself; the equation is solved for it rather than approached.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stbpi.odds.goals import Floats
from stbpi.odds.rows import Row

NOTHING = -np.inf
"""Worth of the best answer where nothing answers the throw."""


class Settled(NamedTuple):
    """Worth of positions before the throw, and whether one die is what to throw."""

    worth: Floats
    one_die: NDArray[np.bool_]


def settle(row: Row, best: Floats, blocked: Floats | None, one_die: NDArray[np.bool_]) -> Settled:
    """Worth of positions, given ``best`` by position and column (``NOTHING`` where nothing answers).

    ``blocked`` is what a blocked throw leads to, None where it leaves everything as it is; ``one_die`` says where one
    die may be thrown.
    """
    dice = row.rules.dice
    worth = np.full(len(best), NOTHING)
    if row.rules.one_die_forced:
        worth[~one_die] = _thrown(row, best[~one_die], _of(blocked, ~one_die), dice)
        worth[one_die] = _thrown(row, best[one_die], _of(blocked, one_die), 1)
        return Settled(worth, one_die)
    worth = _thrown(row, best, blocked, dice)
    if not one_die.any():
        return Settled(worth, one_die)
    alone = np.full(len(best), NOTHING)
    alone[one_die] = _thrown(row, best[one_die], _of(blocked, one_die), 1)
    return Settled(np.maximum(worth, alone), alone > worth)


def _of(values: Floats | None, where: NDArray[np.bool_]) -> Floats | None:
    return None if values is None else values[where]


def _thrown(row: Row, best: Floats, blocked: Floats | None, count: int) -> Floats:
    """Worth of positions when so many dice are thrown."""
    shares = row.shares[count]
    unanswered = best == NOTHING
    if blocked is not None and not row.again.any():
        worth: Floats = np.where(unanswered, blocked[:, None], best) @ shares
        return worth
    moves = np.where(unanswered, 0.0 if blocked is None else blocked[:, None], best)
    stays = unanswered if blocked is None else unanswered & row.again
    while True:
        leaves = ~stays @ shares
        # Where every throw leaves the position as it is, these dice lead nowhere.
        worth = np.full(len(best), NOTHING)
        np.divide(np.where(stays, 0.0, moves) @ shares, leaves, out=worth, where=leaves > 0)
        # Throwing again whatever is worth less than the position raises its worth, and so what is thrown again:
        # after each double has been added once at most, nothing changes any more.
        more = stays | (row.again & (best < worth[:, None]))
        if (more == stays).all():
            return worth
        stays = more
