"""What the tray says in each situation: prompts as pure functions of match, judgement and button."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from stbpi.rules import Match, Phase
from stbpi.table.button import Gesture
from stbpi.table.course import Course, Turned
from stbpi.table.entry import DiceEntry
from stbpi.table.events import FlapRef
from stbpi.table.prompts import Item, Offer, Prompt, PromptCode
from stbpi.table.referee import Answer

URGENCY = (
    PromptCode.RESUME,
    PromptCode.RAISE_FLAPS,
    PromptCode.CLOSE_AGAIN,
    PromptCode.REOPEN,
    PromptCode.NOT_YOUR_SIDE,
    PromptCode.CLOSE_MORE,
    PromptCode.CLOSE_FLAPS,
    PromptCode.CONFIRM,
)
"""Codes that can stand beside each other, the one that most needs doing first."""


def to_start(*, kept: bool = False) -> Prompt:
    """A match is prepared; with ``kept`` it would take the place of one that people are asked about first."""
    return Prompt(code=PromptCode.PRESS_TO_START, press=Offer.ASK_TO_START if kept else Offer.START)


def anybody_there(match: Match) -> Prompt:
    """Nobody has touched a match in play for a long time."""
    return Prompt(
        code=PromptCode.RESUME,
        player=_acting(match),
        dice=match.dice,
        press=Offer.GO_ON,
        hold=Offer.NEW_MATCH,
    )


def turned(course: Course, players: tuple[Turned, ...]) -> Prompt:
    """The last throw could not be answered by these players."""
    items = tuple(
        Item(code=PromptCode.PASSED if one.passed else PromptCode.BLOCKED, player=one.player)
        for one in players
    )
    blocked = [one for one in players if not one.passed]
    first = (blocked or list(players))[0]
    return Prompt(
        code=PromptCode.BLOCKED if blocked else PromptCode.PASSED,
        player=first.player,
        dice=course.last_throw,
        score=first.score,
        press=Offer.NEXT,
        items=items if len(items) > 1 else (),
    )


def over(match: Match) -> Prompt:
    """A round or the match has ended."""
    if match.phase == Phase.MATCH_OVER:
        return Prompt(code=PromptCode.MATCH_OVER, winners=tuple(match.winners), press=Offer.NEW_MATCH)
    return Prompt(code=PromptCode.ROUND_OVER, winners=tuple(match.round_winners), press=Offer.NEXT)


def to_roll(course: Course, entry: DiceEntry) -> Prompt:
    """The dice are to be thrown, or the pips of thrown dice to be counted on the button."""
    hold = Offer.THROW_ONE if course.two_ways else None
    awaited = None
    if course.entered:
        awaited = entry.awaited(course.dice_for(one_die=False))
        press = Offer.NEXT_DIE if entry.between else Offer.PIP
        hold = Offer.CLEAR if entry.touched else hold
    else:
        one_again = not course.two_ways and _one_of_several(course)
        press = Offer.THROW_ONE if one_again else Offer.THROW
    return Prompt(
        code=PromptCode.PRESS_TO_ROLL,
        player=_acting(course.match),
        dice=entry.shown or course.thrown_in_vain,
        awaited=awaited,
        press=press,
        hold=hold,
    )


def _one_of_several(course: Course) -> bool:
    """Whether the throw will have one die, where it could have more."""
    return course.dice_for(one_die=False) == 1 and course.match.dice_choices != (1,)


def to_close(match: Match, answers: Iterable[Answer], *, settled: bool) -> Prompt:
    """The throw is to be answered; complete answers are only told from others when the flaps have settled.

    Those to which nothing could be added a press commits before that: they would be in a moment. Where an answer stands
    only if flaps are closed that cannot be seen, people may say so with a hold before they are asked.
    """
    answers = tuple(answers)
    progress = _progress(match, answers, settled=settled)
    confirmed = all(item.code is PromptCode.CONFIRM for item in progress)
    final = all(answer.final and not answer.reopen for answer in answers)
    stands = settled and all(answer.complete is not None and not answer.reopen for answer in answers)
    press = Offer.CONFIRM if confirmed or final else None
    hold = Offer.CONFIRM if stands and press is None else None
    if match.can_roll_again:
        house = answers[0].house
        press = Offer.THROW_AGAIN if house == () else press
        hold = Offer.THROW_AGAIN if house is None else hold
    return _listed(match, progress, items=progress if _common(match) else (), press=press, hold=hold)


def to_put_right(
    match: Match, wrong: tuple[Item, ...], answers: Iterable[Answer], *, settled: bool
) -> Prompt:
    """Flaps stand as they must not; on a common throw what the others have yet to do is said beside it."""
    listed = wrong
    if _common(match) and match.phase == Phase.CLOSE:
        listed += _progress(match, answers, settled=settled)
    return _listed(match, wrong, items=listed)


def coming_right(match: Match) -> Prompt:
    """The flaps have been led back and only have to settle."""
    return Prompt(code=PromptCode.RESUME, player=_acting(match), dice=match.dice)


def only_to_settle(prompt: Prompt) -> bool:
    """Whether every answer stands and only has to settle: pressing then is early, and not wrong."""
    return prompt.code is PromptCode.CLOSE_MORE and all(
        item.code is PromptCode.CONFIRM or item.remaining == 0 for item in prompt.items or (prompt,)
    )


def fault(match: Match, flap: FlapRef, wrong: tuple[Item, ...]) -> Prompt:
    """One flap will not do what is asked of it."""
    player = wrong[0].player if wrong else None
    return Prompt(
        code=PromptCode.FAULT,
        player=player,
        dice=match.dice,
        flaps=(flap,),
        press=Offer.TRY_AGAIN,
        hold=Offer.LEAVE_OUT,
        items=(Item(code=PromptCode.FAULT, player=player, flaps=(flap,)), *wrong),
    )


def offered(prompt: Prompt, gesture: Gesture | None, *, can_undo: bool) -> Offer | None:
    """What letting go of the button does under this prompt."""
    match gesture:
        case Gesture.PRESS:
            return prompt.press
        case Gesture.HOLD:
            return prompt.hold or prompt.press
        case Gesture.UNDO:
            return Offer.UNDO if can_undo else None
        case _:
            return None


def _progress(match: Match, answers: Iterable[Answer], *, settled: bool) -> tuple[Item, ...]:
    return tuple(_progress_of(match, answer, settled=settled) for answer in answers)


def _progress_of(match: Match, answer: Answer, *, settled: bool) -> Item:
    code = PromptCode.CLOSE_MORE if answer.kept else PromptCode.CLOSE_FLAPS
    flaps: tuple[FlapRef, ...] = ()
    stands = answer.complete is not None and settled and not answer.reopen
    if stands and (answer.in_question or not answer.assumed):
        code = PromptCode.CONFIRM
        flaps = answer.row.refs(sorted({*answer.more, *answer.assumed, *answer.otherwise}))
    return Item(
        code=code,
        player=answer.row.player,
        flaps=flaps,
        close=answer.row.refs(answer.to_close),
        assumed=answer.row.refs(answer.assumed),
        remaining=answer.remaining,
    )


def _listed(
    match: Match,
    told: tuple[Item, ...],
    *,
    items: tuple[Item, ...],
    press: Offer | None = None,
    hold: Offer | None = None,
) -> Prompt:
    """A prompt of the most urgent of ``told``, with the flaps of everything of its kind."""
    code = min((item.code for item in told), key=URGENCY.index)
    kind = [item for item in told if item.code is code]
    confirms = Offer.CONFIRM in (press, hold)
    return Prompt(
        code=code,
        player=kind[0].player,
        dice=match.dice,
        remaining=kind[0].remaining,
        flaps=tuple(flap for item in kind for flap in item.flaps),
        close=tuple(flap for item in kind for flap in item.close),
        assumed=tuple(flap for item in told for flap in item.assumed) if confirms else (),
        press=press,
        hold=hold,
        items=items,
    )


def only(items: Iterable[Item], flaps: frozenset[FlapRef]) -> tuple[Item, ...]:
    """The items as far as they speak of these flaps."""
    kept = (
        replace(
            item,
            flaps=tuple(flap for flap in item.flaps if flap in flaps),
            close=tuple(flap for flap in item.close if flap in flaps),
        )
        for item in items
    )
    return tuple(item for item in kept if item.flaps or item.close)


def flaps_of(items: Iterable[Item]) -> frozenset[FlapRef]:
    """Every flap the items speak of."""
    return frozenset(flap for item in items for flap in (*item.flaps, *item.close))


def _acting(match: Match) -> int | None:
    return match.waiting_for[0] if match.waiting_for else None


def _common(match: Match) -> bool:
    return match.rules.play == "common_throw"
