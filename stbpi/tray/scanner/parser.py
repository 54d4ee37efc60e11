"""From bytes in any pieces to frames, through whatever else is on the line. Nothing here looks at a clock."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stbpi.tray.scanner.frames import (
    AROUND,
    LONGEST,
    PAYLOADS,
    CrcError,
    FrameError,
    Numbered,
    StuffingError,
    from_wire,
)


@dataclass(frozen=True, slots=True)
class Heard:
    """What stood between two 0x00: the bytes, and the frame they are, or why they are none."""

    raw: bytes
    frame: Numbered | None
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class ParserCounters:
    """Pieces between two 0x00, by what came of them.

    ``rescued`` are those of ``good`` that had other bytes before them, on which no 0x00 followed.
    """

    good: int = 0
    rescued: int = 0
    bad_stuffing: int = 0
    bad_crc: int = 0
    bad_shape: int = 0
    too_long: int = 0

    @property
    def bad(self) -> int:
        """All that were no frames."""
        return self.bad_stuffing + self.bad_crc + self.bad_shape + self.too_long


class Parser:
    """Bytes in, frames out. Never holds more than the longest frame, however long nothing ends."""

    def __init__(self) -> None:
        self._held = b""
        self._overlong = False
        self._unended = 0
        self._good = self._rescued = self._stuffing = self._crc = self._shape = self._long = 0

    @property
    def counters(self) -> ParserCounters:
        """What came of all pieces so far."""
        return ParserCounters(self._good, self._rescued, self._stuffing, self._crc, self._shape, self._long)

    def feed(self, data: bytes) -> list[Heard]:
        """Take bytes as they come; returns what they completed, the first first."""
        *ended, held = (self._held + data).split(b"\0") if self._held else data.split(b"\0")
        self._unended = len(held) if ended else self._unended + len(data)
        heard = []
        for piece in ended:
            if self._overlong or len(piece) > LONGEST:
                heard.append(self._too_long(piece))
            elif piece:
                heard.append(self._complete(piece))
        if len(held) > LONGEST:
            # A frame may end what is garbage so far: its last bytes are kept.
            self._overlong = True
            held = held[-LONGEST - 1 :]
        self._held = held
        return heard

    @property
    def unended(self) -> int:
        """Bytes since the last 0x00. More than a frame has tell that whatever speaks there knows of none."""
        return self._unended

    def forget(self) -> None:
        """Drop what has not ended: the line was closed."""
        self._held, self._overlong, self._unended = b"", False, 0

    def _complete(self, piece: bytes) -> Heard:
        try:
            frame = from_wire(piece)
        except FrameError as error:
            return self._rescue(piece, error)
        self._good += 1
        return Heard(piece, frame)

    def _too_long(self, piece: bytes) -> Heard:
        self._overlong = False
        trouble = FrameError(f"more than {LONGEST} bytes without an end; dropped")
        return self._rescue(piece[-LONGEST - 1 :], trouble)

    def _rescue(self, piece: bytes, error: FrameError) -> Heard:
        """A frame at the end of a piece that is none: noise came before it, and no 0x00 in between.

        Only what has the length of its type is tried, so that noise passes for a frame no more often than the
        CRC lets it.
        """
        for start in _beginnings(piece):
            try:
                frame = from_wire(piece[start:])
            except FrameError:
                continue
            self._good += 1
            self._rescued += 1
            return Heard(piece[start:], frame)
        if isinstance(error, StuffingError):
            self._stuffing += 1
        elif isinstance(error, CrcError):
            self._crc += 1
        elif type(error) is FrameError:
            self._long += 1
        else:
            self._shape += 1
        return Heard(piece, None, str(error))


_WIRE_SIZES = tuple((kind, size + AROUND + 1) for kind, sizes in PAYLOADS.items() for size in sizes)
"""The types, each with a length that a frame of it may have on the wire."""


def _beginnings(piece: bytes) -> Iterator[int]:
    """Where in ``piece`` a frame may begin that ends with it: no type is 0, so it stands as it is."""
    length = len(piece)
    for kind, size in _WIRE_SIZES:
        if size < length and piece[length - size + 1] == kind:
            yield length - size
