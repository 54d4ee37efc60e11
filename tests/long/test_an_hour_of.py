"""An hour of every single fault that can be tried, with people at the tray: the log stays small and so does memory."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from stbpi.daemon.hands import OF_A_FLAP, Hands
from stbpi.store import schema
from stbpi.web.service import SimulatorError
from tests.long.whole import Evening, evening, log_into, open_files, process_status
from tests.support.virtual_loop import virtual_loop

HOUR_S = 3600.0
WARM_S = 1200.0
"""A third of it is what memory is compared with: by then whatever is kept for the next time has been kept."""

LOG_BYTES = 100_000
GROWN_KB = 4096
"""Answers, names and pictures are kept for the next time, to a bound. One object of a hundred bytes for each look at a
switch would be 40 MB."""

STAYS_S = 1800.0
COMES_AND_GOES_S = 20.0

BY_PROFILE = {
    "direct-9": (*OF_A_FLAP[:-1], "pins_gone", "oled_gone", "bus_error", "busy_pin", "slow_consumer"),
    "mcp23017-4x10": ("bus_error", "expander_reset", "interrupt_lost", "cut"),
    "matrix-4x12": ("ghosting",),
    "scanner-6x12": ("serial_lost", "serial_busy", "serial_noise", "scanner_reset"),
}
FAULTS = [(profile, kind) for profile, kinds in BY_PROFILE.items() for kind in kinds]

pytestmark = pytest.mark.long


def test_no_fault_is_left_out(unhurried: Path) -> None:
    """Of every wiring that ships, whatever the page can break."""
    possible: set[str] = set()
    with virtual_loop() as loop:

        async def look() -> None:
            for profile in BY_PROFILE:
                (unhurried / profile).mkdir()
                async with evening(unhurried / profile, profile=profile) as table:
                    parts = table.tray.parts()
                    possible.update(parts.of_flap, parts.of_all, parts.of_display)

        loop.run_until_complete(look())
    assert possible == {kind for kinds in BY_PROFILE.values() for kind in kinds}


async def people(table: Evening, until_s: float) -> None:
    """Do what the prompt says for as long as that; where the tray is away, look at it."""
    while table.loop.time() < until_s:
        try:
            await table.step()
        except SimulatorError as error:
            if error.code != "tray_gone":
                raise
            await table.loop.passing(5.0)


async def breaks(table: Evening, kind: str) -> None:
    """Half an hour for good, half an hour coming and going."""
    of_a_flap = {"side": 0, "flap": 5} if kind in OF_A_FLAP else {"side": None, "flap": None}
    await table.tray.fault(kind, **of_a_flap, on=True)
    await table.loop.passing(STAYS_S)
    on = True
    while True:
        on = not on
        await table.tray.fault(kind, **of_a_flap, on=on)
        await table.loop.passing(COMES_AND_GOES_S)


def resident() -> int:
    """Memory in kB, without what only waits to be let go of."""
    gc.collect()
    return process_status("VmRSS")


def an_hour(unhurried: Path, profile: str, trouble: Callable[[Evening], Coroutine[None, None, None]]) -> None:
    with virtual_loop() as loop, log_into(unhurried / "log.txt") as log:

        async def pass_it() -> None:
            async with evening(unhurried, profile=profile) as table:
                # What a slow consumer blocks is this loop, whose clock jumps.
                assert isinstance(table.tray, Hands)
                table.tray._block = loop.jump
                began = loop.time()
                breaking = asyncio.create_task(trouble(table))
                await people(table, began + WARM_S)
                memory, files = resident(), open_files()
                await people(table, began + HOUR_S)
                grown = resident() - memory
                print(f"{grown} kB more memory, {log.stat().st_size} bytes of log")  # noqa: T201
                assert not breaking.done()
                breaking.cancel()
                await asyncio.wait([breaking])
                assert open_files() <= files + 1
                assert grown < GROWN_KB

        loop.run_until_complete(pass_it())
    said = log.read_text()
    assert log.stat().st_size < LOG_BYTES, said[-3000:]
    assert "Traceback" not in said


@pytest.mark.parametrize(("profile", "kind"), FAULTS)
def test_an_hour_of(profile: str, kind: str, unhurried: Path) -> None:
    an_hour(unhurried, profile, lambda table: breaks(table, kind))


def test_an_hour_without_a_disk(unhurried: Path) -> None:
    async def away(table: Evening) -> None:
        await table.loop.passing(60.0)
        (unhurried / "state").rename(unhurried / "elsewhere")
        (unhurried / "state").write_text("in its place")
        await table.loop.passing(2 * HOUR_S)

    an_hour(unhurried, "direct-9", away)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    other = sqlite3.connect(path, isolation_level=None, timeout=10)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


def test_an_hour_of_a_locked_journal(unhurried: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "WRITING_WAIT_S", 0.01)

    async def lock(table: Evening) -> None:
        await table.loop.passing(60.0)
        with locked(unhurried / "state/stbpi.db"):
            await table.loop.passing(2 * HOUR_S)

    an_hour(unhurried, "direct-9", lock)
