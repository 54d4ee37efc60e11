"""Hints on phone and tray, where they are allowed and everybody sees that they are; the menu without holding."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from stbpi.locale import LANGUAGES
from tests.browser.browsing import KIOSK, PHONE, SMALL_PANEL, flap
from tests.browser.test_accessible import check as check_with_axe
from tests.browser.test_languages import check as check_words
from tests.browser.test_languages import flat
from tests.web.serving import serving
from tests.web.table_service import TableService

pytestmark = pytest.mark.browser

ROWS = tuple(tuple(range(1, 13)) for _ in range(4))


async def rows(page: Page) -> list[list[str]]:
    """What stands in the tables, row by row."""
    cells = [
        await row.locator("th, td").all_inner_texts() for row in await page.locator(".worths tbody tr").all()
    ]
    return [[cell.strip() for cell in row] for row in cells]


@pytest.mark.parametrize(("face", "size"), [("/control", PHONE), ("/tray", KIOSK)], ids=["phone", "tray"])
def test_hints_for_the_throw_are_there_for_who_asks_and_go_along_with_the_match(house, face, size):
    async def test():
        service = TableService(["Ada", "<b>Ben</b>"], hints="always")
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(face, viewport=size)
            asked = []
            page.on("request", lambda request: asked.append(request.url) if "hints" in request.url else None)
            await caller.post("button", {"hold_ms": 60})
            await caller.post("dice", {"dice": [6, 3]})
            await expect(page.locator("#headline")).to_have_attribute("data-code", "close_flaps")
            assert [url for url in asked if url.endswith("/api/v1/hints")] == []
            await page.get_by_role("button", name="Hints").click()
            await expect(page.locator(".worths tbody tr")).to_have_count(8)
            assert (await rows(page))[0] == ["9", "7.624", "10.2%", "63.8%"]
            best = page.locator('.worths [data-best="yes"]')
            await expect(best).to_have_count(3)
            # Marked otherwise than by colour, too.
            mark = await best.first.evaluate("e => getComputedStyle(e, '::before').content")
            assert "★" in mark
            # A flap that is only lifted on the way changes nothing; what is noted does.
            before = len(asked)
            await caller.post("sim/flap", {"side": 0, "flap": 8, "closed": True})
            await expect(page.locator("#headline")).to_have_attribute("data-code", "close_more")
            assert len(asked) == before
            await caller.post("sim/flap", {"side": 0, "flap": 1, "closed": True})
            await expect(page.locator("#headline")).to_have_attribute("data-code", "press_to_roll")
            await expect(page.locator(".worths tbody tr")).to_have_count(1)
            assert (await rows(page))[0][0] == "2"
            await caller.post("retire", {"player": 0})
            await caller.post("button", {"hold_ms": 60})
            for number in (8, 1):
                await caller.post("sim/flap", {"side": 0, "flap": number, "closed": False})
            await expect(page.locator("#hints-list h3")).to_have_text("<b>Ben</b>")
            await caller.post("retire", {"player": 1})
            await expect(page.locator("#hints-list")).to_have_text("There is nothing to decide now.")
            await page.keyboard.press("Escape")
            await expect(page.locator("#hints-drawer")).to_be_hidden()
            await expect(page.locator("#hints")).to_be_focused()

    house.run(test())


def test_everybody_who_must_answer_a_common_throw_has_a_table(house):
    async def test():
        service = TableService(
            ["Ada", "Ben", "Cy"], rules="tray", variants=["common"], sides=ROWS, hints="always"
        )
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open("/control", viewport=PHONE)
            await caller.post("button", {"hold_ms": 60})
            await caller.post("dice", {"dice": [4, 6]})
            await page.get_by_role("button", name="Hints").click()
            await expect(page.locator("#hints-list h3")).to_have_text(["Ada", "Ben", "Cy"])
            await expect(page.locator(".worths")).to_have_count(3)
            await expect(page.locator("#hints-list > .about")).to_contain_text("somebody else may shut")

    house.run(test())


@pytest.mark.parametrize("size", [KIOSK, SMALL_PANEL], ids=["kiosk", "small-panel"])
def test_the_big_screen_says_that_hints_are_given_and_else_there_are_none(house, size):
    async def test():
        for hints in ("always", "never"):
            service = TableService(hints=hints, variants=["one-die", "two-flaps"])
            async with serving(service) as caller, house.visiting(caller.url) as visitor:
                for language in LANGUAGES if hints == "always" and size is SMALL_PANEL else ("en",):
                    words = flat(language)
                    kiosk = await visitor.open(f"/?lang={language}", viewport=size)
                    line = kiosk.locator("#rules-line")
                    given = hints == "always"
                    assert (words["with_hints."] in await line.inner_text()) is given
                    # What everybody is to know is not what a narrow line leaves out.
                    told = f"{words['sets.classic']} · {words['with_hints.']}"
                    room = await line.evaluate(
                        """(line, told) => {
                            const text = document.createRange();
                            text.setStart(line.firstChild, 0);
                            text.setEnd(line.firstChild, Math.min(told.length, line.textContent.length));
                            return line.clientWidth - text.getBoundingClientRect().width;
                        }""",
                        told,
                    )
                    assert not given or room >= 0, (language, room)
                phone = await visitor.open("/control", viewport=PHONE)
                await expect(phone.locator("#hints")).to_be_visible(visible=given)

    house.run(test())


def test_what_cannot_be_worked_out_is_said(house):
    async def test():
        wide = (tuple(range(1, 25)),)
        service = TableService(rules="three-hundred", sides=wide, hints="always", language="de")
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            visitor.expect("409")
            page = await visitor.open("/control", viewport=PHONE)
            await page.locator("#hints").click()
            await expect(page.locator("#hints-error")).to_contain_text("bis zu 18 Klappen")
            await check_with_axe(page)

    house.run(test())


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_every_language_it_fits_and_axe_finds_nothing(house, language):
    async def test():
        service = TableService(["Ada", "Ben"], hints="always", language=language)
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            await caller.post("button", {"hold_ms": 60})
            await caller.post("dice", {"dice": [6, 3]})
            for face, size, scheme in (("/control", PHONE, "dark"), ("/tray", SMALL_PANEL, "light")):
                page = await visitor.open(face, viewport=size, color_scheme=scheme)
                await page.locator("#hints").click()
                await expect(page.locator(".worths tbody tr")).to_have_count(8)
                await check_words(page, language, size)
                await check_with_axe(page)
                if language == "fr":
                    assert (await rows(page))[0][1:3] == ["7,624", "10,2\u00a0%"]

    house.run(test())


@pytest.mark.parametrize(
    ("face", "size"), [("/control", PHONE), ("/tray", SMALL_PANEL)], ids=["phone", "tray"]
)
def test_the_menu_opens_with_a_plain_button_by_finger_and_by_key(house, face, size):
    async def test():
        async with serving(TableService()) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(face, viewport=size)
            menu = page.get_by_role("button", name="Menu", exact=True)
            await menu.click()
            await expect(page.locator("#headline")).to_have_attribute("data-code", "menu")
            await expect(menu).to_have_attribute("aria-expanded", "true")
            await menu.click()
            await expect(page.locator("#beside")).to_be_hidden()
            await expect(menu).to_have_attribute("aria-expanded", "false")
            await menu.focus()
            await page.keyboard.press("Enter")
            # The focus goes along, so that arrows choose at once.
            await expect(page.locator(".entry[aria-current]")).to_be_focused()
            await page.keyboard.press("Escape")
            await expect(page.locator("#beside")).to_be_hidden()
            await expect(menu).to_be_focused()

    house.run(test())


def test_a_fault_is_told_in_the_language_of_the_phone(house):
    async def test():
        from stbpi.locale.fault_words import FLAP_FLOATS
        from stbpi.rules.said import Said
        from stbpi.web.service import Fault

        service = TableService()
        said = Said.of(FLAP_FLOATS, flap=5, side=1, seconds="5")
        service.faults = (
            Fault("floating", str(said), "side 0 flap 5", said),
            Fault("bus", "bus 1 is gone", "bus"),
        )
        service.publish()
        async with serving(service, token="abc") as caller, house.visiting(caller.url) as visitor:
            visitor.expect("401")
            page = await visitor.open("/control?lang=de", viewport=PHONE)
            lines = page.locator("#faults li")
            await expect(lines.nth(0)).to_contain_text("Klappe 5 auf Seite 1 wechselt ständig")
            # Chips and buses are told in English everywhere.
            await expect(lines.nth(1)).to_contain_text("bus 1 is gone")
            await flap(page, 5).hover()
            # And so is a call without the token, once nobody knows it.
            await page.locator("#press").click()
            await page.locator("#token-cancel").click()
            await expect(page.locator("#toast")).to_contain_text("nimmt Befehle nur mit seinem Token an")

    house.run(test())
