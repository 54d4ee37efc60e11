"""Every face in every language at every size: all of it is in that language, and nothing is cut off."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from stbpi.locale import LANGUAGES
from stbpi.table.events import PastRead
from tests.browser.browsing import KIOSK, PANEL, PHONE, SMALL_PANEL
from tests.browser.test_attract import PAST
from tests.browser.test_languages import check, flat
from tests.web.serving import serving
from tests.web.table_service import TableService

pytestmark = pytest.mark.browser

REACHED = {"find_address": lambda: "192.168.7.20:8420"}
FACES = pytest.mark.parametrize("face", ["/", "/tray", "/control"], ids=["kiosk", "tray", "phone"])
SIZES = pytest.mark.parametrize(
    "size",
    # The sizes between are for whoever touches the pages: minutes of them.
    [
        KIOSK,
        pytest.param(PANEL, marks=pytest.mark.long),
        pytest.param(SMALL_PANEL, marks=pytest.mark.long),
        PHONE,
    ],
    ids=["kiosk", "panel", "small-panel", "phone"],
)


async def dialogs(page, face, language, size):
    """Whatever can be opened on a face."""
    if face != "/":
        await page.locator("#new-match").click()
        await expect(page.locator("#match-about")).not_to_be_empty()
        await check(page, language, size)
        await page.locator("#match-cancel").click()
    if face == "/control":
        await page.locator(".manage").first.click()
        await check(page, language, size)
        await page.locator("#player-leave").click()
        await expect(page.locator("#player-leave")).to_have_text(flat(language)["leave_sure."])
        await check(page, language, size)
        await page.locator("#player-back").click()
    if face == "/tray":
        await page.locator("#break").click()
        await expect(page.locator("#broken li")).to_have_count(1)
        await check(page, language, size)
        await page.locator("#break-close").click()


@FACES
@SIZES
def test_in_a_match(house, face, size):
    async def test():
        service = TableService(["Ada", ""], match="open", stake=50, variants=["one-die"])
        async with serving(service, **REACHED) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(face, viewport=size)
            await caller.post("button", {"hold_ms": 60})
            await caller.post("sim/fault", {"kind": "stuck", "side": 0, "flap": 5, "on": True})
            await caller.post("dice", {"dice": [6, 3]})
            for number in (8, 4):
                await caller.post("sim/flap", {"side": 0, "flap": number, "closed": True})
            for language in LANGUAGES:
                await page.goto(f"{caller.url}{face}?lang={language}")
                await expect(page.locator("#headline")).to_have_text(service.snapshot().texts[language])
                await expect(page.locator("#live")).to_have_text(flat(language)["live."])
                await check(page, language, size)
                await dialogs(page, face, language, size)

    house.run(test())


@FACES
@SIZES
def test_when_nobody_is_there_and_when_the_match_is_over(house, face, size):
    async def test():
        service = TableService(["Ada", "Ben"])
        service.handle(PastRead(PAST))
        service.pass_time(20_000)
        async with serving(service, **REACHED) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(face, viewport=size)
            for language in LANGUAGES:
                await page.goto(f"{caller.url}{face}?lang={language}")
                await expect(page.locator("#headline")).to_have_text(service.snapshot().texts[language])
                await check(page, language, size)
            await caller.post("button", {"hold_ms": 60})
            for player in range(2):
                await caller.post("retire", {"player": player})
            for language in LANGUAGES:
                await page.goto(f"{caller.url}{face}?lang={language}")
                await expect(page.locator("#headline")).to_have_attribute("data-code", "match_over")
                await check(page, language, size)

    house.run(test())
