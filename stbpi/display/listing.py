"""A list on the glass: as many rows as there is room for, around the one that is chosen."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import ImageDraw

from stbpi.display.area import Area, light
from stbpi.display.lettering import Face, FaceName, face, wrap
from stbpi.display.plain import ELLIPSIS
from stbpi.display.screen import ListRow

_FACES: tuple[FaceName, ...] = ("text", "small")
_TICK = 6
"""Pixels of the tick before a row that is in force."""
_MARGIN = 2
_OVER_HINTS = 2
"""Pixels kept free under the list: accents and what is light reversed reach over the row of the hints."""
_APART = 6
"""Pixels between an entry and what holds now at the right of it."""


@dataclass(frozen=True, slots=True)
class _Set:
    """A row as it is set: its lines, and what stands at the right of the last one."""

    row: ListRow
    lines: tuple[str, ...]
    value: str


def draw_rows(pen: ImageDraw.ImageDraw, area: Area, rows: tuple[ListRow, ...]) -> None:
    """Draw the rows; all in the largest face in which each stands in one line, the chosen one light reversed.

    In the smallest face, on narrow glass, rows may take several lines.
    """
    left = area.left + _MARGIN + (_TICK + 2 if any(row.ticked for row in rows) else 0)
    width = area.right - _MARGIN - left
    lettering, every = _set_rows(rows, width)
    line = lettering.rise("l") + lettering.descent + 3
    first, last = _window([len(one.lines) for one in every], area.height // line, _chosen(rows))
    shown = every[first:last]
    lines = sum(len(one.lines) for one in shown)
    step = max(1, min(area.height // lines, line + 3))
    top = area.top
    for one in shown:
        bottom = top + step * len(one.lines)
        ink = 1
        if one.row.chosen:
            light(pen, area.left, top, area.right - 1, min(bottom - 2, area.bottom - 1 - _OVER_HINTS))
            ink = 0
        for number, text in enumerate(one.lines):
            base = top + number * step + min((step + lettering.cap) // 2, step - lettering.descent - 2)
            if one.row.ticked and number == 0:
                _tick(pen, area.left + _MARGIN, base, ink)
            lettering.write(pen, left, base, text, ink=ink)
            if one.value and number == len(one.lines) - 1:
                lettering.write(
                    pen, area.right - _MARGIN - lettering.width(one.value), base, one.value, ink=ink
                )
        top = bottom


def _chosen(rows: tuple[ListRow, ...]) -> int:
    return next((place for place, row in enumerate(rows) if row.chosen), 0)


def _set_rows(rows: tuple[ListRow, ...], width: int) -> tuple[Face, list[_Set]]:
    """Set the rows in the largest face in which each is one line, else in the smallest."""
    lettering, every = face(_FACES[-1]), []
    for name in _FACES:
        lettering = face(name)
        every = [_set(row, lettering, width) for row in rows]
        if all(len(one.lines) == 1 and ELLIPSIS not in one.lines[0] for one in every):
            break
    return lettering, every


def _set(row: ListRow, lettering: Face, width: int) -> _Set:
    together = lettering.width(row.text) + (_APART + lettering.width(row.value) if row.value else 0)
    if together <= width:
        return _Set(row, (row.text,), row.value)
    lines = wrap(row.text, lettering, width)
    *over, value = wrap(row.value, lettering, width)
    if row.value and lettering.width(lines[-1]) + _APART + lettering.width(value) > width:
        over.append("")
    return _Set(row, (*lines, *over), value)


def _window(heights: list[int], room: int, chosen: int) -> tuple[int, int]:
    """The rows to show, first and behind the last: the chosen one in the middle, as far as the ends allow."""
    first, last, used = chosen, chosen + 1, heights[chosen]
    while True:
        before = first > 0 and used + heights[first - 1] <= room
        after = last < len(heights) and used + heights[last] <= room
        if before and (not after or chosen - first < last - 1 - chosen):
            first -= 1
            used += heights[first]
        elif after:
            used += heights[last]
            last += 1
        else:
            return first, last


def _tick(pen: ImageDraw.ImageDraw, left: int, base: int, ink: int) -> None:
    heel = (left + 2, base - 1)
    pen.line(((left, base - 3), heel, (left + _TICK - 1, base - 6)), fill=ink, width=2)
