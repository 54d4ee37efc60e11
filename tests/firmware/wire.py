"""The serial link's frames as interfaces say they are, written apart from the firmware and from the host's code."""

from __future__ import annotations

import binascii
from dataclasses import dataclass

HELLO, SNAPSHOT, STATS = 0x01, 0x02, 0x03
WELCOME, ACK, CONFIG, PING = 0x11, 0x12, 0x13, 0x14
OVERFLOW, BUTTON, FIRST = 1, 2, 4


@dataclass(frozen=True)
class Frame:
    type: int
    sequence: int
    payload: bytes

    @property
    def changes(self) -> int:
        assert self.type == SNAPSHOT
        return int.from_bytes(self.payload[:2], "little")

    @property
    def flags(self) -> int:
        assert self.type == SNAPSHOT
        return self.payload[2]

    @property
    def rows(self) -> tuple[int, ...]:
        assert self.type == SNAPSHOT
        words = self.payload[3:]
        return tuple(int.from_bytes(words[i : i + 2], "little") for i in range(0, len(words), 2))

    @property
    def closed(self) -> set[tuple[int, int]]:
        """(row, column) of what is closed, counted from 1."""
        return {(r + 1, c + 1) for r, word in enumerate(self.rows) for c in range(16) if word >> c & 1}


def cobs(body: bytes) -> bytes:
    return b"".join(bytes([len(part) + 1]) + part for part in body.split(b"\0"))


def uncobs(encoded: bytes) -> bytes | None:
    parts = []
    at = 0
    while at < len(encoded):
        end = at + encoded[at]
        if end == at or end > len(encoded) or 0 in encoded[at:end]:
            return None
        parts.append(encoded[at + 1 : end])
        at = end
    return b"\0".join(parts)


def crc(body: bytes) -> int:
    return binascii.crc_hqx(body, 0xFFFF)


def wired(frame_type: int, payload: bytes = b"", sequence: int = 0) -> bytes:
    body = bytes([frame_type, sequence]) + payload
    return cobs(body + crc(body).to_bytes(2, "little")) + b"\0"


def welcome() -> bytes:
    return wired(WELCOME, b"\x01")


def ack(sequence: int) -> bytes:
    return wired(ACK, bytes([sequence]))


def config(debounce_ms: int, lamps: int = 0) -> bytes:
    return wired(CONFIG, bytes([debounce_ms, lamps, 0, 0]))


def ping() -> bytes:
    return wired(PING)


def whole(encoded: bytes) -> Frame | None:
    """What stands between two zeros, if it is a frame."""
    body = uncobs(encoded)
    if body is None or len(body) < 4 or crc(body[:-2]) != int.from_bytes(body[-2:], "little"):
        return None
    return Frame(body[0], body[1], body[2:-2])


def read(wire: bytes, cut: bool = False) -> list[Frame]:
    """Frames, each whole and right; one before the first greeting may be cut by the reset it tells of."""
    frames: list[Frame] = []
    for encoded in wire.split(b"\0"):
        if encoded:
            frame = whole(encoded)
            assert frame or cut, encoded.hex()
            if frame:
                frames.append(frame)
            cut = cut and frame is not None and frame.type != HELLO
    return frames


def configuration_crc(debounce_ms: int) -> int:
    return crc(bytes([1, debounce_ms]))
