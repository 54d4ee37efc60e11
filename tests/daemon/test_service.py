"""Service mode on a running tray: entered over HTTP or from the terminal, in the middle of a match."""

from __future__ import annotations

import asyncio
import io
import json
import signal
import sys
from pathlib import Path

from PIL import Image

from tests.support.running import RunningDaemon, State, Timeout


async def in_a_match(daemon: RunningDaemon) -> State:
    await daemon.post("match", rules="classic", players=["Ann", "Ben"])
    await daemon.post("button", hold_ms=60)
    await daemon.post("button", hold_ms=60)
    return await daemon.prompt("close_flaps")


async def get(daemon: RunningDaemon, call: str) -> State:
    async with daemon.session.get(f"{daemon.address}/api/v1/{call}") as reply:
        assert reply.status == 200
        return await reply.json()


async def picture(daemon: RunningDaemon) -> bytes:
    async with daemon.session.get(f"{daemon.address}/api/v1/oled.png") as reply:
        return Image.open(io.BytesIO(await reply.read())).convert("1").tobytes()


def test_flaps_are_tried_out_in_the_middle_of_a_match_which_goes_on_as_it_was(tmp_path: Path) -> None:
    async def try_out() -> None:
        async with RunningDaemon(tmp_path, "--dice-seed", "7") as daemon:
            before = await in_a_match(daemon)
            state = await daemon.post("service", on=True)
            assert (state["prompt"]["code"], state["prompt"]["service"]["page"]) == ("service", "switches")
            for flap in (3, 9):
                for closed in (True, False):
                    state = await daemon.post("sim/flap", side=0, flap=flap, closed=closed)
            service = state["prompt"]["service"]
            assert service["last"] == {"side": 0, "flap": 9}
            assert service["moved"] == [{"side": 0, "flap": 3}, {"side": 0, "flap": 9}]
            report = await get(daemon, "service")
            moved = {switch["flap"]: switch for switch in report["switches"]}
            assert (moved[3]["changes"], moved[5]["changes"]) == (2, 0)
            assert 0 < moved[3]["longest_bounce_us"] < 30_000
            after = await daemon.post("service", on=False)
            assert after["prompt"] == before["prompt"]
            assert (after["dice"], after["players"]) == (before["dice"], before["players"])

    asyncio.run(try_out())


def test_presses_turn_pages_on_the_small_screen_and_a_hold_leaves(tmp_path: Path) -> None:
    async def turn() -> None:
        async with RunningDaemon(tmp_path, "--dice-seed", "7") as daemon:
            await in_a_match(daemon)
            state = await daemon.post("service", on=True)
            seen = []
            lit = bytes([255]) * (128 * 64 // 8)
            while True:
                seen.append(state["prompt"]["service"]["page"])
                if seen[-1] == "lit":
                    async with asyncio.timeout(Timeout):
                        while await picture(daemon) != lit:
                            pass
                if len(seen) == 8:
                    break
                state = await daemon.post("button", hold_ms=60)
            assert seen == ["switches", "checker", "lit", "border", "lamps", "dice", "versions", "health"]
            state = await daemon.post("button", hold_ms=900)
            assert state["prompt"]["code"] == "close_flaps"

    asyncio.run(turn())


def test_dice_and_computer_are_told_as_the_journal_and_the_system_have_them(tmp_path: Path) -> None:
    async def tell() -> None:
        async with RunningDaemon(tmp_path, "--dice-seed", "7") as daemon:
            thrown = list((await in_a_match(daemon))["dice"])
            # Thrown, taken back and thrown again is one throw.
            await daemon.post("undo")
            await daemon.post("button", hold_ms=60)
            await daemon.prompt("close_flaps")
            report = await get(daemon, "service")
            (dice,) = report["dice"]
            assert (dice["source"], dice["dice"]) == ("electronic", 2)
            assert dice["counts"] == [thrown.count(face) for face in range(1, 7)]
            assert dice["p"] is None
            assert report["machine"]["python"] == ".".join(map(str, sys.version_info[:3]))
            assert (report["lamps"], report["buzzer"]) == (True, True)

    asyncio.run(tell())


async def terminal(daemon: RunningDaemon, *more: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "stbpi", "service", "--address", daemon.address, *more),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=daemon.folder,
    )


def test_the_terminal_shows_every_switch_live_and_leaves_with_ctrl_c(tmp_path: Path) -> None:
    async def watch() -> None:
        async with RunningDaemon(tmp_path) as daemon, asyncio.timeout(3 * Timeout):
            process = await terminal(daemon, "--json")
            assert process.stdout is not None
            first = json.loads(await process.stdout.readline())
            assert [switch["flap"] or switch["button"] for switch in first["switches"]] == [
                *range(1, 10),
                "dice",
            ]
            assert (await daemon.state())["prompt"]["code"] == "service"
            await daemon.post("sim/flap", side=0, flap=4, closed=True)
            told = first
            while not told["moved"]:
                told = json.loads(await process.stdout.readline())
            assert told["moved"] == [{"side": 0, "flap": 4}]
            assert told["switches"][3]["closed"]
            process.send_signal(signal.SIGINT)
            assert await process.wait() == 0
            assert (await daemon.state())["prompt"]["code"] == "press_to_start"

    asyncio.run(watch())


def test_it_ends_when_the_service_mode_is_left_at_the_tray(tmp_path: Path) -> None:
    async def watch() -> None:
        async with RunningDaemon(tmp_path) as daemon, asyncio.timeout(3 * Timeout):
            process = await terminal(daemon)
            await daemon.prompt("service")
            await daemon.post("button", hold_ms=900)
            out, _ = await process.communicate()
            assert process.returncode == 0
            assert out.decode().splitlines()[1].split() == ["flap", "1", "raised", "0", "0.0", "ms", "never"]

    asyncio.run(watch())


def test_once_tells_what_is_known_and_leaves_the_tray_alone(tmp_path: Path) -> None:
    async def look() -> None:
        async with RunningDaemon(tmp_path) as daemon, asyncio.timeout(3 * Timeout):
            process = await terminal(daemon, "--once", "--language", "de")
            out, _ = await process.communicate()
            lines = out.decode().splitlines()
            assert lines[0].split()[:2] == ["Schalter", "steht"]
            assert "Noch kein Wurf" in lines
            process = await terminal(daemon, "--once", "--json")
            out, _ = await process.communicate()
            told = json.loads(out)
            known = await get(daemon, "service")
            assert told.keys() == known.keys()
            assert told["dice"] == []
            assert (await daemon.state())["prompt"]["code"] == "press_to_start"

    asyncio.run(look())
