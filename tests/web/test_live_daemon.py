"""What the running daemon sends to every page: each change once, numbered without a gap."""

import asyncio
import json
from itertools import pairwise
from pathlib import Path

from tests.support.guest import follow_prompt
from tests.support.running import RunningDaemon, State


def test_the_number_of_what_stands_rises_by_exactly_one(tmp_path: Path) -> None:
    async def watch() -> None:
        async with (
            RunningDaemon(tmp_path, "--dice-seed", "7") as daemon,
            daemon.session.ws_connect(daemon.address + "/api/v1/events") as events,
        ):
            state = await daemon.state()
            for _ in range(6):
                state = await follow_prompt(daemon, state)
            await daemon.post("button", down=True)
            await daemon.post("button", down=False, cancel=True)
            last = (await daemon.post("undo"))["seq"]
            seen: list[State] = []
            while not seen or seen[-1]["seq"] < last:
                seen.append(json.loads((await events.receive(20)).data))
            assert [one["seq"] for one in seen] == list(range(seen[0]["seq"], last + 1))
            assert len(seen) > 10
            # Equal pictures are told once: every number stands for something new.
            assert all({**a, "seq": 0} != {**b, "seq": 0} for a, b in pairwise(seen))

    asyncio.run(watch())
