"""The bundled fonts, and text that fits the room it is given.

The fonts are the 75 dpi Helvetica bitmaps of X11 (licence beside them): drawn by hand for one-bit screens, so
they stay crisp where outlines would break up.
"""

from __future__ import annotations

import gzip
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

from PIL import Image, ImageDraw, ImageFilter, ImageFont

from stbpi.display.plain import cut_end

FaceName: TypeAlias = Literal["small", "small bold", "text", "title", "head", "large", "huge"]

_FONTS: dict[FaceName, tuple[str, int]] = {
    # file, and the size in pixels it answers to; capitals are 6, 6, 8, 9, 11, 14 and 19 pixels high
    "small": ("helvR08", 8),
    "small bold": ("helvB08", 8),
    "text": ("helvB10", 10),
    "title": ("helvB12", 12),
    "head": ("helvB14", 14),
    "large": ("helvB18", 18),
    "huge": ("helvB24", 24),
}


@dataclass(frozen=True, slots=True)
class Face:
    """One font in one size, in pixels: ``cap`` for a capital, ``ascent`` with its accent, ``descent`` below
    the line.
    """

    name: FaceName
    font: ImageFont.FreeTypeFont
    cap: int
    ascent: int
    descent: int

    def width(self, text: str) -> int:
        """Pixels from where ``text`` begins to the last one it lights."""
        return max(0, int(self.font.getbbox(text, mode="1", anchor="ls")[2])) if text else 0

    def rise(self, text: str) -> int:
        """Pixels that ``text`` reaches over the base line: a capital's, more where one has an accent."""
        return max(self.cap, -int(self.font.getbbox(text, mode="1", anchor="ls")[1])) if text else self.cap

    def drop(self, text: str) -> int:
        """Pixels that ``text`` reaches below the base line: none, or as far as its "p" does."""
        return max(0, int(self.font.getbbox(text, mode="1", anchor="ls")[3])) if text else 0

    def step(self, gap: int) -> int:
        """Pixels from one base line to the next: ``gap`` under the capitals, more where a "p" reaches lower."""
        return self.cap + max(gap, self.descent)

    def write(self, canvas: ImageDraw.ImageDraw, x: int, base: int, text: str, *, ink: int = 1) -> None:
        """Write ``text`` from ``x`` on the base line ``base``."""
        self.write_lines(canvas, ((x, base, text),), ink=ink)

    def write_lines(
        self, canvas: ImageDraw.ImageDraw, lines: Iterable[tuple[int, int, str]], *, ink: int = 1
    ) -> None:
        """Write texts that stand close together, each with where it begins and its base line.

        Dark letters are lit all around: at the edge of what they are reversed in, a row of their pixels would be
        lost, and a 0 look like a U.
        """
        lines = [line for line in lines if line[2]]
        for x, base, text in lines if not ink else ():
            self._surround(canvas, x, base, text)
        for x, base, text in lines:
            canvas.text((x, base), text, font=self.font, fill=ink, anchor="ls")

    def _surround(self, canvas: ImageDraw.ImageDraw, x: int, base: int, text: str) -> None:
        left, top, right, bottom = (int(edge) for edge in self.font.getbbox(text, mode="1", anchor="ls"))
        letters, pen = blank((right - left + 2, bottom - top + 2))
        pen.text((1 - left, 1 - top), text, font=self.font, fill=1, anchor="ls")
        around = letters.convert("L").filter(ImageFilter.MaxFilter(3)).convert("1")
        canvas.bitmap((x + left - 1, base + top - 1), around, fill=1)


@cache
def face(name: FaceName) -> Face:
    """Give the face ``name``, read from the package the first time it is asked for."""
    file, size = _FONTS[name]
    data = gzip.decompress(files("stbpi.display").joinpath("fonts", f"{file}.pcf.gz").read_bytes())
    font = ImageFont.truetype(io.BytesIO(data), size, layout_engine=ImageFont.Layout.BASIC)
    _, cap_top, _, base = font.getbbox("H", anchor="ls")
    _, accent_top, _, _ = font.getbbox("É", anchor="ls")
    _, _, _, tail = font.getbbox("gjpqy", anchor="ls")
    return Face(name, font, int(base - cap_top), int(-accent_top), int(tail))


def wrap(text: str, face: Face, width: int) -> list[str]:
    """Break ``text`` between words into lines of at most ``width`` pixels; a longer word gets a line and is
    cut.
    """
    return wrap_pieces(text.split(" "), face, width)


def wrap_pieces(pieces: Sequence[str], face: Face, width: int, between: str = " ") -> list[str]:
    """Break only between ``pieces``, each of several words perhaps, which have ``between`` between them on a line; one
    that is too long gets a line and is cut.
    """
    lines: list[str] = []
    line = ""
    for piece in pieces:
        longer = f"{line}{between}{piece}" if line else piece
        if line and face.width(longer) > width:
            lines.append(line)
            line = piece
        else:
            line = longer
    if line or not lines:
        lines.append(line)
    return [cut_end(each, lambda part: face.width(part) <= width) for each in lines]


def fitted(text: str, faces: Sequence[Face], width: int, height: int, gap: int = 2) -> tuple[Face, list[str]]:
    """Choose the first (largest) of ``faces`` in which ``text`` stands whole in ``width`` x ``height``.

    In the last face the text is cut with an ellipsis where even that is too large.
    """
    for candidate in faces:
        lines = wrap(text, candidate, width)
        whole = " ".join(lines) == text
        step = candidate.step(gap)
        if whole and (len(lines) - 1) * step + candidate.cap + candidate.descent <= height:
            return candidate, lines
    smallest = faces[-1]
    lines = wrap(text, smallest, width)
    step = smallest.step(gap)
    room = max(1, (height - smallest.cap - smallest.descent) // step + 1)
    if len(lines) > room:
        rest = " ".join(lines[room - 1 :])
        lines = [*lines[: room - 1], cut_end(rest, lambda part: smallest.width(part) <= width)]
    return smallest, lines


def one_line(text: str, names: Sequence[FaceName], width: int) -> tuple[Face, str]:
    """Choose the first (largest) of the faces ``names`` in which ``text`` stands in ``width`` pixels; cut in
    the last.
    """
    for name in names:
        if face(name).width(text) <= width:
            return face(name), text
    smallest = face(names[-1])
    return smallest, cut_end(text, lambda part: smallest.width(part) <= width)


def blank(size: tuple[int, int]) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """Give a dark picture of ``size`` pixels and the pen to draw on it."""
    image = Image.new("1", size)
    canvas = ImageDraw.Draw(image)
    canvas.fontmode = "1"
    return image, canvas
