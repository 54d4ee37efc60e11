"""Tells of every text on the glass whether all of it can be read: no part of a letter dark on dark, or lit on lit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from stbpi.display.draw import SIZE, paint
from stbpi.display.screen import Screen


class Inked(NamedTuple):
    """A text that was written: its letters on a picture a pixel larger, where that is, and whether they are lit."""

    text: str
    letters: Image.Image
    at: tuple[int, int]
    ink: int


class InkPen(ImageDraw.ImageDraw):
    """Draws like any other, and keeps the letters of each text apart."""

    def __init__(self, glass: Image.Image) -> None:
        super().__init__(glass)
        self.fontmode = "1"
        self.inked: list[Inked] = []

    def text(self, xy: Any, text: Any, **how: Any) -> None:  # type: ignore[override]
        super().text(xy, text, **how)
        left, top, right, bottom = (int(edge) for edge in how["font"].getbbox(text, mode="1", anchor="ls"))
        alone = Image.new("1", (right - left + 2, bottom - top + 2))
        pen = ImageDraw.Draw(alone)
        pen.fontmode = "1"
        pen.text((1 - left, 1 - top), text, **{**how, "fill": 1})
        at = (int(xy[0]) + left - 1, int(xy[1]) + top - 1)
        self.inked.append(Inked(str(text), alone.convert("L"), at, int(how["fill"])))


def lost(screen: Screen, size: tuple[int, int] = SIZE) -> Iterator[str]:
    """Texts of which a pixel is not there, or does not stand out from what is beside it."""
    glass = Image.new("1", size)
    pen = InkPen(glass)
    paint(pen, screen, size)
    lit = glass.convert("L")
    for one in pen.inked:
        seen = _around(lit, one, beyond=255 - one.ink * 255)
        # Every pixel of a letter has eight neighbours: those that are not of the text are what it stands before.
        before = ImageChops.subtract(one.letters.filter(ImageFilter.MaxFilter(3)), one.letters)
        if not one.ink:
            seen = ImageChops.invert(seen)
        if ImageChops.subtract(one.letters, seen).getbbox():
            yield f"{one.text!r} is painted over"
        merged = ImageChops.multiply(seen, before)
        for other in pen.inked:
            if other is not one and other.ink == one.ink:  # the tail of a "p" may meet the "l" under it
                place = (other.at[0] - one.at[0], other.at[1] - one.at[1])
                merged.paste(0, place, other.letters)
        if merged.getbbox():
            yield f"{one.text!r} runs into something"


def _around(lit: Image.Image, one: Inked, *, beyond: int) -> Image.Image:
    """The part of the glass a text stands on; beyond its edges, what sets the text off."""
    part = Image.new("L", one.letters.size, beyond)
    part.paste(lit, (-one.at[0], -one.at[1]))
    return part
