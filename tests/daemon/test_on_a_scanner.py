"""A whole match for six on a flap scanner behind a serial port, on a computer that has no pins at all."""

from __future__ import annotations

import asyncio
import os
import tty
from pathlib import Path
from random import Random

from stbpi.rules.history import History
from stbpi.store.past import read_past
from stbpi.tray.physics import Physics, movement
from stbpi.tray.scanner.frames import Reset
from stbpi.tray.scanner.simulated import RESTARTS, SimulatedScanner
from stbpi.tray.timeline import Timeline
from tests.daemon.test_every_set import folded, shown
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

FLAPS = 9
RESETS = (3, 4, 20)
"""Answers, counted from the first, while which the scanner's watchdog bites."""


class WoodenTray:
    """A simulated scanner in this process, at the far end of a pty; and hands for it."""

    def __init__(self, loop: asyncio.AbstractEventLoop, link: Path) -> None:
        self._loop = loop
        self._timeline = Timeline(loop)
        self._chance = Random(5)
        self.scanner = SimulatedScanner(6, 12, self._timeline)
        self.sent = 0
        self._master, self._slave = os.openpty()
        tty.setraw(self._master)
        link.symlink_to(os.ttyname(self._slave))
        self.scanner.send = self._send
        loop.add_reader(self._master, self._hear)

    async def move(self, daemon: DaemonClient, side: int, flap: int, closed: bool) -> None:
        now = self._timeline.now
        for after, made in movement(Physics().flap, closed, self._chance):
            self._timeline.at(
                now + after, lambda at, made=made: self.scanner.switch(side, flap - 1, made, at)
            )
        await daemon.until(lambda state: (flap in state["tray"][side]) == closed)

    async def press(self, daemon: DaemonClient) -> None:
        await until_linked(daemon)
        now = self._timeline.now
        for begins, down in ((0, True), (PRESS_US, False)):
            for after, made in movement(Physics().button, down, self._chance):
                self._timeline.at(now + begins + after, lambda at, made=made: self.scanner.button(made, at))

    def close(self) -> None:
        self._timeline.close()
        self._loop.remove_reader(self._master)
        os.close(self._master)
        os.close(self._slave)

    def _send(self, data: bytes, at: int) -> None:
        self.sent += os.write(self._master, data)

    def _hear(self) -> None:
        self.scanner.receive(os.read(self._master, 4096), self._timeline.now)


def test_six_people_play_numbers_to_the_end_on_a_scanner_that_is_reset_meanwhile(tmp_path: Path) -> None:
    port = tmp_path / "usb-1a86_USB_Serial-if00-port0"
    profile = write_profile(tmp_path, port)

    async def play() -> tuple[list[State], State]:
        tray = WoodenTray(asyncio.get_running_loop(), port)
        chance = Random(2)
        answers = 0
        try:
            async with RunningDaemon(
                tmp_path,
                *("--dice-seed", "3", "--profile", str(profile)),
                debounce_ms=10,
                simulate=False,
            ) as daemon:
                state = await daemon.post("match", rules="numbers", axes={"flaps": FLAPS}, players=NAMES)
                states = [state]
                while state["prompt"]["code"] != "match_over":
                    assert faults_of_the_tray(state) == [], daemon.said()
                    if state["prompt"]["code"] == "close_flaps":
                        answers += 1
                        if answers in RESETS:
                            tray.scanner.reset(Reset.WATCHDOG, RESTARTS)
                    state = await follow_prompt(daemon, state, chance.choice, tray.move, press=tray.press)
                    states.append(state)
                    assert len(states) < MOST_STEPS
                told = await report(daemon)
                kept = read_past(daemon.store)[-1].open()
                match = History.fold(kept.setup.rules, kept.setup.players, kept.decisions).match
                assert shown(states[-1]) == folded(match)
            assert "scanner" not in daemon.said(), "nothing worth a line in the log"
        finally:
            tray.close()
        return states, told

    states, service = asyncio.run(play())
    told = {state["prompt"]["code"] for state in states}
    assert told >= {"press_to_roll", "close_flaps", "match_over"}
    assert told.isdisjoint({"fault", "not_your_side"}), "nobody closed what was not theirs"
    link = service["link"]
    assert (link["up"], link["version"], link["reset"], link["losses"]) == (True, "1.0", "watchdog", 0)
    assert link["frames_bad"] == 0
    assert link["resyncs"] == 2 + len(RESETS), "the start, its settings, and each reset"
    assert sum(switch["changes"] for switch in service["switches"]) > 6 * FLAPS


def test_a_scanner_that_is_unplugged_is_said_on_the_page_and_in_two_lines_of_the_log(tmp_path: Path) -> None:
    async def unplug() -> None:
        async with RunningDaemon(tmp_path, "--profile", "scanner-6x12") as daemon:
            await daemon.post("match", rules="numbers", players=6)
            for kind, said in (("serial_lost", "is gone"), ("serial_busy", "is gone")):
                await daemon.post("sim/fault", kind=kind, on=True)
                state = await daemon.until(lambda now: bool(now["faults"]))
                (fault,) = state["faults"]
                assert (fault["code"], fault["part"]) == ("part_gone", "scanner")
                assert said in fault["message"]
                await daemon.post("sim/fault", kind=kind, on=False)
                await daemon.until(lambda now: not now["faults"])
            await daemon.post("sim/flap", side=5, flap=12, closed=True)
            await daemon.until(lambda now: now["tray"][5] == [12])
            lines = [line for line in daemon.said().splitlines() if "scanner:" in line]
            assert ["well again" in line for line in lines] == [False, True] * 2
            frames = daemon.store.with_name(daemon.store.name + ".scanner.txt").read_text(encoding="utf-8")
            assert 5 < len(frames.splitlines()) <= 102

    asyncio.run(unplug())
