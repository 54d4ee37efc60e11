"""A seat that the house plays. As views of real matches."""

from __future__ import annotations

from stbpi.rules import Match, rule_set
from stbpi.table.prompts import Item, Offer, Prompt, PromptCode
from stbpi.table.view import TableView
from tests.display.matches import all_but_7_and_8, classic, flaps, tray, view

NAME = "House perfect"


def _scenes() -> dict[str, TableView]:
    P, C = Prompt, PromptCode  # noqa: N806
    throw = classic("Anna", NAME)
    answer = classic(NAME).roll(6, 3)
    four = Match.start(rule_set("three-hundred"), ["House careful", "Anna"]).roll(6, 4, 6, 5)
    doubles = Match.start(rule_set("numbers"), [NAME, "Bert"]).roll(5, 5)
    both = tray("Anna", NAME, "House random", variants=["common"]).roll(4, 6)
    common = tray("Anna", NAME, variants=["common"]).roll(4, 6)
    return {
        "press_to_roll_house": view(
            P(code=C.PRESS_TO_ROLL, player=1, press=Offer.THROW), all_but_7_and_8(throw).roll(2, 1)
        ),
        "close_flaps_house": view(
            P(code=C.CLOSE_FLAPS, player=0, dice=(6, 3), remaining=9, close=flaps(2, 3, 4)), answer
        ),
        "close_more_house": view(
            P(code=C.CLOSE_MORE, player=0, dice=(6, 3), remaining=6, close=flaps(2, 4)), answer, pending=[3]
        ),
        "close_flaps_house_many": view(
            P(
                code=C.CLOSE_FLAPS,
                player=0,
                dice=(6, 4, 6, 5),
                remaining=21,
                close=flaps(1, 2, 3, 4, 5, 6),
            ),
            four,
        ),
        "close_flaps_house_again": view(
            P(code=C.CLOSE_FLAPS, player=0, dice=(5, 5), press=Offer.THROW_AGAIN), doubles
        ),
        "close_flaps_house_common": view(
            P(
                code=C.CLOSE_FLAPS,
                player=0,
                dice=(4, 6),
                close=flaps(10, side=1),
                items=(
                    Item(code=C.CLOSE_FLAPS, player=0),
                    Item(code=C.CLOSE_FLAPS, player=1, close=flaps(10, side=1)),
                ),
            ),
            common,
        ),
        "close_flaps_house_common_alone": view(
            P(
                code=C.CLOSE_FLAPS,
                player=1,
                dice=(4, 6),
                close=flaps(10, side=1),
                items=(
                    Item(code=C.CONFIRM, player=0),
                    Item(code=C.CLOSE_FLAPS, player=1, close=flaps(10, side=1)),
                ),
            ),
            common,
        ),
        "close_flaps_house_common_both": view(
            P(
                code=C.CLOSE_FLAPS,
                player=1,
                dice=(4, 6),
                close=(*flaps(10, side=1), *flaps(4, 6, side=2)),
                items=(
                    Item(code=C.CLOSE_MORE, player=0, remaining=0),
                    Item(code=C.CLOSE_FLAPS, player=1, close=flaps(10, side=1)),
                    Item(code=C.CLOSE_FLAPS, player=2, close=flaps(4, 6, side=2)),
                ),
            ),
            both,
        ),
    }


HOUSE = _scenes()
