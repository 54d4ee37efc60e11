"""What simulated matches come to, each figure with how far it may be off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from stbpi.odds.goals import Floats
from stbpi.odds.ledgers import Ledgers
from stbpi.odds.likely import Estimate, mean, share
from stbpi.odds.rounds import NO_SCORE, Points, Round
from stbpi.odds.rows import Masks, Row
from stbpi.rules.strength import Strength

COUNTED_BELOW = 1 << 16
"""Scores that are counted in an array of their own; higher ones, read as digits, are sorted."""


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
        self._sums = np.zeros((9, seats))
        self._matches = 0

    def add(self, above: Floats, below: Floats) -> None:
        """What each match has, by match and seat."""
        self._matches += len(above)
        squares, counts = above * above, below * below
        parts = (above, below, squares, above * below, counts)
        cubes = (squares * above, squares * below, above * counts, counts * below)
        self._sums += [part.sum(axis=0) for part in (*parts, *cubes)]

    def share(self, seat: int) -> Estimate:
        """Of a chance."""
        value, error, _skewness = self._figures(seat)
        return share(value, error, float(self._sums[1, seat]))

    def mean(self, seat: int, least: float, most: float, rounds: float, apart: _Ratio | None) -> Estimate:
        """Of points or money, each of which lies within these limits; ``apart`` is the same of other matches."""
        value, error, skewness = self._figures(seat)
        if apart is not None:
            of_others = abs(apart._figures(seat)[2])
            skewness = of_others if apart._matches >= self._matches else max(of_others, abs(skewness))
        matches = self._matches if self._sums[1, seat] else 0
        return mean(value, error, matches, skewness, least, most, rounds)

    def count(self, seat: int) -> float:
        """The sum that it is divided by."""
        return float(self._sums[1, seat])

    def _figures(self, seat: int) -> tuple[float, float, float]:
        """The value, its standard error, and how skewed what each match adds to it is."""
        above, below, squares, both, counts, *cubes = self._sums[:, seat].tolist()
        if not below:
            return 0.0, 0.0, 0.0
        value, matches = above / below, self._matches
        left = max(0.0, squares - 2 * value * both + value * value * counts)
        third = cubes[0] - 3 * value * cubes[1] + 3 * value**2 * cubes[2] - value**3 * cubes[3]
        error = sqrt(left * matches / max(1, matches - 1)) / below
        return value, error, third / left**1.5 * sqrt(matches) if left else 0.0


class Tally:
    """Counts as matches are played."""

    def __init__(self, row: Row, players: Sequence[Strength]) -> None:
        self._players = tuple(players)
        seats = len(players)
        self._won, self._points, self._shut, self._balance = (_Ratio(seats) for _ in range(4))
        self._spreads: list[Counter[int]] = [Counter() for _ in players]
        self._matches = self._rounds = self._turns = self._throws = self._longest = 0
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
        self._longest = max(self._longest, ledgers.finished)
        self._won.add(winners / np.maximum(1, winners.sum(axis=1, keepdims=True)), one)
        self._balance.add(ledgers.balances.astype(np.float64), one)
        self._points.add(self._scores, self._noted)
        self._shut.add(self._shuts, self._noted)
        self._noted = self._noted[:0]

    def simulated(self, apart: Tally | None = None) -> Simulated:
        """What it has come to. Matches played ``apart`` say how even the figures are, and so which limits hold."""
        paid, won = self._limits_of_money()
        seats = tuple(
            SeatFigures(
                strength,
                self._won.share(seat),
                self._points.mean(
                    seat,
                    0.0,
                    self._most(),
                    self._points.count(seat),
                    None if apart is None else apart._points,
                ),
                self._shut.share(seat),
                self._balance.mean(seat, -paid, won, self._rounds, None if apart is None else apart._balance),
                dict(sorted(self._spreads[seat].items())),
            )
            for seat, strength in enumerate(self._players)
        )
        return Simulated(self._matches, self._rounds, self._turns, self._throws, seats)

    def _most(self) -> float:
        """The highest score that a round can have."""
        mechanics = self._row.mechanics
        return float(mechanics.score(mechanics.start) * self._row.rules.others_multiplier_on_shut)

    def _limits_of_money(self) -> tuple[float, float]:
        """What a seat can lose, and win, in the longest match: its own stakes, and those of all others."""
        rules, others = self._row.rules, len(self._players) - 1
        paid = float(rules.stake * rules.shut_multiplier * self._longest) if others else 0.0
        return paid, paid * others


def _count(spread: Counter[int], scores: Points) -> None:
    if scores.dtype == np.int64 and len(scores) and int(scores.max()) < COUNTED_BELOW:
        times = np.bincount(scores)
        values = np.flatnonzero(times)
        spread.update(dict(zip(values.tolist(), times[values].tolist(), strict=True)))
        return
    found, often = np.unique(scores, return_counts=True)
    spread.update(dict(zip(map(int, found.tolist()), often.tolist(), strict=True)))
