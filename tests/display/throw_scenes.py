"""Before a throw: how to start, flaps to raise, dice to throw or to count. As views of real matches."""

from __future__ import annotations

from stbpi.rules import Match, rule_set
from stbpi.rules.actions import Correct
from stbpi.table.prompts import Item, Offer, Prompt, PromptCode
from stbpi.table.view import TableView
from tests.display.matches import (
    CLASSIC,
    blocked_with_15,
    classic,
    corrected,
    flaps,
    tray,
    view,
)


def _scenes() -> dict[str, TableView]:
    P, C = Prompt, PromptCode  # noqa: N806
    start = classic()
    second = blocked_with_15(start)
    one_die = classic("Élodie", variants=["one-die"])
    for dice, closed in (((6, 3), [9]), ((6, 2), [8]), ((5, 2), [7])):
        one_die = one_die.roll(*dice).close(closed)
    eight = Match.start(CLASSIC, [f"Player with a long name {seat}" for seat in range(8)])
    for _ in range(7):
        eight = blocked_with_15(eight)
    hundred = classic(variants=["hundred"])
    hundred = blocked_with_15(blocked_with_15(hundred))
    second_round = blocked_with_15(blocked_with_15(hundred.next_round()))
    left = blocked_with_15(classic("Anna", "Bert", "Carla")).retire(0)
    return {
        "press_to_start": view(P(code=C.PRESS_TO_START, press=Offer.START)),
        "press_to_start_kept": view(P(code=C.PRESS_TO_START, press=Offer.ASK_TO_START)),
        "press_to_start_eight": view(
            P(code=C.PRESS_TO_START, press=Offer.START), players=eight.players, rules=rule_set("two-to-go")
        ),
        "raise_flaps": view(P(code=C.RAISE_FLAPS, player=1, flaps=flaps(3, 8)), second),
        "raise_flaps_all": view(P(code=C.RAISE_FLAPS, player=1, flaps=flaps(*range(1, 10))), second),
        "raise_flaps_most": view(P(code=C.RAISE_FLAPS, player=1, flaps=flaps(1, 2, 3, 4, 5, 6, 9)), second),
        "raise_flaps_and_close": view(
            P(code=C.RAISE_FLAPS, player=0, flaps=flaps(5), close=flaps(1, 2)),
            Match.start(rule_set("three-down"), ["Anna"]),
        ),
        "raise_flaps_sides": view(
            P(
                code=C.RAISE_FLAPS,
                player=0,
                flaps=(*flaps(3, 8), *flaps(1, 2, 10, side=1), *flaps(4, side=2)),
            ),
            tray(),
        ),
        "raise_flaps_of_each": view(
            P(
                code=C.RAISE_FLAPS,
                player=0,
                flaps=(*flaps(*range(1, 11)), *flaps(1, 2, 10, side=1), *flaps(4, side=2)),
                items=(
                    Item(code=C.RAISE_FLAPS, player=0, flaps=flaps(*range(1, 11))),
                    Item(code=C.RAISE_FLAPS, player=1, flaps=flaps(1, 2, 10, side=1)),
                    Item(code=C.RAISE_FLAPS, player=2, flaps=flaps(4, side=2)),
                ),
            ),
            tray(),
        ),
        "press_to_roll": view(P(code=C.PRESS_TO_ROLL, player=0, press=Offer.THROW), start),
        "press_to_roll_held": view(
            P(code=C.PRESS_TO_ROLL, player=0, press=Offer.THROW, releasing=Offer.THROW), start
        ),
        "press_to_roll_undo": view(
            P(code=C.PRESS_TO_ROLL, player=0, press=Offer.THROW, releasing=Offer.UNDO), start
        ),
        "press_to_roll_to_beat": view(P(code=C.PRESS_TO_ROLL, player=1, press=Offer.THROW), second),
        "press_to_roll_to_beat_gone": view(
            P(code=C.PRESS_TO_ROLL, player=1, press=Offer.THROW), left, gone=(0,)
        ),
        "press_to_roll_choice": view(
            P(code=C.PRESS_TO_ROLL, player=0, press=Offer.THROW, hold=Offer.THROW_ONE), one_die
        ),
        "press_to_roll_one_held": view(
            P(
                code=C.PRESS_TO_ROLL,
                player=0,
                press=Offer.THROW,
                hold=Offer.THROW_ONE,
                releasing=Offer.THROW_ONE,
            ),
            one_die,
        ),
        "press_to_roll_entered": view(
            P(code=C.PRESS_TO_ROLL, player=0, awaited=2, press=Offer.PIP), start, dice_source="entered"
        ),
        "press_to_roll_entered_choice": view(
            P(code=C.PRESS_TO_ROLL, player=0, awaited=2, press=Offer.PIP, hold=Offer.THROW_ONE),
            one_die,
            dice_source="entered",
        ),
        "press_to_roll_entered_one": view(
            P(code=C.PRESS_TO_ROLL, player=0, awaited=1, press=Offer.PIP, hold=Offer.CLEAR),
            one_die,
            dice_source="entered",
        ),
        "press_to_roll_entered_again": view(
            P(code=C.PRESS_TO_ROLL, player=0, dice=(5, 5), awaited=2, press=Offer.PIP),
            Match.start(rule_set("numbers"), ["Anna", "Bert"]),
            dice_source="entered",
        ),
        "press_to_roll_pips": view(
            P(code=C.PRESS_TO_ROLL, player=0, dice=(4,), awaited=2, press=Offer.PIP, hold=Offer.CLEAR),
            start,
            dice_source="entered",
        ),
        "press_to_roll_pips_next": view(
            P(code=C.PRESS_TO_ROLL, player=0, dice=(4,), awaited=2, press=Offer.NEXT_DIE, hold=Offer.CLEAR),
            start,
            dice_source="entered",
        ),
        "press_to_roll_pips_one": view(
            P(code=C.PRESS_TO_ROLL, player=0, dice=(4,), awaited=1, press=Offer.PIP, hold=Offer.CLEAR),
            one_die,
            dice_source="entered",
        ),
        "press_to_roll_again": view(
            P(code=C.PRESS_TO_ROLL, player=0, dice=(5, 5), press=Offer.THROW),
            Match.start(rule_set("numbers"), ["Anna", "Bert"]),
        ),
        "press_to_roll_corrected": corrected(
            second_round.next_round(),
            P(code=C.PRESS_TO_ROLL, player=0, press=Offer.THROW),
            Correct(1, -3, "miscounted"),
        ),
    }


THROW = _scenes()
