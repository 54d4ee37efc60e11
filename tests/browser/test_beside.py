"""The page while the tray's button is for the menu or the service mode."""

from __future__ import annotations

import os

import pytest
from playwright.async_api import expect

from stbpi.display.compose import compose
from stbpi.display.menu_words import MenuWords
from stbpi.locale import LANGUAGES, catalogue
from stbpi.table.events import ButtonDown, ButtonUp
from tests.browser.browsing import KIOSK, LAPTOP, ON_ITS_SIDE, PANEL, PHONE, SMALL_PANEL, TABLET, flap
from tests.browser.test_languages import CUT_OFF
from tests.browser.test_page import check_fit
from tests.web.serving import serving
from tests.web.table_service import TableService

pytestmark = pytest.mark.browser

SIZES = {
    "kiosk": KIOSK,
    "laptop": LAPTOP,
    "on its side": ON_ITS_SIDE,
    "panel": PANEL,
    "phone": PHONE,
    "small panel": SMALL_PANEL,
    "tablet": TABLET,
}
NINE = (tuple(range(1, 10)),)
FOUR_TIMES_TWELVE = (tuple(range(1, 13)),) * 4


def open_menu(service: TableService) -> None:
    service.handle(ButtonDown())
    service.pass_time(8_000)
    service.handle(ButtonUp())


def press(service: TableService, ms: int = 100) -> None:
    service.handle(ButtonDown())
    service.pass_time(ms)
    service.handle(ButtonUp())


def test_the_menu_stands_where_the_scores_do_and_its_cursor_moves(house):
    async def test():
        service = TableService()
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open()
            beside, scores = page.locator("#beside"), page.locator("#scores")
            await expect(beside).to_be_hidden()
            open_menu(service)
            await expect(beside.locator("h2")).to_have_text("Menu")
            await expect(scores).to_be_hidden()
            await expect(beside.locator("[aria-current]")).to_have_text("RulesClassic")
            await expect(page.locator("#press-label")).to_have_text("Next")
            await expect(page.locator("#press-hint")).to_have_text("Hold for: Select")
            press(service)
            await expect(beside.locator("[aria-current]")).to_have_text("Variants0")
            press(service, 1_000)
            await expect(beside.locator("h2")).to_have_text("Variants")
            await expect(beside.locator("[aria-current]")).to_have_attribute("aria-checked", "false")
            press(service, 1_000)
            await expect(beside.locator("[aria-current]")).to_have_attribute("aria-checked", "true")
            open_menu(service)
            await expect(beside).to_be_hidden()
            await expect(scores).to_be_visible()

    house.run(test())


async def rows_of(page) -> list[tuple[str, str, bool, bool]]:
    """What the page says of each entry: the words, what holds, whether it is ticked, and where the cursor is."""
    return [
        (
            await row.locator("span").text_content(),
            await row.locator("b").text_content() if await row.locator("b").count() else "",
            await row.get_attribute("aria-checked") == "true",
            await row.get_attribute("aria-current") == "true",
        )
        for row in await page.locator("#beside .entry").all()
    ]


def on_the_glass(service: TableService) -> list[tuple[str, str, bool, bool]]:
    """The same of the tray's small screen."""
    view = service.snapshot().view
    screen = compose(view, catalogue(view.choices.language))
    return [(row.text, row.value, bool(row.ticked), row.chosen) for row in screen.rows]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_menu_is_worked_by_clicking_and_says_what_the_small_screen_says(house, language):
    async def test():
        service = TableService(language=language)
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(viewport=PHONE, has_touch=True)
            beside = page.locator("#beside")
            open_menu(service)
            for kind in ("players", "count", "variants", "variants"):
                rows = beside.locator(f'[data-kind="{kind}"]')
                await expect(rows.first).to_be_visible()
                assert await rows_of(page) == on_the_glass(service)
                box = await rows.first.bounding_box()
                assert box["height"] >= 44, "large enough for a finger"
                async with page.expect_response("**/api/v1/menu"):
                    await (rows.nth(3) if kind == "count" else rows.first).tap()
                title = MenuWords(catalogue(language), ()).told(service.snapshot().view.prompt.menu).title
                await expect(beside.get_by_role("menu", name=title)).to_be_visible()
            await expect(beside.get_by_role("menuitemcheckbox").first).to_have_attribute(
                "aria-checked", "true"
            )
            assert await rows_of(page) == on_the_glass(service)
            assert len(service.snapshot().view.setup.players) == 4
            assert service.snapshot().view.setup.rules.variants == ("one-die",)
            for _ in range(2):
                await beside.locator('[data-kind="back"]').tap()
            await expect(beside).to_be_hidden()

    house.run(test())


@pytest.mark.parametrize(("tray", "phone"), [("de", "fr"), ("fr", "en")])
def test_a_phone_in_another_language_than_the_tray_reads_the_menu_in_its_own(house, tray, phone):
    async def test():
        service = TableService(variants=("one-die",), language=tray)
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(f"/control?lang={phone}", viewport=PHONE)
            beside = page.locator("#beside")
            open_menu(service)
            for kind in ("players", "back", "variants"):
                view = service.snapshot().view
                words = MenuWords(catalogue(phone), view.setup.players)
                told = words.told(view.prompt.menu)
                assert told != MenuWords(catalogue(tray), view.setup.players).told(view.prompt.menu)
                await expect(beside.get_by_role("menu", name=told.title, exact=True)).to_be_visible()
                assert [row[:2] for row in await rows_of(page)] == list(told.entries)
                async with page.expect_response("**/api/v1/menu"):
                    await beside.locator(f'[data-kind="{kind}"]').click()

    house.run(test())


def test_the_menu_is_worked_with_the_keyboard_alone(house):
    async def test():
        service = TableService()
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open()
            beside, press = page.locator("#beside"), page.locator("#press")
            await press.focus()
            open_menu(service)
            await expect(beside).to_be_visible()
            await page.keyboard.press("Tab")
            entry = beside.locator(".entry:focus")
            await expect(entry).to_have_attribute("data-kind", "rules")
            await page.keyboard.press("ArrowUp")
            await expect(entry).to_have_attribute("data-kind", "back")
            await page.keyboard.press("Home")
            await page.keyboard.press("Enter")
            await expect(beside.locator("h2")).to_have_text("Rules")
            # The focus goes along, to where the cursor of the new page stands.
            await expect(entry).to_have_text("Classic")
            await expect(entry).to_have_attribute("aria-checked", "true")
            await expect(entry).to_have_role("menuitemradio")
            await page.keyboard.press("ArrowDown")
            await page.keyboard.press(" ")
            await expect(beside.locator("h2")).to_have_text("Menu")
            await expect(page.locator("#rules-line")).to_have_text("Pub")
            await expect(entry).to_have_attribute("data-kind", "rules")
            await expect(entry).to_have_role("menuitem")
            await page.keyboard.press("Enter")
            await expect(beside.locator("h2")).to_have_text("Rules")
            await page.keyboard.press("Escape")
            await expect(beside.locator("h2")).to_have_text("Menu")
            await page.keyboard.press("Escape")
            await expect(beside).to_be_hidden()
            await expect(press).to_be_focused()
            await expect(page.locator("#headline")).to_have_attribute("data-code", "press_to_start")

    house.run(test())


def test_a_click_that_comes_too_late_is_told_and_selects_nothing(house):
    async def test():
        service = TableService()
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            visitor.expect("409")
            page = await visitor.open()
            open_menu(service)
            await page.locator('#beside [data-kind="players"]').click()
            late = page.locator('#beside [data-kind="count"]').nth(2)
            await expect(late).to_have_text("3 players")
            # Between the look and the click somebody holds the tray's button.
            await page.route("**/api/v1/menu", lambda route: (open_menu(service), route.continue_())[1])
            await late.click()
            await expect(page.locator("#toast")).to_have_text(
                "The menu is closed; hold the button for 8 s to open it."
            )
            assert len(service.snapshot().view.setup.players) == 2

    house.run(test())


def test_the_service_mode_shows_every_switch_and_is_left_where_it_was_entered(house):
    async def test():
        service = TableService()
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open()
            beside = page.locator("#beside")
            await page.locator("#new-match").click()
            await page.locator("#service").click()
            await expect(page.locator("#match-dialog")).to_be_hidden()
            await expect(beside.locator("h2")).to_have_text("Service · Switches")
            await expect(beside.locator("tbody tr")).to_have_count(9)
            await flap(page, 5).click()
            row = beside.locator("tbody tr").nth(4)
            await expect(row.locator("td").first).to_have_text("closed")
            await expect(row).to_have_attribute("data-moved", "yes")
            await expect(row).to_have_attribute("data-last", "yes")
            await expect(beside.locator('[data-moved="yes"]')).to_have_count(1)
            facts = beside.locator(".facts li")
            await expect(facts.first).to_have_text(
                "electronic: 36 dice; chi-square 5.00, degrees of freedom 5, p 0.416"
            )
            await expect(facts.nth(2)).to_have_text("no network address")
            await beside.get_by_role("button", name="Leave service").click()
            await expect(beside).to_be_hidden()
            await expect(page.locator("#headline")).to_have_attribute("data-code", "press_to_start")

    house.run(test())


def test_the_service_mode_writes_what_was_measured_as_its_reader_does(house):
    async def test():
        service = TableService(language="de")
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open()
            await caller.post("service", {"on": True})
            await expect(page.locator("#beside tbody td").nth(2)).to_have_text("1,4 ms")
            await expect(page.locator("#beside .facts li").first).to_contain_text("5,00")
            await expect(page.locator("#beside .facts li").first).to_contain_text("0,416")

    house.run(test())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("sides", "language"), [(1, "en"), (1, "de"), (4, "fr")])
def test_both_fit_the_page_at_every_size(house, sides, language, size):
    async def test():
        service = TableService(
            list("ABCD")[: max(2, sides)],
            rules="classic" if sides == 1 else "tray",
            sides=NINE if sides == 1 else FOUR_TIMES_TWELVE,
            language=language,
        )
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(viewport=SIZES[size])
            for what in ("menu", "service"):
                if what == "menu":
                    open_menu(service)
                else:
                    await caller.post("service", {"on": True})
                await expect(page.locator("#beside :is(table, ol)").first).to_be_visible()
                if folder := os.environ.get("STBPI_PICTURES"):
                    await page.screenshot(path=f"{folder}/{what}_{sides}_{language}_{size}.png")
                if sides == 1:
                    await check_fit(page, SIZES[size])
                assert await page.evaluate(CUT_OFF.replace("button, p", "button, td, th, h2, p")) == []
                if what == "menu":
                    open_menu(service)

    house.run(test())
