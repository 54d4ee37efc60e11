"""The daemon in the emulated machine as people have it: switches under their hands, the page, and what they see."""

from __future__ import annotations

import asyncio
import base64
import io
import signal
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any, Self

import aiohttp
from PIL import Image

from stbpi.rules.actions import Decision
from stbpi.table.events import FlapRef
from stbpi.tray.parts import ExpanderPin, GpioPin
from stbpi.tray.profile import load_profile
from tests.daemon.plug import stored_match
from tests.kernel.machine import Machine
from tests.support.guest import irregular_edges
from tests.support.running import DaemonClient, State

HEADER = "pinctrl-rp1"
PI_5 = "d04170"
OLED = (1, 0x3C)
"""Bus and address of the display of ``direct-9``."""
TOKEN = "around-the-table"
DICE = ("--dice-seed", "7")
PRESS_US = 100_000
RESTED_S = 0.3
"""Longer than a part is looked at more often after something moved."""

CONFIG = """\
[board]
profile = "{profile}"
{board}
[timing]
settle_ms = 100
[web]
host = "0.0.0.0"
port = 8420
token = "{token}"
[game]
{game}
"""
"""Phones at the table reach the page over the network, and so do the tests."""

GAME = 'players = ["Anna", "Ben"]'

Edges = list[list[int]]
"""Microseconds from now, and whether the switch is closed then."""


class KernelTray(DaemonClient):
    """One tray in the machine. As a context it is started, and stopped in the end."""

    patience = 150.0

    def __init__(
        self,
        machine: Machine,
        profile: str = "direct-9",
        *,
        board: str = "",
        game: str = GAME,
        environment: Mapping[str, str] | None = None,
        seed: int = 1,
    ) -> None:
        self.machine = machine
        self.profile = load_profile(profile)
        self.address = f"http://127.0.0.1:{machine.page_port}"
        self._config = CONFIG.format(profile=profile, board=board, game=game, token=TOKEN)
        self._environment = dict(environment or {})
        self._randomness = Random(seed)

    async def __aenter__(self) -> Self:
        self.session = aiohttp.ClientSession(headers={"Authorization": f"Bearer {TOKEN}"})
        try:
            self.start()
        except BaseException:
            await self.session.close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.session.close()
        self.stop()

    def start(self) -> None:
        """Start the daemon, with everything as it lies."""
        self.machine.call("start", config=self._config, arguments=DICE, environment=self._environment)

    def stop(self, by: int = signal.SIGTERM) -> dict[str, float]:
        """End it: the exit status and the seconds it took. Nothing, where it has ended before."""
        ended: dict[str, float] = self.machine.call("stop", by=by)
        return ended

    def said(self) -> str:
        log: str = self.machine.call("log")
        return log

    async def until(self, true_of: Callable[[State], bool]) -> State:
        """As it is everywhere; a daemon that has ended has said why."""
        try:
            return await super().until(true_of)
        except aiohttp.ClientError as error:
            raise AssertionError(f"the page is gone ({error}): {self.said()}") from error

    # Hands.

    async def move(self, side: int, flap: int, closed: bool, edges: Edges | None = None) -> list[int]:
        """Move a flap, with a worn contact's bounce unless ``edges`` say how; on a line of the Pi, the instants."""
        of = FlapRef(side, flap)
        (place,) = (contact.at for contact in self.profile.contacts if contact.of == of)
        edges = irregular_edges(self._randomness, closed) if edges is None else edges
        if isinstance(place, GpioPin):
            return self.pull(place.pin, edges)
        assert isinstance(place, ExpanderPin)
        (expander,) = (one for one in self.profile.expanders if one.name == place.expander)
        self.machine.call("ground", bus=expander.bus, address=expander.address, pin=place.bit, edges=edges)
        return []

    async def press(self) -> None:
        """Tap the button, which bounces too."""
        down, up = (irregular_edges(self._randomness, closed) for closed in (True, False))
        self.pull(self.button, [*down, *([PRESS_US + at, closed] for at, closed in up)])

    def pull(self, line: int, edges: Edges) -> list[int]:
        """Move a switch at a line of the header; the instants of the machine's clock at which that was done."""
        instants: list[int] = self.machine.call("pull", line=line, edges=edges)
        return instants

    @property
    def button(self) -> int:
        """The line of the dice button."""
        (place,) = (button.at for button in self.profile.buttons)
        assert isinstance(place, GpioPin)
        return place.pin

    # Eyes and ears.

    async def switch(self, side: int, flap: int) -> dict[str, Any]:
        """What the page tells of a flap's switch."""
        async with self.session.get(self.address + "/api/v1/switches") as reply:
            switches = (await reply.json())["switches"]
        (found,) = (one for one in switches if (one["side"], one["flap"]) == (side, flap))
        return dict(found)

    async def rested(self, side: int, flap: int) -> None:
        """Wait until a flap that was closed is known to be, and has not moved for a while."""
        async with asyncio.timeout(self.patience):
            while True:
                switch = await self.switch(side, flap)
                if switch["closed"] and switch["last_change_s"] > RESTED_S:
                    return

    async def picture(self, display: int = 0) -> Image.Image:
        """What the daemon believes a panel to show."""
        async with self.session.get(f"{self.address}/api/v1/oled.png?display={display}") as reply:
            return Image.open(io.BytesIO(await reply.read())).convert("1")

    def glass(self, bus: int, address: int) -> Image.Image:
        """What people see on a panel."""
        rows = self.machine.call("glass", bus=bus, address=address).split()
        image = Image.new("1", (len(rows[0]), len(rows)))
        image.putdata([255 * (pixel == "#") for row in rows for pixel in row])
        return image

    async def shown(self, bus: int, address: int, display: int = 0) -> Image.Image:
        """Wait until people see on a panel what it was told to show, and that this is something; the picture."""
        async with asyncio.timeout(self.patience):
            while True:
                told, seen = await self.picture(display), self.glass(bus, address)
                if seen.getbbox() and seen.tobytes() == told.tobytes():
                    return seen

    async def fault(self, part: str) -> str:
        """Wait for a part's fault; what is said of it."""
        state = await self.until(lambda now: part in faults(now))
        return faults(state)[part]

    async def well(self) -> None:
        """Wait until nothing is broken."""
        await self.until(lambda now: not now["faults"])

    def decisions(self, folder: Path) -> tuple[Decision, ...]:
        """The decisions of the match in the journal, once the daemon has let go of it."""
        store = folder / "kernel.db"
        where = ".local/state/stbpi/stbpi.db"
        store.write_bytes(base64.b64decode(self.machine.call("fetch", name=where)))
        stored = stored_match(store)
        assert stored is not None
        return stored.decisions


def faults(state: Mapping[str, Any]) -> dict[str, str]:
    """The faults that a state tells, by part."""
    return {fault["part"]: fault["message"] for fault in state["faults"]}
