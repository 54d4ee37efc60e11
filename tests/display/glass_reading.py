"""Finds text on the glass by its pixels alone, whatever drew it: each text is rendered anew and looked for."""

from __future__ import annotations

import gzip
import io
from functools import cache
from importlib.resources import files

from PIL import Image, ImageDraw, ImageFont

FONTS = (("helvR08", 8), ("helvB10", 10), ("helvB12", 12), ("helvB14", 14), ("helvB18", 18), ("helvB24", 24))


@cache
def rendered(text: str, name: str, size: int) -> tuple[str, ...]:
    """The rows of a text in one of the fonts, a sign for each pixel, with a dark pixel at each end."""
    data = gzip.decompress(files("stbpi.display").joinpath("fonts", f"{name}.pcf.gz").read_bytes())
    font = ImageFont.truetype(io.BytesIO(data), size, layout_engine=ImageFont.Layout.BASIC)
    image = Image.new("1", (len(text) * size + 8, 3 * size))
    pen = ImageDraw.Draw(image)
    pen.fontmode = "1"
    pen.text((4, 2 * size), text, font=font, fill=1, anchor="ls")
    left, top, right, bottom = image.getbbox() or (0, 0, 0, 0)
    return rows_of(image.crop((left - 1, top, right + 1, bottom)))


def rows_of(image: Image.Image) -> tuple[str, ...]:
    """The rows of a picture, a sign for each pixel."""
    width, height = image.size
    lit = ["1" if pixel else "0" for pixel in image.convert("L").tobytes()]
    return tuple("".join(lit[row * width : (row + 1) * width]) for row in range(height))


def stands_on(glass: Image.Image, text: str) -> bool:
    """Whether the text stands whole on the glass: in any font, anywhere, dark on light too."""
    rows = rows_of(glass)
    turned = tuple(row.translate(str.maketrans("01", "10")) for row in rows)
    return any(_found(text, name, size, side) for name, size in FONTS for side in (rows, turned))


def _found(text: str, name: str, size: int, rows: tuple[str, ...]) -> bool:
    wanted = rendered(text, name, size)
    for top in range(len(rows) - len(wanted) + 1):
        at = rows[top].find(wanted[0])
        while at >= 0:
            if all(rows[top + down].startswith(row, at) for down, row in enumerate(wanted)):
                return True
            at = rows[top].find(wanted[0], at + 1)
    return False
