"""What the daemon costs while nobody plays: memory and the share of a core, without a page open and with one."""

from __future__ import annotations

import asyncio
import contextlib
import json
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp

from tests.bench.figures import Figure
from tests.bench.process import FIRST_SCREEN, Daemon, daemon
from tests.bench.size import Size
from tests.bench.waiting import passing
from tests.support.guest import movements, waits_for_rest

MEMORY_MIB = 60 * 1_000_000 / (1 << 20)
"""The aim is 60 MB."""
SHARE_PERCENT = 0.5

QUICK = "[timing]\nsettle_ms = 40\n"
"""So that the match before the rest is short; a tray that rests has nothing to settle."""


@dataclass(frozen=True, slots=True)
class Resting:
    """Memory at the end of a time of rest, and the share of a core during it."""

    memory_mib: float
    share_percent: float


def rest(size: Size) -> list[Figure]:
    """Two daemons rest at the same time, one just started, one after a match; both first without a page."""
    figures = []
    for moment, (alone, watched) in asyncio.run(_both(size)).items():
        for page, resting in (("no page", alone), ("one page", watched)):
            name = f"{moment}_{page}".replace(" ", "_")
            when = f"{moment.replace('_', ' ')}, {page} open"
            figures += [
                Figure(f"memory_{name}", f"memory {when}", resting.memory_mib, "MiB", at_most=MEMORY_MIB),
                Figure(
                    f"share_{name}", "  share of a core", resting.share_percent, "%", at_most=SHARE_PERCENT
                ),
            ]
    return figures


async def _both(size: Size) -> dict[str, tuple[Resting, Resting]]:
    with contextlib.ExitStack() as closing:
        fresh, played = (closing.enter_context(_started()) for _ in range(2))
        async with aiohttp.ClientSession() as session:
            await _match(session, played)
            await passing(size.settle_after_s)
            alone = await _rested((fresh, played), size.rest_s)
            async with _page(session, fresh), _page(session, played):
                await passing(size.settle_after_s)
                watched = await _rested((fresh, played), size.rest_s)
    return {"after_start": (alone[0], watched[0]), "after_match": (alone[1], watched[1])}


@contextlib.contextmanager
def _started() -> Any:
    with tempfile.TemporaryDirectory(prefix="stbpi-bench-") as name:
        config = Path(name) / "stbpi.toml"
        config.write_text(QUICK, encoding="utf-8")
        with daemon(Path(name), "--config", str(config)) as running:
            running.healthy()
            running.said(FIRST_SCREEN)
            yield running


async def _rested(daemons: tuple[Daemon, ...], seconds: float) -> list[Resting]:
    """Let them rest. Nothing is asked of them meanwhile: what the system knows is read from outside."""
    loop = asyncio.get_running_loop()
    before = [running.worked_s() for running in daemons]
    began = loop.time()
    await passing(seconds)
    passed = loop.time() - began
    return [
        Resting(running.memory_mib(), (running.worked_s() - worked) / passed * 100)
        for running, worked in zip(daemons, before, strict=True)
    ]


@contextlib.asynccontextmanager
async def _page(session: aiohttp.ClientSession, running: Daemon) -> AsyncIterator[None]:
    """A page open on the events; it reads what it is sent."""

    async def read(socket: aiohttp.ClientWebSocketResponse) -> None:
        async for _ in socket:
            pass

    async with session.ws_connect(f"http://127.0.0.1:{running.port}/api/v1/events") as socket:
        reading = asyncio.create_task(read(socket))
        try:
            yield
        finally:
            reading.cancel()


async def _match(session: aiohttp.ClientSession, running: Daemon) -> None:
    """Play the prepared match over HTTP until somebody has won."""
    api = f"http://127.0.0.1:{running.port}/api/v1/"

    async def post(path: str, **body: object) -> None:
        async with session.post(api + path, json=body) as reply:
            reply.raise_for_status()

    async with session.ws_connect(api + "events") as events:
        async for message in events:
            state = json.loads(message.data)
            if state["prompt"]["code"] == "match_over":
                return
            async with session.get(api + "state") as reply:
                newest = await reply.json()
            if newest["seq"] != state["seq"] or state["prompt"]["releasing"] or waits_for_rest(state):
                continue
            moves = movements(state)
            for side, flap, closed in moves:
                await post("sim/flap", side=side, flap=flap, closed=closed)
            if not moves:
                await post("button", hold_ms=60)
