"""The Pico's scanner as it is put on one, main.py and all, behind a real port; no real Pico has run it."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from stbpi.tray.scanner.frames import Ping, Welcome, to_wire
from tests.firmware import wire
from tests.firmware.conftest import interpreter_or_skip
from tests.firmware.match import play
from tests.firmware.pico import INTERPRETERS, PICO, WATCHDOG, Pico
from tests.firmware.test_port import Port

DOCUMENT = (Path(__file__).parents[2] / "docs/scanner.md").read_text(encoding="utf-8")
CALL = b"\r\x03"


@pytest.fixture
def port(pico: Pico) -> Iterator[Port]:
    opened = Port(pico.port)
    yield opened
    opened.serial.close()


def met(port: Port) -> wire.Frame:
    """From the port's opening to the first picture."""
    port.until(lambda frame: frame.type == wire.HELLO)
    port.serial.write(wire.welcome())
    return port.until(lambda frame: frame.type == wire.SNAPSHOT)


def shows(closed: set[tuple[int, int]], frame: wire.Frame) -> bool:
    return frame.type == wire.SNAPSHOT and frame.closed == closed


def test_it_greets_and_tells_flaps_and_button(pico: Pico, port: Port) -> None:
    pico.contact(1, 1, 1)
    hello = port.until(lambda frame: frame.type == wire.HELLO)
    assert hello.payload == bytes([1, 1, 0, 6, 12, 1]) + wire.configuration_crc(30).to_bytes(2, "little")
    port.serial.write(wire.welcome() + wire.config(5))
    first = port.until(lambda frame: frame.type == wire.SNAPSHOT)
    assert (first.flags & wire.FIRST, first.closed - {(1, 1)}) == (wire.FIRST, set())
    pico.contact(6, 12, 1)
    told = port.until(lambda frame: frame.type == wire.SNAPSHOT and len(frame.closed) == 2)
    assert (told.closed, told.flags) == ({(1, 1), (6, 12)}, 0)
    pico.ask("button", 1)
    told = port.until(lambda frame: frame.type == wire.SNAPSHOT and frame.flags == wire.BUTTON)
    assert told.closed == {(1, 1), (6, 12)}


@pytest.mark.parametrize("chip", ["RP2040", "RP2350"])
def test_every_flap_is_told_from_every_other(tmp_path: Path, chip: str) -> None:
    with Pico(interpreter_or_skip("cpython"), tmp_path, chip) as pico:
        port = Port(pico.port)
        met(port)
        port.serial.write(wire.config(1))
        expected: set[tuple[int, int]] = set()
        for number in range(72):
            row, column = number // 12 + 1, number * 5 % 12 + 1
            expected ^= {(row, column)}
            pico.contact(row, column, 1)
            port.until(partial(shows, expected))
        port.serial.close()


def test_its_window_outlives_a_reset_and_the_reset_is_told(pico: Pico, port: Port, tmp_path: Path) -> None:
    met(port)
    port.serial.write(wire.config(7))
    deadline = time.monotonic() + 20
    while not (tmp_path / "flapscan.bin").exists():
        assert time.monotonic() < deadline
        port.until(lambda frame: True)
    assert pico.reset(WATCHDOG) == ""
    hello = port.until(lambda frame: frame.type == wire.HELLO)
    assert hello.payload[5:] == b"\x08" + wire.configuration_crc(7).to_bytes(2, "little")


def test_until_it_is_welcomed_whoever_puts_files_on_it_gets_the_prompt(pico: Pico, port: Port) -> None:
    port.until(lambda frame: frame.type == wire.HELLO)
    port.serial.write(CALL)
    pico.end()


def test_nothing_a_host_says_before_that_is_taken_for_it() -> None:
    for sequence in range(256):
        for frame in (Ping(), Welcome()):
            assert CALL not in b"\0" + to_wire(sequence, frame) + b"\0"


def test_once_it_is_welcomed_no_bytes_stop_it(pico: Pico, port: Port) -> None:
    met(port)
    port.serial.write(CALL + b"\r\x01\x03\x04AT\r\n\0" + wire.ping())
    assert port.until(lambda frame: frame.type == wire.HELLO)
    port.serial.write(wire.welcome())
    stats = port.until(lambda frame: frame.type == wire.STATS)
    assert stats.payload[6:8] == b"\x01\x00"


@pytest.mark.parametrize("name", INTERPRETERS)
def test_two_people_play_to_the_end_on_it_and_a_reset_invents_nothing(tmp_path: Path, name: str) -> None:
    with Pico(interpreter_or_skip(name), tmp_path) as pico:

        def before(answer: int) -> None:
            if answer == 3:
                pico.reset(WATCHDOG)

        played = asyncio.run(play(pico, Path(pico.port), tmp_path, 2, 6, before))
    told = {state["prompt"]["code"] for state in played.states}
    assert told >= {"press_to_roll", "close_flaps", "match_over"}
    assert told.isdisjoint({"fault", "not_your_side"})
    link = played.report["link"]
    assert (link["up"], link["version"], link["reset"]) == (True, "1.0", "watchdog")
    assert sum(switch["changes"] for switch in played.report["switches"]) > 6


def test_the_document_has_its_pins() -> None:
    source = (PICO / "flapscan/board.py").read_text(encoding="utf-8")
    for what in ("GP0 to GP11", "GP12 to GP17", "GP18", "GP19 to GP22, GP26 to GP28"):
        assert what in source
        assert what in DOCUMENT
    copied = re.findall(r"mpremote fs cp (?:-r )?(\S+) :", DOCUMENT)
    assert {PICO.parents[1] / path for path in copied} == {PICO / "main.py", PICO / "flapscan"}
