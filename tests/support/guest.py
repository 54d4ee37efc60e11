"""Guests at the table who do nothing but what the tray tells them, over HTTP."""

from __future__ import annotations

from collections.abc import Callable

from tests.support.running import RunningDaemon, State

Choice = Callable[[list[list[int]]], list[int]]
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


async def follow_prompt(daemon: RunningDaemon, state: State, choose: Choice = fewest_then_highest) -> State:
    """Do what the prompt says, once, and give the state when it says something else."""
    moves = movements(state, choose)
    for side, flap, closed in moves:
        await daemon.post("sim/flap", side=side, flap=flap, closed=closed)
    if not moves:
        await daemon.post("button", hold_ms=60)
    before = (state["prompt"], state["dice"], [player["open"] for player in state["players"]])
    return await daemon.until(
        lambda now: (
            (now["prompt"], now["dice"], [player["open"] for player in now["players"]]) != before
            and not now["prompt"]["releasing"]
        )
    )
