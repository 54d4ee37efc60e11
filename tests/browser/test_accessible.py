"""Every face for people who do not see it, see little, or use no pointer: axe finds nothing, in dark and in light."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page, expect

from stbpi.table.events import PastRead
from tests.browser.browsing import KIOSK, PHONE
from tests.browser.test_attract import PAST
from tests.web.serving import serving
from tests.web.table_service import TableService

pytestmark = pytest.mark.browser

FACES = pytest.mark.parametrize("face", ["/", "/tray", "/control"], ids=["kiosk", "tray", "phone"])
SCHEMES = pytest.mark.parametrize("scheme", ["dark", "light"])
REACHED = {"find_address": lambda: "192.168.7.20:8420"}

READABLE = 4.5
"""WCAG 2.2, 1.4.3: the least contrast of text."""


def rows(count):
    return tuple(tuple(range(1, 13)) for _ in range(count))


async def check(page: Page) -> None:
    """Nothing that axe knows is wrong here, all of its rules for WCAG and its good practice included."""
    results = await Axe().run(page)
    found = [
        f"{violation['id']}: {node['html'][:200]} {node['failureSummary']}"
        for violation in results.response["violations"]
        for node in violation["nodes"]
    ]
    assert found == [], "\n".join(found)
    assert len(results.response["passes"]) > 15


@FACES
@SCHEMES
def test_in_a_match_and_in_its_dialogs(house, face, scheme):
    async def test():
        service = TableService(["Ada", "Ben"], match="open", stake=50, variants=["one-die"])
        async with serving(service, **REACHED) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(
                face, viewport=PHONE if face == "/control" else KIOSK, color_scheme=scheme
            )
            await check(page)
            await caller.post("button", {"hold_ms": 60})
            await caller.post("sim/fault", {"kind": "stuck", "side": 0, "flap": 5, "on": True})
            await expect(page.locator("#faults")).to_be_visible()
            await check(page)
            await caller.post("dice", {"dice": [6, 3]})
            await caller.post("sim/flap", {"side": 0, "flap": 8, "closed": True})
            await caller.post("sim/flap", {"side": 0, "flap": 4, "closed": True})
            await expect(page.locator("#headline")).to_have_attribute("data-code", "reopen")
            await check(page)
            if face != "/":
                await page.locator("#new-match").click()
                await expect(page.locator("#match-about")).not_to_be_empty()
                await check(page)
                await page.locator("#match-cancel").click()
            if face == "/control":
                await page.locator(".manage").first.click()
                await check(page)
                await page.locator("#player-back").click()
            if face == "/tray":
                await page.locator("#break").click()
                await expect(page.locator("#broken li")).to_have_count(1)
                await check(page)
            await caller.post("button", {"hold_ms": 8100})
            await expect(page.locator("#beside")).to_be_visible()
            await check(page)
            await caller.post("service", {"on": True})
            await expect(page.locator(".switches")).to_be_visible()
            await check(page)

    house.run(test())


@FACES
def test_with_many_sides_and_when_the_match_is_over(house, face):
    async def test():
        service = TableService(["Ada", "Ben", "Cy"], rules="tray", variants=["common"], sides=rows(4))
        service.oleds = 3
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(face)
            await caller.post("button", {"hold_ms": 60})
            await caller.post("dice", {"dice": [4, 6]})
            await expect(page.locator("#headline")).to_have_attribute("data-code", "close_flaps")
            await check(page)
            for player in range(3):
                await caller.post("retire", {"player": player})
            await expect(page.locator("#headline")).to_have_attribute("data-code", "match_over")
            await check(page)

    house.run(test())


@pytest.mark.parametrize("face", ["/", "/tray"], ids=["kiosk", "tray"])
@SCHEMES
def test_between_matches(house, face, scheme):
    async def test():
        service = TableService(["Ada", "Ben"])
        service.handle(PastRead(PAST))
        async with serving(service, **REACHED) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(face, color_scheme=scheme)
            service.pass_time(20_000)
            await expect(page.locator("#attract")).to_be_visible()
            await check(page)

    house.run(test())


@FACES
def test_while_the_token_is_asked_for_or_the_box_is_shut(house, face):
    async def test():
        service = TableService(["Ada"], flaps=[9])
        async with serving(service, token="abc") as caller, house.visiting(caller.url) as visitor:
            visitor.expect("401")
            page = await visitor.open(face)
            if face != "/":
                await page.locator("#press").click()
                await expect(page.locator("#token-dialog")).to_be_visible()
                await check(page)
            how = {"headers": {"Authorization": "Bearer abc"}}
            await caller.post("button", {"hold_ms": 60}, **how)
            await caller.post("dice", {"dice": [4, 5]}, **how)
            await caller.post("sim/flap", {"side": 0, "flap": 9, "closed": True}, **how)
            await expect(page.locator("body")).to_have_attribute("data-shut", "yes")
            await check(page)

    house.run(test())


Colour = tuple[float, float, float, float]


def parsed(text: str) -> Colour:
    """A computed colour, channels from 0 to 1."""
    parts = [float(part) for part in re.findall(r"[\d.]+", text)]
    return (parts[0] / 255, parts[1] / 255, parts[2] / 255, parts[3] if len(parts) > 3 else 1.0)


def over(top: Colour, bottom: Colour) -> Colour:
    """What is seen of a colour on another."""
    red, green, blue = (
        top[3] * one + (1 - top[3]) * other for one, other in zip(top[:3], bottom[:3], strict=True)
    )
    return (red, green, blue, 1.0)


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of WCAG 2.2."""

    def luminance(colour: Colour) -> float:
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    lights = sorted((luminance(one), luminance(other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


COLOURS = """() => {
    const probe = document.body.appendChild(document.createElement("i"));
    const seen = (name) => ((probe.style.color = `var(${name})`), getComputedStyle(probe).color);
    const names = ["wall", "wall-edge", "veil", "panel", "text", "text-soft", "brass-text", "good", "warn"];
    return Object.fromEntries(names.map((name) => [name, seen(`--${name}`)]));
}"""


@SCHEMES
def test_words_stand_out_from_the_wood_they_stand_on(house, scheme):
    # Before pictures axe cannot tell; the colours under the grain are those of the walls.
    async def test():
        async with serving(TableService()) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open("/", color_scheme=scheme)
            colours = {name: parsed(colour) for name, colour in (await page.evaluate(COLOURS)).items()}
            walls = [over(colours["veil"], colours[wall]) for wall in ("wall", "wall-edge")]
            for ground in (*walls, *(over(colours["panel"], wall) for wall in walls)):
                for word in ("text", "text-soft", "brass-text", "good", "warn"):
                    assert contrast(colours[word], ground) >= READABLE, (scheme, word, ground)

    house.run(test())


@FACES
def test_nothing_moves_for_those_who_asked_for_stillness(house, face):
    async def test():
        service = TableService(["Ada"], flaps=[9])
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(face, reduced_motion="reduce")
            await caller.post("button", {"hold_ms": 60})
            await caller.post("dice", {"dice": [4, 5]})
            await caller.post("sim/flap", {"side": 0, "flap": 9, "closed": True})
            await expect(page.locator("body")).to_have_attribute("data-shut", "yes")
            assert await page.evaluate("document.getAnimations().length") == 0

    house.run(test())
