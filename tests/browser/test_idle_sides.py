"""Trays of more sides than are played at, and names longer than there is room for."""

from __future__ import annotations

import os

import pytest
from playwright.async_api import expect

from stbpi.table.events import PastRead
from stbpi.table.played import Best, Past
from tests.browser.browsing import KIOSK, LAPTOP, ON_ITS_SIDE, PANEL, PHONE, SMALL_PANEL, TABLET, flap
from tests.display.attract_scenes import played
from tests.web.serving import serving
from tests.web.table_service import TableService

pytestmark = pytest.mark.browser

TWELVES = (tuple(range(1, 13)),) * 6
NAMES = [
    "Annemarie Dampfschiff", "Bartholomew", "Cy", "Wolfeschlegelsteinhausen", "Eve", "Maximiliane von der Aue",
]  # fmt: skip

BIG = pytest.mark.parametrize("size", [KIOSK, PANEL, SMALL_PANEL], ids=["kiosk", "panel", "small-panel"])

CUT = """(e) => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1"""


async def picture(page, name: str, size: dict[str, int]) -> None:
    if folder := os.environ.get("STBPI_PICTURES"):
        await page.screenshot(path=f"{folder}/{name}_{size['width']}.png")


@BIG
def test_the_big_screen_shows_the_row_that_all_play_on_as_large_as_that_of_a_tray_with_one(house, size):
    async def test():
        wide = {}
        for sides in (TWELVES, TWELVES[:1]):
            service = TableService(NAMES, sides=sides)
            async with serving(service) as caller, house.visiting(caller.url) as visitor:
                kiosk = await visitor.open("/", viewport=size)
                for hold_ms in (60, 0):
                    await expect(kiosk.locator(".side")).to_have_count(1)
                    await expect(kiosk.locator(".box")).to_be_in_viewport(ratio=1)
                    box = await flap(kiosk, 1).bounding_box()
                    wide.setdefault(len(sides), []).append(box["width"])
                    if hold_ms:
                        await caller.post("button", {"hold_ms": hold_ms})
                        await caller.post("dice", {"dice": [6, 3]})
                        await expect(kiosk.locator("#sum")).to_be_visible()
                await picture(kiosk, f"shared_{len(sides)}", size)
                # Whose turn it is stands above; the side has its number, and no list of everybody.
                await expect(kiosk.locator(".side-name")).to_have_text("Side 1" if len(sides) > 1 else "")
                assert await kiosk.evaluate("document.documentElement.scrollHeight <= innerHeight")
        assert wide[6] == wide[1]

    house.run(test())


@pytest.mark.parametrize(
    "size",
    [KIOSK, LAPTOP, PANEL, SMALL_PANEL, PHONE, ON_ITS_SIDE, TABLET],
    ids=["kiosk", "laptop", "panel", "small-panel", "phone", "phone-on-its-side", "tablet"],
)
def test_the_virtual_tray_has_its_idle_sides_at_hand_and_after_all_that_is_played_with(house, size):
    async def test():
        service = TableService(NAMES, sides=TWELVES)
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(viewport=size)
            await page.locator("#press").click()
            await expect(page.locator("#headline")).to_have_attribute("data-code", "press_to_roll")
            await picture(page, "virtual", size)
            await expect(page.locator("#sides .side")).to_have_count(1)
            await expect(page.locator("#idle-sides .side-name")).to_have_text(
                [f"Side {n}" for n in range(2, 7)]
            )
            for part in ("#headline", ".box", "#press"):
                await expect(page.locator(part).first).to_be_in_viewport(ratio=1)
            assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            for part in (".play", ".desk"):
                assert await page.locator(part).evaluate("(e) => e.scrollHeight <= e.clientHeight"), part
            played, idle = await flap(page, 1).bounding_box(), await flap(page, 1, 5).bounding_box()
            # On a phone they come last, as wide as the screen: fingers want room.
            assert size is PHONE or played["width"] > 1.3 * idle["width"]
            assert idle["y"] > played["y"] + played["height"]
            await flap(page, 7, 5).click()
            await expect(flap(page, 7, 5)).to_have_attribute("data-closed", "yes")
            assert 7 in service.snapshot().view.closed[5]

    house.run(test())


def test_idle_sides_come_back_for_what_is_about_them(house):
    async def test():
        names = ["Anna", "Ben", "Celik"]
        service = TableService(names, rules="tray", sides=TWELVES)
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            kiosk = await visitor.open("/")
            captions = kiosk.locator(".side-name")
            # Whoever sits down at a side takes it: all can be seen before the match.
            await expect(captions).to_have_text(
                ["Side 1: Anna", "Side 2: Ben", "Side 3: Celik", "Side 4", "Side 5", "Side 6"]
            )
            await caller.post("button", {"hold_ms": 60})
            await expect(captions).to_have_text(names)
            await caller.post("service", {"on": True})
            await expect(captions).to_have_count(6)
            await caller.post("service", {"on": False})
            await expect(captions).to_have_text(names)

    house.run(test())


@BIG
@pytest.mark.parametrize("own", [False, True], ids=["shared", "own"])
def test_long_names_are_whole_on_the_big_screen(house, size, own):
    async def test():
        rules = {"rules": "tray", "variants": ["common"], "flaps": 12, "max_players": 6} if own else {}
        service = TableService(NAMES, sides=TWELVES, **rules)
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            kiosk = await visitor.open("/", viewport=size)
            await caller.post("button", {"hold_ms": 60})
            await caller.post("dice", {"dice": [6, 3]})
            await expect(kiosk.locator("#sum")).to_be_visible()
            await picture(kiosk, f"names_{'own' if own else 'shared'}", size)
            names = kiosk.locator(".player-name")
            await expect(names).to_have_text(NAMES)
            fitted = await kiosk.locator(".fitted").all()
            assert len(fitted) == (12 if own else 7)
            for name in fitted:
                assert not await name.evaluate(CUT), await name.text_content()
            for player in await kiosk.locator(".player").all():
                await expect(player).to_be_in_viewport(ratio=1)

    house.run(test())


@BIG
def test_long_names_are_whole_among_the_results_of_the_evening(house, size):
    async def test():
        service = TableService(["Ada", "Ben"])
        results = tuple((name, 10 + at) for at, name in enumerate(NAMES[:4]))
        service.handle(PastRead(Past(today=Best(3, (NAMES[3],), 1, 1), tonight=(played(1, *results),))))
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            kiosk = await visitor.open("/", viewport=size)
            service.pass_time(20_000)
            await expect(kiosk.locator(".result-name")).to_have_text(NAMES[:4])
            await picture(kiosk, "results", size)
            for name in await kiosk.locator(".result-name .fitted").all():
                assert not await name.evaluate(CUT), await name.text_content()
                await expect(name).to_be_in_viewport(ratio=1)

    house.run(test())


def test_a_name_that_no_screen_has_room_for_is_cut_and_told_whole(house):
    async def test():
        name = "Hadschi Halef Omar Ben Hadschi Abul Abbas Ibn Hadschi Dawuhd al Gossarah " * 2
        service = TableService([name.strip(), "Cy"])
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            kiosk = await visitor.open("/", viewport=SMALL_PANEL)
            shown = kiosk.locator(".player-name").first
            assert await shown.locator(".fitted").evaluate(CUT)
            await expect(shown).to_have_attribute("title", name.strip())
            await expect(kiosk.locator(".player").nth(1)).to_be_in_viewport(ratio=1)
            box = await shown.bounding_box()
            assert box["x"] + box["width"] <= SMALL_PANEL["width"]

    house.run(test())
