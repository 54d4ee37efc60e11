"""Broken switches, switched on by name, as the players see them."""

import pytest

from stbpi.tray.errors import NoSuchFaultError, NoSuchFlapError
from tests.tray.trays import tray_at_hand

ON_PINS_AND_SIMULATED = pytest.mark.parametrize("profile", ["direct-9", "simulated-4x12"])
"""Whatever the switches hang on, they break the same."""


@ON_PINS_AND_SIMULATED
def test_a_stuck_flap_says_nothing_until_it_is_freed(profile):
    with tray_at_hand(profile) as t:
        t.simulator.fault("stuck", 0, 3, True)
        t.simulator.flap(0, 3, True)
        t.loop.run_for(1)
        assert t.moves == []
        assert t.simulator.closed[0] == frozenset({3})
        t.simulator.fault("stuck", 0, 3, False)
        t.loop.run_for(1)
        assert t.moves == [(3, True)]


@ON_PINS_AND_SIMULATED
def test_a_flap_stuck_shut_stays_shut(profile):
    with tray_at_hand(profile) as t:
        t.simulator.flap(0, 3, True)
        t.loop.run_for(1)
        t.simulator.fault("stuck", 0, 3, True)
        t.simulator.flap(0, 3, False)
        t.loop.run_for(1)
        assert t.moves == [(3, True)]


@ON_PINS_AND_SIMULATED
def test_a_cut_wire_reads_as_raised(profile):
    with tray_at_hand(profile) as t:
        t.simulator.flap(0, 8, True)
        t.loop.run_for(1)
        t.simulator.fault("cut", 0, 8, True)
        t.loop.run_for(1)
        assert t.moves == [(8, True), (8, False)]
        t.simulator.flap(0, 8, False)
        t.simulator.flap(0, 8, True)
        t.loop.run_for(1)
        assert t.moves == [(8, True), (8, False)]
        t.simulator.fault("cut", 0, 8, False)
        t.loop.run_for(1)
        assert t.moves == [(8, True), (8, False), (8, True)]


def test_a_floating_pin_hums_at_50_hz_and_tells_no_moves():
    with tray_at_hand() as t:
        heard = []
        pin = t.pins(5)
        switch = pin.when_changed

        def listening_in(ticks, state):
            heard.append(ticks)
            switch(ticks, state)

        pin.when_changed = listening_in
        t.simulator.fault("floating", 0, 5, True)
        t.simulator.flap(0, 6, True)
        t.loop.run_for(10)
        assert 900 < len(heard) < 1100
        assert t.moves == [(6, True)], "the others play on"


@ON_PINS_AND_SIMULATED
def test_a_floating_pin_shows_its_flap_again_when_mended(profile):
    with tray_at_hand(profile) as t:
        t.simulator.fault("floating", 0, 5, True)
        t.loop.run_for(3.33)
        t.simulator.flap(0, 5, True)
        t.loop.run_for(1)
        t.simulator.fault("floating", 0, 5, False)
        assert t.simulator.next_happening is None, "nothing hums on"
        t.loop.run_for(9.9)
        assert t.moves == []
        t.loop.run_for(0.5)
        assert t.moves == [(5, True)]
        assert t.tray.picture == t.simulator.closed


def test_a_floating_pin_does_not_fill_the_memory():
    with tray_at_hand() as t:
        t.simulator.fault("floating", 0, 5, True)
        t.loop.run_for(60)
        assert len(t.pins(5).states) == 0


@ON_PINS_AND_SIMULATED
def test_faults_combine_and_are_listed(profile):
    with tray_at_hand(profile) as t:
        t.simulator.fault("stuck", 0, 1, True)
        t.simulator.fault("cut", 0, 1, True)
        t.simulator.fault("cut", 0, 1, True)
        t.simulator.fault("cut", 0, 2, True)
        assert [(kind, ref.flap) for kind, ref in t.simulator.faults] == [
            ("stuck", 1),
            ("cut", 1),
            ("cut", 2),
        ]
        for flap in (1, 2):
            t.simulator.fault("cut", 0, flap, False)
        t.simulator.fault("stuck", 0, 1, False)
        assert t.simulator.faults == ()


def test_an_unknown_fault_names_the_known():
    with (
        tray_at_hand() as t,
        pytest.raises(
            NoSuchFaultError, match=r'"haunted"; it knows bus_error, cut, floating, pins_gone, spikes, stuck$'
        ),
    ):
        t.simulator.fault("haunted", 0, 1, True)


@pytest.mark.parametrize(
    ("side", "flap", "says"), [(0, 10, "it has 1, 2, 3"), (1, 1, "sides 0 to 0"), (-1, 1, "no side -1")]
)
def test_a_flap_that_is_not_there_is_named(side, flap, says):
    with tray_at_hand() as t:
        for ask in (
            lambda: t.simulator.fault("cut", side, flap, True),
            lambda: t.simulator.flap(side, flap, True),
            lambda: t.simulator.edges(side, flap, [[0, 1]]),
        ):
            with pytest.raises(NoSuchFlapError, match=says):
                ask()
