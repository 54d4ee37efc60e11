"""The whole daemon on a clock that jumps: its own rooms joined by its own program, with a page nobody calls.

Hours pass in seconds. What threads do takes no time, so that disk, pictures and simulated buses are as they are.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest

from stbpi.config import load_settings
from stbpi.daemon import program
from stbpi.daemon.house import House
from stbpi.daemon.listen import listen
from stbpi.daemon.watched import Watched
from stbpi.rules import Match
from stbpi.table.prompts import PromptCode
from stbpi.table.view import TableView
from stbpi.tray.profile import load_profile
from stbpi.web.service import SimulatedTray
from tests.support.recorded import PRESS_MS, REACHES_S, THINKS_S, wanted_moves
from tests.support.virtual_loop import VirtualLoop

CONFIG = """\
{more}
[board]
profile = "{profile}"
backend = "simulated"
[store]
path = "{folder}/state/stbpi.db"
[web]
port = 0
[dice]
seed = {seed}
"""


class Evening:
    """People at a tray whose daemon runs."""

    def __init__(self, loop: VirtualLoop, house: House) -> None:
        self.loop = loop
        self.house = house

    @property
    def view(self) -> TableView:
        return self.house.snapshot().view

    @property
    def faults(self) -> set[str]:
        return {fault.code for fault in self.house.snapshot().faults}

    @property
    def tray(self) -> SimulatedTray:
        assert self.house.simulator is not None
        return self.house.simulator

    async def step(self) -> None:
        """Do what the prompt says, once, as people do who take their time."""
        await self.loop.passing(THINKS_S)
        moves = wanted_moves(self.view)
        for ref, closed in moves:
            await self.tray.flap(ref.side, ref.flap, closed=closed)
            await self.loop.passing(REACHES_S)
        if not moves:
            await self.house.press(PRESS_MS)

    async def match(self, most: int = 3000) -> TableView:
        """Play until somebody has won, from the end of one match to the end of the next."""
        while self.view.prompt.code is PromptCode.MATCH_OVER:
            await self.step()
        for _ in range(most):
            if self.view.prompt.code is PromptCode.MATCH_OVER:
                return self.view
            await self.step()
        raise AssertionError(f"no end after {most} steps, at {self.view.prompt}")


@asynccontextmanager
async def evening(
    folder: Path, *, profile: str = "direct-9", more: str = "", seed: int = 3
) -> AsyncIterator[Evening]:
    """Start the daemon in ``folder``, and stop it in the end as a signal would; ``more`` are settings of its file."""
    config = folder / "stbpi.toml"
    config.write_text(CONFIG.format(more=more, profile=profile, folder=folder, seed=seed), encoding="utf-8")
    settings = load_settings(config)
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    stop, ready = asyncio.Event(), asyncio.Event()
    houses: list[House] = []

    class Known(House):
        """The house, which tells this module that it stands."""

        def __init__(self, *rooms: object, **more: object) -> None:
            super().__init__(*rooms, **more)  # type: ignore[arg-type]
            houses.append(self)

    class Told(Watched):
        """Where systemd would be told."""

        def ready(self) -> None:
            super().ready()
            ready.set()

    with listen(settings.web) as sock, pytest.MonkeyPatch.context() as patch:
        patch.setattr(program, "House", Known)
        patch.setattr(program, "Watched", Told)
        wired = load_profile(settings.board.profile, settings.folder)
        running = asyncio.create_task(program.play(settings, wired, sock, stop, lambda: 0.0))
        waiting = asyncio.create_task(ready.wait())
        await asyncio.wait([running, waiting], return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        try:
            if running.done():
                running.result()
            yield Evening(loop, houses[0])
        finally:
            stop.set()
            await running


def came_to(match: Match) -> tuple[object, ...]:
    """What people saw of a match in the end."""
    seats = range(len(match.players))
    rows = tuple((row.rank, row.player, row.total) for row in match.standings)
    return (rows, match.winners, match.round_scores, tuple(match.open_flaps(seat) for seat in seats))


def process_status(name: str) -> int:
    """A number of this process's proc(5) status: ``VmRSS`` in kB, ``Threads``."""
    found = re.search(rf"^{name}:\s+(\d+)", Path("/proc/self/status").read_text(), re.MULTILINE)
    assert found
    return int(found[1])


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def bytes_written() -> int:
    """What this process has handed to write(2) and its kin so far (proc(5))."""
    found = re.search(r"^wchar: (\d+)", Path("/proc/self/io").read_text(), re.MULTILINE)
    assert found
    return int(found[1])


@contextmanager
def log_into(file: Path) -> Iterator[Path]:
    """Let everything the daemon says at its usual level be written into a file as well."""
    handler = logging.FileHandler(file)
    handler.setFormatter(logging.Formatter("%(levelname)s %(message)s"))
    root = logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    try:
        yield file
    finally:
        root.setLevel(before)
        root.removeHandler(handler)
        handler.close()
