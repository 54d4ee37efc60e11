"""What simulated matches come to, each figure with how far it may be off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from stbpi.odds.goals import Floats
from stbpi.odds.ledgers import Ledgers
from stbpi.odds.rounds import NO_SCORE, Points, Round
from stbpi.odds.rows import Masks, Row
from stbpi.rules.strength import Strength

CONFIDENT = 1.959964
"""Standard errors to either side that hold the true value in 95 of 100 simulations: a normal distribution's."""

COUNTED_BELOW = 1 << 16
"""Scores that are counted in an array of their own; higher ones, read as digits, are sorted."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure, and its standard error."""

    value: float
    error: float

    @property
    def margin(self) -> float:
        """To either side, at 95% confidence."""
        return CONFIDENT * self.error


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """One seat over all matches."""

    strength: Strength
    won: Estimate
    """Share of the matches won; a tie is shared."""
    points: Estimate
    """Points noted in a round, on average over the rounds with a score."""
    shut: Estimate
    """Share of these rounds in which the box was shut."""
    balance: Estimate
    """Won less paid in a match, smallest money units."""
    spread: Mapping[int, int]
    """How often each score was noted, lowest first."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """All of it."""

    matches: int
    rounds: int
    turns: int
    throws: int
    seats: tuple[SeatFigures, ...]


class _Ratio:
    """One sum over matches divided by another, such as points by rounds: rounds of a match need not be independent."""

    def __init__(self, seats: int) -> None:
        self._sums = np.zeros((5, seats))

    def add(self, above: Floats, below: Floats) -> None:
        """What each match has, by match and seat."""
        self._sums += [
            part.sum(axis=0) for part in (above, below, above * above, above * below, below * below)
        ]

    def of(self, seat: int) -> Estimate:
        above, below, squares, both, counts = self._sums[:, seat].tolist()
        if not below:
            return Estimate(0.0, 0.0)
        value = above / below
        left = squares - 2 * value * both + value * value * counts
        return Estimate(value, sqrt(max(0.0, left)) / below)


class Tally:
    """Counts as matches are played."""

    def __init__(self, row: Row, players: Sequence[Strength]) -> None:
        self._players = tuple(players)
        seats = len(players)
        self._won, self._points, self._shut, self._balance = (_Ratio(seats) for _ in range(4))
        self._spreads: list[Counter[int]] = [Counter() for _ in players]
        self._matches = self._rounds = self._turns = self._throws = 0
        self._row = row
        # Of the matches being played, by match and seat.
        self._noted = self._scores = self._shuts = np.zeros((0, seats))

    def round(self, matches: Masks, scores: Points, played: Round) -> None:
        """A round of these matches of the batch is over."""
        if not len(self._noted):
            shape = scores.shape
            self._noted, self._scores, self._shuts = np.zeros(shape), np.zeros(shape), np.zeros(shape)
        noted = scores != NO_SCORE
        self._noted[matches] += noted
        self._scores[matches] += np.where(noted, scores, 0)
        self._shuts[matches] += played.shut
        self._rounds += len(matches)
        self._turns += played.turns
        self._throws += played.throws
        for seat, spread in enumerate(self._spreads):
            _count(spread, scores[noted[:, seat], seat])

    def ended(self, ledgers: Ledgers) -> None:
        """All matches of the batch are over."""
        winners = ledgers.winners()
        one = np.ones(winners.shape)
        self._matches += len(winners)
        self._won.add(winners / np.maximum(1, winners.sum(axis=1, keepdims=True)), one)
        self._balance.add(ledgers.balances.astype(np.float64), one)
        self._points.add(self._scores, self._noted)
        self._shut.add(self._shuts, self._noted)
        self._noted = self._noted[:0]

    def simulated(self) -> Simulated:
        """What it has come to."""
        seats = tuple(
            SeatFigures(
                strength,
                self._won.of(seat),
                self._points.of(seat),
                self._shut.of(seat),
                self._balance.of(seat),
                dict(sorted(self._spreads[seat].items())),
            )
            for seat, strength in enumerate(self._players)
        )
        return Simulated(self._matches, self._rounds, self._turns, self._throws, seats)


def _count(spread: Counter[int], scores: Points) -> None:
    if scores.dtype == np.int64 and len(scores) and int(scores.max()) < COUNTED_BELOW:
        times = np.bincount(scores)
        values = np.flatnonzero(times)
        spread.update(dict(zip(values.tolist(), times[values].tolist(), strict=True)))
        return
    found, often = np.unique(scores, return_counts=True)
    spread.update(dict(zip(map(int, found.tolist()), often.tolist(), strict=True)))
