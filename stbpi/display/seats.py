"""What a player sees on a display of their own, before the side they sit at."""

from __future__ import annotations

from dataclasses import replace

from stbpi.display.plain import figure
from stbpi.display.row import row_of, throw_of
from stbpi.display.screen import Screen
from stbpi.display.sides import PUT_RIGHT, owner_of
from stbpi.display.wording import Wording
from stbpi.rules import Phase, Status
from stbpi.table.prompts import PromptCode
from stbpi.table.view import TableView

_FOR_ALL = frozenset(
    (
        PromptCode.PRESS_TO_START,
        PromptCode.ROUND_OVER,
        PromptCode.MATCH_OVER,
        PromptCode.RESUME,
        PromptCode.MENU,
        PromptCode.SERVICE,
        PromptCode.FAULT,
    )
)
"""Concerns everybody, and says the same to everybody."""

_OF_OTHERS = PUT_RIGHT | {PromptCode.BLOCKED, PromptCode.PASSED}
"""What the others want to read, too: why the match waits, and news."""


def seat_at(view: TableView, side: int | None) -> int | None:
    """The seat that a display before ``side`` is for; None where it shows what all displays show."""
    if side is None or view.match is None or view.prompt.code in _FOR_ALL:
        return None
    return owner_of(view, side)


def seen_from(view: TableView, seat: int) -> TableView | None:
    """What of the prompt is for ``seat``, as a view in which it is all there is; None where it is for others."""
    prompt = view.prompt
    own = tuple(item for item in prompt.items if item.player == seat)
    if own:
        first = next((item for item in own if item.code is prompt.code), own[0])
        narrowed = replace(
            prompt,
            code=first.code,
            player=seat,
            flaps=first.flaps,
            close=first.close,
            assumed=first.assumed,
            remaining=first.remaining,
            score=_score(view, seat) if first.code is PromptCode.BLOCKED else None,
            items=own,
        )
        return replace(view, prompt=narrowed)
    if not prompt.items and prompt.player in (seat, None):
        return view
    return view if prompt.code in _OF_OTHERS else None


def waiting(view: TableView, words: Wording, seat: int) -> Screen:
    """The screen of a player the tray does not wait for: whose turn it is, and how one stands oneself."""
    match = view.match
    screen = Screen(
        title=words.player(view.setup.players, seat), dice=throw_of(view), strip=row_of(view, seat)
    )
    score = _score(view, seat)
    if match is not None and score is not None and match.phase is not Phase.MATCH_OVER:
        if match.status(seat) == Status.SHUT:
            return replace(screen, dice=(), headline=words.shut_the_box())
        return replace(screen, dice=(), badge=words.blocked(), number=figure(score))
    return replace(screen, headline=words.turn_of(_others(view, words, seat)))


def _others(view: TableView, words: Wording, seat: int) -> str:
    """Those the tray waits for."""
    seats = [item.player for item in view.prompt.items] or [view.prompt.player]
    others = dict.fromkeys(other for other in seats if other != seat)
    return words.listed([words.player(view.setup.players, other) for other in others])


def _score(view: TableView, seat: int) -> int | None:
    scores = view.match.round_scores if view.match is not None else ()
    return scores[seat] if seat < len(scores) else None
