"""Pages of a served table in a real browser. Whatever a page complains about fails the test."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page, async_playwright, expect

PATIENCE_S = 120.0  # whole matches are played by clicking, and the machine may be busy

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_browser() -> str | None:
    """The path of a browser that is installed here."""
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

GIVEN_UP = "WebSocket is closed before the connection is established"
"""What Chromium says where the page does not wait for a handshake any longer, and tries again: on a busy machine."""

PHONE = {"width": 390, "height": 844}
ON_ITS_SIDE = {"width": 844, "height": 390}
SMALL_PANEL = {"width": 480, "height": 320}
TABLET = {"width": 820, "height": 1180}
KIOSK = {"width": 1920, "height": 1080}
LAPTOP = {"width": 1280, "height": 720}
PANEL = {"width": 800, "height": 480}


class Visitor:
    """A browser that opens pages of one tray and remembers what they complained about."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self._url = url
        self._places: list[BrowserContext] = []
        self.complaints: list[str] = []
        self.expected: list[str] = [GIVEN_UP]

    def _complain(self, what: str) -> None:
        if not any(word in what for word in self.expected):
            self.complaints.append(what)

    def expect(self, *words: str) -> None:
        """The browser itself reports refused and unanswered calls; those with these words are meant."""
        self.expected.extend(words)

    def _heard(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning"):
            self._complain(said.text)

    async def open(
        self,
        path: str = "/tray",
        *,
        live: bool = True,
        clock: bool = False,
        beside: Page | None = None,
        **context: Any,
    ) -> Page:
        """A new page in a context of its own, or in that of another page, once it shows the state."""
        context.setdefault("viewport", KIOSK)
        context.setdefault("reduced_motion", "reduce")
        if beside is None:
            place = await self._browser.new_context(**context)
            self._places.append(place)
        else:
            place = beside.context
        page = await place.new_page()
        page.set_default_timeout(10_000)
        # A daemon that has just been started on a busy machine takes its time over its first page.
        page.set_default_navigation_timeout(40_000)
        page.on("pageerror", lambda error: self._complain(str(error)))
        page.on(
            "console", lambda said: self._complain(said.text) if said.type in ("error", "warning") else None
        )
        page.on("dialog", lambda dialog: self._complain(f"dialog {dialog.message}"))
        page.on("request", lambda asked: self._check(asked.url))
        if clock:
            # From here on time only passes where a test says so.
            await page.clock.install(time=0)
            await page.clock.pause_at(1000)
        await page.goto(self._url + path)
        if live:
            await expect(page.locator("body")).to_have_attribute("data-live", "yes")
        return page

    async def leave(self) -> None:
        """Close every page."""
        for place in self._places:
            await place.close()

    def _check(self, url: str) -> None:
        if not url.startswith((self._url, "blob:" + self._url)):
            self.complaints.append(f"asked elsewhere: {url}")


class House:
    """A running browser and the event loop it lives on."""

    def __init__(self, runner: asyncio.Runner) -> None:
        self._runner = runner
        self._ends = AsyncExitStack()

    async def open(self, chromium: str) -> None:
        """Start the browser."""
        playwright = await self._ends.enter_async_context(async_playwright())
        self._browser = await playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
        self._ends.push_async_callback(self._browser.close)

    async def close(self) -> None:
        """End the browser."""
        await self._ends.aclose()

    def run(self, test: Coroutine[Any, Any, None], patience_s: float = PATIENCE_S) -> None:
        """Run one test's coroutine; it fails when it hangs."""

        async def patiently() -> None:
            async with asyncio.timeout(patience_s):
                await test

        self._runner.run(patiently())

    @asynccontextmanager
    async def visiting(self, url: str) -> AsyncIterator[Visitor]:
        """Pages of one tray; at the end none of them may have complained."""
        visitor = Visitor(self._browser, url)
        try:
            yield visitor
        finally:
            await visitor.leave()
        assert visitor.complaints == [], visitor.complaints


def flap(page: Page, number: int, side: int = 0) -> Any:
    """One flap of the tray on the page."""
    return page.locator(f'[data-side="{side}"][data-flap="{number}"]')


async def enter(page: Page, *dice: int) -> None:
    """Enter thrown dice on the pad."""
    for pips in dice:
        await page.get_by_role("button", name=f"Die showing {pips}", exact=True).click()
