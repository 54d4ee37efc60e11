"""The frames of the serial link, version 1, as values and as bytes.

A frame's body is its type, a sequence number, the payload and a CRC-16 over all of these, little-endian; on the wire it
is COBS-encoded and ended by 0x00. The format is fixed, see docs/scanner.md: the firmware has it in C.
"""

from __future__ import annotations

import struct
from binascii import crc_hqx
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import TypeAlias

from stbpi.tray.scanner.cobs import CobsError, decode, encode

PROTOCOL = 1

SETTINGS_VERSION = 1
"""The first byte of what a scanner stores, before the debounce window in ms."""

MOST_DEBOUNCE_MS = 50
"""The longest window a scanner takes: that of the worst worn key reported."""

MOST_ROWS = 6
MOST_COLUMNS = 12

END = b"\0"
"""Ends a frame; a second one in a row ends nothing and does no harm."""


class FrameError(ValueError):
    """Bytes between two 0x00 that are no frame. Its class tells how far they got."""


class StuffingError(FrameError):
    """They are not COBS."""


class CrcError(FrameError):
    """The CRC is another."""


class ShapeError(FrameError):
    """The CRC is right, but the type is unknown or the payload too short or too long for it."""


class FrameType(IntEnum):
    """The first byte of a frame."""

    HELLO = 0x01
    SNAPSHOT = 0x02
    STATS = 0x03
    WELCOME = 0x11
    ACK = 0x12
    CONFIG = 0x13
    PING = 0x14


class Reset(IntFlag):
    """Why the scanner started: the ATmega328P's MCUSR as it was found (data sheet, 11.9.1)."""

    POWER_ON = 1
    EXTERNAL = 2
    BROWN_OUT = 4
    WATCHDOG = 8


class SnapshotFlags(IntFlag):
    """What a snapshot tells beside the flaps."""

    OVERFLOW = 1
    """Changes came faster than they could be sent; the picture is right all the same."""
    BUTTON = 2
    FIRST = 4
    """The first one since the scanner's reset."""


@dataclass(frozen=True, slots=True)
class Hello:
    """From the scanner: what it is. ``settings_crc`` is the CRC-16 of the settings it goes by, as stored."""

    protocol: int
    major: int
    minor: int
    rows: int
    columns: int
    reset: int
    settings_crc: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """From the scanner: all flaps, debounced. Of each row bit 0 is the first column, 1 for a switch that is made.

    ``changes`` counts what came to rest otherwise since the reset, modulo 65,536.
    """

    changes: int
    flags: int
    rows: tuple[int, ...]

    @property
    def button(self) -> bool:
        """Whether the button is down."""
        return bool(self.flags & SnapshotFlags.BUTTON)


NEVER_RESTS = 0xFFFF
"""Instead of the longest bounce, while a switch has been moving for more than a second: its wire hums."""


@dataclass(frozen=True, slots=True)
class Stats:
    """From the scanner: how it fares. ``longest_bounce`` is in units of 100 µs, or ``NEVER_RESTS``."""

    uptime_ms: int
    scans_late: int
    frames_bad: int
    longest_bounce: int


@dataclass(frozen=True, slots=True)
class Welcome:
    """From the host: HELLO was heard, snapshots may come."""

    protocol: int = PROTOCOL


@dataclass(frozen=True, slots=True)
class Ack:
    """From the host: the snapshot with this sequence number has been taken."""

    sequence: int


@dataclass(frozen=True, slots=True)
class Config:
    """From the host: settings to keep, and which lamps to light, a bit for each lamp line of a smaller build."""

    debounce_ms: int
    lamps: int = 0

    @property
    def crc(self) -> int:
        """What HELLO tells once the scanner goes by these: of what it stores, which is not the lamps."""
        return crc16(bytes((SETTINGS_VERSION, self.debounce_ms)))


@dataclass(frozen=True, slots=True)
class Ping:
    """From the host: say HELLO."""


Frame: TypeAlias = Hello | Snapshot | Stats | Welcome | Ack | Config | Ping


@dataclass(frozen=True, slots=True)
class Numbered:
    """A frame with its sequence number."""

    sequence: int
    frame: Frame


_HELLO = struct.Struct("<6BH")
_SNAPSHOT = struct.Struct("<HB")
_ROWS = tuple(struct.Struct(f"<{rows}H") for rows in range(MOST_ROWS + 1))
_STATS = struct.Struct("<I3H")
_CONFIG = struct.Struct("<BBH")
_CRC = struct.Struct("<H")

AROUND = 2 + _CRC.size
"""Bytes of a body that are not payload."""

SNAPSHOT_SIZES = tuple(_SNAPSHOT.size + 2 * rows for rows in range(1, MOST_ROWS + 1))

PAYLOADS: Mapping[int, tuple[int, ...]] = {
    FrameType.HELLO: (_HELLO.size,),
    FrameType.SNAPSHOT: SNAPSHOT_SIZES,
    FrameType.STATS: (_STATS.size,),
    FrameType.WELCOME: (1,),
    FrameType.ACK: (1,),
    FrameType.CONFIG: (_CONFIG.size,),
    FrameType.PING: (0,),
}
"""The sizes a payload may have, by the frame's type."""

LONGEST = max(max(sizes) for sizes in PAYLOADS.values()) + AROUND + 1
"""Bytes of the longest frame on the wire, its 0x00 left out."""


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE: 0x29B1 for b"123456789"."""
    return crc_hqx(data, 0xFFFF)


def to_wire(sequence: int, frame: Frame) -> bytes:
    """The bytes of a frame, 0x00 at their end."""
    body = bytes((_TYPES[type(frame)], sequence & 0xFF)) + _payload_of(frame)
    return encode(body + _CRC.pack(crc16(body))) + END


def from_wire(encoded: bytes) -> Numbered:
    """The frame of the bytes between two 0x00. Raises a ``FrameError``."""
    try:
        body = decode(encoded)
    except CobsError as error:
        raise StuffingError(str(error)) from None
    if len(body) < AROUND:
        raise ShapeError(f"{len(body)} bytes are no frame, the shortest has {AROUND}; drop them")
    # The CRC over a body and its own CRC is not 0 with the low byte first, so it is compared.
    if crc16(body[:-2]) != body[-2] | body[-1] << 8:
        raise CrcError(f"the CRC of a frame of type 0x{body[0]:02X} is wrong; drop it and wait for the next")
    kind, payload = body[0], body[2:-2]
    sizes = PAYLOADS.get(kind)
    if sizes is None:
        raise ShapeError(
            f"nobody knows a frame of type 0x{kind:02X}; is the scanner newer than this program?"
        )
    if len(payload) not in sizes:
        raise ShapeError(f"a frame of type 0x{kind:02X} has {len(payload)} bytes of payload; drop it")
    return Numbered(body[1], _READERS[kind](payload))


def _payload_of(frame: Frame) -> bytes:
    match frame:
        case Hello():
            return _HELLO.pack(
                *(frame.protocol, frame.major, frame.minor, frame.rows, frame.columns, frame.reset),
                frame.settings_crc,
            )
        case Snapshot():
            return _SNAPSHOT.pack(frame.changes & 0xFFFF, frame.flags) + _ROWS[len(frame.rows)].pack(
                *frame.rows
            )
        case Stats():
            return _STATS.pack(frame.uptime_ms, frame.scans_late, frame.frames_bad, frame.longest_bounce)
        case Welcome():
            return bytes((frame.protocol,))
        case Ack():
            return bytes((frame.sequence,))
        case Config():
            return _CONFIG.pack(frame.debounce_ms, frame.lamps, 0)
        case Ping():
            return b""


def _snapshot(payload: bytes) -> Snapshot:
    changes, flags = _SNAPSHOT.unpack_from(payload)
    rows = _ROWS[(len(payload) - _SNAPSHOT.size) // 2].unpack_from(payload, _SNAPSHOT.size)
    return Snapshot(changes, flags, rows)


_TYPES: Mapping[type[Frame], int] = {
    Hello: FrameType.HELLO,
    Snapshot: FrameType.SNAPSHOT,
    Stats: FrameType.STATS,
    Welcome: FrameType.WELCOME,
    Ack: FrameType.ACK,
    Config: FrameType.CONFIG,
    Ping: FrameType.PING,
}
_READERS: Mapping[int, Callable[[bytes], Frame]] = {
    FrameType.HELLO: lambda payload: Hello(*_HELLO.unpack(payload)),
    FrameType.SNAPSHOT: _snapshot,
    FrameType.STATS: lambda payload: Stats(*_STATS.unpack(payload)),
    FrameType.WELCOME: lambda payload: Welcome(payload[0]),
    FrameType.ACK: lambda payload: Ack(payload[0]),
    FrameType.CONFIG: lambda payload: Config(*_CONFIG.unpack(payload)[:2]),
    FrameType.PING: lambda payload: Ping(),
}
