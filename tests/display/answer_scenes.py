"""Answering a throw. As views of real matches."""

from __future__ import annotations

from stbpi.rules import Match, rule_set
from stbpi.table.prompts import Item, Offer, Prompt, PromptCode
from stbpi.table.view import TableView
from tests.display.matches import (
    classic,
    flaps,
    left_out,
    tray,
    view,
)


def _scenes() -> dict[str, TableView]:
    P, C = Prompt, PromptCode  # noqa: N806
    start = classic()
    nine = start.roll(6, 3)
    one_die = classic("Élodie", variants=["one-die"])
    for dice, closed in (((6, 3), [9]), ((6, 2), [8]), ((5, 2), [7])):
        one_die = one_die.roll(*dice).close(closed)
    common = tray(variants=["common"]).roll(4, 6)
    doubles = Match.start(rule_set("numbers"), ["Anna", "Bert"]).roll(5, 5)
    four_dice = Match.start(rule_set("three-hundred"), ["Anna", "Bert"]).roll(6, 4, 5, 2)
    full_house = Match.start(rule_set("full-house"), ["Anna"]).roll(6, 4)
    single = Match.start(rule_set("thai"), ["Anna"]).roll(4, 2)
    return {
        "close_flaps": view(P(code=C.CLOSE_FLAPS, player=0, dice=(6, 3), remaining=9), nine),
        "close_flaps_one_die": view(P(code=C.CLOSE_FLAPS, player=0, dice=(4,), remaining=4), one_die.roll(4)),
        "close_flaps_twelve": view(P(code=C.CLOSE_FLAPS, player=0, dice=(6, 4), remaining=10), full_house),
        "close_flaps_four_dice": view(
            P(code=C.CLOSE_FLAPS, player=0, dice=(6, 4, 5, 2), remaining=17), four_dice
        ),
        "close_flaps_double": view(
            P(code=C.CLOSE_FLAPS, player=0, dice=(5, 5), remaining=10, hold=Offer.THROW_AGAIN), doubles
        ),
        "close_flaps_double_held": view(
            P(
                code=C.CLOSE_FLAPS,
                player=0,
                dice=(5, 5),
                remaining=10,
                hold=Offer.THROW_AGAIN,
                releasing=Offer.THROW_AGAIN,
            ),
            doubles,
        ),
        "close_flaps_single": view(P(code=C.CLOSE_FLAPS, player=0, dice=(4, 2)), single),
        "close_flaps_common": view(
            P(
                code=C.CLOSE_FLAPS,
                player=0,
                dice=(4, 6),
                items=tuple(Item(code=C.CLOSE_FLAPS, player=seat) for seat in range(3)),
            ),
            common,
        ),
        "close_flaps_common_one_left": view(
            P(
                code=C.CLOSE_FLAPS,
                player=1,
                dice=(4, 6),
                items=(
                    Item(code=C.CONFIRM, player=0, flaps=flaps(6)),
                    Item(code=C.CLOSE_FLAPS, player=1),
                    Item(code=C.CLOSE_FLAPS, player=2),
                ),
            ),
            common,
            pending=(4,),
        ),
        "close_more_common": view(
            P(
                code=C.CLOSE_MORE,
                player=0,
                dice=(4, 6),
                remaining=7,
                items=(
                    Item(code=C.CLOSE_MORE, player=0, remaining=7),
                    Item(code=C.CLOSE_FLAPS, player=1, remaining=10),
                ),
            ),
            tray("Anna", "Bert", variants=["common"], combine="sum").roll(4, 6),
            pending=(3,),
        ),
        "close_more_common_done": view(
            P(
                code=C.CLOSE_MORE,
                player=0,
                dice=(4, 6),
                remaining=0,
                items=tuple(Item(code=C.CLOSE_MORE, player=seat, remaining=0) for seat in range(3)),
            ),
            common,
            pending=(4,),
        ),
        "close_more": view(P(code=C.CLOSE_MORE, player=0, dice=(6, 3), remaining=5), nine, pending=(4,)),
        "close_more_done": view(
            P(code=C.CLOSE_MORE, player=0, dice=(6, 3), remaining=0), nine, pending=(4, 5)
        ),
        "confirm": view(
            P(
                code=C.CONFIRM,
                player=0,
                dice=(4, 6),
                flaps=flaps(6),
                press=Offer.CONFIRM,
                items=(
                    Item(code=C.CONFIRM, player=0, flaps=flaps(6)),
                    *(Item(code=C.CONFIRM, player=seat) for seat in (1, 2)),
                ),
            ),
            common,
            pending=(4,),
        ),
        "confirm_unseen": left_out(
            view(
                P(
                    code=C.CONFIRM,
                    player=0,
                    dice=(6, 3),
                    remaining=4,
                    flaps=flaps(1, 3, 4),
                    assumed=flaps(4),
                    press=Offer.CONFIRM,
                ),
                nine,
                pending=(5,),
            ),
            4,
        ),
        "confirm_unseen_many": left_out(
            view(
                P(
                    code=C.CONFIRM,
                    player=0,
                    dice=(6, 5),
                    remaining=9,
                    flaps=flaps(1, 3, 4, 5, 6, 8, 9),
                    assumed=flaps(9),
                    press=Offer.CONFIRM,
                ),
                start.roll(6, 5),
                pending=(2,),
            ),
            9,
        ),
        "confirm_unseen_common": left_out(
            view(
                P(
                    code=C.CONFIRM,
                    player=0,
                    dice=(4, 6),
                    flaps=(*flaps(4, 6), *flaps(6, side=1)),
                    assumed=(*flaps(4), *flaps(6, side=1)),
                    press=Offer.CONFIRM,
                    items=(
                        Item(code=C.CONFIRM, player=0, flaps=flaps(4, 6), assumed=flaps(4)),
                        Item(code=C.CONFIRM, player=1, flaps=flaps(6, side=1), assumed=flaps(6, side=1)),
                        Item(code=C.CONFIRM, player=2),
                    ),
                ),
                common,
            ),
            4,
        ),
        "close_flaps_unseen": left_out(
            view(
                P(
                    code=C.CLOSE_FLAPS,
                    player=0,
                    dice=(6, 3),
                    remaining=9,
                    assumed=flaps(9),
                    hold=Offer.CONFIRM,
                ),
                nine,
            ),
            9,
        ),
        "close_flaps_unseen_held": left_out(
            view(
                P(
                    code=C.CLOSE_FLAPS,
                    player=0,
                    dice=(6, 3),
                    remaining=9,
                    assumed=flaps(4, 5),
                    hold=Offer.CONFIRM,
                    releasing=Offer.CONFIRM,
                ),
                nine,
            ),
            4,
            5,
        ),
        "confirm_own": view(
            P(code=C.CONFIRM, player=0, dice=(4, 6), flaps=flaps(6), press=Offer.CONFIRM),
            tray("Anna", "Bert").roll(4, 6),
            pending=(4,),
        ),
        "confirm_of_each": view(
            P(
                code=C.CONFIRM,
                player=0,
                dice=(4, 6),
                flaps=(*flaps(6), *flaps(4, 10, side=1), *flaps(6, 10, side=2)),
                press=Offer.CONFIRM,
                items=tuple(Item(code=C.CONFIRM, player=seat) for seat in range(3)),
            ),
            common,
            pending=(4,),
        ),
    }


ANSWER = _scenes()
