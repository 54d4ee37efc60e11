"""Odds as people read them: a position, and a table of answers or of throws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from stbpi.cli.figures import COLUMNS
from stbpi.locale.forms import measured, whole
from stbpi.rules.names import set_name, variant_name

if TYPE_CHECKING:
    from gettext import NullTranslations

    from stbpi.cli.odds import Position, Throw, Way, Worth

MANY_POINTS = 1000


def told(position: Position, dice: Throw | None, messages: NullTranslations) -> Iterator[str]:
    """The lines about a position, or about a throw in it."""
    _ = messages.gettext
    rules = position.rules
    names = (set_name(rules.name, _), *(variant_name(each, _) for each in rules.variants))
    yield from _wrapped(" + ".join(names))
    yield from _wrapped(_("Open: {flaps}").format(flaps=_flaps(position.opened)))
    if dice is not None:
        yield _("Thrown: {dice}").format(dice="+".join(map(str, dice)))
    worth = position.worth() if dice is None else position.thrown(dice)
    points, chance = _worth(worth, messages)
    yield _("Played for points: {points} on average.").format(points=points)
    yield _("Played to shut the box: a chance of {chance}.").format(chance=chance)
    if dice is None:
        yield from _before_the_throw(position, messages)
        return
    ways = position.ways(dice)
    yield ""
    if ways:
        yield from _table(
            _("close"), [(_way(way, messages), *_worth(way.worth, messages)) for way in ways], messages
        )
    else:
        yield _("Nothing answers this throw.")


def _before_the_throw(position: Position, messages: NullTranslations) -> Iterator[str]:
    """What each number of dice is worth where there is a choice, and the best answer to every throw."""
    _ = messages.gettext
    if len(position.choices) > 1:
        yield ""
        rows = [(str(count), *_worth(position.with_dice(count), messages)) for count in position.choices]
        yield from _table(_("dice"), rows, messages)
    yield ""
    answers: dict[str, tuple[str, ...]] = {}
    for count in position.choices:
        for dice, _chance in position.throws(count):
            name = str(sum(dice)) if position.sum_decides else "+".join(map(str, dice))
            if name not in answers:
                ways = position.ways(dice)
                best = _way(ways[0], messages) if ways else _("blocked")
                answers[name] = (name, best, *_worth(position.thrown(dice), messages))
    yield from _table(_("thrown"), list(answers.values()), messages)


def points_shown(points: float, messages: NullTranslations) -> str:
    """Points that were worked out: four digits that count, and whole ones where they are many, as digits make them."""
    return measured(points, messages) if abs(points) < MANY_POINTS else whole(round(points), messages)


def _way(way: Way, messages: NullTranslations) -> str:
    return messages.gettext("throw again") if way.again else _flaps(way.close)


def _flaps(flaps: Sequence[int]) -> str:
    return " ".join(map(str, flaps))


def _worth(worth: Worth, messages: NullTranslations) -> tuple[str, str]:
    points = points_shown(worth.expected_score, messages)
    percent = measured(100 * worth.shut_probability, messages)
    return points, messages.gettext("{n}%").format(n=percent)


def _table(first: str, rows: Sequence[tuple[str, ...]], messages: NullTranslations) -> Iterator[str]:
    """Points and chances at the right, under their titles; what they are of at the left."""
    _ = messages.gettext
    titles = (first, *([_("close")] if len(rows[0]) > 3 else []), _("points"), _("chance to shut"))
    table = [titles, *rows]
    widths = [max(len(line[column]) for line in table) for column in range(len(titles))]
    names = len(titles) - 2
    for line in table:
        left = [cell.ljust(width) for cell, width in zip(line[:names], widths[:names], strict=True)]
        right = [cell.rjust(width) for cell, width in zip(line[names:], widths[names:], strict=True)]
        yield f"  {'  '.join([*left, *right])}"


def _wrapped(text: str) -> Iterator[str]:
    yield from wrap(text, COLUMNS, subsequent_indent="  ", break_on_hyphens=False)
