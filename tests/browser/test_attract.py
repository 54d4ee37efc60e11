"""The page between matches: while nobody is there records and results stand where the scores do."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from stbpi.table.events import PastRead
from stbpi.table.played import Best, Past
from tests.browser.browsing import KIOSK, LAPTOP, PANEL, PHONE, SMALL_PANEL, TABLET
from tests.browser.test_page import check_fit
from tests.display.attract_scenes import LAST, LONG, played
from tests.web.serving import serving
from tests.web.table_service import TableService

pytestmark = pytest.mark.browser

PAST = Past(Best(0, ("Anna", "Player 2"), 12, 2), Best(4, ("Anna",), 1, 9), LAST, LAST)
FULL = Past(
    Best(123_456_789_101_112_131_415_161_718, (LONG, *"ABCDEF"), 31, 2),
    Best(4, (LONG,), 1, 9),
    tuple(played(number, (LONG, number), ("Bert", 30), ("Carla", None)) for number in range(20)),
    LAST,
)


def test_records_and_the_evening_stand_there_until_somebody_comes(house):
    async def test():
        service = TableService(["Ada", "Ben"])
        service.handle(PastRead(PAST))
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open()
            attract, scores = page.locator("#attract"), page.locator("#scores")
            await expect(page.locator("#headline")).to_have_attribute("data-code", "press_to_start")
            await expect(scores).to_be_visible()
            await expect(attract).to_be_hidden()
            service.pass_time(20_000)
            await expect(attract).to_be_visible()
            await expect(scores).to_be_hidden()
            await expect(attract.locator("dt")).to_have_text(["House record", "Today's best"])
            await expect(attract.locator("dd").first).to_have_text("0Anna, Player 2 12 ×")
            await expect(attract.locator("h2")).to_have_text("Tonight")
            first = attract.locator(".result").first
            await expect(first.locator("ul li")).to_have_text(["Anna4", "Bert11", "Carla30"])
            await page.locator("#press").click()
            await expect(scores).to_be_visible()
            await expect(attract).to_be_hidden()

    house.run(test())


def test_without_anything_played_tonight_the_last_results_stand_there_in_the_language_of_the_tray(house):
    async def test():
        service = TableService(["Ada"], language="de")
        service.handle(PastRead(Past(last=LAST)))
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open()
            service.pass_time(20_000)
            await expect(page.locator("#attract h2")).to_have_text("Zuletzt")
            await expect(page.locator("#attract .result").nth(2).locator("ul li").first).to_have_text(
                "Spieler 20"
            )

    house.run(test())


@pytest.mark.parametrize("viewport", [KIOSK, LAPTOP, TABLET, PHONE, PANEL, SMALL_PANEL], ids=str)
def test_a_full_evening_fits_every_screen(house, viewport):
    async def test():
        service = TableService(["Ada", "Ben"])
        service.handle(PastRead(FULL))
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(viewport=viewport)
            service.pass_time(20_000)
            await expect(page.locator("#attract")).to_be_visible()
            await check_fit(page, viewport)

    house.run(test())
