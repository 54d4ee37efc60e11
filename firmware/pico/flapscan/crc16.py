"""CRC-16/CCITT-FALSE: polynomial 0x1021, starts with 0xFFFF, nothing reflected; "123456789" gives 0x29B1."""

START = 0xFFFF


def crc16(data: bytes, count: int) -> int:
    """The CRC of the first ``count`` bytes."""
    crc = START
    for at in range(count):
        # Eight steps of the division at once: what is shifted out comes back at bits 12, 5 and 0, and of that the
        # upper half once more. A table would cost half a kilobyte, and a frame is short.
        out = crc >> 8 ^ data[at]
        out ^= out >> 4
        crc = (crc << 8 ^ out << 12 ^ out << 5 ^ out) & 0xFFFF
    return crc
