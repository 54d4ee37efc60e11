"""The foot of a screen: what the button does at the very bottom, the flaps of the row over it."""

from __future__ import annotations

from PIL import ImageDraw

from stbpi.display.area import WIDE, Area, light
from stbpi.display.lettering import face, one_line, wrap
from stbpi.display.screen import Mark, Screen, StripFlap

HINT_ROW = 9
"""Pixels a line of small print takes."""

_STRIP_ROW = 8
"""Of these, six are a digit, and one over and one under it are light where it is reversed."""
_STRIP_STEP = 10
_LEAST_MIDDLE = 22
"""Under this the dice become unreadable: rather no strip, the flaps stand on the tray."""
_HINTS_UNDER_STRIP = 16
"""Two rows of small print, on wide glass: what hints there are does not move what stands over them, and the strip
lies in one page of the usual controllers."""
_OVER_HINTS = 2
"""An "l" or an accent reaches over the row of its hint, and a flap over it may be light reversed."""
_LIFT = 6
"""So far up letters of small print lie in one page of the usual controllers, and only a tail hangs out of it."""
_HINTS_UNDER_STRIP_UPRIGHT = 2 * HINT_ROW + _OVER_HINTS
"""The same on glass turned upright, which has height to spare."""


def foot(pen: ImageDraw.ImageDraw, area: Area, screen: Screen) -> Area:
    """Hints (or what letting go does) at the very bottom, the flap strip over them."""
    floor = area.bottom
    if screen.release:
        area = _release(pen, area, screen.release)
    elif screen.alarm:
        area = _alarm(pen, area, screen.alarm)
    elif screen.hints:
        area = _hints(pen, area, screen.hints, under_strip=bool(screen.strip))
    elif screen.pressable:
        area = area._replace(bottom=area.bottom - HINT_ROW)
    if not screen.strip:
        return area
    rows, per_row = _strip_rows(area, screen.strip)
    kept = _HINTS_UNDER_STRIP if area.width >= WIDE else _HINTS_UNDER_STRIP_UPRIGHT
    least = kept if area.width >= WIDE or (rows == 1 and floor >= WIDE) else HINT_ROW
    area = area._replace(bottom=min(area.bottom - _OVER_HINTS, floor - least))
    if area.height - rows * _STRIP_STEP < _LEAST_MIDDLE:
        return area
    return _strip(pen, area, screen.strip, rows, per_row)


def _strip_rows(area: Area, strip: tuple[StripFlap, ...]) -> tuple[int, int]:
    """How many rows the strip takes, and how many flaps stand in each, numbers apart."""
    widest = max(face("small bold").width(str(each.flap)) for each in strip)
    per_row = max(1, min(len(strip), area.width // (widest + 2)))
    rows = -(-len(strip) // per_row)
    return rows, -(-len(strip) // rows)


def _release(pen: ImageDraw.ImageDraw, area: Area, text: str) -> Area:
    """What letting go does, reversed, in the row of the hints: nothing else moves while the button is held."""
    lettering, text = one_line(text, ("small bold", "small"), area.width - 8)
    base = area.bottom - lettering.descent - 1
    width = lettering.width(text)
    left = area.left + (area.width - width) // 2
    light(pen, left - 4, base - lettering.rise(text) - 1, left + width + 3, area.bottom - 1)
    lettering.write(pen, left, base, text, ink=0)
    return area._replace(bottom=area.bottom - HINT_ROW)


def _alarm(pen: ImageDraw.ImageDraw, area: Area, text: str) -> Area:
    """What does not work, reversed from edge to edge; on narrow glass in several rows where one is too short."""
    lettering, shorter = one_line(text, ("small bold", "small"), area.width - 4)
    rows = [shorter]
    if shorter != text and area.width < WIDE:
        rows = wrap(text, lettering, area.width - 4)
    top = area.bottom - len(rows) * HINT_ROW - 1
    light(pen, area.left, top, area.right - 1, area.bottom - 1)
    for number, row in enumerate(reversed(rows)):
        x = area.left + (area.width - lettering.width(row)) // 2
        base = area.bottom - number * HINT_ROW - lettering.descent - 1
        lettering.write(pen, x, base, row, ink=0)
    return area._replace(bottom=top - 1)


def _hints(pen: ImageDraw.ImageDraw, area: Area, hints: tuple[str, ...], *, under_strip: bool) -> Area:
    """Two hints share a row, left and right, where they fit; else each has rows of its own.

    A single row may stand in the middle. Under a strip it stands at the left, where it stays when a number in it
    changes, and as far up as it may, where its letters lie in one page.
    """
    small = face("small")
    lift = _LIFT if under_strip and area.width >= WIDE else 0
    if len(hints) == 2 and small.width(hints[0]) + small.width(hints[1]) + 8 <= area.width:
        base = area.bottom - small.descent - lift
        small.write(pen, area.left, base, hints[0])
        small.write(pen, area.right - small.width(hints[1]), base, hints[1])
        return area._replace(bottom=area.bottom - HINT_ROW)
    rows = [row for hint in hints for row in wrap(hint, small, area.width)]
    for row in reversed(rows):
        single = len(rows) == 1
        middle = single and not under_strip
        x = area.left + (area.width - small.width(row)) // 2 if middle else area.left
        small.write(pen, x, area.bottom - small.descent - (lift if single else 0), row)
        area = area._replace(bottom=area.bottom - HINT_ROW)
    return area


def _strip(
    pen: ImageDraw.ImageDraw, area: Area, strip: tuple[StripFlap, ...], rows: int, per_row: int
) -> Area:
    """The flaps of the row: numbers that stand, reversed while an answer is not committed, a dash where
    closed; between dots where the switch is not believed.
    """
    small = face("small bold")
    top = area.bottom - (rows - 1) * _STRIP_STEP - _STRIP_ROW
    for index, each in enumerate(strip):
        row, column = divmod(index, per_row)
        left = area.left + column * area.width // per_row
        right = area.left + (column + 1) * area.width // per_row
        row_top = top + row * _STRIP_STEP
        base = row_top + _STRIP_ROW - 1
        text = str(each.flap)
        middle = (left + right) // 2
        x = left + (right - left - small.width(text)) // 2
        if each.mark is Mark.CLOSED:
            pen.line((middle - 2, base - 1, middle + 1, base - 1), fill=1)
        elif each.mark is Mark.PENDING:
            light(pen, left, row_top, right - 2, row_top + _STRIP_ROW - 1)
            small.write(pen, x, base, text, ink=0)
        else:
            small.write(pen, x, base, text)
        if each.doubted:
            _dots(pen, left, right - 2, row_top, ink=0 if each.mark is Mark.PENDING else 1)
    return area._replace(bottom=top)


def _dots(pen: ImageDraw.ImageDraw, left: int, right: int, top: int, *, ink: int) -> None:
    """Over and under a number: more is not known for certain."""
    for y in (top, top + _STRIP_ROW - 1):
        pen.point([(x, y) for x in range(left, right + 1, 2)], fill=ink)
