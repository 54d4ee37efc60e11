"""Simulated matches as people read them: a table of seats."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor, log10
from textwrap import wrap
from typing import TYPE_CHECKING

from stbpi.cli.figures import COLUMNS, matches
from stbpi.cli.odds_told import points_shown
from stbpi.locale.forms import language_of, measured, whole
from stbpi.rules.names import set_name, strength_name, variant_name

if TYPE_CHECKING:
    from gettext import NullTranslations

    from stbpi.odds.likely import Estimate
    from stbpi.odds.tallies import Simulated
    from stbpi.rules import RuleSet
    from stbpi.rules.strength import Strength

EVEN = 0.9
"""Limits are told as one ± where the nearer is at least so much of the farther; else both."""


def told(rules: RuleSet, played: Simulated, seed: int, messages: NullTranslations) -> Iterator[str]:
    """What was played, and a line for each seat."""
    _ = messages.gettext
    names = (set_name(rules.name, _), *(variant_name(each, _) for each in rules.variants))
    yield from wrap(" + ".join(names), COLUMNS, subsequent_indent="  ", break_on_hyphens=False)
    turns = messages.ngettext("{n} turn", "{n} turns", played.turns).format(n=whole(played.turns, messages))
    yield _("{matches}, {turns}, seed {seed}.").format(
        matches=matches(played.matches, messages), turns=turns, seed=seed
    )
    yield ""
    money = any(seat.balance.value or seat.balance.error for seat in played.seats)
    titles = ["", _("won"), _("points"), _("shut"), *([_("balance")] if money else [])]
    rows = [titles] + [
        [
            seat_told(number, seat.strength, messages),
            _share(seat.won, messages),
            points_within(seat.points, messages),
            _share(seat.shut, messages),
            *([points_within(seat.balance, messages)] if money else []),
        ]
        for number, seat in enumerate(played.seats)
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        yield f"  {row[0]:{widths[0]}}  {'  '.join(cells)}"
    yield ""
    if all(
        figure.sure for seat in played.seats for figure in (seat.points, *([seat.balance] if money else []))
    ):
        text = _(
            "Points are those of a round. What is true lies within these limits in 95 simulations of 100."
        )
    else:
        text = _(
            "Points are those of a round. Chances lie within these limits in 95 simulations of 100; "
            "points and money need not: too few matches for figures so uneven. Play more."
        )
    yield from wrap(text, COLUMNS)


def seat_told(number: int, strength: Strength, messages: NullTranslations) -> str:
    """A seat and who plays there: ``1 perfect``."""
    return f"{number + 1} {strength_name(strength, messages.gettext)}"


def _share(estimate: Estimate, messages: NullTranslations) -> str:
    percent = messages.gettext("{n}%")
    ends = (100 * (estimate.low or 0.0), 100 * (1.0 if estimate.high is None else estimate.high))
    return percent.format(n=_within(100 * estimate.value, *ends, messages))


def points_within(estimate: Estimate, messages: NullTranslations) -> str:
    """Points or money, with how far they may be off; alone where nothing is known of that."""
    if estimate.error is None or estimate.low is None or estimate.high is None:
        return points_shown(estimate.value, messages)
    margin = max(estimate.value - estimate.low, estimate.high - estimate.value)
    if margin >= 1000:
        if not _even(estimate.value, estimate.low, estimate.high):
            low, high = (points_shown(end, messages) for end in (estimate.low, estimate.high))
            return f"{points_shown(estimate.value, messages)} ({low}–{high})"
        return f"{points_shown(estimate.value, messages)} ±{points_shown(margin, messages)}"
    return _within(estimate.value, estimate.low, estimate.high, messages)


def _even(value: float, low: float, high: float) -> bool:
    """Whether limits are nearly as far to either side."""
    down, up = value - low, high - value
    return min(down, up) >= EVEN * max(down, up)


def _within(value: float, low: float, high: float, messages: NullTranslations) -> str:
    """As many places as the margin has a meaning for: two of its digits."""
    margin = max(value - low, high - value)
    if margin <= 0:
        return f"{measured(value, messages)} ±0"
    places = max(0, 1 - floor(log10(margin)))
    if _even(value, low, high):
        text = f"{value:.{places}f} ±{margin:.{places}f}"
    else:
        text = f"{value:.{places}f} ({low:.{places}f}–{high:.{places}f})"
    return text if language_of(messages) == "en" else text.replace(".", ",")
