"""The bytes of the serial link: what stands in docs/scanner.md and in the firmware, to the bit."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.tray.scanner import cobs
from stbpi.tray.scanner.frames import (
    LONGEST,
    MOST_ROWS,
    Ack,
    Config,
    CrcError,
    FrameError,
    Hello,
    Numbered,
    Ping,
    ShapeError,
    Snapshot,
    Stats,
    StuffingError,
    Welcome,
    crc16,
    from_wire,
    to_wire,
)

U8, U16, U32 = (st.integers(0, 2**n - 1) for n in (8, 16, 32))
FRAMES = st.one_of(
    st.builds(Hello, U8, U8, U8, U8, U8, U8, U16),
    st.builds(Snapshot, U16, U8, st.lists(U16, min_size=1, max_size=MOST_ROWS).map(tuple)),
    st.builds(Stats, U32, U16, U16, U16),
    st.builds(Welcome, U8),
    st.builds(Ack, U8),
    st.builds(Config, U8, U8),
    st.just(Ping()),
)

PLAIN = {
    "": "01",
    "00": "0101",
    "0000": "010101",
    "11220033": "0311220233",
    "11000000": "0211010101",
    "11223344": "0511223344",
}
"""The examples of the paper."""


@pytest.mark.parametrize(("plain", "stuffed"), PLAIN.items())
def test_bytes_are_stuffed_as_the_paper_has_it(plain, stuffed):
    assert cobs.encode(bytes.fromhex(plain)).hex() == stuffed
    assert cobs.decode(bytes.fromhex(stuffed)).hex() == plain


@settings(deadline=None)
@given(st.binary(max_size=800) | st.integers(250, 260).map(lambda n: b"x" * n + b"\0" + b"y" * n))
def test_stuffed_bytes_have_no_zero_and_come_back(data):
    stuffed = cobs.encode(data)
    assert 0 not in stuffed
    assert len(stuffed) <= len(data) + 1 + len(data) // 254
    assert cobs.decode(stuffed) == data


@pytest.mark.parametrize("stuffed", ["00", "05112233", "0211000000", "ff"])
def test_what_nobody_stuffed_is_refused(stuffed):
    with pytest.raises(cobs.CobsError, match="drop the frame"):
        cobs.decode(bytes.fromhex(stuffed))


def test_the_crc_is_that_of_the_contract():
    assert crc16(b"123456789") == 0x29B1


ON_THE_WIRE = [
    (0, Ping(), "02 14 03 b8 d2 00"),
    (1, Welcome(1), "06 11 01 01 df 9b 00"),
    (7, Ack(5), "06 12 07 05 ad 28 00"),
    (2, Config(30), "04 13 02 1e 01 01 03 0a 27 00"),
    (3, Hello(1, 1, 0, 6, 12, 8, 0x1234), "05 01 03 01 01 08 06 0c 08 34 12 be 8c 00"),
    (
        4,
        Snapshot(1, 4, (0, 0x0801, 0, 0, 0, 0)),
        "04 02 04 01 02 04 01 03 01 08 01 01 01 01 01 01 01 03 11 8b 00",
    ),
    (5, Stats(5000, 0, 2, 47), "05 03 05 88 13 01 01 01 02 02 02 2f 03 1d 23 00"),
]


def bit_by_bit(data):
    """CRC-16/CCITT-FALSE as its definition has it: x^16 + x^12 + x^5 + 1, all ones to begin with."""
    crc = 0xFFFF
    for bit in (byte >> n & 1 for byte in data for n in range(7, -1, -1)):
        crc = (crc << 1 & 0xFFFF) ^ (0x1021 if bit ^ crc >> 15 else 0)
    return crc


@pytest.mark.parametrize(("sequence", "frame", "wire"), ON_THE_WIRE)
def test_frames_stand_on_the_wire_byte_for_byte(sequence, frame, wire):
    assert to_wire(sequence, frame).hex(" ") == wire
    body = cobs.decode(bytes.fromhex(wire)[:-1])
    assert int.from_bytes(body[-2:], "little") == bit_by_bit(body[:-2])


@settings(deadline=None)
@given(U8, FRAMES)
def test_every_frame_comes_back(sequence, frame):
    wire = to_wire(sequence, frame)
    assert wire[-1] == 0
    assert 0 not in wire[:-1]
    assert len(wire) <= LONGEST + 1
    assert from_wire(wire[:-1]) == Numbered(sequence, frame)


@settings(deadline=None)
@given(U8, FRAMES, st.data())
def test_no_flip_of_one_or_two_bits_goes_unnoticed(sequence, frame, data):
    body = bytearray(cobs.decode(to_wire(sequence, frame)[:-1]))
    bits = data.draw(st.sets(st.integers(0, 8 * len(body) - 1), min_size=1, max_size=2))
    for bit in bits:
        body[bit // 8] ^= 1 << bit % 8
    with pytest.raises(FrameError):
        from_wire(cobs.encode(bytes(body)))


def with_crc(body):
    crc = crc16(body)
    return cobs.encode(body + bytes((crc & 0xFF, crc >> 8)))


@pytest.mark.parametrize(
    ("wire", "error"),
    [
        (b"\x05\x01", StuffingError),
        (b"\x02\x14", ShapeError),
        (with_crc(b"\x55\x00"), ShapeError),
        (with_crc(b"\x12\x00"), ShapeError),
        (with_crc(b"\x02\x00" + bytes(3)), ShapeError),
        (with_crc(b"\x02\x00" + bytes(3 + 14)), ShapeError),
        (with_crc(b"\x14\x00")[:-1] + b"\x01", CrcError),
    ],
)
def test_what_is_no_frame_is_refused_for_what_is_wrong_with_it(wire, error):
    with pytest.raises(error):
        from_wire(wire)


def test_settings_are_told_apart_by_what_is_stored_of_them():
    # Version 1 and the window in ms, as the firmware stores them; the lamps are not stored.
    assert Config(30).crc == crc16(b"\x01\x1e") == Config(30, lamps=3).crc
    assert Config(30).crc != Config(29).crc
