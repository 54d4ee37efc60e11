"""Flaps to put right, as a screen orders it: what to do, and on whose side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from stbpi.display.row import row_of, speaks_to_everybody
from stbpi.display.screen import Screen
from stbpi.display.sides import PUT_RIGHT, by_side, owner_of
from stbpi.display.wording import Wording, numbers
from stbpi.table.prompts import Item, PromptCode
from stbpi.table.view import TableView

_BESIDE_DICE = 7
"""Letters of flaps that stay large beside dice; more have the width for themselves, and the throw is told in words."""


def put_right(view: TableView, words: Wording, screen: Screen, raise_: str, close: str) -> Screen:
    """Name the flaps to raise and to close: large where it is one thing, as lines where it is several."""
    to_raise, to_close = by_side(view.prompt.flaps), by_side(view.prompt.close)
    if len(to_raise) + len(to_close) == 1:
        sides, headline = (to_raise, raise_) if to_raise else (to_close, close)
        (flaps,) = sides.values()
        return replace(screen, headline=headline, number=numbers(flaps))
    orders = [(side, words.raise_these(numbers(flaps))) for side, flaps in to_raise.items()]
    orders += [(side, words.close_these(numbers(flaps))) for side, flaps in to_close.items()]
    return replace(screen, lines=by_owner(view, words, orders))


def for_the_house(view: TableView, words: Wording, screen: Screen) -> Screen:
    """What the house does with its throw, for somebody to move: flaps to close, or the dice to throw again."""
    screen = replace(screen, dice=view.prompt.dice, strip=row_of(view, view.prompt.player))
    if not view.prompt.close:
        return replace(screen, headline=words.throw_again())
    flaps = numbers(ref.flap for ref in view.prompt.close)
    if len(flaps) > _BESIDE_DICE:
        return replace(
            screen,
            dice=(),
            headline=words.close_word(),
            number=flaps,
            hints=(words.thrown(view.prompt.dice),),
        )
    return replace(screen, number=flaps, hints=(words.close_these(flaps),))


def for_the_house_alone(
    view: TableView, words: Wording, asked: Sequence[Item], told: tuple[str, ...]
) -> Screen:
    """Of a common throw nobody chooses any more: what is still to be moved, as large as a choice would be.

    ``asked`` are the seats of the house that have not answered, ``told`` a line for each.
    """
    if len(asked) > 1:
        return Screen(title=words.thrown(view.prompt.dice), lines=told)
    (item,) = asked
    screen = Screen(title=words.player(view.setup.players, item.player))
    prompt = replace(view.prompt, player=item.player, close=item.close, items=())
    return for_the_house(replace(view, prompt=prompt), words, screen)


def one_by_one(view: TableView, words: Wording, screen: Screen) -> Screen | None:
    """Everything there is to put right, a line for each; None where the prompt itself says it all."""
    items = [item for item in view.prompt.items if item.code in PUT_RIGHT]
    if len(items) < 2:
        return None
    orders = []
    for item in items:
        phrase = words.close_these if item.code is PromptCode.CLOSE_AGAIN else words.raise_these
        orders += [(side, phrase(numbers(flaps))) for side, flaps in by_side(item.flaps).items()]
        orders += [(side, words.close_these(numbers(flaps))) for side, flaps in by_side(item.close).items()]
    return replace(screen, lines=by_owner(view, words, orders))


def by_owner(view: TableView, words: Wording, orders: list[tuple[int, str]]) -> tuple[str, ...]:
    """What to do on each side, with the name of whose side it is where that is not clear."""
    named = speaks_to_everybody(view) or len({side for side, _ in orders}) > 1
    return tuple(
        _on_side(view, words, side, what, named=named)
        for side, what in sorted(orders, key=lambda order: order[0])
    )


def _on_side(view: TableView, words: Wording, side: int, what: str, *, named: bool) -> str:
    owner = owner_of(view, side)
    if owner is None or not named:
        return what
    return words.of_player(words.player(view.setup.players, owner), what)
