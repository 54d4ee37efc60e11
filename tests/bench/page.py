"""From the edge of a flap's contact to the frame in which a page in Chromium shows it, alone and among fifty.

The contact of a simulated tray is moved over HTTP, without bounce; the time begins before that call is sent and ends in
the frame that is drawn of the changed flap. Both clocks are the machine's own. Beside it a page that does the plain
thing: it asks for the state four times a second.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import aiohttp
from playwright.async_api import Browser, Page, async_playwright

from tests.bench.crowd import ASK_EVERY_S, crowd
from tests.bench.figures import Figure, Spread
from tests.bench.process import Daemon, daemon
from tests.bench.size import Size
from tests.bench.waiting import passing
from tests.browser.browsing import ARGUMENTS, PHONE, find_browser

FIRST_LOAD = 150_000
"""Bytes, at most, of all that a face takes to be opened for the first time."""

FACES = {"kiosk": "/", "tray": "/tray", "phone": "/control"}
MEASURED = "/control"

WATCH = """(flap) => {
    window.seen = [];
    const drawn = () => requestAnimationFrame(() => window.seen.push(performance.timeOrigin + performance.now()));
    new MutationObserver(drawn).observe(flap, { attributes: true, attributeFilter: ["data-closed"] });
}"""
"""Notes when a frame is drawn in which the flap stands otherwise."""

ASKING = """([every, flap]) => {
    const shown = document.body.appendChild(document.createElement("p"));
    shown.id = "flap";
    setInterval(async () => {
        const state = await (await fetch("/api/v1/state", { cache: "no-store" })).json();
        const closed = state.tray[0].includes(flap) ? "yes" : "no";
        if (shown.dataset.closed !== closed) shown.dataset.closed = closed;
    }, every);
}"""
"""The plain page: it asks, and shows the same flap."""


def page(size: Size) -> list[Figure]:
    """Edge to changed page, and what a first visit takes; nothing where there is no browser."""
    chromium = find_browser()
    if chromium is None:
        return [
            Figure("page_skipped", "no Chromium", 0, "", beside="to measure pages, apt-get install chromium")
        ]
    return asyncio.run(_measured(chromium, size))


async def _measured(chromium: str, size: Size) -> list[Figure]:
    figures: list[Figure] = []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
        with _entered() as running:
            address = f"http://127.0.0.1:{running.port}"
            async with aiohttp.ClientSession() as session:
                flap = await _throw(session, address)
                for many in (1, size.pages):
                    async with crowd("follow", address, many - 1), _live(browser, address, flap) as watched:
                        live = await _samples(session, address, watched, flap, size.page_samples)
                    async with crowd("ask", address, many - 1), _asking(browser, address, flap) as watched:
                        asked = await _samples(session, address, watched, flap, size.plain_samples)
                    figures += _spread(f"changed_{'alone' if many == 1 else 'crowd'}", many, live, asked)
            for name, path in FACES.items():
                taken = await _first_load(browser, address + path)
                what = f"bytes of a first visit, {name}"
                figures.append(Figure(f"first_load_{name}", what, taken, "bytes", at_most=FIRST_LOAD))
        await browser.close()
    return figures


@contextlib.contextmanager
def _entered() -> Iterator[Daemon]:
    """A daemon whose dice are entered, so that it is known what they show."""
    with tempfile.TemporaryDirectory(prefix="stbpi-bench-") as name:
        config = Path(name) / "stbpi.toml"
        config.write_text('[dice]\nsource = "entered"\n', encoding="utf-8")
        with daemon(Path(name), "--config", str(config)) as running:
            running.healthy()
            yield running


def _spread(name: str, many: int, live: Spread, asked: Spread) -> Iterator[Figure]:
    pages = "1 page open" if many == 1 else f"{many} pages open"
    beside = f"plain: as many pages ask for the state every {1000 * ASK_EVERY_S:.0f} ms"
    what = f"edge to changed page, {pages}, median"
    yield Figure(f"{name}_median", what, live.median, "ms", plain=asked.median, beside=beside)
    yield Figure(f"{name}_p99", "  99th percentile", live.p99, "ms", plain=asked.p99)
    yield Figure(f"{name}_worst", "  worst", live.worst, "ms", plain=asked.worst)
    yield Figure(f"{name}_samples", "  samples", live.samples, "", plain=asked.samples)


async def _post(session: aiohttp.ClientSession, address: str, call: str, **body: object) -> Any:
    async with session.post(f"{address}/api/v1/{call}", json=body) as answer:
        answer.raise_for_status()
        return await answer.json()


async def _throw(session: aiohttp.ClientSession, address: str) -> int:
    """Begin a match and throw two ones; gives a flap that answers nothing: however it rests nothing is decided."""
    await _post(session, address, "match", rules="classic", players=["Anna", "Ben"])
    await _post(session, address, "button", hold_ms=60)
    await _post(session, address, "dice", dice=[1, 1])
    return 9


@contextlib.asynccontextmanager
async def _live(browser: Browser, address: str, flap: int) -> AsyncIterator[Page]:
    async with _opened(browser, address + MEASURED) as page:
        await page.wait_for_selector('body[data-live="yes"]')
        await page.locator(f'[data-flap="{flap}"]').evaluate(WATCH)
        yield page


@contextlib.asynccontextmanager
async def _asking(browser: Browser, address: str, flap: int) -> AsyncIterator[Page]:
    async with _opened(browser, f"{address}/healthz") as page:
        await page.evaluate(ASKING, [1000 * ASK_EVERY_S, flap])
        await page.locator("#flap").evaluate(WATCH)
        await page.wait_for_selector("#flap[data-closed]", state="attached")
        yield page


@contextlib.asynccontextmanager
async def _opened(browser: Browser, address: str) -> AsyncIterator[Page]:
    place = await browser.new_context(viewport=PHONE, reduced_motion="reduce")
    page = await place.new_page()
    await page.goto(address)
    try:
        yield page
    finally:
        await place.close()


async def _samples(session: aiohttp.ClientSession, address: str, page: Page, flap: int, count: int) -> Spread:
    """Milliseconds from the edge to the frame, the flap going to and fro."""
    chance = random.Random(1)
    taken: list[float] = []
    # What the page showed first, and what stands from a run before, is no sample.
    for number in range(count + 2):
        closed = number % 2
        await passing(chance.uniform(0.02, 0.02 + ASK_EVERY_S))
        before = await page.evaluate("window.seen.length")
        began = time.time() * 1000
        await _post(session, address, "sim/edges", side=0, flap=flap, edges=[[0, 1 - closed]])
        await page.wait_for_function("(known) => window.seen.length > known", arg=before)
        if number > 1:
            taken.append(await page.evaluate("(known) => window.seen[known]", before) - began)
    return Spread.of(taken)


async def _first_load(browser: Browser, address: str) -> int:
    """All bytes of a face's answers, their headers too, for a browser that has nothing of it yet."""
    place = await browser.new_context(viewport=PHONE)
    page = await place.new_page()
    answered: list[Any] = []
    page.on("requestfinished", lambda request: answered.append(request))
    await page.goto(address, wait_until="networkidle")
    sizes = [await request.sizes() for request in answered]
    await place.close()
    return sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)
