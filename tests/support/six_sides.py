"""A tray of six sides that hangs on a scanner alone, and six people for it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.support.running import DaemonClient, State

NAMES = ["Anna", "Ben", "Cléo", "Dora", "Emil", "Fay"]
PRESS_US = 80_000
MOST_STEPS = 1000
"""A match for six takes fewer."""

_PROFILE = """
title = "Six sides and the button on a scanner, and nothing else"

[scanner]
rows = 6
columns = 12
port = "{port}"

[[button]]
role = "dice"
on = "scanner"
"""
_SIDE = """
[[side]]
on = "scanner"
row = {row}
flaps = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
"""


def write_profile(folder: Path, port: Path) -> Path:
    """The tray's profile, written into ``folder``."""
    profile = folder / "six.toml"
    sides = "".join(_SIDE.format(row=row) for row in range(1, 7))
    profile.write_text(_PROFILE.format(port=port) + sides, encoding="utf-8")
    return profile


def faults_of_the_tray(state: State) -> list[State]:
    """The faults that stand, but that this computer has much else to do."""
    return [fault for fault in state["faults"] if fault["code"] != "slow"]


async def until_linked(daemon: DaemonClient) -> None:
    """Wait for the picture that moves start from; whoever presses sooner presses what nobody looks at yet."""
    async with asyncio.timeout(daemon.patience):
        while not ((await report(daemon)).get("link") or {}).get("up"):
            pass


async def report(daemon: DaemonClient) -> State:
    """What the daemon's service mode says."""
    async with daemon.session.get(daemon.address + "/api/v1/service") as reply:
        told: State = await reply.json()
        return told
