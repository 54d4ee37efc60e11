"""A match that cannot go on here is kept: the page gives it up on purpose only, by the button and by its form."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from stbpi.table.events import ButtonDown, ButtonUp, Tick
from tests.browser.browsing import PHONE
from tests.web.serving import serving
from tests.web.table_service import TableService

pytestmark = pytest.mark.browser


def keeping(language: str) -> TableService:
    service = TableService(language=language)
    service._table.keep()
    service.handle(Tick())
    return service


def test_the_form_asks_for_a_tick(house):
    async def test():
        async with serving(keeping("en")) as caller, house.visiting(caller.url) as visitor:
            visitor.expect("409")
            page = await visitor.open("/control", viewport=PHONE)
            await page.locator("#new-match").click()
            await expect(page.locator("#abandon-field")).to_be_visible()
            await page.locator("#match-form [type=submit]").click()
            await expect(page.locator("#match-error")).to_contain_text("abandon it on purpose")
            await page.locator("#match-abandon").check()
            await page.locator("#match-form [type=submit]").click()
            await expect(page.locator("#match-dialog")).to_be_hidden()
            await page.locator("#new-match").click()
            await expect(page.locator("#abandon-field")).to_be_hidden()

    house.run(test())


def test_the_button_asks_in_the_reader_s_language(house):
    async def test():
        service = keeping("en")
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open("/control", viewport=PHONE)
            await page.locator("#page-language").select_option("de")
            await expect(page.locator("html")).to_have_attribute("lang", "de")
            await expect(page.locator("#press-label")).to_have_text("Aufgeben?")
            await expect(page.locator("body")).to_contain_text("Eine alte Partie ruht.")
            service.handle(ButtonDown())
            service.handle(ButtonUp())
            beside = page.locator("#beside")
            await expect(beside.locator("h2")).to_have_text("Alte Partie weg?")
            await beside.locator('[data-kind="yes"]').click()
            await expect(beside).to_be_hidden()
            assert service.snapshot().view.match is not None

    house.run(test())
