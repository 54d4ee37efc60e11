"""Simulated buses with the call interface of smbus2 and spidev, and devices that answer byte by byte."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Sequence
from typing import Protocol

from stbpi.tray.hc165_chip import Hc165Chip

BLOCK = 32
"""The most bytes of one SMBus block transfer."""
READ_FLAG = 0x0001
"""I2C_M_RD of ``linux/i2c.h``."""


class I2cDevice(Protocol):
    """A chip on an I2C bus."""

    def addressed(self, read: bool) -> None:
        """Its address has come, after a start or a repeated one."""

    def written(self, value: int) -> None:
        """A byte for it."""

    def read(self) -> int:
        """A byte from it."""


class I2cMessage(Protocol):
    """What is used of ``smbus2.i2c_msg``."""

    addr: int
    flags: int
    len: int
    buf: list[bytes]

    def __iter__(self) -> Iterable[int]:
        """The bytes."""


class SimulatedI2c:
    """An I2C bus with devices at 7-bit addresses. Called as ``smbus2.SMBus`` is.

    ``trouble`` is the errno every transfer ends with, None on a bus that is well: 121 where nobody
    acknowledges, 110 where the clock is held. ``gone`` holds the addresses of devices that are off the bus.
    ``disturbed`` is how many of the next transfers are spoilt (5) before all is well again.
    """

    def __init__(self) -> None:
        self._devices: dict[int, I2cDevice] = {}
        self.trouble: int | None = None
        self.gone: set[int] = set()
        self.disturbed = 0
        self.transfers = 0
        self.bytes = 0

    def attach(self, address: int, device: I2cDevice) -> None:
        """Put a device on the bus."""
        self._devices[address] = device

    def read_i2c_block_data(self, i2c_addr: int, register: int, length: int) -> list[int]:
        """Write the register's number, then read."""
        self._checked(length)
        device = self._began(i2c_addr, 2 + length)
        self._write(device, [register])
        return self._read(device, length)

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        """Write the register's number, then ``data``."""
        self._checked(len(data))
        self._write(self._began(i2c_addr, 1 + len(data)), [register, *data])

    def read_byte_data(self, i2c_addr: int, register: int) -> int:
        """Write the register's number, then read a byte."""
        return self.read_i2c_block_data(i2c_addr, register, 1)[0]

    def write_byte_data(self, i2c_addr: int, register: int, value: int) -> None:
        """Write the register's number and a byte."""
        self.write_i2c_block_data(i2c_addr, register, [value])

    def read_byte(self, i2c_addr: int) -> int:
        """Read a byte from where the device points."""
        return self._read(self._began(i2c_addr, 1), 1)[0]

    def write_byte(self, i2c_addr: int, value: int) -> None:
        """Write one byte: a register's number."""
        self._write(self._began(i2c_addr, 1), [value])

    def i2c_rdwr(self, *i2c_msgs: I2cMessage) -> None:
        """Run messages one after another, with repeated starts between them."""
        for message in i2c_msgs:
            device = self._began(message.addr, message.len)
            if message.flags & READ_FLAG:
                for place, value in enumerate(self._read(device, message.len)):
                    message.buf[place] = bytes([value])
            else:
                self._write(device, list(message))  # type: ignore[call-overload]

    def close(self) -> None:
        """A device file is let go of; the bus is what it is."""

    def _began(self, address: int, count: int) -> I2cDevice:
        self.transfers += 1
        self.bytes += 1 + count
        if self.trouble is not None:
            raise OSError(self.trouble, os.strerror(self.trouble))
        if self.disturbed:
            self.disturbed -= 1
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        device = self._devices.get(address)
        if device is None or address in self.gone:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        return device

    @staticmethod
    def _write(device: I2cDevice, data: Iterable[int]) -> None:
        device.addressed(False)
        for value in data:
            if value not in range(0x100):
                raise ValueError(f"{value} is no byte; write 0 to 255")
            device.written(value)

    @staticmethod
    def _read(device: I2cDevice, length: int) -> list[int]:
        device.addressed(True)
        return [device.read() for _ in range(length)]

    @staticmethod
    def _checked(length: int) -> None:
        if length > BLOCK:
            raise ValueError(f"a block of {length} bytes is more than SMBus carries; {BLOCK} at most")


class SimulatedSpi:
    """A chain of 74HC165 on an SPI bus, the first chip's output at MISO, MOSI at SER of the last. Called as
    ``spidev.SpiDev`` is, in mode 0: bits are taken at the rising edge, the chips shift at that same edge.

    ``miso`` is None, or the level MISO is stuck at; ``mosi_cut`` tells whether SER of the last chip hangs on
    nothing, and so reads high; ``trouble`` is the errno every transfer ends with.
    """

    def __init__(self, chips: Sequence[Hc165Chip]) -> None:
        self._chips = tuple(chips)
        self.miso: bool | None = None
        self.mosi_cut = False
        self.trouble: int | None = None
        self.latch_cut = False
        self.transfers = 0

    def latch(self, low: bool) -> None:
        """The level at SH/LD of every chip."""
        if not self.latch_cut:
            for chip in self._chips:
                chip.load(low)

    def xfer2(self, values: list[int]) -> list[int]:
        """Shift ``values`` in, most significant bit first, and give what came out."""
        self.transfers += 1
        if self.trouble is not None:
            raise OSError(self.trouble, os.strerror(self.trouble))
        return [self._byte(value) for value in values]

    def close(self) -> None:
        """A device file is let go of; the chain is what it is."""

    def _byte(self, value: int) -> int:
        # All shift at the same edges: after eight of them each has what its neighbour had before.
        serial = 0xFF if self.mosi_cut else value
        for chip in reversed(self._chips):
            serial = chip.shift(serial)
        return serial if self.miso is None else 0xFF * self.miso
