"""What only port expanders can do wrong: dips of their supply, interrupts that get lost."""

import errno
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.tray import TrayUnavailableError
from stbpi.tray.mcp23017_registers import Register
from stbpi.tray.parts import ExpanderPin
from tests.tray.conformance.backends import profile_of
from tests.tray.conformance.boards import Board
from tests.tray.trays import tray_at_hand

INT = 17
EXPANDERS = pytest.mark.parametrize("backend", ["expanders", "polled expanders"])


@EXPANDERS
def test_an_expander_that_lost_its_settings_is_set_up_again_within_two_seconds_without_inventing_flaps(
    backend,
):
    board = Board()
    with tray_at_hand(profile_of(backend), report=board) as t:
        t.simulator.flap(0, 3, True)
        t.loop.run_for(1)
        chips = t.simulator.board.expanders.values()
        before = [[chip.register(r, p) for r in Register for p in (0, 1)][:14] for chip in chips]
        t.simulator.board.power_dip()
        t.loop.run_for(2)
        assert [[chip.register(r, p) for r in Register for p in (0, 1)][:14] for chip in chips] == before
        assert {code for _, code in board.standing} == {"part_reset"}
        assert "the expander north lost its settings and was set up again" in board[0][2]
        t.simulator.flap(0, 4, True)
        t.loop.run_for(3)
        assert t.moves == [(3, True), (4, True)]
        assert not board.standing


@EXPANDERS
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_dips_at_any_moment_invent_and_lose_nothing(backend, data):
    with tray_at_hand(profile_of(backend)) as t:
        raised_or_closed = {(s, f): [] for s in range(4) for f in range(1, 11)}
        for _ in range(data.draw(st.integers(1, 10))):
            t.loop.run_for(data.draw(st.integers(0, 40_000)) / 1e6)
            for chip in t.simulator.board.expanders.values():
                chip.floating = data.draw(st.integers(0, 0xFFFF))
            t.simulator.board.power_dip()
            t.loop.run_for(data.draw(st.integers(0, 600_000)) / 1e6)
            side, flap = data.draw(st.integers(0, 3)), data.draw(st.integers(1, 10))
            closed = flap not in t.simulator.closed[side]
            t.simulator.flap(side, flap, closed)
            raised_or_closed[side, flap].append(closed)
            t.loop.run_for(0.4)
        assert t.tray.picture == t.simulator.closed
        for (side, flap), moved in raised_or_closed.items():
            assert [c.closed for c in t.changes if (c.side, c.flap) == (side, flap)] == moved


@pytest.mark.parametrize("iocon", [0x80, 0xA0, 0x20, 0xFE])
def test_an_expander_found_in_any_mode_is_set_up(iocon):
    with tray_at_hand(profile_of("expanders"), started=False) as t:
        bus = t.simulator.board.i2c[1]
        bus.write_i2c_block_data(0x20, 0x0A, [iocon])
        t.tray.start()
        t.simulator.flap(0, 1, True)
        t.loop.run_for(0.3)
        assert t.moves == [(1, True)]


def test_gpa7_and_gpb7_are_never_inputs():
    with tray_at_hand(profile_of("expanders")) as t:
        t.loop.run_for(1)
        for chip in t.simulator.board.expanders.values():
            assert [chip.register(Register.IODIR, port) for port in (0, 1)] == [0x7F, 0x7F]
            assert [chip.register(Register.OLAT, port) for port in (0, 1)] == [0, 0]


def test_while_nothing_moves_the_bus_is_left_to_the_screens():
    def transfers(backend):
        with tray_at_hand(profile_of(backend)) as t:
            t.loop.run_for(1)
            before = t.simulator.board.i2c[1].transfers
            t.loop.run_for(10)
            return t.simulator.board.i2c[1].transfers - before

    assert transfers("expanders") == 4 * 40, "a full look at each chip every 250 ms"
    assert transfers("polled expanders") <= 4 * 200 * 10 * 1.05


@pytest.mark.parametrize("khz", [100, 400])
def test_polling_leaves_three_quarters_of_the_bus(khz):
    profile = profile_of("polled expanders")
    profile = replace(profile, i2c=tuple(replace(bus, khz=khz) for bus in profile.i2c))
    with tray_at_hand(profile) as t:
        t.loop.run_for(1)
        before = t.simulator.board.i2c[1].bytes
        t.loop.run_for(10)
        clocks = (t.simulator.board.i2c[1].bytes - before) * 9
        assert clocks <= khz * 1000 * 10 * 0.28


def test_a_lost_interrupt_is_noticed_nothing_is_missed_and_it_heals():
    board = Board()
    with tray_at_hand(profile_of("expanders"), report=board) as t:
        t.loop.run_for(1)
        t.simulator.board.cut_interrupts(True)
        for flap in (1, 2, 3, 4):
            t.simulator.flap(0, flap, True)
            t.loop.run_for(1)
        assert t.moves == [(1, True), (2, True), (3, True), (4, True)]
        assert list(board.standing) == [("expander north, interrupt", "interrupt_lost")]
        assert "INT line says nothing" in board[0][2]
        begins = t.loop.micros
        t.simulator.edges(0, 5, [[0, 1]])
        t.loop.run_for(0.1)
        assert t.changes[-1].at <= begins + 5_000, "from then on it is read all the time"
        t.simulator.board.cut_interrupts(False)
        t.simulator.flap(0, 6, True)
        t.loop.run_for(1)
        t.simulator.flap(0, 6, False)
        t.loop.run_for(3)
        assert not board.standing
        assert len(board) == 2


def test_a_bounce_is_seen_to_its_end_even_if_interrupts_get_lost_in_it():
    with tray_at_hand(profile_of("expanders")) as t:
        t.loop.run_for(1)
        t.simulator.edges(0, 1, [[0, 1], [10_000, 0]])
        t.loop.run_for(0.001)
        t.simulator.board.cut_interrupts(True)
        t.loop.run_for(0.4)
        assert t.moves == []


def test_a_wire_that_hums_on_the_interrupt_pin_does_not_fill_the_bus():
    with tray_at_hand(profile_of("expanders")) as t:
        t.loop.run_for(1)
        before = t.simulator.board.i2c[1].transfers
        pin = t.pins(INT)
        for _ in range(2_000):
            pin.ground(True, t.loop.time())
            pin.ground(False, t.loop.time())
            t.loop.run_for(0.0001)
        assert t.simulator.board.i2c[1].transfers - before <= 4 * 200 * 1.1, "each chip once a millisecond"
        t.simulator.flap(2, 10, True)
        t.loop.run_for(0.1)
        assert t.moves == [(10, True)]


def test_an_interrupt_pin_someone_holds_is_named():
    profile = profile_of("expanders")
    twice = (replace(profile.expanders[0], interrupt=16), *profile.expanders[1:])
    with (
        pytest.raises(TrayUnavailableError, match="GPIO 16 for INT of the expander north cannot be had"),
        tray_at_hand(replace(profile, expanders=twice)),
    ):
        pass


def test_a_button_on_an_expander_goes_and_comes_with_it_and_the_loop_stays_free():
    profile = profile_of("polled expanders")
    (button,) = profile.buttons
    with tray_at_hand(replace(profile, buttons=(replace(button, at=ExpanderPin("north", 11)),))) as t:
        t.simulator.button(60)
        t.loop.run_for(1)
        assert t.presses == ["down", "up"]
        t.simulator.flap(0, 1, True)
        t.loop.run_for(0.006)
        t.simulator.board.bus_trouble(errno.ETIMEDOUT)  # while a contact moves, and nothing else is left
        rounds = []
        run_once = t.loop._run_once
        t.loop._run_once = lambda: (rounds.append(1), len(rounds) < 50_000 or t.loop.stop(), run_once())
        t.loop.run_for(60)
        assert len(rounds) < 5_000
        t.simulator.board.bus_trouble(None)
        t.loop.run_for(2)
        assert t.tray.picture == t.simulator.closed
