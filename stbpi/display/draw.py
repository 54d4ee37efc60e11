"""Screens as one-bit pictures, for glass of any size from 64 x 64 pixels on.

From the top: the title, the middle with the one thing that matters as large as it fits, the flap strip, the
hints.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from PIL import Image, ImageDraw

from stbpi.display.dice import draw_dice
from stbpi.display.lettering import Face, FaceName, blank, face, fitted, one_line, wrap
from stbpi.display.plain import cut_end, cut_middle
from stbpi.display.screen import Emphasis, Mark, ScoreBox, Screen, StripFlap

SIZE = (128, 64)
"""Width and height of the usual panel, in pixels."""

_WIDE = 100  # from here on things stand side by side; turned upright, the usual glass is 64 wide
_TITLE_ROW = 15  # a capital with its accent (12) and a descender (3) of the title face
_HINT_ROW = 9
_RELEASE_ROW = 12
_STRIP_ROW = 12
_LEAST_MIDDLE = 22  # under this the dice become unreadable: rather no strip, the flaps stand on the tray
_GAP = 2
_LARGEST_DIE = 28  # beyond it a pair leaves no room for a two-digit total in the largest face

_ANY_SIZE: tuple[FaceName, ...] = ("huge", "large", "head", "title", "text", "small")
_HEADLINE: tuple[FaceName, ...] = ("large", "head", "title", "text", "small")
_CAPTION: tuple[FaceName, ...] = ("title", "text", "small")
_TITLE: tuple[FaceName, ...] = ("title", "text", "small bold")
_SCORES: tuple[FaceName, ...] = ("title", "text", "small")
_LINES: tuple[FaceName, ...] = ("head", "title", "text", "small")


class Area(NamedTuple):
    """A rectangle still free, in pixels: ``left`` and ``top`` inside, ``right`` and ``bottom`` outside."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """Pixels from left to right."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """Pixels from top to bottom."""
        return self.bottom - self.top


def draw(screen: Screen, size: tuple[int, int] = SIZE) -> Image.Image:
    """Draw ``screen`` as a picture of mode "1" and ``size`` (width, height) pixels; never raises for what it
    shows.
    """
    image, pen = blank(size)
    paint(pen, screen, size)
    return image


def paint(pen: ImageDraw.ImageDraw, screen: Screen, size: tuple[int, int] = SIZE) -> None:
    """Draw ``screen`` with a pen of one's own, which may be one that reads along what is written."""
    area = Area(0, 0, *size)
    if screen.takeover:
        _takeover(pen, area, screen)
        return
    area = _title(pen, area, screen)
    area = _bottom(pen, area, screen)
    area = area._replace(left=area.left + _GAP, right=area.right - _GAP)
    if screen.boxes:
        if _score_rows(area, screen) * _HINT_ROW > _score_room(area, screen):
            screen = replace(screen, lines=())  # people's scores come before anything said beside them
        area = _boxes(pen, area, screen)
    if screen.dice:
        _dice(pen, area, screen)
        return
    if screen.lines and (screen.headline or screen.number):
        area = _caption_lines(pen, area, screen.lines)
    if screen.number:
        if screen.headline:
            area = _caption(pen, area, screen.headline)
        _centred(pen, area, screen.number, _ANY_SIZE, digits=True)
    elif screen.headline:
        _headline(pen, area, screen)
    elif screen.lines:
        _lines(pen, area, screen.lines)


def _bar(pen: ImageDraw.ImageDraw, left: int, top: int, right: int, bottom: int) -> None:
    """Light the pixels from corner to corner, both included; nothing where there is no room for any."""
    if right >= left and bottom >= top:
        pen.rectangle((left, top, right, bottom), fill=1)


def _takeover(pen: ImageDraw.ImageDraw, area: Area, screen: Screen) -> None:
    """A word that fills the glass, light reversed, with a caption over it."""
    _bar(pen, area.left, area.top, area.right - 1, area.bottom - 1)
    caption, text = one_line(screen.release, _TITLE, area.width - 4)
    caption.write(pen, area.left + 3, area.top + 14, text, ink=0)
    rest = Area(area.left + 2, area.top + 18, area.right - 2, area.bottom - 2)
    _centred(pen, rest, screen.takeover, _ANY_SIZE, ink=0)


def _title(pen: ImageDraw.ImageDraw, area: Area, screen: Screen) -> Area:
    """The title and what stands beside it; a reversed bar with a "!" where something is wrong."""
    wrong = screen.emphasis is Emphasis.WRONG
    badge = "!" if wrong else screen.badge
    if not (screen.title or badge):
        return area
    ink = 1
    left, right = area.left, area.right
    if wrong:
        _bar(pen, area.left, area.top, area.right - 1, area.top + _TITLE_ROW - 1)
        ink, left, right = 0, left + 2, right - 4
    base = area.top + 12
    below = 0
    if badge:
        beside = face("title" if wrong else "text")
        room = area.width - face("text").width(screen.title) - 5
        if not wrong and area.width < _WIDE and beside.width(badge) > room:
            below = beside.ascent + 1  # narrow glass: a row of its own
            room = area.width
        shorter = cut_middle(badge, lambda part: beside.width(part) <= max(room, area.width // 2))
        beside.write(pen, right - beside.width(shorter), base + below, shorter, ink=ink)
        right -= 0 if below else beside.width(shorter) + 5
    lettering, title = one_line(screen.title, _TITLE, right - left)
    rows = [title]
    if title != screen.title and area.width < _WIDE and not below:
        rows = wrap(screen.title, lettering, right - left)[:2]  # narrow glass has height to spare
        below = _HINT_ROW * (len(rows) - 1)
        if wrong:
            _bar(pen, area.left, area.top + _TITLE_ROW, area.right - 1, area.top + _TITLE_ROW + below - 1)
    for number, row in enumerate(rows):
        lettering.write(pen, left, base + number * _HINT_ROW, row, ink=ink)
    return area._replace(top=area.top + _TITLE_ROW + 1 + below)


def _bottom(pen: ImageDraw.ImageDraw, area: Area, screen: Screen) -> Area:
    """Hints (or what letting go does) at the very bottom, the flap strip over them."""
    if screen.release:
        area = _release(pen, area, screen.release)
    elif screen.hints:
        area = _hints(pen, area, screen.hints)
    if screen.strip:
        rows, per_row = _strip_rows(area, screen.strip)
        if area.height - rows * _STRIP_ROW >= _LEAST_MIDDLE:
            area = _strip(pen, area, screen.strip, rows, per_row)
    return area


def _strip_rows(area: Area, strip: tuple[StripFlap, ...]) -> tuple[int, int]:
    """How many rows the strip takes, and how many flaps stand in each, numbers apart."""
    widest = max(face("small bold").width(str(each.flap)) for each in strip)
    per_row = max(1, min(len(strip), area.width // (widest + 2)))
    rows = -(-len(strip) // per_row)
    return rows, -(-len(strip) // rows)


def _release(pen: ImageDraw.ImageDraw, area: Area, text: str) -> Area:
    top = area.bottom - _RELEASE_ROW
    _bar(pen, area.left, top, area.right - 1, area.bottom - 1)
    lettering, text = one_line(text, ("text", "small"), area.width - 4)
    lettering.write(pen, area.left + (area.width - lettering.width(text)) // 2, area.bottom - 3, text, ink=0)
    return area._replace(bottom=top - 1)


def _hints(pen: ImageDraw.ImageDraw, area: Area, hints: tuple[str, ...]) -> Area:
    """Two hints share a row, left and right, where they fit; else each has rows of its own."""
    small = face("small")
    if len(hints) == 2 and small.width(hints[0]) + small.width(hints[1]) + 8 <= area.width:
        base = area.bottom - small.descent
        small.write(pen, area.left, base, hints[0])
        small.write(pen, area.right - small.width(hints[1]), base, hints[1])
        return area._replace(bottom=area.bottom - _HINT_ROW)
    rows = [row for hint in hints for row in wrap(hint, small, area.width)]
    for row in reversed(rows):
        x = area.left + (area.width - small.width(row)) // 2 if len(rows) == 1 else area.left
        small.write(pen, x, area.bottom - small.descent, row)
        area = area._replace(bottom=area.bottom - _HINT_ROW)
    return area


def _strip(
    pen: ImageDraw.ImageDraw, area: Area, strip: tuple[StripFlap, ...], rows: int, per_row: int
) -> Area:
    """The flaps of the row: numbers that stand, reversed while an answer is not committed, a dash where
    closed.
    """
    small = face("small bold")
    row_height = _STRIP_ROW - 2
    top = area.bottom - rows * row_height - 1
    for index, each in enumerate(strip):
        row, column = divmod(index, per_row)
        left = area.left + column * area.width // per_row
        right = area.left + (column + 1) * area.width // per_row
        base = top + row * row_height + row_height - 2
        text = str(each.flap)
        middle = (left + right) // 2
        x = left + (right - left - small.width(text)) // 2
        if each.mark is Mark.CLOSED:
            pen.line((middle - 2, base - 1, middle + 1, base - 1), fill=1)
        elif each.mark is Mark.PENDING:
            _bar(pen, left, base - 8, right - 2, base + 1)
            small.write(pen, x, base, text, ink=0)
        else:
            small.write(pen, x, base, text)
    return area._replace(bottom=top - 1)


def _dice(pen: ImageDraw.ImageDraw, area: Area, screen: Screen) -> None:
    """The dice; at their right (under them on narrow glass) the number with its caption, or the headline."""
    count = len(screen.dice)
    beside = bool(screen.number or screen.headline)
    narrow = area.width < _WIDE
    share = area.width if narrow or not beside else area.width * 3 // 5
    height = area.height // 2 if narrow and beside else area.height
    edge = max(9, min(_LARGEST_DIE, height, (share - (count - 1) * 3) // count))
    wide = count * edge + (count - 1) * 3
    if not beside:
        left = area.left + (area.width - wide) // 2
        draw_dice(pen, left, area.top + (area.height - edge) // 2, edge, screen.dice, screen.tumbling)
        return
    if narrow:
        draw_dice(pen, area.left + (area.width - wide) // 2, area.top, edge, screen.dice, screen.tumbling)
        rest = area._replace(top=area.top + edge + _GAP)
    else:
        draw_dice(pen, area.left, area.top + (area.height - edge) // 2, edge, screen.dice, screen.tumbling)
        rest = area._replace(left=area.left + wide + 4)
    if screen.number:
        if screen.headline:
            lettering = face("text")
            word = cut_end(screen.headline, lambda part: lettering.width(part) <= rest.width)
            x = rest.left + (rest.width - lettering.width(word)) // 2
            lettering.write(pen, x, rest.bottom - lettering.descent - 1, word)
            rest = rest._replace(bottom=rest.bottom - lettering.cap - lettering.descent - _GAP - 1)
        _centred(pen, rest, screen.number, _ANY_SIZE, digits=True)
    else:
        _centred(pen, rest, screen.headline, _HEADLINE)


def _caption(pen: ImageDraw.ImageDraw, area: Area, text: str) -> Area:
    """A line over the number, as large as it fits in the width."""
    lettering, text = one_line(text, _CAPTION, area.width)
    base = area.top + lettering.rise(text) + 1
    lettering.write(pen, area.left + (area.width - lettering.width(text)) // 2, base, text)
    return area._replace(top=base + 1)


def _caption_lines(pen: ImageDraw.ImageDraw, area: Area, lines: tuple[str, ...]) -> Area:
    """Lines under a headline: at most half of what is free."""
    lettering, rows = _fit_lines(lines, ("text", "small"), area.width, area.height // 2)
    step = lettering.cap + lettering.descent + 1
    for row in reversed(rows):
        x = area.left + (area.width - lettering.width(row)) // 2
        lettering.write(pen, x, area.bottom - lettering.descent, row)
        area = area._replace(bottom=area.bottom - step)
    return area


def _lines(pen: ImageDraw.ImageDraw, area: Area, lines: tuple[str, ...]) -> None:
    """Several things to do, one under the other."""
    lettering, rows = _fit_lines(lines, _LINES, area.width, area.height)
    step = min((area.height - lettering.descent) // len(rows), lettering.ascent + lettering.descent + _GAP)
    base = area.top + (area.height - step * len(rows)) // 2 + (step + lettering.cap) // 2
    for row in rows:
        lettering.write(pen, area.left, base, row)
        base += step


def _fit_lines(
    lines: tuple[str, ...], names: tuple[FaceName, ...], width: int, height: int
) -> tuple[Face, list[str]]:
    """Choose the largest face in which all ``lines`` stand whole; in the smallest, cut what is too much."""
    for name in names:
        lettering = face(name)
        rows = [row for line in lines for row in wrap(line, lettering, width)]
        fits = len(rows) * (lettering.cap + lettering.descent + 1) <= height
        if fits and " ".join(rows) == " ".join(lines):
            return lettering, rows
    lettering = face(names[-1])
    room = max(1, height // (lettering.cap + lettering.descent + 1))
    rows = [cut_end(line, lambda part: lettering.width(part) <= width) for line in lines]
    return lettering, rows[:room]


def _headline(pen: ImageDraw.ImageDraw, area: Area, screen: Screen) -> None:
    ink = 1
    if screen.emphasis is Emphasis.CHEER:
        _bar(pen, area.left, area.top, area.right - 1, area.bottom - 2)
        area, ink = Area(area.left + 2, area.top + 1, area.right - 2, area.bottom - 2), 0
    _centred(pen, area, screen.headline, _HEADLINE, ink=ink)


def _centred(
    pen: ImageDraw.ImageDraw,
    area: Area,
    text: str,
    names: tuple[FaceName, ...],
    *,
    ink: int = 1,
    digits: bool = False,
) -> None:
    """Write ``text`` in the middle of ``area``, as large as it fits; ``digits`` are shortened in their
    middle.
    """
    if digits and " " not in text:
        smallest = face("title")
        text = cut_middle(text, lambda part: smallest.width(part) <= area.width)
    lettering, lines = fitted(text, [face(name) for name in names], area.width, area.height, gap=3)
    step = lettering.step(gap=3)
    base = area.top + (area.height - step * len(lines) + step - lettering.cap) // 2 + lettering.cap
    for line in lines:
        lettering.write(pen, area.left + (area.width - lettering.width(line)) // 2, base, line, ink=ink)
        base += step


def _boxes(pen: ImageDraw.ImageDraw, area: Area, screen: Screen) -> Area:
    """Rows of scores at the bottom: in two columns where more than four on wide glass, the best where not all
    fit.
    """
    columns = _score_columns(area, screen)
    room = _score_room(area, screen)
    rows = max(1, min(_score_rows(area, screen), room // _HINT_ROW))
    boxes = screen.boxes[: rows * columns]
    width = area.width // columns
    lettering = _score_face(boxes, width - 2, room // rows)
    row_height = max(_HINT_ROW, min(room // rows, lettering.cap + lettering.descent + 3))
    top = area.bottom - rows * row_height
    for index, box in enumerate(boxes):
        column, row = divmod(index, rows)
        left = area.left + column * width
        right = left + width - (2 if columns > 1 else 0)
        _box(pen, Area(left, top + row * row_height, right, top + (row + 1) * row_height), box, lettering)
    return area._replace(bottom=top - 1)


def _score_columns(area: Area, screen: Screen) -> int:
    return 2 if len(screen.boxes) > 4 and area.width >= _WIDE else 1


def _score_rows(area: Area, screen: Screen) -> int:
    """Rows it takes to show everybody."""
    return -(-len(screen.boxes) // _score_columns(area, screen))


def _score_room(area: Area, screen: Screen) -> int:
    """Pixels that headline and lines leave for the scores."""
    return area.height - (16 if screen.headline else 0) - 11 * len(screen.lines)


def _score_face(boxes: tuple[ScoreBox, ...], width: int, height: int) -> Face:
    """The largest face in which every row stands whole in ``width`` x ``height``, else the smallest."""
    for name in _SCORES:
        lettering = face(name)
        widest = max(lettering.width(f"{box.place} {box.name}  {box.score}") for box in boxes)
        if widest + 8 <= width and lettering.cap + lettering.descent + 2 <= height:
            return lettering
    return face(_SCORES[-1])


def _box(pen: ImageDraw.ImageDraw, area: Area, box: ScoreBox, lettering: Face) -> None:
    ink = 1
    if box.strong:
        _bar(pen, area.left, area.top, area.right - 1, area.bottom - 2)
        ink = 0
    base = area.bottom - 2 - (area.height - 1 - lettering.cap) // 2
    score = cut_middle(box.score, lambda part: lettering.width(part) <= area.width // 2)
    lettering.write(pen, area.right - 2 - lettering.width(score), base, score, ink=ink)
    left = area.left + 2
    if box.place:
        lettering.write(pen, left, base, box.place, ink=ink)
        left += lettering.width(box.place) + 4
    room = area.right - 6 - lettering.width(score) - left
    lettering.write(pen, left, base, cut_end(box.name, lambda part: lettering.width(part) <= room), ink=ink)
