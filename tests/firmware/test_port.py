"""Behind a real port: pyserial on the emulator's pty, at the clock's pace."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import serial

from tests.firmware import wire
from tests.firmware.kit import Kit
from tests.firmware.nano import Nano

PATIENCE_S = 20


class Port:
    """Frames as they come."""

    def __init__(self, path: str) -> None:
        self.serial = serial.Serial(path, 115200, timeout=0.2, exclusive=True)
        self._begun = b""

    def until(self, wanted: Callable[[wire.Frame], bool]) -> wire.Frame:
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            whole, end, self._begun = (
                self._begun + self.serial.read(max(1, self.serial.in_waiting))
            ).rpartition(b"\0")
            for frame in wire.read(whole + end):
                if frame.type == wire.SNAPSHOT:
                    self.serial.write(wire.ack(frame.sequence))
                if wanted(frame):
                    return frame
        raise AssertionError("nothing of that kind came")


def test_opening_the_port_resets_the_scanner_and_flaps_are_told(kit: Kit, tmp_path: Path) -> None:
    link = tmp_path / "by-id"
    with Nano(kit, tmp_path, "--link", str(link), "--reset-on-open", stepped=False) as nano:
        nano.ask("contact", 1, 1, 1)
        assert link.resolve() == Path(nano.port)
        for _ in range(2):
            port = Port(str(link))
            hello = port.until(lambda frame: frame.type == wire.HELLO)
            assert hello.payload[5] == 2, "an external reset"
            port.serial.write(wire.welcome())
            first = port.until(lambda frame: frame.type == wire.SNAPSHOT)
            assert (first.flags, first.closed) == (wire.FIRST, {(1, 1)})
            nano.ask("contact", 6, 12, 1)
            told = port.until(lambda frame: frame.type == wire.SNAPSHOT and frame.changes == 1)
            assert told.closed == {(1, 1), (6, 12)}
            nano.ask("contact", 6, 12, 0)
            port.until(lambda frame: frame.type == wire.SNAPSHOT and frame.changes == 2)
            port.serial.close()
    assert not link.is_symlink()


def test_its_clock_goes_as_ours_does(kit: Kit, tmp_path: Path) -> None:
    with Nano(kit, tmp_path, stepped=False) as nano:
        began, was = time.monotonic(), int(nano.ask("now"))
        port = Port(nano.port)
        for _ in range(3):
            port.until(lambda frame: frame.type == wire.HELLO)
        passed = (int(nano.ask("now")) - was) / 1e6
        assert abs(passed - (time.monotonic() - began)) < 0.3
        port.serial.close()


def test_whoever_opens_a_port_that_another_has_resets_nothing(kit: Kit, tmp_path: Path) -> None:
    """DTR is up already."""
    with Nano(kit, tmp_path, "--reset-on-open", stepped=False) as nano:
        port = Port(nano.port)
        port.until(lambda frame: frame.type == wire.HELLO)
        port.serial.write(wire.welcome())
        port.until(lambda frame: frame.type == wire.SNAPSHOT)
        before = nano.figures()["resets"]
        for _ in range(5):
            os.close(os.open(nano.port, os.O_RDWR | os.O_NOCTTY))
            nano.ask("contact", 1, 1, 1)
        port.until(lambda frame: frame.type == wire.SNAPSHOT and frame.closed == {(1, 1)})
        assert nano.figures()["resets"] == before
        port.serial.close()
        again = Port(nano.port)
        again.until(lambda frame: frame.type == wire.HELLO)
        assert nano.figures()["resets"] == before + 1
        again.serial.close()
