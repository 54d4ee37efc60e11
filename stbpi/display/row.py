"""What screens take from a view more than once: whom it speaks to, the throw, the flaps of a row."""

from __future__ import annotations

from stbpi.display.screen import Mark, StripFlap
from stbpi.display.sides import side_of
from stbpi.table.events import FlapRef
from stbpi.table.view import TableView


def speaks_to_everybody(view: TableView) -> bool:
    """Whether the prompt speaks to several players at once, who all answer the same throw."""
    match, prompt = view.match, view.prompt
    if view.setup.rules.play != "common_throw" or match is None or len(match.waiting_for) < 2:
        return False
    return not prompt.items or any(item.player != prompt.player for item in prompt.items)


def throw_of(view: TableView) -> tuple[int, ...]:
    """The dice that are to be answered, or that have just led to something."""
    return view.prompt.dice or (view.match.dice if view.match is not None else ())


def row_of(view: TableView, seat: int | None) -> tuple[StripFlap, ...]:
    """The row of a seat: committed flaps closed, the rest of an answer pending."""
    match = view.match
    side = side_of(view, seat)
    if match is None or seat is None or side is None:
        return ()
    still_open = set(match.open_flaps(seat))
    pending = view.pending[side] if side < len(view.pending) else frozenset()
    return tuple(
        StripFlap(
            flap,
            Mark.PENDING if flap in pending else Mark.OPEN if flap in still_open else Mark.CLOSED,
            doubted=FlapRef(side, flap) in view.doubted,
        )
        for flap in view.setup.rules.flaps
    )
