"""kill -9 in the middle of matches: never a lost or doubled decision, never a score that moves."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.daemon.plug import pull_plug_repeatedly
from tests.support.running import RunningDaemon


def test_ten_kills(tmp_path: Path) -> None:
    seen = asyncio.run(pull_plug_repeatedly(tmp_path, 10, seed=3))
    assert seen.kills == 10
    assert seen.kills_in_play >= 5


def test_a_prepared_match_still_waits_when_the_power_is_back(tmp_path: Path) -> None:
    async def prepare_and_pull() -> None:
        daemon = RunningDaemon(tmp_path)
        await daemon.start()
        before = await daemon.post("match", rules="classic", variants=["digits"], players=["Zoë", "<b>"])
        await daemon.kill()
        async with daemon:
            back = await daemon.state()
            assert back["prompt"] == before["prompt"]
            assert (back["rules"], back["players"]) == (before["rules"], before["players"])
            started = await daemon.post("button", hold_ms=60)
            assert started["phase"] == "roll"

    asyncio.run(prepare_and_pull())


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4, 9))
def test_five_hundred_kills(seed: int, tmp_path: Path) -> None:
    """A hundred for each of five journals."""
    seen = asyncio.run(pull_plug_repeatedly(tmp_path, 100, seed))
    assert seen.kills == 100
    assert seen.kills_in_play >= 50
