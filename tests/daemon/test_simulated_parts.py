"""What people are told of a simulated tray beside its flaps: kinds of faults, which are on, screens and lamps."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tests.support.running import RunningDaemon

CONFIGURATION = """
[board]
profile = "{profile}"
"""
TWO_DISPLAYS = """
[[display]]
driver = "ssd1306"
bus = 1
address = 0x3C
side = 1
[[display]]
driver = "ssd1306"
bus = 1
address = 0x3D
side = 3
"""


async def parts(daemon: RunningDaemon) -> dict[str, Any]:
    async with daemon.session.get(daemon.address + "/api/v1/sim") as reply:
        assert reply.status == 200
        return await reply.json()


def test_every_kind_that_is_told_can_be_switched_on_is_told_and_off_again(tmp_path: Path) -> None:
    async def test() -> None:
        more = CONFIGURATION.format(profile="matrix-4x12") + TWO_DISPLAYS
        async with RunningDaemon(tmp_path, "--dice-seed", "7", more_config=more) as daemon:
            told = await parts(daemon)
            assert told["displays"] == [{"side": 0}, {"side": 2}]
            assert told["broken"] == []
            of = {
                "flap": {"side": 1, "flap": 5, "display": None},
                "display": {"side": None, "flap": None, "display": 1},
                "all": {"side": None, "flap": None, "display": None},
            }
            assert {kind for kinds in told["kinds"].values() for kind in kinds} >= {
                "stuck",
                "ghosting",
                "oled_gone",
            }
            for what, kinds in told["kinds"].items():
                for kind in kinds:
                    where = {key: value for key, value in of[what].items() if value is not None}
                    await daemon.post("sim/fault", kind=kind, on=True, **where)
                    assert (await parts(daemon))["broken"] == [{"kind": kind, **of[what]}], kind
                    await daemon.post("sim/fault", kind=kind, on=False, **where)
                    assert (await parts(daemon))["broken"] == [], kind

    asyncio.run(test())


WRONG = [
    ("oled_gone", {"side": 0, "flap": 5}, "of displays, not of a flap; leave side and flap out"),
    ("slow_consumer", {"side": 0, "flap": 5}, "of the whole tray, not of a flap; leave side and flap out"),
    ("bus_error", {"side": 0, "flap": 5}, "of the whole tray, not of a flap; leave side and flap out"),
    ("bus_error", {"side": 0}, "of the whole tray, not of a flap; leave side and flap out"),
    ("stuck", {"side": 0, "flap": 5, "display": 0}, "is no fault of a display, only"),
    ("ghosting", {}, "is a fault of one flap; say which with side and flap"),
    ("stuck", {"side": 0}, "is a fault of one flap; say which with side and flap"),
]


def test_a_fault_of_something_that_cannot_have_it_is_refused_and_nothing_breaks(tmp_path: Path) -> None:
    async def test() -> None:
        more = CONFIGURATION.format(profile="matrix-4x12") + TWO_DISPLAYS
        async with RunningDaemon(tmp_path, "--dice-seed", "7", more_config=more) as daemon:
            for kind, where, why in WRONG:
                call = {"kind": kind, "on": True, **where}
                async with daemon.session.post(daemon.address + "/api/v1/sim/fault", json=call) as reply:
                    assert reply.status == 422, call
                    said = (await reply.json())["error"]
                    assert f'"{kind}" is' in said
                    assert why in said
            assert (await parts(daemon))["broken"] == []

    asyncio.run(test())


def test_the_second_line_says_where_flaps_are_clicked(tmp_path: Path) -> None:
    async def test() -> None:
        async with RunningDaemon(tmp_path) as daemon, asyncio.timeout(20):
            assert daemon.process.stdout is not None
            line = (await daemon.process.stdout.readline()).decode()
            assert line == f"Flaps to click: {daemon.address}/tray\n"
            async with daemon.session.get(line.split()[-1]) as reply:
                assert reply.status == 200

    asyncio.run(test())


def test_the_lamp_of_whoever_is_to_play_shines(tmp_path: Path) -> None:
    async def test() -> None:
        more = CONFIGURATION.format(profile="hc165-4x12")
        async with RunningDaemon(tmp_path, "--dice-seed", "7", more_config=more) as daemon:
            dark = [{"side": side, "light": None} for side in range(4)]
            assert (await parts(daemon))["lamps"] == dark
            await daemon.post("match", rules="tray", players=["Anna", "Ben"], sides=[1, 3])
            await daemon.post("button", hold_ms=60)
            await daemon.prompt("press_to_roll")
            lit = [{**lamp, "light": "turn" if lamp["side"] == 1 else None} for lamp in dark]
            assert (await parts(daemon))["lamps"] == lit

    asyncio.run(test())


BARE = """
[matrix]
rows = [18, 23]
columns = [4, 17]
diodes = false
[[side]]
on = "matrix"
row = 1
flaps = [1, 2]
[[side]]
on = "matrix"
row = 2
flaps = [1, 2]
[[button]]
role = "dice"
pin = 16
"""


def test_what_may_not_be_meant_in_a_profile_stands_once_in_the_log(tmp_path: Path) -> None:
    (tmp_path / "bare.toml").write_text(BARE)

    async def test() -> None:
        more = CONFIGURATION.format(profile=tmp_path / "bare.toml") + "[game]\naxes = { flaps = 2 }\n"
        async with RunningDaemon(tmp_path, more_config=more) as daemon:
            await daemon.prompt("press_to_start")
        assert daemon.log.read_text().count("profile bare: diodes = false, and flap 1 of side 1, ") == 1

    asyncio.run(test())
