"""luma's panel drivers, sending only what has changed on the glass.

Set-up, contrast, rotation and sleep are luma's; only ``display`` is ours. luma sends whole frames, which cost
92 ms on a 100 kHz bus, and walks every pixel in Python.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from luma.core.device import device
from luma.oled.device import sh1106, ssd1306
from PIL import Image

_GAP = 10
"""Equal bytes between two changes that are cheaper to send than to open another window (10 bytes of
overhead).
"""


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of memory to write: pages ``first_page`` to ``last_page``, columns from ``column`` on, row
    by row.
    """

    first_page: int
    last_page: int
    column: int
    payload: bytes

    @property
    def last_column(self) -> int:
        """The rightmost column, included."""
        return self.column + len(self.payload) // (self.last_page - self.first_page + 1) - 1


def packed(image: Image.Image) -> tuple[bytes, ...]:
    """Pages of 8 rows from the top, a byte for each column, the top row in bit 0: the order of the chips'
    memory.
    """
    height = image.height
    # Turned clockwise each column is a row of bits, its lowest pixel first; the first goes into bit 7.
    columns = image.transpose(Image.Transpose.ROTATE_270).tobytes()
    pages = height // 8
    return tuple(columns[pages - 1 - page :: pages] for page in range(pages))


def changes(old: tuple[bytes, ...] | None, new: tuple[bytes, ...]) -> Iterator[Window]:
    """The windows to write so that ``old`` becomes ``new``; one of everything where ``old`` is not known."""
    if old is None:
        yield Window(0, len(new) - 1, 0, b"".join(new))
        return
    for page, (before, after) in enumerate(zip(old, new, strict=True)):
        for start, stop in _runs(before, after):
            yield Window(page, page, start, after[start:stop])


def _runs(before: bytes, after: bytes) -> Iterator[tuple[int, int]]:
    """Stretches (start, stop) that hold every difference, apart by more equal bytes than ``_GAP``."""
    if before == after:
        return
    differing = [index for index, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]]
    start = last = differing[0]
    for index in differing[1:]:
        if index - last > _GAP:
            yield start, last + 1
            start = index
        last = index
    yield start, last + 1


class _NoExitHook(device):  # type: ignore[misc]  # luma publishes no types
    """Stands in for the last constructor of luma's chain, which would register a hook at exit for every
    set-up.

    A panel that is set up again every few seconds for days would pile them up, each keeping its bus open. The
    ``chain`` hands on the controller's command codes and the open serial interface.
    """

    def __init__(self, *chain: Any, **_: Any) -> None:
        self._const, self._serial_interface = chain


class Ssd1306(ssd1306, _NoExitHook):  # type: ignore[misc]
    """An SSD1306 that is sent only what has changed."""

    CONTRAST = 0xCF
    _shown: tuple[bytes, ...] | None = None

    def __init__(self, serial: Any, size: tuple[int, int], rotate: int) -> None:
        """Set the panel up at once, over an open luma interface; ``rotate`` in quarter turns clockwise."""
        super().__init__(serial, width=size[0], height=size[1], rotate=rotate)

    def display(self, image: Image.Image) -> None:
        """Bring ``image`` (mode "1", the size of the panel as it is turned) to the glass."""
        pages = packed(self.preprocess(image))
        shown, self._shown = self._shown, None  # unknown, should the bus fail half way
        for window in changes(shown, pages):
            self.command(
                self._const.COLUMNADDR,
                window.column,
                window.last_column,
                self._const.PAGEADDR,
                window.first_page,
                window.last_page,
            )
            self.data(window.payload)
        self._shown = pages


class Sh1106(sh1106, _NoExitHook):  # type: ignore[misc]
    """An SH1106 that is sent only what has changed."""

    CONTRAST = 0x7F
    _shown: tuple[bytes, ...] | None = None

    def __init__(self, serial: Any, size: tuple[int, int], rotate: int, offset: int) -> None:
        """Set the panel up at once; ``offset`` is the memory column behind the leftmost pixel."""
        super().__init__(serial, width=size[0], height=size[1], rotate=rotate, page_address_offset=offset)

    def display(self, image: Image.Image) -> None:
        """Bring ``image`` (mode "1", the size of the panel as it is turned) to the glass."""
        pages = packed(self.preprocess(image))
        shown, self._shown = self._shown or (None,) * len(pages), None
        for page, (before, after) in enumerate(zip(shown, pages, strict=True)):
            runs = [(0, len(after))] if before is None else _runs(before, after)
            for start, stop in runs:
                column = start + self._page_address_offset
                self.command(0xB0 | page, column & 0x0F, 0x10 | column >> 4)
                self.data(after[start:stop])
        self._shown = pages
