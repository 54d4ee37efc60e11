"""What many matches carry from round to round, as arrays: :class:`stbpi.rules.ledger.Ledger` once more.

By match and seat, unless said otherwise. Nobody leaves and nothing is corrected in a simulation.
"""

from __future__ import annotations

import numpy as np

from stbpi.odds.rounds import NO_SCORE, Points
from stbpi.odds.rows import MOST_EXACT, Masks, Row
from stbpi.odds.tactics import Flags
from stbpi.rules import MatchKind, RuleSet


class Ledgers:
    """The standing of all matches between rounds. They play their rounds together, so that one count does for all."""

    def __init__(self, row: Row, matches: int, seats: int, stop_after: int) -> None:
        self.rules: RuleSet = row.rules
        self._stop_after = stop_after
        shape = (matches, seats)
        self.finished = 0
        self.totals: Points = np.zeros(shape, dtype=_kind(row, stop_after))
        self.scored = np.zeros(shape, dtype=np.bool_)
        self.seated = np.ones(shape, dtype=np.bool_)
        self.balances = np.zeros(shape, dtype=np.int64)
        self.pool = np.zeros(matches, dtype=np.int64)
        """By match."""
        self._payers = np.zeros(shape, dtype=np.bool_)
        self._last = np.zeros(shape, dtype=np.bool_)

    def pay(self, matches: Masks) -> None:
        """Everybody still in pays the stake of a round."""
        if self.rules.stake:
            self._pay(matches, self.seated[matches], self.rules.stake)

    def _pay(self, matches: Masks, paying: Flags, amount: int) -> None:
        self.balances[matches] -= amount * paying
        self.pool[matches] += amount * paying.sum(axis=1)
        self._payers[matches] |= paying

    def note(self, matches: Masks, scores: Points, shut: Flags) -> Flags:
        """A round has ended here with these scores; gives in which of them the match goes on."""
        self.finished += 1
        noted = scores != NO_SCORE
        self.totals[matches] += np.where(noted, scores, 0).astype(self.totals.dtype)
        self.scored[matches] |= noted
        self._win(matches, lowest(scores, noted), shut)
        if self.rules.eliminate_at:
            self._eliminate(matches)
        on = self._goes_on(matches)
        self._return_pool(matches[~on])
        return on

    def _win(self, matches: Masks, winners: Flags, shut: Flags) -> None:
        rules = self.rules
        if not rules.stake:
            return
        if rules.shut_multiplier > 1:
            others = self.seated[matches] & ~shut & shut.any(axis=1, keepdims=True)
            self._pay(matches, others, rules.stake * (rules.shut_multiplier - 1))
        count = winners.sum(axis=1)
        won = count > 0
        here, pool = matches[won], self.pool[matches[won]]
        share, rest = np.divmod(pool, count[won])
        self.balances[here] += share[:, None] * winners[won]
        self.pool[here] = rest
        self._payers[here] &= (rest > 0)[:, None]

    def _eliminate(self, matches: Masks) -> None:
        reached = self.seated[matches] & (self.totals[matches] >= self.rules.eliminate_at)
        self.seated[matches] &= ~reached
        self._last[matches] = reached & ~self.seated[matches].any(axis=1, keepdims=True)

    def _goes_on(self, matches: Masks) -> Flags:
        rules = self.rules
        left = self.seated[matches].sum(axis=1)
        on: Flags = np.asarray(left > 0)
        if rules.eliminate_at and self.seated.shape[1] > 1:
            on &= left > 1
        if rules.match is MatchKind.ROUNDS:
            return on if self.finished < rules.rounds else np.zeros_like(on)
        if rules.match is MatchKind.TARGET:
            return np.asarray(on & (self.totals[matches].max(axis=1) < rules.target))
        if rules.match is MatchKind.SINGLE:
            return np.zeros_like(on)
        return on if rules.eliminate_at or self.finished < self._stop_after else np.zeros_like(on)

    def _return_pool(self, matches: Masks) -> None:
        """What is left when a match is over goes back, what does not divide to the lowest seats."""
        if not self.pool[matches].any():
            return
        payers = self._payers[matches]
        share, rest = np.divmod(self.pool[matches], np.maximum(1, payers.sum(axis=1)))
        first = payers & (payers.cumsum(axis=1) <= rest[:, None])
        self.balances[matches] += share[:, None] * payers + first
        self.pool[matches] = 0

    def winners(self) -> Flags:
        """Who shares the first place of each match that is over."""
        if not self.rules.eliminate_at:
            return lowest(self.totals, self.scored)
        # The last one in, with or without a score; where the last ones went together, the lowest of them.
        together = lowest(self.totals, self._last)
        scored = lowest(self.totals, self.seated & self.scored)
        alone = np.where(scored.any(axis=1, keepdims=True), scored, self.seated)
        return np.where(self.seated.any(axis=1, keepdims=True), alone, together)


def lowest(values: Points, among: Flags) -> Flags:
    """Who of these, in each row, has the lowest value."""
    most = np.iinfo(np.int64).max if values.dtype == np.int64 else np.inf
    kept = np.where(among, values, most)
    return np.asarray(among & (kept == kept.min(axis=1, keepdims=True)))


def _kind(row: Row, stop_after: int) -> type[np.int64 | np.float64]:
    """Whole numbers where they hold every total."""
    rules = row.rules
    rounds = max(rules.rounds, stop_after, 1)
    round_at_most = row.mechanics.score(row.mechanics.start) * rules.others_multiplier_on_shut
    most = max(rules.target, rules.eliminate_at) + rounds * round_at_most
    return np.int64 if most < MOST_EXACT else np.float64
