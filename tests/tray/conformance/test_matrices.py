"""What only a matrix can do wrong: show a switch that is not made."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.table.events import FlapDoubted
from stbpi.tray.matrix import rectangles
from tests.tray.conformance.backends import all_flaps, profile_of
from tests.tray.conformance.boards import Board
from tests.tray.trays import tray_at_hand

GHOSTING = ("matrix, diodes", "ghosting")


def without_diodes():
    profile = profile_of("matrix")
    return replace(profile, matrix=replace(profile.matrix, diodes=False))


def close(t, *flaps):
    for side, flap in flaps:
        t.simulator.flap(side, flap, True)
        t.loop.run_for(0.3)


def test_with_diodes_three_corners_are_three_corners_and_four_are_four():
    board = Board()
    with tray_at_hand(profile_of("matrix"), report=board) as t:
        close(t, (0, 1), (0, 5), (1, 1))
        assert t.tray.picture == t.simulator.closed
        close(t, (1, 5))
        assert t.tray.picture == t.simulator.closed
        assert board == []


def test_without_diodes_a_rectangle_is_flagged_and_not_believed():
    board = Board()
    with tray_at_hand(without_diodes(), report=board) as t:
        close(t, (0, 1), (0, 5), (1, 1))
        assert [(c.side, c.flap) for c in t.changes] == [(0, 1), (0, 5)]
        (said,) = board.standing.items()
        assert said[0] == GHOSTING
        assert "flap 1 of side 1, flap 5 of side 1, flap 1 of side 2, flap 5 of side 2 seem closed" in said[1]
        close(t, (3, 12))
        assert t.tray.picture[3] == {12}, "the others are believed"
        t.simulator.flap(0, 5, False)
        t.loop.run_for(0.3)
        assert t.tray.picture == t.simulator.closed, "no rectangle, nothing ambiguous"
        t.loop.run_for(3)
        assert not board.standing
        assert (1, 5) not in [(c.side, c.flap) for c in t.changes]


def doubts(t):
    """(side, flap) of those that are doubted, in order of their last word."""
    latest = {}
    for event in t.events:
        if isinstance(event, FlapDoubted):
            latest.pop((event.side, event.flap), None)
            latest[event.side, event.flap] = event.doubted
    return [where for where, doubted in latest.items() if doubted]


def test_without_diodes_the_corners_of_a_rectangle_are_doubted_until_fewer_are_closed():
    corners = [(0, 1), (0, 5), (1, 1), (1, 5)]
    with tray_at_hand(without_diodes()) as t:
        close(t, (0, 1), (0, 5))
        assert doubts(t) == []
        close(t, (1, 1))
        assert doubts(t) == corners
        assert sorted((ref.side, ref.flap) for ref in t.tray.ambiguous) == corners
        close(t, (3, 12), (1, 5))
        assert doubts(t) == corners
        t.simulator.flap(0, 5, False)
        t.loop.run_for(0.3)
        assert doubts(t) == corners, "of the three others it cannot be seen"
        t.simulator.flap(1, 5, False)
        t.loop.run_for(0.3)
        assert doubts(t) == []
        assert t.tray.ambiguous == frozenset()
        assert t.tray.picture == t.simulator.closed


def test_a_bounce_over_a_rectangle_ends_no_doubt():
    with tray_at_hand(without_diodes()) as t:
        close(t, (0, 1), (0, 5))
        t.simulator.edges(1, 5, [[0, 1], [7_000, 0], [13_000, 1], [20_000, 0], [31_000, 1]])
        t.loop.run_for(0.3)
        assert len([e for e in t.events if isinstance(e, FlapDoubted)]) == 4


def test_what_is_suspected_is_said_anew_when_it_becomes_something_else():
    board = Board()
    with tray_at_hand(profile_of("matrix"), report=board) as t:
        t.simulator.board.matrix.bridge(0, 4, True)
        close(t, (0, 5), (0, 1), (1, 5))
        t.loop.run_for(0.3)
        assert "flap 5 of side 2 seem closed, of which one may not be" in board.standing[GHOSTING]
        t.simulator.flap(1, 5, False)
        t.loop.run_for(0.6)
        assert board.standing[GHOSTING].endswith("a diode is missing, bridged or turned")
        assert len(board) == 3


def test_a_bridged_diode_is_named_while_its_switch_is_made():
    board = Board()
    with tray_at_hand(profile_of("matrix"), report=board) as t:
        t.simulator.board.matrix.bridge(0, 4, True)
        t.loop.run_for(3)
        assert board == []
        close(t, (0, 5))
        assert (
            "wrong way at flap 5 of side 1: a diode is missing, bridged or turned" in board.standing[GHOSTING]
        )
        close(t, (0, 1))
        close(t, (1, 5))
        assert (1, 1) not in [(c.side, c.flap) for c in t.changes], "the ghost is not believed"
        t.simulator.board.matrix.bridge(0, 4, False)
        t.loop.run_for(4)
        assert not board.standing
        assert t.tray.picture == t.simulator.closed


@pytest.mark.parametrize("after_ms", range(0, 250, 40))
def test_a_ghost_is_not_believed_even_if_the_diode_was_well_at_the_last_full_look(after_ms):
    with tray_at_hand(profile_of("matrix")) as t:
        close(t, (0, 5), (0, 1))
        t.loop.run_for(after_ms / 1000)
        t.simulator.board.matrix.bridge(0, 4, True)
        t.simulator.edges(1, 5, [[0, 1]])
        t.loop.run_for(0.2)
        assert (1, 1) not in [(c.side, c.flap) for c in t.changes]


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_flap_nobody_closed_is_never_told_closed_whatever_diodes_are_bad(data):
    profile = profile_of("matrix")
    with tray_at_hand(profile if data.draw(st.booleans()) else without_diodes()) as t:
        for row, column in data.draw(st.sets(st.tuples(st.integers(0, 3), st.integers(0, 11)), max_size=6)):
            t.simulator.board.matrix.bridge(row, column, True)
        ever_closed = set()
        for side, flap in data.draw(st.lists(st.sampled_from(all_flaps(profile)), min_size=3, max_size=14)):
            closed = data.draw(st.integers(0, 3)) > 0
            t.simulator.flap(side, flap, closed)
            if closed:
                ever_closed.add((side, flap))
            t.loop.run_for(data.draw(st.integers(0, 80_000)) / 1e6)
        t.loop.run_for(0.3)
        assert {(c.side, c.flap) for c in t.changes if c.closed} <= ever_closed


@pytest.mark.parametrize(
    ("rows", "corners"),
    [
        ([0b11, 0b01], [0, 0]),
        ([0b11, 0b11], [0b11, 0b11]),
        ([0b1011, 0b0100, 0b1010], [0b1010, 0, 0b1010]),
        ([0b111, 0b011, 0b110], [0b111, 0b011, 0b110]),
        ([], []),
    ],
)
def test_corners_of_rectangles(rows, corners):
    assert rectangles(rows) == corners


def test_wires_are_given_time_to_settle():
    profile = profile_of("matrix")
    hasty = replace(profile, matrix=replace(profile.matrix, settle_us=5))
    with tray_at_hand(hasty) as t:
        close(t, (0, 1))
        assert t.tray.picture != t.simulator.closed, "the simulated wires do take their time"
    with tray_at_hand(profile) as t:
        close(t, (0, 1))
        assert t.tray.picture == t.simulator.closed


def test_never_are_two_wires_driven_at_once():
    with tray_at_hand(profile_of("matrix")) as t:
        board = t.simulator.board.matrix
        driven = []
        for pin in (*board._rows, *board._columns):
            told = pin.driven

            def listening_in(drives, pin=pin, told=told):
                told(drives)
                driven.append(sum(drive is not None for drive in board._drives.values()))

            pin.driven = listening_in
        close(t, (0, 1), (0, 2), (1, 1), (1, 2))
        assert set(driven) == {0, 1}
