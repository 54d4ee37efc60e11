"""Disks that are full, read-only or held by another program, under a daemon that people play on."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.daemon.plug import shown_board
from tests.long.small_disk import SmallDisk, small_disk
from tests.support.guest import follow_prompt
from tests.support.running import RunningDaemon, State

LOCKED_S = 10.0
SOON_S = 3.0
"""What people put up with for one answer of a tray beside a disk in trouble, two busy cores included."""

pytestmark = pytest.mark.long


def daemon_on(disk: SmallDisk, folder: Path) -> RunningDaemon:
    return RunningDaemon(
        folder,
        *("--dice-seed", "5"),
        more_config='[game]\nplayers = ["Anna", "Ben"]\nvariants = ["hundred"]\n',
        program=(*disk.enter, sys.executable, "-m", "stbpi"),
    )


async def play(daemon: RunningDaemon, steps: int) -> State:
    state = await daemon.state()
    for _ in range(steps):
        began = time.monotonic()
        state = await follow_prompt(daemon, state)
        assert time.monotonic() - began < SOON_S
    return state


def said(state: State) -> list[str]:
    return [fault["message"] for fault in state["faults"] if fault["part"] == "store"]


async def pulled_and_back(daemon: RunningDaemon, before: State) -> None:
    """The plug is pulled; what was played is there when the power is back."""
    await daemon.kill()
    await daemon.start()
    assert shown_board(await daemon.state()) == shown_board(before)


def test_a_disk_that_fills_up_under_play(tmp_path: Path) -> None:
    async def evening() -> None:
        with small_disk(tmp_path / "state") as disk:
            daemon = daemon_on(disk, tmp_path)
            async with daemon:
                await play(daemon, 6)
                disk.fill()
                for _ in range(40):
                    state = await play(daemon, 3)
                    if said(state):
                        break
                assert any("full" in sentence for sentence in said(state)), said(state)
                await play(daemon, 20)
                disk.clear()
                state = await daemon.until(lambda state: not state["faults"])
                await pulled_and_back(daemon, state)
                await play(daemon, 6)
            assert "Traceback" not in daemon.said()

    asyncio.run(evening())


def test_a_disk_that_is_full_when_the_power_comes(tmp_path: Path) -> None:
    async def evening() -> None:
        with small_disk(tmp_path / "state") as disk:
            disk.fill()
            daemon = daemon_on(disk, tmp_path)
            async with daemon:
                state = await play(daemon, 12)
                assert said(state)
                disk.clear()
                state = await daemon.until(lambda state: not state["faults"])
                await pulled_and_back(daemon, state)
            assert "Traceback" not in daemon.said()

    asyncio.run(evening())


def test_a_disk_that_can_only_be_read(tmp_path: Path) -> None:
    async def evening() -> None:
        with small_disk(tmp_path / "state") as disk:
            daemon = daemon_on(disk, tmp_path)
            await daemon.start()
            before = await play(daemon, 8)
            await daemon.kill()
            disk.remount("ro")
            async with daemon:
                state = await daemon.state()
                assert shown_board(state) == shown_board(before)
                assert any("read-only" in sentence.lower() for sentence in said(state)), state["faults"]
                await play(daemon, 12)
                disk.remount("rw")
                state = await daemon.until(lambda state: not state["faults"])
                await pulled_and_back(daemon, state)
            assert "Traceback" not in daemon.said()

    asyncio.run(evening())


def test_a_journal_that_another_program_holds_for_ten_seconds(tmp_path: Path) -> None:
    async def evening() -> None:
        async with RunningDaemon(tmp_path, more_config='[game]\nvariants = ["hundred"]\n') as daemon:
            await play(daemon, 6)
            with closing(sqlite3.connect(daemon.store, isolation_level=None, timeout=5)) as other:
                other.execute("BEGIN IMMEDIATE")
                until, seen = time.monotonic() + LOCKED_S, set()
                while time.monotonic() < until:
                    seen.update(said(await play(daemon, 1)))
                other.execute("ROLLBACK")
            assert any("locked by another program" in sentence for sentence in seen), seen
            state = await daemon.until(lambda state: not state["faults"])
            await pulled_and_back(daemon, state)
        assert "Traceback" not in daemon.said()

    asyncio.run(evening())
