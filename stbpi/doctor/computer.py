"""The computer as the doctor sees it: its files under a root, its commands, and what answers on its buses."""

from __future__ import annotations

import errno
import fcntl
import os
import pwd
import struct
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from stbpi.daemon.machine import Ask, ask_command, own_addresses
from stbpi.tray.factory import Chip
from stbpi.tray.scanner.frames import Hello

SERVICE_USER = "stbpi"
"""Whom the service runs as."""

GET_CHIPINFO = 0x8044B401
"""GPIO_GET_CHIPINFO_IOCTL of linux/gpio.h: name and label of 32 bytes each, and how many lines."""

_CHIPINFO = struct.Struct("32s32sI")

HEARD_WITHIN_S = 3.0
"""Opening its port resets a scanner for about a second, and its first HELLO comes within another."""


class Unheard(OSError):  # noqa: N818 - it is what the scanner is
    """A port on which no scanner speaks."""


@dataclass(frozen=True, slots=True)
class Computer:
    """``root`` is where the system's files are, ``ask`` runs a command.

    ``answering`` gives the addresses that answer on an I2C bus, of those it is given, and raises OSError where the bus
    cannot be used; ``hear`` opens a serial port and gives the scanner's HELLO, and raises OSError where there is none;
    ``addresses`` are this computer's own.
    """

    root: Path = Path("/")
    ask: Ask = ask_command
    user: str = ""
    answering: Callable[[Path, Iterable[int]], list[int]] = lambda device, asked: answering(device, asked)
    chip_info: Callable[[Path], str] = lambda device: chip_label(device)
    hear: Callable[[str], Hello] = lambda port: hear(port)
    addresses: Callable[[], Sequence[str]] = own_addresses

    def text(self, path: str) -> str | None:
        """What stands in a file; None where it cannot be read."""
        try:
            return (self.root / path).read_text(encoding="utf-8", errors="replace").strip("\0\n ")
        except OSError:
            return None

    def exists(self, path: str) -> bool:
        """Whether there is such a file or device."""
        return (self.root / path).exists()

    def chips(self) -> tuple[Chip, ...]:
        """The GPIO chips by ascending number: the label of each, or why it cannot be opened."""
        found = (path.name.removeprefix("gpiochip") for path in (self.root / "dev").glob("gpiochip*"))
        chips = []
        for number in sorted(int(name) for name in found if name.isdecimal()):
            try:
                chips.append(Chip(number, self.chip_info(self.root / f"dev/gpiochip{number}")))
            except OSError as error:
                chips.append(Chip(number, None, error.strerror or str(error)))
        return tuple(chips)

    def whose(self) -> str:
        """Whom the daemon runs as: the service's user where there is one, else whoever asks."""
        names = {line.partition(":")[0] for line in (self.text("etc/passwd") or "").splitlines()}
        return SERVICE_USER if SERVICE_USER in names else self.user or _myself()

    def groups_of(self, user: str) -> frozenset[str]:
        """The groups a user is in, by the system's files, the first one included."""
        main = ""
        for line in (self.text("etc/passwd") or "").splitlines():
            fields = line.split(":")
            if fields[0] == user and len(fields) > 3:
                main = fields[3]
        groups = set()
        for line in (self.text("etc/group") or "").splitlines():
            fields = line.split(":")
            if len(fields) > 3 and (user in fields[3].split(",") or (main and fields[2] == main)):
                groups.add(fields[0])
        return frozenset(groups)

    def known_groups(self) -> frozenset[str]:
        """Every group there is."""
        return frozenset(line.partition(":")[0] for line in (self.text("etc/group") or "").splitlines())


def _myself() -> str:
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def chip_label(device: Path) -> str:
    """The label of a GPIO chip, asked of the kernel: no line of it is touched. Raises OSError."""
    descriptor = os.open(device, os.O_RDWR | os.O_CLOEXEC)
    try:
        told = fcntl.ioctl(descriptor, GET_CHIPINFO, bytes(_CHIPINFO.size))
    finally:
        os.close(descriptor)
    return str(_CHIPINFO.unpack(told)[1].partition(b"\0")[0].decode(errors="replace"))


def answering(device: Path, asked: Iterable[int]) -> list[int]:
    """Which of these 7-bit addresses answer on a bus: one byte is read of each, which changes nothing in the chips
    that hang on a tray. Raises OSError where the bus cannot be opened.
    """
    try:
        from smbus2 import SMBus
    except ImportError as missing:
        raise OSError(errno.ENOPKG, f"{missing.name} is not installed") from missing
    found = []
    with SMBus(str(device)) as bus:
        for address in asked:
            try:
                bus.read_byte(address)
            except OSError as error:
                if error.errno == errno.EBUSY:
                    # A driver of the kernel has it: something is there.
                    found.append(address)
            else:
                found.append(address)
    return found


def hear(port: str) -> Hello:
    """Open a port and wait for the scanner's HELLO, asking for it. Raises OSError."""
    import time

    from stbpi.tray.scanner.frames import Ping, to_wire
    from stbpi.tray.scanner.parser import Parser
    from stbpi.tray.scanner.reader import SerialPort

    line = SerialPort(port)
    never, unwritten = os.pipe()
    try:
        parser = Parser()
        due = time.monotonic() + HEARD_WITHIN_S
        asked = False
        while (left := due - time.monotonic()) > 0:
            line.wait(min(left, 0.5), never)
            for heard in parser.feed(line.read()):
                if heard.frame is not None and isinstance(heard.frame.frame, Hello):
                    return heard.frame.frame
            if not asked and left < HEARD_WITHIN_S - 1.5:
                # Not before the reset that the opening makes is over.
                line.write(to_wire(0, Ping()))
                asked = True
    finally:
        line.close()
        os.close(never)
        os.close(unwritten)
    raise Unheard(errno.ETIMEDOUT, "no scanner speaks there", port)
