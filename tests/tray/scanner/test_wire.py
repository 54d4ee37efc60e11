"""A tray on a scanner whose line loses, doubles, delays, splits and spoils what is sent, both ways.

Whatever the line does, the picture that settles is that of the flaps, and nothing is told that was not so.
"""

from dataclasses import dataclass, field
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.table.events import FlapsChanged, FlapsSeen
from stbpi.tray import load_profile
from stbpi.tray.scanner.frames import Reset
from stbpi.tray.scanner.simulated import RESTARTS
from tests.tray.conformance.backends import all_flaps
from tests.tray.trays import tray_at_hand

KINDS = ("loses", "doubles", "delays", "splits", "flips")
ALONE_AND_TOGETHER = [*((kind,) for kind in KINDS), KINDS]
HOW_OFTEN = 0.2
LONGEST_DELAY_US = 80_000

SETTLES_S = 10
"""Some forty heartbeats: that all of them are spoilt does not happen."""


@dataclass
class Line:
    """One way of a line, first in, first out. ``deliver`` gets what comes through, at the instant it does."""

    timeline: object
    chance: Random
    deliver: object
    kinds: tuple = ()
    free_at: int = 0
    did: dict = field(default_factory=lambda: dict.fromkeys(KINDS, 0))

    def carry(self, data, at):
        pieces = [data]
        if self.happens("splits"):
            cut = self.chance.randint(0, len(data))
            pieces = [data[:cut], data[cut:]]
        for piece in pieces:
            at = max(at, self.free_at)
            if self.happens("delays"):
                at += self.chance.randint(1, LONGEST_DELAY_US)
            if self.happens("loses"):
                cut = self.chance.randint(0, len(piece))
                piece = piece[:cut] + piece[cut + self.chance.randint(1, 30) :]
            if piece and self.happens("flips"):
                place = self.chance.randrange(len(piece))
                flipped = piece[place] ^ 1 << self.chance.randrange(8)
                piece = piece[:place] + bytes((flipped,)) + piece[place + 1 :]
            if self.happens("doubles"):
                piece += piece
            self.free_at = at
            if piece:
                self.timeline.at(at, lambda at, piece=piece: self.deliver(piece, at))

    def happens(self, kind):
        if kind not in self.kinds or self.chance.random() >= HOW_OFTEN:
            return False
        self.did[kind] += 1
        return True


class Wired:
    """A tray at hand on such a line, and what the scanner saw its switches come to rest at, in order."""

    def __init__(self, t, seed):
        self.t = t
        board = t.simulator.board
        self.scanner, plug = board.scanner, board.plug
        timeline, chance = t.simulator._timeline, Random(seed)
        self.to_host = Line(timeline, chance, self.scanner.send)
        self.to_scanner = Line(timeline, chance, self.scanner.receive)
        self.scanner.send = self.to_host.carry
        plug.to_scanner = lambda data: self.to_scanner.carry(data, timeline.instant)
        self.was = [t.tray.picture]
        scan = self.scanner._scan

        def scanned(at):
            scan(at)
            self.note()

        start = self.scanner._start

        def started():
            start()
            self.note()

        self.scanner._scan, self.scanner._start = scanned, started
        self.begins = t.tray.link
        self.heard_before = len(t.events)
        self.changes_before = self.scanner._changes

    def note(self):
        sides = self.t.tray.profile.sides
        settled = self.scanner._debouncer.settled
        self.was.append(
            tuple(
                frozenset(f for n, f in enumerate(side.flaps) if settled >> 12 * number + n & 1)
                for number, side in enumerate(sides)
            )
        )

    def disturb(self, kinds):
        self.to_host.kinds = self.to_scanner.kinds = kinds

    def told(self):
        """The picture after each event."""
        picture = list(self.was[0])
        for event in self.t.events[self.heard_before :]:
            if isinstance(event, FlapsSeen):
                picture = list(event.closed)
            elif isinstance(event, FlapsChanged):
                for change in event.changes:
                    assert (change.flap in picture[change.side]) != change.closed, "each change is one"
                    picture[change.side] = picture[change.side] ^ {change.flap}
            yield tuple(picture)

    def check_nothing_is_invented(self):
        was = iter(self.was)
        now = next(was)
        for picture in self.told():
            while now != picture:
                now = next(was, None)
                assert now is not None, "what was told has been so, in that order"

    def check_settles(self):
        for _ in range(10 * SETTLES_S):
            self.t.loop.run_for(0.1)
            if self.t.tray.picture == self.t.simulator.closed:
                break
        assert self.t.tray.picture == self.t.simulator.closed


MOVES = st.lists(st.tuples(st.integers(0, 71), st.integers(0, 200_000)), min_size=1, max_size=25)


def play(wired, moves, resets=()):
    t = wired.t
    flaps = all_flaps(t.tray.profile)
    for number, (place, pause) in enumerate(moves):
        if number in resets:
            wired.scanner.reset(Reset.WATCHDOG, RESTARTS)
        side, flap = flaps[place]
        t.simulator.flap(side, flap, flap not in t.simulator.closed[side])
        t.loop.run_for(pause / 1e6)


@pytest.mark.parametrize("kinds", ALONE_AND_TOGETHER, ids="+".join)
@settings(max_examples=20, deadline=None, derandomize=True)
@given(moves=MOVES, seed=st.integers(0, 2**32))
def test_the_settled_picture_is_reached_and_no_move_invented(kinds, moves, seed):
    with tray_at_hand(load_profile("scanner-6x12")) as t:
        wired = Wired(t, seed)
        wired.disturb(kinds)
        play(wired, moves)
        wired.check_settles()
        t.loop.run_for(2)
        wired.check_settles()
        wired.check_nothing_is_invented()
        link, before = t.tray.link, wired.begins
        if link.link.resyncs == before.link.resyncs:
            told = sum(len(e.changes) for e in t.events if isinstance(e, FlapsChanged))
            seen = wired.scanner._changes - wired.changes_before & 0xFFFF
            assert told + link.link.missed == seen, "the counters tell what no picture showed"


def test_a_quiet_line_counts_no_fault():
    with tray_at_hand(load_profile("scanner-6x12")) as t:
        wired = Wired(t, 1)
        play(wired, [(n, 150_000) for n in range(72)])
        t.loop.run_for(1)
        assert len(t.changes) == 72
        link = t.tray.link
        assert (link.frames.bad, link.link.missed, link.link.resyncs, link.losses) == (
            *(0, 0, wired.begins.link.resyncs, 0),
        )
        assert link.stats.frames_bad == 0


@pytest.mark.parametrize("kind", KINDS)
def test_the_counters_tell_what_the_line_did(kind):
    with tray_at_hand(load_profile("scanner-6x12")) as t:
        wired = Wired(t, 1)
        wired.disturb((kind,))
        play(wired, [(n, 150_000) for n in range(72)])
        t.loop.run_for(6)
        link, before = t.tray.link, wired.begins
        assert wired.to_host.did[kind] > 20
        assert wired.to_scanner.did[kind] > 5
        if kind in ("delays", "splits"):
            assert link.frames.bad == link.stats.frames_bad == 0
        else:
            assert link.frames.bad > 5
            # The host's bytes are doubled frame by frame, and a frame that comes twice is none that is bad.
            assert link.stats.frames_bad > 0 or kind == "doubles"
        assert link.link.repeated > before.link.repeated
        assert link.up


@pytest.mark.parametrize("kinds", [(), *ALONE_AND_TOGETHER], ids=lambda kinds: "+".join(kinds) or "quiet")
@settings(max_examples=15, deadline=None, derandomize=True)
@given(moves=MOVES, seed=st.integers(0, 2**32), data=st.data())
def test_a_scanner_that_resets_in_between_is_read_anew(kinds, moves, seed, data):
    resets = data.draw(st.sets(st.integers(0, len(moves) - 1), min_size=1, max_size=3))
    with tray_at_hand(load_profile("scanner-6x12")) as t:
        wired = Wired(t, seed)
        wired.disturb(kinds)
        play(wired, moves, resets)
        wired.check_settles()
        t.loop.run_for(3)
        wired.check_settles()
        assert t.tray.link.link.resyncs > wired.begins.link.resyncs
        wired.check_nothing_is_invented()
