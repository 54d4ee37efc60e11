"""I2C buses as panels use them: shared with others, opened anew when they were gone."""

from __future__ import annotations

import errno
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol, TypeAlias


class BusMissingError(OSError):
    """A bus that cannot be opened; the sentence says why and what helps."""


class Smbus(Protocol):
    """What is used of ``smbus2.SMBus``. Every call is one transfer and raises OSError where it fails."""

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        """Write a byte (the panel's control byte) and then ``data``, 32 bytes at most."""

    def read_byte(self, i2c_addr: int) -> int:
        """Read one byte."""

    def close(self) -> None:
        """Let go of the device file."""


OpenBus: TypeAlias = Callable[[int], Smbus]
"""Opens a bus by its number, as in ``/dev/i2c-1``."""

Turn: TypeAlias = AbstractContextManager[object]
"""Held for one transfer and no longer, by everybody who uses the same bus."""


def open_smbus(bus: int, devices: Path = Path("/dev")) -> Smbus:
    """Open ``/dev/i2c-<bus>``. Raises ``BusMissingError``."""
    try:
        from smbus2 import SMBus
    except ImportError as missing:
        raise BusMissingError(f"{missing.name} is not installed; pip install 'stbpi[pi]'") from missing
    try:
        smbus: Smbus = SMBus(str(devices / f"i2c-{bus}"))
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EPERM):
            raise BusMissingError(
                f"/dev/i2c-{bus} may not be opened; put the user stbpi runs as into the group i2c and log in anew"
            ) from error
        if error.errno not in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
            raise
        raise BusMissingError(f"there is no I2C bus {bus} on this machine; {_others(devices)}") from error
    return smbus


def _others(devices: Path) -> str:
    """What buses there are instead."""
    names = (path.name.removeprefix("i2c-") for path in devices.glob("i2c-*"))
    found = sorted(int(name) for name in names if name.isdecimal())
    if not found:
        return "it has none: enable I2C with raspi-config, and start the Pi anew"
    listed = ", ".join(str(number) for number in found)
    return f"there is {listed}: correct the number, or enable the bus in config.txt and start the Pi anew"


class SharedBus:
    """One bus that is opened when first used, each transfer of it in its turn; called as an smbus is."""

    def __init__(self, bus: int, turn: Turn, open_bus: OpenBus) -> None:
        self._bus = bus
        self._turn = turn
        self._open_bus = open_bus
        self._smbus: Smbus | None = None
        self.written = 0
        """Bytes of all that was written so far, control bytes included."""

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        """One transfer."""
        self._transfer(lambda smbus: smbus.write_i2c_block_data(i2c_addr, register, data))
        self.written += 1 + len(data)

    def read_byte(self, i2c_addr: int) -> int:
        """One transfer."""
        value: int = self._transfer(lambda smbus: smbus.read_byte(i2c_addr))
        return value

    def close(self) -> None:
        """Let go of the bus; the next transfer opens it again."""
        with self._turn:
            if self._smbus is not None:
                self._smbus.close()
                self._smbus = None

    def _transfer(self, call: Callable[[Smbus], Any]) -> Any:
        with self._turn:
            if self._smbus is None:
                self._smbus = self._open_bus(self._bus)
            return call(self._smbus)
