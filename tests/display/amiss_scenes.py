"""Flaps that stand as they must not. As views of real matches."""

from __future__ import annotations

from stbpi.table.prompts import Item, Offer, Prompt, PromptCode
from stbpi.table.view import TableView
from tests.display.matches import (
    classic,
    flaps,
    tray,
    view,
)


def _scenes() -> dict[str, TableView]:
    P, C = Prompt, PromptCode  # noqa: N806
    start = classic()
    nine = start.roll(6, 3)
    common = tray(variants=["common"]).roll(4, 6)
    return {
        "reopen": view(
            P(code=C.REOPEN, player=0, dice=(6, 3), flaps=flaps(8), remaining=7), nine, pending=(2,)
        ),
        "reopen_done": view(
            P(code=C.REOPEN, player=0, dice=(5, 4), flaps=flaps(6), remaining=0),
            start.roll(5, 4),
            pending=(9,),
        ),
        "reopen_common": view(
            P(
                code=C.REOPEN,
                player=1,
                dice=(4, 6),
                flaps=flaps(10, side=1),
                items=(
                    Item(code=C.REOPEN, player=1, flaps=flaps(10, side=1)),
                    Item(code=C.CLOSE_FLAPS, player=0),
                    Item(code=C.CLOSE_MORE, player=1, remaining=0),
                    Item(code=C.CLOSE_FLAPS, player=2),
                ),
            ),
            common,
        ),
        "close_again": view(
            P(code=C.CLOSE_AGAIN, player=0, dice=(6, 3), flaps=flaps(4, 9)),
            nine.close([9]).roll(3, 1).close([4]),
        ),
        "reopen_and_close_again": view(
            P(
                code=C.CLOSE_AGAIN,
                player=0,
                dice=(6, 3),
                flaps=flaps(1, 9),
                items=(
                    Item(code=C.CLOSE_AGAIN, player=0, flaps=flaps(1, 9)),
                    Item(code=C.REOPEN, player=0, flaps=flaps(3, 8)),
                ),
            ),
            nine,
        ),
        "close_again_three_kinds": view(
            P(
                code=C.CLOSE_AGAIN,
                player=0,
                dice=(4, 3),
                flaps=flaps(9),
                items=(
                    Item(code=C.CLOSE_AGAIN, player=0, flaps=flaps(9)),
                    Item(code=C.REOPEN, player=0, flaps=flaps(8), remaining=7),
                    Item(code=C.NOT_YOUR_SIDE, player=1, flaps=flaps(5, side=1), close=flaps(10, side=1)),
                ),
            ),
            tray("Anna", "Bert").roll(6, 3).close([9]).roll(6, 4).close([10]).roll(4, 3),
        ),
        "not_your_side": view(
            P(code=C.NOT_YOUR_SIDE, player=1, dice=(4, 3), flaps=flaps(5, side=1)), tray().roll(4, 3)
        ),
        "not_your_side_both": view(
            P(
                code=C.NOT_YOUR_SIDE,
                player=1,
                flaps=flaps(5, side=1),
                close=flaps(7, side=2),
                items=(
                    Item(code=C.NOT_YOUR_SIDE, player=1, flaps=flaps(5, side=1)),
                    Item(code=C.NOT_YOUR_SIDE, player=2, close=flaps(7, side=2)),
                ),
            ),
            tray(),
        ),
        "resume": view(P(code=C.RESUME, player=0, flaps=flaps(3, 8), close=flaps(1, 2)), start),
        "resume_raise": view(P(code=C.RESUME, player=0, flaps=flaps(3, 8)), start),
        "resume_idle": view(P(code=C.RESUME, player=0, press=Offer.GO_ON, hold=Offer.NEW_MATCH), start),
        "resume_settling": view(P(code=C.RESUME, player=0), start),
        "fault": view(
            P(code=C.FAULT, player=0, flaps=flaps(7), press=Offer.TRY_AGAIN, hold=Offer.LEAVE_OUT), start
        ),
        "fault_side": view(
            P(code=C.FAULT, player=1, flaps=flaps(7, side=1), press=Offer.TRY_AGAIN, hold=Offer.LEAVE_OUT),
            tray(),
        ),
    }


AMISS = _scenes()
