"""What goes wrong between switches and Pi, switched on by name: noticed in time, named, over when it is mended."""

import pytest

from stbpi.tray.errors import NoSuchFaultError, NoSuchFlapError, TrayUnavailableError
from tests.tray.conformance.backends import profile_of
from tests.tray.conformance.boards import Board
from tests.tray.trays import tray_at_hand

CASES = [
    ("expanders", "bus_error", "part_gone", 1.0),
    ("chain", "bus_error", "part_gone", 1.0),
    ("expanders", "expander_reset", "part_reset", 2.0),
    ("polled expanders", "expander_reset", "part_reset", 2.0),
    ("expanders", "interrupt_lost", "interrupt_lost", 3.0),
]


@pytest.mark.parametrize(("backend", "kind", "code", "within_s"), CASES)
def test_it_is_noticed_in_time_named_once_and_heals(backend, kind, code, within_s):
    board = Board()
    with tray_at_hand(profile_of(backend), report=board) as t:
        t.loop.run_for(1)
        t.simulator.fault(kind, None, None, True)
        t.simulator.fault(kind, None, None, True)
        assert (kind, None) in t.simulator.faults
        for _ in range(12):
            t.simulator.flap(0, 3, 3 not in t.simulator.closed[0])
            t.loop.run_for(within_s / 12)
        assert {known for _, known in board.standing} == {code}
        t.loop.run_for(120)
        said = len(board)
        assert said <= len(t.tray.profile.expanders) + len(t.tray.profile.chains), "once each"
        t.simulator.flap(0, 4, True)
        t.simulator.fault(kind, None, None, False)
        t.loop.run_for(10)
        t.simulator.flap(0, 4, False)
        t.loop.run_for(10)
        assert board.standing == {}
        assert t.tray.picture == t.simulator.closed
        assert t.simulator.faults == ()


@pytest.mark.parametrize(("backend", "kind"), [(backend, kind) for backend, kind, *_ in CASES[:3]])
@pytest.mark.parametrize("where", [(0, 3), (0, None), (None, 3)])
def test_what_is_a_fault_of_the_whole_tray_is_refused_for_a_flap(backend, kind, where):
    with tray_at_hand(profile_of(backend)) as t:
        with pytest.raises(
            NoSuchFaultError, match=f'"{kind}" is a fault of the whole tray, not of a flap; leave'
        ):
            t.simulator.fault(kind, *where, True)
        assert t.simulator.faults == ()


def test_a_diode_is_one_flaps():
    with tray_at_hand(profile_of("matrix")) as t:
        for where in ((None, None), (0, None), (None, 3)):
            with pytest.raises(NoSuchFlapError, match='"ghosting" is a fault of one flap; say which'):
                t.simulator.fault("ghosting", *where, True)
        assert t.simulator.faults == ()


@pytest.mark.parametrize("backend", ["pins", "expanders", "chain", "matrix"])
def test_pins_of_the_pi_that_are_gone_are_named_once_and_heal(backend):
    board = Board()
    with tray_at_hand(profile_of(backend), report=board) as t:
        t.loop.run_for(1)
        t.simulator.fault("pins_gone", None, None, True)
        t.loop.run_for(1)
        assert {code for _, code in board.standing} == {"part_gone"}
        assert all("check its 3.3 V" not in sentence for sentence in board.standing.values()), "it is the Pi"
        t.simulator.flap(0, 3, True)
        t.loop.run_for(30)
        said = len(board)
        t.simulator.fault("pins_gone", None, None, False)
        t.loop.run_for(10)
        assert board.standing == {}
        assert len(board) == 2 * said, "a line when it goes and one when it is back"
        assert t.tray.picture == t.simulator.closed


def test_a_bridged_diode_is_flagged_and_believed_again_when_it_is_whole():
    board = Board()
    with tray_at_hand(profile_of("matrix"), report=board) as t:
        t.simulator.fault("ghosting", 0, 1, True)
        for side, flap in ((0, 1), (0, 2), (1, 1)):
            t.simulator.flap(side, flap, True)
            t.loop.run_for(0.5)
        assert t.tray.picture == (frozenset({1, 2}), *[frozenset()] * 3), "one of side 2 only seems closed"
        assert {code for _, code in board.standing} == {"ghosting"}
        assert all("flap 1 of side 1" in sentence for sentence in board.standing.values())
        t.simulator.fault("ghosting", 0, 1, False)
        t.loop.run_for(5)
        assert board.standing == {}
        assert t.tray.picture == t.simulator.closed


@pytest.mark.parametrize(
    ("backend", "kind"),
    [("pins", "ghosting"), ("chain", "expander_reset"), ("matrix", "interrupt_lost"), ("chain", "ghosting")],
)
def test_what_a_tray_does_not_have_cannot_break(backend, kind):
    with (
        tray_at_hand(profile_of(backend)) as t,
        pytest.raises(NoSuchFaultError, match=f'no fault "{kind}"; it'),
    ):
        t.simulator.fault(kind, None, None, True)


def test_a_fault_of_one_flap_asks_which():
    with (
        tray_at_hand() as t,
        pytest.raises(NoSuchFlapError, match='"stuck" is a fault of one flap; say which'),
    ):
        t.simulator.fault("stuck", None, None, True)


@pytest.mark.parametrize(
    ("backend", "pin_of", "what"),
    [
        ("pins", lambda p: p.sides[0].places[2].pin, "flap 3 of side 1"),
        ("expanders", lambda p: p.expanders[0].interrupt, "INT of the expander"),
        ("chain", lambda p: p.chains[0].latch, "the latch of the chain"),
        ("matrix", lambda p: p.matrix.rows[1], "row 2 of the matrix"),
        ("pins", lambda p: p.buzzer, "the buzzer"),
    ],
)
def test_a_busy_pin_is_named_with_what_was_to_be_on_it_and_who_holds_it(backend, pin_of, what):
    profile = profile_of(backend)
    pin = pin_of(profile)
    says = f'^GPIO {pin} for {what}.* cannot be had: .*"w1-gpio" holds it: stop that, or move the wire'
    with pytest.raises(TrayUnavailableError, match=says), tray_at_hand(profile, busy={pin: "w1-gpio"}):
        pass
