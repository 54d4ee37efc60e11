"""Takes the pictures of the documents from the running program: ``make pictures``. Look at them afterwards."""

from __future__ import annotations

import asyncio
import io
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from PIL import Image
from playwright.async_api import Browser, Page, async_playwright

from stbpi.table.events import PastRead
from stbpi.table.played import Best, Past
from tests.browser.browsing import ARGUMENTS, KIOSK, LAPTOP, PANEL, PHONE, SMALL_PANEL, find_browser, flap
from tests.display.attract_scenes import played
from tests.support.running import RunningDaemon
from tests.web.serving import serving
from tests.web.table_service import TableService

FOLDER = Path(__file__).parent.parent.parent / "docs" / "images"
OLED_ZOOM = 5
COLOURS = 256
"""Enough for wood and felt; a picture of the page is then a third of its size."""

SHOWN = {"width": 1280, "height": 720}
"""The kiosk's pictures are taken at 1080p, and made as small as a document has room for."""

FOUR_SIDES = """
[board]
profile = "hc165-4x12"
[[display]]
driver = "ssd1306"
bus = 1
address = 0x3C
side = 1
[[display]]
driver = "ssd1306"
bus = 1
address = 0x3D
side = 3
"""
EVENING = Past(
    house=Best(0, ("Anna", "Émile"), 12, 2),
    today=Best(3, ("Ben",), 21, 1),
    tonight=(
        played(24, ("Anna", 3), ("Ben", 11), ("Cleo", 30)),
        played(23, ("Ben", 8), ("Dora", 8)),
        played(22, ("Cleo", 12), ("Anna", 17), ("Émile", 21), ("Ben", 40)),
        played(21, ("Ben", 3), ("Anna", 25)),
        played(20, ("Émile", 0), ("Cleo", None)),
        played(19, ("Dora", 6), ("Anna", 9), ("Ben", 28)),
    ),
)
REACHED = {"find_address": lambda: "192.168.7.20:8420"}
"""An address for the QR code in the pictures: there is no tray at it."""

Ready = Callable[[Page], Awaitable[object]]


class Camera:
    """Takes pictures of pages at rest, in few colours."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser

    async def take(
        self, address: str, name: str, size: dict[str, int], ready: Ready, scheme: str = "dark"
    ) -> None:
        """Open a page, wait until ``ready`` has made it what is to be seen, and keep it as ``name``."""
        page = await self._browser.new_page(viewport=size, reduced_motion="reduce", color_scheme=scheme)
        await page.goto(address)
        await page.locator('body[data-live="yes"]').wait_for()
        await ready(page)
        picture = Image.open(io.BytesIO(await page.screenshot())).convert("RGB")
        await page.close()
        if size == KIOSK:
            picture = picture.resize((SHOWN["width"], SHOWN["height"]), Image.Resampling.LANCZOS)
        few = picture.quantize(COLOURS, dither=Image.Dither.FLOYDSTEINBERG)
        few.save(FOLDER / f"{name}.png", optimize=True)


def says(code: str) -> Ready:
    """Wait for a prompt."""
    return lambda page: page.locator(f'#headline[data-code="{code}"]').wait_for()


async def of_the_readme(camera: Camera, folder: Path) -> None:
    """The virtual tray and the OLED in the middle of a turn."""
    async with RunningDaemon(folder, "--dice-seed", "7") as daemon:
        await daemon.post("match", rules="classic", players=["Anna", "Ben"])
        await daemon.post("button", hold_ms=60)
        await daemon.post("button", hold_ms=60)
        await daemon.post("sim/flap", side=0, flap=1, closed=True)
        await daemon.prompt("close_more")

        async def with_screen(page: Page) -> None:
            await says("close_more")(page)
            await page.locator(".oled").wait_for()

        async def with_drawer(page: Page) -> None:
            await with_screen(page)
            await page.locator("#break").click()
            await page.get_by_role("switch", name="Stuck switch").click()
            await page.locator("#broken li").wait_for()
            await flap(page, 1).click()

        async with daemon.session.get(daemon.address + "/api/v1/oled.png") as reply:
            oled = Image.open(io.BytesIO(await reply.read())).convert("L")
        size = (oled.width * OLED_ZOOM, oled.height * OLED_ZOOM)
        oled.resize(size, Image.Resampling.NEAREST).convert("1").save(FOLDER / "oled.png", optimize=True)
        await camera.take(daemon.address + "/tray", "page", LAPTOP, with_screen, scheme="light")
        await camera.take(daemon.address + "/tray", "tray-phone", PHONE, with_screen)
        await camera.take(daemon.address + "/tray", "tray-faults", LAPTOP, with_drawer)


async def of_four_sides(camera: Camera, folder: Path) -> None:
    """The virtual tray with a row, a lamp and some screens for each side."""
    async with RunningDaemon(folder, "--dice-seed", "7", more_config=FOUR_SIDES) as daemon:
        await daemon.post("match", rules="tray", players=["Anna", "Ben", "Cleo", "Dora"])
        await daemon.post("button", hold_ms=60)
        await daemon.prompt("press_to_roll")
        await daemon.post("button", hold_ms=60)
        await daemon.prompt("close_flaps")

        async def ready(page: Page) -> None:
            await page.locator(".oled").nth(1).wait_for()
            await page.locator('.lamp[data-light="turn"]').wait_for()

        await camera.take(daemon.address + "/tray", "tray-four-sides", KIOSK, ready)


async def of_the_kiosk(camera: Camera) -> None:
    """The scoreboard in a match, when the box is shut, and between matches; the phone beside it."""
    service = TableService(["Anna", "Ben", "Cleo"], match="open", stake=50)
    async with serving(service, **REACHED) as caller:

        async def with_code(page: Page) -> None:
            await says("close_more")(page)
            await page.locator("#phone-code").wait_for()

        await caller.post("button", {"hold_ms": 60})
        for dice, flaps in (((4, 5), (9,)), ((6, 2), (8,)), ((3, 4), (7,))):
            await caller.post("dice", {"dice": list(dice)})
            for number in flaps:
                await caller.post("sim/flap", {"side": 0, "flap": number, "closed": True})
        await camera.take(caller.url + "/control", "phone-dice", PHONE, says("press_to_roll"))
        await caller.post("dice", {"dice": [6, 5]})
        await caller.post("sim/flap", {"side": 0, "flap": 6, "closed": True})
        for name, size in (("kiosk", KIOSK), ("kiosk-800x480", PANEL), ("kiosk-480x320", SMALL_PANEL)):
            await camera.take(caller.url + "/", name, size, with_code)
        await camera.take(caller.url + "/", "kiosk-light", KIOSK, with_code, scheme="light")
        await camera.take(caller.url + "/control?lang=de", "phone", PHONE, says("close_more"), scheme="light")

        async def new_match(page: Page) -> None:
            await page.locator("#new-match").click()
            await page.locator("#match-about:not(:empty)").wait_for()

        await camera.take(caller.url + "/control", "phone-new-match", PHONE, new_match)
    await _of_hints(camera)
    await _of_the_feast(camera)
    service = TableService(["Anna", "Ben"])
    service.handle(PastRead(EVENING))
    service.pass_time(20_000)
    async with serving(service, **REACHED) as caller:

        async def resting(page: Page) -> None:
            await page.locator('body[data-attract="yes"]').wait_for()
            await page.locator("#phone-code").wait_for()

        for name, size in (("attract", KIOSK), ("attract-800x480", PANEL), ("attract-480x320", SMALL_PANEL)):
            await camera.take(caller.url + "/", name, size, resting)


async def _of_hints(camera: Camera) -> None:
    service = TableService(["Anna", "Ben"], hints="always")
    async with serving(service) as caller:
        await caller.post("button", {"hold_ms": 60})
        await caller.post("dice", {"dice": [6, 3]})

        async def told(page: Page) -> None:
            await page.locator("#hints").click()
            await page.locator(".worths").wait_for()

        await camera.take(caller.url + "/control", "phone-hints", PHONE, told)


async def _of_the_feast(camera: Camera) -> None:
    service = TableService(["Anna", "Ben"], flaps=[1, 2, 3, 4, 5])
    async with serving(service) as caller:

        async def shut(page: Page) -> None:
            await caller.post("button", {"hold_ms": 60})
            for dice, flaps in (((4, 5), (4, 5)), ((4, 2), (1, 2, 3))):
                await caller.post("dice", {"dice": list(dice)})
                for number in flaps:
                    await caller.post("sim/flap", {"side": 0, "flap": number, "closed": True})
            await page.locator("#feast:not([hidden])").wait_for()

        await camera.take(caller.url + "/", "kiosk-shut", KIOSK, shut)


async def main() -> None:
    """All of them."""
    FOLDER.mkdir(exist_ok=True)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_browser(), args=list(ARGUMENTS))
        camera = Camera(browser)
        for of in (of_the_readme, of_four_sides):
            with tempfile.TemporaryDirectory() as folder:
                await of(camera, Path(folder))
        await of_the_kiosk(camera)
        await browser.close()


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
