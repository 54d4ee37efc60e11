"""As one reads 48 switches with an object for each flap, which asks an object for its input, as gpiozero has them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from smbus2 import SMBus

from stbpi.table.events import Micros
from tests.bench.wires import (
    A_SIDE,
    FLAPS,
    SIDES,
    WINDOW,
    ReadyColumn,
    ReadyMatrix,
    ReadyRow,
    ReadySpi,
    Wires,
)


class PlainInput(Protocol):
    """Has a ``value``, as gpiozero's inputs have."""

    @property
    def value(self) -> bool:
        """Whether the contact is made."""


class PlainWire:
    """An input that costs nothing but asking for it."""

    def __init__(self, wires: Wires, contact: int) -> None:
        self._wires, self._contact = wires, contact

    @property
    def value(self) -> bool:
        return bool(self._wires.made >> self._contact & 1)


class PlainExpanderInput:
    """An input of an expander: its port is read for it."""

    def __init__(self, smbus: SMBus, address: int, bit: int, wires: Wires, contact: int) -> None:
        self._smbus, self._address, self._bit = smbus, address, bit
        self._wires, self._contact = wires, contact

    @property
    def value(self) -> bool:
        port = self._smbus.read_byte_data(self._address, 0x12 + self._bit // 8)
        # What came is nothing, since nobody wrote it; it is looked at, and taken from the wires instead.
        return not port >> self._bit % 8 & 1 and bool(self._wires.made >> self._contact & 1)


class PlainChainInput:
    """An input of the chain, as gpiozero's channels of a converter: the chain is shifted for it."""

    def __init__(self, spi: ReadySpi, contact: int) -> None:
        self._spi = spi
        self._place, self._bit = FLAPS // 8 - 1 - contact // 8, contact % 8

    @property
    def value(self) -> bool:
        return not self._spi.xfer2([0] * (FLAPS // 8))[self._place] >> self._bit & 1


class PlainKey:
    """A key of the matrix: its row is driven for it."""

    def __init__(self, row: ReadyRow, column: ReadyColumn) -> None:
        self._row, self._column = row, column

    @property
    def value(self) -> bool:
        self._row.output_with_state(0)
        made = not self._column.state
        self._row.input_with_pull("up")
        return made


class PlainFlap:
    """Counts as moved once its input has kept its level for a window."""

    def __init__(self, read: PlainInput) -> None:
        self._input = read
        self._seen = self.closed = False
        self._since: Micros = 0

    def update(self, now: Micros) -> None:
        level = self._input.value
        if level != self._seen:
            self._seen, self._since = level, now
        elif level != self.closed and now - self._since >= WINDOW:
            self.closed = level


def flaps(inputs: Callable[[Wires], Sequence[PlainInput]], wires: Wires) -> Callable[[Micros], object]:
    flaps = [PlainFlap(each) for each in inputs(wires)]

    def look(now: Micros) -> None:
        for flap in flaps:
            flap.update(now)

    return look


def values(inputs: Callable[[Wires], Sequence[PlainInput]], wires: Wires) -> Callable[[Micros], object]:
    every = inputs(wires)
    return lambda now: [each.value for each in every]


def debounced(wires: Wires) -> Callable[[Micros], object]:
    return flaps(lambda wires: [PlainWire(wires, contact) for contact in range(FLAPS)], wires)


def mcp23017(wires: Wires) -> Sequence[PlainInput]:
    smbus = SMBus()
    return [
        PlainExpanderInput(
            smbus, 0x20 + side, contact % 6 + 8 * (contact // 6), wires, side * A_SIDE + contact
        )
        for side in range(SIDES)
        for contact in range(A_SIDE)
    ]


def hc165(wires: Wires) -> Sequence[PlainInput]:
    spi = ReadySpi(wires)
    return [PlainChainInput(spi, contact) for contact in range(FLAPS)]


def matrix(wires: Wires) -> Sequence[PlainInput]:
    matrix = ReadyMatrix(wires)
    return [PlainKey(row, column) for row in matrix.rows for column in matrix.columns]
