"""OLED controllers as their data sheets describe them: command and data bytes go in, the picture on the glass
comes out.

This is the simulated panel. It knows nothing of the pictures that are drawn: what it shows follows from the
bytes alone, so a wrong window, offset or order of bits is seen here as it would be on the table.
"""

from __future__ import annotations

import errno
import random
import threading
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum

from PIL import Image

from stbpi.display.controllers import Module

COMMAND = 0x00
"""Control byte before commands: no continuation, D/C# low (SSD1306 data sheet 8.1.5.2)."""
DATA = 0x40
"""Control byte before bytes for the display memory: D/C# high."""


class Addressing(Enum):
    """Where the next data byte goes (SSD1306 command 20h)."""

    HORIZONTAL = 0
    VERTICAL = 1
    PAGE = 2


STATUS_OFF = 0x40
"""Bit of the status byte that is set while the glass is off (SSD1306 data sheet table 9-3, SH1107 command 22)."""


_SHINING = tuple(
    tuple(bytes(255 * ((byte >> bit & 1) != inverse) for byte in range(256)) for inverse in (False, True))
    for bit in range(8)
)
"""For each bit, as it is and inverse: the pixel that each byte of memory makes."""


class PanelModel:
    """One panel; may be written and looked at from different threads.

    ``first_column`` is the memory column behind the leftmost pixel, None for the module's usual one (2 on
    SH1106 modules, sometimes 0). The glass is mounted as modules are: an SH1107's upright with A0h and C0h, the
    others' with A1h (segments reversed) and C8h (rows reversed). Memory holds noise after power-on, as the
    chip's does.
    """

    def __init__(self, module: Module, first_column: int | None = None) -> None:
        self.module = module
        self._chip = module.controller
        self._first_column = module.first_column if first_column is None else first_column
        self._lock = threading.Lock()
        self._gone = False
        self.bytes_received = 0
        """Bytes that came over the bus, the address and control bytes included."""
        self._noise = random.Random(module.controller.name)
        self._power_on()

    def _power_on(self) -> None:
        # By segment, not by column: turning A0h/A1h over later does not move what is already stored.
        self._memory = [bytearray(self._noise.randbytes(self._chip.columns)) for _ in range(self._chip.pages)]
        self._addressing = Addressing.PAGE
        self._column, self._page = 0, 0
        self._column_window = (0, self._chip.columns - 1)
        self._page_window = (0, self._chip.pages - 1)
        self._segments_reversed = False
        self._rows_reversed = False
        self._start_line = 0
        self._offset = 0
        self._rows_driven = self._chip.rows
        self._lit = False
        self._all_lit = False
        self._inverse = False
        self._pumping = not self._chip.pump
        self.contrast = self._chip.contrast
        self._waiting: list[int] = []

    def power_dip(self) -> None:
        """Let the supply dip: the chip forgets everything, and answers as if nothing had been."""
        with self._lock:
            self._power_on()

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

    def status(self) -> int:
        """Give the status byte, as a read from the panel does."""
        with self._lock:
            if self._gone:
                raise OSError(errno.EREMOTEIO, "Remote I/O error")
            return self._chip.status | (0 if self._lit else STATUS_OFF)

    def picture(self) -> Image.Image:
        """What is on the glass: mode "1", the size of the module."""
        width, height = self.module.width, self.module.height
        with self._lock:
            if self._gone or not (self._lit and self._pumping):
                return Image.new("1", (width, height))
            pixels = b"".join(
                self._columns_by_rows() if self._chip.columns_by_rows else self._pages_by_rows()
            )
        return Image.frombytes("L", (width, height), pixels).convert("1")

    def _pages_by_rows(self) -> Iterator[bytes]:
        """Rows of pixels, from the top, of a glass whose lines of the scan lie along the pages."""
        width, height = self.module.width, self.module.height
        end = self._chip.columns - self._first_column
        for y in range(height):
            line, driven = self._scanned(height - 1 - y)
            segments = self._memory[line // 8][end - width : end][::-1]
            yield self._shine(bytes(segments), line % 8) if driven else bytes(width)

    def _columns_by_rows(self) -> Iterator[bytes]:
        """The same where they lie across them."""
        scanned = [
            self._scanned(self.module.first_row + self._first_column + x) for x in range(self.module.width)
        ]
        for y in range(self.module.height):
            along = self._chip.pages * 8 - 1 - y if self._segments_reversed else y
            memory = self._memory[along // 8]
            shining = self._shine(bytes(memory[line] for line, _ in scanned), along % 8)
            yield bytes(pixel * driven for pixel, (_, driven) in zip(shining, scanned, strict=True))

    def _scanned(self, row: int) -> tuple[int, bool]:
        """The line of memory behind a row of the glass, and whether the row is driven at all."""
        if self._rows_reversed:
            row = self._chip.rows - 1 - row
        return (row + self._start_line + self._offset) % self._chip.rows, row < self._rows_driven

    def _shine(self, memory: bytes, bit: int) -> bytes:
        """One bit of each byte of memory as a pixel of 255 or 0."""
        if self._all_lit:
            return b"\xff" * len(memory)
        return memory.translate(_SHINING[bit][self._inverse])

    def _store(self, byte: int) -> None:
        last = self._chip.columns - 1
        if self._column <= last:
            reversed_ = self._segments_reversed and not self._chip.columns_by_rows
            segment = last - self._column if reversed_ else self._column
            self._memory[self._page][segment] = byte
        if self._addressing is Addressing.PAGE:
            # The SSD1306 goes back to the first column, the others take no more.
            self._column = 0 if self._chip.windows and self._column == last else self._column + 1
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
        if len(self._waiting) <= self._chip.arguments.get(code, 0):
            return
        arguments = self._waiting[1:]
        self._waiting = []
        if arguments:
            self._set(code, arguments)
        elif code <= 0x0F:
            self._column = self._column & 0xF0 | code
        elif code <= 0x1F:
            self._column = self._column & 0x0F | (code & 0x0F) << 4
        elif 0x40 <= code <= 0x7F and not self._chip.columns_by_rows:
            self._start_line = code & 0x3F
        elif code & 0xF0 == 0xB0 and code & 0x0F < self._chip.pages:
            self._page = code & 0x0F
        elif code in (0x20, 0x21) and self._chip.columns_by_rows:
            self._addressing = Addressing.VERTICAL if code == 0x21 else Addressing.PAGE
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
            self._rows_driven = first % self._chip.rows + 1
        elif code == 0xD3:
            self._offset = first % self._chip.rows
        elif code == 0xDC:
            self._start_line = first % self._chip.rows


def _advance(position: int, window: tuple[int, int]) -> tuple[int, bool]:
    """The next position in a window, and whether it began again."""
    first, last = window
    return (first, True) if position == last else (position + 1, False)


class ModelBus:
    """An I2C bus with panels at 7-bit addresses, called the way an smbus is."""

    def __init__(self, panels: Mapping[int, PanelModel]) -> None:
        self._panels = panels

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Iterable[int]) -> None:
        """One transfer, ``register`` being the control byte."""
        self._at(i2c_addr).receive(register, data)

    def read_byte(self, i2c_addr: int) -> int:
        """Read the status byte of a panel."""
        return self._at(i2c_addr).status()

    def close(self) -> None:
        """A device file is let go of; the bus is what it is."""

    def _at(self, address: int) -> PanelModel:
        if address not in self._panels:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")  # nobody acknowledges
        return self._panels[address]
