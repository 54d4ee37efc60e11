"""Finding the header and its lines among the kernel's chips, and what people are told where they cannot be had."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from tests.kernel.machine import Machine
from tests.kernel.tray import HEADER, PI_5, KernelTray, faults

BRCMSTB = tuple(f"gpio-brcmstb@107d5{block}" for block in ("08500", "08520", "17c00", "17c20"))


@dataclass(frozen=True)
class Pi:
    """A Pi as its kernel shows it: the chips by ascending number, and which of them is the header."""

    name: str
    revision: str
    labels: tuple[str, ...]
    header: int
    board: str = ""
    environment: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.name


PIS = (
    Pi("Pi 5 with a kernel that counts the header last", PI_5, (*BRCMSTB, HEADER), 4),
    Pi("Pi 5 with one that counts it first", PI_5, (HEADER, *BRCMSTB), 0),
    Pi(
        "Pi 5 with one that counts from eleven",
        PI_5,
        (*(f"gpio-expander-{number}" for number in range(11)), HEADER, *BRCMSTB),
        11,
    ),
    Pi("Pi 4", "c03114", ("pinctrl-bcm2711", "raspberrypi-exp-gpio"), 0),
    Pi(
        "Pi 5 through rpi-lgpio",
        PI_5,
        (*BRCMSTB, HEADER),
        4,
        board='pin_factory = "rpigpio"',
        # Which asks the device tree for it, and no emulated PC has one.
        environment={"RPI_LGPIO_REVISION": PI_5},
    ),
)


@pytest.mark.parametrize("pi", PIS, ids=str)
def test_the_header_is_found_whatever_number_it_has(machine: Machine, pi: Pi) -> None:
    async def play() -> None:
        async with KernelTray(machine, board=pi.board, environment=pi.environment) as tray:
            await tray.prompt("press_to_start")
            await tray.move(0, 1, True)
            await tray.until(lambda now: now["tray"] == [[1]])
            await tray.move(0, 1, False)
            await tray.until(lambda now: now["tray"] == [[]])
            await tray.press()
            state = await tray.prompt("press_to_roll")
            assert list(faults(state)) == ["oled 0"], "there is no bus for one here"
            who = machine.call("who")
            assert f"/dev/gpiochip{pi.header}" in who["devices"]
            assert not [
                name for name in who["devices"] if "gpiochip" in name and not name.endswith(f"p{pi.header}")
            ]
            assert 0 not in [*who["users"], *who["groups"]]

    machine.call("revision", code=pi.revision)
    numbered = machine.call("chips", labels=list(pi.labels))
    assert [pi.header, pi.labels[pi.header]] in numbered
    asyncio.run(play())


def test_a_header_that_comes_late_is_taken_as_soon_as_it_may_be(machine: Machine) -> None:
    """The program waits through everything that can be missing, saying what it is, and then the flaps count."""

    async def wait() -> None:
        async with KernelTray(machine) as tray:
            assert "this machine has no GPIO chip" in await tray.fault("tray")
            # The page is there all the while, and so is the match.
            assert (await tray.state())["prompt"]["code"] == "press_to_start"
            machine.call("chips", labels=["gpio-brcmstb@107d508500"])
            other = await tray.until(lambda now: "none of this machine's" in faults(now)["tray"])
            assert "there is gpio-brcmstb@107d508500 (gpiochip0)" in faults(other)["tray"]
            machine.call("chips", labels=[HEADER], mode=0o600)
            shut = await tray.until(lambda now: "cannot be opened" in faults(now)["tray"])
            assert "/dev/gpiochip1 cannot be opened" in faults(shut)["tray"]
            assert "into the group gpio" in faults(shut)["tray"]
            machine.call("allow", device="/dev/gpiochip1", mode=0o660)
            await tray.until(lambda now: "tray" not in faults(now))
            await tray.move(0, 9, True)
            await tray.until(lambda now: now["tray"] == [[9]])
            assert tray.said().count("WARNING tray") == 3, "a line for each thing that was wrong"

    asyncio.run(wait())


def test_a_line_that_another_program_holds_is_named_with_its_holder_until_it_lets_go(
    machine: Machine,
) -> None:
    async def wait() -> None:
        machine.call("chips", labels=[HEADER])
        machine.call("hold", line=27, name="doorbell")
        async with KernelTray(machine) as tray:
            said = await tray.fault("tray")
            assert "GPIO 27 for flap 3" in said
            assert '"doorbell" holds it' in said
            machine.call("let_go")
            await tray.until(lambda now: "tray" not in faults(now))
            await tray.move(0, 3, True)
            await tray.until(lambda now: now["tray"] == [[3]])

    asyncio.run(wait())
