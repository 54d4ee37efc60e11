"""Consistent overhead byte stuffing (Cheshire and Baker, 1999), for bodies of up to 253 bytes.

No zero stands within a frame, so that zero can end it. Nothing here writes that zero.
"""


def encode(body: bytes) -> bytearray:
    """``body`` with no zero in it, one byte longer."""
    frame = bytearray(len(body) + 1)
    distance = 1  # to the next zero, or to the end
    for at in range(len(body), 0, -1):
        byte = body[at - 1]
        if byte:
            frame[at] = byte
            distance += 1
        else:
            frame[at] = distance
            distance = 1
    frame[0] = distance
    return frame


def decode(encoded: bytes, count: int) -> bytearray:
    """What the first ``count`` bytes stand for; empty for what no encoder wrote, and for an empty body."""
    body = bytearray()
    at = 0
    while at < count:
        end = at + encoded[at]
        if end == at or end > count:
            return bytearray()
        for place in range(at + 1, end):
            byte = encoded[place]
            if byte == 0:
                return bytearray()
            body.append(byte)
        at = end
        if at < count:
            body.append(0)
    return body
