"""Claiming seats: whoever closes and raises a flap of their side between matches plays the next one there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from stbpi.rules.players import seat_name
from stbpi.table.events import FlapChange, FlapRef, Micros
from stbpi.table.fitting import fits
from stbpi.table.setup import MatchSetup, TraySides

CLAIMED_WITHIN: Micros = 5_000_000
"""A flap raised again so soon was meant as a sign; one that is raised later was only in the way."""


class Seats:
    """Watches flaps between matches. ``configured`` are the names of those who play unless somebody claims a seat."""

    def __init__(self, sides: TraySides, configured: Sequence[str]) -> None:
        self._sides = sides
        self._configured = tuple(configured)
        self._closed_at: dict[FlapRef, Micros] = {}

    def signs(self, changes: Iterable[FlapChange], now: Micros) -> tuple[int, ...]:
        """The sides at which a flap was closed and raised again, in the order that was done."""
        signs = []
        for change in changes:
            flap = FlapRef(change.side, change.flap)
            at = min(change.at, now)
            if change.closed:
                self._closed_at[flap] = at
            elif at - self._closed_at.pop(flap, at - CLAIMED_WITHIN - 1) <= CLAIMED_WITHIN:
                signs.append(change.side)
        return tuple(signs)

    def forget(self) -> None:
        """A match is being played: flaps mean something else."""
        self._closed_at.clear()

    def claimed(self, setup: MatchSetup, side: int, fresh_secret: Callable[[], bytes]) -> MatchSetup | None:
        """The match as it is once ``side`` is claimed or, where it was, given back; None where it cannot be so.

        The seats claimed play, with as many of the others, lowest sides first, as the rules need. Without any claim
        it is for those it is configured for.
        """
        claims = set(setup.claimed) ^ {side}
        for players in self._seatings(setup, claims):
            other = replace(
                setup, players=tuple(players.values()), sides=tuple(players), claimed=tuple(sorted(claims))
            )
            if not claims and other.sides == tuple(range(len(other.sides))):
                other = replace(other, sides=())
            if fits(other, self._sides):
                return replace(other, secret=fresh_secret())
        return None

    def _seatings(self, setup: MatchSetup, claims: set[int]) -> Iterable[dict[int, str]]:
        """Who might play, by side, the likeliest first."""
        names = {
            **dict(enumerate(self._configured)),
            **{setup.side_of(at): name for at, name in enumerate(setup.players)},
        }
        every = range(len(self._sides.flaps))
        wanted = set(claims) or set(range(len(self._configured)))
        for side in every:
            if len(wanted) < setup.rules.min_players:
                wanted |= {side}
        for seated in (wanted, set(every[: setup.rules.min_players])) if not claims else (wanted,):
            yield {side: names.get(side, seat_name(side)) for side in sorted(seated)}
