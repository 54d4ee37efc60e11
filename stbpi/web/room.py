"""Which rule sets the tray has room for, and for how many, so that a form offers nothing that would be refused."""

from __future__ import annotations

from dataclasses import dataclass

from stbpi.rules import RuleSet
from stbpi.rules.players import seat_name
from stbpi.rules.said import Said
from stbpi.table.fitting import check_fit
from stbpi.table.refusal import TableRefusal
from stbpi.table.setup import MatchSetup, TraySides


@dataclass(frozen=True, slots=True)
class Room:
    """``most`` players find room, 0 where the set cannot be played here at all; ``misfit`` then says why."""

    most: int
    misfit: Said | None = None


def room_for(rules: RuleSet, sides: TraySides) -> Room:
    """How many people can play a set on a tray, wherever on it they sit."""
    seats = tuple(seat_name(seat) for seat in range(rules.min_players))
    # Where everybody has a row, it may be at any side that has the flaps.
    able = tuple(side for side, flaps in enumerate(sides.flaps) if set(rules.flaps) <= set(flaps))
    own = rules.rows == "own"
    at = able[: rules.min_players] if own and len(able) >= rules.min_players else ()
    try:
        check_fit(MatchSetup(rules, seats, "entered", bytes(32), sides=at), sides)
    except TableRefusal as refusal:
        return Room(0, refusal.said)
    return Room(min(rules.max_players, len(able)) if own else rules.max_players)
