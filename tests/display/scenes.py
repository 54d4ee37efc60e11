"""Every screen a match can show, as views of real matches."""

from __future__ import annotations

from stbpi.table.prompts import Item, Offer, Prompt, PromptCode
from stbpi.table.view import TableView
from tests.display.amiss_scenes import AMISS
from tests.display.answer_scenes import ANSWER
from tests.display.end_scenes import END
from tests.display.house_scenes import HOUSE
from tests.display.matches import all_but_7_and_8, blocked_with_15, classic, tray, view
from tests.display.throw_scenes import THROW

SCENES = {**THROW, **ANSWER, **HOUSE, **AMISS, **END}


BEFORE_SIDES: dict[str, tuple[TableView, int]] = {
    "answers": (SCENES["close_flaps_common"], 0),
    "answers_in_part": (SCENES["close_more_common"], 0),
    "has_answered": (SCENES["close_flaps_common_one_left"], 0),
    "is_wrong": (SCENES["reopen_common"], 1),
    "reads_who_is_wrong": (SCENES["not_your_side"], 0),
    "is_blocked": (SCENES["blocked_several"], 2),
    "waits": (
        view(
            Prompt(code=PromptCode.CLOSE_FLAPS, player=0, dice=(4, 3), remaining=7),
            tray().roll(4, 3),
        ),
        1,
    ),
    "is_out": (
        view(
            Prompt(code=PromptCode.PRESS_TO_ROLL, player=1, press=Offer.THROW),
            SCENES["blocked_several"].match,
        ),
        2,
    ),
}
"""What a player sees on a display of their own: the view, and the side it is before."""


def _rolling() -> dict[str, TableView]:
    """The same throws with their dice still in the air: each of these views knows what they will show."""
    P, C = Prompt, PromptCode  # noqa: N806
    start = classic()
    before_block = all_but_7_and_8(start)
    last = all_but_7_and_8(blocked_with_15(start))
    common = tray(variants=["common"])
    low = classic("Élodie", variants=["one-die"])
    for dice, closed in (((6, 3), [9]), ((6, 2), [8]), ((5, 2), [7])):
        low = low.roll(*dice).close(closed)
    blocked = P(code=C.BLOCKED, player=0, dice=(2, 1), score=15)
    return {
        "rolling": view(P(code=C.CLOSE_FLAPS, player=0, dice=(6, 3)), start.roll(6, 3), rolling=start),
        "rolling_one_die": view(P(code=C.CLOSE_FLAPS, player=0, dice=(4,)), low.roll(4), rolling=low),
        "rolling_common": view(
            P(
                code=C.CLOSE_FLAPS,
                player=0,
                dice=(4, 6),
                items=tuple(Item(code=C.CLOSE_FLAPS, player=seat) for seat in range(3)),
            ),
            common.roll(4, 6),
            rolling=common,
        ),
        "rolling_blocked": view(blocked, before_block.roll(2, 1), rolling=before_block),
        "rolling_match_over": view(
            P(code=C.BLOCKED, player=1, dice=(2, 1), score=15), last.roll(2, 1), rolling=last
        ),
    }


ROLLING = _rolling()
