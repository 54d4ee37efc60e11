"""The house sits down from the form for a new match, under the name it has in the reader's language."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.browser.browsing import PHONE
from tests.web.serving import serving
from tests.web.table_service import TableService

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("language", "house_is"), [("en", "House (careful)"), ("de", "Haus (vorsichtig)")])
def test_the_house_is_offered_a_seat_and_sits_where_it_was_put(house, language, house_is):
    async def test():
        async with serving(TableService(language=language)) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(viewport=PHONE)
            await page.locator("#new-match").click()
            offered = await page.locator("#house-players option").evaluate_all(
                "all => all.map(one => one.value)"
            )
            assert house_is in offered
            await page.locator("#match-names input").nth(1).fill(house_is)
            await page.locator("#match-form [type=submit]").click()
            await expect(page.locator(".player-name")).to_have_text(["Ada", house_is])
            await page.locator("#new-match").click()
            await expect(page.locator("#match-names input").nth(1)).to_have_value(house_is)

    house.run(test())


def test_whoever_seats_the_perfect_player_is_told_what_it_plays_for(house):
    async def test():
        async with serving(TableService(language="de")) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(viewport=PHONE)
            await page.locator("#new-match").click()
            aim = page.locator("#perfect-about")
            await expect(aim).to_be_hidden()
            await page.locator("#match-names input").nth(1).fill("Haus (perfekt)")
            await expect(aim).to_have_text(
                re.compile("darauf, die Runde zu gewinnen; solange noch viele kommen")
            )
            await page.locator("#match-rules").select_option("knock-out")
            await expect(aim).to_have_text(re.compile("in jeder Runde auf wenige Punkte"))
            # Of variants it is not known.
            await page.locator("#match-rules").select_option("classic")
            await page.locator("#match-variants input").first.check()
            await expect(aim).to_be_hidden()
            await page.locator("#match-variants input").first.uncheck()
            await page.locator("#match-names input").nth(1).fill("Haus (vorsichtig)")
            await expect(aim).to_be_hidden()

    house.run(test())
