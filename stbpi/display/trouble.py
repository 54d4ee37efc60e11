"""The mark of a screen that something of the tray does not work: a small triangle with an exclamation mark in it."""

from __future__ import annotations

from PIL import ImageDraw

_PIXELS = (
    "....#....",
    "...###...",
    "...#.#...",
    "..##.##..",
    "..##.##..",
    ".###.###.",
    ".#######.",
    "####.####",
    "#########",
)
TROUBLE_WIDE = len(_PIXELS[0])
TROUBLE_HIGH = len(_PIXELS)


def draw_trouble(pen: ImageDraw.ImageDraw, left: int, top: int, *, ink: int = 1) -> None:
    """Draw the mark with its upper left corner there."""
    pen.point(
        [(left + x, top + y) for y, row in enumerate(_PIXELS) for x, pixel in enumerate(row) if pixel == "#"],
        fill=ink,
    )
