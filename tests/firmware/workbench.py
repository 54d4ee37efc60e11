"""Drives a scanner's logic on this machine.

The C of the Nano is built with sanitizers: any slip in memory ends it with a report. The Pico's Python runs as it is.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from types import TracebackType

ROWS = 6


class Workbench:
    """``ask`` a line, get a line. See firmware/host/workbench.c and firmware/pico/workbench.py."""

    def __init__(self, *command: str | Path) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Workbench:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        _, said = self._process.communicate(timeout=10)
        assert error or (self._process.returncode == 0 and not said), said

    def ask(self, *words: object) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._process.stdin.write(" ".join(str(word) for word in words) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, self._process.stderr.read()
        return answer.rstrip("\n")


def picture(rows: tuple[int, ...] | list[int]) -> str:
    return "".join(f"{row:04x}" for row in rows)


def rows_of(text: str) -> tuple[int, ...]:
    return tuple(int(text[4 * row : 4 * row + 4], 16) for row in range(ROWS))
