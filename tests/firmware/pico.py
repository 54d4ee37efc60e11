"""The Pico's scanner, main.py and all, on a chip of no more than a few registers; behind a pty, at the clock's pace.

Under CPython, and where there is one under MicroPython's own interpreter for this system: Debian has none, but whoever
has built one, or has what PyPI has of it, has it run here.
"""

from __future__ import annotations

import importlib.util
import os
import pty
import select
import shutil
import subprocess
import sys
import tty
from pathlib import Path
from types import TracebackType

from tests.firmware.kit import FIRMWARE

PICO = FIRMWARE / "pico"
CHIP = Path(__file__).with_name("pico_chip.py")
INTERPRETERS = ["cpython", "micropython"]
POWER, WATCHDOG = 1, 3
"""As machine.reset_cause() has them on this chip."""


class NoInterpreterError(RuntimeError):
    """This machine has no such interpreter; the sentence says so."""


def interpreter(name: str) -> tuple[str, ...]:
    """How it is run. Raises ``NoInterpreterError``."""
    if name == "cpython":
        return (sys.executable,)
    if found := shutil.which("micropython"):
        return (found,)
    if importlib.util.find_spec("micropython_unix"):
        return (sys.executable, "-m", "micropython_unix")
    raise NoInterpreterError(
        "no MicroPython here: no program micropython, nor micropython_unix among the packages"
    )


class Pico:
    """Rows and columns are counted from 1. ``port`` is for a host to open; ``folder`` is its flash."""

    def __init__(self, command: tuple[str, ...], folder: Path, chip: str = "RP2040") -> None:
        self._command = command
        self._folder = folder
        self._chip = chip
        self._near, far = pty.openpty()
        tty.setraw(far)
        self.port = os.ttyname(far)
        os.close(far)
        self._path = folder / "orders"
        os.mkfifo(self._path)
        self._orders = os.open(self._path, os.O_RDWR)
        # Of the wood and the wires: they know no reset.
        self._made: dict[tuple[int, int], int] = {}
        self._process = self._started(POWER)

    def __enter__(self) -> Pico:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        said = self._stop() if self._process.returncode is None else ""
        os.close(self._near)
        os.close(self._orders)
        assert error or not said, said

    def contact(self, row: int, column: int, level: int, after_us: int = 0) -> None:
        """A switch is made or let go, so long from now."""
        self._order(row, column, level, after_us)

    def ask(self, what: str, level: int, after: str = "+0") -> None:
        """As an emulated Nano is asked; of a Pico only ``button``."""
        assert what == "button"
        self._order(0, 0, level, int(after))

    def reset(self, cause: int) -> str:
        """As the chip's watchdog or its supply does; returns what it had said of any trouble."""
        said = self._stop()
        self._process = self._started(cause)
        return said

    def end(self) -> None:
        """Wait until it has come back to what is MicroPython's prompt on a chip."""
        self._process.communicate(timeout=20)

    def _order(self, row: int, column: int, level: int, after_us: int) -> None:
        self._made[row, column] = level
        os.write(self._orders, f"{row} {column} {level} {after_us}\n".encode())

    def _started(self, cause: int) -> subprocess.Popen[str]:
        # What the last one had not read yet, or half of it.
        while select.select([self._orders], [], [], 0)[0]:
            os.read(self._orders, 4096)
        for (row, column), level in list(self._made.items()):
            self._order(row, column, level, 0)
        return subprocess.Popen(
            [*self._command, CHIP, PICO, self._path, self._chip, str(cause)],
            stdin=self._near,
            stdout=self._near,
            stderr=subprocess.PIPE,
            cwd=self._folder,
            text=True,
        )

    def _stop(self) -> str:
        self._process.kill()
        return self._process.communicate(timeout=10)[1]
