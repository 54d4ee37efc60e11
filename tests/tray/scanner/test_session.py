"""What a host says to a scanner, and what it takes for a move."""

from dataclasses import replace

import pytest

from stbpi.tray.scanner.frames import (
    Ack,
    Config,
    Hello,
    Numbered,
    Ping,
    Snapshot,
    SnapshotFlags,
    Stats,
    Welcome,
)
from stbpi.tray.scanner.parser import Parser
from stbpi.tray.scanner.session import (
    ASK_AGAIN,
    BOOTING,
    CONFIG_TRIES,
    LEFT_OVER,
    LINK_TIMEOUT,
    REOPEN,
    LinkState,
    Picture,
    Session,
)

SETTINGS = Config(debounce_ms=20)
HELLO = Hello(1, 1, 0, 6, 12, 2, SETTINGS.crc)
RAISED = (0,) * 6
START = 1_000_000_000
RESTED = 20_000
FIRST = int(SnapshotFlags.FIRST)


class AtLink:
    """A session and a clock."""

    def __init__(self, *, opened=True):
        self.session = Session(6, 12, SETTINGS)
        self.now = START
        self.sequence = 0
        if opened:
            self.session.opened(self.now)

    def hear(self, frame, sequence=None):
        if sequence is None:
            self.sequence += 1
            sequence = self.sequence & 0xFF
        return self.session.receive(Numbered(sequence, frame), self.now)

    def wait(self, micros):
        self.now += micros
        self.session.pass_time(self.now)

    @property
    def said(self):
        return [heard.frame.frame for heard in Parser().feed(self.session.take_outgoing())]


def live(at=None):
    at = at or AtLink()
    at.hear(HELLO)
    assert at.hear(Snapshot(0, FIRST, RAISED)) == Picture(RAISED, False, at.now - RESTED, True)
    assert at.said == [Welcome(), Ack(at.sequence)]
    return at


def rows(**closed):
    return tuple(closed.get(f"row{n}", 0) for n in range(6))


def test_nothing_is_said_before_hello():
    at = AtLink()
    at.wait(LEFT_OVER)
    at.wait(60_000_000)
    assert at.said == []


def test_hello_is_welcomed_and_the_first_picture_is_no_move():
    at = live()
    assert at.session.state is LinkState.LIVE
    assert at.session.up(at.now)
    assert at.session.counters.resyncs == 1


def test_while_a_hello_is_awaited_what_moves_counts_for_nothing_and_it_says_so():
    at = live()
    assert not at.session.taken_anew
    unset = replace(HELLO, settings_crc=HELLO.settings_crc ^ 1)
    at.hear(unset)
    assert at.said == [Welcome(), SETTINGS, Ping()]
    at.hear(Snapshot(0, FIRST, RAISED))
    assert at.session.taken_anew, "its HELLO may have been lost, and is asked for again"
    at.wait(ASK_AGAIN)
    at.hear(HELLO)
    assert at.session.taken_anew, "the picture is still to come"
    at.hear(Snapshot(0, FIRST, RAISED))
    assert not at.session.taken_anew


def test_a_change_is_a_move_as_of_when_it_came_to_rest():
    at = live()
    at.wait(100_000)
    assert at.hear(Snapshot(1, 0, rows(row2=8))) == Picture(rows(row2=8), False, at.now - RESTED, False)
    assert at.said == [Ack(at.sequence)]


def test_a_snapshot_that_comes_again_is_acknowledged_again_and_told_once():
    at = live()
    change = Snapshot(1, 0, rows(row0=1))
    assert at.hear(change) is not None
    for _ in range(3):
        at.wait(50_000)
        assert at.hear(change, at.sequence) is None
    assert at.said == [Ack(at.sequence)] * 4
    assert at.session.counters.repeated == 3


def test_a_scanner_that_says_hello_in_the_middle_is_read_anew():
    at = live()
    at.hear(Snapshot(1, 0, rows(row0=1)))
    at.hear(HELLO)
    picture = at.hear(Snapshot(0, FIRST, rows(row0=3)))
    assert picture.anew
    assert at.session.counters.resyncs == 2


def test_the_first_picture_after_hello_is_no_move_however_well_it_goes_on():
    at = live()
    at.hear(Snapshot(1, 0, rows(row0=1)))
    at.hear(HELLO)
    assert at.hear(Snapshot(2, 0, rows(row0=3))).anew
    assert not at.hear(Snapshot(3, 0, rows(row0=2))).anew


@pytest.mark.parametrize(
    ("snapshot", "why"),
    [
        (Snapshot(0, FIRST, rows(row0=2)), "it says so"),
        (Snapshot(3, 0, rows(row0=2)), "its counter went back"),
        (Snapshot(5, 0, rows(row0=2)), "another picture without a change"),
    ],
)
def test_a_reset_whose_hello_was_lost_is_noticed(snapshot, why):
    at = live()
    at.hear(Snapshot(5, 0, rows(row0=1)))
    assert at.hear(snapshot).anew, why


def test_a_counter_that_wraps_is_none():
    at = live()
    at.hear(Snapshot(0xFFFF, FIRST, RAISED))
    assert not at.hear(Snapshot(0, 0, rows(row0=1))).anew


def test_the_first_snapshot_repeated_is_no_second_reset():
    at = live()
    assert at.hear(Snapshot(0, FIRST, RAISED), at.sequence) is None
    assert at.session.counters.resyncs == 1


def test_flaps_that_went_there_and_back_unseen_are_counted():
    at = live()
    at.hear(Snapshot(3, int(SnapshotFlags.OVERFLOW), rows(row0=1)))
    assert (at.session.counters.missed, at.session.counters.overflows) == (2, 1)
    at.hear(Snapshot(4, int(SnapshotFlags.BUTTON), rows(row0=1)))  # a scanner that counts its button, too
    assert at.session.counters.missed == 2


def test_a_scanner_that_runs_already_is_asked_who_it_is():
    """One whose reset wire is cut, when this program has been started anew."""
    at = AtLink()
    at.hear(Snapshot(9, 0, rows(row0=1)))
    assert at.said == [], "that may have been on its way since before the opening"
    at.wait(LEFT_OVER)
    at.hear(Snapshot(9, 0, rows(row0=1)), at.sequence)
    assert at.said == [Ping()]
    at.hear(Snapshot(9, 0, rows(row0=1)), at.sequence)
    assert at.said == []
    at.wait(ASK_AGAIN)
    assert at.said == [Ping()], "nor did it answer"
    at.hear(HELLO)
    assert at.said == [Welcome()]
    assert at.hear(Snapshot(9, 0, rows(row0=1))).anew


def test_a_scanner_with_other_settings_is_told_them_until_it_has_them():
    at = AtLink()
    at.hear(Hello(1, 1, 0, 6, 12, 2, 0xBAD))
    assert at.said == [Welcome(), SETTINGS, Ping()]
    at.wait(ASK_AGAIN)
    assert at.said == [Ping()]
    at.hear(Hello(1, 1, 0, 6, 12, 2, 0xBAD))
    assert at.said == [Welcome(), SETTINGS, Ping()]
    assert at.hear(Snapshot(0, FIRST, RAISED)).at == at.now, "nobody knows how long it has rested"
    at.hear(HELLO)
    assert at.said[-1:] == [Welcome()]
    assert at.session.configured
    at.wait(10 * ASK_AGAIN)
    assert at.said == []


def test_a_scanner_that_will_not_take_settings_is_told_no_more():
    at = AtLink()
    for _ in range(CONFIG_TRIES + 3):
        at.hear(Hello(1, 1, 0, 6, 12, 2, 0xBAD))
        at.wait(ASK_AGAIN)
    assert at.said.count(SETTINGS) == CONFIG_TRIES
    assert at.session.refuses_settings
    assert at.hear(Snapshot(0, FIRST, RAISED)) is not None, "it plays all the same"


@pytest.mark.parametrize(
    "hello", [Hello(2, 1, 0, 6, 12, 0, 0), Hello(1, 1, 0, 4, 12, 0, 0), Hello(1, 1, 0, 6, 9, 0, 0)]
)
def test_a_scanner_of_another_kind_is_not_welcomed(hello):
    at = AtLink()
    at.hear(hello)
    assert at.said == []
    assert at.session.state is LinkState.REFUSED
    assert at.hear(Snapshot(0, 0, RAISED)) is None
    at.hear(HELLO)
    assert at.said == [Welcome()], "another was plugged in"


def test_a_larger_scanner_than_needed_will_do():
    at = AtLink()
    at.session = Session(2, 9, SETTINGS)
    at.session.opened(at.now)
    at.hear(HELLO)
    assert at.hear(Snapshot(0, FIRST, RAISED)).rows == RAISED


def test_a_snapshot_of_another_shape_than_hello_said_is_none():
    at = live()
    assert at.hear(Snapshot(1, 0, (1,) * 4)) is None
    assert at.said == []
    assert at.session.counters.strange == 1


def test_a_link_is_down_two_seconds_after_its_last_snapshot():
    at = live()
    at.wait(LINK_TIMEOUT - 1)
    assert at.session.up(at.now)
    assert at.session.deadline == at.now + 1
    at.hear(Stats(1, 0, 0, 0))
    at.wait(1)
    assert not at.session.up(at.now), "statistics are no flaps"
    assert at.session.overdue(at.now)


def test_a_scanner_may_take_its_time_to_start():
    at = AtLink()
    at.wait(BOOTING - 1)
    assert not at.session.overdue(at.now)
    at.wait(1)
    assert at.session.overdue(at.now)
    assert not at.session.given_up(at.now)
    at.wait(REOPEN - BOOTING)
    assert at.session.given_up(at.now)


def test_one_that_says_hello_for_ever_but_shows_nothing_is_given_up():
    at = AtLink()
    while not at.session.given_up(at.now):
        at.hear(HELLO)
        at.wait(500_000)
    assert at.now - START == 2 * REOPEN


def test_what_only_a_host_says_is_nothing_to_a_host():
    at = live()
    assert at.hear(Ack(1)) is None
    assert at.said == []
    assert at.session.counters.strange == 1
