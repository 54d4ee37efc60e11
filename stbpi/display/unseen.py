"""An answer that stands only if flaps are closed that cannot be seen: whether they are, or what to close instead."""

from __future__ import annotations

from stbpi.display.row import row_of, speaks_to_everybody, throw_of
from stbpi.display.scores import badge
from stbpi.display.screen import Screen
from stbpi.display.sides import by_side, owner_of
from stbpi.display.wording import Wording, numbers
from stbpi.table.view import TableView

_MOST_LISTED = 4
"""Of more flaps than these, what they have to make is said instead of which they are."""


def in_question(view: TableView, words: Wording) -> Screen:
    """The screen of a ``confirm`` with flaps assumed; where several answer, it names those whose flaps they are."""
    prompt = view.prompt
    sides = by_side(prompt.assumed)
    others = [ref.flap for ref in prompt.flaps if ref not in prompt.assumed and ref.side in sides]
    instead = [words.or_close(numbers(others))] if others else []
    if len(others) > _MOST_LISTED:
        instead = [] if prompt.remaining is None else [words.close_sum(prompt.remaining)]
    together = speaks_to_everybody(view)
    asked = [owner_of(view, side) for side in sides] if together else [prompt.player]
    return Screen(
        title=words.listed([words.player(view.setup.players, seat) for seat in asked]),
        badge=badge(view, words),
        dice=throw_of(view),
        headline=words.closed_question([ref.flap for ref in prompt.assumed]),
        hints=(words.press(words.yes()), *instead),
        strip=() if together else row_of(view, prompt.player),
    )
