"""A page never passes off as true what may be old, and finds the tray again by itself."""

import socket
from contextlib import suppress
from itertools import pairwise

import pytest
from playwright.async_api import expect

from stbpi.web.server import serve
from tests.browser.browsing import flap
from tests.web.serving import serving
from tests.web.table_service import TableService

pytestmark = pytest.mark.browser

WITHIN_MS = 2000
"""How soon a page must be right again."""


async def serve_again(service, port, **how):
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    sock.bind(("127.0.0.1", port))
    return await serve(service, sock, **{"token": None, "simulated": True, **how})


def test_a_restarted_tray_is_found_again(house):
    async def test():
        service = TableService()
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open()
            await page.locator("#press").click()
            await expect(page.locator("#live")).to_have_text("live")
            visitor.expect("ERR_CONNECTION")
            await caller.server.close()
            await expect(page.locator("#live")).to_have_text("not live – trying again", timeout=WITHIN_MS)
            await expect(page.locator("body")).to_have_attribute("data-live", "no")
            # The new one counts from the beginning and has moved on meanwhile.
            other = TableService(["Cy", "Di"])
            server = await serve_again(other, caller.port)
            await expect(page.locator("body")).to_have_attribute("data-live", "yes", timeout=WITHIN_MS)
            await expect(page.locator(".player-name")).to_have_text(["Cy", "Di"])
            await flap(page, 3).click()
            await expect(flap(page, 3)).to_have_attribute("aria-pressed", "true")
            await server.close()

    house.run(test())


def test_a_connection_that_died_without_a_word_is_noticed(house):
    async def test():
        service = TableService()
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(clock=True)
            # What the tray does from here on no longer reaches this page's socket, as after a lost network.
            lost, service.listeners = service.listeners, []
            assert lost
            service.publish()
            service.faults = ()
            await caller.post("button", {"hold_ms": 60})
            for _ in range(2):
                async with page.expect_response("**/healthz"):
                    await page.clock.run_for(2100)
            # Only what is on its way by now may take real time.
            headline = page.locator("#headline")
            for _ in range(20):
                await page.clock.run_for(100)
                if await headline.get_attribute("data-code") == "press_to_roll":
                    break
            await expect(headline).to_have_attribute("data-code", "press_to_roll")

    house.run(test())


def test_the_token_is_asked_for_once(house):
    async def test():
        token = "secret-of-the-house"
        service = TableService()
        async with serving(service, token=token) as caller, house.visiting(caller.url) as visitor:
            visitor.expect("401")
            page = await visitor.open()
            # A finger is still on it when the token is asked for.
            await page.locator("#press").hover()
            await page.mouse.down()
            await expect(page.get_by_role("textbox", name="Token")).to_be_visible()
            await page.mouse.up()
            await page.get_by_role("textbox", name="Token").fill(token)
            await page.get_by_role("button", name="Use it").click()
            await expect(page.locator("#headline")).to_have_attribute("data-code", "press_to_roll")
            await flap(page, 3).click()
            await expect(flap(page, 3)).to_have_attribute("aria-pressed", "true")

    house.run(test())


def test_a_token_in_the_address_is_taken_and_hidden(house):
    async def test():
        service = TableService()
        async with serving(service, token="abc") as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open("/tray#token=abc")
            assert "token" not in page.url
            await page.locator("#press").click()
            await expect(page.locator("#headline")).to_have_attribute("data-code", "press_to_roll")

    house.run(test())


STALLS = """() => {
  const real = [window.WebSocket, window.fetch];
  window.attempts = [];
  window.WebSocket = class { static OPEN = 1; readyState = 0; constructor() { attempts.push(Date.now()); } close() {} };
  window.fetch = () => Promise.reject(new Error("nothing comes back"));
  window.flows = () => ([window.WebSocket, window.fetch] = real) && undefined;
}"""


def test_a_network_that_swallowed_everything_for_long_is_tried_again_soon(house):
    async def test():
        async with serving(TableService()) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(clock=True)
            await page.evaluate(STALLS)
            await page.clock.run_for(45_000)
            await expect(page.locator("body")).to_have_attribute("data-live", "no")
            attempts = await page.evaluate("attempts")
            # Each is given 1.5 s, and the next begins within 1 s: however long it lasted, never later than that.
            gaps = [later - sooner for sooner, later in pairwise(attempts)]
            assert len(attempts) >= 16
            assert max(gaps) <= 2600, gaps
            await page.evaluate("flows()")
            body = page.locator("body")
            for _ in range(26):
                await page.clock.run_for(100)
                # Only the way to the tray and back takes real time.
                with suppress(AssertionError):
                    await expect(body).to_have_attribute("data-live", "yes", timeout=50)
                    break
            await expect(body).to_have_attribute("data-live", "yes")

    house.run(test())
