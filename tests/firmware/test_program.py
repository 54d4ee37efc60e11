"""The program that is flashed, on an emulated Nano in virtual time."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.firmware import wire
from tests.firmware.kit import FIRMWARE, Kit, make
from tests.firmware.nano import Nano

CYCLES_PER_MS = 16_000
POWER, EXTERNAL, BROWN_OUT, WATCHDOG = 1, 2, 4, 8


def bounce(nano: Nano, row: int, column: int, level: int, seed: int) -> None:
    """Up to 25 ms of it, then ``level``."""
    chance = random.Random(seed)
    at, now = 0, level
    while at < 25_000:
        nano.contact(row, column, now, at)
        now ^= 1
        at += chance.randint(100, 6000)
    nano.contact(row, column, level, 25_000)


def test_every_flap_is_told_from_every_other_bounce_and_all(nano: Nano) -> None:
    nano.meet()
    expected: set[tuple[int, int]] = set()
    for number in range(72):
        row, column = number // 12 + 1, number * 5 % 12 + 1
        expected ^= {(row, column)}
        bounce(nano, row, column, int((row, column) in expected), number)
        told = nano.snapshots(60)
        assert [(frame.closed, frame.flags) for frame in told] == [(expected, 0)], (row, column)
    assert told[-1].changes == 72


def test_no_crowd_of_closed_flaps_shows_one_that_is_open(nano: Nano) -> None:
    """Each column in turn open in one row only; row 6 is the one with the LED."""
    nano.meet()
    for row in range(1, 7):
        for column in range(1, 13):
            nano.contact(row, column, 1)
    everything = {(row, column) for row in range(1, 7) for column in range(1, 13)}
    assert nano.snapshots(60)[-1].closed == everything
    for row in range(1, 7):
        nano.contact(row, row * 2, 0)
        assert nano.snapshots(60)[-1].closed == everything - {(row, row * 2)}
        nano.contact(row, row * 2, 1)
        assert nano.snapshots(60)[-1].closed == everything
    for row in range(1, 6):
        for column in range(1, 13):
            nano.contact(row, column, 0)
    assert nano.snapshots(60)[-1].closed == {(6, column) for column in range(1, 13)}


def test_slow_wires_are_read_right(kit: Kit, tmp_path: Path) -> None:
    """Columns that their pull-ups would take longer to raise than the whole matrix takes to be read."""
    with Nano(kit, tmp_path, "--rise", "300") as nano:
        nano.meet()
        for row in range(1, 7):
            nano.contact(row, row, 1)
        assert nano.snapshots(60)[-1].closed == {(row, row) for row in range(1, 7)}


def test_a_flap_is_told_a_window_after_it_rests(nano: Nano) -> None:
    """By the wire's last byte: a scan, its work, the frame's own time; at worst that of a heartbeat before it."""
    nano.meet()
    latencies = []
    for number in range(40):
        nano.run(50 + number / 20)
        nano.heard()
        nano.contact(3, 3, number + 1 & 1)
        told_after = 30.0
        nano.run(told_after)
        while not (frames := [frame for frame in nano.heard() if frame.changes == number + 1]):
            nano.run(0.1)
            told_after += 0.1
        nano.send(wire.ack(frames[-1].sequence))
        latencies.append(told_after - 30)
    assert 1.7 < min(latencies) <= sorted(latencies)[30] < 3.4
    assert max(latencies) < 5.5


def test_flaps_that_are_down_at_power_on_are_a_picture(nano: Nano) -> None:
    nano.contact(2, 7, 1)
    nano.ask("button", 1)
    nano.run(1)
    nano.ask("reset", "power")
    first = nano.meet()
    assert (first.closed, first.changes, first.flags) == ({(2, 7)}, 0, wire.FIRST | wire.BUTTON)
    nano.ask("button", 0)
    assert [frame.flags for frame in nano.snapshots(60)] == [0]


@pytest.mark.parametrize(
    ("name", "cause"), [("power", POWER), ("external", EXTERNAL), ("brownout", BROWN_OUT)]
)
def test_a_reset_says_what_it_was(nano: Nano, name: str, cause: int) -> None:
    nano.meet()
    nano.ask("reset", name)
    nano.run(10)
    hello = nano.heard()[-1]
    assert (hello.type, hello.payload[5]) == (wire.HELLO, cause)


def test_the_watchdog_ends_a_hang_and_no_flap_is_invented(nano: Nano) -> None:
    nano.meet()
    nano.contact(4, 9, 1)
    assert nano.snapshots(60)[-1].closed == {(4, 9)}
    nano.ask("hang")
    nano.run(100)
    assert nano.heard() == []
    nano.contact(4, 10, 1)
    nano.run(60)
    hello = nano.heard()[0]
    assert (hello.type, hello.payload[5]) == (wire.HELLO, WATCHDOG)
    nano.send(wire.welcome())
    (first,) = nano.snapshots(60)
    assert (first.flags, first.closed, first.changes) == (wire.FIRST, {(4, 9), (4, 10)}, 0)
    assert nano.figures()["resets"] == 2


def test_the_window_is_kept_without_power(nano: Nano, kit: Kit, tmp_path: Path) -> None:
    nano.meet()
    nano.send(wire.config(5))
    nano.run(50)
    nano.contact(1, 1, 1)
    nano.run(12)
    assert [frame.closed for frame in nano.heard() if frame.changes] == [{(1, 1)}]
    nano.ask("power", "off")
    nano.run(500)
    nano.ask("power", "on")
    nano.run(10)
    assert nano.heard()[-1].payload[6:] == wire.configuration_crc(5).to_bytes(2, "little")
    assert (tmp_path / "eeprom").read_bytes()[16:20] == b"\x01\x05" + wire.configuration_crc(5).to_bytes(
        2, "little"
    )


def test_the_window_may_be_from_1_to_50_ms(nano: Nano) -> None:
    nano.meet()
    for window in (1, 50):
        nano.send(wire.config(window))
        nano.run(50)
        nano.heard()
        nano.contact(1, 1, int(window == 1))
        nano.run(window - 0.5)
        assert [frame for frame in nano.snapshots(0.2, 0.2) if frame.changes == 1 + (window == 50)] == []
        assert len(nano.snapshots(10)) == 1


def test_good_frames_are_found_in_100_kb_of_noise(nano: Nano) -> None:
    """A hundred CONFIGs, each with another window, as the greeting shows; the rest is counted."""
    nano.meet()
    chance = random.Random(7)
    for number in range(100):
        nano.send(chance.randbytes(1000) + b"\0" + wire.config(10 + number % 40) + b"\0")
        nano.run(95)
        nano.send(wire.ping())
        nano.run(10)
        hello = [frame for frame in nano.heard() if frame.type == wire.HELLO][-1]
        assert hello.payload[6:] == wire.configuration_crc(10 + number % 40).to_bytes(2, "little"), number
        nano.send(wire.welcome())
        nano.run(3)
    nano.snapshots(60)
    nano.run(5000)
    bad = [frame.payload for frame in nano.heard() if frame.type == wire.STATS][-1][6:8]
    assert int.from_bytes(bad, "little") > 300


def test_a_wire_that_hums_is_told_within_ten_seconds_and_no_longer_than_it_hums(nano: Nano) -> None:
    """Its flap stays as it was, and the others go on."""
    nano.meet()
    told = []
    for number in range(1001):
        nano.contact(2, 8, number & 1)
        if number == 500:
            nano.contact(5, 1, 1)
        nano.run(10)
        told += nano.heard()
        nano.send(wire.ack(1) + wire.ack(2))
    assert {tuple(sorted(frame.closed)) for frame in told if frame.type == wire.SNAPSHOT} == {(), ((5, 1),)}
    assert [frame.payload[8:] for frame in told if frame.type == wire.STATS][-1] == b"\xff\xff"
    nano.run(5100)
    stats = [frame.payload for frame in nano.heard() if frame.type == wire.STATS][-1]
    assert int.from_bytes(stats[8:], "little") < 2550


def stated_stack() -> int:
    found = re.search(r"^STACK := (\d+)$", (FIRMWARE / "flapscan/Makefile").read_text(), re.MULTILINE)
    assert found
    return int(found[1])


def stated_work(of: str) -> float:
    """Milliseconds of work in a millisecond, as docs/scanner.md has them."""
    found = re.search(rf"([\d.]+) ms {of}", (FIRMWARE.parent / "docs/scanner.md").read_text(encoding="utf-8"))
    assert found
    return float(found[1])


STORMS = {
    "of everything": lambda chance: chance.choice(
        [
            wire.ping(),
            wire.welcome(),
            wire.config(chance.randint(1, 9)),
            wire.ack(chance.randint(0, 255)),
            b"\0" * 9,
        ]
    ),
    "of welcomes": lambda chance: wire.welcome(),
}


@pytest.mark.parametrize("said", STORMS.values(), ids=STORMS.keys())
def test_it_is_in_time_whatever_comes_and_the_stack_is_as_deep_as_stated(
    nano: Nano, said: Callable[[random.Random], bytes]
) -> None:
    """Every contact moves at every scan and all come to rest at once, while the wire brings frames without a pause."""
    nano.meet()
    nano.send(wire.config(1))
    nano.run(20)
    chance = random.Random(3)
    for number in range(60):
        for row in range(1, 7):
            for column in range(1, 13):
                for at in range(8 if number & 1 else chance.randint(0, 8)):
                    nano.contact(row, column, at & 1 ^ number & 1, at * 1000)
        nano.send(b"".join(said(chance) for _ in range(20)))
        nano.run(12)
    nano.run(200)
    nano.send(wire.welcome())
    nano.snapshots(5100)
    figures = nano.figures()
    assert 0.7 < figures["worst_loop_cycles"] / CYCLES_PER_MS <= stated_work("at worst")
    assert figures["stack_bytes"] <= stated_stack()
    assert figures["stack_bytes"] > stated_stack() - 24, "a stack that needs less should be stated so"


def test_at_rest_it_sleeps_most_of_the_time(nano: Nano) -> None:
    nano.meet()
    nano.ask("clear")
    nano.run(1000)
    figures = nano.figures()
    assert 0.1 < figures["mean_loop_cycles"] / CYCLES_PER_MS <= stated_work("when all rests")
    # Four heartbeats of 21 bytes a second; and in 10 s two STATS of 16.
    assert figures["sent"] == 84
    nano.run(9000)
    assert nano.figures()["sent"] == 10 * 84 + 2 * 16


def test_no_scan_was_late_in_all_that(nano: Nano) -> None:
    nano.meet()
    for number in range(30):
        for column in range(1, 13):
            nano.contact(number % 6 + 1, column, number & 1)
        nano.snapshots(200)
    nano.run(5000)
    stats = [frame.payload for frame in nano.heard() if frame.type == wire.STATS][-1]
    assert (stats[4:6], stats[6:8]) == (b"\0\0", b"\0\0")


def test_smaller_builds_have_lamps(kit: Kit, tmp_path: Path) -> None:
    """Four rows of ten: lamps 1 to 4 are D12, D13, A4 and A5."""
    made = make("flapscan", "ROWS=4", "COLUMNS=10")
    assert "warning" not in made.stderr
    program = FIRMWARE / "flapscan/build/flapscan-4x10.elf"
    with Nano(kit, tmp_path, program=program) as nano:
        nano.run(10)
        hello = nano.heard()[0]
        assert tuple(hello.payload[3:5]) == (4, 10)
        for lamps, portb, portc in ((0b0001, 0x10, 0), (0b0110, 0x20, 0x10), (0b1000, 0, 0x20)):
            nano.send(wire.config(30, lamps))
            nano.run(10)
            lit = nano.figures()
            assert (lit["portb"], lit["portc"], lit["portd"]) == (portb, portc, 0)
        nano.send(wire.welcome())
        nano.contact(4, 10, 1)
        told = nano.snapshots(60)
        assert told[-1].rows == (0, 0, 0, 0x200)


def test_it_fits_with_room_to_spare_and_says_so_when_it_does_not(kit: Kit) -> None:
    size = re.search(
        r"(\d+) of 8192 bytes of flash, (\d+) \+ (\d+) \(stack\) = (\d+) of 512 bytes of RAM", kit.size
    )
    assert size, kit.size
    assert make("flapscan", "RAM_LIMIT=400", check=False).returncode != 0
    assert make("flapscan", "FLASH_LIMIT=4000", check=False).returncode != 0
    assert make("flapscan", "ROWS=7", check=False).returncode != 0
