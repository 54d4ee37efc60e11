"""Sitting down at the running tray, as seen over HTTP."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.support.running import RunningDaemon

CONFIGURATION = """
[board]
profile = "simulated-4x12"
[game]
rules = "tray"
players = ["Ann", "Ben", "Cleo", "Dan"]
"""


async def sign(daemon: RunningDaemon, side: int) -> None:
    for closed in (True, False):
        await daemon.post("sim/flap", side=side, flap=5, closed=closed)


async def seated(daemon: RunningDaemon) -> dict[int, tuple[str, bool]]:
    players = (await daemon.state())["players"]
    return {player["side"]: (player["name"], player["claimed"]) for player in players}


def test_seats_are_claimed_survive_a_pulled_plug_and_are_played_at(tmp_path: Path) -> None:
    async def test() -> None:
        daemon = RunningDaemon(tmp_path, "--dice-seed", "7", more_config=CONFIGURATION)
        await daemon.start()
        assert list(await seated(daemon)) == [0, 1, 2, 3]
        await sign(daemon, 3)
        await sign(daemon, 1)
        claimed = {1: ("Ben", True), 3: ("Dan", True)}
        assert await seated(daemon) == claimed
        assert (await daemon.state())["prompt"]["text"] == "Press to start: Tray with Ben and Dan."
        await daemon.kill()
        await daemon.start()
        assert await seated(daemon) == claimed
        await daemon.post("button", hold_ms=60)
        state = await daemon.prompt("press_to_roll")
        assert state["prompt"]["player"] == 0
        await daemon.post("button", hold_ms=60)
        state = await daemon.prompt("close_flaps")
        for flap in state["players"][0]["legal_moves"][0]:
            await daemon.post("sim/flap", side=1, flap=flap, closed=True)
        state = await daemon.until(lambda now: now["waiting_for"] == [1])
        assert state["players"][1]["side"] == 3
        await daemon.terminate()
        await daemon.session.close()

    async def bounded() -> None:
        async with asyncio.timeout(60):
            await test()

    asyncio.run(bounded())
