"""Room on the glass."""

from __future__ import annotations

from typing import NamedTuple

from PIL import ImageDraw

WIDE = 100
"""From this width on things stand side by side; turned upright, the usual glass is 64 pixels wide."""


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


def light(pen: ImageDraw.ImageDraw, left: int, top: int, right: int, bottom: int) -> None:
    """Light the pixels from corner to corner, both included; nothing where there is no room for any."""
    if right >= left and bottom >= top:
        pen.rectangle((left, top, right, bottom), fill=1)
