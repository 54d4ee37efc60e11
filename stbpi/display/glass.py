"""luma's panel drivers, sending only what has changed on the glass.

Set-up, contrast, rotation and sleep are luma's; only ``display`` is ours. luma sends whole frames, which cost
92 ms on a 100 kHz bus, and walks every pixel in Python. All controllers are written in their page addressing,
the only one they have in common: a run of bytes along a page, its position before it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from luma.core.device import device
from luma.oled.device import sh1106, sh1107, ssd1306, ssd1309
from PIL import Image

from stbpi.display.controllers import Module
from stbpi.display.pages import Pages, changes, packed

_NOP = 0xE3
_PAGE, _LOW, _HIGH = 0xB0, 0x00, 0x10
_STATUS_OFF = 0x40
"""Bit of the status byte that says that the glass is off (SSD1306 data sheet table 9-3)."""

ReadStatus = Callable[[], int]
"""Reads the status byte of a panel; raises OSError where none comes."""


class PanelResetError(OSError):
    """A panel answers, but has forgotten everything: its supply dipped."""


class _NoExitHook(device):  # type: ignore[misc]  # luma publishes no types
    """Stands in for the last constructor of luma's chain, which would register a hook at exit for every
    set-up.

    A panel that is set up again every few seconds for days would pile them up, each keeping its bus open. The
    ``chain`` hands on the controller's command codes and the open serial interface.
    """

    def __init__(self, *chain: Any, **_: Any) -> None:
        self._const, self._serial_interface = chain


class PagedGlass(device):  # type: ignore[misc]
    """What the drivers share; stands before luma's class, whose ``display`` it replaces."""

    CONTRAST: int
    BEFORE: tuple[int, ...] = ()
    """Commands before luma's set-up: what a chip that was set up by another program may need to be told."""
    ADDRESSING: tuple[int, ...] = ()
    """Chooses page addressing, where luma's set-up chooses another."""

    def __init__(
        self, serial: Any, module: Module, rotate: int, offset: int, read_status: ReadStatus | None = None
    ) -> None:
        """Set the panel up at once, blank, over an open luma interface.

        ``rotate`` counts quarter turns clockwise, ``offset`` is the memory column behind the leftmost pixel.
        Without ``read_status``, or where it gives nothing sensible, a panel that was reset is not noticed.
        """
        self._shown: Pages | None = None
        self._offset = offset
        # A transfer that broke off may have left the chip waiting for arguments of a command, two at most.
        serial.command(_NOP, _NOP, *self.BEFORE)
        super().__init__(serial, width=module.width, height=module.height, rotate=rotate)
        self._read_status = read_status
        self._tells = read_status is not None and self._told_lit(read_status)

    def display(self, image: Image.Image) -> None:
        """Bring ``image`` (mode "1", the size of the panel as it is turned) to the glass."""
        pages = packed(self.preprocess(image))
        shown, self._shown = self._shown, None  # unknown, should the bus fail half way
        if shown is None and self.ADDRESSING:
            self.command(*self.ADDRESSING)
        page = None
        for run in changes(shown, pages):
            column = run.column + self._offset
            position = (_LOW | column & 0x0F, _HIGH | column >> 4)
            self.command(*(position if run.page == page else (_PAGE | run.page, *position)))
            self.data(run.payload)
            page = run.page
        self._shown = pages

    def probe(self, *, lit: bool) -> None:
        """Look for signs of life; ``lit`` tells whether the glass should be.

        Raises OSError where nobody answers, ``PanelResetError`` where the panel has been off in between.
        """
        self.command(_NOP)
        if lit and self._tells and self._read_status is not None and self._read_status() & _STATUS_OFF:
            raise PanelResetError("it was without power for a moment")

    @staticmethod
    def _told_lit(read_status: ReadStatus) -> bool:
        """Tell whether the panel, which has just been lit, says so: some modules and copies of chips cannot be read."""
        try:
            return not read_status() & _STATUS_OFF
        except OSError:
            return False


class Ssd1306(PagedGlass, ssd1306, _NoExitHook):  # type: ignore[misc]
    """An SSD1306."""

    CONTRAST = 0xCF
    BEFORE = (0x2E,)  # no scrolling
    ADDRESSING = (0x20, 0x02)


class Ssd1309(PagedGlass, ssd1309, _NoExitHook):  # type: ignore[misc]
    """An SSD1309."""

    CONTRAST = 0xCF
    BEFORE = (0x2E,)  # no scrolling
    ADDRESSING = (0x20, 0x02)


class Sh1106(PagedGlass, sh1106, _NoExitHook):  # type: ignore[misc]
    """An SH1106."""

    CONTRAST = 0x7F


class Sh1107(PagedGlass, sh1107, _NoExitHook):  # type: ignore[misc]
    """An SH1107."""

    CONTRAST = 0x7F
    BEFORE = (
        0xA0,
        0xC0,
        0xDC,
        0x00,
    )  # neither direction reversed, from the first line on: luma leaves these alone


DRIVERS: dict[str, type[PagedGlass]] = {
    "ssd1306": Ssd1306,
    "ssd1309": Ssd1309,
    "sh1106": Sh1106,
    "sh1107": Sh1107,
}
"""The driver of each controller, by its name."""
