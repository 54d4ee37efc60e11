"""Pictures in the order of the chips' memory, and the least that has to be sent to turn one into another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PIL import Image

Pages = tuple[bytes, ...]
"""A picture by pages of 8 rows from the top: a byte for each column, the top row in its bit 0."""

_GAP = 6
"""Equal bytes between two changes that cost no more than another run: its position (2 bytes) and its data each take an
address and a control byte.
"""


@dataclass(frozen=True, slots=True)
class Run:
    """Bytes to write one after another, from a column of a page on."""

    page: int
    column: int
    payload: bytes


def packed(image: Image.Image) -> Pages:
    """Give the pages of a picture of mode "1" whose height is a multiple of 8."""
    height = image.height
    # Turned clockwise each column is a row of bits, its lowest pixel first; the first goes into bit 7.
    columns = image.transpose(Image.Transpose.ROTATE_270).tobytes()
    pages = height // 8
    return tuple(columns[pages - 1 - page :: pages] for page in range(pages))


def changes(old: Pages | None, new: Pages) -> Iterator[Run]:
    """The runs to write so that ``old`` becomes ``new``, page by page; everything where ``old`` is not known."""
    for page, after in enumerate(new):
        if old is None:
            yield Run(page, 0, after)
            continue
        for start, stop in _differing(old[page], after):
            yield Run(page, start, after[start:stop])


def _differing(before: bytes, after: bytes) -> Iterator[tuple[int, int]]:
    """Stretches (start, stop) that hold every difference, apart by more equal bytes than ``_GAP``."""
    if before == after:
        return
    places = [column for column, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]]
    start = last = places[0]
    for column in places[1:]:
        if column - last - 1 > _GAP:
            yield start, last + 1
            start = column
        last = column
    yield start, last + 1
