"""SIGTERM whatever the tray asks for: the daemon ends in order and in time, and then asks for the same."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from random import Random

import pytest

from stbpi.table.prompts import PromptCode
from tests.daemon.plug import shown_board
from tests.daemon.test_every_set import fumble
from tests.support.guest import follow_prompt
from tests.support.running import RunningDaemon, State

WITHIN_S = 5.0
MOST_STEPS = 600
TABLES = (
    {"rules": "classic", "players": ["Anna", "Ben"], "variants": ["hundred"]},
    {"rules": "numbers", "players": ["Anna", "Ben"]},
    {"rules": "tray", "players": ["Anna", "Ben"], "variants": ["common"]},
)
COMES_BACK = {"menu": "press_to_roll", "service": "press_to_roll", "blocked": None, "resume": None}
"""What is asked for after a restart where it is not the same; None: as the match goes on."""

pytestmark = pytest.mark.long


def table_of(folder: Path, *, settle_ms: int = 40) -> RunningDaemon:
    return RunningDaemon(
        folder, "--dice-seed", "3", settle_ms=settle_ms, more_config='[board]\nprofile = "simulated-4x12"\n'
    )


async def stop_and_start(daemon: RunningDaemon) -> tuple[State, State]:
    """What was shown before and after."""
    before = await daemon.state()
    await daemon.session.close()
    began = time.monotonic()
    assert await daemon.terminate() == 0
    assert time.monotonic() - began < WITHIN_S
    await daemon.start()
    return before, await daemon.state()


async def told_at(daemon: RunningDaemon, met: set[str]) -> State:
    """Stop and start where this prompt was not met before; gives what stands."""
    state = await daemon.state()
    code = state["prompt"]["code"]
    if code in met:
        return state
    met.add(code)
    before, after = await stop_and_start(daemon)
    if before["phase"] == after["phase"] and code not in COMES_BACK:
        assert shown_board(after) == shown_board(before), code
    return after


async def play_past_every_prompt(daemon: RunningDaemon, met: set[str]) -> None:
    chance = Random(5)
    for table in TABLES:
        state = await daemon.post("match", **table, abandon=True)
        for _ in range(MOST_STEPS):
            state = await told_at(daemon, met)
            if state["prompt"]["code"] == "match_over":
                break
            if chance.random() < 0.2 and await fumble(daemon, state, chance) is not None:
                state = await told_at(daemon, met)
            state = await follow_prompt(daemon, state, chance.choice, hold=chance.random() < 0.2)


async def new_match(daemon: RunningDaemon, code: str) -> State:
    """A match with all flaps raised, played up to this prompt."""
    state = await daemon.post("match", **TABLES[0], abandon=True)
    for flap in state["tray"][0]:
        await daemon.post("sim/flap", side=0, flap=flap, closed=False)
    state = await daemon.post("button", hold_ms=60)
    while state["prompt"]["code"] != code:
        state = await follow_prompt(daemon, state)
    return state


async def go_elsewhere(daemon: RunningDaemon, met: set[str]) -> None:
    await new_match(daemon, "press_to_roll")
    await daemon.post("service", on=True)
    await told_at(daemon, met)
    await new_match(daemon, "press_to_roll")
    await daemon.post("button", hold_ms=8200)
    await daemon.prompt("menu")
    await told_at(daemon, met)
    # Half an answer.
    state = await new_match(daemon, "close_flaps")
    move = max(state["players"][0]["legal_moves"], key=len)
    await daemon.post("sim/flap", side=0, flap=move[0], closed=True)
    await daemon.prompt("close_more")
    await told_at(daemon, met)
    # Flaps that somebody has moved while the power was away.
    await new_match(daemon, "close_flaps")
    await daemon.kill()
    tray = daemon.store.with_name(daemon.store.name + ".tray.json")
    tray.write_text(json.dumps({"closed": [[2, 5], [], [], []]}), encoding="utf-8")
    await daemon.start()
    await daemon.prompt("resume")
    await told_at(daemon, met)
    # A switch that does not do what is asked of it.
    await new_match(daemon, "press_to_roll")
    await daemon.post("sim/flap", side=0, flap=4, closed=True)
    await daemon.post("sim/fault", kind="stuck", side=0, flap=4, on=True)
    await daemon.post("match", **TABLES[0], abandon=True)
    await daemon.post("button", hold_ms=60)
    daemon.patience = 60.0
    await daemon.prompt("fault")
    await told_at(daemon, met)


def test_at_every_prompt(tmp_path: Path) -> None:
    async def evening() -> set[str]:
        met: set[str] = set()
        daemon = table_of(tmp_path)
        async with daemon:
            await play_past_every_prompt(daemon, met)
            await go_elsewhere(daemon, met)
        assert "Traceback" not in daemon.said()
        assert "let go in time" not in daemon.said()
        return met

    met = asyncio.run(evening())
    assert met >= {str(code) for code in PromptCode}, {str(code) for code in PromptCode} - met


def test_while_the_button_is_down_and_a_flap_moves(tmp_path: Path) -> None:
    async def evening() -> None:
        async with table_of(tmp_path, settle_ms=600) as daemon:
            await daemon.post("match", **TABLES[0])
            for _ in range(2):
                await daemon.post("button", hold_ms=60)
            await daemon.prompt("close_flaps")
            pressing = [
                asyncio.create_task(daemon.send("button", {"hold_ms": 20_000})),
                asyncio.create_task(daemon.send("sim/flap", {"side": 0, "flap": 4, "closed": True})),
            ]
            await daemon.until(lambda state: 4 in state["tray"][0])
            await stop_and_start(daemon)
            await asyncio.gather(*pressing, return_exceptions=True)

    asyncio.run(evening())
