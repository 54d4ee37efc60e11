"""kill -9 in the middle of matches: never a lost or doubled decision, never a score that moves."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.daemon.plug import pull_plug_repeatedly


def test_twenty_kills(tmp_path: Path) -> None:
    seen = asyncio.run(pull_plug_repeatedly(tmp_path, 20, seed=3))
    assert seen.kills == 20
    assert seen.kills_in_play >= 10


@pytest.mark.long
def test_two_hundred_kills(tmp_path: Path) -> None:
    seen = asyncio.run(pull_plug_repeatedly(tmp_path, 200, seed=4))
    assert seen.kills == 200
    assert seen.kills_in_play >= 100
