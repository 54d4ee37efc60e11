"""Consistent Overhead Byte Stuffing: any bytes as bytes without 0x00, which is then free to end a frame.

Each run of up to 254 bytes that are not 0 is written with its length plus one before it; the 0 that ended it is left
out. S. Cheshire and M. Baker, "Consistent Overhead Byte Stuffing", IEEE/ACM Transactions on Networking 7 (2), 1999.
"""

from __future__ import annotations

LONGEST_RUN = 254


class CobsError(ValueError):
    """Bytes that no encoder wrote."""


def encode(data: bytes) -> bytes:
    """``data`` without a 0x00 in it; one byte longer, and one more for every 254."""
    encoded = bytearray()
    for number, piece in enumerate(pieces := data.split(b"\0")):
        while len(piece) > LONGEST_RUN or (len(piece) == LONGEST_RUN and number < len(pieces) - 1):
            encoded.append(LONGEST_RUN + 1)
            encoded += piece[:LONGEST_RUN]
            piece = piece[LONGEST_RUN:]
        encoded.append(len(piece) + 1)
        encoded += piece
    return bytes(encoded)


def decode(encoded: bytes) -> bytes:
    """What ``encode`` was given. Raises ``CobsError``."""
    decoded = bytearray()
    at, end = 0, len(encoded)
    while at < end:
        run = encoded[at]
        if run == 0:
            raise CobsError(f"byte {at + 1} of {end} is 0x00, which only ends a frame; drop the frame")
        after = at + run
        if after > end:
            raise CobsError(f"byte {at + 1} of {end} announces {run - 1} more; drop the frame")
        decoded += encoded[at + 1 : after]
        at = after
        if run <= LONGEST_RUN and at < end:
            decoded.append(0)
    return bytes(decoded)
