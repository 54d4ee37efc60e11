"""Parts between switch and Pi that go away and come back, on every kind of bus."""

import errno

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.table.events import FlapsSeen
from tests.tray.conformance.backends import EVERY_BUS, all_flaps, profile_of
from tests.tray.conformance.boards import Board
from tests.tray.trays import tray_at_hand


@EVERY_BUS
def test_a_bus_that_goes_is_said_and_heals_by_itself(backend):
    board = Board()
    with tray_at_hand(profile_of(backend), report=board) as t:
        t.simulator.flap(0, 1, True)
        t.loop.run_for(1)
        seen = len(t.events)
        t.simulator.board.bus_trouble(errno.EREMOTEIO)
        t.loop.run_for(1)
        assert {code for _, code in board.standing} == {"part_gone"}
        assert all("does not answer: [Errno 121]" in sentence for sentence in board.standing.values())
        t.simulator.flap(0, 2, True)
        t.simulator.flap(0, 1, False)
        t.loop.run_for(60)
        assert t.events[seen:] == [], "nothing is made up of what cannot be seen"
        assert len(board) == len(board.standing), "and each part is named once"
        t.simulator.board.bus_trouble(None)
        t.loop.run_for(2)
        assert t.tray.picture == t.simulator.closed
        assert set(t.events[seen:]) == {FlapsSeen(t.simulator.closed)}, "a picture, not moves"
        t.loop.run_for(2)
        assert not board.standing
        t.simulator.flap(0, 3, True)
        t.loop.run_for(0.1)
        assert t.moves[-1] == (3, True)


@EVERY_BUS
def test_the_button_works_while_the_flaps_are_gone(backend):
    with tray_at_hand(profile_of(backend)) as t:
        t.loop.run_for(1)
        t.simulator.board.bus_trouble(errno.EREMOTEIO)
        t.loop.run_for(1)
        t.simulator.button(60)
        t.loop.run_for(1)
        assert t.presses == ["down", "up"]


@EVERY_BUS
def test_a_bus_that_goes_while_flaps_move_leaves_the_loop_free(backend):
    with tray_at_hand(profile_of(backend)) as t:
        t.simulator.flap(0, 1, True)
        t.loop.run_for(0.006)
        t.simulator.board.bus_trouble(errno.ETIMEDOUT)
        rounds = []
        run_once = t.loop._run_once
        t.loop._run_once = lambda: (rounds.append(1), run_once())
        t.loop.run_for(60)
        assert len(rounds) < 5_000
        t.simulator.board.bus_trouble(None)
        t.loop.run_for(2)
        assert t.tray.picture == t.simulator.closed


@EVERY_BUS
def test_a_bus_that_is_not_there_at_the_start_is_waited_for(backend):
    board = Board()
    with tray_at_hand(profile_of(backend), started=False, report=board) as t:
        t.simulator.flap(0, 4, True)
        t.simulator.board.bus_trouble(errno.EREMOTEIO)
        t.tray.start()
        t.loop.run_for(3)
        assert board.standing
        assert t.moves == []
        t.simulator.button(60)
        t.loop.run_for(1)
        assert t.presses == ["down", "up"]
        t.simulator.board.bus_trouble(None)
        t.loop.run_for(5)
        assert not board.standing
        assert t.moves == [], "what was closed when it came is a picture"
        assert t.tray.picture == t.simulator.closed


@EVERY_BUS
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_however_often_a_bus_comes_and_goes_the_picture_ends_as_the_flaps_stand(backend, data):
    with tray_at_hand(profile_of(backend)) as t:
        flaps = all_flaps(t.tray.profile)
        for _ in range(data.draw(st.integers(1, 12))):
            t.loop.run_for(data.draw(st.integers(0, 900_000)) / 1e6)
            t.simulator.board.bus_trouble(
                data.draw(st.sampled_from([None, errno.EREMOTEIO, errno.EIO, errno.ETIMEDOUT]))
            )
            side, flap = data.draw(st.sampled_from(flaps))
            t.simulator.flap(side, flap, data.draw(st.booleans()))
        t.simulator.board.bus_trouble(None)
        t.loop.run_for(2)
        assert t.tray.picture == t.simulator.closed


@EVERY_BUS
def test_a_plug_that_wobbles_is_soon_said_more_and_more_rarely(backend):
    board = Board()
    with tray_at_hand(profile_of(backend), report=board) as t:
        for _ in range(8):
            t.simulator.board.bus_trouble(errno.EREMOTEIO)
            t.loop.run_for(0.3)
            t.simulator.board.bus_trouble(None)
            t.loop.run_for(4)
    for part in {part for part, _, _ in board}:
        assert [s is None for p, _, s in board if p == part] == [False, True, False]


@pytest.mark.parametrize("disturbed", [1, 2])
def test_a_transfer_that_is_disturbed_is_tried_again_and_nobody_hears_of_it(disturbed):
    board = Board()
    with tray_at_hand(profile_of("polled expanders"), report=board) as t:
        for flap in range(1, 11):
            t.simulator.board.i2c[1].disturbed = disturbed
            t.simulator.flap(0, flap, True)
            t.loop.run_for(0.1)
        assert t.moves == [(flap, True) for flap in range(1, 11)]
        assert board == []


def test_a_bus_that_is_gone_is_not_asked_without_end():
    with tray_at_hand(profile_of("polled expanders")) as t:
        bus = t.simulator.board.i2c[1]
        t.loop.run_for(1)
        bus.trouble = errno.EREMOTEIO
        t.loop.run_for(1)
        before = bus.transfers
        t.loop.run_for(10)
        assert bus.transfers - before <= 4 * 10 * 2 * 3, "four chips, every half second, three times each"


def test_one_expander_that_goes_leaves_the_others_playing():
    board = Board()
    with tray_at_hand(profile_of("expanders"), report=board) as t:
        t.simulator.flap(1, 5, True)
        t.loop.run_for(0.5)
        t.simulator.board.i2c[1].gone = {0x21}
        t.loop.run_for(0.5)
        assert list(board.standing) == [("expander east", "part_gone")]
        assert "check its plug, its 3.3 V and that its address pins say 0x21" in board[0][2]
        t.simulator.flap(0, 7, True)
        t.simulator.flap(1, 6, True)
        t.loop.run_for(0.5)
        assert [(c.side, c.flap) for c in t.changes] == [(1, 5), (0, 7)]
        assert t.tray.picture[1] == {5}, "its flaps count as they were"
        t.simulator.board.i2c[1].gone = set()
        t.loop.run_for(1.5)
        assert t.tray.picture == t.simulator.closed


@EVERY_BUS
def test_a_bus_that_hangs_leaves_its_flaps_unknown_within_a_second_and_what_moved_is_a_picture(backend):
    with tray_at_hand(profile_of(backend)) as t:
        t.simulator.flap(0, 1, True)
        t.loop.run_for(1)
        assert t.moves == [(1, True)]
        sources = t.tray._buses.sources
        steps = [source.step for source in sources]
        for source in sources:
            source.step = lambda now: now + 10_000  # a transfer that does not return
        t.loop.run_for(1)
        assert [source.read() for source in sources] == [None] * len(sources)
        t.simulator.flap(0, 2, True)
        t.loop.run_for(1)
        for source, step in zip(sources, steps, strict=True):
            source.step = step
        t.loop.run_for(1)
        assert t.moves == [(1, True)]
        assert t.seen[-1] == t.tray.picture == t.simulator.closed
