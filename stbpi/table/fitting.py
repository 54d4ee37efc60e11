"""Whether a match can be played on a tray at all."""

from __future__ import annotations

from stbpi.rules import RuleSet
from stbpi.rules.said import N_, NN_, Said
from stbpi.table.course import may_begin
from stbpi.table.refusal import TableRefusal
from stbpi.table.setup import MatchSetup, TraySides


def check_fit(setup: MatchSetup, sides: TraySides) -> None:
    """Raise TableRefusal where the rules would not start this match or the tray is too small for it."""
    may_begin(setup)
    rules, tray = setup.rules, sides.flaps
    rows = len(setup.players) if rules.rows == "own" else 1
    if rows > len(tray):
        raise TableRefusal("tray_too_small", _rows_are_missing(rules, rows, len(tray)))
    for side, flaps in enumerate(tray[:rows], 1):
        missing = sorted(set(rules.flaps) - set(flaps))
        if missing:
            raise TableRefusal(
                "tray_too_small",
                Said.of(
                    N_(
                        "{rules} needs flap {missing}, and side {side} of the tray has only {flaps}; "
                        "choose a set with fewer flaps."
                    ),
                    rules=rules.name,
                    missing=", ".join(map(str, missing)),
                    side=side,
                    flaps=", ".join(map(str, flaps)),
                ),
            )


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
