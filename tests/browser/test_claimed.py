"""Seats that are claimed at the tray, as the page shows them: which side is whose, and who plays there."""

from __future__ import annotations

import os

import pytest
from playwright.async_api import expect

from stbpi.locale import LANGUAGES
from tests.browser.browsing import KIOSK, LAPTOP, ON_ITS_SIDE, PANEL, PHONE, SMALL_PANEL, TABLET
from tests.browser.test_languages import CUT_OFF, check
from tests.web.serving import serving
from tests.web.table_service import TableService

pytestmark = pytest.mark.browser

FOUR = (tuple(range(1, 11)),) * 4
SIZES = {
    "kiosk": KIOSK,
    "laptop": LAPTOP,
    "on_its_side": ON_ITS_SIDE,
    "panel": PANEL,
    "phone": PHONE,
    "small_panel": SMALL_PANEL,
    "tablet": TABLET,
}

SAID = {
    "en": ("Side 2: Ben", "plays at side 2"),
    "fr": ("Côté 2 : Ben", "joue au côté 2"),
    "de": ("Seite 2: Ben", "spielt an Seite 2"),
    "it": ("Lato 2: Ben", "gioca al lato 2"),
    "es": ("Lado 2: Ben", "juega en el lado 2"),
}


async def claim(service: TableService, side: int) -> None:
    """Sit down: a flap of one's own is closed and raised."""
    for closed in (True, False):
        await service.simulator.flap(side, 5, closed=closed)


def tray(language: str = "en") -> TableService:
    return TableService(["Anna", "Ben", "Carla", "Dörte"], rules="tray", sides=FOUR, language=language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_it_says_whose_side_is_claimed(house, language, size):
    async def test():
        service = tray(language)
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(viewport=SIZES[size])
            side, plays = SAID[language]
            caption = page.locator(".side-name").nth(1)
            await expect(caption).to_have_text(side.replace(" :", "\N{NO-BREAK SPACE}:"))
            await expect(caption).to_have_attribute("data-claimed", "no")
            await claim(service, 1)
            await claim(service, 3)
            await expect(caption).to_have_attribute("data-claimed", "yes")
            await expect(page.locator('.side-name[data-claimed="yes"]')).to_have_count(2)
            words = page.locator('.player[data-mark="ready"]')
            await expect(words).to_have_count(2)
            await expect(words.first.locator(".player-name")).to_have_text("Ben")
            await expect(words.first.locator(".player-word")).to_have_text(plays)
            if folder := os.environ.get("STBPI_PICTURES"):
                await page.screenshot(path=f"{folder}/claimed_{language}_{size}.png")
            await check(page, language, SIZES[size])
            assert await page.evaluate(CUT_OFF) == []
            names = page.locator(".player-name")
            assert await names.evaluate_all("(all) => all.every((e) => e.scrollWidth <= e.clientWidth + 1)")
            # Nobody's name on a side is shortened away while there is room for it.
            assert await caption.evaluate("(e) => e.scrollWidth <= e.clientWidth + 1")

    house.run(test())


def test_a_side_that_is_given_back_and_a_match_that_begins_say_it_no_more(house):
    async def test():
        service = tray()
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open()
            claimed = page.locator('.side-name[data-claimed="yes"]')
            for side in (0, 2, 3):
                await claim(service, side)
            await expect(claimed).to_have_text(["Side 1: Anna", "Side 3: Player 3", "Side 4: Player 4"])
            await expect(page.locator(".side-name").nth(1)).to_have_text("Side 2")
            await claim(service, 3)
            await expect(claimed).to_have_text(["Side 1: Anna", "Side 3: Player 3"])
            await page.locator("#press").click()
            await expect(claimed).to_have_count(0)
            await expect(page.locator(".side-name").nth(0)).to_have_text("Anna")
            await expect(page.locator(".player-word").first).to_have_text("to play")

    house.run(test())
