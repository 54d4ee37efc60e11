"""OLED controllers as their data sheets describe them: command and data bytes go in, the picture on the glass
comes out.

This is the simulated panel. It knows nothing of the pictures that are drawn: what it shows follows from the
bytes alone, so a wrong window, offset or order of bits is seen here as it would be on the table.
"""

from __future__ import annotations

import errno
import random
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum

from PIL import Image

WIDTH = 128
HEIGHT = 64
_PAGES = HEIGHT // 8

COMMAND = 0x00
"""Control byte before commands: no continuation, D/C# low (SSD1306 data sheet 8.1.5.2)."""
DATA = 0x40
"""Control byte before bytes for the display memory: D/C# high."""


class Addressing(Enum):
    """Where the next data byte goes (SSD1306 command 20h)."""

    HORIZONTAL = 0
    VERTICAL = 1
    PAGE = 2


@dataclass(frozen=True, slots=True)
class Controller:
    """What differs between the chips.

    ``columns`` of memory; how many ``arguments`` follow a command byte (none where it is not listed); whether
    it knows ``windows`` (20h to 22h); whether the glass stays dark until the charge ``pump`` is switched on.
    """

    name: str
    columns: int
    arguments: dict[int, int] = field(hash=False)
    windows: bool
    pump: bool


_COMMON_ARGUMENTS = {0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}

SSD1306 = Controller(
    "ssd1306",
    128,
    {
        **_COMMON_ARGUMENTS,
        0x20: 1,
        0x21: 2,
        0x22: 2,
        0x26: 6,
        0x27: 6,
        0x29: 5,
        0x2A: 5,
        0x8D: 1,
        0xA3: 2,
    },
    windows=True,
    pump=True,
)
"""Solomon Systech SSD1306, data sheet revision 1.1, tables 9-1 and 9-2."""

SH1106 = Controller("sh1106", 132, {**_COMMON_ARGUMENTS, 0xAD: 1}, windows=False, pump=False)
"""Sino Wealth SH1106, data sheet version 2.3: 132 columns, page addressing only, its DC-DC converter on from
reset.
"""

CONTROLLERS = {chip.name: chip for chip in (SSD1306, SH1106)}


class PanelModel:
    """One panel of 128 x 64 pixels on one of the ``CONTROLLERS``; may be written and looked at from different
    threads.

    ``first_column`` is the memory column behind the leftmost pixel (2 on usual SH1106 modules, sometimes 0).
    The glass is mounted as modules are: upright with A1h (segments reversed) and C8h (rows reversed). Memory
    holds noise after power-on, as the chip's does.
    """

    def __init__(self, controller: Controller, first_column: int = 0) -> None:
        self.controller = controller
        self._first_column = first_column
        self._lock = threading.Lock()
        self._gone = False
        self.bytes_received = 0
        """Bytes that came over the bus, the address and control bytes included."""
        self._power_on()

    def _power_on(self) -> None:
        noise = random.Random(self.controller.name)
        # By segment, not by column: turning A0h/A1h over later does not move what is already stored.
        self._memory = [bytearray(noise.randbytes(self.controller.columns)) for _ in range(_PAGES)]
        self._addressing = Addressing.PAGE
        self._column, self._page = 0, 0
        self._column_window = (0, self.controller.columns - 1)
        self._page_window = (0, _PAGES - 1)
        self._segments_reversed = False
        self._rows_reversed = False
        self._start_line = 0
        self._offset = 0
        self._rows_driven = HEIGHT
        self._lit = False
        self._all_lit = False
        self._inverse = False
        self._pumping = not self.controller.pump
        self.contrast = 0x7F if self.controller.pump else 0x80
        self._waiting: list[int] = []

    @property
    def gone(self) -> bool:
        """Whether the panel is unplugged: writes fail as they do on the bus, the glass is dark."""
        return self._gone

    @gone.setter
    def gone(self, gone: bool) -> None:
        with self._lock:
            if self._gone and not gone:
                self._power_on()
            self._gone = gone

    def receive(self, control: int, payload: Iterable[int]) -> None:
        """Take one transfer of the bus: the control byte and what follows it.

        Raises OSError with errno 121 (EREMOTEIO), as Linux does when nobody acknowledges, while the panel is
        gone.
        """
        received = bytes(payload)
        with self._lock:
            if self._gone:
                raise OSError(errno.EREMOTEIO, "Remote I/O error")
            self.bytes_received += 2 + len(received)
            for byte in received:
                if control == DATA:
                    self._store(byte)
                else:
                    self._command(byte)

    def picture(self) -> Image.Image:
        """What is on the glass: mode "1", 128 x 64 pixels."""
        with self._lock:
            lit = bytes(255 * self._pixel(x, y) for y in range(HEIGHT) for x in range(WIDTH))
        return Image.frombytes("L", (WIDTH, HEIGHT), lit).convert("1")

    def _pixel(self, x: int, y: int) -> bool:
        if self._gone or not (self._lit and self._pumping):
            return False
        row = y if self._rows_reversed else HEIGHT - 1 - y
        if row >= self._rows_driven:
            return False
        if self._all_lit:
            return True
        row = (row + self._start_line + self._offset) % HEIGHT
        segment = self.controller.columns - 1 - self._first_column - x
        return bool(self._memory[row // 8][segment] >> row % 8 & 1) != self._inverse

    def _store(self, byte: int) -> None:
        last = self.controller.columns - 1
        if self._column <= last:
            segment = last - self._column if self._segments_reversed else self._column
            self._memory[self._page][segment] = byte
        if self._addressing is Addressing.PAGE:
            # The SSD1306 goes back to the first column, the SH1106 takes no more.
            self._column = 0 if self.controller.windows and self._column == last else self._column + 1
        elif self._addressing is Addressing.HORIZONTAL:
            self._column, ended = _advance(self._column, self._column_window)
            if ended:
                self._page, _ = _advance(self._page, self._page_window)
        else:
            self._page, ended = _advance(self._page, self._page_window)
            if ended:
                self._column, _ = _advance(self._column, self._column_window)

    def _command(self, byte: int) -> None:
        self._waiting.append(byte)
        code = self._waiting[0]
        if len(self._waiting) <= self.controller.arguments.get(code, 0):
            return
        arguments = self._waiting[1:]
        self._waiting = []
        if arguments:
            self._set(code, arguments)
        elif code <= 0x0F:
            self._column = self._column & 0xF0 | code
        elif code <= 0x1F:
            self._column = self._column & 0x0F | (code & 0x0F) << 4
        elif 0x40 <= code <= 0x7F:
            self._start_line = code & 0x3F
        elif 0xB0 <= code <= 0xB7:
            self._page = code & 0x07
        else:
            self._switch(code)

    def _switch(self, code: int) -> None:
        """Commands without arguments; those a chip does not have do nothing."""
        if code in (0xA0, 0xA1):
            self._segments_reversed = code == 0xA1
        elif code in (0xA4, 0xA5):
            self._all_lit = code == 0xA5
        elif code in (0xA6, 0xA7):
            self._inverse = code == 0xA7
        elif code in (0xAE, 0xAF):
            self._lit = code == 0xAF
        elif code & 0xF0 == 0xC0:
            self._rows_reversed = bool(code & 0x08)

    def _set(self, code: int, arguments: list[int]) -> None:
        """Commands with arguments; timings and voltages do not change the picture."""
        first = arguments[0]
        if code == 0x20 and first & 3 < 3:
            self._addressing = Addressing(first & 3)
        elif code == 0x21:
            self._column_window = (first & 0x7F, arguments[1] & 0x7F)
            self._column = first & 0x7F
        elif code == 0x22:
            self._page_window = (first & 0x07, arguments[1] & 0x07)
            self._page = first & 0x07
        elif code == 0x81:
            self.contrast = first
        elif code == 0x8D:
            self._pumping = bool(first & 0x04)
        elif code == 0xA8:
            self._rows_driven = (first & 0x3F) + 1
        elif code == 0xD3:
            self._offset = first & 0x3F


def _advance(position: int, window: tuple[int, int]) -> tuple[int, bool]:
    """The next position in a window, and whether it began again."""
    first, last = window
    return (first, True) if position == last else (position + 1, False)


class ModelBus:
    """An I2C bus with one panel on it, written the way luma writes to an smbus."""

    def __init__(self, model: PanelModel, address: int) -> None:
        self._model = model
        self._address = address

    def write_i2c_block_data(self, address: int, control: int, payload: Iterable[int]) -> None:
        """One transfer; nobody acknowledges another address than the panel's."""
        if address != self._address:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        self._model.receive(control, payload)
