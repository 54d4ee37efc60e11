"""The page in other languages: every word of it is theirs, and all of them fit."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from stbpi.locale import LANGUAGES, catalogue
from stbpi.locale.fault_words import FLAP_FLOATS
from stbpi.locale.refusals import spoken
from stbpi.rules.said import Said
from stbpi.web.service import Fault
from stbpi.web.words import page_words
from tests.browser.browsing import (
    KIOSK,
    LAPTOP,
    ON_ITS_SIDE,
    PANEL,
    PHONE,
    SMALL_PANEL,
    TABLET,
    flap,
)
from tests.web.serving import serving
from tests.web.table_service import TableService

pytestmark = pytest.mark.browser

CUT_OFF = """() => {
    const own = (e) => [...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim());
    const cut = (e) => {
        const text = document.createRange();
        text.selectNodeContents(e);
        const { left, right } = text.getBoundingClientRect();
        const around = "button, p, li, h1, h2, h3, label, legend, .figure, figcaption, dt, dd, td, th, dialog, section";
        const box = e.closest(around).getBoundingClientRect();
        return left < Math.max(box.left, 0) - 1 || right > Math.min(box.right, innerWidth) + 1;
    };
    const there = (e) => e.checkVisibility({ visibilityProperty: true }) && !e.matches(".skip, option, select");
    return [...document.querySelectorAll("body *")].filter((e) => there(e) && own(e) && cut(e)).map((e) => e.outerHTML);
}"""
"""What stands beside the box it belongs to, or beside the screen."""

SAID = """() => [...document.querySelectorAll("html *")].flatMap((e) => [
    ...["aria-label", "alt", "title", "placeholder"].map((name) => e.getAttribute(name)),
    ...[...e.childNodes].filter((n) => n.nodeType === Node.TEXT_NODE && e.tagName !== "SCRIPT").map((n) => n.data),
]).map((text) => (text ?? "").trim()).filter(Boolean)"""
"""All that the page says, also where it can only be heard, or waits to be shown."""


def flat(language: str) -> dict[str, str]:
    """Every word of the page by its key."""
    words = page_words(catalogue(language))
    return {
        f"{key}.{name}": word
        for key, value in words.items()
        for name, word in ([("", value)] if isinstance(value, str) else value.items())
    }


def matches(template: str, text: str) -> bool:
    """Whether this is that word, whatever stands in its places."""
    parts = re.split(r"\{(\w+)\}", template)
    pattern = "".join(
        re.escape(part) if at % 2 == 0 else r"\d+" if part in COUNTED else ".+"
        for at, part in enumerate(parts)
    )
    return re.fullmatch(pattern, text) is not None


def in_english(said: set[str], language: str) -> set[str]:
    """What the page says that is only said so in English."""
    english, own = flat("en"), flat(language)
    foreign = [
        word
        for key, word in english.items()
        if word != own[key] and re.sub(r"\{\w+\}", "", word).strip(" :.,")
    ]
    known = [word for word in own.values() if re.sub(r"\{\w+\}", "", word).strip()]
    return {
        text
        for text in said
        if any(matches(word, text) for word in foreign) and not any(matches(word, text) for word in known)
    }


COUNTED = {"flap", "number", "pips", "side", "seconds", "n"}
"""Places where only a number can stand."""

ON_THE_BUTTON = """(labels) => {
    const label = document.getElementById("press-label"), dome = label.parentElement.getBoundingClientRect();
    const text = document.createRange(), bad = [];
    const lines = (start, end) => {
        text.setStart(label.firstChild, start);
        text.setEnd(label.firstChild, end);
        return [...text.getClientRects()];
    };
    for (const word of labels) {
        label.textContent = word;
        label.style.setProperty("--letters", String(Math.max(...word.split(/\\s/u).map((part) => part.length))));
        const parts = [...word.matchAll(/\\S+/gu)].map(({ 0: part, index }) => lines(index, index + part.length));
        const broken = parts.some((part) => part.length > 1);
        const wide = lines(0, word.length).some((line) => line.width > 0.93 * dome.width);
        if (broken || wide || label.clientHeight > 0.8 * dome.height) bad.push(word);
    }
    return bad;
}"""
"""Which of these words the dice button has no room for, or breaks in two."""


async def check(page: Page, language: str, size: dict[str, int]) -> None:
    """Nothing is cut off or said in English."""
    assert await page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert await page.evaluate(CUT_OFF) == []
    assert in_english(set(await page.evaluate(SAID)), language) == set()


@pytest.mark.parametrize("size", [PHONE, KIOSK], ids=["phone", "kiosk"])
@pytest.mark.parametrize("language", ["de", "fr", "it", "es"])
def test_the_page_speaks_it_and_it_fits(house, language, size):
    async def test():
        words = flat(language)
        service = TableService(["Ada", ""], language=language, match="open", stake=50, variants=["one-die"])
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            visitor.expect("401", "409", "422")
            page = await visitor.open(viewport=size)
            headline, press = page.locator("#headline"), page.locator("#press")
            await expect(page.locator("html")).to_have_attribute("lang", language)
            await expect(page.locator("#live")).to_have_text(words["live."])
            await expect(page.locator("#press-label")).to_have_text(words["offers.start"])
            await expect(page.locator(".player-name")).to_have_text(
                ["Ada", words["player."].format(number=2)]
            )
            await check(page, language, size)
            await press.click()
            await expect(headline).to_have_attribute("data-code", "press_to_roll")
            await check(page, language, size)
            await page.locator(".pad-die").nth(5).click()
            await page.locator(".pad-die").nth(2).click()
            await expect(headline).to_have_attribute("data-code", "close_flaps")
            await expect(page.locator("#sum")).to_contain_text(words["to_close."])
            await press.hover()
            await page.mouse.down()
            await expect(page.locator("#press-hint")).to_have_text(words["let_go_nothing."])
            await check(page, language, size)
            await page.mouse.up()
            await caller.post("sim/fault", {"kind": "stuck", "side": 0, "flap": 5, "on": True})
            for number in (8, 4):
                await flap(page, number).click()
            await expect(headline).to_have_attribute("data-code", "reopen")
            await expect(flap(page, 4)).to_have_attribute(
                "aria-label",
                words["mark_raise."].format(flap=words["flap_closed."].format(flap=4)),
            )
            await check(page, language, size)

            # A refusal is told in the same language, whatever the browser itself would rather read.
            await page.locator("#new-match").click()
            await expect(page.locator("#match-about")).to_contain_text(
                catalogue(language).gettext("A turn is thrown on until a throw cannot be made.")
            )
            await check(page, language, size)
            await page.locator("#match-form button[type=submit]").click()
            refused = await caller.post(
                "match", {"rules": "classic", "players": ["A"]}, headers={"Accept-Language": language}
            )
            await expect(page.locator("#match-error")).to_have_text(refused.json["error"])
            await check(page, language, size)
            await page.locator("#match-cancel").click()
            for number in (8, 4):
                await flap(page, number).click()
            await caller.post("retire", {"player": 0})
            await caller.post("retire", {"player": 1})
            await expect(headline).to_have_attribute("data-code", "match_over")
            await check(page, language, size)

    house.run(test())


@pytest.mark.parametrize(
    "size",
    [PHONE, ON_ITS_SIDE, TABLET, KIOSK, LAPTOP, PANEL, SMALL_PANEL],
    ids=["phone", "phone-on-its-side", "tablet", "kiosk", "laptop", "panel", "small-panel"],
)
def test_the_button_has_room_for_every_word_it_can_have(house, size):
    async def test():
        async with serving(TableService()) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(viewport=size)
            for language in LANGUAGES:
                words = flat(language)
                keys = [key for key in words if key.startswith("offers.")]
                keys += ["press.", "let_go.", "rolling.", "one_moment.", "flaps_first."]
                labels = sorted({words[key] for key in keys})
                assert await page.evaluate(ON_THE_BUTTON, labels) == [], language

    house.run(test())


def test_a_long_word_on_the_button_is_small_enough(house):
    async def test():
        async with serving(TableService(language="fr")) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(viewport=PHONE)
            label = page.locator("#press-label")
            await expect(label).to_have_text("Commencer")
            box, dome = await label.bounding_box(), await page.locator(".press-dome").bounding_box()
            assert box["width"] < 0.93 * dome["width"]
            assert box["height"] < 40

    house.run(test())


@pytest.mark.parametrize("language", ["de", "fr"])
def test_a_common_throw_on_four_sides_fits_the_kiosk(house, language):
    async def test():
        sides = tuple(tuple(range(1, 13)) for _ in range(4))
        service = TableService(
            ["Ada", "Ben", "Cy", "Di"], rules="tray", variants=["common"], sides=sides, language=language
        )
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(viewport=KIOSK)
            await caller.post("button", {"hold_ms": 60})
            await caller.post("dice", {"dice": [4, 6]})
            await expect(page.locator("#headline")).to_have_attribute("data-code", "close_flaps")
            for side, number in ((0, 10), (1, 4)):
                await flap(page, number, side).click()
            words = flat(language)
            await expect(page.locator(".player-word").nth(0)).to_have_text(words["answered."])
            await check(page, language, KIOSK)

    house.run(test())


def test_the_page_turns_to_another_language_by_itself(house):
    async def test():
        service = TableService(language="de")
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(viewport=PHONE)
            await expect(page.locator("#new-match")).to_have_text("Neues Spiel")
            service.speak("fr")
            await expect(page.locator("#new-match")).to_have_text("Nouvelle partie")
            await expect(page.locator("html")).to_have_attribute("lang", "fr")
            await expect(page.locator("#headline")).to_have_text(service.snapshot().text)
            await page.locator("#press").click()
            await expect(page.locator("#headline")).to_have_attribute("data-code", "press_to_roll")

    house.run(test())


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_asked_for_a_token_that_nobody_chose_is_told_to_scan_the_code(house, language):
    async def test():
        service = TableService(language=language)
        async with (
            serving(service, token="abc", token_made=True) as caller,
            house.visiting(caller.url) as visitor,
        ):
            visitor.expect("401")
            page = await visitor.open("/control", viewport=PHONE)
            await page.locator("#press").click()
            where = page.locator("#token-form p:not(.form-error)")
            await expect(where).to_have_text(page_words(catalogue(language), token_made=True)["token_where"])
            await expect(where).not_to_contain_text("[web]")
            await check(page, language, PHONE)

    house.run(test())


def test_the_token_is_asked_for_in_that_language(house):
    async def test():
        async with (
            serving(TableService(language="fr"), token="abc") as caller,
            house.visiting(caller.url) as visitor,
        ):
            visitor.expect("401")
            page = await visitor.open(viewport=PHONE)
            await page.locator("#press").click()
            await expect(page.locator("#token-title")).to_have_text("Ce plateau demande son jeton")
            await check(page, "fr", PHONE)
            await page.locator("#token").fill("abc")
            await page.get_by_role("button", name="Utiliser").click()
            await expect(page.locator("#headline")).to_have_attribute("data-code", "press_to_roll")

    house.run(test())


@pytest.mark.parametrize("face", ["/", "/tray", "/control"])
def test_what_does_not_work_is_told_in_the_language_of_the_page(house, face):
    async def test():
        said = Said.of(FLAP_FLOATS, flap=5, side=1, seconds=10)
        english = "A pin is gone; look at its wire."
        service = TableService(language="it")
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            for language in LANGUAGES:
                service.faults = ()
                service.publish()
                page = await visitor.open(f"{face}?lang={language}", viewport=KIOSK)
                service.faults = (
                    Fault("floating", str(said), "side 0 flap 5", said),
                    Fault("no_pin", english, "chip 0"),
                )
                service.publish()
                told = page.locator("#faults li > span:first-child")
                # What only who builds trays can mend has no other words than its own.
                await expect(told).to_have_text([spoken(said, catalogue(language)), english])
                assert language == "en" or str(said) not in await page.locator("body").inner_text()

    house.run(test())
