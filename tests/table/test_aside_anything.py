"""Whatever people do in the menu and in service mode, the match beside them stays what it was, and goes on."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from stbpi.rules.actions import Correct, Retire, Undo
from stbpi.table.events import (
    ButtonDown,
    ButtonUp,
    EnterService,
    FlapDoubted,
    FlapsSeen,
    LeaveService,
    NotShutDown,
    StopMatch,
    Tick,
)
from stbpi.table.menu_course import REASON
from stbpi.table.prompts import PromptCode
from stbpi.table.setup import Timing
from tests.table.driver import AtTable
from tests.table.test_anything import TABLES, Gesture, Move, Restart, Wait, check, do, flaps, obey, pictures
from tests.table.test_menu import EVERYTHING

ASIDE = {PromptCode.MENU, PromptCode.SERVICE}

doings = st.one_of(
    st.sampled_from(
        [Gesture(0.1), Gesture(0.1), Gesture(0.1), Gesture(1), Gesture(1), Gesture(3.5), Gesture(9)]
    ),
    st.sampled_from([Gesture(0.1), Gesture(1), Gesture(1), Gesture(9)]),
    flaps,
    st.sampled_from([Wait(0.2), Wait(6), Wait(29), Wait(125), Wait(700)]),
    st.just(Restart()),
    st.sampled_from([EnterService(), LeaveService(), NotShutDown(), Tick(), ButtonDown(), ButtonUp()]),
    st.builds(FlapsSeen, pictures),
    st.builds(FlapDoubted, st.integers(0, 3), st.integers(1, 11), st.booleans()),
)
"""What people do who are in the menu or at the switches."""


def at_table(name: str) -> AtTable:
    return AtTable(**TABLES[name], offers=EVERYTHING, timing=Timing(blocked_s=1000))


def play_on(at: AtTable, steps: int) -> None:
    for _ in range(steps):
        if at.code == "match_over" or at.match is None:
            break
        obey(at)


@pytest.mark.parametrize("name", TABLES)
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(begun=st.integers(0, 12), doing=st.lists(doings, min_size=5, max_size=25))
def test_nothing_done_there_changes_the_match_but_what_it_says(name, begun, doing):
    at = at_table(name).press()
    play_on(at, begun)
    at.hold(9)
    for one in doing:
        aside, made, match = at.code in ASIDE, len(at.decisions), at.began
        do(at, one)
        assert at.table.deadline is None or at.table.deadline >= at.now
        if aside and at.code in ASIDE and at.began is match:
            # Nobody can have played: what was decided was chosen in the menu.
            assert all(isinstance(decision, Correct | Retire) for decision in at.decisions[made:])
        assert all(decision.reason == REASON for decision in at.decisions if isinstance(decision, Correct))
    check(at)


@pytest.mark.parametrize("name", TABLES)
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(begun=st.integers(0, 12), doing=st.lists(doings, max_size=20))
@example(begun=5, doing=[Wait(seconds=700)])
def test_both_leave_again_by_themselves_and_the_match_can_be_played_to_its_end(name, begun, doing):
    at = at_table(name).press()
    play_on(at, begun)
    at.hold(9)
    for one in doing:
        do(at, one)
    at.send(ButtonUp())
    at.rest(700)
    assert at.code not in ASIDE
    for _ in range(800):
        if at.code == "match_over" or at.match is None:
            break
        if at.code == "round_over" and at.match.rules.match == "open":
            at.send(StopMatch())
            continue
        if at.code == "fault":
            at.press()  # it had been left standing wrong for as long as nobody was there
        obey(at)
    assert at.code in {"match_over", "press_to_start"}


def look_around(at: AtTable) -> None:
    """Into the menu, through some pages, into service mode, move flaps there and put them back; leave."""
    at.hold(8.1).press().press().hold(1).hold(4)
    assert at.code == "menu"
    at.hold(8.1)
    before = at.table.view.closed
    at.send(EnterService())
    at.press().press()
    for flap in (1, 5):
        closed = flap in before[0]
        at.move(flap, closed=not closed).rest()
        at.move(flap, closed=closed).rest()
    at.rest(3).hold(1)


def to_the_end(name: str, *, disturbed: bool) -> AtTable:
    """One and the same match; where ``disturbed``, with menu and service mode between any two things people do."""
    at = at_table(name).press()
    for _ in range(400):
        if at.code == "match_over":
            return at
        if at.code == "round_over" and at.match.rules.match == "open" and at.match.round > 2:
            at.send(StopMatch())
            continue
        if disturbed:
            look_around(at)
        obey(at)
    raise AssertionError(at.prompt)


@pytest.mark.parametrize("name", TABLES)
def test_a_match_interrupted_at_every_step_ends_as_one_that_was_not(name):
    quiet, disturbed = to_the_end(name, disturbed=False), to_the_end(name, disturbed=True)
    assert disturbed.decisions == quiet.decisions
    assert disturbed.match == quiet.match
    assert Undo() not in disturbed.decisions


def test_a_move_of_the_tests_is_one_of_the_tables():
    at = AtTable(offers=EVERYTHING).press()
    do(at, Move(0, 3, True))
    assert at.table.view.closed == (frozenset({3}),)
