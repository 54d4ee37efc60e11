"""Reads a screen while it is drawn: every text on the glass, where it stands and how large."""

from __future__ import annotations

from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from stbpi.display.draw import SIZE, paint
from stbpi.display.screen import Screen


class Written(NamedTuple):
    """A text on the glass; ``box`` holds its lit pixels (left, top, right, bottom), ``face`` is the font's size."""

    text: str
    box: tuple[int, int, int, int]
    face: int


class ReadingPen(ImageDraw.ImageDraw):
    """Draws like any other, and keeps what is written."""

    def __init__(self, image: Image.Image) -> None:
        super().__init__(image)
        self.fontmode = "1"
        self.written: list[Written] = []

    def text(self, xy: Any, text: Any, **how: Any) -> None:  # type: ignore[override]
        super().text(xy, text, **how)
        if text:
            left, top, right, bottom = how["font"].getbbox(text, mode="1", anchor=how["anchor"])
            x, y = int(xy[0]), int(xy[1])
            box = (x + int(left), y + int(top), x + int(right), y + int(bottom))
            self.written.append(Written(text, box, int(how["font"].size)))


def read(screen: Screen, size: tuple[int, int] = SIZE) -> list[Written]:
    """Everything that stands on the glass, in the order it is written."""
    pen = ReadingPen(Image.new("1", size))
    paint(pen, screen, size)
    return pen.written


def overlap(one: Written, other: Written) -> bool:
    """Tell whether two texts share pixels' places."""
    return (
        one.box[0] < other.box[2]
        and other.box[0] < one.box[2]
        and one.box[1] < other.box[3]
        and other.box[1] < one.box[3]
    )
