"""A match of people who take their time, at the daemon's own parts on virtual time; every picture it asks for is kept.

Tray, debounce, table, keeper and screens are the daemon's. Only the panels are left out, and the journal: what stands
in its place is always done at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from stbpi.daemon.keeper import Keeper
from stbpi.daemon.screens import Screens
from stbpi.rules import Phase, rule_set
from stbpi.table.dice import SECRET_BYTES
from stbpi.table.events import Event, FlapRef
from stbpi.table.prompts import PromptCode
from stbpi.table.setup import MatchSetup, Timing
from stbpi.table.table import Table
from stbpi.table.view import Outcome, Rest, TableView
from stbpi.tray import Tray, load_profile, open_tray
from tests.support.virtual_loop import VirtualLoop, virtual_loop

THINKS_S = 2.5
"""People look at the dice, count, and quarrel."""
REACHES_S = 0.9
"""From one flap to the next, and from the last one to the button."""
PRESS_MS = 150
LONGEST = 2000
"""Movements and presses; a match that takes more never ends."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A picture the daemon wanted: the view, and which of the dice still rolling it is."""

    view: TableView
    rolling: int | None


def recorded_match(
    rules: str = "classic",
    variants: Sequence[str] = (),
    *,
    players: Sequence[str] = ("Anna", "Bert"),
    profile: str = "direct-9",
    seed: int = 3,
) -> tuple[Asked, ...]:
    """Play one match to its end; the same again for the same ``seed``."""
    with virtual_loop() as loop:
        return loop.run_until_complete(_match(loop, rules, variants, players, profile, seed))


async def _match(
    loop: VirtualLoop,
    rules: str,
    variants: Sequence[str],
    players: Sequence[str],
    profile: str,
    seed: int,
) -> tuple[Asked, ...]:
    wired = load_profile(profile)
    chance = Random(seed)
    table = Table(wired.tray_sides, Timing(), lambda: chance.randbytes(SECRET_BYTES))
    keeper = Keeper(table, _Nowhere())
    posted: list[Event] = []

    def emit(event: Event) -> None:
        posted.append(event)
        keeper.post(event)

    tray = open_tray(wired, "simulated", loop=loop, emit=emit, seed=seed)
    tray.start()
    secret = chance.randbytes(SECRET_BYTES)
    table.prepare(
        MatchSetup(rule_set(rules, list(variants)), tuple(players), "electronic", secret), keeper.now()
    )
    glass = _Glass()
    screens = Screens(glass)
    screens.show(table.view)

    def show(outcome: Outcome, view: TableView) -> None:
        screens.show(view)

    owner = asyncio.create_task(keeper.run(show, lambda signal: None))
    for _ in range(LONGEST):
        await loop.passing(THINKS_S)
        if table.view.prompt.code is PromptCode.MATCH_OVER:
            break
        await _follow(loop, table, tray)
    else:
        raise AssertionError(f"no end after {LONGEST} movements, at {table.view.prompt}")
    await screens.drawn()
    keeper.stop()
    await owner
    await screens.close(lambda: None)
    tray.close()
    return tuple(glass.asked)


async def _follow(loop: VirtualLoop, table: Table, tray: Tray) -> None:
    """Do what the prompt says; of several answers the one with the fewest and highest flaps, as careful people do."""
    simulator = tray.simulator
    assert simulator is not None
    moves = wanted_moves(table.view)
    for ref, closed in moves:
        simulator.flap(ref.side, ref.flap, closed)
        await loop.passing(REACHES_S)
    if not moves:
        simulator.button(PRESS_MS)
        await loop.passing(REACHES_S)


def wanted_moves(view: TableView) -> list[tuple[FlapRef, bool]]:
    """Which flaps careful people now close (True) or raise, in order; none where they press the button."""
    match, prompt = view.match, view.prompt
    moves = [(ref, False) for ref in prompt.flaps] + [(ref, True) for ref in prompt.close]
    if prompt.code is PromptCode.CONFIRM:
        moves = []
    elif not moves and match is not None and match.phase is Phase.CLOSE:
        for seat in match.waiting_for:
            side = seat if view.setup.rules.rows == "own" else 0
            open_ = set(match.open_flaps(seat)) - view.pending[side]
            answers = [move for move in match.legal_moves(seat) if view.pending[side] <= set(move)]
            if answers:
                answer = min(answers, key=lambda move: (len(move), [-flap for flap in move]))
                moves += [(FlapRef(side, flap), True) for flap in answer if flap in open_]
    return moves


class _Nowhere:
    """Writes nothing down."""

    async def record(self, outcome: Outcome) -> None:
        pass


class _Glass:
    """Keeps what it is asked to draw."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []

    def draw(self, view: TableView, frame: int) -> None:
        self.asked.append(Asked(view, None if view.rolling is None else frame))

    def rest(self, rest: Rest) -> None:
        pass
