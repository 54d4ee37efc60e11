"""Switches that float: taken out in time, named once, back by themselves."""

from dataclasses import replace

import pytest

from stbpi.table.events import ButtonDown, FlapDoubted, FlapsSeen
from stbpi.tray import load_profile
from stbpi.tray.profile import ButtonRole, Quarantine
from tests.tray.conformance.backends import EVERY_UNDEBOUNCED, profile_of
from tests.tray.conformance.boards import Board
from tests.tray.trays import tray_at_hand


def doubts(t):
    return [(e.flap, e.doubted) for e in t.events if isinstance(e, FlapDoubted)]


def flutter(per_s, seconds):
    """Raw edges of a contact that changes so many times a second."""
    return [[round(n * 1e6 / per_s), 1 - n % 2] for n in range(round(per_s * seconds))]


@EVERY_UNDEBOUNCED
def test_a_floating_switch_is_taken_out_and_the_others_play_on(backend):
    board = Board()
    with tray_at_hand(profile_of(backend), report=board) as t:
        t.simulator.fault("floating", 0, 5, True)
        t.loop.run_for(2.5)
        assert doubts(t) == [(5, True)]
        t.loop.run_for(60)
        t.simulator.flap(0, 6, True)
        t.loop.run_for(0.1)
        assert t.moves == [(6, True)]
        assert [(part, code) for part, code, _ in board] == [("side 0 flap 5", "floating")], "said once"
        t.simulator.flap(0, 5, True)
        t.simulator.fault("floating", 0, 5, False)
        t.loop.run_for(9.5)
        assert doubts(t) == [(5, True)]
        t.loop.run_for(1)
        assert doubts(t) == [(5, True), (5, False)]
        assert t.moves == [(6, True), (5, True)]
        assert t.tray.picture == t.simulator.closed
        assert board.standing == {}


@EVERY_UNDEBOUNCED
@pytest.mark.parametrize(("swings", "faults", "quiet_s"), [(60, [], 1), (120, ["floating"], 10)])
def test_hum_that_paused_once_is_doubted_before_it_is_an_answer(backend, swings, faults, quiet_s):
    board = Board()
    with tray_at_hand(profile_of(backend), report=board) as t:
        edges = [[n * 10_000, 1 - n % 2] for n in range(10)]
        edges += [[100_000, 1]]
        begins = 140_000  # at rest closed for longer than the window
        edges += [[begins + n * 10_000, n % 2] for n in range(swings)]
        edges += [[begins + swings * 10_000, 0]]
        t.simulator.edges(0, 5, edges)
        t.loop.run_for(0.14)
        assert t.moves == [(5, True)]
        t.loop.run_for(0.36)
        assert doubts(t) == [(5, True)], "before the table's 600 ms are over"
        t.loop.run_for(edges[-1][0] / 1e6 - 0.5 + quiet_s - 0.1)
        assert t.moves == [(5, True)], "nothing is told of it while it floods"
        assert [code for _, code, _ in board] == faults
        t.loop.run_for(0.5)
        assert doubts(t) == [(5, True), (5, False)]
        assert t.moves == [(5, True), (5, False)]
        assert t.tray.picture == t.simulator.closed


@EVERY_UNDEBOUNCED
@pytest.mark.parametrize("phase", range(8))
def test_hum_read_by_a_late_loop_never_seems_at_rest_for_long(backend, phase):
    with tray_at_hand(profile_of(backend)) as t:
        t.simulator.fault("floating", 0, 5, True)
        t.loop.run_for(0.05 + phase * 0.043)
        at_rest = []
        for _ in range(4):
            t.loop.jump(0.3)
            for _ in range(50):
                t.loop.run_for(0.01)
                if t.changes and not doubts(t):
                    at_rest.append(t.loop.micros - t.changes[-1].at)
        assert doubts(t) == [(5, True)]
        assert max(at_rest, default=0) < 600_000, "what the table takes for an answer"


@pytest.mark.parametrize(("per_s", "goes"), [(20, False), (31, True), (100, True), (1000, True)])
def test_thirty_changes_a_second_are_too_many(per_s, goes):
    with tray_at_hand() as t:
        t.simulator.edges(0, 5, flutter(per_s, 4))
        t.loop.run_for(2.2)
        assert doubts(t) == ([(5, True)] if goes else [])
        if per_s >= 100:
            assert t.moves == [], "never at rest for a window, nor told when it went"


def test_the_profile_says_how_many_are_too_many_and_how_long_is_quiet():
    with tray_at_hand(replace(load_profile("direct-9"), quarantine=Quarantine(8, 3))) as t:
        t.simulator.edges(0, 5, flutter(10, 4))
        t.loop.run_for(2.2)
        assert doubts(t) == [(5, True)]
        t.loop.run_for(1.8 + 2.9)
        assert doubts(t) == [(5, True)]
        t.loop.run_for(0.5)
        assert doubts(t) == [(5, True), (5, False)]


@pytest.mark.parametrize("bounce_ms", [20, 50])
def test_a_worn_key_that_is_used_hard_is_believed(bounce_ms):
    with tray_at_hand() as t:
        at, edges = 0, []
        for movement in range(60):  # five a second, forty edges each
            start = movement * 200_000
            closed = 1 - movement % 2
            edges += [[start + n * bounce_ms * 25, closed ^ n % 2] for n in range(40)]
            edges.append([start + bounce_ms * 1000, closed])
            at = start
        t.simulator.edges(0, 5, edges)
        t.loop.run_for(at / 1e6 + 1)
        assert doubts(t) == []
        assert len(t.moves) == 60


@pytest.mark.parametrize("seems", [0, 1 << 4])
def test_a_picture_read_anew_leaves_a_floating_switch_out(seems):
    with tray_at_hand() as t:
        t.simulator.fault("floating", 0, 5, True)
        t.loop.run_for(3)
        t.simulator.fault("floating", 0, 5, False)
        source = t.tray._contacts
        read, source.read = source.read, lambda: None
        t.loop.run_for(30)
        source.read = lambda: read() | seems  # flap 5 may happen to seem closed at this look
        t.loop.run_for(0.25)
        source.read = read
        t.loop.run_for(9)
        assert t.seen == [(frozenset(),)] * 2
        assert doubts(t) == [(5, True)], "while nothing could be read nobody knows whether it was quiet"
        t.loop.run_for(2)
        assert doubts(t) == [(5, True), (5, False)]
        assert t.moves == []


def test_a_floating_button_presses_nothing_and_takes_back_the_press_it_was_in():
    board = Board()
    with tray_at_hand(report=board) as t:
        button = t.simulator._buttons[ButtonRole.DICE]
        start = t.loop.micros
        button.play(start, [(0, True)])
        hum = [(1_000_000 + n * 10_000, n % 2 == 1) for n in range(300)]
        button.play(start, [*hum, (4_000_000, False)])
        t.loop.run_for(4)
        assert [e for e in t.events if isinstance(e, ButtonDown | FlapsSeen)][1:] == [
            ButtonDown(start),
            FlapsSeen(t.tray.picture),
        ]
        assert [(part, code) for part, code, _ in board] == [("dice button", "floating")]
        t.loop.run_for(11)
        assert t.presses == ["down"]
        assert board.standing == {}
        t.simulator.button(60)
        t.loop.run_for(1)
        assert t.presses == ["down", "down", "up"]
