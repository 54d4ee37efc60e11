"""Guests at the table who do nothing but what the tray tells them, over HTTP."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random

from tests.support.running import DaemonClient, State

Choice = Callable[[list[list[int]]], list[int]]
Mover = Callable[[DaemonClient, int, int, bool], Awaitable[None]]
Presser = Callable[[DaemonClient], Awaitable[None]]
Movement = tuple[int, int, bool]
"""Side, flap, and whether it is to be closed."""

RAISED_WHEN_NAMED = {"raise_flaps", "reopen", "not_your_side", "resume"}
TO_ANSWER = {"close_flaps", "close_more"}
ABOUT_A_PRESS = {"press_to_roll", "blocked", "passed", "round_over", "match_over"}
TAP_MS = 60
HOLD_MS = 900
"""Over the 0.8 s from which a press is a hold."""


def fewest_then_highest(moves: list[list[int]]) -> list[int]:
    """The careful guest: as few flaps as possible, the highest ones."""
    return min(moves, key=lambda move: (len(move), [-flap for flap in move]))


def movements(state: State, choose: Choice = fewest_then_highest) -> list[Movement]:
    """The flap movements that the prompt of this state asks for; empty means: press.

    What is to be put right comes first; then everybody who is asked to close answers, on a common throw all at once.
    """
    prompt = state["prompt"]
    items = [item for item in prompt["items"] if item["code"] not in {"confirm", *TO_ANSWER}]
    wanted = [
        (flap["side"], flap["flap"], item["code"] not in RAISED_WHEN_NAMED)
        for item in items
        for flap in item["flaps"]
    ]
    wanted += [(flap["side"], flap["flap"], True) for item in items for flap in item["close"]]
    if wanted:
        return wanted
    answering = [item["player"] for item in prompt["items"] or [prompt] if item["code"] in TO_ANSWER]
    return [movement for seat in answering for movement in _answer(state, seat, choose)]


def _answer(state: State, seat: int, choose: Choice) -> list[Movement]:
    """What a player closes, beside what already is closed of an answer."""
    player = state["players"][seat]
    pending = set(state["tray"][player["side"]]) & set(player["open"])
    move = choose([move for move in player["legal_moves"] if pending <= set(move)])
    return [(player["side"], flap, True) for flap in move if flap not in pending]


def irregular_edges(randomness: Random, closed: bool) -> list[list[int]]:
    """One movement as a worn contact makes it: an odd number of pulses over 0.1 to 25 ms, ending as it should."""
    length = randomness.randrange(100, 25_001)
    instants = sorted(randomness.sample(range(1, length), 2 * randomness.randrange(0, 20)))
    return [[at, int(closed == (index % 2 == 0))] for index, at in enumerate([0, *instants])]


async def _by_hand(daemon: DaemonClient, side: int, flap: int, closed: bool) -> None:
    await daemon.post("sim/flap", side=side, flap=flap, closed=closed)


async def follow_prompt(
    daemon: DaemonClient,
    state: State,
    choose: Choice = fewest_then_highest,
    move: Mover | None = None,
    *,
    press: Presser | None = None,
    hold: bool = False,
) -> State:
    """Do what the prompt says, once, and give the state when it asks for something else.

    ``hold``: where the prompt offers something for holding the button, take that.
    """
    if hold and state["can_roll_again"] and state["prompt"]["code"] == "close_flaps":
        # Holding throws again, which is offered once the dice have been seen to lie.
        state = await daemon.until(lambda now: now["prompt"]["hold"] is not None)
    holding = hold and state["prompt"]["hold"] is not None
    moves = [] if holding else movements(state, choose)
    for side, flap, closed in moves:
        await (move or _by_hand)(daemon, side, flap, closed)
    if not moves and not waits_for_rest(state):
        if press is not None and not holding:
            await press(daemon)
        else:
            await daemon.post("button", hold_ms=HOLD_MS if holding else TAP_MS)
    before = asks(state)
    return await daemon.until(
        lambda now: asks(now) != before and not now["prompt"]["releasing"] and not waits_for_rest(now)
    )


async def to_the_end(
    daemon: DaemonClient, state: State, move: Mover | None = None, *, press: Presser | None = None
) -> list[State]:
    """Follow the prompts until somebody has won; every state on the way."""
    states = [state]
    while states[-1]["prompt"]["code"] != "match_over":
        states.append(await follow_prompt(daemon, states[-1], fewest_then_highest, move, press=press))
        assert len(states) < 200
    return states


def waits_for_rest(state: State) -> bool:
    """Whether only time is awaited: that a complete answer rests, or that the dice lie and have been seen."""
    prompt = state["prompt"]
    if prompt["code"] in ABOUT_A_PRESS and prompt["press"] is None:
        return True
    items = prompt["items"] or [prompt]
    return prompt["code"] == "close_more" and all(
        item["remaining"] == 0 or item["code"] == "confirm" for item in items
    )


def asks(state: State) -> object:
    """What a guest sees change when the tray asks for something else."""
    return (state["prompt"], state["dice"], state["round"], [player["open"] for player in state["players"]])
