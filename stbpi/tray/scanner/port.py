"""The serial port a scanner is on: what it can do, how it is found by what is plugged in, and who else has it."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from stbpi.tray.parts import Scanner

DEVICES = Path("/dev/serial")
PROCESSES = Path("/proc")


class NoPortError(OSError):
    """There is no port to open."""


class PortBusyError(OSError):
    """Another program has the port."""


class Port(Protocol):
    """An open line to a scanner. All but ``close`` raise OSError once it is gone."""

    name: str

    def read(self) -> bytes:
        """What has come since the last read; empty while nothing has."""

    def write(self, data: bytes) -> None:
        """Send bytes."""

    def wait(self, seconds: float, wake: int) -> None:
        """Return when something has come, the file descriptor ``wake`` is readable, or the time is over."""

    def close(self) -> None:
        """Let go of it. A second time does nothing."""


def candidates(scanner: Scanner, devices: Path = DEVICES) -> Sequence[str]:
    """The ports a scanner may be on, the likeliest first.

    The one the profile names, or else what udev lists by id, or where it lists nothing by path: these names stay when
    ttyUSB0 becomes ttyUSB1. Raises ``NoPortError`` where there is none.
    """
    if scanner.port is not None:
        return (scanner.port,)
    for folder in ("by-id", "by-path"):
        try:
            found = sorted((devices / folder).iterdir(), key=_unlikely)
        except OSError:
            continue
        if found:
            return tuple(map(str, found))
    raise NoPortError(
        errno.ENODEV, f"nothing is listed in {devices}/by-id or by-path; plug the scanner into a USB port"
    )


LIKELY = ("Arduino", "1a86", "FTDI", "MicroPython", "Raspberry_Pi_Pico", "Silicon_Labs")
"""How a Nano's or Pico's USB chip names itself; 1a86 is the maker of the CH340."""


def _unlikely(path: Path) -> tuple[bool, str]:
    return not any(word in path.name for word in LIKELY), path.name


class Finder:
    """Opens one candidate after the other, until one turns out to be a scanner."""

    def __init__(
        self,
        scanner: Scanner,
        open_port: Callable[[str], Port],
        devices: Path = DEVICES,
    ) -> None:
        self._scanner = scanner
        self._open = open_port
        self._devices = devices
        self._tried: str | None = None

    def open(self, *, another: bool) -> Port:
        """Open the port tried last, or, where ``another`` is asked for, the next one. Raises OSError."""
        names = candidates(self._scanner, self._devices)
        place = names.index(self._tried) if self._tried in names else 0
        if another and self._tried in names:
            place = (place + 1) % len(names)
        self._tried = names[place]
        return self._open(self._tried)


def busy(name: str, processes: Path = PROCESSES) -> PortBusyError:
    """What to raise for a port that another program has, naming it where it can be found."""
    holder = holder_of(name, processes)
    which = f"{holder} has it" if holder else "another program has it, ModemManager perhaps"
    return PortBusyError(errno.EBUSY, f"{which}; end it, or wait until it lets go", name)


def holder_of(name: str, processes: Path = PROCESSES) -> str | None:
    """The program that holds a device file: its name and process id. None where that cannot be seen."""
    device = os.path.realpath(name)
    mine = str(os.getpid())
    for process in processes.glob("[0-9]*"):
        try:
            files = list((process / "fd").iterdir())
        except OSError:
            continue  # another user's, or over
        for file in files:
            try:
                held = str(file.readlink()) == device
            except OSError:
                continue
            if held and process.name != mine:
                return f"{_called(process)} (process {process.name})"
    return _locking(device, processes)


def _locking(device: str, processes: Path) -> str | None:
    """Who has locked it: /proc/locks tells that of everybody's processes."""
    try:
        found = Path(device).stat()
        locks = (processes / "locks").read_text(encoding="utf-8")
    except OSError:
        return None
    inode = f"{os.major(found.st_dev):02x}:{os.minor(found.st_dev):02x}:{found.st_ino}"
    for line in locks.splitlines():
        fields = line.split()
        if inode in fields and "FLOCK" in fields and (process := processes / fields[4]).is_dir():
            return f"{_called(process)} (process {process.name})"
    return None


def _called(process: Path) -> str:
    try:
        return (process / "comm").read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return "a program"
