"""Whether a match can be played on a tray at all."""

from __future__ import annotations

from stbpi.table.course import may_begin
from stbpi.table.refusal import TableRefusal
from stbpi.table.setup import MatchSetup, TraySides


def check_fit(setup: MatchSetup, sides: TraySides) -> None:
    """Raise TableRefusal where the rules would not start this match or the tray is too small for it."""
    may_begin(setup)
    rules, tray = setup.rules, sides.flaps
    rows = len(setup.players) if rules.rows == "own" else 1
    if rows > len(tray):
        has = "1 side" if len(tray) == 1 else f"{len(tray)} sides"
        fewer = f"play with {len(tray)} players, or " if rules.min_players <= len(tray) else ""
        raise TableRefusal(
            "tray_too_small",
            f"{rules.name} for {rows} players needs {rows} sides, one each, and the tray has {has}; "
            f"{fewer}choose a set with a shared row.",
        )
    for side, flaps in enumerate(tray[:rows], 1):
        missing = sorted(set(rules.flaps) - set(flaps))
        if missing:
            raise TableRefusal(
                "tray_too_small",
                f"{rules.name} needs flap {_listed(missing)}, and side {side} of the tray has only "
                f"{_listed(flaps)}; choose a set with fewer flaps.",
            )


def _listed(flaps: list[int] | tuple[int, ...]) -> str:
    return ", ".join(map(str, flaps)) or "none"
