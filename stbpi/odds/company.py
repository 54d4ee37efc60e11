"""Any number of players on a shared row, exactly: each knows what is to be beaten, and how those to come will play.

Whoever plays last knows everything; how they then play, and so how their scores are spread, is what the one before
them plays against; and so on back to who begins. Worth is counted in stakes: each pays one, the lowest score takes all,
ties share, and a shut earns from each of the others what shutting multiplies a stake by.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from stbpi.odds.duel import MOST_DUEL_FLAPS, can_duel
from stbpi.odds.errors import OddsError
from stbpi.odds.goals import Floats, Goal, Scores
from stbpi.odds.policy import best_policy
from stbpi.odds.rows import Row, row
from stbpi.odds.solution import Solution
from stbpi.odds.solving import solve_afresh
from stbpi.odds.spreads import spread
from stbpi.rules import RuleSet

MOST_STANDINGS = 1000
"""What a player may find, by how many are to come, the lowest score and who shares it; each is a row to be solved."""


@dataclass(frozen=True, slots=True, order=True)
class Found:
    """What a player finds who is to play: how many come afterwards, the lowest score, and how many share it.

    ``tied`` is 0 where nobody has played yet, and ``lowest`` then means nothing.
    """

    coming: int
    lowest: int
    tied: int


class Company:
    """A round of so many players, solved for all that can be found; ``multiplier`` is what a shut makes of a stake."""

    def __init__(self, rules: RuleSet, players: int, multiplier: int = 1) -> None:
        if not can_duel(rules):
            raise OddsError(
                f"Players of {rules.name!r} throw in turn, each on a row that goes on; what is best to win is known "
                "where each plays a whole turn on the shared row."
            )
        self.row: Row = row(rules)
        self.players = players
        self._multiplier = multiplier
        if len(self.row.flaps) > MOST_DUEL_FLAPS:
            raise OddsError(
                f"{len(self.row.flaps)} flaps are too many for players each of whom is solved for every score to beat; "
                f"{MOST_DUEL_FLAPS} are the most."
            )
        self._scores = np.unique(self.row.scores(0, len(self.row.flaps), 0))
        self.standings = len(self._scores) * players * (players - 1) // 2
        """How many ways to find a round there are."""
        if self.standings > MOST_STANDINGS:
            raise OddsError(
                f"{players} players with {len(self._scores)} different scores are too many: {self.standings} ways "
                f"to find a round would each have to be solved, and {MOST_STANDINGS} are the most."
            )
        self._solved: dict[Found, Solution] = {}
        self._spreads: dict[Found, Mapping[int, float]] = {}
        self._expected: dict[tuple[Found, bool, int], float] = {}

    @property
    def first(self) -> Found:
        """What who begins finds."""
        return Found(self.players - 1, 0, 0)

    def all_found(self) -> list[Found]:
        """Everything that a player can find."""
        ends = self.row.rules.shut_ends_round
        return [
            self.first,
            *(
                Found(coming, score, tied)
                for coming in range(self.players - 1)
                for score in self._scores.tolist()
                if score or not ends
                for tied in range(1, self.players - coming)
            ),
        ]

    def solution(self, found: Found) -> Solution:
        """How to play then, and what it is worth in stakes."""
        if found not in self._solved:
            worth = np.array([self._worth(found, score) for score in self._scores.tolist()])

            def of(final: Scores) -> Floats:
                known: Floats = worth[np.searchsorted(self._scores, final)]
                return known

            self._solved[found] = solve_afresh(self.row, Goal("to_win", of))
        return self._solved[found]

    def spread(self, found: Found) -> Mapping[int, float]:
        """How the scores of who plays then are spread."""
        if found not in self._spreads:
            self._spreads[found] = spread(best_policy(self.solution(found)))
        return self._spreads[found]

    def shares(self) -> tuple[float, ...]:
        """The chance of each player to win the round, in the order they play; a tie is shared."""
        shares = []
        before = {self.first: 1.0}
        for _ in range(self.players):
            after: dict[Found, float] = {}
            share = 0.0
            for found, chance in before.items():
                for score, falls in self.spread(found).items():
                    now, leads = _then(found, score)
                    share += chance * falls * (self._expect(now, leads, 0) + 1.0) / self.players
                    if not self._over(now):
                        after[now] = after.get(now, 0.0) + chance * falls
            shares.append(share)
            before = {Found(found.coming - 1, found.lowest, found.tied): one for found, one in after.items()}
        return tuple(shares)

    def _worth(self, found: Found, score: int) -> float:
        """What a final score is worth to who plays in ``found``."""
        now, leads = _then(found, score)
        return self._expect(now, leads, self._multiplier)

    def _over(self, now: Found) -> bool:
        return now.coming == 0 or (now.lowest == 0 and self.row.rules.shut_ends_round)

    def _expect(self, now: Found, leads: bool, multiplier: int) -> float:
        """What those who share the lowest score can expect, or all others, with so many to come.

        ``multiplier`` 0 counts no stakes but chances to win: a share of all, less one.
        """
        key = (now, leads, multiplier)
        if key not in self._expected:
            self._expected[key] = (
                self._paid(now, leads, multiplier)
                if self._over(now)
                else self._to_come(now, leads, multiplier)
            )
        return self._expected[key]

    def _to_come(self, now: Found, leads: bool, multiplier: int) -> float:
        following = Found(now.coming - 1, now.lowest, now.tied)
        if self.players == 2 and multiplier == self._multiplier:
            # What one of two wins the other loses.
            return -self.solution(following).value()
        total = 0.0
        for score, chance in self.spread(following).items():
            then, _ = _then(following, score)
            total += chance * self._expect(then, leads and score >= now.lowest, multiplier)
        return total

    def _paid(self, now: Found, leads: bool, multiplier: int) -> float:
        more = multiplier - 1 if now.lowest == 0 and multiplier else 0
        if not leads:
            return -1.0 - more
        return (self.players + more * (self.players - now.tied)) / now.tied - 1.0


def _then(found: Found, score: int) -> tuple[Found, bool]:
    """How the round stands after a score, ``coming`` unchanged, and whether who scored it has the lowest."""
    if not found.tied or score < found.lowest:
        return Found(found.coming, score, 1), True
    if score == found.lowest:
        return Found(found.coming, score, found.tied + 1), True
    return found, False


@lru_cache(maxsize=4)
def company(rules: RuleSet, players: int, multiplier: int = 1) -> Company:
    """The round of so many players; kept, with all that has been solved of it. Raises :class:`OddsError`."""
    return Company(rules, players, multiplier)
