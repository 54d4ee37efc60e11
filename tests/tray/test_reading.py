"""From the edge on a pin to the event: real gpiozero devices on mock pins, on virtual time."""

import threading
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.table.events import ButtonDown, ButtonUp, FlapsChanged, FlapsSeen
from stbpi.tray import load_profile
from stbpi.tray.profile import Filtering
from stbpi.tray.profile_checks import pin_uses
from stbpi.tray.reader import LONGEST_BOUNCE
from tests.tray.trays import tray_at_hand

ON_PINS_AND_SIMULATED = pytest.mark.parametrize("profile", ["direct-9", "simulated-4x12"])
"""Whatever the switches hang on, they read the same."""

PULSES = st.lists(st.integers(100, 25_000), max_size=12)
"""Lengths of the pulses of one bounce: irregular, 0.1 to 25 ms."""


def edges_of(pulses, closed):
    """Raw edges that end in ``closed`` after bouncing with these pulses."""
    level = int(closed) if len(pulses) % 2 == 0 else int(not closed)
    at = 0
    edges = [[0, level]]
    for pulse in pulses:
        at += pulse
        level ^= 1
        edges.append([at, level])
    return edges


@ON_PINS_AND_SIMULATED
@settings(max_examples=60, deadline=None)
@given(bounces=st.lists(st.tuples(st.integers(1, 9), PULSES), min_size=1, max_size=12))
def test_however_a_contact_bounces_a_movement_is_one_change(profile, bounces):
    with tray_at_hand(profile) as t:
        expected = []
        for flap, pulses in bounces:
            closed = flap not in t.tray.picture[0]
            begins = t.loop.micros
            t.simulator.edges(0, flap, edges_of(pulses, closed))
            t.loop.run_for((sum(pulses) + 30_000) / 1e6)
            expected.append((flap, closed))
            assert t.moves == expected
            # As of the first edge; where it bounces for ever, so long before the last that it may still be one bounce.
            began = begins + (pulses[0] if len(pulses) % 2 else 0)
            assert t.changes[-1].at == max(began, begins + sum(pulses) - LONGEST_BOUNCE)
            assert t.tray.picture == t.simulator.closed
            t.loop.run_for(0.02)  # nobody moves it again sooner than a bounce may last


@ON_PINS_AND_SIMULATED
@settings(max_examples=40, deadline=None)
@given(
    data=st.lists(st.tuples(st.integers(1, 9), st.integers(0, 200_000), st.booleans()), max_size=30),
    seed=st.integers(0, 1000),
)
def test_however_flaps_are_thrown_about_the_picture_ends_as_they_stand(profile, data, seed):
    with tray_at_hand(profile, seed=seed) as t:
        for flap, wait, closed in data:
            t.loop.run_for(wait / 1e6)
            t.simulator.flap(0, flap, closed)
        t.loop.run_for(0.06)
        assert t.tray.picture == t.simulator.closed
        for flap in range(1, 10):
            told = [closed for moved, closed in t.moves if moved == flap]
            assert told == [i % 2 == 0 for i in range(len(told))], "closing and raising take turns"


@ON_PINS_AND_SIMULATED
def test_all_nine_at_once_are_all_heard(profile):
    with tray_at_hand(profile) as t:
        for flap in range(1, 10):
            t.simulator.flap(0, flap, True)
        t.loop.run_for(0.1)
        assert sorted(t.moves) == [(flap, True) for flap in range(1, 10)]
        assert t.tray.picture[0] == frozenset(range(1, 10))


@ON_PINS_AND_SIMULATED
def test_the_same_seed_bounces_the_same_way(profile):
    def instants(seed):
        with tray_at_hand(profile, seed=seed) as t:
            return [t.simulator.flap(0, flap, True) - t.loop.micros for flap in range(1, 10)]

    assert instants(5) == instants(5)
    assert instants(5) != instants(6)
    assert all(100 <= rest <= 25_000 or rest == 0 for rest in instants(5))


@ON_PINS_AND_SIMULATED
def test_what_is_closed_at_the_start_is_seen_and_no_move(profile, tmp_path):
    state = tmp_path / "tray.json"
    with tray_at_hand(profile, simulated_state=state) as t:
        t.simulator.flap(0, 4, True)
        t.simulator.flap(0, 9, True)
    with tray_at_hand(profile, simulated_state=state) as t:
        assert t.tray.picture[0] == frozenset({4, 9})
        assert not any(t.tray.picture[1:])
        assert t.events == [FlapsSeen(t.tray.picture)]
        t.loop.run_for(5)
        assert t.events == [FlapsSeen(t.tray.picture)]


def test_a_press_goes_down_and_comes_up_once():
    with tray_at_hand() as t:
        began = t.loop.micros
        rests = t.simulator.button(60)
        assert rests - began >= 60_000
        t.loop.run_for(0.3)
        assert t.presses == ["down", "up"]


@pytest.mark.parametrize("hold_ms", [1, 60, 800, 8000])
def test_however_short_or_long_a_press_is_one_press(hold_ms):
    with tray_at_hand() as t:
        t.simulator.button(hold_ms)
        t.loop.run_for(hold_ms / 1000 + 0.3)
        assert t.presses == ["down", "up"]


def test_presses_asked_for_together_come_one_after_another():
    with tray_at_hand() as t:
        for _ in range(3):
            t.simulator.button(60)
        t.loop.run_for(2)
        assert t.presses == ["down", "up"] * 3


@ON_PINS_AND_SIMULATED
def test_a_press_between_two_flaps_keeps_its_place(profile):
    with tray_at_hand(profile, debounce_ms=1) as t:
        # Within one window, so that one look reports them all.
        t.simulator.edges(0, 1, [[0, 1]])
        t.loop.run_for(0.0001)
        t.pins(16).ground(True, t.loop.time())
        t.loop.run_for(0.0001)
        t.simulator.edges(0, 2, [[0, 1]])
        t.loop.jump(0.01)
        t.loop.run_for(0.01)
        kinds = [type(event) for event in t.events[1:]]
        assert kinds == [FlapsChanged, ButtonDown, FlapsChanged]


@ON_PINS_AND_SIMULATED
def test_a_press_before_a_flap_comes_before_it_though_the_loop_heard_of_both_late(profile):
    with tray_at_hand(profile, debounce_ms=1) as t:
        t.simulator.button(60)
        t.simulator.edges(0, 1, [[20_000, 1]])
        t.loop.jump(0.05)
        t.loop.run_for(0.005)
        assert [type(event) for event in t.events[1:]] == [ButtonDown, FlapsChanged]


@ON_PINS_AND_SIMULATED
def test_a_press_tells_when_it_was_though_the_loop_heard_of_it_late(profile):
    with tray_at_hand(profile) as t:
        start = t.loop.micros
        t.simulator.button(60)
        t.loop.jump(4)
        t.loop.run_for(0.5)
        down, up = t.events[1:]
        assert isinstance(down, ButtonDown)
        assert isinstance(up, ButtonUp)
        assert up.at - down.at == pytest.approx(60_000, abs=25_000), "a contact bounces for up to 25 ms"
        assert down.at - start < 30_000


def test_a_button_held_at_the_start_is_nothing_until_it_is_pressed_anew():
    with tray_at_hand(started=False) as t:
        t.pins(16).ground(True, t.loop.time())
        t.tray.start()
        t.loop.run_for(20)
        assert t.presses == []
        t.pins(16).ground(False, t.loop.time())
        t.loop.run_for(1)
        assert t.presses == []
        t.simulator.button(60)
        t.loop.run_for(1)
        assert t.presses == ["down", "up"]


def test_an_edge_nobody_reported_is_found_by_the_full_read():
    with tray_at_hand() as t:
        pin = t.pins(4)
        pin._edges = "none"  # the kernel drops an edge
        pin.ground(True, t.loop.time())
        pin._edges = "both"
        t.loop.run_for(0.25 + 0.031)
        assert t.moves == [(1, True)]


def test_a_closing_whose_opening_edge_was_lost_is_never_told():
    with tray_at_hand() as t:
        pin = t.pins(4)
        pin.ground(True, t.loop.time())
        t.loop.run_for(0.01)
        pin._edges = "none"
        pin.ground(False, t.loop.time())
        pin._edges = "both"
        t.loop.run_for(1)
        assert t.moves == []
        assert t.tray.picture == (frozenset(),)


@ON_PINS_AND_SIMULATED
def test_a_loop_that_was_blocked_tells_the_same_movements_at_the_same_instants(profile):
    def told(blocked):
        with tray_at_hand(profile) as t:
            t.simulator.edges(0, 1, [[0, 1], [2_000, 0], [9_000, 1]])
            t.simulator.edges(0, 2, [[20_000, 1]])
            t.simulator.edges(0, 1, [[100_000, 0], [120_000, 1], [125_000, 0]])
            start = t.loop.micros
            if blocked:
                t.loop.jump(0.5)
            t.loop.run_for(0.5)
            return sorted((c.at - start, c.flap, c.closed) for c in t.changes)

    assert told(blocked=True) == told(blocked=False) == [(0, 1, True), (20_000, 2, True), (100_000, 1, False)]


def test_edges_from_a_thread_of_the_pin_library_arrive_on_the_loop():
    with tray_at_hand() as t:
        on = []
        t.tray._reader._emit = lambda event: on.append((threading.get_ident(), event))
        pin = t.pins(17)
        thread = threading.Thread(target=pin.ground, args=(True, t.loop.time()))
        thread.start()
        thread.join()
        t.loop.run_for(0.1)
        assert [ident for ident, _ in on] == [threading.get_ident()]


def test_an_edge_after_the_loop_has_closed_is_let_go():
    with tray_at_hand() as t:
        pin = t.pins(17)
    # Closed by now; an edge in flight from the library's thread must not raise there.
    t.tray._contacts._sources[0]._hand_over(0, True, 0.0, True)
    pin.ground(True, 0.0)


def test_flaps_whose_switch_is_made_while_raised_read_the_same():
    profile = load_profile("direct-9")
    profile = replace(profile, sides=(replace(profile.sides[0], made_when_closed=False),))
    with tray_at_hand(profile) as t:
        assert t.seen == [(frozenset(),)]
        assert t.pins(4).state == 0, "the pin is grounded while the flap is up"
        t.simulator.flap(0, 1, True)
        t.loop.run_for(0.1)
        begins = t.loop.micros
        t.simulator.edges(0, 2, [[0, 1], [500, 0], [900, 1]])
        t.loop.run_for(0.0309)
        assert t.moves == [(1, True), (2, True)]
        assert t.changes[-1].at == begins


def test_simulated_flaps_whose_switch_is_made_while_raised_read_the_same():
    profile = load_profile("simulated-4x12")
    one, *others = profile.sides
    profile = replace(profile, sides=(replace(one, made_when_closed=False), *others))
    with tray_at_hand(profile) as t:
        assert not any(t.tray.picture)
        t.simulator.flap(0, 1, True)
        t.simulator.flap(1, 2, True)
        t.loop.run_for(0.1)
        assert t.tray.picture[:2] == (frozenset({1}), frozenset({2}))
        t.simulator.fault("cut", 0, 1, True)
        t.loop.run_for(0.1)
        t.simulator.fault("cut", 0, 3, True)
        t.loop.run_for(0.1)
        assert t.tray.picture[0] == frozenset({1, 3}), "a switch that is never made seems to be closed here"


def test_flaps_of_all_sides_are_told_apart_and_beside_flaps_on_pins():
    wired, simulated = load_profile("direct-9"), load_profile("simulated-4x12")
    mixed = replace(wired, sides=(simulated.sides[0], wired.sides[0], simulated.sides[1]))
    with tray_at_hand(mixed) as t:
        for side, flap in ((0, 12), (1, 9), (2, 1), (2, 12)):
            t.simulator.flap(side, flap, True)
        t.loop.run_for(0.1)
        assert sorted((c.side, c.flap) for c in t.changes) == [(0, 12), (1, 9), (2, 1), (2, 12)]
        assert t.tray.picture == (frozenset({12}), frozenset({9}), frozenset({1, 12}))
        t.simulator.button(60)
        t.loop.run_for(1)
        assert t.presses == ["down", "up"]


def test_reading_the_largest_table_costs_no_more_than_reading_its_pins():
    with tray_at_hand("simulated-6x12") as t:
        looked_at = []
        for pin in {use.pin for use in pin_uses(t.tray.profile)}:
            mock = t.pins(pin)
            mock._get_state = lambda pin=pin, get=mock._get_state: looked_at.append(pin) or get()
        t.loop.run_for(10)
        assert set(looked_at) == {16}, "only the button has a pin to be looked at"
        assert len(looked_at) == 40


def test_a_profile_knows_its_own_window():
    usual, (side,) = Filtering(debounce_ms=50), load_profile("direct-9").sides
    side = replace(side, filtering=(usual,) * 9)
    with tray_at_hand(replace(load_profile("direct-9"), filtering=usual, sides=(side,))) as t:
        t.simulator.edges(0, 1, [[0, 1]])
        t.loop.run_for(0.049)
        assert t.moves == []
        t.loop.run_for(0.001)
        assert t.moves == [(1, True)]


@ON_PINS_AND_SIMULATED
def test_each_switch_keeps_its_statistics(profile):
    with tray_at_hand(profile) as t:
        t.simulator.edges(0, 7, [[0, 1], [600, 0], [1400, 1]])
        t.loop.run_for(1)
        t.simulator.edges(0, 7, [[0, 0]])
        last = t.loop.micros
        t.loop.run_for(1)
        by_name = {str(contact): found for contact, found in t.tray.statistics.items()}
        seven = by_name["flap 7 of side 1"]
        assert (seven.changes, seven.longest_bounce, seven.last_change) == (2, 1400, last)
        assert by_name["flap 8 of side 1"].changes == 0
        assert by_name["the dice button"].last_change is None
