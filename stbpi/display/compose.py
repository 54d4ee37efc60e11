"""What a screen shows: a pure function of the table's view and a language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from gettext import NullTranslations

from stbpi.display.alarms import Alarm, unread
from stbpi.display.attract_screen import attract_screen
from stbpi.display.corrections import last_correction
from stbpi.display.gone import beaten_in_absence
from stbpi.display.hints import hints_of, offered, with_release
from stbpi.display.menu_screen import menu_screen
from stbpi.display.orders import by_owner, for_the_house, for_the_house_alone, one_by_one, put_right
from stbpi.display.over_screen import match_over, round_over
from stbpi.display.plain import figure
from stbpi.display.rolling import blank_faces, faces_in_the_air
from stbpi.display.row import row_of, speaks_to_everybody, throw_of
from stbpi.display.scores import NO_SCORE, badge
from stbpi.display.screen import Emphasis, ScoreBox, Screen, StripFlap
from stbpi.display.seats import seat_at, seen_from, waiting
from stbpi.display.service_screen import service_screen
from stbpi.display.sides import by_side, owner_of, raises_everything
from stbpi.display.unseen import in_question
from stbpi.display.wording import Wording, numbers
from stbpi.rules import Match
from stbpi.table.prompts import Offer, Prompt, PromptCode
from stbpi.table.reports import ServiceReport
from stbpi.table.view import TableView

_TO_ANSWER = frozenset((PromptCode.CLOSE_FLAPS, PromptCode.CLOSE_MORE))
"""Said of a player who has not answered the throw, or not yet as a whole."""

NOTHING_KNOWN = ServiceReport()

_DIGITS_BESIDE_DICE = 6
"""Scores read as digits grow longer; then the whole width is theirs, and the throw is told in words."""

_LINES_UNDER_DICE = 2
"""Of more players who can still add to their answers there is no room beside dice; the throw is told in digits."""


def compose(
    view: TableView,
    messages: NullTranslations,
    *,
    frame: int = 0,
    side: int | None = None,
    alarms: Sequence[Alarm] = (),
    report: ServiceReport = NOTHING_KNOWN,
) -> Screen:
    """Say what the screen shows for ``view``.

    ``messages`` is the language, see ``stbpi.locale.catalogue``. While the dice of an electronic throw roll,
    ``frame`` is the number of the picture (0, 1, …); neither the throw nor what it leads to is shown yet.
    ``side`` is that of the tray the display stands before, which then shows what the player
    there needs; None for a display that all look at. ``alarms`` are the faults that stand, ``report`` is what the
    service mode shows beside the match.
    """
    words = Wording(messages)
    if view.rolling is None and view.prompt.code in (PromptCode.MENU, PromptCode.SERVICE):
        screen = _beside(view, words, report)
    else:
        screen = _composed(view, words, frame, side)
    return replace(screen, troubled=bool(alarms or view.doubted), alarm=unread(alarms, words))


def _composed(view: TableView, words: Wording, frame: int, side: int | None) -> Screen:
    if view.rolling is not None:
        return _rolling(view, view.rolling, words, frame, side)
    attracting = attract_screen(view, words)
    if attracting is not None:
        return with_release(view, words, attracting)
    seat = seat_at(view, side)
    own = view if seat is None else seen_from(view, seat)
    if own is None:
        assert seat is not None
        return with_release(view, words, waiting(view, words, seat))
    screen = _SCREENS[own.prompt.code](own, words)
    beside = last_correction(view, words) or beaten_in_absence(view, words)
    if beside and len(screen.hints) < 2:
        screen = replace(screen, hints=(*screen.hints, beside))
    return with_release(own, words, screen)


def _beside(view: TableView, words: Wording, report: ServiceReport) -> Screen:
    """Menu and service mode. While the button is held on a list, that stays; what letting go does stands under it."""
    hints = hints_of(view, words)
    if view.prompt.code is PromptCode.MENU:
        screen = menu_screen(view, words, hints)
    else:
        screen = service_screen(view, words, hints, report)
    releasing = view.prompt.releasing
    if releasing is not None and (screen.rows or screen.facts):
        return replace(screen, release=words.letting_go(words.offer(releasing)))
    return with_release(view, words, screen)


def _title(view: TableView, words: Wording) -> str:
    if speaks_to_everybody(view):
        return words.everybody()
    return words.player(view.setup.players, view.prompt.player)


def _title_of_wrong(view: TableView, words: Wording) -> str:
    """Whose flaps are to be put right, also while others answer the same throw."""
    prompt = view.prompt
    if len(by_side((*prompt.flaps, *prompt.close))) > 1:
        return words.everybody()
    return words.player(view.setup.players, prompt.player)


def _strip(view: TableView) -> tuple[StripFlap, ...]:
    """The row of the player the prompt speaks to.

    None where it speaks to several: one row would seem to be everybody's.
    """
    return () if speaks_to_everybody(view) else row_of(view, view.prompt.player)


def _rolling(view: TableView, before: Match, words: Wording, frame: int, side: int | None) -> Screen:
    """Name and badge are those under which the player pressed to throw: nothing tells what the dice will show.

    Before a player of their own the row is that player's, whoever throws; a common throw is nobody's alone.
    """
    thrower = next(iter(before.waiting_for), None)
    still = replace(view, match=before, prompt=Prompt(code=PromptCode.PRESS_TO_ROLL, player=thrower))
    seat = seat_at(still, side)
    if seat is None and view.setup.rules.play != "common_throw":
        seat = thrower
    return Screen(
        title=_title(still, words),
        badge=badge(still, words),
        dice=faces_in_the_air(len(throw_of(view)) or 2, view.setup.rules.die_sides, frame),
        strip=row_of(still, seat),
    )


def _press_to_start(view: TableView, words: Wording) -> Screen:
    players = [words.player(view.setup.players, seat) for seat in range(len(view.setup.players))]
    screen = Screen(title=words.rules_name(view.setup.rules.name), lines=(" · ".join(players),))
    if view.prompt.press is Offer.ASK_TO_START:
        return replace(screen, headline=words.old_match_kept(), hints=hints_of(view, words))
    return replace(screen, headline=words.press_to_start())


def _raise_flaps(view: TableView, words: Wording) -> Screen:
    prompt = view.prompt
    screen = Screen(
        title=_title_of_wrong(view, words),
        places=view.setup.rules.flaps,
        hints=hints_of(view, words),
        emphasis=Emphasis.WRONG,
    )
    if not prompt.close and raises_everything(view, prompt.flaps):
        return replace(screen, headline=words.raise_all())
    return put_right(view, words, screen, words.raise_word(), words.close_word())


def _press_to_roll(view: TableView, words: Wording) -> Screen:
    match, prompt = view.match, view.prompt
    choices = match.dice_choices if match is not None else ()
    most = max(choices, default=2)
    screen = Screen(title=_title(view, words), badge=badge(view, words), strip=_strip(view))
    if view.setup.dice_source == "entered":
        awaited = most if prompt.awaited is None else prompt.awaited
        if prompt.dice and prompt.hold is Offer.CLEAR:
            still = max(0, awaited - len(prompt.dice))
            return replace(screen, dice=(*prompt.dice, *blank_faces(still)), hints=hints_of(view, words))
        dice, headline = blank_faces(awaited), words.throw_dice(awaited)
        if prompt.dice:
            dice, headline = prompt.dice, words.throw_again()
        # Where a hold does something too there is no room to say that they can be typed.
        hints = (words.how_to_enter(),) if prompt.hold is None else hints_of(view, words)
        return replace(screen, dice=dice, headline=headline, hints=hints)
    if prompt.dice:
        return replace(screen, dice=prompt.dice, headline=words.throw_again())
    if prompt.hold is not None:
        return replace(
            screen, dice=blank_faces(most), headline=words.press_to_throw(), hints=hints_of(view, words)
        )
    one = choices == (1,) or prompt.press is Offer.THROW_ONE
    hints = (words.dice(1),) if one and view.setup.rules.dice > 1 else ()
    return replace(screen, dice=blank_faces(1 if one else most), headline=words.press_to_throw(), hints=hints)


def _close_flaps(view: TableView, words: Wording) -> Screen:
    if speaks_to_everybody(view):
        return _answer_together(view, words)
    if view.prompt.close or view.prompt.press is Offer.THROW_AGAIN:
        return for_the_house(view, words, Screen(title=_title(view, words), badge=badge(view, words)))
    screen = _throw(view, words, _title(view, words))
    if view.prompt.hold is not None and view.prompt.hold is not view.prompt.press:
        screen = replace(screen, hints=(words.hold(offered(view, words, view.prompt.hold)),))
    return replace(screen, badge=badge(view, words), strip=_strip(view))


def _throw(view: TableView, words: Wording, title: str) -> Screen:
    """A throw and how it may be answered: the total large where that is what counts, else the flaps in words."""
    dice = throw_of(view)
    combine = view.setup.rules.combine
    if combine != "sum" and dice:
        how = words.close_either(dice) if combine == "either" else words.close_single(dice)
        return Screen(title=title, dice=dice, headline=how)
    remaining = None if speaks_to_everybody(view) else view.prompt.remaining
    total = sum(dice) if remaining is None else remaining
    return Screen(title=title, dice=dice, number=str(total), hints=(words.close_sum(total),))


def _answer_together(view: TableView, words: Wording) -> Screen:
    """A common throw: the title names those who still have to answer it, once somebody has."""
    asked = [item for item in view.prompt.items if item.code in _TO_ANSWER and item.remaining != 0]
    if not asked:
        return Screen(title=words.everybody(), headline=words.all_right())
    names = {item.player: words.player(view.setup.players, item.player) for item in asked}
    people = [item for item in asked if not item.close]
    begun = tuple(
        words.of_player(
            names[item.player],
            words.close_these(numbers(ref.flap for ref in item.close))
            if item.close
            else words.close_sum(item.remaining or 0),
        )
        for item in asked
        if item.close or (item.code is PromptCode.CLOSE_MORE and item.remaining is not None)
    )
    if not people:
        return for_the_house_alone(view, words, asked, begun)
    everybody = len(people) == len(view.prompt.items)
    title = words.everybody() if everybody else words.listed([names[item.player] for item in people])
    screen = _throw(view, words, title)
    return replace(screen, hints=begun) if begun else screen


def _close_more(view: TableView, words: Wording) -> Screen:
    if speaks_to_everybody(view):
        return _answer_together(view, words)
    remaining = view.prompt.remaining
    screen = Screen(
        title=_title(view, words), badge=badge(view, words), dice=throw_of(view), strip=_strip(view)
    )
    if view.prompt.close:
        return for_the_house(view, words, screen)
    if remaining == 0:
        # The answer is complete and only has to rest: nothing is left to do, and that is what must be seen.
        return replace(screen, done=True)
    if remaining is None:
        return replace(screen, headline=words.still_to_close(), hints=hints_of(view, words))
    return replace(screen, number=str(remaining), hints=(words.close_sum(remaining), *hints_of(view, words)))


def _confirm(view: TableView, words: Wording) -> Screen:
    if view.prompt.assumed:
        return in_question(view, words)
    possible = by_side(view.prompt.flaps)
    lines = by_owner(
        view, words, [(side, words.or_close(numbers(flaps))) for side, flaps in possible.items()]
    )
    dice = throw_of(view)
    screen = Screen(
        title=_title(view, words),
        badge=badge(view, words),
        headline=words.press_when_done(),
        strip=_strip(view),
        hints=lines,
    )
    if len(lines) > _LINES_UNDER_DICE and dice:
        return replace(screen, badge=screen.badge or " + ".join(map(str, dice)))
    return replace(screen, dice=dice)


def _reopen(view: TableView, words: Wording) -> Screen:
    dice = throw_of(view)
    screen = Screen(title=_title_of_wrong(view, words), hints=hints_of(view, words), emphasis=Emphasis.WRONG)
    screen = one_by_one(view, words, screen) or put_right(
        view, words, screen, words.raise_again(), words.close_word()
    )
    if not dice:
        return screen
    remaining = view.prompt.remaining
    left = () if remaining is None or speaks_to_everybody(view) else (words.left_to_close(remaining),)
    return replace(screen, hints=(words.thrown(dice), *left))


def _close_again(view: TableView, words: Wording) -> Screen:
    """``flaps`` of this prompt are to be closed."""
    screen = Screen(title=_title_of_wrong(view, words), emphasis=Emphasis.WRONG)
    return one_by_one(view, words, screen) or replace(
        screen, headline=words.close_again(), number=numbers(ref.flap for ref in view.prompt.flaps)
    )


def _not_your_side(view: TableView, words: Wording) -> Screen:
    """``player`` of this prompt is the owner of the side."""
    owner = words.player(view.setup.players, view.prompt.player)
    several = len(by_side((*view.prompt.flaps, *view.prompt.close))) > 1
    title = words.not_your_side() if several or not owner else words.not_turn_of(owner)
    screen = Screen(title=title, hints=hints_of(view, words), emphasis=Emphasis.WRONG)
    return one_by_one(view, words, screen) or put_right(
        view, words, screen, words.raise_word(), words.close_word()
    )


def _blocked(view: TableView, words: Wording) -> Screen:
    several = [item.player for item in view.prompt.items if item.code is PromptCode.BLOCKED]
    if len(several) > 1:
        return _all_blocked(view, words, several)
    score = view.prompt.score
    screen = Screen(
        title=_turned(view, words, PromptCode.BLOCKED), badge=words.blocked(), hints=hints_of(view, words)
    )
    if score is None:
        return replace(screen, dice=throw_of(view))
    screen = replace(screen, headline=words.scores(score), number=figure(score))
    if len(screen.number) > _DIGITS_BESIDE_DICE:
        return replace(screen, lines=(words.thrown(throw_of(view)),))
    return replace(screen, dice=throw_of(view))


def _all_blocked(view: TableView, words: Wording, seats: list[int | None]) -> Screen:
    """Everybody whom one throw blocked, each with the score of their own."""
    scores = view.match.round_scores if view.match is not None else ()
    noted = {seat: scores[seat] for seat in seats if seat is not None and seat < len(scores)}
    return Screen(
        title=words.blocked(),
        badge=words.thrown(throw_of(view)),
        boxes=tuple(
            ScoreBox(words.player(view.setup.players, seat), NO_SCORE if score is None else figure(score))
            for seat, score in noted.items()
        ),
        hints=hints_of(view, words),
    )


def _turned(view: TableView, words: Wording, code: PromptCode) -> str:
    """Whom the throw left without an answer; on a common throw that may be several."""
    seats = [item.player for item in view.prompt.items if item.code is code] or [view.prompt.player]
    return words.listed([words.player(view.setup.players, seat) for seat in seats])


def _passed(view: TableView, words: Wording) -> Screen:
    return Screen(
        title=_turned(view, words, PromptCode.PASSED),
        badge=badge(view, words),
        dice=throw_of(view),
        headline=words.passed(),
        hints=(words.no_flap_fits(),),
    )


def _resume(view: TableView, words: Wording) -> Screen:
    if not view.prompt.flaps and not view.prompt.close:
        asked = view.prompt.press is Offer.GO_ON
        headline = words.still_playing() if asked else words.all_right()
        return Screen(title=_title(view, words), headline=headline, hints=hints_of(view, words))
    screen = Screen(title=words.put_back(), hints=hints_of(view, words), emphasis=Emphasis.WRONG)
    return put_right(view, words, screen, words.raise_word(), words.close_word())


def _fault(view: TableView, words: Wording) -> Screen:
    owners = [words.player(view.setup.players, owner_of(view, ref.side)) for ref in view.prompt.flaps]
    return Screen(
        title=words.flap_stuck(),
        headline=words.listed([owner for owner in owners if owner]),
        number=numbers(ref.flap for ref in view.prompt.flaps),
        hints=hints_of(view, words),
        emphasis=Emphasis.WRONG,
    )


_SCREENS: Mapping[PromptCode, Callable[[TableView, Wording], Screen]] = {
    PromptCode.PRESS_TO_START: _press_to_start,
    PromptCode.RAISE_FLAPS: _raise_flaps,
    PromptCode.PRESS_TO_ROLL: _press_to_roll,
    PromptCode.CLOSE_FLAPS: _close_flaps,
    PromptCode.CLOSE_MORE: _close_more,
    PromptCode.CONFIRM: _confirm,
    PromptCode.REOPEN: _reopen,
    PromptCode.CLOSE_AGAIN: _close_again,
    PromptCode.NOT_YOUR_SIDE: _not_your_side,
    PromptCode.BLOCKED: _blocked,
    PromptCode.PASSED: _passed,
    PromptCode.ROUND_OVER: round_over,
    PromptCode.MATCH_OVER: match_over,
    PromptCode.RESUME: _resume,
    PromptCode.FAULT: _fault,
}
