"""Any number of players on a shared row, exactly: each knows what is to be beaten, and how those to come will play.

Whoever plays last knows everything; how they then play, and so how their scores are spread, is what the one before
them plays against; and so on back to who begins. Worth is counted in stakes: each pays one, the lowest score takes all,
ties share, and a shut earns from each of the others what shutting multiplies a stake by.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from stbpi.odds.crowds import Crowd, crowd
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
"""What a player may find, by how many are to come, the lowest score and who shares it, where all is to be solved."""


@dataclass(frozen=True, slots=True, order=True)
class Found:
    """What a player finds who is to play: how many come afterwards, the lowest score, and how many share it.

    ``tied`` is 0 where nobody has played yet, and ``lowest`` then means nothing.
    """

    coming: int
    lowest: int
    tied: int


class Company:
    """A round of so many players; ``multiplier`` is what a shut makes of a stake.

    Solved as far as it is asked for: who plays last needs nothing, who plays before what can be found after them.
    """

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
        final: Any = self.row.scores(0, len(self.row.flaps), 0)
        self._scores: Scores = np.unique(final)
        self.standings = len(self._scores) * players * (players - 1) // 2
        """How many ways to find a round there are."""
        self._solved: dict[Found, Solution] = {}
        self._spreads: dict[Found, Mapping[int, float]] = {}
        self._crowds: dict[tuple[int, int], Crowd] = {}
        self._expected: dict[tuple[int, int, bool, int], Floats] = {}

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

    def needed(self, found: Found) -> int:
        """How many other ways to find the round have to be known to know how to play in this one."""
        return len(self._scores) * len(self._needed(found))

    def get_ready(self, found: Found) -> None:
        """Solve all of them, whatever the lowest score is."""
        for coming, tied in self._needed(found):
            self._crowd(coming, tied)

    def _needed(self, found: Found) -> list[tuple[int, int]]:
        """How many are to come and how many share the lowest score, the last to play first."""
        needed = []
        for coming in range(found.coming):
            more = found.coming - coming
            needed += [(coming, tied) for tied in range(1, more + 1)]
            if found.tied:
                needed += [(coming, tied) for tied in range(max(more + 1, found.tied), found.tied + more + 1)]
        return needed

    def solution(self, found: Found) -> Solution:
        """How to play then, and what it is worth in stakes."""
        if found not in self._solved:
            worth = self._worth(found, self._multiplier)

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
                worth = self._worth(found, 0)
                for score, falls in self._chances(found):
                    place = int(np.searchsorted(self._scores, score))
                    share += chance * falls * (float(worth[place]) + 1.0) / self.players
                    now = self._then(found, score)
                    if not self._over(now):
                        after[now] = after.get(now, 0.0) + chance * falls
            shares.append(share)
            before = {Found(found.coming - 1, found.lowest, found.tied): one for found, one in after.items()}
        return tuple(shares)

    def _chances(self, found: Found) -> list[tuple[int, float]]:
        if not found.tied:
            return list(self.spread(found).items())
        chances = self._crowd(found.coming, found.tied).spreads[np.searchsorted(self._scores, found.lowest)]
        return [
            (score, one) for score, one in zip(self._scores.tolist(), chances.tolist(), strict=True) if one
        ]

    def _then(self, found: Found, score: int) -> Found:
        """How the round stands after a score, ``coming`` unchanged."""
        if not found.tied or score < found.lowest:
            return Found(found.coming, score, 1)
        return Found(found.coming, found.lowest, found.tied + (score == found.lowest))

    def _over(self, now: Found) -> bool:
        return now.coming == 0 or (now.lowest == 0 and self.row.rules.shut_ends_round)

    def _worth(self, found: Found, multiplier: int) -> Floats:
        """What each final score is worth to who plays in ``found``; ``multiplier`` as in :meth:`_expect`."""
        alone = self._expect(found.coming, 1, True, multiplier)
        if not found.tied:
            return alone
        place = int(np.searchsorted(self._scores, found.lowest))
        worth = np.where(
            np.arange(len(alone)) < place,
            alone,
            self._expect(found.coming, found.tied, False, multiplier)[place],
        )
        worth[place] = self._expect(found.coming, found.tied + 1, True, multiplier)[place]
        return worth

    def _crowd(self, coming: int, tied: int) -> Crowd:
        """Who plays with so many still to come, so many sharing the lowest score: by that score."""
        if (coming, tied) not in self._crowds:
            found = [Found(coming, score, tied) for score in self._scores.tolist()]
            worth = np.array([self._worth(one, self._multiplier) for one in found])
            self._crowds[coming, tied] = crowd(self.row, self._scores, worth)
        return self._crowds[coming, tied]

    def _expect(self, coming: int, tied: int, leads: bool, multiplier: int) -> Floats:
        """What those who share the lowest score can expect, or all others, with so many to come: by that score.

        ``multiplier`` 0 counts no stakes but chances to win: a share of all, less one.
        """
        key = (coming, tied, leads, multiplier)
        if key not in self._expected:
            paid = self._paid(tied, leads, multiplier)
            if coming:
                expected = self._to_come(coming, tied, leads, multiplier)
                if self.row.rules.shut_ends_round:
                    expected[0] = paid[0]
                paid = expected
            self._expected[key] = paid
        return self._expected[key]

    def _to_come(self, coming: int, tied: int, leads: bool, multiplier: int) -> Floats:
        following = self._crowd(coming - 1, tied)
        if self.players == 2 and multiplier == self._multiplier:
            # What one of two wins the other loses.
            return -following.values
        lower, higher = np.tril(following.spreads, -1), np.triu(following.spreads, 1)
        beaten: Floats = lower @ self._expect(coming - 1, 1, False, multiplier)
        shared = following.spreads.diagonal() * self._expect(coming - 1, tied + 1, leads, multiplier)
        expected: Floats = (
            beaten + shared + higher.sum(axis=1) * self._expect(coming - 1, tied, leads, multiplier)
        )
        return expected

    def _paid(self, tied: int, leads: bool, multiplier: int) -> Floats:
        """What they win when nobody is to come, by the score they share."""
        more = np.where(self._scores == 0, multiplier - 1 if multiplier else 0, 0)
        if not leads:
            return -1.0 - more
        return np.asarray((self.players + more * (self.players - tied)) / tied - 1.0)


@lru_cache(maxsize=4)
def gathered(rules: RuleSet, players: int, multiplier: int = 1) -> Company:
    """The round of so many players; kept, with all that has been solved of it. Raises :class:`OddsError`."""
    return Company(rules, players, multiplier)


def company(rules: RuleSet, players: int, multiplier: int = 1) -> Company:
    """The same where all that can be found may be asked for. Raises :class:`OddsError` where that is too much."""
    together = gathered(rules, players, multiplier)
    if together.standings > MOST_STANDINGS:
        scores = together.standings * 2 // (players * (players - 1))
        raise OddsError(
            f"{players} players with {scores} different scores are too many: {together.standings} ways "
            f"to find a round would each have to be solved, and {MOST_STANDINGS} are the most."
        )
    return together
