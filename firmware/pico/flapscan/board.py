"""A Pico or Pico 2: its pins, its flash, its USB and its watchdog.

columns 1 to 12   GP0 to GP11
rows 1 to 6       GP12 to GP17
button            GP18, to ground
lamps 1 to 7      GP19 to GP22, GP26 to GP28
"""

import os
import select
import sys
import time

import machine

from flapscan import ALL_COLUMNS, COLUMNS, ROWS
from flapscan.contacts import BUTTON_BIT

FIRST_ROW = COLUMNS
BUTTON = FIRST_ROW + ROWS
LAMPS = (19, 20, 21, 22, 26, 27, 28)
ALL_ROWS = ((1 << ROWS) - 1) << FIRST_ROW

# Registers of the SIO: RP2040 datasheet, 2.3.1.7, and RP2350 datasheet, 3.1.11, which has those of GP32 up in between.
GPIO_IN = 0xD0000004
RP2040 = (0xD0000014, 0xD0000018, 0xD0000024, 0xD0000028)
RP2350 = (0xD0000018, 0xD0000020, 0xD0000038, 0xD0000040)
"""Set an output, clear it, drive a pin, let go of it."""

FALL_US = 2
"""From a row that goes low to its columns: a diode, a pin and ten metres of wire take a tenth of this."""

WATCHDOG_MS = 1000
"""A loop takes a millisecond, but MicroPython waits half a second for a host that opens the port and does not read."""

SETTINGS_FILE = "flapscan.bin"

POWER, WATCHDOG = 1, 8
"""Reset causes as MCUSR of an ATmega has them."""


class Matrix:
    """The diode matrix and the button. Columns rest high on their pull-ups, rows are let go of unless they are read."""

    def __init__(self) -> None:
        registers = RP2350 if "RP2350" in sys.implementation._machine else RP2040
        self._drive, self._release = registers[2], registers[3]
        for number in range(BUTTON + 1):
            row = FIRST_ROW <= number < BUTTON
            machine.Pin(number, machine.Pin.IN, None if row else machine.Pin.PULL_UP)
        machine.mem32[registers[0]] = ALL_COLUMNS
        machine.mem32[registers[1]] = ALL_ROWS
        self._lamps = [machine.Pin(number, machine.Pin.OUT, value=0) for number in LAMPS]
        self._lit = 0

    def look(self, levels: list) -> None:
        """All contacts as they are now, into a word for each row."""
        mem32, drive, release = machine.mem32, self._drive, self._release
        for number in range(ROWS):
            # Left to their pull-ups columns would take 60 us to rise with the 1 nF of ten metres of wire.
            mem32[drive] = ALL_COLUMNS
            mem32[release] = ALL_COLUMNS
            row = 1 << FIRST_ROW + number
            mem32[drive] = row
            time.sleep_us(FALL_US)
            levels[number] = ~mem32[GPIO_IN] & ALL_COLUMNS
            mem32[release] = row
        if self.button:
            levels[0] |= BUTTON_BIT

    @property
    def button(self) -> bool:
        """Whether it is down."""
        return not machine.mem32[GPIO_IN] >> BUTTON & 1

    def light(self, lamps: int) -> None:
        """Light those whose bit is 1, the first being bit 0."""
        if lamps == self._lit:
            return
        self._lit = lamps
        for number, lamp in enumerate(self._lamps):
            lamp.value(lamps >> number & 1)


class Usb:
    """The serial port that MicroPython offers over USB, as bytes; all of them, once Ctrl-C is none of its business."""

    def __init__(self) -> None:
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)
        self._in, self._out = sys.stdin.buffer, sys.stdout.buffer

    def heard(self) -> int:
        """The next byte from the host; -1 where there is none yet."""
        for _, what in self._readable.poll(0):
            if what & select.POLLIN and (byte := self._in.read(1)):
                return byte[0]
        return -1

    def send(self, frame: bytes) -> bool:
        """Hand a frame to USB; False where nobody has the port open, or its buffer is full."""
        for _, what in self._writable.poll(0):
            if what == select.POLLOUT:
                self._out.write(frame)
                return True
        return False


def load_settings() -> bytes:
    """The bytes as stored; none where there are none."""
    try:
        with open(SETTINGS_FILE, "rb") as file:
            return file.read()
    except OSError:
        return b""


def store_settings(stored: bytes) -> None:
    """Keep them. A full or worn flash keeps what it had: then the scanner goes by what it was told, until its reset."""
    try:
        with open(SETTINGS_FILE + ".new", "wb") as file:
            file.write(stored)
        os.rename(SETTINGS_FILE + ".new", SETTINGS_FILE)
    except OSError:
        return


def reset_cause() -> int:
    """As HELLO tells it. The RUN pin counts as power: the chip does not tell them apart."""
    return WATCHDOG if machine.reset_cause() == machine.WDT_RESET else POWER
