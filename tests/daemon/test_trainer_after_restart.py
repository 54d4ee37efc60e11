"""The plug is pulled in the middle of a turn: the trainer still knows what was decided in it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from stbpi.odds.judge import judged
from stbpi.rules import Match, rule_set
from stbpi.rules.actions import Close
from tests.support.running import RunningDaemon

TRAINED = """
[game]
hints = "always"
trainer = true

[dice]
source = "entered"
"""


def test_a_turn_costs_what_it_did_whenever_the_plug_was_pulled(tmp_path: Path) -> None:
    daemon = RunningDaemon(tmp_path, more_config=TRAINED)

    async def close(flaps: tuple[int, ...]) -> None:
        for flap in flaps:
            await daemon.post("sim/flap", side=0, flap=flap, closed=True)

    async def answer(dice: tuple[int, int], flaps: tuple[int, ...]) -> None:
        await daemon.post("dice", dice=list(dice))
        await close(flaps)
        await daemon.prompt("press_to_roll")

    async def test() -> None:
        async with daemon:
            await daemon.post("match", rules="classic", players=["Ann", "Ben"])
            await daemon.post("button", hold_ms=60)
            await answer((6, 3), (1, 2, 6))
            await daemon.kill()
            await daemon.start()
            # The simulated flaps have sprung open with it.
            await close((1, 2, 6))
            await daemon.prompt("press_to_roll")
            # Back to before the plug was pulled, and on.
            await daemon.post("undo")
            await daemon.post("redo")
            await daemon.prompt("press_to_roll")
            await answer((5, 4), (9,))
            await daemon.post("dice", dice=[1, 1])
            (told,) = (await daemon.until(lambda state: bool(state["trainer"])))["trainer"]
            assert told["player"] == 0
            (costly,) = judged(Match.start(rule_set("classic"), 2).roll(6, 3), Close((1, 2, 6)))
            assert told["decisions"][0]["made"]["close"] == [1, 2, 6]
            assert told["decisions"][0]["points_lost"] == pytest.approx(costly.points_lost)
            assert f"{told['points_lost']:.4g}" == "14.47"

    async def bounded() -> None:
        async with asyncio.timeout(60):
            await test()

    asyncio.run(bounded())
