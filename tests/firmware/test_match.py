"""A match for six on the contacts of an emulated Nano that runs the real program, and the real daemon behind it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

from stbpi.tray.physics import Physics, movement
from tests.firmware.kit import Kit
from tests.firmware.nano import Nano
from tests.support.guest import follow_prompt
from tests.support.running import DaemonClient, RunningDaemon, State

PROFILE = """
title = "Six sides and the button on a scanner, and nothing else"

[scanner]
rows = 6
columns = 12
port = "{port}"

[[button]]
role = "dice"
on = "scanner"
"""
SIDE = """
[[side]]
on = "scanner"
row = {row}
flaps = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
"""
FLAPS = 9
PRESS_US = 80_000
HANGS = (3, 12)
"""Answers, counted from the first, while which the program hangs and its watchdog resets it."""
MOST_STEPS = 1000


class Hands:
    """On the contacts, bounce and all."""

    def __init__(self, nano: Nano) -> None:
        self._nano = nano
        self._chance = Random(5)

    async def move(self, daemon: DaemonClient, side: int, flap: int, closed: bool) -> None:
        for after, made in movement(Physics().flap, closed, self._chance):
            self._nano.contact(side + 1, flap, int(made), after)
        await daemon.until(lambda state: (flap in state["tray"][side]) == closed)

    async def press(self, daemon: DaemonClient) -> None:
        for begins, down in ((0, True), (PRESS_US, False)):
            for after, made in movement(Physics().button, down, self._chance):
                self._nano.ask("button", int(made), f"+{begins + after}")


def test_six_people_play_numbers_to_the_end_on_the_program_that_is_flashed(kit: Kit, tmp_path: Path) -> None:
    port = tmp_path / "usb-1a86_USB_Serial-if00-port0"
    profile = tmp_path / "six.toml"
    profile.write_text(
        PROFILE.format(port=port) + "".join(SIDE.format(row=row) for row in range(1, 7)), encoding="utf-8"
    )

    async def play(nano: Nano) -> tuple[list[State], State]:
        hands = Hands(nano)
        chance = Random(2)
        answers = 0
        async with RunningDaemon(
            tmp_path,
            *("--dice-seed", "3", "--profile", str(profile)),
            debounce_ms=10,
            simulate=False,
        ) as daemon:
            names = ["Anna", "Ben", "Cléo", "Dora", "Emil", "Fay"]
            state = await daemon.post("match", rules="numbers", axes={"flaps": FLAPS}, players=names)
            states = [state]
            while state["prompt"]["code"] != "match_over":
                assert state["faults"] == [], daemon.said()
                if state["prompt"]["code"] == "close_flaps":
                    answers += 1
                    if answers in HANGS:
                        nano.ask("hang")
                state = await follow_prompt(daemon, state, chance.choice, hands.move, press=hands.press)
                states.append(state)
                assert len(states) < MOST_STEPS
            async with daemon.session.get(daemon.address + "/api/v1/service") as reply:
                return states, await reply.json()

    with Nano(kit, tmp_path, "--link", str(port), "--reset-on-open", stepped=False) as nano:
        states, report = asyncio.run(play(nano))
        resets = nano.figures()["resets"]
    told = {state["prompt"]["code"] for state in states}
    assert told >= {"press_to_roll", "close_flaps", "match_over"}
    assert told.isdisjoint({"fault", "not_your_side"}), "nobody closed what was not theirs"
    link = report["link"]
    assert (link["up"], link["version"], link["reset"], link["losses"]) == (True, "1.0", "watchdog", 0)
    assert link["frames_bad"] <= len(HANGS), "a frame cut by a reset, and no other"
    assert resets >= 2 + len(HANGS), "its power, the port that was opened, and each hang"
    assert sum(switch["changes"] for switch in report["switches"]) > 6 * FLAPS
