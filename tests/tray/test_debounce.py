"""Debounce against the plainest possible reading of what it promises, flap by flap."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.tray.debounce import Change, Debouncer

WINDOW = 30_000
CONTACTS = 5


class OneFlap:
    """What debouncing one contact means, written without regard for cost."""

    def __init__(self, closed):
        self.closed = self.level = closed
        self.edges = []

    def edge(self, at, level):
        self.level = level
        self.edges.append(at)

    def rest(self, now):
        if not self.edges or now - self.edges[-1] < WINDOW:
            return None
        began, ended = self.edges[0], self.edges[-1]
        self.edges = []
        if self.level == self.closed:
            return None
        self.closed = self.level
        return began, ended - began


STEPS = st.lists(
    st.tuples(st.integers(0, 60_000), st.integers(0, CONTACTS - 1), st.booleans(), st.booleans()), max_size=60
)


@settings(max_examples=300)
@given(steps=STEPS, start=st.integers(0, 2**CONTACTS - 1))
def test_a_whole_row_is_debounced_as_each_flap_would_be_alone(steps, start):
    debouncer = Debouncer(WINDOW, levels=start)
    flaps = [OneFlap(bool(start >> i & 1)) for i in range(CONTACTS)]
    now = 0
    for wait, index, level, only_look in [*steps, (WINDOW, 0, False, True)]:
        now += wait
        expected = []
        for i, flap in enumerate(flaps):
            rested = flap.rest(now)
            if rested:
                expected.append(Change(i, flap.closed, *rested))
        expected.sort(key=lambda change: (change.at, change.index))
        if only_look:
            assert debouncer.expire(now) == tuple(expected)
        else:
            assert debouncer.edge(now, index, level) == tuple(expected)
            flaps[index].edge(now, level)
        assert debouncer.levels == sum(flap.level << i for i, flap in enumerate(flaps))
        assert debouncer.settled == sum(flap.closed << i for i, flap in enumerate(flaps))
        last_edges = [flap.edges[-1] for flap in flaps if flap.edges]
        assert debouncer.deadline == (min(last_edges) + WINDOW if last_edges else None)


PICTURES = st.lists(st.tuples(st.integers(1, 40_000), st.integers(0, 2**48 - 1)), max_size=40)


@settings(max_examples=200)
@given(pictures=PICTURES)
def test_one_window_after_the_last_edge_the_output_is_the_contact(pictures):
    debouncer = Debouncer(WINDOW)
    now = 0
    for wait, picture in pictures:
        now += wait
        debouncer.sample(now, picture)
    debouncer.sample(now + WINDOW, debouncer.levels)
    assert debouncer.settled == debouncer.levels == (pictures[-1][1] if pictures else 0)
    assert debouncer.moving == 0
    assert debouncer.deadline is None


@given(pictures=PICTURES)
def test_pictures_and_edges_tell_the_same_story(pictures):
    polled, told = Debouncer(WINDOW), Debouncer(WINDOW)
    now = level = 0
    from_pictures, from_edges = [], []
    for wait, picture in pictures:
        now += wait
        from_pictures += polled.sample(now, picture)
        from_edges += told.expire(now)
        for index in range(48):
            if (picture ^ level) >> index & 1:
                from_edges += told.edge(now, index, bool(picture >> index & 1))
        level = picture
    assert from_pictures == from_edges
    assert polled.expire(now + WINDOW) == told.expire(now + WINDOW)


def test_the_window_ends_to_the_microsecond():
    debouncer = Debouncer(WINDOW)
    debouncer.edge(1000, 3, True)
    assert debouncer.expire(1000 + WINDOW - 1) == ()
    assert debouncer.expire(1000 + WINDOW) == (Change(3, True, 1000, 0),)


def test_a_flap_that_hits_the_stop_and_comes_back_has_closed_once():
    debouncer = Debouncer(WINDOW)
    heard = []
    for at, level in ((0, True), (4_000, False), (27_000, True), (50_000, False), (71_000, True)):
        heard += debouncer.edge(at, 0, level)
    heard += debouncer.expire(500_000)
    assert heard == [Change(0, True, 0, 71_000)]


def test_a_spike_is_nothing():
    debouncer = Debouncer(WINDOW)
    assert debouncer.edge(0, 2, True) + debouncer.edge(15_000, 2, False) + debouncer.expire(10**9) == ()


def test_a_lost_edge_is_found_before_it_is_believed():
    debouncer = Debouncer(WINDOW)
    debouncer.edge(0, 1, True)  # and it opened again, which nobody heard
    assert debouncer.reread(WINDOW, 0) == ()
    assert debouncer.reread(2 * WINDOW, 0) == ()
    assert debouncer.settled == 0


def test_the_edges_of_one_contact_do_not_run_backwards():
    debouncer = Debouncer(WINDOW)
    debouncer.edge(50_000, 0, True)
    debouncer.edge(49_990, 0, False)
    debouncer.edge(49_995, 0, True)
    assert debouncer.expire(79_999) == ()
    assert debouncer.expire(80_000) == (Change(0, True, 50_000, 0),)


def test_a_press_handed_over_late_is_as_long_as_it_was():
    """A busy machine may look at the clock, and hear of another contact, before it hears of this one."""
    debouncer = Debouncer(WINDOW)
    debouncer.edge(470_000, 1, True)
    assert [change.index for change in debouncer.expire(500_000)] == [1]
    told = [
        *debouncer.edge(100_000, 0, True),
        *debouncer.edge(160_000, 0, False),
        *debouncer.expire(500_000),
    ]
    assert told == [Change(0, True, 100_000, 0), Change(0, False, 160_000, 0)]


def test_no_window_is_refused():
    with pytest.raises(ValueError, match="0 µs"):
        Debouncer(0)
