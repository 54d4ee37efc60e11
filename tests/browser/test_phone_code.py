"""The QR code as phones see it: read off a picture of the screen, it opens the phone's page with the token."""

from __future__ import annotations

import io

import pytest
from PIL import Image
from playwright.async_api import Page, expect

from stbpi.table.events import PastRead
from tests.browser.browsing import KIOSK, LAPTOP, PANEL, SMALL_PANEL, TABLET
from tests.browser.test_attract import PAST
from tests.web.serving import serving
from tests.web.table_service import TableService

zxingcpp = pytest.importorskip("zxingcpp", reason="zxing-cpp has no wheel for this machine")

pytestmark = pytest.mark.browser

TOKEN = "c2Vj-cmV0_b2YtdGhl-dA"
REACHED = {"find_address": lambda: "192.168.207.20:8420", "token": TOKEN}
LINK = f"http://192.168.207.20:8420/control#token={TOKEN}"


async def seen(page: Page, *, scale: float = 1.0) -> list[str]:
    """What a reader finds on the screen, looked at from farther off where ``scale`` is below 1."""
    picture = Image.open(io.BytesIO(await page.screenshot(animations="disabled"))).convert("L")
    size = (round(picture.width * scale), round(picture.height * scale))
    return [found.text for found in zxingcpp.read_barcodes(picture.resize(size, Image.Resampling.BILINEAR))]


@pytest.mark.parametrize(
    "size",
    [KIOSK, LAPTOP, TABLET, PANEL, SMALL_PANEL],
    ids=["kiosk", "laptop", "tablet", "panel", "small-panel"],
)
def test_it_is_read_off_the_screen_in_a_match_and_between_matches(house, size):
    async def test():
        how = {"headers": {"Authorization": f"Bearer {TOKEN}"}}
        service = TableService(["Anna", "Ben", "Cleo", "Dora"], match="open", stake=50)
        service.handle(PastRead(PAST))
        async with serving(service, **REACHED) as caller, house.visiting(caller.url) as visitor:
            kiosk = await visitor.open("/", viewport=size, color_scheme="light" if size is PANEL else "dark")
            code = kiosk.locator("#phone-code")
            await expect(code).to_be_visible()
            service.pass_time(20_000)
            await expect(kiosk.locator("body")).to_have_attribute("data-attract", "yes")
            assert await seen(kiosk) == [LINK]
            await caller.post("button", {"hold_ms": 60}, **how)
            await caller.post("dice", {"dice": [6, 3]}, **how)
            await expect(kiosk.locator("#headline")).to_have_attribute("data-code", "close_flaps")
            await expect(code).to_be_visible()
            assert await seen(kiosk) == [LINK]
            if size is KIOSK:
                assert await seen(kiosk, scale=0.6) == [LINK]

    house.run(test())
