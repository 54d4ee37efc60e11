"""The doctor on the kernel's own devices: nothing of them is made up, and nothing of theirs is disturbed."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.kernel.machine import Machine
from tests.kernel.test_buses import EXPANDERS, GAME, PANELS, PROFILE
from tests.kernel.tray import HEADER, TOKEN, KernelTray

CONFIG = f'[board]\nprofile = "{PROFILE}"\n[web]\ntoken = "{TOKEN}"\n'

OF_PARTS = ("pins", "buses", "devices", "screens")


def findings(machine: Machine, *topics: str) -> list[tuple[str, str]]:
    """Level and words of what is found about these topics."""
    found: list[dict[str, Any]] = machine.call("doctor", config=CONFIG)
    return [(one["level"], one["found"]) for one in found if one["topic"] in topics]


def test_the_doctor_asks_the_kernel_for_the_header_and_the_buses_for_what_hangs_on_them(
    machine: Machine,
) -> None:
    async def beside_the_daemon() -> None:
        async with KernelTray(machine, PROFILE, game=GAME) as tray:
            state = await tray.prompt("press_to_start")
            assert state["faults"] == []
            assert findings(machine, "daemon") == [("ok", "it runs at http://127.0.0.1:8420")]
            machine.call("power", bus=1, address=0x22, on=False)
            await tray.until(lambda now: now["faults"] != [])
            (running, gone) = findings(machine, "daemon")
            assert (running[0], gone[0]) == ("ok", "fault")
            assert "south" in gone[1]
            assert findings(machine, "pins", "devices", "screens") == [], "those are left to the daemon"

    machine.call("chips", labels=["gpio-brcmstb@107d508500", HEADER])
    machine.call("buses", parts=[*EXPANDERS, *PANELS])
    well = findings(machine, *OF_PARTS)
    assert [level for level, _ in well] == ["ok"] * (2 + len(EXPANDERS) + len(PANELS)), well
    assert ("ok", f"lgpio, /dev/gpiochip1 ({HEADER})") in well
    machine.call("power", bus=1, address=0x22, on=False)
    bad = [found for level, found in findings(machine, *OF_PARTS) if level != "ok"]
    assert bad == ["MCP23017 south does not answer on I2C 1 at 0x22"]
    machine.call("power", bus=1, address=0x22, on=True)
    asyncio.run(beside_the_daemon())
