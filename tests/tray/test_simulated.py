"""Hands on the simulated tray: what can be asked of it, and where its flaps stand after the power went."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stbpi.tray.errors import SimulatorError
from stbpi.tray.physics import Bounce, Physics, movement
from tests.tray.trays import tray_at_hand


def test_a_flap_rests_when_it_was_said_to():
    with tray_at_hand() as t:
        for flap in range(1, 10):
            rests = t.simulator.flap(0, flap, True)
            assert t.loop.micros <= rests <= t.loop.micros + 25_000
            t.loop.run_for((rests - t.loop.micros) / 1e6)
            assert t.pins(t.tray.profile.sides[0].places[flap - 1].pin).state == 0
            assert t.loop.micros == rests


def test_a_flap_that_stands_there_already_is_not_moved():
    with tray_at_hand() as t:
        t.simulator.flap(0, 2, True)
        t.loop.run_for(1)
        assert t.simulator.flap(0, 2, True) == t.loop.micros
        t.loop.run_for(1)
        assert t.moves == [(2, True)]


def test_a_flap_caught_in_the_air_goes_where_it_was_last_sent():
    with tray_at_hand(seed=3) as t:
        t.simulator.flap(0, 2, True)
        t.simulator.flap(0, 2, False)
        t.loop.run_for(1)
        assert t.moves == []
        assert t.tray.picture == t.simulator.closed == (frozenset(),)


def test_raw_edges_are_played_to_the_microsecond():
    with tray_at_hand() as t:
        pin = t.pins(4)
        heard = []
        switch = pin.when_changed

        def listening_in(ticks, state):
            heard.append((round(ticks * 1e6) - start, state))
            switch(ticks, state)

        pin.when_changed = listening_in
        start = t.loop.micros
        assert t.simulator.edges(0, 1, [[0, 1], [600, 0], [1400, 1]]) == start + 1400
        t.loop.jump(0.5)  # a loop that comes late does not distort them
        t.loop.run_for(0.1)
        assert heard == [(0, False), (600, True), (1400, False)]


def test_raw_edges_that_overlap_leave_the_flap_as_the_latest_says(tmp_path):
    with tray_at_hand() as t:
        t.simulator.edges(0, 1, [[0, 1], [90_000, 0], [95_000, 1]])
        t.simulator.edges(0, 1, [[10_000, 0], [40_000, 1], [41_000, 0]])
        assert t.simulator.closed == (frozenset({1}),)
        t.loop.run_for(0.2)
        assert t.tray.picture == t.simulator.closed


@pytest.mark.parametrize(
    ("edges", "says"),
    [
        ([], "0 edges; give pairs"),
        ([[0]], r"edge 1 is \[0\]; give pairs"),
        ([[0, 2]], r"edge 1 is \[0, 2\]"),
        ([[0, 1], [5, True]], r"edge 2 is \[5, True\]"),
        ([["0", 1]], r"edge 1 is \['0', 1\]"),
        ([5], "edge 1 is 5; give pairs"),
        ([[-1, 1]], "edge 1 is at -1 µs; give 0 to 60000000"),
        ([[60_000_001, 1]], "edge 1 is at 60000001 µs"),
        ([[10, 1], [9, 0]], "edge 2 at 9 µs comes before"),
        ([[0, 1]] * 10_001, "10001 edges"),
    ],
)
def test_edges_that_cannot_be_played_are_refused_in_a_sentence(edges, says):
    with tray_at_hand() as t:
        with pytest.raises(SimulatorError, match=says):
            t.simulator.edges(0, 1, edges)
        t.loop.run_for(1)
        assert t.moves == []
        assert t.simulator.closed == (frozenset(),)


def test_raw_edges_do_not_pile_up_for_ever():
    with tray_at_hand() as t:
        many = [[at * 1000, at % 2] for at in range(9_000)]
        t.simulator.edges(0, 1, many)
        with pytest.raises(
            SimulatorError, match="9000 edges of flap 1 are still to come, 9000 more are too many"
        ):
            t.simulator.edges(0, 1, many)
        t.loop.run_for(10)
        t.simulator.edges(0, 1, many)


def test_a_press_right_after_another_is_a_second_press():
    with tray_at_hand() as t:
        rests = t.simulator.button(60)
        t.loop.run_for((rests - t.loop.micros + 1000) / 1e6)
        t.simulator.button(60)
        t.loop.run_for(1)
        assert t.presses == ["down", "up", "down", "up"]


def test_a_finger_stays_on_the_button_until_it_is_lifted_however_quickly():
    with tray_at_hand() as t:
        t.simulator.finger(True)
        t.loop.run_for(120)
        assert t.presses == ["down"]
        t.simulator.finger(False)
        t.simulator.finger(True)
        t.simulator.finger(False)
        t.loop.run_for(1)
        assert t.presses == ["down", "up", "down", "up"]


@pytest.mark.parametrize("hold_ms", [0, -5, 60_001])
def test_a_hold_nobody_can_hold_is_refused(hold_ms):
    with (
        tray_at_hand() as t,
        pytest.raises(SimulatorError, match=f"hold_ms is {hold_ms}; hold the button for 1 to"),
    ):
        t.simulator.button(hold_ms)


def test_presses_do_not_pile_up_for_ever():
    with tray_at_hand() as t:
        t.simulator.button(30_000)
        t.simulator.button(30_000)
        with pytest.raises(SimulatorError, match="already being pressed"):
            t.simulator.button(60)


def test_a_tray_killed_with_a_flap_in_the_air_finds_it_landed(tmp_path):
    state = tmp_path / "tray.json"
    with tray_at_hand(simulated_state=state) as t:
        t.simulator.edges(0, 6, [[0, 1], [50_000, 0], [51_000, 1]])
        # The process ends here: nothing of the bounce is played.
        assert json.loads(state.read_text()) == {"closed": [[6]]}
    with tray_at_hand(simulated_state=state) as t:
        assert t.seen == [(frozenset({6}),)]
        t.simulator.flap(0, 6, False)
    with tray_at_hand(simulated_state=state) as t:
        assert t.seen == [(frozenset(),)]


@pytest.mark.parametrize(
    "damage", [b"", b"\xff\xfe", b"{}", b'{"closed": 5}', b'{"closed": [["x"]]}', b"[" * 10_000]
)
def test_a_damaged_file_is_set_aside_and_the_tray_starts_raised(tmp_path, caplog, damage):
    state = tmp_path / "tray.json"
    state.write_bytes(damage)
    with tray_at_hand(simulated_state=state) as t:
        assert t.seen == [(frozenset(),)]
        t.simulator.flap(0, 1, True)
    assert (tmp_path / "tray.json.damaged").read_bytes() == damage
    assert json.loads(state.read_text()) == {"closed": [[1]]}
    assert [record.message for record in caplog.records if "kept as tray.json.damaged" in record.message]


def test_a_file_of_a_wider_tray_closes_no_flap_that_is_not_there(tmp_path):
    state = tmp_path / "tray.json"
    state.write_text('{"closed": [[1, 12], [3]]}')
    with tray_at_hand(simulated_state=state) as t:
        assert t.seen == [(frozenset({1}),)]
        assert t.simulator.closed == (frozenset({1}),)


def test_a_file_that_cannot_be_written_is_said_once_and_the_game_goes_on(tmp_path, caplog):
    state = tmp_path / "gone" / "tray.json"
    with tray_at_hand(simulated_state=state) as t:
        for flap in (1, 2, 3):
            t.simulator.flap(0, flap, True)
        t.loop.run_for(1)
        assert sorted(t.moves) == [(1, True), (2, True), (3, True)]
    assert len(caplog.records) == 1


@given(seed=st.integers(0, 10_000), made=st.booleans())
def test_a_movement_begins_at_once_takes_turns_and_ends_where_it_should(seed, made):
    from random import Random

    edges = movement(Physics().flap, made, Random(seed))
    assert edges[0] == (0, made)
    assert edges[-1][1] is made
    assert [state for _, state in edges] == [made == (n % 2 == 0) for n in range(len(edges))]
    assert [at for at, _ in edges] == sorted(at for at, _ in edges)
    assert edges[-1][0] <= 25_000


def test_bounces_reach_from_a_tenth_of_a_millisecond_to_25():
    from random import Random

    random = Random(1)
    lasts = [movement(Bounce(100, 25_000, 9), True, random)[-1][0] for _ in range(2000)]
    assert min(at for at in lasts if at) < 150
    assert max(lasts) > 24_000
