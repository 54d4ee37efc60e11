"""What the program owes to its chip: time, sleep, a slow EEPROM that wears, resets, poor levels."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.firmware import wire
from tests.firmware.kit import Kit
from tests.firmware.nano import Nano

EXTERNAL, WATCHDOG = 2, 8
CYCLES_PER_MS = 16_000
WRITTEN_AFTER_MS = 18
"""A CONFIG's way over the wire, and four bytes into the EEPROM."""
NEXT = b"\0"


def fall_asleep(nano: Nano) -> None:
    """To where the program has just done its work, and sleeps until the next tick."""
    before = nano.figures()["loops"]
    while nano.figures()["loops"] == before:
        nano.run(0.05)


def statistics(nano: Nano) -> tuple[int, int, int, float]:
    """The next ones: uptime in ms, scans late, frames bad; and by how many ms the program's clock is behind ours."""
    nano.heard()
    nano.run(4700)
    told: list[bytes] = []
    for _ in range(1000):
        nano.run(1)
        told = [frame.payload for frame in nano.heard() if frame.type == wire.STATS]
        if told:
            break
    assert told, "statistics come every 5 s while the host acknowledges"
    uptime, late, bad = (int.from_bytes(told[0][a:b], "little") for a, b in ((0, 4), (4, 6), (6, 8)))
    return uptime, late, bad, int(nano.ask("now")) / 1000 - uptime


def settings_crc(nano: Nano) -> int:
    """As a greeting has it."""
    nano.send(wire.ping())
    nano.run(10)
    hello = [frame for frame in nano.heard() if frame.type == wire.HELLO][-1]
    return int.from_bytes(hello.payload[6:], "little")


def test_scans_that_are_late_are_counted_and_time_goes_on(nano: Nano) -> None:
    nano.meet()
    _, late, _, behind = statistics(nano)
    assert late == 0
    fall_asleep(nano)
    nano.ask("hang", 2_000)
    uptime, late, _, still_behind = statistics(nano)
    assert (late, uptime // 1000) == (1, 10)
    fall_asleep(nano)
    nano.ask("hang", 60_000)
    uptime, late, _, at_last_behind = statistics(nano)
    assert (late, uptime // 1000) == (60, 15)
    # What the wire takes for it, a heartbeat before it included, differs by less than this.
    assert max(behind, still_behind, at_last_behind) - min(behind, still_behind, at_last_behind) < 5
    assert nano.figures()["resets"] == 1


def test_at_rest_it_sleeps_indeed(nano: Nano) -> None:
    nano.meet()
    nano.ask("clear")
    nano.run(1000)
    assert nano.figures()["slept_cycles"] > 0.7 * 1000 * CYCLES_PER_MS


def test_settings_are_written_once_a_byte_at_a_time_and_no_scan_waits_for_it(nano: Nano) -> None:
    nano.meet()
    nano.ask("clear")
    for _ in range(3):
        nano.send(wire.config(5))
        nano.run(50)
    figures = nano.figures()
    assert figures["eeprom_writes"] == 4
    assert figures["worst_loop_cycles"] < CYCLES_PER_MS
    assert statistics(nano)[1] == 0


@pytest.mark.parametrize("after_ms", [3, 7, 11, 14, WRITTEN_AFTER_MS])
def test_settings_that_power_was_lacking_for_are_none(nano: Nano, after_ms: int) -> None:
    """From an EEPROM that has others, and whose byte under the pen is lost."""
    nano.meet()
    nano.send(wire.config(20))
    nano.run(50)
    nano.send(wire.config(5))
    nano.run(after_ms)
    nano.ask("power", "off", 100_000)
    nano.run(120)
    nano.heard()
    wanted = 5 if after_ms == WRITTEN_AFTER_MS else 30
    assert settings_crc(nano) == wire.configuration_crc(wanted)


def test_a_reset_does_not_cut_the_byte_that_is_being_written(nano: Nano) -> None:
    """At a moment at which want of power does, as above."""
    nano.meet()
    nano.send(wire.config(20))
    nano.run(50)
    nano.send(wire.config(5))
    nano.run(14)
    nano.ask("reset", "external")
    nano.run(10)
    nano.heard()
    assert settings_crc(nano) == wire.configuration_crc(5)
    assert nano.figures()["resets"] == 2


def test_the_watchdog_is_stopped_before_a_start_that_takes_long(nano: Nano) -> None:
    """After it has bitten, it would bite again 16 ms later; and each cause is told by itself."""
    nano.meet()
    nano.ask("hang")
    nano.run(120)
    while nano.figures()["resets"] == 1:
        nano.run(0.02)
    nano.ask("hang", 25_000)
    nano.run(50)
    assert nano.figures()["resets"] == 2
    assert [frame.payload[5] for frame in nano.heard() if frame.type == wire.HELLO] == [WATCHDOG]
    nano.ask("reset", "external")
    nano.run(10)
    assert [frame.payload[5] for frame in nano.heard() if frame.type == wire.HELLO] == [EXTERNAL]


def test_a_button_that_nobody_presses_is_up_from_the_first_picture_on(nano: Nano) -> None:
    """Not what the converter says before it has converted, or in its first, poor conversion."""
    first = nano.meet()
    assert first.flags == wire.FIRST
    assert nano.snapshots(100) in ([], [first])


def test_while_the_program_is_held_up_what_came_first_is_kept(nano: Nano) -> None:
    nano.meet()
    fall_asleep(nano)
    nano.send(wire.config(12) + NEXT * 64)
    nano.ask("hang", 7_500)
    nano.run(20)
    assert settings_crc(nano) == wire.configuration_crc(12)


def test_columns_that_fall_as_slowly_as_is_waited_for_are_read_right(kit: Kit, tmp_path: Path) -> None:
    with Nano(kit, tmp_path, "--fall", "4") as nano:
        nano.meet()
        for row in range(1, 7):
            nano.contact(row, 13 - row, 1)
        assert nano.snapshots(60)[-1].closed == {(row, 13 - row) for row in range(1, 7)}
