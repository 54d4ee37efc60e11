"""A lone guest at the running daemon, against the house: over HTTP, with the plug pulled in the middle."""

from __future__ import annotations

import asyncio
from pathlib import Path

from stbpi.rules.actions import Close, Roll
from stbpi.store.past import read_past
from tests.support.running import RunningDaemon

BY_HAND = """
[dice]
source = "entered"
[game]
rules = "pub"
"""


async def closes(daemon: RunningDaemon, *flaps: int) -> None:
    for flap in flaps:
        await daemon.post("sim/flap", side=0, flap=flap, closed=True)


def test_solo_pub_against_the_house_through_a_pulled_plug(tmp_path: Path) -> None:
    async def match() -> None:
        async with RunningDaemon(tmp_path, debounce_ms=5, more_config=BY_HAND) as daemon:
            status, reply = await daemon.send(
                "match", {"rules": "three-hundred", "players": ["House perfect"]}
            )
            assert (status, reply["code"]) in ((422, "bad_setup"), (422, "tray_too_small"))
            await daemon.post("match", rules="pub", players=["Ann", "House perfect"])
            await daemon.post("button", hold_ms=60)
            await daemon.post("dice", dice=[1, 1])
            await closes(daemon, 2)
            await daemon.prompt("press_to_roll")
            await daemon.post("dice", dice=[1, 1])
            await daemon.post("button", hold_ms=60)
            await daemon.prompt("raise_flaps")
            await daemon.post("sim/flap", side=0, flap=2, closed=False)
            await daemon.until(lambda now: now["prompt"]["code"] == "press_to_roll")
            told = (await daemon.post("dice", dice=[6, 4]))["prompt"]
            # Ann has noted 43: the house has won, and still plays for a low score.
            assert (told["code"], told["player"], [ref["flap"] for ref in told["close"]]) == (
                "close_flaps",
                1,
                [1, 9],
            )
            assert told["text"] == "House (perfect): close 1 and 9."
            await closes(daemon, 4, 6)
            await daemon.until(
                lambda now: now["prompt"]["code"] == "reopen"
                and sorted(ref["flap"] for ref in now["prompt"]["flaps"]) == [4, 6]
            )
            await daemon.kill()
            await daemon.start()
            await daemon.prompt("resume", "reopen")
            for flap in (4, 6):
                await daemon.post("sim/flap", side=0, flap=flap, closed=False)
            again = (await daemon.prompt("close_flaps"))["prompt"]
            assert [ref["flap"] for ref in again["close"]] == [1, 9]
            await closes(daemon, 1, 9)
            await daemon.prompt("press_to_roll")
        written = read_past(daemon.store)[-1].open()
        assert written.setup.players == ("Ann", "House perfect")
        assert written.decisions[-2:] == (Roll((6, 4)), Close((1, 9)))

    asyncio.run(match())
