"""Whatever people do to a table, in any order, the match on it can still be played to its end."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from stbpi.table.dice_check import Verdict
from stbpi.table.events import (
    BelieveFlap,
    ButtonDown,
    ButtonUp,
    CorrectScore,
    EnterDice,
    EnterService,
    FlapChange,
    FlapDoubted,
    FlapsChanged,
    FlapsSeen,
    GoOn,
    LeaveService,
    MenuButtonDown,
    NotShutDown,
    RedoDecision,
    RetirePlayer,
    StopMatch,
    TellFlap,
    Tick,
    UndoDecision,
)
from stbpi.table.prompts import Offer, PromptCode
from stbpi.table.setup import Timing, TraySides
from stbpi.table.table import Table, TableRefusal
from tests.table.driver import SECOND, AtTable, Fresh
from tests.table.honest import dice_of
from tests.table.test_menu import EVERYTHING

TABLES = {
    "classic": {"rules": "classic", "variants": ["one-die"], "dice": "electronic"},
    "classic by hand": {"rules": "classic", "variants": ["hundred"], "dice": "entered"},
    "tray": {"rules": "tray", "dice": "electronic"},
    "common": {"rules": "tray", "variants": ["common"], "dice": "electronic", "players": ("A", "B", "C")},
    "numbers": {"rules": "numbers", "dice": "electronic"},
    "pub": {"rules": "pub", "dice": "electronic", "stake": 50},
    "knock-out": {"rules": "knock-out", "dice": "electronic"},
    "either": {"rules": "tray", "combine": "either", "dice": "entered"},
    "three-down": {"rules": "three-down", "dice": "electronic", "tray": 12},
}


@dataclass(frozen=True)
class Gesture:
    seconds: float


@dataclass(frozen=True)
class Wait:
    seconds: float


@dataclass(frozen=True)
class Restart:
    """The plug is pulled. ``closed`` is how the flaps stand when the power is back, None: as they did."""

    closed: tuple[frozenset[int], ...] | None = None
    held: bool = False
    """Whether somebody's finger is on the button when the power goes."""


@dataclass(frozen=True)
class Obey:
    """Do what the prompt says."""


@dataclass(frozen=True)
class Move:
    side: int
    flap: int
    closed: bool


flaps = st.builds(Move, st.integers(-1, 3), st.integers(0, 11), st.booleans())
pictures = st.lists(st.frozensets(st.integers(1, 11), max_size=6), max_size=4).map(tuple)
dice = st.lists(st.integers(0, 7), min_size=0, max_size=3).map(tuple)
sides_and_flaps = (st.integers(0, 3), st.integers(0, 11))
faults = st.one_of(
    st.builds(FlapDoubted, *sides_and_flaps, st.booleans()),
    st.builds(TellFlap, *sides_and_flaps, st.booleans()),
    st.builds(BelieveFlap, *sides_and_flaps),
)
"""Switches that are not believed, and what people say of them."""

in_the_menu = st.one_of(
    st.just(MenuButtonDown()),
    st.lists(st.sampled_from([Gesture(0.1), Gesture(0.1), Gesture(1)]), min_size=1, max_size=6).map(
        lambda gestures: (MenuButtonDown(), *gestures)
    ),
    st.sampled_from([EnterService(), LeaveService(), NotShutDown()]),
)
"""The menu is opened, and something is done in it or nothing; the service mode is entered and left."""

doings = st.one_of(
    st.just(Obey()),
    st.just(Obey()),
    st.just(Obey()),
    st.just(Obey()),
    flaps,
    flaps,
    st.sampled_from([Gesture(0.1), Gesture(1), Gesture(3.5), Gesture(9)]),
    st.sampled_from([Wait(0.2), Wait(0.7), Wait(6), Wait(21), Wait(400), Wait(1000)]),
    st.builds(Restart, st.none() | pictures, st.booleans()),
    faults,
    in_the_menu,
    st.sampled_from([ButtonDown(), ButtonUp(), Tick(), UndoDecision(), RedoDecision(), GoOn(), StopMatch()]),
    st.builds(EnterDice, dice, st.booleans()),
    st.builds(FlapsSeen, pictures),
    st.builds(RetirePlayer, st.integers(-1, 3)),
    st.builds(CorrectScore, st.integers(0, 2), st.integers(-9, 9), st.just("miscounted")),
)


def do(at: AtTable, doing) -> None:
    match doing:
        case Obey():
            obey(at)
        case Move(side, flap, closed):
            at.rest(0.1)
            at.send(FlapsChanged((FlapChange(side, flap, closed, at.now - 5_000),)))
        case Gesture(seconds):
            at.press(seconds)
        case Wait(seconds):
            at.rest(seconds)
        case Restart(closed, held):
            if held:
                at.send(ButtonDown())
            at.restart(closed=None if closed is None else on_the_tray(at, closed))
        case (*several,):
            for one in several:
                do(at, one)
        case _:
            before = at.table.view
            if refuses(at, doing):
                assert at.table.view == before


def on_the_tray(at: AtTable, closed: tuple[frozenset[int], ...]) -> list[set[int]]:
    """A picture of as many sides, and of flaps that are there."""
    given = [*closed, *(frozenset[int]() for _ in at.sides.flaps)]
    return [{*flaps} & side for flaps, side in zip(at.sides.flaps, given, strict=False)]


def refuses(at: AtTable, command) -> bool:
    try:
        at.send(command)
    except TableRefusal:
        return True
    return False


def obey(at: AtTable) -> None:
    """Do what a patient player does who only knows what the prompt says."""
    at.send(ButtonUp())
    at.rest(1.1)
    prompt = at.prompt
    match prompt.code:
        case PromptCode.PRESS_TO_ROLL if prompt.press is Offer.PIP:
            choices = at.match.dice_choices
            at.throw(*(3 + len(at.decisions) % 4, 1 + len(at.decisions) % 6)[: max(choices)])
        case PromptCode.CLOSE_FLAPS | PromptCode.CLOSE_MORE if (
            prompt.hold is Offer.CONFIRM and prompt.assumed
        ):
            at.hold(1)  # a flap that cannot be seen is said to be closed
        case PromptCode.CLOSE_FLAPS | PromptCode.CLOSE_MORE:
            answer(at)
        case PromptCode.CONFIRM:
            at.press()
        case PromptCode.MENU | PromptCode.SERVICE:
            leave(at)
        case _ if prompt.press is None or prompt.code is PromptCode.FAULT:
            at.as_told()
        case _:
            at.press()
    at.rest()


def leave(at: AtTable) -> None:
    """Out of the menu page by page, and out of the service mode; what offers nothing goes by itself."""
    if at.code is PromptCode.SERVICE:
        at.hold(1)
    elif at.prompt.press is None:
        at.rest(121)
    else:
        at.hold(3.5)


def answer(at: AtTable) -> None:
    own = at.match.rules.rows == "own"
    for seat in at.match.waiting_for:
        side = seat if own else 0
        pending = at.table.view.pending[side]
        moves = at.match.legal_moves(seat)
        if pending and tuple(sorted(pending)) in moves:
            continue
        move = next(move for move in moves if pending <= set(move))
        at.close(*(flap for flap in move if flap not in pending), side=side)
    at.rest()


def check(at: AtTable) -> None:
    view = at.table.view
    if at.began is None:
        assert view.match is None
    else:
        assert at.folded().match == view.match
    prompt = view.prompt
    tells = prompt.press or prompt.flaps or prompt.close
    acts = prompt.code in {PromptCode.CLOSE_FLAPS, PromptCode.CLOSE_MORE, PromptCode.RESUME}
    waits = 121 if prompt.code is PromptCode.MENU else 1.1
    soon = at.table.deadline is not None and at.table.deadline <= at.now + waits * SECOND
    assert tells or acts or soon, f"{prompt} does not tell how to go on"


def came_back(at: AtTable) -> None:
    """The plug is pulled: the prompt is the same, but for what the tray has to be led to."""
    at.send(ButtonUp())
    at.rest(1000).rest(0.7)
    if at.table.view.prompt.press is Offer.GO_ON:
        at.press().press()
    at.rest(1.1)
    before, told = at.prompt, dict(at.table._game.standing.flaps._told)
    at.restart()
    for (side, flap), closed in told.items():
        at.send(TellFlap(side, flap, closed))  # what people said nobody remembers: they say it again
    after = at.rest().prompt
    put_right = {PromptCode.REOPEN, PromptCode.CLOSE_AGAIN, PromptCode.NOT_YOUR_SIDE, PromptCode.FAULT}
    if before.code in put_right:
        # What people only say after the restart was not found wrong by it.
        assert after.code in {PromptCode.RESUME, PromptCode.RAISE_FLAPS, *(put_right if told else ())}
    elif before.code is not PromptCode.RESUME:
        assert (after.code, after.flaps, after.close) == (before.code, before.flaps, before.close)


@pytest.mark.parametrize("name", TABLES)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(doing=st.lists(doings, max_size=40))
@example([FlapsSeen((frozenset(), frozenset({1}))), FlapDoubted(1, 1, True)])
def test_anything_may_happen(name, doing):
    at = AtTable(**TABLES[name], offers=EVERYTHING).press()
    for one in doing:
        do(at, one)
        check(at)
    came_back(at)
    check(at)
    if at.code == "press_to_start":
        at.press()  # what was played was left for another match
    to_the_end(at)
    if at.began is not None and at.began.dice_source == "electronic":
        assert dice_of(at.began, at.decisions).verdict is Verdict.HONEST


def to_the_end(at: AtTable) -> None:
    """Follow the prompts, and nothing else, until the match is over."""
    for _ in range(800):
        if at.code == "match_over":
            return
        if at.code == "round_over" and at.match.rules.match == "open":
            at.send(StopMatch())
            continue
        obey(at)
        check(at)
    raise AssertionError(f"following the prompts does not lead to the end: {at.prompt}")


def test_a_table_nobody_has_prepared_stands_anything():
    table = Table(TraySides(((1, 2, 3),)), Timing(), Fresh())
    for event in (ButtonUp(), ButtonDown(), ButtonUp(), Tick(), FlapsSeen((frozenset({1}),))):
        table.handle(event, 5)
    with pytest.raises(TableRefusal, match="prepare one first"):
        _ = table.view
