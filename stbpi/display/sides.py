"""Whose flaps they are: sides of the tray and seats of the match."""

from __future__ import annotations

from collections.abc import Sequence

from stbpi.table.events import FlapRef
from stbpi.table.prompts import PromptCode
from stbpi.table.view import TableView

PUT_RIGHT = frozenset(
    (
        PromptCode.RAISE_FLAPS,
        PromptCode.REOPEN,
        PromptCode.CLOSE_AGAIN,
        PromptCode.NOT_YOUR_SIDE,
        PromptCode.RESUME,
    )
)
"""What speaks of flaps that stand as they must not."""


def side_of(view: TableView, seat: int | None) -> int | None:
    """The side of the tray whose flaps a seat closes: its own, or the first where a row is shared."""
    return None if seat is None and view.setup.rules.rows == "own" else view.setup.side_of(seat or 0)


def owner_of(view: TableView, side: int) -> int | None:
    """The seat that owns a side; None where the row is shared."""
    return view.setup.seat_at(side)


def by_side(flaps: Sequence[FlapRef]) -> dict[int, tuple[int, ...]]:
    """Flap numbers, ascending, for each side they are on."""
    return {
        side: tuple(sorted(ref.flap for ref in flaps if ref.side == side))
        for side in sorted({ref.side for ref in flaps})
    }


def raises_everything(view: TableView, flaps: Sequence[FlapRef]) -> bool:
    """Tell whether ``flaps`` are all that the set uses on each side it names (three at least)."""
    used = set(view.setup.rules.flaps)
    return len(used) > 2 and all(set(numbers) >= used for numbers in by_side(flaps).values())
