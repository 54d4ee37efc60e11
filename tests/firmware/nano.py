"""The real program on an emulated Nano: contacts and bytes in, frames out, time only as told."""

from __future__ import annotations

import socket
import subprocess
from pathlib import Path
from types import TracebackType

from tests.firmware import wire
from tests.firmware.kit import Kit

ANSWER_S = 60


class Nano:
    """Rows and columns are counted from 1. Paced by the clock and behind a pty if ``stepped`` is False."""

    def __init__(
        self, kit: Kit, folder: Path, *options: str, stepped: bool = True, program: Path | None = None
    ) -> None:
        path = folder / "emulator"
        how = ["--step", "--no-pty"] if stepped else []
        self._process = subprocess.Popen(
            [
                kit.emulator,
                "--socket",
                path,
                "--eeprom",
                folder / "eeprom",
                *how,
                *options,
                program or kit.program,
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        self.port = ""
        if said.startswith("pty "):
            self.port = said.split()[1]
            said = self._process.stdout.readline()
        assert said == "ready\n", said
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(ANSWER_S)
        self._socket.connect(str(path))
        self._begun = b""
        self._lines = self._socket.makefile("rw", encoding="ascii")

    def __enter__(self) -> Nano:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self._lines.close()
        self._socket.close()
        self._process.terminate()
        self._process.communicate(timeout=10)

    def ask(self, *words: object) -> str:
        self._lines.write(" ".join(str(word) for word in words) + "\n")
        self._lines.flush()
        answer = self._lines.readline().strip()
        assert answer.startswith("ok"), answer
        return answer[3:]

    def run(self, milliseconds: float) -> None:
        self.ask("run", round(milliseconds * 1000))

    def contact(self, row: int, column: int, level: int, after_us: int = 0) -> None:
        self.ask("contact", row, column, level, f"+{after_us}")

    def send(self, data: bytes) -> None:
        for begin in range(0, len(data), 1000):
            self.ask("send", data[begin : begin + 1000].hex())

    def heard(self) -> list[wire.Frame]:
        """Whole frames; one that is still on the wire is for the next time."""
        whole, end, self._begun = (self._begun + bytes.fromhex(self.ask("heard"))).rpartition(b"\0")
        return wire.read(whole + end)

    def figures(self) -> dict[str, int]:
        return {name: int(value) for name, value in (pair.split("=") for pair in self.ask("figures").split())}

    def snapshots(self, milliseconds: float, step: float = 2) -> list[wire.Frame]:
        """New snapshots within this time, each acknowledged within ``step`` as a host does."""
        told: list[wire.Frame] = []
        passed = 0.0
        while passed < milliseconds:
            self.run(step)
            passed += step
            for frame in self.heard():
                if frame.type == wire.SNAPSHOT:
                    self.send(wire.ack(frame.sequence))
                    if not told or told[-1] != frame:
                        told.append(frame)
        return told

    def meet(self) -> wire.Frame:
        """From being switched on to the first picture, acknowledged."""
        self.run(10)
        hello = self.heard()[0]
        assert hello.type == wire.HELLO
        self.send(wire.welcome())
        first = self.snapshots(20)[0]
        assert first.flags & wire.FIRST
        return first
