"""A match whose tray is gone: the tray that is there asks at its button before another takes its place."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from stbpi.store.past import read_past
from tests.support.running import RunningDaemon

LARGE = """
[board]
profile = "simulated-4x12"
"""
SMALL = """
[board]
profile = "direct-9"
"""
ANOTHER = {"rules": "classic", "players": ["Cy"]}


def fault_of(state: dict[str, Any]) -> str | None:
    return next((fault["code"] for fault in state["faults"] if fault["part"] == "match"), None)


def menu_of(state: dict[str, Any]) -> str | None:
    menu = state["prompt"]["menu"]
    return menu and menu["page"]


def test_a_match_whose_tray_is_gone_is_given_up_on_purpose_only(tmp_path: Path) -> None:
    daemon = RunningDaemon(tmp_path, "--dice-seed", "7", more_config=LARGE)
    large = daemon.config.read_text(encoding="utf-8")

    async def again(config: str) -> dict[str, Any]:
        await daemon.kill()
        daemon.config.write_text(config, encoding="utf-8")
        await daemon.start()
        return await daemon.state()

    async def test() -> None:
        small = large.replace(LARGE, SMALL)
        async with daemon:
            await daemon.post("match", rules="classic", axes={"flaps": 12}, players=["Ann", "Ben"])
            await daemon.post("button", hold_ms=60)
            await daemon.post("button", hold_ms=60)
            await daemon.prompt("close_flaps")

            state = await again(small)
            assert (state["phase"], state["kept"], fault_of(state)) == ("idle", True, "cannot_go_on")
            assert (state["prompt"]["code"], state["prompt"]["press"]) == ("press_to_start", "ask_to_start")
            status, reply = await daemon.send("match", ANOTHER)
            assert (status, reply["code"]) == (409, "match_running")
            asked = await daemon.post("button", hold_ms=60)
            assert (menu_of(asked), asked["phase"]) == ("sure_gives_up", "idle")

            # Nothing but a question stood there when the plug was pulled: it is asked again.
            state = await again(small)
            assert (state["phase"], state["kept"], fault_of(state)) == ("idle", True, "cannot_go_on")
            (kept,) = read_past(daemon.store)
            assert not kept.open().left
            await daemon.post("button", hold_ms=60)
            began = await daemon.post("menu", page="sure_gives_up", kind="yes")
            assert (began["phase"], began["kept"], fault_of(began)) == ("roll", False, None)
            await daemon.post("button", hold_ms=60)
            await daemon.kill()

    async def bounded() -> None:
        async with asyncio.timeout(60):
            await test()

    asyncio.run(bounded())
    kept, other = (match.open() for match in read_past(daemon.store))
    assert (len(kept.setup.rules.flaps), kept.left, len(kept.decisions)) == (12, True, 1)
    assert (len(other.setup.rules.flaps), other.left, len(other.decisions)) == (9, False, 1)
