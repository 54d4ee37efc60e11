"""Asking for the token: whatever is typed, or was kept before, people are told what is wrong and can give another."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from stbpi.locale import LANGUAGES
from tests.browser.browsing import PHONE, SMALL_PANEL
from tests.browser.test_languages import check as check_words
from tests.browser.test_languages import flat
from tests.web.serving import serving
from tests.web.table_service import TableService

pytestmark = pytest.mark.browser

TOKEN = "geheim--Wort_9"
KEY = "stbpi-token"


async def kept(page):
    """The token that the browser keeps."""
    return await page.evaluate(f"localStorage.getItem('{KEY}')")


async def give(page, token):
    """Type a token and send it."""
    await page.locator("#token").fill(token)
    await page.locator("#token-form [type=submit]").click()


@pytest.mark.parametrize("size", [PHONE, SMALL_PANEL], ids=["phone", "small-panel"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_token_that_is_wrong_or_can_be_none_is_said_to_be_and_another_may_be_given(house, language, size):
    async def test():
        words = flat(language)
        async with serving(TableService(), token=TOKEN) as caller, house.visiting(caller.url) as visitor:
            visitor.expect("401")
            page = await visitor.open(f"/control?lang={language}", viewport=size)
            error = page.locator("#token-error")
            await page.locator("#press").click()
            await expect(page.locator("#token")).to_be_focused()
            await expect(error).to_be_hidden()
            await give(page, "falsch")
            await expect(error).to_have_text(words["token_wrong."])
            await expect(error).to_be_in_viewport(ratio=1)
            await expect(page.locator("#token")).to_have_value("")
            assert await kept(page) is None
            # What a phone's keyboard makes of two hyphens.
            for odd, sign in (("geheim–Wort_9", "–"), ("geheim Wort", " "), ("   ", " "), ("Wörter", "ö")):
                await give(page, odd)
                await expect(error).to_have_text(words["token_odd."].format(sign=sign))
                await expect(page.locator("#token-dialog")).to_be_visible()
                assert await kept(page) is None
            await check_words(page, language, size)
            await give(page, f"  {TOKEN} ")
            await expect(page.locator("#headline")).to_have_attribute("data-code", "press_to_roll")
            await expect(page.locator("#token-dialog")).to_be_hidden()
            assert await kept(page) == TOKEN

    house.run(test())


def test_no_keyboard_makes_something_else_of_a_token(house):
    async def test():
        async with serving(TableService(), token=TOKEN) as caller, house.visiting(caller.url) as visitor:
            field = (await visitor.open("/control", viewport=PHONE)).locator("#token")
            for name, value in (("autocapitalize", "none"), ("autocorrect", "off"), ("spellcheck", "false")):
                await expect(field).to_have_attribute(name, value)

    house.run(test())


@pytest.mark.parametrize(
    "before", ["geheim–Wort_9", "", " ", "two words", "\u0000", "\r\nX: y", "x" * 9000, "old-one"], ids=ascii
)
def test_whatever_is_kept_already_locks_nobody_out(house, before):
    async def test():
        async with serving(TableService(), token=TOKEN) as caller, house.visiting(caller.url) as visitor:
            visitor.expect("401")
            page = await visitor.open("/control", viewport=PHONE)
            await page.evaluate(f"(token) => localStorage.setItem('{KEY}', token)", before)
            await page.reload()
            await page.locator("#press").click()
            await expect(page.locator("#token-error")).to_be_visible(visible=before == "old-one")
            await give(page, TOKEN)
            await expect(page.locator("#headline")).to_have_attribute("data-code", "press_to_roll")

    house.run(test())


def test_an_address_with_what_can_be_no_token_leaves_the_one_that_is_kept(house):
    async def test():
        async with serving(TableService(), token=TOKEN) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(f"/control#token={TOKEN}", viewport=PHONE)
            other = await visitor.open("/control#token=geheim%E2%80%93Wort_9", beside=page)
            await expect(other).to_have_url(re.compile("^[^#]*$"))
            await other.locator("#press").click()
            await expect(other.locator("#headline")).to_have_attribute("data-code", "press_to_roll")

    house.run(test())


@pytest.mark.parametrize("language", LANGUAGES)
def test_after_too_many_wrong_ones_it_is_said_for_how_long_to_wait(house, language, monkeypatch):
    monkeypatch.setattr("stbpi.web.guard.WRONG_TOKENS", 1)
    # So slowly that no computer is too slow.
    monkeypatch.setattr("stbpi.web.guard.WRONG_TOKENS_PER_SECOND", 1 / 600)

    async def test():
        async with serving(TableService(), token=TOKEN) as caller, house.visiting(caller.url) as visitor:
            visitor.expect("401", "429")
            page = await visitor.open(f"/control?lang={language}", viewport=PHONE)
            error = page.locator("#token-error")
            await page.locator("#press").click()
            await give(page, "falsch")
            await expect(error).to_have_text(flat(language)["token_wrong."])
            await give(page, TOKEN)
            # It may have been the right one: it need not be typed again.
            await expect(error).to_have_text(re.compile(r"\b[45]\d\d\b|\b600\b"))
            await expect(page.locator("#token")).to_have_value(TOKEN)
            await expect(error).to_be_in_viewport(ratio=1)
            await check_words(page, language, PHONE)
            await page.locator("#token-cancel").click()
            await expect(page.locator("#toast")).to_have_text(await error.text_content())

    house.run(test())
