"""A match on the contacts of a scanner, and the real daemon behind it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Protocol

from stbpi.tray.physics import Physics, movement
from tests.support.guest import follow_prompt
from tests.support.running import DaemonClient, RunningDaemon, State
from tests.support.six_sides import (
    MOST_STEPS,
    NAMES,
    PRESS_US,
    faults_of_the_tray,
    report,
    until_linked,
    write_profile,
)


class Wired(Protocol):
    """A scanner whose switches can be made; rows and columns are counted from 1."""

    def contact(self, row: int, column: int, level: int, after_us: int = 0) -> None: ...

    def ask(self, what: str, level: int, after: str) -> object: ...


class Hands:
    """On the contacts, bounce and all."""

    def __init__(self, scanner: Wired) -> None:
        self._scanner = scanner
        self._chance = Random(5)

    async def move(self, daemon: DaemonClient, side: int, flap: int, closed: bool) -> None:
        for after, made in movement(Physics().flap, closed, self._chance):
            self._scanner.contact(side + 1, flap, int(made), after)
        await daemon.until(lambda state: (flap in state["tray"][side]) == closed)

    async def press(self, daemon: DaemonClient) -> None:
        await until_linked(daemon)
        for begins, down in ((0, True), (PRESS_US, False)):
            for after, made in movement(Physics().button, down, self._chance):
                self._scanner.ask("button", int(made), f"+{begins + after}")


@dataclass(frozen=True)
class Played:
    """What the table said at each step, and what its service mode says of switches and link at the end."""

    states: list[State]
    report: dict[str, Any]


async def play(
    scanner: Wired, port: Path, folder: Path, players: int, flaps: int, before: Callable[[int], object]
) -> Played:
    """Play ``numbers`` to the end without a fault; ``before`` is called before each answer, counted from 1."""
    profile = write_profile(folder, port)
    hands, chance = Hands(scanner), Random(2)
    answers = 0
    async with RunningDaemon(
        folder, *("--dice-seed", "3", "--profile", str(profile)), debounce_ms=10, simulate=False
    ) as daemon:
        state = await daemon.post("match", rules="numbers", axes={"flaps": flaps}, players=NAMES[:players])
        states = [state]
        while state["prompt"]["code"] != "match_over":
            assert faults_of_the_tray(state) == [], daemon.said()
            if state["prompt"]["code"] == "close_flaps":
                answers += 1
                before(answers)
            state = await follow_prompt(daemon, state, chance.choice, hands.move, press=hands.press)
            states.append(state)
            assert len(states) < MOST_STEPS
        return Played(states, await report(daemon))
