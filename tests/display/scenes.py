"""Every screen a match can show, as views of real matches."""

from collections.abc import Iterable
from dataclasses import replace

from stbpi.rules import Match, rule_set
from stbpi.rules.actions import Correct
from stbpi.rules.ruleset import RuleSet
from stbpi.table.events import FlapRef
from stbpi.table.prompts import Item, Offer, Prompt, PromptCode
from stbpi.table.setup import DiceSource, MatchSetup, TraySides
from stbpi.table.view import TableView

CLASSIC = rule_set("classic")


def flaps(*numbers: int, side: int = 0) -> tuple[FlapRef, ...]:
    return tuple(FlapRef(side, number) for number in numbers)


def view(
    prompt: Prompt,
    match: Match | None = None,
    *,
    rules: RuleSet = CLASSIC,
    players: tuple[str, ...] = ("Anna", "Bert"),
    pending: Iterable[int] = (),
    dice_source: DiceSource = "electronic",
    rolling: Match | None = None,
    corrections: Iterable[Correct] = (),
) -> TableView:
    if match is not None:
        rules, players = match.rules, match.players
    sides = len(players) if rules.rows == "own" else 1
    return TableView(
        setup=MatchSetup(rules=rules, players=players, dice_source=dice_source, secret=bytes(32)),
        match=match,
        prompt=prompt,
        sides=TraySides((rules.flaps,) * sides),
        closed=(frozenset(),) * sides,
        pending=(frozenset(pending), *(frozenset[int]() for _ in range(sides - 1))),
        can_undo=match is not None,
        can_redo=False,
        rolling=rolling,
        corrections=tuple(corrections),
    )


def left_out(scene: TableView, *numbers: int) -> TableView:
    """The same with switches of side 0 that are not believed."""
    return replace(scene, doubted=frozenset(flaps(*numbers)))


def classic(*players: str, variants: Iterable[str] = ()) -> Match:
    return Match.start(rule_set("classic", list(variants)), players or ("Anna", "Bert"))


def all_but_7_and_8(match: Match) -> Match:
    """The turn of one player, who has closed all but 7 and 8 and is to throw."""
    for dice, closed in (((6, 3), [9]), ((6, 3), [4, 5]), ((3, 3), [1, 2, 3]), ((3, 3), [6])):
        match = match.roll(*dice).close(closed)
    return match


def blocked_with_15(match: Match) -> Match:
    """The turn of one player, who closes all but 7 and 8 and then throws 3."""
    return all_but_7_and_8(match).roll(2, 1)


def shut(match: Match) -> Match:
    for dice, closed in (((6, 6), [3, 9]), ((6, 6), [4, 8]), ((6, 6), [5, 7]), ((6, 3), [1, 2, 6])):
        match = match.roll(*dice).close(closed)
    return match


def corrected(match: Match, prompt: Prompt, *corrections: Correct) -> TableView:
    """What is shown once an operator has made these corrections."""
    for one in corrections:
        match = match.correct(one.player, one.points, one.reason)
    return view(prompt, match, corrections=corrections)


def tray(*players: str, variants: Iterable[str] = (), **axes: object) -> Match:
    return Match.start(rule_set("tray", list(variants), **axes), players or ("Anna", "Bert", "Carla"))


def _scenes() -> dict[str, TableView]:
    P, C = Prompt, PromptCode  # noqa: N806
    start = classic()
    nine = start.roll(6, 3)
    second = blocked_with_15(start)
    one_die = classic("Élodie", variants=["one-die"])
    for dice, closed in (((6, 3), [9]), ((6, 2), [8]), ((5, 2), [7])):
        one_die = one_die.roll(*dice).close(closed)
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
    common = tray(variants=["common"]).roll(4, 6)
    common_blocked = tray(variants=["common"]).roll(1, 2)
    for seat, closed in enumerate(([1, 2], [1], [2])):
        common_blocked = common_blocked.close(closed, seat)
    common_blocked = common_blocked.roll(3, 4).close([7], 0).close([3], 1).close([3], 2)
    common_blocked = common_blocked.roll(1, 6).close([6], 0).close([6], 1).close([1, 6], 2).roll(1, 1)
    doubles = Match.start(rule_set("numbers"), ["Anna", "Bert"]).roll(5, 5)
    four_dice = Match.start(rule_set("three-hundred"), ["Anna", "Bert"]).roll(6, 4, 5, 2)
    full_house = Match.start(rule_set("full-house"), ["Anna"]).roll(6, 4)
    pub = Match.start(rule_set("pub", stake=50), ["Anna", "Bert"])
    pub_over = blocked_with_15(blocked_with_15(pub))
    single = Match.start(rule_set("thai"), ["Anna"]).roll(4, 2)
    return {
        "press_to_start": view(P(code=C.PRESS_TO_START, press=Offer.START)),
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
        "press_to_roll_corrected": corrected(
            second_round.next_round(),
            P(code=C.PRESS_TO_ROLL, player=0, press=Offer.THROW),
            Correct(1, -3, "miscounted"),
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
        "match_over_digits": view(P(code=C.MATCH_OVER, winners=(0,), press=Offer.NEW_MATCH), long_over),
        "match_over_eight": view(P(code=C.MATCH_OVER, winners=(7,), press=Offer.NEW_MATCH), eight_over),
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


SCENES = _scenes()


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
