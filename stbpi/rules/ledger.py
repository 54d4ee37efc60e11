"""What a match carries from round to round: totals, who left, and the money.

Our readings, where the rule sheets are silent:

- Who left before the last finished round ranks behind everyone who has every round, for a total that lacks a
  round cannot be compared; of those who left, the later one ranks ahead.
- Where totals eliminate (``eliminate_at``), whoever is still in ranks ahead of everyone who is not, with a
  score or without; the others rank by the round in which they went, whatever their totals, and who went in the
  same round share the place. Where the last ones went together, the lowest totals of them rank ahead.
- A correction is a score: a corrected player is never "without any score".
- Several who shut in one round share the pool; each of the others pays the further (m - 1) stakes once, into
  it.
- Who has left pays no more than the stake already in the pool.
- What stays in the pool at the end of a match, stopped or not, goes back in equal parts to those who paid
  since the pool was last empty, and what cannot be split one unit each to the lowest seats of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from stbpi.rules.ruleset import RuleSet

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the standings; ``total`` is None for a player without any score in the match."""

    rank: int
    player: int
    total: int | None


class Ledger(NamedTuple):
    """The standing between rounds, per seat. All balances and the pool add up to 0."""

    totals: tuple[int, ...]
    scored: tuple[bool, ...]
    """Who has any score in the match."""
    left_after: tuple[int | None, ...]
    """How many rounds those who are gone took part in; None while a player is in the match."""
    balances: tuple[int, ...]
    """Won minus paid, smallest money units."""
    pool: int = 0
    payers: frozenset[int] = frozenset()
    """Who has paid since the pool was last empty."""
    finished: int = 0
    """Rounds finished."""
    last: tuple[int, ...] = ()
    """Where totals eliminate and nobody is left: who went last, together."""

    @classmethod
    def empty(cls, seats: int) -> Ledger:
        """Nothing played, nothing paid."""
        return cls((0,) * seats, (False,) * seats, (None,) * seats, (0,) * seats)

    @property
    def seated(self) -> tuple[int, ...]:
        """The seats still in the match."""
        return tuple([seat for seat, left in enumerate(self.left_after) if left is None])

    def with_stakes(self, stake: int) -> Ledger:
        """Everyone still in has paid the stake into the pool."""
        return self._paid(self.seated, stake) if stake else self

    def _paid(self, seats: Iterable[int], amount: int) -> Ledger:
        balances = list(self.balances)
        paying = frozenset(seats)
        for seat in paying:
            balances[seat] -= amount
        return self._replace(
            balances=tuple(balances), pool=self.pool + amount * len(paying), payers=self.payers | paying
        )

    def with_round(self, scores: Sequence[int | None]) -> Ledger:
        """A round has ended with these scores; no score adds 0."""
        totals, scored = list(self.totals), list(self.scored)
        for seat, score in enumerate(scores):
            if score is not None:
                totals[seat] += score
                scored[seat] = True
        return Ledger(
            tuple(totals),
            tuple(scored),
            self.left_after,
            self.balances,
            self.pool,
            self.payers,
            self.finished + 1,
            self.last,
        )

    def with_winnings(self, winners: Sequence[int], shutters: Sequence[int], rules: RuleSet) -> Ledger:
        """The winners have shared the pool, after everyone still in who did not shut paid for a shut box."""
        paid = self
        if shutters and rules.stake and rules.shut_multiplier > 1:
            others = [seat for seat in self.seated if seat not in shutters]
            paid = self._paid(others, rules.stake * (rules.shut_multiplier - 1))
        if not winners or not paid.pool:
            return paid
        share, rest = divmod(paid.pool, len(winners))
        balances = list(paid.balances)
        for seat in winners:
            balances[seat] += share
        return paid._replace(balances=tuple(balances), pool=rest, payers=paid.payers if rest else frozenset())

    def with_pool_returned(self) -> Ledger:
        """The pool has gone back to those who paid it."""
        if not self.pool:
            return self
        share, rest = divmod(self.pool, len(self.payers))
        balances = list(self.balances)
        for place, seat in enumerate(sorted(self.payers)):
            balances[seat] += share + (place < rest)
        return self._replace(balances=tuple(balances), pool=0, payers=frozenset())

    def with_left(self, player: int, rounds: int) -> Ledger:
        """A player is gone, having taken part in so many rounds."""
        return self._replace(left_after=put(self.left_after, player, rounds))

    def with_eliminated(self, players: Sequence[int]) -> Ledger:
        """Players are gone because of their totals, now that the round is finished."""
        ledger = self
        for player in players:
            ledger = ledger.with_left(player, self.finished)
        return ledger if ledger.seated else ledger._replace(last=tuple(players))

    def with_correction(self, player: int, points: int) -> Ledger:
        """An operator has changed a total."""
        return self._replace(
            totals=put(self.totals, player, self.totals[player] + points),
            scored=put(self.scored, player, True),
        )

    def standings(self, eliminating: bool) -> tuple[Standing, ...]:
        """All seats, best first; equal ones share a rank and stand in seat order."""
        places = self._places(eliminating)
        ranked = sorted(places)
        return tuple(
            Standing(1 + ranked.index(places[seat]), seat, self.totals[seat] if self.scored[seat] else None)
            for seat in sorted(range(len(places)), key=places.__getitem__)
        )

    def winners(self, eliminating: bool) -> tuple[int, ...]:
        """The seats that share the first place; a player without any score only wins as the last one in."""
        places = self._places(eliminating)
        best = min(places)
        if best[0] == _UNPLACED:
            return ()
        return tuple([seat for seat, place in enumerate(places) if place == best])

    def _places(self, eliminating: bool) -> list[tuple[int, int, int]]:
        """Per seat what it is ranked by: the lower the better."""
        if eliminating:
            return self._places_by_survival()
        places: list[tuple[int, int, int]] = []
        for total, scored, left in zip(self.totals, self.scored, self.left_after, strict=True):
            lacking = 0 if left is None else max(0, self.finished - left)
            places.append((0, lacking, total) if scored else (_UNPLACED, 0, 0))
        return places

    def _places_by_survival(self) -> list[tuple[int, int, int]]:
        lowest = min((self.totals[seat] for seat in self.last), default=0)
        places: list[tuple[int, int, int]] = []
        for seat, left in enumerate(self.left_after):
            total, scored = self.totals[seat], self.scored[seat]
            if left is None:
                places.append((0, 0, total) if scored else (1, 0, 0))
            elif seat in self.last and total == lowest:
                places.append((2, 0, 0))
            else:
                places.append((3, -left, 0) if scored else (_UNPLACED, 0, 0))
        return places


_UNPLACED = 4
"""What players without any score are ranked by: last, together."""


def put(values: tuple[_T, ...], seat: int, value: _T) -> tuple[_T, ...]:
    """The values per seat with another one for this seat."""
    changed = list(values)
    changed[seat] = value
    return tuple(changed)
