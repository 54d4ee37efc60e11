"""The scanner's end of the link alone, on the workbench."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.firmware import wire
from tests.firmware.workbench import ROWS, Workbench, picture


@dataclass
class Scanner:
    """The link alone: contacts are what they are told to be, at once."""

    bench: Workbench
    now: int = 0
    rows: list[int] = field(default_factory=lambda: [0] * ROWS)
    button: bool = False
    changes: int = 0
    presses: int = 0
    lamps: int = 0
    hums: bool = False

    def start(self, cause: int = 1) -> None:
        self.bench.ask("eeprom", "ffffffff")
        assert self.bench.ask("link", cause) == "00"

    def flip(self, row: int, column: int) -> None:
        self.rows[row - 1] ^= 1 << column - 1
        self.changes = self.changes + 1 & 0xFFFF

    def press(self, down: bool) -> None:
        self.button = down
        self.presses += 1

    def hear(self, data: bytes) -> None:
        self.bench.ask("hear", data.hex())

    def until(self, last: int) -> bytes:
        """What is said next, or nothing until ``last``; ``now`` is then when."""
        told = self.bench.ask(
            "pass",
            *(self.now + 1, last, int(self.button), self.changes, self.presses),
            *(picture(self.rows), int(self.hums)),
        )
        sent, lamps, now = told.split(" ")
        self.lamps, self.now = int(lamps), int(now)
        return bytes.fromhex(sent)

    def during(self, milliseconds: int) -> list[tuple[int, wire.Frame]]:
        """What is said, with the milliseconds from now."""
        began = self.now
        said = []
        while self.now < began + milliseconds:
            frames = wire.read(self.until(began + milliseconds))
            said += [(self.now - began, frame) for frame in frames]
        return said

    def meet(self) -> wire.Frame:
        assert [frame.type for _, frame in self.during(1)] == [wire.HELLO]
        self.hear(wire.welcome())
        ((_, first),) = self.during(1)
        self.hear(wire.ack(first.sequence))
        return first
