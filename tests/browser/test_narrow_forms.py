"""The dialogs on the narrowest phones: every button of theirs inside, in every language."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from stbpi.locale import LANGUAGES
from tests.browser.browsing import PHONE
from tests.browser.test_languages import flat
from tests.web.serving import serving
from tests.web.table_service import TableService

pytestmark = pytest.mark.browser

OUTSIDE = """(dialog) => {
    const around = dialog.getBoundingClientRect(), edge = parseFloat(getComputedStyle(dialog).paddingLeft) - 1;
    const outside = ({ left, right }) => left < around.left + edge || right > around.right - edge;
    const parts = [...dialog.querySelectorAll("button, input, select")].filter((e) => e.checkVisibility());
    return parts.filter((e) => outside(e.getBoundingClientRect())).map((e) => e.outerHTML);
}"""
"""What of a dialog stands in its margin or beyond."""


@pytest.mark.parametrize("width", [320, 360])
def test_every_button_of_a_form_stands_inside_it(house, width):
    async def test():
        async with serving(TableService(), token="abc") as caller, house.visiting(caller.url) as visitor:
            visitor.expect("401")
            for language in LANGUAGES:
                page = await visitor.open(
                    f"/control?lang={language}", viewport={"width": width, "height": 640}
                )
                await page.locator("#new-match").click()
                form = page.locator("#match-dialog")
                assert await form.evaluate(OUTSIDE) == [], language
                await form.locator("#match-cancel").click()
                await page.locator("#press").click()
                form = page.locator("#token-dialog")
                await expect(form).to_be_visible()
                assert await form.evaluate(OUTSIDE) == [], language

    house.run(test())


CLOSES = {"en": "Close", "de": "Schließen", "fr": "Fermer", "it": "Chiudi", "es": "Cerrar"}


def test_a_drawer_is_closed_by_a_button_that_says_so_and_asks_nobody_to_close_flaps(house):
    async def test():
        async with serving(TableService(hints="always")) as caller, house.visiting(caller.url) as visitor:
            for language in LANGUAGES:
                page = await visitor.open(f"/control?lang={language}", viewport=PHONE)
                await page.locator("#hints").click()
                await expect(page.locator("#hints-close")).to_have_text(CLOSES[language])
                assert flat(language)["close."] == CLOSES[language]

    house.run(test())
