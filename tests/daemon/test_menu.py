"""The menu on a running tray: chosen with one button, kept over a restart, and in the end the computer is off."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from stbpi.store.choices import choices_file
from tests.support.running import RunningDaemon, State, Timeout

NAMES = '[game]\nplayers = ["Ann", "Ben"]\n'


async def menu(daemon: RunningDaemon) -> State:
    """Hold the button until the menu opens, and let go."""
    await daemon.post("button", hold_ms=8200)
    return await daemon.prompt("menu")


async def leave(daemon: RunningDaemon) -> State:
    """Go back page by page; a longer hold than one that selects does that."""
    state = await daemon.state()
    while state["prompt"]["code"] == "menu":
        state = await daemon.post("button", hold_ms=3100)
    return state


async def pick(daemon: RunningDaemon, *entries: str) -> State:
    """Press until the cursor is on an entry, and hold; one after the other."""
    state = await daemon.state()
    for wanted in entries:
        for _ in state["prompt"]["menu"]["entries"]:
            page = state["prompt"]["menu"]
            entry = page["entries"][page["chosen"]]
            if wanted in (entry["kind"], entry["name"]):
                break
            state = await daemon.post("button", hold_ms=60)
        assert wanted in (entry["kind"], entry["name"]), page
        state = await daemon.post("button", hold_ms=900)
    return state


def test_what_is_chosen_holds_at_once_and_over_a_restart(tmp_path: Path) -> None:
    async def choose() -> None:
        async with RunningDaemon(tmp_path, more_config=NAMES) as daemon:
            state = await menu(daemon)
            assert state["prompt"]["menu"]["title"] == "Menu"
            assert [entry["text"] for entry in state["prompt"]["menu"]["entries"]][:4] == [
                *("Rules", "Variants", "Players", "Flaps")
            ]
            state = await pick(daemon, "language", "de")
            assert (state["language"], state["prompt"]["menu"]["title"]) == ("de", "Menü")
            await pick(daemon, "rules", "pub")
            state = await pick(daemon, "dice", "entered")
            assert (state["rules"]["name"], state["dice_source"]) == ("pub", "entered")
            state = await leave(daemon)
            assert state["prompt"]["text"] == "Drücken zum Start: Kneipe mit Ann und Ben."
            kept = json.loads(choices_file(daemon.store).read_text())
            assert kept == {"language": "de", "dice_source": "entered"}
            await daemon.kill()
            await daemon.start()
            again = await daemon.state()
            for key in ("language", "rules", "dice_source", "players"):
                assert again[key] == state[key]
            assert again["prompt"]["text"] == state["prompt"]["text"]
            # A match made on the page is of the same kind, too.
            state = await daemon.post("match", rules="classic", players=["Cy"])
            assert state["dice_source"] == "entered"

    asyncio.run(choose())


def test_reset_goes_back_to_what_the_configuration_says(tmp_path: Path) -> None:
    choices_file(tmp_path / "state" / "stbpi.db").parent.mkdir()
    choices_file(tmp_path / "state" / "stbpi.db").write_text('{"language": "fr", "sound": "off"}')

    async def reset() -> None:
        async with RunningDaemon(tmp_path, more_config=NAMES) as daemon:
            assert (await daemon.state())["language"] == "fr"
            state = await menu(daemon)
            # A simulated tray is somebody's own computer: it is only shut down where that is configured.
            assert "shut_down" not in [entry["kind"] for entry in state["prompt"]["menu"]["entries"]]
            state = await pick(daemon, "reset")
            assert state["language"] == "en"
            assert not choices_file(daemon.store).exists()

    asyncio.run(reset())


def test_a_match_goes_on_under_the_menu_as_it_was(tmp_path: Path) -> None:
    async def play() -> None:
        async with RunningDaemon(tmp_path, "--dice-seed", "7", more_config=NAMES) as daemon:
            await daemon.post("button", hold_ms=60)
            await daemon.post("button", hold_ms=60)
            before = await daemon.prompt("close_flaps")
            await menu(daemon)
            flap = before["players"][0]["legal_moves"][0][0]
            await daemon.post("sim/flap", side=0, flap=flap, closed=True)
            inside = await daemon.state()
            assert (inside["prompt"]["code"], inside["tray"]) == ("menu", [[flap]])
            await daemon.post("sim/flap", side=0, flap=flap, closed=False)
            after = await leave(daemon)
            for key in ("phase", "dice", "players", "waiting_for", "standings"):
                assert after[key] == before[key]
            assert after["prompt"] == before["prompt"]

    asyncio.run(play())


def power(command: str) -> str:
    return f"{NAMES}[power]\nshutdown = {json.dumps(['sh', '-c', command])}\n"


def test_the_computer_is_shut_down_by_the_command_that_is_configured(tmp_path: Path) -> None:
    done = tmp_path / "done"

    async def shut_down() -> None:
        async with RunningDaemon(tmp_path, more_config=power(f"touch {done}")) as daemon:
            await menu(daemon)
            state = await pick(daemon, "shut_down")
            assert [entry["kind"] for entry in state["prompt"]["menu"]["entries"]] == ["no", "yes"]
            assert not done.exists()
            state = await pick(daemon, "yes")
            assert state["prompt"]["menu"]["page"] == "going_down"
            assert "Unplug when the green light stays off" in state["prompt"]["text"]
            async with asyncio.timeout(Timeout):
                while not done.exists():
                    await daemon.state()
            assert (await daemon.state())["faults"] == []
            # The system then stops the daemon like all others, and that is in time.
            assert await daemon.terminate() == 0

    asyncio.run(shut_down())


def test_where_that_is_not_permitted_it_is_said_on_tray_and_page(tmp_path: Path) -> None:
    command = "echo 'Interactive authentication required.' >&2; exit 1"

    async def refused() -> None:
        async with RunningDaemon(tmp_path, more_config=power(command)) as daemon:
            await menu(daemon)
            await pick(daemon, "shut_down", "yes")
            state = await daemon.until(lambda state: bool(state["faults"]))
            (fault,) = state["faults"]
            assert (fault["code"], fault["part"]) == ("not_shut_down", "computer")
            assert "Interactive authentication required" in fault["message"]
            assert "set [power] shutdown" in fault["message"]
            state = await daemon.until(
                lambda state: (state["prompt"]["menu"] or {}).get("page") == "not_shut_down"
            )
            state = await daemon.post("button", hold_ms=60)
            assert state["prompt"]["menu"]["page"] == "main"

    asyncio.run(refused())
