"""Runs main.py on a pretended Pico: its pins are a diode matrix and a button, its serial port is stdin and stdout.

    pico_chip.py FOLDER ORDERS CHIP CAUSE

A line in the FIFO ``ORDERS`` is a row, a column (0 and 0 are the button), a level, and microseconds from now.
For CPython and MicroPython alike.
"""

import select
import sys
import time

FOLDER, ORDERS, CHIP, CAUSE = sys.argv[1:5]
COLUMNS = (1 << 12) - 1
FIRST_ROW, BUTTON = 12, 18

NAMES = {
    "RP2040": {0xD0000014: "high", 0xD0000018: "low", 0xD0000024: "drive", 0xD0000028: "release"},
    "RP2350": {0xD0000018: "high", 0xD0000020: "low", 0xD0000038: "drive", 0xD0000040: "release"},
}
"""Registers that are written to, of each chip's SIO."""


class Registers:
    """The SIO's: what is driven, and how high; read, what the pins are at."""

    def __init__(self) -> None:
        self.made = set()
        self.out = self.driven = self.pulled = 0
        self._due = []
        # Unbuffered, so that what is there is what poll says is there.
        self._orders = open(ORDERS, "rb", 0)  # noqa: SIM115, PTH123
        self._poll = select.poll()
        self._poll.register(self._orders, select.POLLIN)
        self._names = NAMES[CHIP]

    def __setitem__(self, address: int, bits: int) -> None:
        name = self._names[address]
        if name == "high":
            self.out |= bits
        elif name == "low":
            self.out &= ~bits
        elif name == "drive":
            self.driven |= bits
        else:
            self.driven &= ~bits
        rows = self.driven >> FIRST_ROW & 0x3F
        assert rows & rows - 1 == 0, "two rows at once"
        assert not rows or not self.driven & COLUMNS, "a short circuit"

    def __getitem__(self, address: int) -> int:
        assert address == 0xD0000004
        self._hear()
        levels = self.driven & self.out | ~self.driven & self.pulled
        for row, column in self.made:
            if row == 0:
                levels &= ~(1 << BUTTON)
            elif self.driven >> FIRST_ROW + row - 1 & 1 and not self.out >> FIRST_ROW + row - 1 & 1:
                levels &= ~(1 << column - 1)
        return levels

    def _hear(self) -> None:
        now = time.ticks_us()
        while self._poll.poll(0):
            row, column, level, after = [int(word) for word in self._orders.readline().split()]
            self._due.append((time.ticks_add(now, after), (row, column), level))
        if not self._due:
            return
        for due in sorted(self._due, key=lambda due: time.ticks_diff(due[0], now)):
            at, contact, level = due
            if time.ticks_diff(at, now) > 0:
                break
            self._due.remove(due)
            if level:
                self.made.add(contact)
            else:
                self.made.discard(contact)


class Pin:
    IN, OUT, PULL_UP = 0, 1, 1

    def __init__(self, number: int, mode: int, pull: "int | None" = None, value: int = 0) -> None:
        self._bit = 1 << number
        if pull == self.PULL_UP:
            mem32.pulled |= self._bit
        if mode == self.OUT:
            self.value(value)
            mem32.driven |= self._bit

    def value(self, level: int) -> None:
        mem32.out = mem32.out | self._bit if level else mem32.out & ~self._bit


class WDT:
    def __init__(self, timeout: int) -> None:
        self._timeout = timeout
        self._fed = time.ticks_ms()

    def feed(self) -> None:
        assert time.ticks_diff(time.ticks_ms(), self._fed) < self._timeout, "the watchdog was not fed"
        self._fed = time.ticks_ms()


class Machine:
    PWRON_RESET, WDT_RESET = 1, 3
    Pin, WDT = Pin, WDT

    def reset_cause(self) -> int:
        return int(CAUSE)


def as_on_a_chip() -> None:
    """What CPython does not have."""
    time.ticks_us = lambda: time.monotonic_ns() // 1000
    time.ticks_ms = lambda: time.monotonic_ns() // 1_000_000
    time.ticks_add = lambda ticks, more: ticks + more
    time.ticks_diff = lambda later, sooner: later - sooner
    time.sleep_us = lambda pause: time.sleep(pause / 1e6)


class Unbuffered:
    """What is read is all that was taken from the line, as MicroPython's streams have it."""

    def __init__(self, number: int, mode: str) -> None:
        self.buffer = open(number, mode, 0, closefd=False)  # noqa: SIM115, PTH123

    def fileno(self) -> int:
        return self.buffer.fileno()


class Prompt:
    def kbd_intr(self, byte: int) -> None:
        pass


stdin, stdout = sys.stdin, sys.stdout
mem32 = Registers()
machine = Machine()
machine.mem32 = mem32
sys.modules["machine"] = machine
if sys.implementation.name == "cpython":
    as_on_a_chip()
    stdin, stdout = Unbuffered(0, "rb"), Unbuffered(1, "wb")
    sys.modules["micropython"] = Prompt()
sys.path.insert(0, FOLDER)
import flapscan.board  # noqa: E402


class Implementation:
    _machine = "Raspberry Pi Pico with " + CHIP


class Sys:
    """``sys`` as the program sees it: of another machine."""

    implementation = Implementation
    stdin, stdout = stdin, stdout


flapscan.board.sys = Sys
import main  # noqa: E402, F401
