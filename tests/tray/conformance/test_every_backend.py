"""What a tray does, whatever its switches hang on: real drivers and gpiozero devices on simulated parts."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.table.events import FlapsSeen
from stbpi.table.lights import Light
from tests.tray.conformance.backends import EVERY_BACKEND, ON_THE_SCANNER, PERIOD_US, all_flaps, profile_of
from tests.tray.trays import tray_at_hand

LOOKED_AT_S = 0.006
"""Longer than any part goes without a look."""

SETTLED_S = 0.060
"""The window of 30 ms, the longest period, and something over for what is handed on."""


def told(t):
    """(side, flap, closed) of every change, in order."""
    return [(change.side, change.flap, change.closed) for change in t.changes]


@EVERY_BACKEND
def test_a_raised_tray_is_a_picture_and_no_event(backend):
    with tray_at_hand(profile_of(backend)) as t:
        t.loop.run_for(5)
        assert t.events == [FlapsSeen(tuple(frozenset() for _ in t.tray.profile.sides))]


@EVERY_BACKEND
def test_what_is_closed_at_the_start_is_a_picture_and_no_event(backend, tmp_path):
    state = tmp_path / "tray.json"
    profile = profile_of(backend)
    with tray_at_hand(profile, simulated_state=state) as t:
        for side, flap in all_flaps(profile)[::3]:
            t.simulator.flap(side, flap, True)
    with tray_at_hand(profile, simulated_state=state) as t:
        t.loop.run_for(5)
        assert t.events == [FlapsSeen(t.simulator.closed)]
        assert sum(map(len, t.tray.picture)) == len(all_flaps(profile)[::3])


@EVERY_BACKEND
def test_every_flap_is_told_by_its_own_name(backend):
    with tray_at_hand(profile_of(backend)) as t:
        expected = []
        for side, flap in all_flaps(t.tray.profile):
            for closed in (True, False):
                t.simulator.flap(side, flap, closed)
                t.loop.run_for(0.1)
                expected.append((side, flap, closed))
                assert told(t) == expected


@EVERY_BACKEND
def test_all_flaps_at_once_are_all_heard(backend):
    with tray_at_hand(profile_of(backend)) as t:
        flaps = all_flaps(t.tray.profile)
        for closed in (True, False):
            before = len(t.changes)
            for side, flap in flaps:
                t.simulator.flap(side, flap, closed)
            t.loop.run_for(0.1)
            assert sorted(told(t)[before:]) == [(side, flap, closed) for side, flap in flaps]
            assert t.tray.picture == t.simulator.closed


@EVERY_BACKEND
def test_flaps_whose_switch_is_made_while_they_are_raised_read_the_same(backend):
    profile = profile_of(backend)
    one, *others = profile.sides
    with tray_at_hand(replace(profile, sides=(replace(one, made_when_closed=False), *others))) as t:
        t.loop.run_for(1)
        assert t.events == [FlapsSeen(tuple(frozenset() for _ in t.tray.profile.sides))]
        for side, flap in all_flaps(profile)[::5]:
            t.simulator.flap(side, flap, True)
        t.loop.run_for(0.1)
        assert sorted(told(t)) == [(side, flap, True) for side, flap in all_flaps(profile)[::5]]


SHORT = st.lists(st.integers(1, 24_900), max_size=12).map(
    lambda ends: [
        later - earlier for earlier, later in pairwise([0, *(100 + end for end in sorted(set(ends)))])
    ]
)
"""Lengths of the pulses of a bounce that is over after 25 ms, the longest reported of microswitches."""

LONG = st.lists(st.integers(5_100, 25_000), max_size=12)
"""And of one that goes on and on, with pulses no look can miss."""


@EVERY_BACKEND
@settings(max_examples=25, deadline=None)
@given(bounces=st.lists(st.tuples(st.integers(1, 9), SHORT | LONG), min_size=1, max_size=6))
def test_however_a_contact_bounces_a_movement_is_one_change(backend, bounces):
    with tray_at_hand(profile_of(backend)) as t:
        side = len(t.tray.profile.sides) - 1
        expected = []
        for flap, pulses in bounces:
            closed = flap not in t.tray.picture[side]
            edges = [[0, int(closed)]]
            for pulse in pulses:
                edges.append([edges[-1][0] + pulse, edges[-1][1] ^ 1])
            if edges[-1][1] != closed:
                edges.append([edges[-1][0] + 300, int(closed)])
            begins = t.loop.micros
            t.simulator.edges(side, flap, edges)
            t.loop.run_for(edges[-1][0] / 1e6 + SETTLED_S)
            expected.append((side, flap, closed))
            assert told(t) == expected
            # Told as of the edge, or of the look that saw one of its bounces first.
            assert begins <= t.changes[-1].at <= begins + edges[-1][0] + PERIOD_US[backend]


@EVERY_BACKEND
def test_a_movement_is_stamped_with_the_look_that_saw_it(backend):
    with tray_at_hand(profile_of(backend)) as t:
        for wait in (0.0123, 0.0001, 0.0777):
            t.loop.run_for(0.2 + wait)
            begins = t.loop.micros
            t.simulator.edges(0, 1, [[0, int(1 not in t.tray.picture[0])]])
            t.loop.run_for(SETTLED_S)
            assert begins <= t.changes[-1].at <= begins + PERIOD_US[backend]


@EVERY_BACKEND
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_whatever_edges_come_the_settled_picture_is_that_of_the_contacts(backend, data):
    with tray_at_hand(profile_of(backend), seed=data.draw(st.integers(0, 99))) as t:
        flaps = all_flaps(t.tray.profile)
        for _ in range(data.draw(st.integers(1, 25))):
            t.loop.run_for(data.draw(st.integers(0, 60_000)) / 1e6)
            side, flap = data.draw(st.sampled_from(flaps))
            if data.draw(st.booleans()):
                t.simulator.flap(side, flap, data.draw(st.booleans()))
            else:
                gaps = data.draw(st.lists(st.integers(0, 30_000), min_size=1, max_size=8))
                levels = data.draw(st.lists(st.integers(0, 1), min_size=len(gaps), max_size=len(gaps)))
                instants = [sum(gaps[: n + 1]) for n in range(len(gaps))]
                t.simulator.edges(side, flap, [list(edge) for edge in zip(instants, levels, strict=True)])
        t.loop.run_for(0.24 + SETTLED_S)
        assert t.tray.picture == t.simulator.closed
        for side, flap in flaps:
            closings = [closed for *where, closed in told(t) if where == [side, flap]]
            assert closings == [n % 2 == 0 for n in range(len(closings))], "closing and raising take turns"


@EVERY_BACKEND
@pytest.mark.parametrize("hold_ms", [1, 60, 8000])
def test_a_press_goes_down_and_comes_up_once(backend, hold_ms):
    with tray_at_hand(profile_of(backend)) as t:
        t.simulator.button(hold_ms)
        t.loop.run_for(hold_ms / 1000 + 0.3)
        assert t.presses == ["down", "up"]


@EVERY_BACKEND
def test_a_loop_that_was_blocked_tells_the_same_movements_at_the_same_instants(backend):
    def movements(blocked):
        with tray_at_hand(profile_of(backend)) as t:
            t.loop.run_for(1)
            t.simulator.edges(0, 1, [[0, 1], [2_000, 0], [9_000, 1]])
            t.simulator.edges(0, 2, [[20_000, 1]])
            t.simulator.edges(0, 3, [[40_000, 1], [51_000, 0]])  # one pulse, no movement
            t.simulator.edges(0, 1, [[100_000, 0], [120_000, 1], [125_000, 0]])
            start = t.loop.micros
            if blocked:
                t.loop.jump(0.5)
            t.loop.run_for(0.6)
            assert t.tray.picture == t.simulator.closed
            return sorted((c.at - start, c.flap, c.closed) for c in t.changes)

    late, in_time = movements(True), movements(False)
    assert late == in_time
    for (at, *what), (begins, bounces) in zip(
        in_time, ((0, 9_000), (20_000, 0), (100_000, 25_000)), strict=True
    ):
        # The first pulse of a movement may be too short for a look to see; a scanner tells when the last was over.
        unseen = bounces if begins == 0 or backend in ON_THE_SCANNER else 0
        assert begins <= at <= begins + PERIOD_US[backend] + unseen, what


@EVERY_BACKEND
@pytest.mark.parametrize("held_up_s", [0.3, 0.9])
def test_a_loop_that_is_late_loses_no_press_and_takes_no_move_for_a_picture(backend, held_up_s):
    with tray_at_hand(profile_of(backend)) as t:
        flaps = all_flaps(t.tray.profile)
        t.loop.run_for(1)
        seen, presses, expected = len(t.seen), [], []
        for n in range(48):  # at every stage of the looks at a part, of which there is one in 250 ms at least
            t.loop.run_for(0.4 + n * 0.011)
            t.simulator.button(60)
            presses += ["down", "up"]
            if n % 4 == 3:
                side, flap = flaps[n // 4]
                t.simulator.flap(side, flap, True)
                expected.append((side, flap, True))
            t.loop.run_for(n % 5 * 0.015)
            t.loop.jump(held_up_s)
            t.loop.run_for(0.2)
            assert t.presses == presses
            assert told(t) == expected
        assert len(t.seen) == seen, "nobody was blind"
        assert t.tray.picture == t.simulator.closed


@EVERY_BACKEND
def test_after_closing_nothing_is_said_and_nothing_is_left_running(backend):
    with tray_at_hand(profile_of(backend)) as t:
        t.simulator.flap(0, 1, True)
        t.tray.close()
        t.tray.close()
        said = len(t.events)
        t.loop.run_for(5)
        assert len(t.events) == said
        assert not [timer for timer in t.loop._scheduled if not timer.cancelled()]


@EVERY_BACKEND
def test_outputs_rest_before_anything_is_let_go_of(backend):
    with tray_at_hand(profile_of(backend)) as t:
        outputs = {lamp.pin for lamp in t.tray.profile.lamps} | {t.tray.profile.buzzer}
        t.tray.light(dict.fromkeys(range(len(t.tray.profile.sides)), Light.TURN))
        let_go = []
        wired = {pin._number for pin in t.simulator.pins.factory.pins.values()}
        for pin in t.simulator.pins.factory.pins.values():

            def going(pin=pin, go=pin.close):
                let_go.append(pin._number)
                assert not any(
                    t.pins(output).state and t.pins(output).function == "output" for output in outputs
                )
                go()

            pin.close = going
        t.tray.close()
        assert outputs <= set(let_go[: len(outputs)])
        assert set(let_go) == wired


@EVERY_BACKEND
def test_a_tray_can_be_opened_again_after_it_was_closed(backend):
    for _ in range(2):
        with tray_at_hand(profile_of(backend)) as t:
            t.simulator.flap(0, 1, True)
            t.loop.run_for(0.1)
            assert t.moves == [(1, True)]
