"""What only shift registers can do wrong: they never say that they are not there."""

import pytest

from tests.tray.conformance.backends import profile_of
from tests.tray.conformance.boards import Board
from tests.tray.trays import tray_at_hand


def break_miso_low(spi, broken):
    spi.miso = False if broken else None


def break_miso_high(spi, broken):
    spi.miso = True if broken else None


def break_mosi(spi, broken):
    spi.mosi_cut = broken


def break_latch(spi, broken):
    spi.latch_cut = broken


@pytest.mark.parametrize("closed", [(), (1, 2, 7), range(1, 13)])
@pytest.mark.parametrize("breaks", [break_miso_low, break_miso_high, break_mosi, break_latch])
def test_a_wire_that_is_off_is_noticed_invents_nothing_and_heals(breaks, closed):
    board = Board()
    with tray_at_hand(profile_of("chain"), report=board) as t:
        for flap in closed:
            t.simulator.flap(0, flap, True)
        t.loop.run_for(1)
        seen = len(t.events)
        breaks(t.simulator.board.spi["flaps"], True)
        t.loop.run_for(2)
        assert list(board.standing) == [("chain flaps", "part_gone")]
        assert (
            "check its 3.3 V, the wires of clock, latch, MISO, and MOSI to SER of the last chip"
            in board[0][2]
        )
        assert t.events[seen:] == []
        breaks(t.simulator.board.spi["flaps"], False)
        t.loop.run_for(4)
        assert not board.standing
        assert t.tray.picture == t.simulator.closed


def test_a_chain_shorter_than_the_profile_says_is_noticed():
    board = Board()
    with tray_at_hand(profile_of("chain"), started=False, report=board) as t:
        spi = t.simulator.board.spi["flaps"]
        spi._chips = spi._chips[:-1]
        t.tray.start()
        t.loop.run_for(1)
        assert "was sent through 6 chips" in board.standing["chain flaps", "part_gone"]


def test_it_is_read_at_least_every_two_milliseconds():
    with tray_at_hand(profile_of("chain")) as t:
        t.loop.run_for(1)
        before = t.simulator.board.spi["flaps"].transfers
        t.loop.run_for(10)
        assert 4_900 <= t.simulator.board.spi["flaps"].transfers - before <= 5_100
