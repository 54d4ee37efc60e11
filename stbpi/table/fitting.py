"""Whether a match can be played on a tray at all."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from stbpi.rules import PlayersError, RuleSet
from stbpi.rules.said import N_, NN_, Listed, Said
from stbpi.table.course import may_begin
from stbpi.table.events import FlapRef
from stbpi.table.house import House, HousePlayer
from stbpi.table.refusal import TableRefusal
from stbpi.table.setup import MatchSetup, TraySides


def check_fit(setup: MatchSetup, sides: TraySides, house: HousePlayer | None = None) -> None:
    """Raise TableRefusal where the rules would not start this match, the tray is too small, or the house cannot."""
    may_begin(setup)
    House(setup, house).check()
    rules, tray = setup.rules, sides.flaps
    rows = len(setup.players) if rules.rows == "own" else 1
    sides_used = [setup.side_of(seat) for seat in range(rows)]
    if max(sides_used) >= len(tray):
        raise TableRefusal("tray_too_small", _rows_are_missing(rules, max(sides_used) + 1, len(tray)))
    for side in (side + 1 for side in sides_used):
        flaps = tray[side - 1]
        missing = sorted(set(rules.flaps) - set(flaps))
        if missing:
            raise TableRefusal(
                "tray_too_small",
                Said.counted(
                    NN_(
                        "{rules} needs flap {missing}, but side {side} of the tray has only {flaps}; "
                        "choose a set with fewer flaps.",
                        "{rules} needs flaps {missing}, but side {side} of the tray has only {flaps}; "
                        "choose a set with fewer flaps.",
                    ),
                    len(missing),
                    rules=rules.name,
                    missing=Listed(tuple(missing)),
                    side=side,
                    flaps=Listed(tuple(flaps)),
                ),
            )


def seated_as_before(setup: MatchSetup, before: MatchSetup | None, sides: TraySides) -> MatchSetup:
    """The same people stay where they sit, if the tray has room for these rules there."""
    if before is None or before.players != setup.players:
        return setup
    kept = replace(setup, sides=before.sides, claimed=before.claimed)
    return kept if fits(kept, sides) else setup


def fits(setup: MatchSetup, sides: TraySides) -> bool:
    """Whether a match can be played on a tray."""
    try:
        check_fit(setup, sides)
    except (TableRefusal, PlayersError):
        return False
    return True


def check_flap(flap: FlapRef, known: Collection[FlapRef]) -> None:
    """Raise TableRefusal for a flap that the tray does not have."""
    if flap not in known:
        there_is_none = N_("There is no flap {flap} on side {side}; say one that the tray has.")
        raise TableRefusal("no_such_flap", Said.of(there_is_none, flap=flap.flap, side=flap.side))


def _rows_are_missing(rules: RuleSet, rows: int, sides: int) -> Said:
    """Fewer players are only proposed where so few may play."""
    if rules.min_players > sides:
        told = NN_(
            "{rules} for {rows} players needs {rows} sides, one each, and the tray has {sides} side; "
            "choose a set with a shared row.",
            "{rules} for {rows} players needs {rows} sides, one each, and the tray has {sides} sides; "
            "choose a set with a shared row.",
        )
    else:
        told = NN_(
            "{rules} for {rows} players needs {rows} sides, one each, and the tray has {sides} side; "
            "play with {sides} player, or choose a set with a shared row.",
            "{rules} for {rows} players needs {rows} sides, one each, and the tray has {sides} sides; "
            "play with {sides} players, or choose a set with a shared row.",
        )
    return Said.counted(told, sides, rules=rules.name, rows=rows, sides=sides)
