"""The end of a turn, a round, a match. As views of real matches."""

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
    shut,
    tray,
    view,
)


def _scenes() -> dict[str, TableView]:
    P, C = Prompt, PromptCode  # noqa: N806
    start = classic()
    second = blocked_with_15(start)
    eight = Match.start(CLASSIC, [f"Player with a long name {seat}" for seat in range(8)])
    for _ in range(7):
        eight = blocked_with_15(eight)
    eight_over = shut(eight)
    hundred = classic(variants=["hundred"])
    hundred = blocked_with_15(blocked_with_15(hundred))
    second_round = blocked_with_15(blocked_with_15(hundred.next_round()))
    digits = classic(variants=["digits"])
    digits_blocked = blocked_with_15(digits)
    long = Match.start(
        rule_set(
            "three-hundred",
            flaps=(9, *range(13, 25), 48),
            die_sides=12,
            scoring="digits",
            match="rounds",
            rounds=2,
        ),
        ["Anna", "Bert"],
    )
    long = long.roll(6, 6, 6, 6).close([24]).roll(1, 1, 1, 1).roll(1, 1, 1, 1)
    long_over = long.next_round().roll(1, 1, 1, 1).roll(1, 1, 1, 1)
    common_blocked = tray(variants=["common"]).roll(1, 2)
    for seat, closed in enumerate(([1, 2], [1], [2])):
        common_blocked = common_blocked.close(closed, seat)
    common_blocked = common_blocked.roll(3, 4).close([7], 0).close([3], 1).close([3], 2)
    common_blocked = common_blocked.roll(1, 6).close([6], 0).close([6], 1).close([1, 6], 2).roll(1, 1)
    pub = Match.start(rule_set("pub", stake=50), ["Anna", "Bert"])
    pub_over = blocked_with_15(blocked_with_15(pub))
    left = blocked_with_15(classic("Anna", "Bert", "Carla")).retire(0)
    left = left.roll(1, 1).close([2]).roll(1, 1).roll(1, 1).close([2]).roll(1, 1)
    return {
        "blocked": view(P(code=C.BLOCKED, player=0, dice=(2, 1), score=15, press=Offer.NEXT), second),
        "blocked_digits": view(
            P(code=C.BLOCKED, player=0, dice=(2, 1), score=78, press=Offer.NEXT), digits_blocked
        ),
        "blocked_long": view(
            P(code=C.BLOCKED, player=0, dice=(2, 1), score=int("123456789" * 60), press=Offer.NEXT), second
        ),
        "blocked_several": view(
            P(
                code=C.BLOCKED,
                player=0,
                dice=(1, 1),
                score=52,
                press=Offer.NEXT,
                items=(Item(code=C.BLOCKED, player=0), Item(code=C.BLOCKED, player=2)),
            ),
            common_blocked,
        ),
        "passed": view(
            P(code=C.PASSED, player=0, dice=(2, 1), press=Offer.NEXT),
            Match.start(rule_set("numbers"), ["Anna", "Bert"]),
        ),
        "round_over": view(P(code=C.ROUND_OVER, winners=(0, 1), press=Offer.NEXT), hundred),
        "round_over_second": view(P(code=C.ROUND_OVER, winners=(0, 1), press=Offer.NEXT), second_round),
        "round_over_corrected": corrected(
            second_round, P(code=C.ROUND_OVER, winners=(0, 1), press=Offer.NEXT), Correct(1, -3, "miscounted")
        ),
        "match_over_corrected": corrected(
            blocked_with_15(second),
            P(code=C.MATCH_OVER, winners=(0,), press=Offer.NEW_MATCH),
            Correct(0, -3, "miscounted"),
            Correct(1, 5, "miscounted"),
        ),
        "round_over_stakes": view(P(code=C.ROUND_OVER, winners=(0, 1), press=Offer.NEXT), pub_over),
        "match_over": view(
            P(code=C.MATCH_OVER, winners=(1,), press=Offer.NEW_MATCH),
            second.roll(6, 3)
            .close([9])
            .roll(6, 2)
            .close([8])
            .roll(5, 2)
            .close([7])
            .roll(6, 4)
            .close([4, 6])
            .roll(6, 6),
        ),
        "match_over_shared": view(
            P(code=C.MATCH_OVER, winners=(0, 1), press=Offer.NEW_MATCH), blocked_with_15(second)
        ),
        "match_over_shut": view(P(code=C.MATCH_OVER, winners=(0,), press=Offer.NEW_MATCH), shut(start)),
        "match_over_gone": view(P(code=C.MATCH_OVER, winners=(0,), press=Offer.NEW_MATCH), left, gone=(0,)),
        "match_over_digits": view(P(code=C.MATCH_OVER, winners=(0,), press=Offer.NEW_MATCH), long_over),
        "match_over_eight": view(P(code=C.MATCH_OVER, winners=(7,), press=Offer.NEW_MATCH), eight_over),
    }


END = _scenes()
