"""The faces and the running daemon: a match of every rule set by clicking, a pulled plug, and a full house."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from stbpi.rules import rule_set, rule_set_names
from tests.browser.browsing import PHONE, flap
from tests.browser.test_with_the_daemon import click_what_is_asked
from tests.support.running import RunningDaemon

pytestmark = pytest.mark.browser

FACES = ("/", "/tray", "/control")
MOST_CLICKS = 1500

TRAYS = """
[board]
profile = "{profile}"
"""

ONE_ROW = """
title = "One row of twenty-four"

[[side]]
flaps = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24]
on = "simulated"

[[button]]
role = "dice"
pin = 16
"""

SHORTER = {
    "tray": {"target": 10},
    "numbers": {"flaps": 10},
    "knock-out": {"eliminate_at": 20},
    "doubles-up": {"rounds": 1},
}
"""A match by these would take minutes to click; with less to reach it goes the same way."""


async def agree(page: Page, state) -> None:
    """A face says of the end what the daemon says."""
    await expect(page.locator("#headline")).to_have_text(state["prompt"]["text"])
    for seat, player in enumerate(state["players"]):
        row = page.locator(".player").nth(seat)
        await expect(row.locator(".player-name")).to_have_text(player["name"])
        await expect(row.locator(".score b")).to_have_text(player["score_text"] or "–")


OFTEN = ("tray",)
"""On own rows; a shared one is played elsewhere. The others take ten minutes more, and wait for `make test-long`."""


@pytest.mark.parametrize(
    "name",
    [name if name in OFTEN else pytest.param(name, marks=pytest.mark.long) for name in rule_set_names()],
)
def test_a_match_of_every_rule_set_on_the_virtual_tray(house, tmp_path: Path, name):
    async def test():
        chosen = rule_set(name)
        profile = "simulated-4x12" if chosen.rows == "own" else "direct-12"
        if max(chosen.flaps) > 12:
            profile = "one-row.toml"
            (tmp_path / profile).write_text(ONE_ROW, encoding="utf-8")
        more = TRAYS.format(profile=profile)
        async with (
            RunningDaemon(tmp_path, "--dice-seed", "3", settle_ms=100, more_config=more) as daemon,
            house.visiting(daemon.address) as visitor,
        ):
            page = await visitor.open("/tray")
            kiosk = await visitor.open("/")
            state = await daemon.post(
                "match", rules=name, axes=SHORTER.get(name, {}), players=["Anna", "Ben"]
            )
            await expect(page.locator(".player-name")).to_have_text(["Anna", "Ben"])
            clicks = 0
            while state["prompt"]["code"] != "match_over":
                if state["prompt"]["code"] == "round_over" and state["rules"]["match"] == "open":
                    await page.get_by_role("button", name="End the match").click()
                    state = await daemon.prompt("match_over")
                else:
                    state = await click_what_is_asked(page, daemon, state)
                clicks += 1
                assert clicks < MOST_CLICKS, state["prompt"]
            for face in (page, kiosk):
                await agree(face, state)

    # Twenty-four flaps are clicked for as long as they take, on a busy machine too.
    house.run(test(), patience_s=300)


def test_all_faces_are_right_again_after_the_plug_was_pulled(house, tmp_path: Path):
    async def test():
        daemon = RunningDaemon(tmp_path, "--dice-seed", "7")
        await daemon.start()
        port = int(daemon.address.rpartition(":")[2])
        async with house.visiting(daemon.address) as visitor:
            visitor.expect("ERR_", "WebSocket")
            pages = [await visitor.open(face, viewport=PHONE) for face in FACES]
            await daemon.post("match", rules="classic", players=["Anna", "Ben"])
            await daemon.post("button", hold_ms=60)
            await daemon.post("button", hold_ms=60)
            state = await daemon.prompt("close_flaps")
            for page in pages:
                await expect(page.locator("#headline")).to_have_attribute("data-code", "close_flaps")
            await daemon.kill()
            for page in pages:
                await expect(page.locator("#live")).to_have_text("not live – trying again", timeout=2000)
            daemon.port = port
            await daemon.start()
            # From its first answer on a page has 2 s.
            await daemon.state()
            for page in pages:
                await expect(page.locator("body")).to_have_attribute("data-live", "yes", timeout=2000)
                await expect(page.locator("#headline")).to_have_text(state["prompt"]["text"])
            # And all of it goes on: what is done on one is seen on the others.
            move = state["players"][0]["legal_moves"][-1]
            for number in move:
                await flap(pages[1], number).click()
            await daemon.prompt("press_to_roll")
            for page in pages:
                await expect(page.locator("#headline")).to_have_attribute("data-code", "press_to_roll")
            await daemon.terminate()
            await daemon.session.close()

    house.run(test())


@pytest.mark.long
def test_fifty_pages_at_once_see_the_same(house, tmp_path: Path):
    async def test():
        async with (
            RunningDaemon(tmp_path, "--dice-seed", "7") as daemon,
            house.visiting(daemon.address) as visitor,
        ):
            await daemon.post("match", rules="classic", players=["Anna", "Ben"])
            # Fifty pages on one machine keep each other waiting; a handshake that takes too long is begun anew.
            visitor.expect("WebSocket")
            # As on ten machines: the pages of one share its few connections.
            pages = []
            for number in range(50):
                beside = pages[number - number % 5] if number % 5 else None
                pages.append(await visitor.open(FACES[number % 3], beside=beside, viewport=PHONE))
            await daemon.post("button", hold_ms=60)
            await daemon.prompt("press_to_roll")
            await daemon.post("button", hold_ms=60)
            state = await daemon.prompt("close_flaps")
            told = state["prompt"]["text"]
            await asyncio.gather(
                *(expect(page.locator("#headline")).to_have_text(told, timeout=30_000) for page in pages)
            )
            for page in pages:
                await expect(page.locator("body")).to_have_attribute("data-live", "yes")

    # Fifty pages are fifty times the work of one, and all of it is done on this machine.
    house.run(test(), patience_s=360)
