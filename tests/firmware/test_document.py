"""What docs/scanner.md shows is so."""

from __future__ import annotations

import asyncio
import re
import shlex
import subprocess
from pathlib import Path

from tests.firmware import wire
from tests.firmware.kit import FIRMWARE, Kit
from tests.support.running import RunningDaemon
from tests.support.six_sides import until_linked

TEXT = (Path(__file__).parents[2] / "docs/scanner.md").read_text(encoding="utf-8")
CLOSED_1_5 = b"\x10\x00" + bytes(8)

SHOWN = [
    ("> HELLO 0", wire.HELLO, bytes([1, 1, 0, 6, 12, 4, 0xC1, 0xDD])),
    ("< WELCOME 0", wire.WELCOME, b"\x01"),
    ("> SNAPSHOT 1", wire.SNAPSHOT, b"\0\0" + bytes([wire.FIRST]) + bytes(12)),
    ("< ACK 0", wire.ACK, b"\x01"),
    ("> SNAPSHOT 2", wire.SNAPSHOT, b"\x01\0\0" + CLOSED_1_5 + b"\0\0"),
    (
        "> SNAPSHOT 3",
        wire.SNAPSHOT,
        b"\x03\0" + bytes([wire.OVERFLOW | wire.BUTTON]) + CLOSED_1_5 + b"\0\x08",
    ),
    (
        "> STATS 0",
        wire.STATS,
        (65_000).to_bytes(4, "little") + b"\0\0" + b"\x02\0" + (250).to_bytes(2, "little"),
    ),
    ("< CONFIG 5", wire.CONFIG, bytes([20, 0, 0, 0])),
    ("< PING 6", wire.PING, b""),
]


def test_the_examples_are_byte_for_byte_right() -> None:
    block = re.search(r"```text\n(> HELLO.*?)```", TEXT, re.DOTALL)
    assert block
    lines = block[1].strip().splitlines()
    told = dict(zip((line.split(":")[0] for line in lines[::2]), lines[1::2], strict=True))
    assert told == {
        name: wire.wired(kind, payload, int(name.split()[-1])).hex(" ") for name, kind, payload in SHOWN
    }


def test_the_settings_crcs_are_right() -> None:
    shown = re.findall(r"0x([0-9A-F]{4})\s+for\s+(\d+)\s+ms", TEXT)
    assert [int(crc, 16) for crc, _ in shown] == [wire.configuration_crc(int(ms)) for _, ms in shown]
    assert len(shown) == 2


def test_the_size_is_as_stated(kit: Kit) -> None:
    stated = re.search(r"([\d.]+) of 8 kB flash, (\d+) of 512 bytes RAM", TEXT)
    built = re.search(r": (\d+) of 8192 bytes of flash, .* = (\d+) of 512", kit.size)
    assert stated
    assert built
    # Another compiler's program may be a little smaller or larger.
    assert abs(float(stated[1]) - int(built[1]) / 1000) < 0.5
    assert abs(int(stated[2]) - int(built[2])) < 20


def test_the_lines_are_those_of_the_program() -> None:
    source = (FIRMWARE / "flapscan/hal_avr.c").read_text(encoding="utf-8")
    for what, ours in (
        (r"rows 1 to 6\s+D8 to D13", "| D8, D9, D10, D11, D12, D13 | rows 1 to 6 |"),
        (r"columns 1 to 6\s+D2 to D7", "| D2, D3, D4, D5, D6, D7 | columns 1 to 6 |"),
        (r"columns 7 to 12\s+A0 to A5", "| A0, A1, A2, A3, A4, A5 | columns 7 to 12 |"),
    ):
        assert re.search(what, source)
        assert ours in TEXT


def test_without_hardware_it_is_played_as_shown(kit: Kit, tmp_path: Path) -> None:
    """Block by block, with another folder than /tmp, and on what has been built."""
    section = TEXT[TEXT.index("## Without hardware") :].replace("/tmp/", f"{tmp_path}/")
    emulate, daemon, hands = re.findall(r"```sh\n(.*?)```", section, re.DOTALL)
    profile = re.search(r"```toml\n(.*?)```", section, re.DOTALL)
    assert profile
    (tmp_path / "tray.toml").write_text(profile[1], encoding="utf-8")
    assert emulate.startswith("make firmware\n")
    program, *arguments = shlex.split(emulate.removeprefix("make firmware\n").replace("\\\n", ""))
    assert FIRMWARE.parent / program == kit.emulator
    assert FIRMWARE.parent / arguments[-1] == kit.program
    stbpi, run, *options = shlex.split(daemon)
    assert (stbpi, run) == (".venv/bin/stbpi", "run")

    async def play() -> None:
        async with RunningDaemon(tmp_path, *options, simulate=False) as running:
            await until_linked(running)
            await running.post("match", rules="numbers", axes={"flaps": 12}, players=["Anna", "Ben"])
            await running.prompt("press_to_start")
            told = await asyncio.to_thread(
                subprocess.run, ["bash", "-c", hands], capture_output=True, text=True, timeout=30, check=True
            )
            ok = r"ok\n"
            assert re.fullmatch(ok * 3 + "ok cycles=.*\n", told.stdout), told
            await running.until(
                lambda state: state["tray"][0] == [5] and state["prompt"]["code"] != "press_to_start"
            )

    emulator = subprocess.Popen(
        [kit.emulator, *arguments[:-1], kit.program], stdout=subprocess.PIPE, text=True
    )
    try:
        assert emulator.stdout
        assert [emulator.stdout.readline().split()[0] for _ in range(2)] == ["pty", "ready"]
        asyncio.run(play())
    finally:
        emulator.terminate()
        emulator.communicate(timeout=10)


def test_each_folder_of_the_firmware_is_told_of_with_a_command_that_works(kit: Kit) -> None:
    text = (FIRMWARE / "README.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)/` \|.*\| `(.*)` \|$", text, re.MULTILINE))
    assert set(rows) == {"flapscan", "emulator", "host", "pico"}
    for command in rows.values():
        words = shlex.split(command)
        if words[0] == "make":
            words.insert(1, "--dry-run")
        ended = subprocess.run(
            words,
            cwd=FIRMWARE.parent,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )
        assert ended.returncode == 0, (command, ended.stderr)
