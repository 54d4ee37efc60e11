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
MOST_BEHIND_S = 0.2
"""Further behind the clock than this the emulator gives up to catch up."""


class Port:
    """Frames as they come; until the first greeting there may be one that opening it has cut."""

    def __init__(self, path: str) -> None:
        self.serial = serial.Serial(path, 115200, timeout=0.2, exclusive=True)
        self._begun = b""
        self._may_be_cut = True

    def until(self, wanted: Callable[[wire.Frame], bool]) -> wire.Frame:
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            whole, end, self._begun = (
                self._begun + self.serial.read(max(1, self.serial.in_waiting))
            ).rpartition(b"\0")
            if not end:
                continue
            frames = wire.read(whole + end, cut=self._may_be_cut)
            self._may_be_cut &= all(frame.type != wire.HELLO for frame in frames)
            found = None
            for frame in frames:
                if frame.type == wire.SNAPSHOT:
                    self.serial.write(wire.ack(frame.sequence))
                if not found and wanted(frame):
                    found = frame
            if found:
                return found
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
    """By what it reckoned whenever it looked at both; what a busy machine made it give up is no fault of its own."""
    with Nano(kit, tmp_path, stepped=False) as nano:
        began, before = time.monotonic(), nano.figures()
        port = Port(nano.port)
        for _ in range(3):
            port.until(lambda frame: frame.type == wire.HELLO)
        after, ended = nano.figures(), time.monotonic()
        port.serial.close()
    clock, paced, given_up = (
        (after[name] - before[name]) / 1e6 for name in ("clock_us", "paced_us", "given_up_us")
    )
    assert abs(clock - given_up - paced) < 0.001 + MOST_BEHIND_S
    assert paced > 0.99, "from one greeting to the third"
    assert began * 1e6 < after["clock_us"] <= ended * 1e6
    # Its frames come when it says that they do: nobody has read three greetings before they were sent.
    assert ended - began > 0.99 - MOST_BEHIND_S


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
