"""Attract screens: what a tray shows of its past and of itself while nobody plays."""

from __future__ import annotations

from enum import StrEnum

from stbpi.table.button import SECOND
from stbpi.table.events import Micros
from stbpi.table.played import Past

AFTER_PREPARED: Micros = 20 * SECOND
"""People who want to start read the prompt in a moment; a result is looked at, and talked about, for longer."""

AFTER_RESULT: Micros = 60 * SECOND

EACH: Micros = 6 * SECOND
"""Three short lines are read twice in that time, and a burnt-in glass takes days."""


class AttractPage(StrEnum):
    """The pages, in the order they come. Their names are fixed, programs read them."""

    HOUSE = "house"
    """The record of the house."""
    TODAY = "today"
    """The best of this evening."""
    LAST = "last"
    """The last results."""
    HOW_TO_START = "how_to_start"
    RESULT = "result"
    """What has just been played."""


def page_after(alone: Micros, past: Past, *, over: bool) -> AttractPage | None:
    """The page that stands when nobody has done anything for so long; None while the prompt has the screen.

    ``over`` is whether a match has just ended, whose result comes back between the other pages.
    """
    waited = alone - (AFTER_RESULT if over else AFTER_PREPARED)
    if waited < 0:
        return None
    pages = _pages(past, over=over)
    return pages[waited // EACH % len(pages)]


def next_after(alone: Micros, past: Past, *, over: bool) -> Micros | None:
    """How long nobody will have done anything when another page comes; None where there is only one."""
    after = AFTER_RESULT if over else AFTER_PREPARED
    if alone < after:
        return after
    if len(_pages(past, over=over)) == 1:
        return None
    return after + ((alone - after) // EACH + 1) * EACH


def _pages(past: Past, *, over: bool) -> tuple[AttractPage, ...]:
    there = {
        AttractPage.HOUSE: past.house is not None,
        AttractPage.TODAY: past.today is not None and past.today != past.house,
        AttractPage.LAST: bool(past.last),
        AttractPage.HOW_TO_START: True,
        AttractPage.RESULT: over,
    }
    return tuple(page for page, shown in there.items() if shown)
