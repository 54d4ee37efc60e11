"""Lone spikes on long wires: not heeded, counted, and no movement lost for it."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.tray import load_profile
from stbpi.tray.profile import Filtering
from tests.tray.trays import tray_at_hand

MS = 1000


def wired(debounce_ms=5, glitch_ms=15, **own):
    """Nine flaps with quick debounce on long wires; ``own`` has the filtering of single flaps, as ``f3=``."""
    profile = load_profile("direct-9")
    (side,) = profile.sides
    usual = Filtering(debounce_ms, glitch_ms)
    each = tuple(own.get(f"f{flap}", usual) for flap in side.flaps)
    return replace(profile, filtering=usual, sides=(replace(side, filtering=each),))


def statistics(t, flap):
    return next(
        found for contact, found in t.tray.statistics.items() if str(contact).startswith(f"flap {flap} ")
    )


@pytest.mark.parametrize("lasts_ms", [1, 7, 14])
@pytest.mark.parametrize("rests", [0, 1])
def test_a_lone_spike_is_no_movement_whichever_way_the_flap_rests(lasts_ms, rests):
    with tray_at_hand(wired()) as t:
        t.simulator.edges(0, 3, [[0, rests]])
        t.loop.run_for(1)
        before = len(t.moves)
        for _ in range(5):
            t.simulator.edges(0, 3, [[0, 1 - rests], [lasts_ms * MS, rests]])
            t.loop.run_for(0.3)
        assert t.moves[before:] == []
        assert statistics(t, 3).spikes == 5


def test_without_the_filter_the_same_spike_would_be_two_movements():
    with tray_at_hand(wired(glitch_ms=0)) as t:
        t.simulator.edges(0, 3, [[0, 1], [14 * MS, 0]])
        t.loop.run_for(1)
        assert t.moves == [(3, True), (3, False)]


def test_a_change_that_lasts_is_told_as_of_its_first_edge_and_no_later_than_need_be():
    with tray_at_hand(wired()) as t:
        began = t.loop.micros
        t.simulator.edges(0, 3, [[0, 1]])
        t.loop.run_for(0.0149)
        assert t.moves == []
        t.loop.run_for(0.0002)
        assert [(c.flap, c.closed, c.at - began) for c in t.changes] == [(3, True, 0)]


def test_the_first_bounces_of_a_closing_are_no_spikes():
    with tray_at_hand(wired()) as t:
        began = t.loop.micros
        t.simulator.edges(0, 3, [[0, 1], [2 * MS, 0], [3 * MS, 1], [5 * MS, 0], [6 * MS, 1]])
        t.loop.run_for(1)
        assert [(c.flap, c.closed, c.at - began) for c in t.changes] == [(3, True, 0)]
        assert statistics(t, 3).spikes == 0
        assert statistics(t, 3).longest_bounce == 6 * MS


def test_each_flap_may_have_numbers_of_its_own():
    with tray_at_hand(wired(30, 0, f2=Filtering(5, 0), f3=Filtering(80, 0), f4=Filtering(5, 15))) as t:
        for flap in (1, 2, 3, 4):
            t.simulator.edges(0, flap, [[0, 1]])
        told = []
        for _ in range(90):
            t.loop.run_for(0.001)
            told.append(len(t.moves))
        assert t.moves == [(2, True), (4, True), (1, True), (3, True)]
        assert [told.index(n) + 1 for n in (1, 2, 3, 4)] == [5, 15, 30, 80]


def test_the_configured_window_is_for_switches_without_one_of_their_own():
    with tray_at_hand(wired(30, 0, f3=Filtering(80, 0)), debounce_ms=50) as t:
        t.simulator.edges(0, 3, [[0, 1]])
        t.simulator.edges(0, 1, [[0, 1]])
        t.loop.run_for(0.049)
        assert t.moves == []
        t.loop.run_for(0.002)
        assert t.moves == [(1, True)]
        t.loop.run_for(0.030)
        assert t.moves == [(1, True), (3, True)]


def test_simulated_spikes_are_filtered_where_the_profile_says_so():
    with tray_at_hand(wired()) as t:
        t.simulator.fault("spikes", 0, 3, True)
        t.loop.run_for(60)
        assert t.moves == []
        assert statistics(t, 3).spikes > 30
        t.simulator.flap(0, 3, True)
        t.loop.run_for(3)
        assert t.moves == [(3, True)]
        t.simulator.fault("spikes", 0, 3, False)
        assert t.simulator.next_happening is None


LEVELS = st.lists(st.tuples(st.integers(1, 60 * MS), st.integers(1, 4)), max_size=40)


@settings(max_examples=40, deadline=None)
@given(steps=LEVELS, late=st.integers(0, 300))
def test_whatever_comes_the_picture_ends_as_the_contacts_rest(steps, late):
    with tray_at_hand(wired(20, 10, f2=Filtering(5, 15), f3=Filtering(60, 0))) as t:
        at, levels, edges = 0, dict.fromkeys(range(1, 5), 0), {flap: [] for flap in range(1, 5)}
        for wait, flap in steps:
            at += wait
            levels[flap] ^= 1
            edges[flap].append([at, levels[flap]])
        for flap, its in edges.items():
            if its:
                t.simulator.edges(0, flap, its)
        t.loop.jump(late / 1000)
        t.loop.run_for((at + 80 * MS) / 1e6)
        assert t.tray.picture == (frozenset(flap for flap, level in levels.items() if level),)
        for flap in levels:
            told = [closed for moved, closed in t.moves if moved == flap]
            assert told == [i % 2 == 0 for i in range(len(told))], "closing and raising take turns"
