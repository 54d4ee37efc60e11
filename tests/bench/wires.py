"""What switches hang on where their reading is measured: contacts, and what answers in the place of bus and pins."""

from __future__ import annotations

import fcntl
import os
import termios
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from smbus2 import SMBus
from smbus2.smbus2 import I2C_RDWR

from stbpi.table.events import Micros
from stbpi.tray.bus_prepared import PreparedI2c
from stbpi.tray.mcp23017_registers import Register

SIDES = 4
A_SIDE = 12
FLAPS = SIDES * A_SIDE
WINDOW: Micros = 30_000
"""For how long a contact must keep its level to have moved."""

Way: TypeAlias = "Callable[[Wires], Callable[[Micros], object]]"
"""Wires things up and gives what looks at them once."""


class Wires:
    """The contacts as they are: bit i for contact i, 1 for made. Made pulls low what it hangs on."""

    def __init__(self, doorstep: Doorstep) -> None:
        self.doorstep = doorstep
        self.made = 0


class Doorstep:
    """A call into the kernel and back, which does next to nothing there: the least that any transfer costs."""

    def __init__(self) -> None:
        self._terminal, self._other_end = os.openpty()
        self._answer = bytearray(8)

    def cross(self) -> None:
        fcntl.ioctl(self._terminal, termios.TIOCGWINSZ, self._answer)

    def close(self) -> None:
        os.close(self._terminal)
        os.close(self._other_end)


class ReadyKernel:
    """i2c-dev with four expanders at 0x20 and following, twelve contacts each: GPA0 to GPA5 and GPB0 to GPB5.

    A request that is made again finds its answer still there, and is only written to where the contacts have changed.
    """

    def __init__(self, wires: Wires) -> None:
        self._wires = wires
        self._settings = [0] * 32
        self._answered: dict[int, int] = {}

    def ioctl(self, fd: int, request: int, argument: Any) -> None:
        self._wires.doorstep.cross()
        if request == I2C_RDWR and self._answered.get(id(argument)) != self._wires.made:
            self._answered[id(argument)] = self._wires.made
            asked, answer = argument.msgs[0], argument.msgs[1]
            made = self._wires.made >> (asked.addr - 0x20) * A_SIDE
            ports = [~made & 0x3F | 0x40, ~made >> 6 & 0x3F | 0x40, 0, 0, *self._settings]
            for place in range(answer.len):
                answer.buf[place] = bytes([ports[place]])

    def keep(self, settings: Sequence[int]) -> None:
        """What the expanders were set to, which they say when they are asked."""
        self._settings = list(settings)


class ReadyBus(PreparedI2c):
    """The bus as stbpi reads it on a Pi; what is written to it is only remembered."""

    def __init__(self, kernel: ReadyKernel) -> None:
        super().__init__(SMBus(), kernel.ioctl)
        self._kernel = kernel

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        if register == Register.IODIR.address():
            self._kernel.keep(data)


class ReadySpi:
    """A chain of six, contact i at clock i, the last sent byte coming back behind them."""

    def __init__(self, wires: Wires) -> None:
        self._wires = wires

    def xfer2(self, values: list[int]) -> list[int]:
        self._wires.doorstep.cross()
        return [*(~self._wires.made & (1 << FLAPS) - 1).to_bytes(FLAPS // 8, "big"), values[0]]

    def close(self) -> None:
        pass


class ReadyMatrix:
    """Its rows and columns; ``row`` is the one driven low, -1 while none is."""

    def __init__(self, wires: Wires) -> None:
        self.wires = wires
        self.row = -1
        self.rows = [ReadyRow(self, number) for number in range(SIDES)]
        self.columns = [ReadyColumn(self, number) for number in range(A_SIDE)]


class ReadyRow:
    def __init__(self, matrix: ReadyMatrix, number: int) -> None:
        self._matrix, self._number = matrix, number
        self.state = 1

    def output_with_state(self, state: int) -> None:
        self._matrix.wires.doorstep.cross()
        self._matrix.row = self._number

    def input_with_pull(self, pull: str) -> None:
        self._matrix.wires.doorstep.cross()
        self._matrix.row = -1


class ReadyColumn:
    def __init__(self, matrix: ReadyMatrix, number: int) -> None:
        self._matrix, self._number = matrix, number

    @property
    def state(self) -> int:
        self._matrix.wires.doorstep.cross()
        row = self._matrix.row
        return 1 if row < 0 else ~self._matrix.wires.made >> row * A_SIDE + self._number & 1

    def output_with_state(self, state: int) -> None:
        pass

    def input_with_pull(self, pull: str) -> None:
        pass
