"""The trainer over HTTP: what each turn cost, once it is over, where hints are allowed and it is wanted."""

from __future__ import annotations

import asyncio

import pytest

from stbpi.daemon.coach import _costs
from stbpi.odds import LOWEST_SCORE, solve
from stbpi.odds.judge import judged
from stbpi.rules import Match, rule_set
from stbpi.rules.actions import Close, Roll
from stbpi.rules.history import History
from stbpi.web.service import Snapshot
from tests.web.serving import run, serving
from tests.web.table_service import TableService


class Told:
    """Waits for what the trainer says."""

    def __init__(self, service: TableService) -> None:
        self.service = service
        self._changed = asyncio.Event()
        service.subscribe(self._hear)

    def _hear(self, snapshot: Snapshot) -> None:
        self._changed.set()

    async def turns(self, caller, **wanted):
        """The state's ``trainer`` as soon as it is as long as wanted."""
        while True:
            self._changed.clear()
            trainer = (await caller.state())["trainer"]
            if trainer is not None and len(trainer) == wanted["count"]:
                return trainer
            await self._changed.wait()


async def answer(caller, dice, flaps) -> None:
    await caller.post("dice", {"dice": list(dice)})
    for flap in flaps:
        await caller.post("sim/flap", {"side": 0, "flap": flap, "closed": True})
    await caller.post("button", {"hold_ms": 60})


async def turn(caller) -> None:
    """Of the first player: 1 8 where 9 is better, then nothing answers."""
    await caller.post("button", {"hold_ms": 60})
    await answer(caller, (6, 3), (1, 8))
    await answer(caller, (6, 6), (3, 9))
    await answer(caller, (1, 1), (2,))
    await caller.post("dice", {"dice": [1, 1]})


@pytest.mark.parametrize(
    ("hints", "trainer", "stake"), [("never", True, 0), ("without_stakes", True, 50), ("always", False, 0)]
)
def test_without_being_allowed_and_wanted_there_is_none(hints, trainer, stake):
    async def test():
        service = TableService(hints=hints, trainer=trainer, stake=stake)
        async with serving(service) as caller:
            await turn(caller)
            assert (await caller.state())["trainer"] is None

    run(test())


def test_it_says_what_a_turn_cost_once_it_is_over():
    async def test():
        service = TableService(hints="always", trainer=True)
        told = Told(service)
        async with serving(service) as caller:
            assert (await caller.state())["trainer"] == []
            await turn(caller)
            (said,) = await told.turns(caller, count=1)
            match = Match.start(rule_set("classic"), 2).roll(6, 3)
            (decision,) = judged(match, Close((1, 8)))
            best = solve(match.rules, LOWEST_SCORE)
            after = match.close((1, 8)).roll(6, 6)
            (other,) = judged(after, Close((3, 9)))
            assert other.points_lost == 0
            assert best.answers(range(1, 10), (6, 3))[0].close == (9,)
            assert said == {
                "player": 0,
                "points_lost": pytest.approx(decision.points_lost),
                "win_lost": pytest.approx(decision.win_lost + other.win_lost),
                "decisions": [
                    {
                        "roll": [6, 3],
                        "made": {"close": [1, 8], "roll_again": False, "dice": 0},
                        "best": {"close": [9], "roll_again": False, "dice": 0},
                        "points_lost": pytest.approx(decision.points_lost),
                        "win_lost": pytest.approx(decision.win_lost),
                        "best_to_win": {"close": [9], "roll_again": False, "dice": 0},
                    }
                ],
            }
            # Taken back, it is not over any more; done once more, it is, with all that was decided and stands.
            await caller.post("undo", {})
            assert (await caller.state())["trainer"] == []
            await caller.post("redo", {})
            assert await told.turns(caller, count=1) == [said]

    run(test())


def test_the_house_is_not_taught_and_what_the_turn_before_cost_is_told_no_more():
    async def test():
        service = TableService(["Ada", "House careful", "Ben"], hints="always", trainer=True)
        told = Told(service)
        async with serving(service) as caller:
            await turn(caller)
            (said,) = await told.turns(caller, count=1)
            # More than two: the chance to win is not told.
            assert said["win_lost"] is None
            assert (await caller.state())["trainer"] == [said]
            await caller.post("button", {"hold_ms": 60})
            for flap in (1, 2, 3, 8, 9):
                await caller.post("sim/flap", {"side": 0, "flap": flap, "closed": False})
            service.pass_time(2000)
            assert (await caller.state())["prompt"]["player"] == 1
            await answer(caller, (6, 3), (1, 8))
            await answer(caller, (6, 6), (3, 9))
            assert (await caller.state())["trainer"] == [said]
            await answer(caller, (1, 1), (2,))
            await caller.post("dice", {"dice": [1, 1]})
            await told.turns(caller, count=0)

    run(test())


def test_where_a_row_is_too_long_there_is_no_trainer():
    async def test():
        wide = (tuple(range(1, 25)),)
        service = TableService(rules="three-hundred", sides=wide, hints="always", trainer=True)
        async with serving(service) as caller:
            assert (await caller.state())["trainer"] is None

    run(test())


def test_two_costly_decisions_of_a_turn_are_added_up():
    async def test():
        service = TableService(hints="always", trainer=True)
        told = Told(service)
        async with serving(service) as caller:
            await caller.post("button", {"hold_ms": 60})
            await answer(caller, (6, 3), (1, 8))
            await answer(caller, (6, 1), (3, 4))
            await answer(caller, (1, 1), (2,))
            await caller.post("dice", {"dice": [1, 1]})
            (said,) = await told.turns(caller, count=1)
            match = Match.start(rule_set("classic"), 2).roll(6, 3)
            (first,) = judged(match, Close((1, 8)))
            (second,) = judged(match.close((1, 8)).roll(6, 1), Close((3, 4)))
            costs = [pytest.approx(one.points_lost) for one in (first, second)]
            assert [one["points_lost"] for one in said["decisions"]] == costs
            assert min(first.points_lost, second.points_lost) > 0
            assert said["points_lost"] == pytest.approx(first.points_lost + second.points_lost)
            # Of the last throw, closing 2 was the only answer.
            assert said["win_lost"] == pytest.approx(first.win_lost + second.win_lost)
            assert min(first.win_lost, second.win_lost) > 0

    run(test())


ONLY_TO_WIN = (
    *((5, 1), (6,), (6, 4), (1, 2, 3, 4), (4, 5), (9,), (6, 2), (8,), (1, 1)),
    *((6, 2), (8,), (4, 4), (1, 7), (4, 3), (3, 4), (2, 6), (2, 6), (6, 6)),
)
"""Throws and what was closed in turn: the second closed 1 7, best for points, where 3 5 was better for winning."""


def only_to_win() -> History:
    history = History.start(rule_set("classic"), 2)
    for one in ONLY_TO_WIN:
        history = history.do(Roll(one) if history.match.phase == "roll" else Close(one))
    return history


def test_a_decision_that_cost_only_chance_to_win_is_named_with_what_was_better_for_that():
    async def test():
        service = TableService(hints="always", trainer=True)
        async with serving(service) as caller:
            service._train(_costs(only_to_win()))
            (said,) = (await caller.state())["trainer"]
            (decision,) = said["decisions"]
            assert (said["player"], said["points_lost"]) == (1, 0)
            assert decision == {
                "roll": [4, 4],
                "made": {"close": [1, 7], "roll_again": False, "dice": 0},
                "best": {"close": [1, 7], "roll_again": False, "dice": 0},
                "points_lost": 0,
                "win_lost": said["win_lost"],
                "best_to_win": {"close": [3, 5], "roll_again": False, "dice": 0},
            }
            assert 0.016 < said["win_lost"] < 0.0161

    run(test())
