"""The serial line of the flap scanner: what the parser takes, beside a plain way byte by byte; and what is on the line.

The plain way has a buffer that bytes are appended to one at a time, a loop over it for the stuffing and another, bit by
bit, for the CRC, as is found in many programs that speak over a serial line.
"""

from __future__ import annotations

import struct
from random import Random

from stbpi.tray import load_profile, open_tray
from stbpi.tray.scanner.frames import Snapshot, to_wire
from stbpi.tray.scanner.parser import Parser
from tests.bench.costs import costs
from tests.bench.emulated import emulated
from tests.bench.figures import Figure
from tests.bench.size import Size
from tests.support.virtual_loop import VirtualLoop, virtual_loop

FRAMES = 100
PIECE = 32
"""Bytes of one read: what a CH340 hands on at once."""
LINE = 11_520
"""Bytes a second at 115,200 baud."""
MOVES_EVERY_S = 0.5
"""Six people at once hardly move flaps more often."""


def scanner(size: Size) -> list[Figure]:
    """Frames a second, and bytes a second at rest and while flaps move."""
    stream = _stream()
    assert _ours(stream) == _plain(stream) == FRAMES
    seconds = costs({"ours": lambda chance: _ours(stream), "plain": lambda chance: _plain(stream)}, size)
    rates = {way: FRAMES / taken if taken else 0.0 for way, taken in seconds.items()}
    at_rest, playing = _on_the_line(0.0, size), _on_the_line(MOVES_EVERY_S, size)
    return [
        Figure(
            "frames",
            f"snapshots parsed, in pieces of {PIECE} bytes",
            rates["ours"],
            "1/s",
            at_least=LINE / (len(stream) / FRAMES),
            plain=rates["plain"],
            beside="plain: byte by byte, CRC bit by bit; the aim is what the line carries",
        ),
        *(
            Figure(
                f"{name}_{way}", f"from the scanner {what}" if way == "in" else f"to it {what}", value, "B/s"
            )
            for name, what, both in (
                ("rest", "at rest", at_rest),
                ("playing", f"while a flap moves every {MOVES_EVERY_S} s", playing),
            )
            for way, value in both.items()
        ),
        *emulated(size),
    ]


def _stream() -> bytes:
    chance = Random(1)
    return b"".join(
        to_wire(n & 0xFF, Snapshot(n, 0, tuple(chance.randrange(0x1000) for _ in range(6))))
        for n in range(FRAMES)
    )


def _ours(stream: bytes) -> int:
    parser = Parser()
    found = 0
    for start in range(0, len(stream), PIECE):
        found += sum(heard.frame is not None for heard in parser.feed(stream[start : start + PIECE]))
    return found


def _plain(stream: bytes) -> int:
    found = 0
    buffer: list[int] = []
    for start in range(0, len(stream), PIECE):
        for byte in stream[start : start + PIECE]:
            if byte:
                buffer.append(byte)
                continue
            body = _unstuffed(buffer)
            buffer = []
            if len(body) > 4 and _crc(body[:-2]) == body[-2] | body[-1] << 8:
                rows = struct.unpack("<6H", bytes(body[5:-2]))
                found += len(rows) == 6
    return found


def _unstuffed(buffer: list[int]) -> list[int]:
    body: list[int] = []
    left = 0
    for place, byte in enumerate(buffer):
        if left == 0:
            if place:
                body.append(0)
            left = byte
        else:
            body.append(byte)
        left -= 1
    return body


def _crc(data: list[int]) -> int:
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


def _on_the_line(moves_every_s: float, size: Size) -> dict[str, float]:
    """Bytes a second each way, of a simulated scanner on a loop where waiting takes no time."""
    with virtual_loop() as loop:
        tray = open_tray(
            load_profile("scanner-6x12"), "simulated", loop=loop, emit=lambda event: None, seed=1
        )
        try:
            tray.start()
            loop.run_for(3)
            return _counted(loop, tray, moves_every_s, max(2.0, size.rest_s))
        finally:
            tray.close()


def _counted(loop: VirtualLoop, tray: object, moves_every_s: float, seconds: float) -> dict[str, float]:
    simulator = tray.simulator  # type: ignore[attr-defined]
    board = simulator.board
    count = {"in": 0, "out": 0}
    send, to_scanner = board.scanner.send, board.plug.to_scanner

    def heard(data: bytes, at: int) -> None:
        count["in"] += len(data)
        send(data, at)

    def said(data: bytes) -> None:
        count["out"] += len(data)
        to_scanner(data)

    board.scanner.send, board.plug.to_scanner = heard, said
    passed, closed = 0.0, False
    while passed < seconds:
        if moves_every_s:
            closed = not closed
            simulator.flap(0, 1, closed)
        loop.run_for(moves_every_s or seconds)
        passed += moves_every_s or seconds
    return {way: total / passed for way, total in count.items()}
