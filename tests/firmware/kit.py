"""What these tests need, built once a run: the scanner's program, the emulator, the workbench, the fuzzer."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FIRMWARE = Path(__file__).parents[2] / "firmware"
NEEDED = {
    "gcc-avr": Path("/usr/bin/avr-gcc"),
    "avr-libc": Path("/usr/lib/avr/include/avr/io.h"),
    "libsimavr-dev": Path("/usr/include/simavr/sim_avr.h"),
    "libelf-dev": Path("/usr/include/libelf.h"),
}
"""Debian's packages, and a file that tells whether each is there."""
LONGEST_BUILD_S = 120


class NotHereError(RuntimeError):
    """This machine cannot build the firmware; the sentence names what is missing."""


@dataclass(frozen=True)
class Kit:
    """Paths of what was built, and what the build said of the program's size."""

    program: Path
    emulator: Path
    workbench: Path
    size: str

    def fuzzer(self, of: str) -> Path:
        """``link`` or ``contacts``. Built on demand, since they alone need clang."""
        if not shutil.which("clang") or not list(
            Path("/usr/lib").glob("llvm-*/lib/clang/*/lib/linux/*fuzzer*")
        ):
            raise NotHereError(
                "the fuzzer needs clang and libFuzzer: apt-get install clang libclang-rt-14-dev"
            )
        _make("host", "fuzzer")
        return FIRMWARE / f"host/build/fuzz_{of}"


@cache
def kit() -> Kit:
    """Everything, built."""
    missing = [name for name, file in NEEDED.items() if not file.exists()]
    if missing or not shutil.which("make") or not shutil.which("cc"):
        raise NotHereError(
            f"the firmware's tests need make, a C compiler and: apt-get install {' '.join(missing or NEEDED)}"
        )
    size = _make("flapscan")
    _make("emulator")
    _make("host")
    return Kit(
        FIRMWARE / "flapscan/build/flapscan-6x12.elf",
        FIRMWARE / "emulator/build/flapscan-emulator",
        FIRMWARE / "host/build/workbench",
        size,
    )


def _make(folder: str, *arguments: str) -> str:
    return make(folder, *arguments).stdout


def make(folder: str, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    """``make`` in a folder of ``firmware``, with the warnings it gave on its standard error."""
    with _alone():
        made = subprocess.run(
            ["make", "--no-print-directory", "-C", FIRMWARE / folder, *arguments],
            capture_output=True,
            text=True,
            timeout=LONGEST_BUILD_S,
            check=False,
        )
    if check and made.returncode:
        raise RuntimeError(f"make -C firmware/{folder} {' '.join(arguments)}: {made.stdout}{made.stderr}")
    return made


@contextmanager
def _alone() -> Iterator[None]:
    """While others that run these tests beside this one wait to build the same files."""
    folder = os.open(FIRMWARE, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)
