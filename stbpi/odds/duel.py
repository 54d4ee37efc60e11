"""Two players on a shared row, exactly: the second knows the score to beat and plays for that.

Worth is counted in stakes won: 1 for the lower score, what shutting multiplies it by for a shut, 0 for a tie, and the
same lost. Without stakes that is the chance to win less the chance to lose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from stbpi.odds.errors import OddsError
from stbpi.odds.goals import Floats, Goal, Scores
from stbpi.odds.policy import best_policy
from stbpi.odds.rows import Row, row
from stbpi.odds.solution import Solution
from stbpi.odds.solving import solve_afresh
from stbpi.odds.spreads import spread
from stbpi.rules import Play, Rows, RuleSet

MOST_DUEL_FLAPS = 12
"""Flaps of a row that two play for: read as digits each of their 4096 positions is another score to beat."""


@dataclass(frozen=True, slots=True)
class Chances:
    """How a round of two ends when both play best."""

    first_wins: float
    tie: float
    second_wins: float


@dataclass(frozen=True, eq=False)
class Duel:
    """A round of two, solved. ``first`` and each ``second``, by the score to beat, are in stakes of who plays it."""

    rules: RuleSet
    first: Solution
    second: Mapping[int, Solution]
    """Of a first player who shut it holds a solution only where the round is played out."""

    @property
    def value(self) -> float:
        """What the first player wins on average, in stakes."""
        return self.first.value()

    @cached_property
    def chances(self) -> Chances:
        """How often each wins, and how often they tie."""
        wins = ties = 0.0
        for score, chance in spread(best_policy(self.first)).items():
            if score not in self.second:
                wins += chance
                continue
            for beaten, share in spread(best_policy(self.second[score])).items():
                wins += chance * share * (beaten > score)
                ties += chance * share * (beaten == score)
        return Chances(wins, ties, 1.0 - wins - ties)


def can_duel(rules: RuleSet) -> bool:
    """Whether one player's turn is over before the other's begins."""
    return rules.rows is Rows.SHARED and rules.play is Play.UNTIL_BLOCKED


@lru_cache(maxsize=8)
def duel(rules: RuleSet, multiplier: int = 1) -> Duel:
    """Best play of both, a shut being worth ``multiplier`` stakes.

    Raises :class:`OddsError` where players have rows of their own, and for rows with too many different scores.
    """
    if not can_duel(rules):
        raise OddsError(
            f"Players of {rules.name!r} throw in turn, each on a row that goes on; exact play of two is known where "
            "each plays a whole turn on the shared row."
        )
    of = row(rules)
    scores = _scores(of)
    second = {
        score: solve_afresh(of, Goal(f"beat_{score}", beating(score, multiplier)))
        for score in scores
        if score or not rules.shut_ends_round
    }
    # What the second wins the first loses; who has shut at once has won.
    worth = np.array([-second[score].value() if score in second else float(multiplier) for score in scores])
    noted = np.array(scores)

    def first(final: Scores) -> Floats:
        known: Floats = worth[np.searchsorted(noted, final)]
        return known

    return Duel(rules, solve_afresh(of, Goal("first_of_two", first)), second)


def _scores(of: Row) -> list[int]:
    """All final scores, lowest first."""
    if len(of.flaps) > MOST_DUEL_FLAPS:
        raise OddsError(
            f"{len(of.flaps)} flaps are too many for two players, the second of whom is solved for each score to beat; "
            f"{MOST_DUEL_FLAPS} are the most."
        )
    found: list[int] = np.unique(of.scores(0, len(of.flaps), 0)).tolist()
    return found


def beating(score: int, multiplier: int) -> Callable[[Scores], Floats]:
    """What final scores are worth against one that is noted already."""

    def worth(final: Scores) -> Floats:
        # The sign says who has less; a shut, by either alone, is worth more.
        won: Floats = np.sign(score - final).astype(np.float64)
        shut = (final == 0) != (score == 0)
        return np.where(shut, won * multiplier, won)

    return worth
