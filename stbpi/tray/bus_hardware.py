"""What carries bytes and minutes on a Pi: smbus2, spidev, threads and real waiting."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast

from stbpi.table.events import Micros
from stbpi.tray.bus import Smbus, SpiDevice
from stbpi.tray.bus_runner import Runner, Stepped, ThreadRunner
from stbpi.tray.errors import TrayUnavailableError
from stbpi.tray.parts import Scanner

if TYPE_CHECKING:
    from stbpi.tray.scanner.backend import Opener, ScannerContacts


class Hardware(Protocol):
    """Ways to buses and time. Both openings raise ``OSError``; where a library is missing,
    ``TrayUnavailableError``.
    """

    def open_i2c(self, bus: int) -> Smbus:
        """Open ``/dev/i2c-BUS``."""

    def open_spi(self, bus: int, device: int, khz: int) -> SpiDevice:
        """Open ``/dev/spidevBUS.DEVICE`` in mode 0 with that clock."""

    def settle(self, for_us: Micros) -> None:
        """Wait at least that long."""

    def runner(self, name: str, stepped: Sequence[Stepped]) -> Runner:
        """Who looks at the parts of one bus."""

    def scanner_ports(self, scanner: Scanner) -> Opener:
        """Who finds and opens the port a flap scanner is on."""

    def listener(self, contacts: ScannerContacts) -> Runner:
        """Who reads that port."""

    def check(self, *, i2c: bool, spi: bool) -> None:
        """Raise ``TrayUnavailableError`` unless the libraries for these buses are installed."""


class PiHardware:
    """A Raspberry Pi's."""

    def open_i2c(self, bus: int) -> Smbus:
        """Open an I2C bus with smbus2."""
        from stbpi.tray.bus_prepared import open_prepared

        return open_prepared(bus)

    def open_spi(self, bus: int, device: int, khz: int) -> SpiDevice:
        """Open an SPI device with spidev."""
        from spidev import SpiDev

        spi: Any = SpiDev()  # has no types
        spi.open(bus, device)
        spi.mode = 0
        spi.max_speed_hz = khz * 1000
        return cast(SpiDevice, spi)

    def settle(self, for_us: Micros) -> None:
        """Sleep, on a thread that has nothing else to do."""
        time.sleep(for_us / 1_000_000)

    def runner(self, name: str, stepped: Sequence[Stepped]) -> Runner:
        """A thread."""
        return ThreadRunner(name, stepped)

    def scanner_ports(self, scanner: Scanner) -> Opener:
        """The ports of this computer, with pyserial."""
        from stbpi.tray.scanner.port import Finder
        from stbpi.tray.scanner.reader import SerialPort

        return Finder(scanner, SerialPort)

    def listener(self, contacts: ScannerContacts) -> Runner:
        """A thread that waits for bytes."""
        from stbpi.tray.scanner.reader import ScannerThread

        return ScannerThread(contacts)

    def check(self, *, i2c: bool, spi: bool) -> None:
        """Import what will be needed."""
        try:
            if i2c:
                import smbus2  # noqa: F401
            if spi:
                import spidev  # noqa: F401
        except ImportError as error:
            raise TrayUnavailableError(
                f"{error.name}, which reaches the bus the switches hang on, is not installed: "
                'pip install "stbpi[pi]", or on Raspberry Pi OS apt install '
                f'python3-{error.name}; to play without a Pi set [board] backend = "simulated"'
            ) from None
