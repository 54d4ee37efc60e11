"""Screens as one-bit pictures, for glass of any size from 64 x 64 pixels on.

From the top: the title, the middle with the one thing that matters as large as it fits, the flap strip, the
hints.
"""

from __future__ import annotations

from dataclasses import replace

from PIL import Image, ImageDraw

from stbpi.display.area import WIDE, Area, light
from stbpi.display.beside import draw_beside, draw_pattern
from stbpi.display.dice import DICE_ROW, draw_dice, place_dice
from stbpi.display.foot import HINT_ROW, foot
from stbpi.display.lettering import Face, FaceName, blank, face, fitted, one_line, wrap
from stbpi.display.plain import broken, cut_end, cut_middle, is_figure
from stbpi.display.score_rows import draw_scores, scores_need_lines
from stbpi.display.screen import Emphasis, Screen
from stbpi.display.trouble import TROUBLE_HIGH, TROUBLE_WIDE, draw_trouble

SIZE = (128, 64)
"""Width and height of the usual panel, in pixels."""

_TITLE_ROW = 15  # a capital with its accent (12) and a descender (3) of the title face
_UPRIGHT_DICE = 32
"""Here begins what is under the title of a screen with dice, on glass turned upright: a page, under two rows."""
_GAP = 2
_MARK_GAP = 4

_ANY_SIZE: tuple[FaceName, ...] = ("huge", "large", "head", "title", "text", "small")
_HEADLINE: tuple[FaceName, ...] = ("large", "head", "title", "text", "small")
_CAPTION: tuple[FaceName, ...] = ("title", "text", "small")
_FIGURE_ROWS = 4
"""Lines that a long number may be broken into."""

_TITLE: tuple[FaceName, ...] = ("title", "text", "small bold")
_LINES: tuple[FaceName, ...] = ("head", "title", "text", "small")


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
    if screen.pattern:
        draw_pattern(pen, area, screen.pattern)
    area = _title(pen, area, screen)
    if screen.dice and size[0] < WIDE <= size[1]:
        area = area._replace(top=max(area.top, _UPRIGHT_DICE))  # whatever stands beside the title
    if screen.dice and screen.headline and screen.strip and _cramped(area, screen):
        screen = replace(screen, strip=())  # the flaps stand on the tray, too
    area = foot(pen, area, screen)
    area = area._replace(left=area.left + _GAP, right=area.right - _GAP)
    if draw_beside(pen, area, screen):
        return
    if screen.boxes:
        if scores_need_lines(area, screen):
            screen = replace(screen, lines=())  # people's scores come before anything said beside them
        area = draw_scores(pen, area, screen)
    if screen.dice:
        _dice(pen, area, screen)
        return
    if screen.lines and (screen.headline or screen.number):
        area = _caption_lines(pen, area, screen.lines)
    if screen.number:
        if screen.headline:
            area = _caption(pen, area, screen.headline)
        if not _in_places(pen, area, screen):
            _centred(pen, area, screen.number, _ANY_SIZE, digits=True)
    elif screen.headline:
        _headline(pen, area, screen)
    elif screen.lines:
        _lines(pen, area, screen.lines)


def _takeover(pen: ImageDraw.ImageDraw, area: Area, screen: Screen) -> None:
    """A word that fills the glass, light reversed, with a caption over it."""
    light(pen, area.left, area.top, area.right - 1, area.bottom - 1)
    caption, text = one_line(screen.release, _TITLE, area.width - 4)
    caption.write(pen, area.left + 3, area.top + 14, text, ink=0)
    rest = Area(area.left + 2, area.top + 18, area.right - 2, area.bottom - 2)
    _centred(pen, rest, screen.takeover, _ANY_SIZE, ink=0)


def _title(pen: ImageDraw.ImageDraw, area: Area, screen: Screen) -> Area:
    """The title and what stands beside it; a reversed bar with a "!" where something is wrong."""
    wrong = screen.emphasis is Emphasis.WRONG
    badge = "!" if wrong else screen.badge
    if not (screen.title or badge):
        return _beside_mark(pen, area) if screen.troubled else area
    ink = 1
    left, right = area.left, area.right
    if wrong:
        light(pen, area.left, area.top, area.right - 1, area.top + _TITLE_ROW)
        ink, left, right = 0, left + 2, right - 4
    base = area.top + 12
    if screen.troubled:
        right -= TROUBLE_WIDE
        draw_trouble(pen, right, base - TROUBLE_HIGH, ink=ink)
        right -= _MARK_GAP
    below = 0
    if badge:
        beside = face("title" if wrong else "text")
        room = right - area.left - face("text").width(screen.title) - 5
        if not wrong and area.width < WIDE and beside.width(badge) > room:
            below = beside.ascent + 1  # narrow glass: a row of its own
            room = area.width
        shorter = cut_middle(badge, lambda part: beside.width(part) <= max(room, area.width // 2))
        edge = area.right if below else right
        beside.write(pen, edge - beside.width(shorter), base + below, shorter, ink=ink)
        right -= 0 if below else beside.width(shorter) + 5
    lettering, title = one_line(screen.title, _TITLE, right - left)
    rows = [title]
    if title != screen.title and area.width < WIDE and not below:
        rows = wrap(screen.title, lettering, right - left)[:2]  # narrow glass has height to spare
        below = HINT_ROW * (len(rows) - 1)
        if wrong:
            light(pen, area.left, area.top + _TITLE_ROW, area.right - 1, area.top + _TITLE_ROW + below)
    for number, row in enumerate(rows):
        lettering.write(pen, left, base + number * HINT_ROW, row, ink=ink)
    return area._replace(top=area.top + _TITLE_ROW + 1 + below)


def _beside_mark(pen: ImageDraw.ImageDraw, area: Area) -> Area:
    """The mark of trouble in the corner of a screen without a title, and what is left beside it, or under it."""
    draw_trouble(pen, area.right - TROUBLE_WIDE, area.top + 1)
    if area.width < WIDE:
        return area._replace(top=area.top + TROUBLE_HIGH + _GAP)
    return area._replace(right=area.right - TROUBLE_WIDE - _GAP)


def _dice(pen: ImageDraw.ImageDraw, area: Area, screen: Screen) -> None:
    """The dice; at their right (under them on narrow glass) the number with its caption, or the headline.

    They lie at the same place on all screens of a turn, so that little changes on the glass from one to the next.
    """
    place = place_dice(area, len(screen.dice))
    draw_dice(pen, place, screen.dice)
    rest = place.rest
    if screen.number:
        if screen.headline:
            lettering = face("text")
            word = cut_end(screen.headline, lambda part: lettering.width(part) <= rest.width)
            x = rest.left + (rest.width - lettering.width(word)) // 2
            lettering.write(pen, x, rest.bottom - lettering.descent - 1, word)
            rest = rest._replace(bottom=rest.bottom - lettering.cap - lettering.descent - _GAP - 1)
        _centred(pen, rest, screen.number, _ANY_SIZE, digits=True)
    elif screen.headline:
        _centred(pen, rest, screen.headline, _HEADLINE)
    elif screen.done:
        _tick(pen, rest)


def _cramped(area: Area, screen: Screen) -> bool:
    """Whether a strip would leave a headline beside dice nothing but small print."""
    over = area._replace(left=area.left + _GAP, right=area.right - _GAP, bottom=area.top + DICE_ROW)
    rest = place_dice(over, len(screen.dice)).rest
    faces = [face(name) for name in _HEADLINE]
    lettering, _ = fitted(screen.headline, faces, rest.width, rest.height, gap=3)
    return area.width >= WIDE and lettering is faces[-1]


def _in_places(pen: ImageDraw.ImageDraw, area: Area, screen: Screen) -> bool:
    """Write each flap where it stands in its row; returns whether there is room to do so in large digits.

    A flap that is put right then goes from its place, and the others stay where they are. On narrow glass the row is
    broken into several.
    """
    row = [str(flap) for flap in screen.places]
    named = screen.number.split(" ")
    if not set(named) <= set(row):
        return False
    lettering = face("large")
    widest = max(lettering.width(flap) for flap in row) + 3
    lines = 1 if area.width >= WIDE else -(-len(row) // max(1, area.width // widest))
    across = -(-len(row) // lines)
    step = area.height // lines
    if widest > area.width // across or step < lettering.cap + 3:
        return False
    for index, flap in enumerate(row):
        if flap in named:
            down, place = divmod(index, across)
            middle = area.left + (2 * place + 1) * area.width // (2 * across)
            base = area.top + down * step + (step + lettering.cap) // 2
            lettering.write(pen, middle - lettering.width(flap) // 2, base, flap)
    return True


def _tick(pen: ImageDraw.ImageDraw, area: Area) -> None:
    """A tick in the middle of ``area``, as high as a number would be."""
    reach = min(18, area.height - 4, area.width * 3 // 4)
    left = area.left + (area.width - reach * 4 // 3) // 2
    top = area.top + (area.height - reach) // 2
    heel = (left + reach // 2, top + reach - 2)
    pen.line(((left, top + reach // 2), heel, (left + reach * 4 // 3, top)), fill=1, width=3)


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
        over = (
            area.bottom - lettering.descent - lettering.rise(row)
        )  # what stands there may be light reversed
        area = area._replace(bottom=min(area.bottom - step, over))
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
        light(pen, area.left, area.top, area.right - 1, area.bottom - 2)
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
    """Write ``text`` in the middle of ``area``, as large as it fits; ``digits`` that are too many even for several
    lines of the smallest are shortened in their middle.
    """
    if digits and is_figure(text):
        lettering, lines = _figure(text, names, area)
    else:
        lettering, lines = fitted(text, [face(name) for name in names], area.width, area.height, gap=3)
    step, below = lettering.step(gap=3), lettering.drop(lines[-1])
    touching = lettering.cap + max(map(lettering.drop, lines[:-1]), default=0) >= step
    if touching and (step + 1) * (len(lines) - 1) + lettering.cap + below < area.height:
        step += 1  # a pixel between a "p" and an "l" under it, where there is one to spare
    base = area.top + (area.height - step * len(lines) + step - lettering.cap) // 2 + lettering.cap
    # Capitals stand in the middle; a "g" in the last line must not reach into what is below.
    base = min(base, area.bottom - below - step * (len(lines) - 1))
    lefts = (area.left + (area.width - lettering.width(line)) // 2 for line in lines)
    lettering.write_lines(
        pen,
        ((x, base + step * row, line) for row, (x, line) in enumerate(zip(lefts, lines, strict=True))),
        ink=ink,
    )


def _figure(text: str, names: tuple[FaceName, ...], area: Area) -> tuple[Face, list[str]]:
    """Digits as large as they fit on one line, else on the fewest lines; in the last face shortened."""
    faces = [face(name) for name in names]
    smallest = faces[-1]
    for rows in range(1, (_FIGURE_ROWS if text.isdecimal() else 1) + 1):
        lines = broken(text, rows)
        for lettering in faces:
            high = (rows - 1) * lettering.step(gap=3) + lettering.cap
            if high <= area.height and all(lettering.width(line) <= area.width for line in lines):
                return lettering, lines
    return smallest, [cut_middle(text, lambda part: smallest.width(part) <= area.width)]
