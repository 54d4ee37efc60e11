"""Shutting down: a real command is run, and a reason is given wherever it does not do."""

from __future__ import annotations

import asyncio

import pytest

from stbpi.daemon import power
from stbpi.daemon.faults import FaultBoard
from stbpi.daemon.panels import Panels
from stbpi.daemon.power import Power
from stbpi.table.events import NotShutDown
from stbpi.table.view import Rest
from stbpi.tray.profile import Display
from tests.display.aside_scenes import menu
from tests.display.scenes import SCENES
from tests.support.running import Timeout


async def shut_down(*command: str) -> tuple[bool, list[object], list[str]]:
    """Whether it goes down, what the table is told, and what people are."""
    faults, posted = FaultBoard(), []
    one = Power(command, faults, posted.append)
    one.shut_down()
    one.shut_down()
    async with asyncio.timeout(Timeout):
        await one._running
    told = [fault.message for fault in faults.standing]
    going = one.going_down
    await one.close()
    return going, posted, told


def test_a_command_that_does_it_is_believed():
    assert asyncio.run(shut_down("true")) == (True, [], [])


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (("false",), "ended with status 1"),
        (("sh", "-c", "echo '  Access   denied.' >&2; exit 4"), "status 4 and said: Access denied;"),
        (("no-such-program-here",), "could not be run (No such file or directory)"),
        (("/",), "could not be run (Permission denied)"),
        (("sh", "-c", "yes no | head -c 100000 >&2; exit 1"), "and said: no no no"),
    ],
)
def test_one_that_does_not_is_told_with_its_reason(command, why):
    going, posted, (told,) = asyncio.run(shut_down(*command))
    assert (going, posted) == (False, [NotShutDown()])
    assert why in told
    assert "set [power] shutdown" in told
    assert len(told) < 700


def test_one_that_hangs_is_ended(monkeypatch):
    monkeypatch.setattr(power, "ANSWERS_WITHIN_S", 0.1)
    going, posted, (told,) = asyncio.run(shut_down("sleep", "60"))
    assert (going, posted) == (False, [NotShutDown()])
    assert "did not answer within 0.1 s" in told


def test_closing_does_not_wait_for_it():
    async def close() -> None:
        one = Power(("sleep", "60"), FaultBoard(), lambda _: None)
        one.shut_down()
        await asyncio.sleep(0)
        async with asyncio.timeout(2):
            await one.close()

    asyncio.run(close())


def test_the_screens_stay_lit_for_people_who_wait_to_pull_the_plug():
    async def leave() -> None:
        panels = Panels([Display("ssd1306", 1, 0x3C, 0, None, None)], simulated=True, faults=FaultBoard())
        panels.draw(SCENES["press_to_start"], 0)
        panels.rest(Rest.AWAKE)
        panels.settle()
        before = panels.png(0)
        panels.draw(menu_going_down(), 0)
        panels.leave()
        assert panels.png(0) != before
        lit = panels._displays.each[0].captured().getbbox()
        assert lit is not None
        panels.close()
        assert panels._displays.each[0].captured().getbbox() is None

    asyncio.run(leave())


def menu_going_down():
    from stbpi.table.menu import Page

    return menu(Page.GOING_DOWN).view
