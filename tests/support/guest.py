"""Guests at the table who do nothing but what the tray tells them, over HTTP."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random

from tests.support.running import RunningDaemon, State

Choice = Callable[[list[list[int]]], list[int]]
Mover = Callable[[RunningDaemon, int, int, bool], Awaitable[None]]
RAISED_WHEN_NAMED = {"raise_flaps", "reopen", "not_your_side", "resume"}


def fewest_then_highest(moves: list[list[int]]) -> list[int]:
    """The careful guest: as few flaps as possible, the highest ones."""
    return min(moves, key=lambda move: (len(move), [-flap for flap in move]))


def movements(state: State, choose: Choice = fewest_then_highest) -> list[tuple[int, int, bool]]:
    """The flap movements (side, flap, closed) that the prompt of this state asks for; empty means: press."""
    prompt = state["prompt"]
    wanted = [
        (flap["side"], flap["flap"], item["code"] not in RAISED_WHEN_NAMED)
        for item in prompt["items"]
        for flap in item["flaps"]
        if item["code"] != "confirm"
    ]
    wanted += [(flap["side"], flap["flap"], True) for item in prompt["items"] for flap in item["close"]]
    if wanted:
        return wanted
    if prompt["code"] in ("close_flaps", "close_more"):
        seat = state["waiting_for"][0]
        player = state["players"][seat]
        pending = set(state["tray"][player["side"]]) & set(player["open"])
        move = choose([move for move in player["legal_moves"] if pending <= set(move)])
        return [(player["side"], flap, True) for flap in move if flap not in pending]
    return []


def irregular_edges(randomness: Random, closed: bool) -> list[list[int]]:
    """One movement as a worn contact makes it: an odd number of pulses over 0.1 to 25 ms, ending as it should."""
    length = randomness.randrange(100, 25_001)
    instants = sorted(randomness.sample(range(1, length), 2 * randomness.randrange(0, 20)))
    return [[at, int(closed == (index % 2 == 0))] for index, at in enumerate([0, *instants])]


async def _by_hand(daemon: RunningDaemon, side: int, flap: int, closed: bool) -> None:
    await daemon.post("sim/flap", side=side, flap=flap, closed=closed)


async def follow_prompt(
    daemon: RunningDaemon, state: State, choose: Choice = fewest_then_highest, move: Mover | None = None
) -> State:
    """Do what the prompt says, once, and give the state when it asks for something else."""
    moves = movements(state, choose)
    for side, flap, closed in moves:
        await (move or _by_hand)(daemon, side, flap, closed)
    if not moves and not waits_for_rest(state):
        await daemon.post("button", hold_ms=60)
    before = _asks(state)
    return await daemon.until(
        lambda now: _asks(now) != before and not now["prompt"]["releasing"] and not waits_for_rest(now)
    )


def waits_for_rest(state: State) -> bool:
    """Whether an answer is complete and only the rest of the tray is awaited."""
    return state["prompt"]["code"] == "close_more" and state["prompt"]["remaining"] == 0


def _asks(state: State) -> object:
    return (state["prompt"], state["dice"], [player["open"] for player in state["players"]])
