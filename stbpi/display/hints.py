"""What the button does: said in the bottom row, and over everything while it is held for something else."""

from __future__ import annotations

from dataclasses import replace

from stbpi.display.screen import Screen
from stbpi.display.wording import Wording
from stbpi.table.prompts import Offer
from stbpi.table.view import TableView


def hints_of(view: TableView, words: Wording) -> tuple[str, ...]:
    """What a press does and, where it differs, what a hold does."""
    prompt = view.prompt
    hints = []
    if prompt.press is not None:
        hints.append(words.press(words.offer(prompt.press, _dice_of_press(view))))
    if prompt.hold is not None and prompt.hold is not prompt.press:
        hints.append(words.hold(offered(view, words, prompt.hold)))
    return tuple(hints)


def offered(view: TableView, words: Wording, offer: Offer) -> str:
    """What letting go of the button does; of flaps that cannot be seen, what it says of them."""
    if offer is Offer.CONFIRM and view.prompt.assumed:
        return words.closed([ref.flap for ref in view.prompt.assumed])
    return words.offer(offer, _dice_of_press(view))


def _dice_of_press(view: TableView) -> int | None:
    """How many dice a press throws, where the player can choose; else None."""
    if view.prompt.hold is Offer.THROW_ONE and view.match is not None and view.match.dice_choices:
        return max(view.match.dice_choices)
    return None


def with_release(view: TableView, words: Wording, screen: Screen) -> Screen:
    """The screen as it is while the button is held; else with room kept for that."""
    releasing = view.prompt.releasing
    if releasing is None:
        return replace(screen, pressable=view.prompt.press is not None)
    what = offered(view, words, releasing)
    if releasing is view.prompt.press:
        return replace(screen, release=words.letting_go(what))
    return replace(screen, takeover=what, release=words.letting_go_caption())
