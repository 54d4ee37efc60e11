"""Takes the pictures of the documents from the running program: ``make pictures``. Look at them afterwards."""

from __future__ import annotations

import asyncio
import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.async_api import async_playwright

from tests.browser.browsing import ARGUMENTS, find_browser
from tests.support.running import RunningDaemon

FOLDER = Path(__file__).parent.parent.parent / "docs" / "images"
PAGE_SIZE = {"width": 1280, "height": 720}
OLED_ZOOM = 5
COLOURS = 256
"""Enough for wood and felt; a picture of the page is then a third of its size."""


async def main() -> None:
    """The tray page and the OLED in the middle of a turn."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        async with RunningDaemon(Path(folder), "--dice-seed", "7") as daemon:
            await daemon.post("match", rules="classic", players=["Anna", "Ben"])
            await daemon.post("button", hold_ms=60)
            await daemon.post("button", hold_ms=60)
            await daemon.post("sim/flap", side=0, flap=1, closed=True)
            await take_page(daemon.address, FOLDER / "page.png")
            async with daemon.session.get(daemon.address + "/api/v1/oled.png") as reply:
                oled = Image.open(io.BytesIO(await reply.read())).convert("L")
            size = (oled.width * OLED_ZOOM, oled.height * OLED_ZOOM)
            oled.resize(size, Image.Resampling.NEAREST).convert("1").save(FOLDER / "oled.png", optimize=True)


async def take_page(address: str, file: Path) -> None:
    """A screenshot of the page at rest, in few colours."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_browser(), args=list(ARGUMENTS))
        page = await browser.new_page(viewport=PAGE_SIZE, reduced_motion="reduce")
        await page.goto(address + "/")
        await page.get_by_text("close 8 more").first.wait_for()
        picture = Image.open(io.BytesIO(await page.screenshot()))
        await browser.close()
    picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.FLOYDSTEINBERG).save(file, optimize=True)


if __name__ == "__main__":
    asyncio.run(main())
