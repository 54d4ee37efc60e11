"""The frames of the serial link, version 1: COBS, a zero after each frame; docs/scanner.md has them byte by byte."""

import struct

from flapscan import COLUMNS, MAJOR, MINOR, ROWS
from flapscan.cobs import decode, encode
from flapscan.crc16 import crc16

PROTOCOL = 1

HELLO = 0x01
SNAPSHOT = 0x02
STATS = 0x03
WELCOME = 0x11
ACK = 0x12
CONFIG = 0x13
PING = 0x14

OVERFLOW = 1
BUTTON = 2
FIRST = 4

HEARD_MAX = 9
"""The longest of the host's frames, CONFIG, as it is on the wire without its zero."""


def hello(reset_cause: int, settings_crc: int) -> bytearray:
    """Who this is."""
    return _frame(
        HELLO, 0, struct.pack("<BBBBBBH", PROTOCOL, MAJOR, MINOR, ROWS, COLUMNS, reset_cause, settings_crc)
    )


def snapshot(sequence: int, changes: int, flags: int, rows: list) -> bytearray:
    """A picture: a word for each row, bit 0 the first column, 1 closed."""
    return _frame(SNAPSHOT, sequence, struct.pack("<HB6H", changes, flags, *rows))


def stats(uptime_ms: int, scans_late: int, frames_bad: int, longest_bounce: int) -> bytearray:
    """How the scanner fares; the longest bounce in units of 100 us."""
    return _frame(STATS, 0, struct.pack("<IHHH", uptime_ms, scans_late, frames_bad, longest_bounce))


def _frame(kind: int, sequence: int, payload: bytes) -> bytearray:
    body = bytes((kind, sequence)) + payload
    frame = encode(body + struct.pack("<H", crc16(body, len(body))))
    frame.append(0)
    return frame


class Hearing:
    """Gathers what is heard until a zero ends it, never more than the longest frame."""

    def __init__(self) -> None:
        self._bytes = bytearray(HEARD_MAX)
        self._count = 0

    def hear(self, byte: int) -> "bytearray | None":
        """The next byte. None while nothing has ended, a good frame without its CRC, or empty for a bad one."""
        count = self._count
        if byte:
            if count < HEARD_MAX:
                self._bytes[count] = byte
            if count <= HEARD_MAX:
                self._count = count + 1
            return None
        self._count = 0
        if count == 0:
            return None  # a zero before a frame is as good as one after it
        body = decode(self._bytes, count) if count <= HEARD_MAX else bytearray()
        covered = len(body) - 2
        if covered < 2 or crc16(body, covered) != body[covered] | body[covered + 1] << 8:
            return bytearray()
        return body[:covered]
