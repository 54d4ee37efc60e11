"""Frames found again among whatever a line brings, in whatever pieces it brings it."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.tray.scanner.frames import LONGEST, Ack, Config, Hello, Numbered, Ping, Snapshot, Stats, to_wire
from stbpi.tray.scanner.parser import Parser, ParserCounters
from tests.tray.scanner.test_frames import FRAMES, U8

NUMBERED = st.builds(Numbered, U8, FRAMES)


def wire(numbered):
    return to_wire(numbered.sequence, numbered.frame)


def found(heard):
    return [one.frame for one in heard if one.frame is not None]


@settings(deadline=None)
@given(st.lists(NUMBERED, max_size=8), st.data())
def test_however_bytes_are_split_the_frames_are_the_same(frames, data):
    stream = b"\0".join(wire(frame) for frame in frames)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=20)))
    parser, heard = Parser(), []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        heard += parser.feed(stream[start:end])
    assert found(heard) == frames
    assert parser.counters == ParserCounters(good=len(frames))


def test_one_byte_at_a_time():
    frames = [Numbered(n, Snapshot(n, 0, (n, 0, 0, 0, 0, n))) for n in range(50)]
    parser = Parser()
    assert [f for f in frames for b in wire(f) for f in found(parser.feed(bytes((b,))))] == frames


ORDINARY = (
    Snapshot(7, 0, (1, 2, 3, 4, 5, 6)),
    Hello(1, 1, 0, 6, 12, 2, 77),
    Stats(5_000, 0, 0, 12),
    Ack(3),
    Ping(),
)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("ends_noise", [True, False])
def test_a_hundred_frames_in_a_hundred_kilobytes_of_garbage_are_found(seed, ends_noise):
    chance = Random(seed)
    frames = [Numbered(chance.randrange(256), chance.choice(ORDINARY)) for _ in range(100)]
    stream = b""
    for frame in frames:
        stream += chance.randbytes(1000) + (b"\0" if ends_noise else b"") + wire(frame)
    parser, heard = Parser(), []
    while stream:
        cut = chance.randrange(1, 200)
        heard += parser.feed(stream[:cut])
        stream = stream[cut:]
    assert found(heard) == frames
    counters = parser.counters
    assert counters.good == 100
    assert counters.bad == sum(one.frame is None for one in heard) > 200
    assert ends_noise or counters.rescued > 90


@pytest.mark.parametrize(
    "noise", [b"AT\r\n", b"AT+CGMI\r", b"\xff" * 500, b"\xf8\x80\x78" * 40, "grüß".encode()]
)
def test_a_modem_manager_or_a_wrong_baud_rate_costs_no_frame(noise):
    parser = Parser()
    frame = Numbered(1, Snapshot(3, 0, (1, 0, 0, 0, 0, 0)))
    assert found(parser.feed(noise + wire(frame) + noise + b"\0" + wire(frame))) == [frame, frame]


def test_a_frame_whose_end_was_lost_costs_itself_alone():
    parser = Parser()
    one, other = Numbered(1, Ack(1)), Numbered(2, Ack(2))
    assert found(parser.feed(wire(one)[:-1] + wire(other))) == [other]


def test_each_kind_of_damage_is_counted():
    parser = Parser()
    good = wire(Numbered(1, Config(30)))
    parser.feed(b"\x7f\x01\0")  # announces more than there is
    parser.feed(good[:3] + bytes((good[3] ^ 4,)) + good[4:])
    parser.feed(b"\x03\x01\x01\0")
    parser.feed(b"\x01" * 100 + b"\0")
    assert parser.counters == ParserCounters(0, 0, 1, 1, 1, 1)
    assert parser.counters.bad == 4


def test_a_line_that_never_ends_fills_no_memory():
    parser = Parser()
    for _ in range(1000):
        parser.feed(b"\x55" * 997)
    assert len(parser._held) <= LONGEST + 1
    frame = Numbered(9, Ping())
    assert found(parser.feed(b"\0" + wire(frame))) == [frame]


def test_what_had_not_ended_when_the_line_was_closed_is_no_part_of_the_next():
    parser = Parser()
    frame = wire(Numbered(9, Config(30)))
    parser.feed(frame[:4])
    parser.forget()
    assert parser.feed(frame[4:])[0].frame is None
    assert found(parser.feed(frame)) == [Numbered(9, Config(30))]
