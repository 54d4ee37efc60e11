"""What tells one moment of a match from another for somebody who reads along."""

from __future__ import annotations

from stbpi.rules import Match, Rows


def rows_of(match: Match) -> tuple[object, ...]:
    """What the picture of the rows shows: on a shared row the one being played on."""
    if match.rules.rows is Rows.SHARED:
        return (match.open_flaps(match.waiting_for[0]),) if match.waiting_for else ()
    return tuple((match.open_flaps(seat), match.status(seat)) for seat in range(len(match.players)))


def turn_of(match: Match) -> tuple[object, ...]:
    """Which turn it is. A player alone has one after the other, told apart by the passes."""
    seat = match.player
    return (match.round, seat, None if seat is None else match.passes(seat))
