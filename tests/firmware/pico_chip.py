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
SLEEP_US = 1000
"""Shorter waits are saved up."""

NAMES = {
    "RP2040": {0xD0000014: "high", 0xD0000018: "low", 0xD0000024: "drive", 0xD0000028: "release"},
    "RP2350": {0xD0000018: "high", 0xD0000020: "low", 0xD0000038: "drive", 0xD0000040: "release"},
}
"""Registers that are written to, of each chip's SIO."""


class Clock:
    """Microseconds. Goes on only while the program waits: no faster than a real one, and slower where this machine is
    busy, so that nothing is ever late.
    """

    def __init__(self) -> None:
        self._now = 0
        self._ahead = 0  # of this machine's clock, as far as was not slept yet
        self._slept_at = time.time()

    def ticks_us(self) -> int:
        return self._now

    def ticks_add(self, ticks: int, more: int) -> int:
        return ticks + more

    def ticks_diff(self, later: int, sooner: int) -> int:
        return later - sooner

    def sleep_us(self, pause: int) -> None:
        self._now += pause
        self._ahead += pause
        if self._ahead >= SLEEP_US:
            passed = int((time.time() - self._slept_at) * 1e6)
            if 0 <= passed < self._ahead:
                time.sleep((self._ahead - passed) / 1e6)
            self._slept_at = time.time()
            self._ahead = 0


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
        now = clock.ticks_us()
        while self._poll.poll(0):
            row, column, level, after = [int(word) for word in self._orders.readline().split()]
            self._due.append((clock.ticks_add(now, after), (row, column), level))
        if not self._due:
            return
        for due in sorted(self._due, key=lambda due: clock.ticks_diff(due[0], now)):
            at, contact, level = due
            if clock.ticks_diff(at, now) > 0:
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
        self._fed = clock.ticks_us()

    def feed(self) -> None:
        assert clock.ticks_us() - self._fed < 1000 * self._timeout, "the watchdog was not fed"
        self._fed = clock.ticks_us()


class Machine:
    PWRON_RESET, WDT_RESET = 1, 3
    Pin, WDT = Pin, WDT

    def reset_cause(self) -> int:
        return int(CAUSE)


class Unbuffered:
    """What is read is all that was taken from the line, as MicroPython's streams have it."""

    def __init__(self, number: int, mode: str) -> None:
        self.buffer = open(number, mode, 0, closefd=False)  # noqa: SIM115

    def fileno(self) -> int:
        return self.buffer.fileno()


class Prompt:
    def kbd_intr(self, byte: int) -> None:
        pass


stdin, stdout = sys.stdin, sys.stdout
clock = Clock()
mem32 = Registers()
machine = Machine()
machine.mem32 = mem32
sys.modules["machine"] = machine
if sys.implementation.name == "cpython":
    stdin, stdout = Unbuffered(0, "rb"), Unbuffered(1, "wb")
    sys.modules["micropython"] = Prompt()
sys.path.insert(0, FOLDER)
import flapscan.board  # noqa: E402
import flapscan.scanner  # noqa: E402


class Implementation:
    _machine = "Raspberry Pi Pico with " + CHIP


class Sys:
    """``sys`` as the program sees it: of another machine."""

    implementation = Implementation
    stdin, stdout = stdin, stdout


flapscan.board.sys = Sys
flapscan.board.time = flapscan.scanner.time = clock
import main  # noqa: E402, F401
