"""Dice as they lie: light faces with dark pips, or with a number where a die has more than six sides."""

from __future__ import annotations

from PIL import ImageDraw

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


def draw_dice(pen: ImageDraw.ImageDraw, left: int, top: int, edge: int, dice: tuple[int, ...]) -> None:
    """Draw ``dice`` side by side, 3 pixels apart, each ``edge`` pixels wide; a 0 is a blank face."""
    for index, pips in enumerate(dice):
        _draw_die(pen, left + index * (edge + 3), top, edge, pips)


def _draw_die(pen: ImageDraw.ImageDraw, left: int, top: int, edge: int, pips: int) -> None:
    pen.rounded_rectangle((left, top, left + edge - 1, top + edge - 1), radius=max(2, edge // 7), fill=1)
    if pips not in _PIPS:
        _draw_number(pen, left, top, edge, pips)
        return
    pip = max(1, round(edge * 0.18)) | 1 if edge % 2 else max(2, round(edge * 0.18)) & ~1 or 2
    middle = (edge - pip) // 2
    step = round(edge * 0.29)
    for across, down in _PIPS[pips]:
        x, y = left + middle + across * step, top + middle + down * step
        # A circle of 4 pixels or more; smaller ones would lose their corners and shape.
        if pip >= 4:
            pen.ellipse((x, y, x + pip - 1, y + pip - 1), fill=0)
        else:
            pen.rectangle((x, y, x + pip - 1, y + pip - 1), fill=0)


def _draw_number(pen: ImageDraw.ImageDraw, left: int, top: int, edge: int, number: int) -> None:
    lettering, lines = fitted(str(number), [face("large"), face("title"), face("small bold")], edge - 2, edge)
    x = left + (edge - lettering.width(lines[0])) // 2
    lettering.write(pen, x, top + (edge + lettering.cap) // 2, lines[0], ink=0)
