"""Who says what when: the scanner's end of the link, millisecond by millisecond."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.firmware import wire
from tests.firmware.scanner import Scanner
from tests.firmware.workbench import ROWS, Workbench


@pytest.fixture
def scanner(workbench: Workbench) -> Scanner:
    scanner = Scanner(workbench)
    scanner.start()
    return scanner


def test_it_greets_at_once_and_every_half_second_until_welcomed(scanner: Scanner) -> None:
    scanner.start(cause=8)
    said = scanner.during(1600)
    assert [at for at, _ in said] == [1, 501, 1001, 1501]
    assert {frame for _, frame in said} == {
        wire.Frame(
            wire.HELLO, 0, bytes([1, 1, 0, 6, 12, 8]) + wire.configuration_crc(30).to_bytes(2, "little")
        )
    }
    scanner.hear(wire.wired(wire.WELCOME, b"\x02"))
    assert [frame.type for _, frame in scanner.during(600)] == [wire.HELLO]


def test_the_first_picture_says_so_and_is_repeated_until_acknowledged(scanner: Scanner) -> None:
    scanner.flip(2, 12)
    scanner.during(1)
    scanner.hear(wire.welcome())
    said = scanner.during(120)
    assert [at for at, _ in said] == [1, 51, 101]
    first = said[0][1]
    assert {frame for _, frame in said} == {first}
    assert (first.flags, first.closed, first.sequence) == (wire.FIRST, {(2, 12)}, 1)
    scanner.hear(wire.ack(first.sequence))
    # What rests is told every quarter of a second: the last frame again, acknowledged or not.
    said = scanner.during(800)
    assert [frame for _, frame in said] == [first] * 3
    assert [later - sooner for (sooner, _), (later, _) in itertools.pairwise(said)] == [250, 250]


def test_news_are_told_at_once(scanner: Scanner) -> None:
    scanner.meet()
    scanner.during(100)
    scanner.flip(6, 1)
    ((at, told),) = scanner.during(20)
    assert (at, told.flags, told.closed, told.changes, told.sequence) == (1, 0, {(6, 1)}, 1, 2)


def test_one_is_in_flight_and_what_happens_meanwhile_comes_next(scanner: Scanner) -> None:
    scanner.meet()
    scanner.flip(1, 1)
    (told,) = {frame for _, frame in scanner.during(60)}
    scanner.flip(1, 2)
    assert {frame for _, frame in scanner.during(60)} == {told}
    scanner.hear(wire.ack(told.sequence - 1))
    assert {frame for _, frame in scanner.during(60)} == {told}
    scanner.hear(wire.ack(told.sequence))
    ((at, following),) = scanner.during(20)
    assert (at, following.sequence) == (1, told.sequence + 1)
    assert (following.closed, following.changes, following.flags) == ({(1, 1), (1, 2)}, 2, 0)


def test_what_went_and_came_back_meanwhile_is_owned_up_to(scanner: Scanner) -> None:
    scanner.meet()
    scanner.flip(1, 1)
    told = scanner.during(1)[0][1]
    scanner.flip(4, 4)
    scanner.flip(4, 4)
    scanner.hear(wire.ack(told.sequence))
    ((_, following),) = scanner.during(20)
    assert (following.closed, following.changes, following.flags) == ({(1, 1)}, 3, wire.OVERFLOW)
    scanner.hear(wire.ack(following.sequence))
    scanner.press(True)
    ((_, pressed),) = scanner.during(20)
    assert pressed.flags == wire.BUTTON
    for down in (False, True, False):
        scanner.press(down)
    scanner.hear(wire.ack(pressed.sequence))
    assert scanner.during(20)[0][1].flags == wire.OVERFLOW


@pytest.mark.parametrize("down", [False, True])
def test_a_whole_press_while_an_answer_is_missing_is_told(scanner: Scanner, down: bool) -> None:
    """And so is a moment's letting go."""
    scanner.button = down
    scanner.meet()
    scanner.flip(1, 1)
    told = scanner.during(1)[0][1]
    scanner.press(not down)
    scanner.press(down)
    scanner.flip(2, 2)
    scanner.hear(wire.ack(told.sequence))
    ((_, between),) = scanner.during(20)
    flags = [0, wire.BUTTON]
    assert (between.flags, between.closed) == (flags[not down], {(1, 1), (2, 2)})
    scanner.hear(wire.ack(between.sequence))
    ((at, now),) = scanner.during(20)
    assert (at, now.flags, now.closed) == (1, flags[down], {(1, 1), (2, 2)})
    scanner.hear(wire.ack(now.sequence))
    assert {frame for _, frame in scanner.during(600)} == {now}


def test_a_contact_that_never_rests_is_told_by_the_statistics(scanner: Scanner) -> None:
    scanner.meet()
    scanner.hums = True
    bounces = [frame.payload[8:] for _, frame in scanner.during(5100) if frame.type == wire.STATS]
    assert bounces == [b"\xff\xff"]
    scanner.hums = False
    bounces = [frame.payload[8:] for _, frame in scanner.during(5100) if frame.type == wire.STATS]
    assert bounces == [(120).to_bytes(2, "little")]


def test_counters_wrap(scanner: Scanner) -> None:
    scanner.changes = 0xFFFF
    scanner.meet()
    for expected in range(2, 600):
        scanner.flip(1, 1)
        ((_, told),) = scanner.during(1)
        assert (told.flags, told.sequence, told.changes) == (0, expected & 0xFF, expected - 2 & 0xFFFF)
        scanner.hear(wire.ack(told.sequence))


def test_a_ping_is_answered_by_a_greeting_and_the_next_picture_is_a_first_one(scanner: Scanner) -> None:
    scanner.meet()
    scanner.hear(wire.ping())
    assert [(at, frame.type) for at, frame in scanner.during(502)] == [(1, wire.HELLO), (501, wire.HELLO)]
    scanner.hear(wire.welcome())
    assert scanner.during(1)[0][1].flags == wire.FIRST


def test_each_welcome_is_answered_by_a_first_picture(scanner: Scanner) -> None:
    first = scanner.meet()
    scanner.hear(wire.welcome())
    again = scanner.during(1)[0][1]
    assert (again.flags, again.sequence) == (wire.FIRST, first.sequence + 1)
    scanner.hear(wire.welcome())
    assert scanner.during(1)[0][1] == again


def test_settings_are_stored_and_shown_by_the_greeting(scanner: Scanner) -> None:
    scanner.hear(wire.config(12, lamps=0b10))
    scanner.during(10)
    assert scanner.lamps == 0b10
    stored = bytes.fromhex(scanner.bench.ask("eeprom"))
    assert stored == bytes([1, 12]) + wire.configuration_crc(12).to_bytes(2, "little")
    scanner.bench.ask("link", 2)
    assert scanner.during(1)[0][1].payload[5:] == b"\x02" + wire.configuration_crc(12).to_bytes(2, "little")


def checked(*body: int) -> bytes:
    return bytes(body) + wire.crc(bytes(body)).to_bytes(2, "little")


SPOILT = {
    "empty": b"\xff" * 4,
    "torn": bytes([1, 12]) + checked(1, 30)[2:],
    "another version": checked(2, 12),
    "another version, and nothing else": b"\x02" + checked(1, 12)[1:],
    "no debounce": checked(1, 0),
    "too long a debounce": checked(1, 51),
}


@pytest.mark.parametrize("stored", SPOILT.values(), ids=SPOILT.keys())
def test_spoilt_settings_are_the_defaults(scanner: Scanner, stored: bytes) -> None:
    scanner.bench.ask("eeprom", stored.hex())
    scanner.bench.ask("link", 0)
    assert scanner.during(1)[0][1].payload[6:] == wire.configuration_crc(30).to_bytes(2, "little")


BAD = {
    "no debounce": wire.config(0),
    "too long a debounce": wire.config(51),
    "flipped": wire.ping()[:-2] + bytes([wire.ping()[-2] ^ 1, 0]),
    "cut": wire.welcome()[2:],
    "unknown type": wire.wired(0x44),
    "a scanner's own": wire.wired(wire.HELLO, bytes(8)),
    "too much payload": wire.wired(wire.PING, b"\x01"),
    "too little": wire.wired(wire.ACK),
    "text": b"AT\r\nAT\r\nATE0\r\n\0",
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD.keys())
def test_what_is_bad_is_counted_and_changes_nothing(scanner: Scanner, data: bytes) -> None:
    scanner.meet()
    scanner.hear(data + b"\0\0")
    told = {frame.type: frame for _, frame in scanner.during(5100)}
    stats = told[wire.STATS].payload
    assert int.from_bytes(stats[6:8], "little") == 1
    assert wire.HELLO not in told


def test_so_many_bad_frames_are_the_most_that_can_be_counted(scanner: Scanner) -> None:
    scanner.meet()
    counted = []
    for frames in (65_534, 1, 1, 1):
        for begun in range(0, frames, 250):
            scanner.hear(b"\x44\0" * min(250, frames - begun))
        scanner.hear(wire.ack(1))
        counted += [
            int.from_bytes(frame.payload[6:8], "little")
            for _, frame in scanner.during(5000)
            if frame.type == wire.STATS
        ]
    assert counted == [65_534, 65_535, 65_535, 65_535]


def test_statistics_come_every_five_seconds(scanner: Scanner) -> None:
    scanner.meet()
    scanner.hear(wire.ack(1))
    stats = [(at, frame.payload) for at, frame in scanner.during(10_100) if frame.type == wire.STATS]
    assert [at for at, _ in stats] == [4999, 9999]
    uptime, late, bad, bounce = (
        int.from_bytes(stats[1][1][a:b], "little") for a, b in ((0, 4), (4, 6), (6, 8), (8, 10))
    )
    assert uptime == 10_001
    # What the workbench has them be: 7 late scans, a longest bounce of 12 ms.
    assert (late, bad, bounce) == (7, 0, 120)


def test_a_host_that_has_gone_is_greeted_anew(scanner: Scanner) -> None:
    scanner.meet()
    scanner.flip(3, 3)
    said = scanner.during(2600)
    hellos = [at for at, frame in said if frame.type == wire.HELLO]
    assert 1990 <= hellos[0] <= 2010
    assert all(frame.type == wire.HELLO for at, frame in said if at >= hellos[0])
    scanner.hear(wire.welcome())
    first = scanner.during(1)[0][1]
    assert (first.flags, first.closed) == (wire.FIRST, {(3, 3)})


def test_without_room_nothing_is_lost(scanner: Scanner) -> None:
    scanner.meet()
    scanner.bench.ask("room", 5)
    scanner.flip(5, 5)
    assert scanner.during(30) == []
    scanner.bench.ask("room", -1)
    ((at, told),) = scanner.during(20)
    assert (at, told.closed) == (1, {(5, 5)})


MISHAPS: dict[str, Callable[[bytes, int], list[bytes]]] = {
    "kept": lambda data, n: [data],
    "lost": lambda data, n: [],
    "doubled": lambda data, n: [data, data],
    "split": lambda data, n: [data[: n % len(data)], data[n % len(data) :]],
    "cut": lambda data, n: [data[n % len(data) :]],
    "flipped": lambda data, n: [
        bytes(byte ^ (1 << n % 8 if i == n % len(data) else 0) for i, byte in enumerate(data))
    ],
    "noise before": lambda data, n: [bytes([n % 255 + 1, n % 7]), data],
}
WIRES = st.lists(
    st.tuples(st.sampled_from(sorted(MISHAPS)), st.integers(0, 1000), st.integers(0, 30)), min_size=1
)
MOVES = st.lists(st.tuples(st.integers(1, 200), st.integers(1, ROWS), st.integers(1, 12)), max_size=12)


@dataclass
class Host:
    """The plainest host: welcomes greetings, acknowledges pictures, believes the newest."""

    seen: wire.Frame | None = None
    moves: int = 0
    gathered: bytes = b""

    def hear(self, data: bytes) -> bytes:
        answer = b""
        *whole, self.gathered = (self.gathered + data).split(b"\0")
        for encoded in whole:
            body = wire.uncobs(encoded)
            if not body or len(body) < 4 or wire.crc(body[:-2]) != int.from_bytes(body[-2:], "little"):
                continue
            frame = wire.Frame(body[0], body[1], body[2:-2])
            if frame.type == wire.HELLO:
                self.seen = None
                answer += wire.welcome()
            elif frame.type == wire.SNAPSHOT:
                if self.seen and not frame.flags & wire.FIRST and frame.sequence != self.seen.sequence:
                    differing = bin(
                        int.from_bytes(
                            bytes(
                                a ^ b for a, b in zip(frame.payload[3:], self.seen.payload[3:], strict=True)
                            ),
                            "little",
                        )
                    ).count("1")
                    between = frame.changes - self.seen.changes & 0xFFFF
                    assert differing <= between
                    assert (differing != between) == bool(frame.flags & wire.OVERFLOW)
                    self.moves += between
                self.seen = frame
                answer += wire.ack(frame.sequence)
        return answer


def test_over_a_bad_wire_the_picture_is_reached_and_no_change_invented(workbench: Workbench) -> None:
    @given(to_host=WIRES, to_scanner=WIRES, moves=MOVES)
    @settings(max_examples=300, deadline=None)
    def play(to_host, to_scanner, moves) -> None:  # type: ignore[no-untyped-def]
        scanner = Scanner(workbench)
        scanner.start()
        host = Host()
        arriving: list[tuple[int, bool, bytes]] = []
        counts = [0, 0]

        bad_until = sum(rest for rest, _, _ in moves) + 2000

        def put(data: bytes, up: bool) -> None:
            wires = to_host if up else to_scanner
            mishap, number, late = wires[counts[up] % len(wires)]
            counts[up] += 1
            # A bad wire is bad for some time, not for ever.
            pieces = MISHAPS[mishap](data, number) if scanner.now < bad_until else [data]
            # No byte overtakes another.
            due = max([scanner.now + late, *(at for at, way, _ in arriving if way == up)])
            arriving.extend((due, up, piece) for piece in pieces)

        def pass_by(milliseconds: int) -> None:
            end = scanner.now + milliseconds
            while scanner.now < end:
                due = min([end, *(max(at, scanner.now + 1) for at, _, _ in arriving)])
                if said := scanner.until(due):
                    put(said, up=True)
                for entry in [entry for entry in arriving if entry[0] <= scanner.now]:
                    arriving.remove(entry)
                    _, up, data = entry
                    if not up:
                        scanner.hear(data)
                    elif answer := host.hear(data):
                        put(answer, up=False)

        for rest, row, column in moves:
            pass_by(rest)
            scanner.flip(row, column)
        pass_by(6000)
        assert host.seen is not None
        assert host.seen.rows == tuple(scanner.rows)
        assert host.seen.changes == scanner.changes == len(moves)
        assert host.moves <= len(moves)

    play()
