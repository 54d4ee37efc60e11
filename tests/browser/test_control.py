"""The phone at the table: everything that a hand at the tray cannot do."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.browser.browsing import PHONE, enter
from tests.support.running import RunningDaemon
from tests.web.serving import serving
from tests.web.table_service import TableService

pytestmark = pytest.mark.browser


def rows(count):
    return tuple(tuple(range(1, 13)) for _ in range(count))


def test_a_match_with_rules_variants_names_and_seats(house):
    async def test():
        service = TableService(["Ada", "Ben"], sides=rows(4))
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open("/control", viewport=PHONE)
            await page.get_by_role("button", name="New match").click()
            await page.get_by_label("Rules").select_option("tray")
            await page.get_by_label("Express").check()
            await page.get_by_role("button", name="One more").click()
            await page.get_by_label("Player 3", exact=True).fill("Cy")
            await page.get_by_role("button", name="Player 3: one seat earlier").click()
            await expect(page.get_by_label("Player 2", exact=True)).to_have_value("Cy")
            await page.get_by_role("combobox", name="Player 1: side").select_option("3")
            await page.get_by_role("combobox", name="Player 2: side").select_option("0")
            await page.get_by_role("button", name="Lay it out").click()
            await expect(page.locator(".player-name")).to_have_text(["Ada", "Cy", "Ben"])
            state = await caller.state()
            assert (state["rules"]["name"], state["rules"]["variants"]) == ("tray", ["express"])
            # Whoever sat at the side that was chosen has changed places.
            assert [player["side"] for player in state["players"]] == [3, 0, 2]

    house.run(test())


def test_dice_undo_and_redo_on_two_phones_at_once(house):
    async def test():
        service = TableService(["Ada", "Ben"])
        async with serving(service, token="abc") as caller, house.visiting(caller.url) as visitor:
            one = await visitor.open("/control#token=abc", viewport=PHONE)
            other = await visitor.open("/control#token=abc", viewport=PHONE)
            assert "token" not in one.url
            await one.locator("#press").click()
            await enter(other, 6, 3)
            for page in (one, other):
                await expect(page.locator("#dice")).to_have_attribute("aria-label", "Dice: 6 and 3")
            await one.locator("#undo").click()
            await expect(other.locator("#headline")).to_have_attribute("data-code", "press_to_roll")
            await other.locator("#redo").click()
            await expect(one.locator("#headline")).to_have_attribute("data-code", "close_flaps")

    house.run(test())


def test_without_a_token_a_phone_asks_for_it_and_keeps_it(house):
    async def test():
        async with serving(TableService(), token="abc") as caller, house.visiting(caller.url) as visitor:
            visitor.expect("401")
            page = await visitor.open("/control", viewport=PHONE)
            await page.locator("#press").click()
            await page.get_by_role("textbox", name="Token").fill("abc")
            await page.get_by_role("button", name="Use it").click()
            await expect(page.locator("#headline")).to_have_attribute("data-code", "press_to_roll")
            await page.reload()
            await enter(page, 6, 3)
            await expect(page.locator("#headline")).to_have_attribute("data-code", "close_flaps")

    house.run(test())


def test_a_score_is_corrected_with_a_reason_and_a_player_leaves(house):
    async def test():
        service = TableService(["Ada", "Ben", "Cy"], match="open")
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open("/control", viewport=PHONE)
            await expect(page.locator(".manage")).to_have_count(0)
            await page.locator("#press").click()
            await page.get_by_role("button", name="Ben: leave, correct").click()
            dialog = page.locator("#player-dialog")
            await expect(dialog.get_by_role("heading")).to_have_text("Ben")
            await dialog.get_by_label("take away").check()
            await dialog.get_by_label("Points").fill("3")
            await dialog.get_by_role("button", name="Correct", exact=True).click()
            # Without a reason nothing is corrected.
            await expect(dialog).to_be_visible()
            await dialog.get_by_label("Reason").fill("misread <b>")
            await dialog.get_by_role("button", name="Correct", exact=True).click()
            await expect(dialog).to_be_hidden()
            ben = page.locator(".player").nth(1)
            await expect(ben.locator(".total b")).to_have_text("-3")
            await expect(ben.locator(".player-corrected")).to_contain_text("misread <b>")
            await page.get_by_role("button", name="Ada: leave, correct").click()
            await dialog.get_by_role("button", name="Leaves the match").click()
            assert (await caller.state())["waiting_for"] == [0]
            await dialog.get_by_role("button", name="Really leaves").click()
            await expect(dialog).to_be_hidden()
            await expect(page.locator(".player-word")).to_have_text(["has left", "to play", "to come"])

    house.run(test())


def test_a_phone_speaks_another_language_than_the_tray_and_remembers_it(house):
    async def test():
        service = TableService(language="de")
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page, kiosk = await visitor.open("/control", viewport=PHONE), await visitor.open("/")
            await expect(page.locator("#new-match")).to_have_text("Neues Spiel")
            await page.locator("#page-language").select_option("fr")
            await expect(page.locator("#new-match")).to_have_text("Nouvelle partie")
            await expect(page.locator("html")).to_have_attribute("lang", "fr")
            said = service.snapshot().texts
            await expect(page.locator("#headline")).to_have_text(said["fr"])
            await expect(kiosk.locator("#headline")).to_have_text(said["de"])
            await page.goto(caller.url + "/control")
            await expect(page.locator("#headline")).to_have_text(said["fr"])
            # The tray's own change of language leaves this phone alone.
            service.speak("it")
            await expect(kiosk.locator("html")).to_have_attribute("lang", "it")
            await page.locator("#press").click()
            await expect(page.locator("#headline")).to_have_text(service.snapshot().texts["fr"])
            await page.locator("#page-language").select_option("")
            await expect(page.locator("html")).to_have_attribute("lang", "it")

    house.run(test())


def test_whoever_comes_with_code_and_language_has_both(house):
    async def test():
        async with serving(TableService(), token="abc") as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open("/control", viewport=PHONE)
            await page.locator("#page-language").select_option("es")
            await expect(page.locator("html")).to_have_attribute("lang", "es")
            # A page that turns to its language on the way keeps what the code brought.
            await page.goto(caller.url + "/control#token=abc")
            await expect(page.locator("html")).to_have_attribute("lang", "es")
            await expect(page).to_have_url(re.compile("^[^#]*$"))
            await expect(page.locator("body")).to_have_attribute("data-live", "yes")
            await page.locator("#press").click()
            await expect(page.locator("#headline")).to_have_attribute("data-code", "press_to_roll")
            assert "token" not in page.url

    house.run(test())


def test_a_broken_flap_is_spoken_for(house, tmp_path):
    async def test():
        async with (
            RunningDaemon(tmp_path, "--dice-seed", "7") as daemon,
            house.visiting(daemon.address) as visitor,
        ):
            page = await visitor.open("/control", viewport=PHONE)
            await daemon.post("match", rules="classic", players=["Anna", "Ben"])
            await daemon.post("button", hold_ms=60)
            await daemon.prompt("press_to_roll")
            await daemon.post("sim/fault", kind="cut", side=0, flap=5, on=True)
            await daemon.post("flap", side=0, flap=5, closed=False)
            await page.get_by_role("button", name="Flap 5 is closed").click()
            await daemon.until(lambda now: now["tray"][0] == [5])
            await expect(page.locator('[data-flap="5"]')).to_have_attribute("data-closed", "yes")

    house.run(test())
