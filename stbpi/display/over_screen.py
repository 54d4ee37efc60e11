"""The end of a round and of the match: who has won, and how everybody stands."""

from __future__ import annotations

from stbpi.display.corrections import corrections_told
from stbpi.display.gone import winners_gone
from stbpi.display.hints import hints_of
from stbpi.display.scores import boxes
from stbpi.display.screen import Emphasis, Screen
from stbpi.display.wording import Wording
from stbpi.table.view import TableView


def round_over(view: TableView, words: Wording) -> Screen:
    """A round has ended, the match has not."""
    match = view.match
    winners = match.round_winners if match is not None else ()
    return Screen(
        title=words.round_number(match.round if match is not None else 1),
        badge=words.pool(match.pool) if match is not None and view.setup.rules.stake else "",
        lines=winners_gone(view, words, winners) + corrections_told(view, words),
        boxes=boxes(view, words, strong=winners),
        hints=hints_of(view, words),
    )


def match_over(view: TableView, words: Wording) -> Screen:
    """The match has ended."""
    match = view.match
    winners = view.prompt.winners or (match.winners if match is not None else ())
    names = [words.player(view.setup.players, seat) for seat in winners]
    headline = words.wins(names) if names else words.nobody_wins()
    shut = match is not None and any(match.status(seat) == "shut" for seat in winners)
    return Screen(
        headline=headline,
        lines=((words.shut_the_box(),) if shut else ())
        + winners_gone(view, words, winners)
        + corrections_told(view, words),
        boxes=boxes(view, words, strong=winners),
        hints=hints_of(view, words),
        emphasis=Emphasis.CHEER,
    )
