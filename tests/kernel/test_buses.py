"""Four sides on MCP23017 expanders and four OLEDs, through /dev/i2c-1 and /dev/i2c-3."""

from __future__ import annotations

import asyncio

from tests.kernel.machine import Machine
from tests.kernel.tray import HEADER, KernelTray, faults
from tests.support.guest import follow_prompt

PROFILE = "mcp23017-4x10"
GAME = """\
rules = "tray"
players = ["Anna", "Ben", "Cleo", "Dan"]
"""
EXPANDERS = [[1, address, "mcp23017"] for address in (0x20, 0x21, 0x22, 0x23)]
PANELS = [[bus, address, "sh1106"] for bus in (1, 3) for address in (0x3C, 0x3D)]
LAMPS = (5, 6, 13, 19)
"""Of the four sides."""


def test_four_sides_play_on_expanders_and_each_sees_its_own_screen(machine: Machine) -> None:
    async def play() -> None:
        async with KernelTray(machine, PROFILE, game=GAME) as tray:
            state = await tray.prompt("press_to_start")
            assert state["faults"] == []
            lit = set()
            while not {0, 1, 2, 3} <= lit:
                state = await follow_prompt(tray, state, move=mover, press=presser)
                if state["prompt"]["code"] == "press_to_roll":
                    lit |= {side for side, line in enumerate(LAMPS) if machine.call("level", line=line)}
            pictures = [
                await tray.shown(bus, address, display) for display, (bus, address, _) in enumerate(PANELS)
            ]
            assert len({picture.tobytes() for picture in pictures}) > 1, "each side has a screen of its own"
            assert state["faults"] == []

    async def mover(tray: KernelTray, side: int, flap: int, closed: bool) -> None:
        await tray.move(side, flap, closed)

    async def presser(tray: KernelTray) -> None:
        await tray.press()

    machine.call("chips", labels=[HEADER])
    machine.call("buses", parts=[*EXPANDERS, *PANELS])
    asyncio.run(play())


def test_parts_that_go_are_named_and_come_back_and_no_flap_is_invented(machine: Machine) -> None:
    async def play() -> None:
        async with KernelTray(machine, PROFILE, game=GAME) as tray:
            await tray.prompt("press_to_start")
            await tray.move(0, 2, True)
            await tray.move(1, 10, True)
            await tray.until(lambda now: now["tray"] == [[2], [10], [], []])

            # Two messages in a row that nobody acknowledged are a spike: tried again, and nobody is told.
            machine.call("spoil", transfers=2)
            await tray.move(2, 7, True)
            state = await tray.until(lambda now: now["tray"] == [[2], [10], [7], []])
            assert state["faults"] == []

            machine.call("power", bus=1, address=0x21, on=False)
            assert "the expander east does not answer" in await tray.fault("expander east")
            machine.call("power", bus=1, address=0x21, on=True)
            await tray.well()
            assert (await tray.state())["tray"] == [[2], [10], [7], []]

            # A dip too short to be missed: the chip has lost its pull-ups, and every input reads as if it were closed.
            machine.call("power", bus=1, address=0x20, on=True)
            assert "lost its settings" in await tray.fault("expander north, supply")
            assert (await tray.state())["tray"] == [[2], [10], [7], []]
            await tray.well()

            machine.call("cut_interrupt")
            for flap in (1, 3, 4):
                await tray.move(3, flap, True)
                await tray.rested(3, flap)
            assert "its INT line says nothing" in await tray.fault("expander west, interrupt")

            machine.call("power", bus=3, address=0x3D, on=False)
            assert "I2C bus 3, address 0x3D" in await tray.fault("oled 3")
            machine.call("power", bus=3, address=0x3D, on=True)
            await tray.until(lambda now: "oled 3" not in faults(now))
            await tray.shown(3, 0x3D, 3)

    machine.call("chips", labels=[HEADER])
    machine.call("buses", parts=[*EXPANDERS, *PANELS])
    asyncio.run(play())
