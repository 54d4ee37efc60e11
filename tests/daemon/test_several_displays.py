"""A tray with a display before every side, through the running daemon."""

from __future__ import annotations

import asyncio
import io
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from stbpi.daemon.screens import FRAMES, HELD_S, Screens
from stbpi.display.alarms import Alarm
from stbpi.display.compose import compose
from stbpi.display.draw import draw
from stbpi.locale import catalogue
from stbpi.table.prompts import Offer, Prompt, PromptCode
from stbpi.table.view import Rest, TableView
from tests.display.matches import classic, tray, view
from tests.support.running import RunningDaemon, Timeout
from tests.support.virtual_loop import VirtualLoop, virtual_loop

FOUR = """
[board]
profile = "simulated-4x12"
[[display]]
[[display]]
driver = "sh1106"
address = 0x3D
side = 1
[[display]]
driver = "sh1107"
bus = 3
rotate = 1
side = 2
[[display]]
driver = "ssd1309"
bus = 3
address = 0x3D
side = 3
"""


async def shown(daemon: RunningDaemon, number: int) -> Image.Image:
    async with daemon.session.get(f"{daemon.address}/api/v1/oled.png?display={number}") as reply:
        return Image.open(io.BytesIO(await reply.read())).convert("1")


async def shows(daemon: RunningDaemon, number: int, picture: Image.Image) -> None:
    """Return once a display shows this; nobody waits for a panel, so it may be a moment behind."""
    async with asyncio.timeout(Timeout):
        while (await shown(daemon, number)).tobytes() != picture.tobytes():
            pass


def drawn(now: TableView, side: int | None) -> Image.Image:
    return draw(compose(now, catalogue("en"), side=side))


def test_every_display_shows_its_side_and_the_first_what_all_need_to_know(tmp_path: Path) -> None:
    async def table() -> None:
        async with RunningDaemon(tmp_path, "--dice-seed", "7", more_config=FOUR) as daemon:
            await daemon.post("match", rules="tray", players=["Anna", "Bert", "Carla"])
            await daemon.post("button", hold_ms=60)
            state = await daemon.prompt("press_to_roll")
            prompt = Prompt(
                code=PromptCode.PRESS_TO_ROLL, player=state["prompt"]["player"], press=Offer.THROW
            )
            asked = view(prompt, tray("Anna", "Bert", "Carla"))
            for number, side in enumerate((None, 0, 1, 2)):
                await shows(daemon, number, drawn(asked, side))
            assert (await shown(daemon, 2)).tobytes() != (await shown(daemon, 3)).tobytes()

            await daemon.post("sim/fault", kind="oled_gone", on=True)
            state = await daemon.until(lambda state: len(state["faults"]) == 4)
            # Each bus has a thread of its own; which of them notices first is chance.
            said = {fault["part"]: fault["message"] for fault in state["faults"]}
            assert sorted(said) == ["oled 0", "oled 1", "oled 2", "oled 3"]
            assert "sh1107 display at I2C bus 3, address 0x3C" in said["oled 2"]
            await daemon.post("sim/fault", kind="oled_gone", on=False)
            await daemon.until(lambda state: not state["faults"])
            for number, side in enumerate((None, 0, 1, 2)):
                await shows(daemon, number, drawn(asked, side))

    asyncio.run(table())


def test_what_does_not_work_is_told_on_the_glass_until_it_works(tmp_path: Path) -> None:
    async def table() -> None:
        async with RunningDaemon(tmp_path) as daemon:
            asked = view(
                Prompt(code=PromptCode.PRESS_TO_START, press=Offer.START), players=("Player 1", "Player 2")
            )
            await shows(daemon, 0, drawn(asked, None))
            await daemon.post("sim/fault", kind="pins_gone", on=True)
            state = await daemon.until(lambda state: bool(state["faults"]))
            assert "the switches on the Pi's pins cannot be read" in state["faults"][0]["message"]
            told = compose(asked, catalogue("en"), alarms=[Alarm("part_gone", "pins")])
            assert told.alarm == "Switches: no answer"
            await shows(daemon, 0, draw(told))
            await daemon.post("sim/fault", kind="pins_gone", on=False)
            await shows(daemon, 0, drawn(asked, None))
        said = daemon.log.read_text()
        assert said.count("pins: ") == 2, "one line when it goes and one when it is back"

    asyncio.run(table())


ON_TWO_BUSES = """
[board]
profile = "mcp23017-4x10"
[[display]]
[[display]]
bus = 0
"""


def test_one_display_or_a_whole_bus_is_lost_and_comes_back(tmp_path: Path) -> None:
    async def parts(daemon: RunningDaemon, *wanted: str) -> None:
        await daemon.until(lambda state: sorted(fault["part"] for fault in state["faults"]) == [*wanted])

    async def table() -> None:
        async with RunningDaemon(tmp_path, more_config=ON_TWO_BUSES) as daemon:
            await daemon.post("sim/fault", kind="oled_gone", display=1, on=True)
            await parts(daemon, "oled 1")
            expanders = ["expander east", "expander north", "expander south", "expander west"]
            await daemon.post("sim/fault", kind="bus_error", on=True)
            await parts(daemon, *expanders, "oled 0", "oled 1")
            await daemon.post("sim/fault", kind="oled_gone", on=False)
            await daemon.post("sim/flap", side=0, flap=3, closed=True)
            await daemon.post("sim/fault", kind="bus_error", on=False)
            await parts(daemon)
            assert (await daemon.state())["tray"][0] == [3]
            status, refused = await daemon.send("sim/fault", {"kind": "oled_gone", "display": 2, "on": True})
            assert (status, refused["code"]) == (422, "no_such_display")
            assert refused["error"] == "there is no display 2; this tray has displays 0 to 1"

    asyncio.run(table())


class Asked:
    """Where the pictures would go."""

    def __init__(self) -> None:
        self.releasing: list[Offer | None] = []
        self.rolling: list[int | None] = []

    def draw(self, now: TableView, frame: int) -> None:
        self.releasing.append(now.prompt.releasing)
        self.rolling.append(None if now.rolling is None else frame)

    def rest(self, rest: Rest) -> None:
        pass


def to_roll(releasing: Offer | None) -> TableView:
    prompt = Prompt(code=PromptCode.PRESS_TO_ROLL, player=0, press=Offer.THROW, releasing=releasing)
    return view(prompt, classic())


def pressed(loop: VirtualLoop, held_s: float, then: Offer | None) -> Asked:
    """The button goes down, and after that time the table says something else."""
    asked = Asked()

    async def hand() -> None:
        screens = Screens(asked)
        screens.show(to_roll(Offer.THROW))
        await loop.passing(held_s)
        screens.show(to_roll(then))
        await loop.passing(1.0)
        await screens.close(lambda: None)

    loop.run_until_complete(hand())
    return asked


def test_a_tap_on_the_button_does_not_flicker() -> None:
    with virtual_loop() as loop:
        assert pressed(loop, 0.15, None).releasing == [None, None]


def test_a_button_held_says_what_letting_go_does_and_each_next_thing_at_once() -> None:
    with virtual_loop() as loop:
        assert pressed(loop, HELD_S + 0.1, None).releasing == [None, Offer.THROW, None]
    with virtual_loop() as loop:
        assert pressed(loop, 0.1, Offer.UNDO).releasing == [None, Offer.UNDO]


@pytest.mark.parametrize(("rolled_s", "pictures"), [(0.3, 5), (2.0, FRAMES)])
def test_dice_roll_until_they_lie(rolled_s: float, pictures: int) -> None:
    asked = Asked()
    with virtual_loop() as loop:

        async def throw() -> None:
            screens = Screens(asked)
            screens.show(replace(to_roll(None), rolling=classic()))
            await loop.passing(rolled_s)
            screens.show(to_roll(None))
            await loop.passing(1.0)
            await screens.close(lambda: None)

        loop.run_until_complete(throw())
    assert asked.rolling == [*range(pictures), None]
