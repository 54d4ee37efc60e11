"""Buses with several devices on them: whose turn it is, and transfers that are tried again where that helps.

Whoever puts bytes on a bus holds its ``BusLock`` for one transfer and no longer. Expanders and panels may so
be served by threads of their own: a switch waits for one transfer of a picture, never for all of it.
"""

from __future__ import annotations

import errno
import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Protocol

ATTEMPTS = 3
"""How often one transfer is tried. A spike on a long wire spoils one; what fails three times in a row within
some milliseconds is no spike."""

PASSING = frozenset({errno.EREMOTEIO, errno.EIO, errno.EAGAIN, errno.ENXIO})
"""What drivers of I2C buses say of a transfer that nobody acknowledged or that was disturbed (121, 5, 11, 6).
A time-out is not among them: it has cost a second already."""

MENDS = {
    errno.ENOENT: "enable the bus with raspi-config or in config.txt, and start the Pi anew",
    errno.EACCES: "put the user stbpi runs as into the groups i2c and spi, and log in anew",
    errno.EPERM: "put the user stbpi runs as into the groups i2c and spi, and log in anew",
}
"""What helps where a bus cannot even be opened."""


class BusLock:
    """A lock that is had in the order it was asked for, as a ``with`` block.

    ``threading.Lock`` promises no order: a thread that sends a picture piece by piece could keep all others
    waiting to its end.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._held = False
        self._waiting: deque[threading.Lock] = deque()

    def __enter__(self) -> None:
        with self._guard:
            if not self._held:
                self._held = True
                return
            turn = threading.Lock()
            turn.acquire()
            self._waiting.append(turn)
        turn.acquire()

    def __exit__(self, *_: object) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._held = False


class BusLocks:
    """The lock of each I2C bus, by its number as in ``/dev/i2c-1``. One of these for all who use the buses."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._i2c: dict[int, BusLock] = {}

    def i2c(self, bus: int) -> BusLock:
        """The one lock of this bus."""
        with self._guard:
            return self._i2c.setdefault(bus, BusLock())


class Smbus(Protocol):
    """What is used of ``smbus2.SMBus``."""

    def read_i2c_block_data(self, i2c_addr: int, register: int, length: int) -> list[int]:
        """Write the register's number, then read ``length`` bytes, 32 at most, after a repeated start."""

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        """Write the register's number and ``data``, 32 bytes at most."""

    def close(self) -> None:
        """Let go of the device file."""


class SpiDevice(Protocol):
    """What is used of ``spidev.SpiDev``."""

    def xfer2(self, values: list[int]) -> list[int]:
        """Send bytes, and give those that came meanwhile; chip select stays on between them."""

    def close(self) -> None:
        """Let go of the device file."""


class I2cLine:
    """Transfers on one I2C bus, opened when first needed, and anew after a failure: the device file may have
    gone with an adapter.

    Both transfers raise ``OSError`` once trying again has not helped.
    """

    def __init__(self, bus: int, lock: BusLock, open_bus: Callable[[int], Smbus]) -> None:
        self.bus = bus
        self._lock = lock
        self._open_bus = open_bus
        self._smbus: Smbus | None = None

    def read(self, address: int, register: int, count: int) -> list[int]:
        """The ``count`` bytes that the device at ``address`` gives from ``register`` on, 32 at most."""
        came: list[int] = self._tried("read_i2c_block_data", address, register, count)
        return came

    def write(self, address: int, register: int, data: Sequence[int]) -> None:
        """Give the device at ``address`` these bytes for its registers from ``register`` on, 32 at most."""
        self._tried("write_i2c_block_data", address, register, data)

    def close(self) -> None:
        """Let go of the bus; the next transfer opens it again."""
        with self._lock:
            self._drop()

    def _tried(self, transfer: str, *arguments: Any) -> Any:
        left = ATTEMPTS
        while True:
            left -= 1
            with self._lock:
                try:
                    if self._smbus is None:
                        self._smbus = self._open_bus(self.bus)
                    return getattr(self._smbus, transfer)(*arguments)
                except OSError as error:
                    if not left or error.errno not in PASSING:
                        self._drop()
                        raise

    def _drop(self) -> None:
        if self._smbus is not None:
            self._smbus.close()
            self._smbus = None


def mend(error: Exception, otherwise: str) -> str:
    """What helps against ``error`` of a bus, or ``otherwise``."""
    return MENDS.get(getattr(error, "errno", 0) or 0, otherwise)
