"""The emulator as a program of its own: what it refuses, and what it leaves behind."""

from __future__ import annotations

import random
import socket
import subprocess
from pathlib import Path

import pytest

from tests.firmware import wire
from tests.firmware.kit import FIRMWARE, Kit, make
from tests.firmware.nano import Nano

ENDS_S = 30


def run(kit: Kit, *words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [kit.emulator, *map(str, words)], capture_output=True, text=True, timeout=ENDS_S, check=False
    )


@pytest.fixture(scope="module")
def smaller(kit: Kit) -> Path:
    """Four rows of ten, and lamps."""
    make("flapscan", "ROWS=4", "COLUMNS=10")
    return FIRMWARE / "flapscan/build/flapscan-4x10.elf"


def test_what_is_no_scanner_is_refused(kit: Kit, tmp_path: Path) -> None:
    noise = tmp_path / "noise.elf"
    noise.write_bytes(random.Random(1).randbytes(3000))
    another = tmp_path / "another.elf"
    another.write_bytes(kit.program.read_bytes().replace(b"flapscan_rows", b"flapscan_cows"))
    cut = tmp_path / "cut.elf"
    cut.write_bytes(kit.program.read_bytes()[:3000])
    for program, why in (
        (noise, "it is no ELF file"),
        (tmp_path / "none.elf", "it is no ELF file"),
        (kit.emulator, "no program for an AVR"),
        (another, "no flap scanner"),
        (cut, "no flap scanner"),
    ):
        ended = run(kit, "--run", 1000, program)
        assert (ended.returncode, ended.stdout) == (2, ""), program
        assert why in ended.stderr


@pytest.mark.parametrize("pace", ["3", "-1", "x", ""])
def test_a_pace_is_0_or_1(kit: Kit, pace: str) -> None:
    ended = run(kit, "--pace", pace, "--run", 1000, kit.program)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert f"--pace {pace}: give" in ended.stderr


def test_a_contact_where_a_lamp_is_is_refused_and_all_goes_on(
    kit: Kit, smaller: Path, tmp_path: Path
) -> None:
    with Nano(kit, tmp_path, program=smaller) as nano:
        nano.meet()
        for where in ((5, 1), (1, 11)):
            with pytest.raises(AssertionError, match="error no such contact"):
                nano.contact(*where, 1)
        nano.contact(4, 10, 1)
        assert nano.snapshots(60)[-1].rows == (0, 0, 0, 0x200)


def test_nothing_stays_behind_when_it_fails(kit: Kit, tmp_path: Path) -> None:
    """Before it has begun, and in the midst: here for want of a place for the EEPROM."""
    script, link, path = (tmp_path / name for name in ("script", "link", "socket"))
    script.write_text("contact 9 9 9\n")
    ended = run(kit, "--link", link, "--socket", path, "--script", script, kit.program)
    assert ended.returncode == 2
    assert "line 1: contact ROW COLUMN" in ended.stderr
    assert not link.is_symlink()
    running = subprocess.Popen(
        [kit.emulator, "--link", link, "--socket", path, "--eeprom", tmp_path / "none/eeprom", kit.program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stdout
    assert running.stdout.readline().startswith("pty ")
    assert running.stdout.readline() == "ready\n"
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(str(path))
        assert link.is_symlink()
        client.sendall(f"send {wire.config(5).hex()}\n".encode())
        _, said = running.communicate(timeout=ENDS_S)
    assert running.returncode == 2
    assert "cannot write the EEPROM" in said
    assert not link.is_symlink()
    assert not path.exists()
