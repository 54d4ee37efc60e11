"""Whatever people do to a table, in any order, the match on it can still be played to its end."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stbpi.table.dice_check import Verdict
from stbpi.table.events import (
    ButtonDown,
    ButtonUp,
    CorrectScore,
    EnterDice,
    FlapChange,
    FlapsChanged,
    FlapsSeen,
    GoOn,
    RedoDecision,
    RetirePlayer,
    StopMatch,
    Tick,
    UndoDecision,
)
from stbpi.table.prompts import Offer, PromptCode
from stbpi.table.setup import Timing, TraySides
from stbpi.table.table import Table, TableRefusal
from tests.table.driver import SECOND, AtTable, Fresh
from tests.table.honest import dice_of

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
    pass


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
doings = st.one_of(
    st.just(Obey()),
    st.just(Obey()),
    st.just(Obey()),
    flaps,
    flaps,
    st.sampled_from([Gesture(0.1), Gesture(1), Gesture(3.5), Gesture(9)]),
    st.sampled_from([Wait(0.2), Wait(0.7), Wait(6), Wait(21), Wait(400), Wait(1000)]),
    st.just(Restart()),
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
        case Restart():
            at.restart()
        case _:
            before = at.table.view
            if refuses(at, doing):
                assert at.table.view == before


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
        case PromptCode.CLOSE_FLAPS | PromptCode.CLOSE_MORE:
            answer(at)
        case PromptCode.CONFIRM:
            at.press()
        case _ if prompt.press is None or prompt.code is PromptCode.FAULT:
            at.as_told()
        case _:
            at.press()
    at.rest()


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
    soon = at.table.deadline is not None and at.table.deadline <= at.now + 1.1 * SECOND
    assert tells or acts or soon, f"{prompt} does not tell how to go on"


def came_back(at: AtTable) -> None:
    """The plug is pulled: the prompt is the same, but for what the tray has to be led to."""
    at.send(ButtonUp())
    at.rest(1000).rest(0.7)
    if at.table.view.prompt.press is Offer.GO_ON:
        at.press().press()
    at.rest(1.1)
    before = at.prompt
    at.restart().rest()
    after = at.prompt
    put_right = {PromptCode.REOPEN, PromptCode.CLOSE_AGAIN, PromptCode.NOT_YOUR_SIDE, PromptCode.FAULT}
    if before.code in put_right:
        assert after.code in {PromptCode.RESUME, PromptCode.RAISE_FLAPS}
    elif before.code is not PromptCode.RESUME:
        assert (after.code, after.flaps, after.close) == (before.code, before.flaps, before.close)


@pytest.mark.parametrize("name", TABLES)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(doing=st.lists(doings, max_size=40))
def test_anything_may_happen(name, doing):
    at = AtTable(**TABLES[name]).press()
    for one in doing:
        do(at, one)
        check(at)
    came_back(at)
    check(at)
    for _ in range(800):
        if at.code == "match_over" or at.match is None:
            break
        if at.code == "round_over" and at.match.rules.match == "open":
            at.send(StopMatch())
            continue
        obey(at)
        check(at)
    assert at.code in {"match_over", "press_to_start"}
    if at.began is not None and at.began.dice_source == "electronic":
        assert dice_of(at.began, at.decisions).verdict is Verdict.HONEST


def test_a_table_nobody_has_prepared_stands_anything():
    table = Table(TraySides(((1, 2, 3),)), Timing(), Fresh())
    for event in (ButtonUp(), ButtonDown(), ButtonUp(), Tick(), FlapsSeen((frozenset({1}),))):
        table.handle(event, 5)
    with pytest.raises(TableRefusal, match="prepare one first"):
        _ = table.view
