"""A scanner's port, read with pyserial, and the thread that has it to itself: it waits for bytes, nobody for it."""

from __future__ import annotations

import errno
import fcntl
import os
import select
import termios
import threading
from collections.abc import Callable
from contextlib import suppress

import serial

from stbpi.table.events import Micros
from stbpi.tray.bus_runner import CLOSE_WITHIN_S, Stepped, monotonic_micros
from stbpi.tray.scanner.backend import ScannerContacts
from stbpi.tray.scanner.port import busy

BAUD = 115_200
"""8N1, as the firmware has it."""

WRITE_WITHIN_S = 0.5
"""A host's frame has some ten bytes; a port that does not take them within this takes nothing more."""

AT_ONCE = 4096
"""Bytes of one read: what the kernel holds for a port."""

LONGEST_WAIT_S = 1.0


class SerialPort:
    """A real one. Raises ``PortBusyError`` where another program has it, else OSError."""

    def __init__(self, name: str) -> None:
        self.name = name
        try:
            # timeout 0: a read takes what is there. exclusive: flock, which others that ask for it respect.
            self._serial = serial.Serial(name, BAUD, timeout=0, write_timeout=WRITE_WITHIN_S, exclusive=True)
        except termios.error as error:  # of a device that went while it was opened; it is no OSError
            raise OSError(error.args[0], os.strerror(error.args[0]), name) from None
        except OSError as error:
            if error.errno in (errno.EBUSY, errno.EWOULDBLOCK):
                raise busy(name) from None
            if isinstance(error.__context__, termios.error) and error.__context__.args[0] == errno.ENOTTY:
                raise OSError(errno.ENOTTY, "that is no serial port", name) from None
            if error.errno is None:  # pyserial's own words
                raise OSError(errno.EIO, str(error), name) from None
            raise OSError(error.errno, os.strerror(error.errno), name) from None
        try:
            # And TIOCEXCL, which nobody's open gets past: another reader would take every other byte.
            fcntl.ioctl(self._serial.fileno(), termios.TIOCEXCL)
        except OSError:
            self._serial.close()
            raise

    def read(self) -> bytes:
        """What has come since the last read."""
        try:
            return bytes(self._serial.read(AT_ONCE))
        except serial.SerialException as error:
            raise _plainly(error) from None

    def write(self, data: bytes) -> None:
        """Send bytes."""
        try:
            self._serial.write(data)
        except serial.SerialException as error:
            raise _plainly(error) from None

    def wait(self, seconds: float, wake: int) -> None:
        """Return when something has come, ``wake`` is readable, or the time is over."""
        select.select([self._serial.fileno(), wake], [], [], seconds)

    def close(self) -> None:
        """Let go of it, also where the device outlives its last user, as a pty does."""
        if self._serial.is_open:
            with suppress(OSError):
                fcntl.ioctl(self._serial.fileno(), termios.TIOCNXCL)
        self._serial.close()


class ScannerThread:
    """Steps a scanner's contacts whenever bytes have come, or when something is due. A ``Runner``."""

    def __init__(self, contacts: ScannerContacts, clock: Callable[[], Micros] = monotonic_micros) -> None:
        self._contacts = contacts
        self._clock = clock
        self._closing = False
        self._wake_read, self._wake_write = os.pipe()
        # A daemon thread: a port that never answers must not keep the program from ending.
        self._thread = threading.Thread(target=self._run, name="switches scanner", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def wake(self, who: Stepped) -> None:
        """Step now."""
        os.write(self._wake_write, b"\0")

    def close(self) -> bool:
        """End the thread; returns whether it ended within ``CLOSE_WITHIN_S``."""
        self._closing = True
        os.write(self._wake_write, b"\0")
        if self._thread.ident is not None:
            self._thread.join(CLOSE_WITHIN_S)
        ended = not self._thread.is_alive()
        if ended:
            os.close(self._wake_read)
            os.close(self._wake_write)
        return ended

    def _run(self) -> None:
        while not self._closing:
            now = self._clock()
            pause_s = min((self._contacts.step(now) - now) / 1_000_000, LONGEST_WAIT_S)
            self._pause(max(pause_s, 0.0))

    def _pause(self, seconds: float) -> None:
        port = self._contacts.port
        if port is None:
            wait_for(self._wake_read, seconds)
        else:
            try:
                port.wait(seconds, self._wake_read)
            except OSError:
                return  # it went while it was waited for: the next read says so
        drain(self._wake_read)


def _plainly(error: serial.SerialException) -> OSError:
    """What pyserial says of a port that is open, in words for people: of a plug that was pulled it guesses."""
    if isinstance(error, serial.SerialTimeoutException):
        return OSError(errno.ETIMEDOUT, "it takes no bytes any more")
    if error.errno is None:
        return OSError(errno.ENODEV, "it was unplugged")
    return OSError(error.errno, os.strerror(error.errno))


def wait_for(wake: int, seconds: float) -> None:
    """Return when ``wake`` is readable or the time is over."""
    select.select([wake], [], [], seconds)


def drain(wake: int) -> None:
    """Take what wakes, so that it does so once."""
    while select.select([wake], [], [], 0)[0]:
        os.read(wake, 64)
