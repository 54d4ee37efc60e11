"""What a simulated scanner is plugged into: the port as a host opens it, and what can be wrong with that."""

from __future__ import annotations

import errno
from collections.abc import Callable
from random import Random
from typing import Protocol, TypeVar

from stbpi.table.events import Micros
from stbpi.tray.scanner.frames import Reset
from stbpi.tray.scanner.port import NoPortError, Port, PortBusyError
from stbpi.tray.scanner.simulated import BOOTS, BYTE, SimulatedScanner
from stbpi.tray.timeline import Timeline


class NearEnd(Port, Protocol):
    """A port to which the bytes of a simulated scanner can be handed."""

    def arrive(self, data: bytes) -> None:
        """Bytes have come."""


AnyPort = TypeVar("AnyPort", bound=NearEnd)


class SimulatedPort:
    """The near end of a simulated scanner's line. ``woken`` is called when bytes have come."""

    def __init__(self, plug: SimulatedPlug) -> None:
        self.name = plug.name
        self._plug = plug
        self._arrived = bytearray()

    def arrive(self, data: bytes) -> None:
        """Bytes have come."""
        self._arrived += data

    def read(self) -> bytes:
        """What has come since the last read."""
        self._plug.check(self)
        data = bytes(self._arrived)
        self._arrived.clear()
        return data

    def write(self, data: bytes) -> None:
        """Send bytes."""
        self._plug.check(self)
        self._plug.to_scanner(data)

    def wait(self, seconds: float, wake: int) -> None:
        """A simulation's timeline waits for nothing."""

    def close(self) -> None:
        """Let go of it."""
        self._plug.let_go(self)


class SimulatedPlug:
    """What a simulated scanner is plugged into, and what can be wrong with that. It opens ``SimulatedPort``.

    Opening resets the scanner, where ``resets`` is true.
    """

    name = "/dev/serial/by-id/usb-simulated_flap_scanner-if00"

    def __init__(self, scanner: SimulatedScanner, timeline: Timeline, random: Random) -> None:
        self._scanner = scanner
        self._timeline = timeline
        self._random = random
        self._port: NearEnd | None = None
        self.woken: Callable[[], None] = lambda: None
        self.resets = True
        self.out = False
        self.holder: str | None = None
        self.noisy = False
        scanner.send = self._from_scanner

    def open(self, *, another: bool) -> SimulatedPort:
        """Open the port."""
        return self.opened_as(lambda: SimulatedPort(self))

    def opened_as(self, port: Callable[[], AnyPort]) -> AnyPort:
        """Open the port as one that is made by ``port``, and to which what the scanner sends arrives."""
        if self.out:
            raise NoPortError(errno.ENODEV, "nothing is listed in /dev/serial/by-id; plug the scanner in")
        if self.holder is not None:
            raise PortBusyError(
                errno.EBUSY, f"{self.holder} has it; end it, or wait until it lets go", self.name
            )
        opened = port()
        self._port = opened
        if self.resets:
            self._scanner.reset(Reset.EXTERNAL, BOOTS)
        return opened

    def hang_up(self) -> None:
        """Take the port from whoever has it, as a program does that opens it by force."""
        self._port = None
        self.woken()

    def pull(self, out: bool) -> None:
        """Pull the plug, or put it in again; the scanner has its supply through it."""
        if out == self.out:
            return
        self.out = out
        self._scanner.reset(Reset.POWER_ON, BOOTS)
        self.woken()

    def check(self, port: NearEnd) -> None:
        """Raise what a read or write raises while the plug is out, or once the port was taken away."""
        if self.out or port is not self._port:
            raise OSError(errno.EIO, "Input/output error")

    def to_scanner(self, data: bytes) -> None:
        """Bytes leave the host."""
        at = self._timeline.instant + len(data) * BYTE
        self._timeline.at(at, lambda at: self._scanner.receive(data, at))

    def let_go(self, port: NearEnd) -> None:
        """A port was closed."""
        if self._port is port:
            self._port = None

    def _from_scanner(self, data: bytes, at: Micros) -> None:
        if self.out or self._port is None:
            return
        self._port.arrive(self._spoilt(data) if self.noisy else data)
        self.woken()

    def _spoilt(self, data: bytes) -> bytes:
        """One piece in three has a byte with another bit in it, or one more, or one less."""
        spoilt = bytearray(data)
        place = self._random.randrange(len(spoilt))
        match self._random.randrange(9):
            case 0:
                spoilt[place] ^= 1 << self._random.randrange(8)
            case 1:
                spoilt.insert(place, self._random.randrange(256))
            case 2:
                del spoilt[place]
            case _:
                pass
        return bytes(spoilt)
