"""The plug is pulled after every single step of a match, and inside of answers: it goes on where it was, however the
flaps stand by then.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from stbpi.rules import rule_set, rule_set_names
from stbpi.rules.actions import Roll
from stbpi.table.entry import Counted
from stbpi.table.events import FlapRef, UndoDecision
from stbpi.table.prompts import Offer, PromptCode
from tests.table.driver import AtTable
from tests.table.test_anything import obey

LONGEST = 60
"""Steps of a match that are cut one by one: some of these matches last for hundreds."""

COMPLAINTS = {PromptCode.REOPEN, PromptCode.CLOSE_AGAIN, PromptCode.NOT_YOUR_SIDE}
"""After a restart these are all one: the tray is led back."""

MATCHES = {
    **{name: (name, (), {}) for name in rule_set_names()},
    "tray, common": ("tray", ("common",), {}),
    "tray, either": ("tray", (), {"combine": "either"}),
}


def begun(name: str) -> AtTable:
    rules, variants, axes = MATCHES[name]
    players = ("Ann", "Ben", "Cleo")[: min(3, max(2, rule_set(rules).min_players))]
    return AtTable(rules, variants, players=players, dice="electronic", **axes).press()


def shown(at: AtTable) -> tuple[object, ...]:
    prompt = at.prompt
    items = tuple(at.items())
    return (
        *(prompt.code, prompt.player, prompt.flaps, prompt.close, prompt.remaining),
        *(prompt.press, prompt.hold, prompt.dice, prompt.score, items),
    )


def settled(at: AtTable) -> AtTable:
    return at.rest(2)


@dataclass(frozen=True)
class Amiss:
    """What stands wrong: flaps that have to be raised whatever people do, those to close, and how many to raise."""

    surely: frozenset[FlapRef]
    perhaps: frozenset[FlapRef]
    """Flaps of which some have to be raised: they are too many for one answer."""
    close: frozenset[FlapRef]
    rise: int


def amiss(at: AtTable, *, exactly: bool = False) -> Amiss:
    """What a person with the rules in hand would say of the tray, flap by flap; nothing of this is the table's.

    ``exactly``: a decision was taken back, and nothing may be pending until the tray has followed.
    """
    match, tray = at.match, at.table.view.closed
    own = match.rules.rows == "own"
    started = frozenset(match.rules.closed_at_start)
    seats = range(len(match.players)) if own else match.waiting_for[:1]
    in_play = [seat for seat in seats if match.status(seat) != "out"]
    committed = {seat: frozenset(match.rules.flaps) - {*match.open_flaps(seat)} for seat in in_play}
    fresh = match.phase == "roll" and not exactly and all(closed == started for closed in committed.values())
    surely: set[FlapRef] = set()
    perhaps: set[FlapRef] = set()
    close: set[FlapRef] = set()
    rise = 0
    for seat in in_play:
        side = seat if own else 0
        row = tray[side] if fresh else tray[side] & {*match.rules.flaps}
        close |= {FlapRef(side, flap) for flap in committed[seat] - row}
        over = row - committed[seat]
        answers = match.phase == "close" and seat in match.waiting_for and not exactly
        moves = match.legal_moves(seat) if answers else ()
        least = min((len(over - {*move}) for move in moves), default=len(over))
        rise += least
        never = over - {flap for move in moves for flap in move}
        surely |= {FlapRef(side, flap) for flap in never}
        perhaps |= {FlapRef(side, flap) for flap in (over if least else ())}
    return Amiss(frozenset(surely), frozenset(perhaps), frozenset(close), rise)


def names_what_is_amiss(at: AtTable, wrong: Amiss) -> None:
    """The prompt asks for that, and for nothing else."""
    prompt = at.prompt
    rise, close = frozenset(prompt.flaps), frozenset(prompt.close)
    assert prompt.code in {PromptCode.RESUME, PromptCode.RAISE_FLAPS}
    assert close == wrong.close
    assert wrong.surely <= rise <= wrong.perhaps
    assert len(prompt.flaps) == wrong.rise


def all_but_one(at: AtTable) -> None:
    """Put right what the prompt names, the last of it left out."""
    moves = [(flap, False) for flap in at.prompt.flaps] + [(flap, True) for flap in at.prompt.close]
    for (side, flap), closed in moves[:-1]:
        at.move(flap, closed=closed, side=side)
    settled(at)


def in_play(at: AtTable) -> bool:
    """Whether the flaps mean something: not while a blocked throw is told, or a round is over."""
    return at.match.phase in ("roll", "close") and at.code not in (PromptCode.BLOCKED, PromptCode.PASSED)


@pytest.mark.parametrize("name", MATCHES)
def test_the_prompt_is_that_of_before_whatever_step_it_was(name):
    at = begun(name)
    for _ in range(LONGEST):
        before, match = shown(settled(at)), at.match
        at.restart()
        assert shown(settled(at)) == before
        assert at.match == match
        if at.code is PromptCode.MATCH_OVER:
            break
        obey(at)


@pytest.mark.parametrize("rested", [0.0, 0.7], ids=["flap just down", "flap at rest"])
@pytest.mark.parametrize("name", MATCHES)
def test_inside_an_answer_pending_flaps_and_what_is_left_are_as_they_were(name, rested):
    """Flap by flap, of the longest answer there is; on a common throw player by player."""
    at = begun(name)
    inside = 0
    for _ in range(LONGEST):
        settled(at)
        if at.code is PromptCode.MATCH_OVER:
            break
        if not (in_play(at) and at.match.phase == "close"):
            obey(at)
            continue
        for seat in at.match.waiting_for:
            side = at.setup.side_of(seat)
            move = max(at.match.legal_moves(seat), key=len)
            for flap in move[:-1] if at.setup.rules.play != "common_throw" else move:
                at.close(flap, side=side).rest(rested)
                decided, pending = list(at.decisions), at.table.view.pending
                assert flap in pending[side]
                before = shown(at) if rested else None
                at.restart()
                assert at.table.view.pending == pending
                if before is not None:
                    assert shown(at.rest(rested)) == before
                assert at.decisions == decided
                inside += 1
        obey(at)
    assert (
        inside or at.setup.rules.combine == "single" or at.setup.rules.max_flaps == 1 or at.match.round >= 1
    )


@pytest.mark.parametrize("taken_back", ["", "after undo", "before undo is followed"])
@pytest.mark.parametrize("name", MATCHES)
def test_a_tray_in_any_other_position_names_what_to_put_right_and_the_match_goes_on(name, taken_back):
    at = begun(name)
    other = 0b101101110101
    named = 0
    for step in range(LONGEST):
        settled(at)
        if at.code is PromptCode.MATCH_OVER or at.match is None:
            break
        exactly = False
        if taken_back and step % 5 == 4 and at.table.view.can_undo:
            at.send(UndoDecision())
            if taken_back == "after undo":
                at.as_told()
            exactly = settled(at).code is PromptCode.RESUME
        before, stood = shown(settled(at)), at.table.view.closed
        match, decided, seen = at.match, list(at.decisions), at.seen
        other = (other * 5 + step) % (1 << 12)
        closed = [
            {flap for at_bit, flap in enumerate(side) if other >> ((at_bit + number * 3) % 12) & 1}
            for number, side in enumerate(at.sides.flaps)
        ]
        at.restart(closed=closed).rest(0.1)
        assert (at.decisions, at.match) == (decided, match), "only legal actions move scores"
        if in_play(at):
            wrong = amiss(at, exactly=exactly)
            if wrong.rise or wrong.close:
                names_what_is_amiss(at, wrong)
                named += 1
                if step % 3 == 1:
                    all_but_one(at)
                    names_what_is_amiss(at, amiss(at, exactly=exactly))
        if step % 3 == 0:
            # People put everything back as it was, and not only what they are told.
            for number, (now, then) in enumerate(zip(at.table.view.closed, stood, strict=True)):
                at.move(*now - then, closed=False, side=number, gap=0.01)
                at.move(*then - now, closed=True, side=number, gap=0.01)
            settled(at)
            if seen == at.seen and in_play(at):
                if before[0] in COMPLAINTS:
                    assert at.code is PromptCode.RESUME
                else:
                    assert shown(at) == before
                at.as_told()
        else:
            at.as_told()
            if in_play(at) and at.decisions == decided:
                assert amiss(at, exactly=exactly) == Amiss(frozenset(), frozenset(), frozenset(), 0)
        assert at.code not in {PromptCode.RESUME, PromptCode.FAULT}, at.prompt
        if at.code is PromptCode.MATCH_OVER:
            break
        obey(at)
    assert named > 2


@pytest.mark.parametrize("name", ["classic", "tray", "three-hundred", "numbers"])
def test_a_cut_between_any_two_presses_that_count_dice_costs_the_die_under_way_and_no_more(name):
    players = ("Ann", "Ben")[: max(1, rule_set(name).min_players)]
    at = settled(AtTable(name, players=players).press())
    sides = at.setup.rules.die_sides
    for throw in range(3):
        at.as_told()
        while settled(at).code is not PromptCode.PRESS_TO_ROLL:
            obey(at)
        decided = list(at.decisions)
        awaited = at.prompt.awaited
        whole: tuple[int, ...] = ()
        while len(whole) < awaited:
            pips = (throw + len(whole) * 2) % sides + 1
            for pressed in range(pips):
                at.press().restart()
                assert (at.prompt.dice, at.prompt.awaited, at.decisions) == (whole, awaited, decided)
                for _ in range(pressed + 1):
                    at.press()
                assert at.prompt.dice == (*whole, pressed + 1)
            at.rest(1.6)
            whole = (*whole, pips)
            if len(whole) < awaited:
                assert (at.restart().prompt.dice, at.prompt.press) == (whole, Offer.NEXT_DIE)
        assert at.decisions[len(decided)] == Roll(whole)
        assert at.restart().counted == Counted()
