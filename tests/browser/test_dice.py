"""Dice on the page: what the electronic ones can be checked by, and entering and putting right the others."""

from __future__ import annotations

import hashlib

import pytest
from playwright.async_api import expect

from tests.browser.browsing import KIOSK, LAPTOP, PANEL, PHONE, SMALL_PANEL, TABLET, enter, flap
from tests.browser.test_page import check_fit
from tests.web.serving import serving
from tests.web.table_service import TableService

pytestmark = pytest.mark.browser

SECRET = bytes(32).hex()
SEALED = hashlib.sha256(bytes(32)).hexdigest()


def headline(page):
    return page.locator("#headline")


async def asks(page, code):
    await expect(headline(page)).to_have_attribute("data-code", code)


def test_the_seal_stands_there_before_the_match_and_the_secret_after_it(house):
    async def test():
        async with (
            serving(TableService(["Ada"], dice="electronic")) as caller,
            house.visiting(caller.url) as visitor,
        ):
            page, watching = await visitor.open(), await visitor.open(viewport=PHONE)
            seal = watching.locator("#seal")
            await asks(page, "press_to_start")
            await expect(seal).to_have_text(f"Dice sealed with SHA-256: {SEALED}")
            await page.locator("#press").click()
            await asks(page, "press_to_roll")
            await expect(seal).to_have_text(f"Dice sealed with SHA-256: {SEALED}")
            await caller.post("retire", {"player": 0})
            await asks(page, "match_over")
            await expect(seal.locator("p")).to_have_text(
                [f"Dice sealed with SHA-256: {SEALED}", f"Their secret: {SECRET}"]
            )
            # The secret is still there to be noted when somebody has gone on.
            await page.locator("#press").click()
            await asks(page, "press_to_start")
            await expect(seal.locator("p").nth(1)).to_have_text(f"Secret of the dice before: {SECRET}")
            await page.locator("#press").click()
            await asks(page, "press_to_roll")
            await expect(seal).to_have_text(f"Dice sealed with SHA-256: {SEALED}")

    house.run(test())


def test_a_click_selects_the_whole_of_it_and_nothing_else(house):
    async def test():
        async with (
            serving(TableService(dice="electronic")) as caller,
            house.visiting(caller.url) as visitor,
        ):
            page = await visitor.open(viewport=PHONE)
            await page.locator("#seal code").click()
            assert await page.evaluate("getSelection().toString()") == SEALED

    house.run(test())


def test_dice_thrown_by_hand_have_no_seal(house):
    async def test():
        async with serving(TableService()) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open()
            await page.locator("#press").click()
            await asks(page, "press_to_roll")
            await expect(page.locator("#seal")).to_be_hidden()

    house.run(test())


@pytest.mark.parametrize(
    "size",
    [PHONE, TABLET, KIOSK, LAPTOP, PANEL, SMALL_PANEL],
    ids=["phone", "tablet", "kiosk", "laptop", "panel", "small-panel"],
)
def test_the_seal_fits_every_screen(house, size):
    async def test():
        service = TableService(["Ada", "Bernadette", "Cyril", "Dörte"], match="open", dice="electronic")
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(viewport=size)
            await asks(page, "press_to_start")
            await expect(page.locator(".oled")).to_be_visible()
            await check_fit(page, size)
            for _ in range(2):
                await page.locator("#press").click()
            await asks(page, "close_flaps")
            await check_fit(page, size)
            box = await page.locator("#seal").bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= size["width"]
            if size not in (PHONE, TABLET):
                assert box["y"] + box["height"] <= size["height"]

    house.run(test())


def test_the_pad_has_as_many_faces_as_the_dice_and_takes_as_many_dice(house):
    async def test():
        service = TableService(rules="three-hundred", die_sides=12, sides=(tuple(range(1, 25)),))
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(viewport=PHONE)
            await page.locator("#press").click()
            await expect(page.locator(".pad-die")).to_have_count(12)
            await enter(page, 12, 7, 1, 3)
            await expect(page.locator("#dice")).to_have_attribute("aria-label", "Dice: 12 and 7 and 1 and 3")
            assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    house.run(test())


def test_a_blocked_throw_is_put_right_while_it_is_told(house):
    async def test():
        async with serving(TableService(["Ada", "Ben"])) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open()
            await page.locator("#press").click()
            await enter(page, 1, 1)
            await flap(page, 2).click()
            await asks(page, "press_to_roll")
            await enter(page, 1, 1)
            await asks(page, "blocked")
            await page.get_by_role("button", name="Correct the throw").click()
            await expect(page.locator(".pad-title")).to_have_text("What does the last throw show?")
            await enter(page, 1, 2)
            await asks(page, "close_flaps")
            await expect(page.locator("#dice")).to_have_attribute("aria-label", "Dice: 1 and 2")

    house.run(test())


def test_so_it_is_when_the_next_player_is_to_throw(house):
    async def test():
        service = TableService(["Ada", "Ben"], variants=["one-die"], flaps=[2, 6])
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open()
            await page.locator("#press").click()
            await enter(page, 6, 6)
            await asks(page, "blocked")
            await page.locator("#press").click()
            await asks(page, "press_to_roll")
            correct = page.get_by_role("button", name="Correct the throw")
            await correct.click()
            await page.get_by_role("button", name="Back").first.click()
            await expect(page.locator(".pad-title")).to_have_text("What did you throw?")
            # One die may have lain there, and was typed as two.
            await correct.click()
            await enter(page, 6)
            await expect(correct).to_be_hidden()
            await page.get_by_role("button", name="Enter one die").click()
            await asks(page, "close_flaps")
            await expect(page.locator("#dice")).to_have_attribute("aria-label", "Dice: 6")
            await flap(page, 6).click()
            await asks(page, "press_to_roll")
            await expect(correct).to_be_hidden()

    house.run(test())


def test_pips_counted_on_the_button_are_seen_on_the_page(house):
    async def test():
        service = TableService(["Ada", "Ben"])
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open()
            await page.locator("#press").click()
            await asks(page, "press_to_roll")
            for pips in range(1, 4):
                await page.locator("#press").click()
                label = f"Dice: {pips}"
                await expect(page.locator("#dice")).to_have_attribute("aria-label", label)
            service.pass_time(1600)
            await page.locator("#press").click()
            await expect(page.locator("#dice")).to_have_attribute("aria-label", "Dice: 3 and 1")
            service.pass_time(1600)
            await asks(page, "close_flaps")
            await expect(page.locator("#sum")).to_have_text("4 to close")

    house.run(test())
