"""What only the virtual tray has: lamps, several screens, and the drawer with the faults."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.browsing import LAPTOP, PHONE, flap
from tests.support.running import RunningDaemon
from tests.web.serving import serving
from tests.web.table_service import TableService

pytestmark = pytest.mark.browser

FOUR_SIDES = """
[board]
profile = "hc165-4x12"
[[display]]
driver = "ssd1306"
bus = 1
address = 0x3C
side = 1
[[display]]
driver = "sh1106"
bus = 1
address = 0x3D
side = 3
"""


def test_lamps_and_screens_are_those_of_each_side(house, tmp_path):
    async def test():
        async with (
            RunningDaemon(tmp_path, "--dice-seed", "7", more_config=FOUR_SIDES) as daemon,
            house.visiting(daemon.address) as visitor,
        ):
            page = await visitor.open()
            screens = page.locator(".oled-frame")
            await expect(screens.locator("figcaption")).to_have_text(["Screen of side 1", "Screen of side 3"])
            await expect(screens.locator("img").nth(1)).to_have_attribute("alt", "Screen of side 3")
            for screen in await screens.locator("img").all():
                await expect(screen).to_be_visible()
                assert await screen.evaluate("(i) => [i.naturalWidth, i.naturalHeight, i.clientWidth]") == [
                    128,
                    64,
                    128,
                ]
            await daemon.post("match", rules="tray", players=["Anna", "Ben"], sides=[1, 3])
            lamps = page.locator(".side .lamp")
            await expect(lamps).to_have_count(4)
            await page.locator("#press").click()
            await daemon.prompt("press_to_roll")
            of_side = [page.locator(f'.side[data-number="{side}"] .lamp') for side in range(4)]
            await expect(of_side[1]).to_have_attribute("data-light", "turn")
            await expect(of_side[1]).to_have_attribute("aria-label", "Lamp: lit")
            # Also at the sides at which nobody plays, and which stand aside.
            for dark in (0, 2, 3):
                await expect(of_side[dark]).to_have_attribute("data-light", "dark")

    house.run(test())


def test_faults_are_switched_on_seen_at_work_and_mended(house, tmp_path):
    async def test():
        async with (
            RunningDaemon(tmp_path, "--dice-seed", "7") as daemon,
            house.visiting(daemon.address) as visitor,
        ):
            page = await visitor.open(viewport=LAPTOP)
            drawer = page.locator("#break-drawer")
            await page.get_by_role("button", name="Break something").click()
            await expect(drawer).to_be_visible()
            await drawer.get_by_role("combobox", name="Flap").select_option("5")
            stuck = drawer.get_by_role("switch", name="Stuck switch")
            await stuck.click()
            await expect(drawer.locator("#broken li")).to_have_text(["Stuck switch · Flap 5Mend"])
            # The page goes on beside it: the flap swings back, since its switch says nothing.
            await flap(page, 5).click()
            await expect(flap(page, 5)).to_have_attribute("aria-pressed", "false")
            await drawer.get_by_role("combobox", name="Flap").select_option("6")
            await expect(stuck).not_to_be_checked()
            await drawer.get_by_role("combobox", name="Flap").select_option("5")
            await expect(stuck).to_be_checked()
            await drawer.get_by_role("button", name="Mend: Stuck switch").click()
            await expect(stuck).not_to_be_checked()
            await expect(flap(page, 5)).to_have_attribute("aria-pressed", "true")
            # What this tray has no part for is not offered.
            for kind in ("Bridged diode", "Supply that dips", "Cable pulled"):
                await expect(drawer.get_by_role("switch", name=kind)).to_have_count(0)
            await drawer.get_by_role("switch", name="Pin taken").click()
            await daemon.until(lambda now: any(fault["code"] == "tray_gone" for fault in now["faults"]))
            await expect(page.locator("#faults")).to_contain_text("another-program")
            await drawer.get_by_role("button", name="Mend: Pin taken").click()
            await expect(page.locator("#faults")).to_be_hidden()
            await page.keyboard.press("Escape")
            await expect(drawer).to_be_hidden()
            await expect(page.locator("#break")).to_be_focused()

    house.run(test())


def test_a_fault_switched_on_elsewhere_is_listed_and_a_refusal_told(house):
    async def test():
        service = TableService()
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            visitor.expect("422")
            page = await visitor.open(viewport=PHONE)
            await caller.post("sim/fault", {"kind": "cut", "side": 0, "flap": 3, "on": True})
            await expect(page.locator("body")).to_have_attribute("data-broken", "yes")
            await page.locator("#break").click()
            drawer = page.locator("#break-drawer")
            await expect(drawer.locator("#broken span")).to_have_text("Cut wire · Flap 3")
            # The upper half stays in sight: faults are there to be seen at work.
            assert (await drawer.bounding_box())["y"] > PHONE["height"] * 0.45
            await drawer.get_by_role("switch", name="Silent bus").click()
            await expect(page.locator("#break-error")).to_contain_text("There is no fault 'bus_error'")
            await expect(drawer.get_by_role("switch", name="Silent bus")).not_to_be_checked()

    house.run(test())
