"""OLED controllers and the modules they come on, as their data sheets describe them."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Controller:
    """What differs between the chips.

    ``columns`` and ``pages`` of memory, a page being eight rows; how many ``arguments`` follow a command byte
    (none where it is not listed); whether it knows ``windows`` (20h to 22h with arguments); whether the glass
    stays dark until the charge ``pump`` is switched on; the ``contrast`` after power-on; the lower six bits of
    its ``status``. On a chip that scans ``columns_by_rows`` each column of memory is a row of the scan (COM),
    on others each page is eight of them.
    """

    name: str
    columns: int
    pages: int
    arguments: dict[int, int] = field(hash=False)
    windows: bool
    pump: bool
    contrast: int
    status: int = 0
    columns_by_rows: bool = False

    @property
    def rows(self) -> int:
        """How many rows it can scan."""
        return self.columns if self.columns_by_rows else self.pages * 8


_COMMON_ARGUMENTS = {0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
_WINDOW_ARGUMENTS = {**_COMMON_ARGUMENTS, 0x20: 1, 0x21: 2, 0x22: 2, 0xA3: 2}

SSD1306 = Controller(
    "ssd1306",
    128,
    8,
    {**_WINDOW_ARGUMENTS, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x8D: 1},
    windows=True,
    pump=True,
    contrast=0x7F,
)
"""Solomon Systech SSD1306, data sheet revision 1.1, tables 9-1 and 9-2."""

SSD1309 = Controller(
    "ssd1309",
    128,
    8,
    {**_WINDOW_ARGUMENTS, 0x26: 7, 0x27: 7, 0x29: 7, 0x2A: 7, 0xFD: 1},
    windows=True,
    pump=False,
    contrast=0x7F,
)
"""Solomon Systech SSD1309: as the SSD1306, but its voltage comes from outside, so that there is no pump to switch on
(8Dh is no command of it), and commands can be locked (FDh).
"""

SH1106 = Controller(
    "sh1106", 132, 8, {**_COMMON_ARGUMENTS, 0xAD: 1}, windows=False, pump=False, contrast=0x80
)
"""Sino Wealth SH1106, data sheet version 2.3: 132 columns, page addressing only, its DC-DC converter on from
reset.
"""

SH1107 = Controller(
    "sh1107",
    128,
    16,
    {0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDB: 1, 0xDC: 1},
    windows=False,
    pump=False,
    contrast=0x80,
    status=0x07,
    columns_by_rows=True,
)
"""Sino Wealth SH1107, data sheet version 2.1: 128 x 128, 20h and 21h choose the addressing and have no argument, the
start line (DCh) and the offset (D3h) count columns of memory.
"""


@dataclass(frozen=True, slots=True)
class Module:
    """A controller with its glass, in pixels as the module stands unturned.

    ``first_column`` is the memory column behind the leftmost pixel of usual modules; ``first_row`` the row of
    the scan that the glass begins at, where it has fewer than the chip.
    """

    controller: Controller
    width: int
    height: int
    first_column: int = 0
    first_row: int = 0

    @property
    def spare_columns(self) -> int:
        """How many columns further on than the first of all the picture may begin."""
        return self.controller.columns - self.width - self.first_row


MODULES = {
    "ssd1306": Module(SSD1306, 128, 64),
    "sh1106": Module(SH1106, 128, 64, first_column=2),
    "ssd1309": Module(SSD1309, 128, 64),
    "sh1107": Module(SH1107, 64, 128, first_row=32),
    "sh1107-128x128": Module(SH1107, 128, 128),
}
"""The modules a display may be, by the name its settings call it. The SH1106's middle 128 of 132 columns have glass,
the middle 64 of 128 rows of an SH1107 on the usual module, which stands upright.
"""
