"""The scoreboard on the big screen: nothing to click, readable from across the room, right on the smallest panels."""

from __future__ import annotations

import os

import pytest
from playwright.async_api import expect

from stbpi.locale import LANGUAGES
from stbpi.table.events import PastRead, RetirePlayer
from stbpi.table.played import Past
from tests.browser.browsing import KIOSK, PANEL, PHONE, SMALL_PANEL, TABLET, enter
from tests.browser.test_attract import FULL
from tests.web.serving import serving
from tests.web.table_service import TableService

pytestmark = pytest.mark.browser

SIZES = pytest.mark.parametrize("size", [KIOSK, PANEL, SMALL_PANEL], ids=["kiosk", "panel", "small-panel"])

FROM_AFAR_PX = 1080 / 36
"""Height of a letter's body on 1080p that is read at 5 m: 2 cm on a screen 72 cm high."""


def rows(count):
    return tuple(tuple(range(1, 13)) for _ in range(count))


async def check_fit(page, size, *parts):
    """Nothing is to be scrolled to, and these parts are whole in sight."""
    wide, high = await page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    assert wide <= size["width"]
    assert high <= size["height"]
    for part in parts:
        for place in await page.locator(part).all():
            await expect(place).to_be_in_viewport(ratio=1)


def test_the_kiosk_follows_a_match_whose_dice_are_entered_on_a_phone(house):
    async def test():
        service = TableService(["Ada", "Ben"], flaps=[1, 2, 9])
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            kiosk, phone = await visitor.open("/"), await visitor.open("/control", viewport=PHONE)
            headline = kiosk.locator("#headline")
            await expect(headline).to_have_text(service.snapshot().text)
            await phone.locator("#press").click()
            await expect(kiosk.locator('.player[data-mark="turn"] .player-name')).to_have_text("Ada")
            await enter(phone, 4, 5)
            await expect(kiosk.locator("#dice")).to_have_attribute("aria-label", "Dice: 4 and 5")
            await expect(kiosk.locator("#sum")).to_have_text("9 to close")
            nine = kiosk.locator('[data-flap="9"]')
            await caller.post("sim/flap", {"side": 0, "flap": 9, "closed": True})
            await expect(nine).to_have_attribute("data-closed", "yes")
            await expect(nine).to_have_attribute("aria-label", "Flap 9, closed")
            await enter(phone, 6, 6)
            await expect(headline).to_have_attribute("data-code", "blocked")
            await expect(kiosk.locator(".player").nth(0).locator(".score b")).to_have_text("3")
            for face in (kiosk, phone):
                await expect(face.locator(".player-word").nth(0)).to_have_text("blocked")

    house.run(test())


def test_there_is_nothing_to_click_whatever_it_shows(house):
    async def test():
        service = TableService(["Ada"])
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            kiosk = await visitor.open("/")
            touched = "button, a, input, select, [tabindex], [role=button], [role^=menuitem], summary"
            await caller.post("sim/fault", {"kind": "stuck", "side": 0, "flap": 5, "on": True})
            await expect(kiosk.locator("#faults")).to_have_text("Flap 5 is stuck; look at its switch.")
            await expect(kiosk.locator(touched)).to_have_count(0)
            await caller.post("button", {"hold_ms": 8100})
            await expect(kiosk.locator("#beside .entry").first).to_be_visible()
            await expect(kiosk.locator(touched)).to_have_count(0)
            await caller.post("service", {"on": True})
            await expect(kiosk.locator(".switches")).to_be_visible()
            await expect(kiosk.locator(touched)).to_have_count(0)

    house.run(test())


def test_a_shut_box_is_celebrated_once_and_not_for_whoever_looks_later(house):
    async def test():
        service = TableService(["Ada", "Ben"], flaps=[9], match="open")
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            visitor.expect("WebSocket")  # time that jumps lets a handshake seem slow
            kiosk = await visitor.open("/", clock=True)
            feast = kiosk.locator("#feast")
            await caller.post("button", {"hold_ms": 60})
            await caller.post("dice", {"dice": [4, 5]})
            await expect(kiosk.locator("#headline")).to_have_attribute("data-code", "close_flaps")
            await expect(feast).to_be_hidden()
            await caller.post("sim/flap", {"side": 0, "flap": 9, "closed": True})
            await expect(feast).to_be_visible()
            await expect(feast.locator(".feast-words")).to_have_text("Adashut the box!")
            late = await visitor.open("/")
            await expect(late.locator("#headline")).to_have_attribute("data-code", "round_over")
            await expect(late.locator("#feast")).to_be_hidden()
            await kiosk.clock.run_for(7100)
            await expect(feast).to_be_hidden()
            await expect(kiosk.locator(".player-word").nth(0)).to_have_text("won the round")

    house.run(test())


def test_the_code_for_phones_is_shown_where_it_may_be(house):
    async def test():
        service = TableService()
        reached = {"find_address": lambda: "192.168.7.20:8420", "token": "abc"}
        async with serving(service, **reached) as caller, house.visiting(caller.url) as visitor:
            kiosk = await visitor.open("/")
            code = kiosk.locator("#phone-code")
            await expect(code).to_be_visible()
            assert await code.evaluate("(image) => image.naturalWidth") > 20
            await expect(kiosk.locator("#phone figcaption")).to_have_text("Scan: your phone plays along")
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            kiosk = await visitor.open("/")
            await expect(kiosk.locator("#headline")).to_have_text(service.snapshot().text)
            await expect(kiosk.locator("#phone")).to_be_hidden()

    house.run(test())


@SIZES
@pytest.mark.parametrize("players", [1, 4, 8])
def test_a_match_fits_with_the_code_beside_the_dice(house, size, players):
    async def test():
        names = ["Anna", "B" * 200, "Çelik", "Dörte", "Émile", "Francesca Maria", "Gül", "Hans"][:players]
        service = TableService(names, match="open")
        reached = {"find_address": lambda: "192.168.7.20:8420"}
        async with serving(service, **reached) as caller, house.visiting(caller.url) as visitor:
            kiosk = await visitor.open("/", viewport=size)
            await caller.post("button", {"hold_ms": 60})
            await caller.post("dice", {"dice": [6, 3]})
            await expect(kiosk.locator("#headline")).to_have_attribute("data-code", "close_flaps")
            await expect(kiosk.locator("#phone-code")).to_be_visible()
            seen = ["#headline", ".box", "#dice .die", "#sum", "#phone-code", "figcaption"]
            await check_fit(kiosk, size, *seen, ".player")

    house.run(test())


NAMES = [
    "Ann",
    "Christoph S.",
    "Anna-Lena K.",
    "Dominique",
    "Elisabetta",
    "Francesco",
    "Gül",
    "Anna-Lena Hohenlohe",
]

OVER_THE_EDGE = """() => [...document.querySelectorAll(".player *, .pool")].filter((e) => {
    const whole = (e.closest(".player") ?? e).getBoundingClientRect(), text = document.createRange();
    text.selectNodeContents(e);
    const { left, right, top, bottom, width } = text.getBoundingClientRect();
    const hidden = getComputedStyle(e).clipPath !== "none" || e.closest(".player-name");
    const out = left < whole.left - 1 || right > whole.right + 1 || top < whole.top - 1 || bottom > whole.bottom + 1;
    return width > 0 && !hidden && out;
}).map((e) => e.outerHTML)"""
"""What of the rows stands beside its row; names are cut by themselves."""


@pytest.mark.parametrize("size", [PANEL, SMALL_PANEL], ids=["panel", "small-panel"])
@pytest.mark.parametrize(
    ("rules", "players", "sides", "match"),
    [
        ("numbers", 6, 6, "single"),
        pytest.param("classic", 6, 1, "open", marks=pytest.mark.long),
        pytest.param("classic", 7, 1, "single", marks=pytest.mark.long),
        ("classic", 8, 1, "single"),
        pytest.param("classic", 8, 1, "open", marks=pytest.mark.long),
    ],
)
def test_all_with_their_stakes_and_the_pool_are_in_sight(house, size, rules, players, sides, match):
    async def test():
        service = TableService(
            NAMES[:players],
            rules=rules,
            sides=rows(sides),
            stake=5000,
            match=match,
            flaps=12 if sides > 1 else 9,
        )
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            await caller.post("button", {"hold_ms": 60})
            for language in LANGUAGES:
                kiosk = await visitor.open(f"/?lang={language}", viewport=size)
                await expect(kiosk.locator(".pool")).to_be_visible()
                await check_fit(kiosk, size, "#headline", ".box", ".player", ".pool")
                assert await kiosk.evaluate(OVER_THE_EDGE) == []
                # Nothing is left empty beneath.
                for part in (".scores", ".play"):
                    assert (
                        await kiosk.locator(part).evaluate(
                            "e => innerHeight - e.getBoundingClientRect().bottom"
                        )
                        < 8
                    )
            late = await visitor.open("/", viewport=size)
            for seat in range(players - 1):
                service.handle(RetirePlayer(seat))
            for page in (kiosk, late, await visitor.open("/", viewport=size)):
                await expect(page.locator('.player[data-mark="turn"] .player-name')).to_have_text(
                    NAMES[players - 1]
                )
                await check_fit(page, size, ".player", ".pool")
                assert await page.evaluate(OVER_THE_EDGE) == []

    house.run(test())


def test_on_a_small_virtual_tray_the_list_begins_with_whoever_acts_first(house):
    async def test():
        names = ["Wolfgang Amadeus Theophilus", "Ben", "Cy", "Dan", "Eve", "Fay"]
        service = TableService(names, rules="numbers", sides=rows(6), flaps=12, stake=50)
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            await caller.post("button", {"hold_ms": 60})
            await caller.post("dice", {"dice": [2, 3]})
            for language in LANGUAGES:
                page = await visitor.open(f"/tray?lang={language}", viewport=SMALL_PANEL)
                first = page.locator(".player").first
                await expect(first).to_have_attribute("data-mark", "turn")
                await expect(first).to_be_in_viewport(ratio=1)
                await expect(page.locator("#sides .side")).to_have_count(6)
                assert await page.locator(".scores").evaluate("e => e.scrollTop") == 0

    house.run(test())


def test_who_plays_is_in_sight_where_the_list_is_longer_than_the_screen(house):
    async def test():
        names = ["Anna", "Berta", "Celik", "Dora", "Emile", "Fran", "Gul", "Hans"]
        service = TableService(names, match="open", stake=50)
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            # The virtual tray has buttons beneath the list, and so no room for all.
            watching = await visitor.open("/tray", viewport=SMALL_PANEL)
            await caller.post("button", {"hold_ms": 60})
            for seat in range(6):
                service.handle(RetirePlayer(seat))
            for page in (watching, await visitor.open("/tray", viewport=SMALL_PANEL)):
                playing = page.locator('.player[data-mark="turn"] .player-name')
                await expect(playing).to_have_text("Gul")
                await expect(playing).to_be_in_viewport(ratio=1)
                assert await page.locator(".scores").evaluate("e => e.scrollHeight > e.clientHeight")

    house.run(test())


@SIZES
def test_many_sides_and_many_dice_fit(house, size):
    async def test():
        count = 6 if size == KIOSK else 4
        service = TableService(
            [f"Player {n}" for n in range(1, count + 1)], rules="tray", variants=["common"], sides=rows(count),
            flaps=12, max_players=6,
        )  # fmt: skip
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            kiosk = await visitor.open("/", viewport=size)
            await caller.post("button", {"hold_ms": 60})
            await caller.post("dice", {"dice": [6, 4]})
            await expect(kiosk.locator("#headline")).to_have_attribute("data-code", "close_flaps")
            await check_fit(kiosk, size, "#headline", ".side", "#dice .die")
        sides = (tuple(range(1, 25)),)
        service = TableService(["Anna", "Ben"], rules="three-hundred", sides=sides)
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            kiosk = await visitor.open("/", viewport=size)
            await caller.post("button", {"hold_ms": 60})
            await caller.post("dice", {"dice": [6, 5, 6, 5]})
            await expect(kiosk.locator("#dice .die")).to_have_count(4)
            await check_fit(kiosk, size, "#headline", ".box", "#dice .die", "#sum")

    house.run(test())


@pytest.mark.parametrize("size", [KIOSK, PANEL, SMALL_PANEL, TABLET], ids=str)
def test_a_full_evening_fits(house, size):
    async def test():
        service = TableService(["Ada", "Ben"])
        service.handle(PastRead(FULL))
        reached = {"find_address": lambda: "192.168.7.20:8420"}
        async with serving(service, **reached) as caller, house.visiting(caller.url) as visitor:
            kiosk = await visitor.open("/", viewport=size)
            service.pass_time(20_000)
            await expect(kiosk.locator("#attract")).to_be_visible()
            await expect(kiosk.locator("#sides")).to_be_hidden()
            await expect(kiosk.locator("#phone-code")).to_be_visible()
            await check_fit(kiosk, size, "#headline", ".best", "#attract h2", "#phone-code")
            await expect(kiosk.locator(".result").first).to_be_in_viewport(ratio=1)
            overfull = "(e) => e.scrollHeight > e.clientHeight + 1"
            for best in await kiosk.locator(".best").all():
                assert not await best.evaluate(overfull)

    house.run(test())


@SIZES
def test_a_new_tray_on_which_nothing_was_played_keeps_its_flaps_in_sight(house, size):
    async def test():
        service = TableService(["Ada", "Ben"])
        service.handle(PastRead(Past()))
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            kiosk = await visitor.open("/", viewport=size)
            service.pass_time(20_000)
            state = (await caller.get("/api/v1/state")).json
            assert state["attract"]["page"] == "how_to_start"
            await expect(kiosk.locator("#headline")).to_have_text(service.snapshot().text)
            await check_fit(kiosk, size, "#headline", ".box", ".player")
            await expect(kiosk.locator("#attract")).to_be_hidden()
            if folder := os.environ.get("STBPI_PICTURES"):
                await kiosk.screenshot(path=f"{folder}/fresh_{size['width']}.png")

    house.run(test())


def test_what_matters_is_large_enough_for_across_the_room(house):
    async def test():
        service = TableService(["Ada", "Ben", "Cy"], match="open", stake=50)
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            kiosk = await visitor.open("/", viewport=KIOSK)
            await caller.post("button", {"hold_ms": 60})
            await caller.post("dice", {"dice": [6, 3]})
            await expect(kiosk.locator("#sum")).to_be_visible()
            for part in (
                ".headline", ".player-name", ".player-word", ".figure b", ".sum b", ".sum span", ".rules-line", ".pool",
            ):  # fmt: skip
                size = await kiosk.locator(part).first.evaluate(
                    "(e) => parseFloat(getComputedStyle(e).fontSize)"
                )
                assert size >= FROM_AFAR_PX, (part, size)
            for part in (".front .numeral", ".die"):
                box = await kiosk.locator(part).first.bounding_box()
                assert box["height"] >= 3 * FROM_AFAR_PX, part

    house.run(test())
