"""Dice as they lie: light faces with dark pips, or with a number where a die has more than six sides."""

from __future__ import annotations

from typing import NamedTuple

from PIL import ImageDraw

from stbpi.display.area import WIDE, Area
from stbpi.display.lettering import face, fitted

# Where the pips of each face lie, in steps from the middle of the die.
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


BETWEEN = 2
"""Pixels from one die to the next."""
DICE_ROW = 24
"""Three pages of the usual controllers, right under the two of the title: each row of pips lies in one of them."""
_NARROW_ROW = 32
"""On glass turned upright dice may be larger; as large on every screen, so that they stay where they are."""
_SMALLER = 4
_ASIDE = 2
"""So many pixels smaller, and beside the middle of their place, dice may be so that no pip lies in two pages."""


class Place(NamedTuple):
    """Where dice lie: the corner of the first, their edge, and the room that is left beside or under them."""

    left: int
    top: int
    edge: int
    rest: Area


def place_dice(area: Area, count: int) -> Place:
    """Find a place for so many dice: at the left of ``area``, on narrow glass in its middle."""
    narrow = area.width < WIDE
    share = area.width if narrow else area.width * 3 // 5
    height = (
        min(area.height // 2, _NARROW_ROW) if narrow else min(area.height, max(DICE_ROW, area.height // 2))
    )
    height -= height % 8
    largest = max(9, min(height - 1, (share - (count - 1) * BETWEEN) // count))

    def middle(edge: int) -> tuple[int, int]:
        wide = count * edge + (count - 1) * BETWEEN
        left = area.left + (area.width - wide) // 2 if narrow else area.left
        return left, area.top + max(0, height - 1 - edge) // 2

    def in_pages(edge: int) -> tuple[int, int] | None:
        """The place nearest to the middle where each pip lies in one page, whichever way the panel is turned."""
        left, top = middle(edge)
        across = [die * (edge + BETWEEN) for die in range(count)]
        lefts = [x for x in _near(left) if all(_pips_in_pages(x + die, edge) for die in across)]
        tops = [y for y in _near(top) if _pips_in_pages(y, edge)]
        return (lefts[0], tops[0]) if lefts and tops else None

    for edge in range(largest, max(9, largest - _SMALLER) - 1, -1):
        place = in_pages(edge)
        if place is not None:
            break
    else:
        edge, place = largest, middle(largest)
    if narrow:
        return Place(*place, edge, area._replace(top=area.top + height + 2))
    wide = count * edge + (count - 1) * BETWEEN
    return Place(*place, edge, area._replace(left=place[0] + wide + 7))


def _near(wanted: int) -> list[int]:
    return sorted(range(wanted - _ASIDE, wanted + _ASIDE + 1), key=lambda at: (abs(at - wanted), at))


def _pips_in_pages(corner: int, edge: int) -> bool:
    """Whether every pip of a die that begins there lies within eight pixels that make a page."""
    pip, spots = _pips(edge)
    return corner >= 0 and all((corner + at) // 8 == (corner + at + pip - 1) // 8 for at in spots)


def _pips(edge: int) -> tuple[int, tuple[int, int, int]]:
    """The size of a pip, and where pips begin: left, middle and right, and as well from top to bottom."""
    pip = max(1, round(edge * 0.18)) | 1 if edge % 2 else max(2, round(edge * 0.18)) & ~1 or 2
    middle = (edge - pip) // 2
    step = round(edge * 0.29)
    return pip, (middle - step, middle, middle + step)


def draw_dice(pen: ImageDraw.ImageDraw, place: Place, dice: tuple[int, ...]) -> None:
    """Draw ``dice`` side by side at their place; a 0 is a blank face."""
    for index, pips in enumerate(dice):
        _draw_die(pen, place.left + index * (place.edge + BETWEEN), place.top, place.edge, pips)


def _draw_die(pen: ImageDraw.ImageDraw, left: int, top: int, edge: int, pips: int) -> None:
    pen.rounded_rectangle((left, top, left + edge - 1, top + edge - 1), radius=max(2, edge // 7), fill=1)
    if pips not in _PIPS:
        _draw_number(pen, left, top, edge, pips)
        return
    pip, spots = _pips(edge)
    for across, down in _PIPS[pips]:
        x, y = left + spots[1 + across], top + spots[1 + down]
        # A circle of 4 pixels or more; smaller ones would lose their corners and shape.
        if pip >= 4:
            pen.ellipse((x, y, x + pip - 1, y + pip - 1), fill=0)
        else:
            pen.rectangle((x, y, x + pip - 1, y + pip - 1), fill=0)


def _draw_number(pen: ImageDraw.ImageDraw, left: int, top: int, edge: int, number: int) -> None:
    lettering, lines = fitted(str(number), [face("large"), face("title"), face("small bold")], edge - 2, edge)
    x = left + (edge - lettering.width(lines[0])) // 2
    lettering.write(pen, x, top + (edge + lettering.cap) // 2, lines[0], ink=0)
