"""A page that is left with a press under way leaves no finger behind."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import expect

from tests.browser.browsing import PHONE
from tests.web.serving import serving
from tests.web.table_service import TableService

pytestmark = pytest.mark.browser

FILL = "() => { for (let n = 0; n < 5; n++) fetch('/api/v1/service?' + n, {cache: 'no-store'}).catch(() => {}); }"


class LateService(TableService):
    """Answers a finger that came down only once the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.down = asyncio.Event()
        self.answers = asyncio.Event()

    async def put_finger(self, whose):
        await super().put_finger(whose)
        self.down.set()
        await self.answers.wait()
        return self.snapshot()

    async def report(self):
        await self.answers.wait()
        return await super().report()


@pytest.mark.parametrize("leaves", ["by_closing", "by_reloading", "by_going_on"])
@pytest.mark.parametrize("let_go", [True, False], ids=["tapped", "held"])
def test_whoever_leaves_before_the_tray_has_answered_takes_the_finger_along(house, leaves, let_go):
    async def test():
        service = LateService()
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page, watching = await visitor.open(), await visitor.open(viewport=PHONE)
            hint = watching.locator("#press-hint")
            await page.locator("#press").hover()
            await page.mouse.down()
            await service.down.wait()
            await expect(hint).to_have_text("Let go: Start")
            if leaves == "by_closing":
                # All its connections are taken, so that what is sent now can leave only after the page has.
                await page.evaluate(FILL)
            if let_go:
                await page.mouse.up()
            if leaves == "by_closing":
                await page.close(run_before_unload=True)
            elif leaves == "by_reloading":
                await page.reload()
            else:
                await page.goto("about:blank")
            await expect(hint).not_to_have_text("Let go: Start", timeout=2000)
            assert service.fingers == set()
            # A tap was meant; a press that was not seen to its end was not.
            assert (service.snapshot().view.match is not None) == let_go
            service.answers.set()

    house.run(test())
