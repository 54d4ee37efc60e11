"""Two players with a row each who throw in turn, exactly: every position of one against every one of the other.

Worth is counted in stakes of who is to throw: 1 for the lower score at the end of the round, what shutting multiplies
it by for a shut, 0 for a tie, and the same lost. Once one is out, the other plays alone against a score that is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from stbpi.odds.duel import beating
from stbpi.odds.errors import OddsError
from stbpi.odds.goals import Floats, Goal, Scores
from stbpi.odds.low import Level, levels_of
from stbpi.odds.rows import Masks, Row, row
from stbpi.odds.settle import NOTHING, settle
from stbpi.odds.solution import Solution
from stbpi.odds.solving import solve_afresh
from stbpi.rules import Doubles, Match, Play, Rows, RuleSet, Status

MOST_FLAPS = 10
"""Of a row: with a pass each to be remembered, four times 2^20 pairs of positions, 36 MB."""


@dataclass(frozen=True, eq=False)
class Race:
    """A round of two, solved. ``worth`` and ``one_die`` go by passes and position of who is to throw and of the other:
    ``[passes, other's passes, position, other's position]``.
    """

    row: Row
    worth: Floats
    one_die: NDArray[np.bool_]
    alone: dict[int, Solution]
    """How to play on against a score that is noted."""

    @property
    def value(self) -> float:
        """What who begins wins on average, in stakes."""
        return float(self.worth[0, 0, self.row.full, self.row.full])

    def against(
        self, opened: Iterable[int], other: Iterable[int], passes: int = 0, other_passes: int = 0
    ) -> Solution:
        """What who is to throw, or to answer a throw, can still win with these flaps open, the other still playing.

        Only of use for that position: what it says of others is what they are worth after an answer.
        """
        mask, theirs = self.row.mask_of(tuple(opened)), self.row.mask_of(tuple(other))
        # After an answer it is the other's turn, and a pass is forgotten.
        after = -self.worth[other_passes, 0, theirs, :]
        worth = np.repeat(after[None, :], self.row.passes, axis=0)
        one_die = np.zeros(worth.shape, dtype=np.bool_)
        # Throwing again leaves everything as it is.
        worth[passes, mask] = self.worth[passes, other_passes, mask, theirs]
        one_die[passes, mask] = self.one_die[passes, other_passes, mask, theirs]
        if passes + 1 < self.row.passes:
            worth[passes + 1, mask] = -self.worth[other_passes, passes + 1, theirs, mask]

        def out(final: Scores) -> Floats:
            """What being out is worth: the other plays on against the score."""
            left = [float(self.alone[int(score)].worth[other_passes, theirs]) for score in final.tolist()]
            return -np.array(left)

        return Solution(self.row, Goal("to_win_the_race", out), worth, one_die)

    def to_win(self, match: Match, seat: int) -> Solution:
        """The same for a player of a match who is to throw or to answer."""
        other = 1 - seat
        noted = match.round_scores[other]
        if match.status(other) is not Status.PLAYING and noted is not None:
            return self.alone[noted]
        return self.against(
            match.open_flaps(seat), match.open_flaps(other), match.passes(seat), match.passes(other)
        )


def can_race(rules: RuleSet) -> bool:
    """Whether two with a row each can be solved: one throw a turn, and out at some time."""
    throws = rules.rows is Rows.OWN and rules.play is Play.ONE_THROW
    return throws and rules.out_after > 0 and rules.doubles is not Doubles.AGAIN_AFTER_OR_THREE


@lru_cache(maxsize=2)
def race(rules: RuleSet, multiplier: int = 1) -> Race:
    """Best play of both, a shut being worth ``multiplier`` stakes. Raises :class:`OddsError` for any other game."""
    if not can_race(rules):
        raise OddsError(
            f"{rules.name!r} is no race of two rows, one throw of each player in turn, that comes to an end by itself."
        )
    of = row(rules)
    if len(of.flaps) > MOST_FLAPS:
        raise OddsError(
            f"Two rows of {len(of.flaps)} flaps have 4^{len(of.flaps)} pairs of positions, which would each be solved; "
            f"{MOST_FLAPS} flaps are the most."
        )
    return _Racing(of, multiplier).solved()


class _Racing:
    """Pair by pair, those with the fewest flaps open together first: an answer closes some, and only that is needed."""

    def __init__(self, of: Row, multiplier: int) -> None:
        self._row = of
        self._multiplier = multiplier
        size = of.full + 1
        self._worth = np.zeros((of.passes, of.passes, size, size))
        self._one_die = np.zeros(self._worth.shape, dtype=np.bool_)
        self._levels: dict[int, Level] = dict(enumerate(levels_of(of, len(of.flaps)), start=1))
        self._scores = of.scores(0, len(of.flaps), 0)
        self._may = of.one_die(0, len(of.flaps), 0)
        self._alone = {
            score: solve_afresh(of, Goal(f"beat_{score}", beating(score, multiplier)))
            for score in np.unique(self._scores).tolist()
        }
        noted = np.searchsorted(np.unique(self._scores), self._scores)
        # By the position that a score was noted with, passes, and position of who plays on alone.
        self._beaten = np.stack([solution.worth for solution in self._alone.values()])[noted]

    def solved(self) -> Race:
        row, flaps = self._row, len(self._row.flaps)
        if row.rules.shut_ends_round:
            # Whoever is to throw has lost already.
            self._worth[:, :, :, 0] = -float(self._multiplier)
        else:
            self._worth[:, :, :, 0] = self._beaten[0][:, None, :]
        for together in range(2, 2 * flaps + 1):
            counts = range(max(1, together - flaps), min(flaps, together - 1) + 1)
            best = {mine: list(self._best(mine, together - mine)) for mine in counts}
            # A pass leads to the other's turn with as many flaps open, and one pass more.
            for passes, other_passes in sorted(product(range(row.passes), repeat=2), key=sum, reverse=True):
                for mine in counts:
                    self._fill(mine, together - mine, passes, other_passes, best[mine][other_passes])
        return Race(row, self._worth, self._one_die, self._alone)

    def _best(self, mine: int, theirs: int) -> Iterator[Floats]:
        """By the other's passes what the best answers are worth: by the other's position, position and column."""
        level, others = self._levels[mine], self._levels[theirs].masks
        width = len(self._row.columns)
        for other_passes in range(self._row.passes):
            best = np.full((len(others), len(level.masks) * width), NOTHING)
            if len(level.targets):
                after = -self._worth[other_passes, 0][np.ix_(others, level.targets)]
                best[:, level.cells] = np.maximum.reduceat(after, level.starts, axis=1)
            yield best.reshape(-1, width)

    def _fill(self, mine: int, theirs: int, passes: int, other_passes: int, best: Floats) -> None:
        masks, others = self._levels[mine].masks, self._levels[theirs].masks
        may = np.tile(self._may[masks], len(others))
        blocked = self._blocked(masks, others, passes, other_passes).reshape(-1)
        found = settle(self._row, best, blocked, may)
        shape = (len(others), len(masks))
        place = np.ix_(masks, others)
        self._worth[passes, other_passes][place] = found.worth.reshape(shape).T
        self._one_die[passes, other_passes][place] = found.one_die.reshape(shape).T

    def _blocked(self, masks: Masks, others: Masks, passes: int, other_passes: int) -> Floats:
        """What a blocked throw is worth, by the other's position and position."""
        if passes + 1 < self._row.passes:
            ahead = self._worth[other_passes, passes + 1][np.ix_(others, masks)]
        else:
            ahead = self._beaten[:, other_passes][np.ix_(masks, others)].T
        return np.asarray(-ahead, dtype=np.float64)
