"""The page as people use it: with a pointer, a finger or the keyboard, on every size of screen."""

import asyncio
import os
from dataclasses import replace

import pytest
from playwright.async_api import expect

from stbpi.rules import rule_set_names
from tests.browser.browsing import (
    KIOSK,
    LAPTOP,
    ON_ITS_SIDE,
    PANEL,
    PHONE,
    SMALL_PANEL,
    TABLET,
    enter,
    flap,
)
from tests.browser.test_languages import flat
from tests.web.serving import serving
from tests.web.table_service import TableService

pytestmark = pytest.mark.browser


def test_a_whole_match_by_clicking(house):
    async def test():
        service = TableService(["Ada", "Ben"], flaps=[1, 2, 9])
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page, watching = await visitor.open(), await visitor.open(viewport=PHONE)
            headline = page.locator("#headline")
            await expect(headline).to_have_text(service.snapshot().text)
            await expect(page.locator("#press-label")).to_have_text("Start")
            await page.locator("#press").click()
            playing = page.locator('.player[data-mark="turn"] .player-name')
            await expect(playing).to_have_text("Ada")
            await expect(headline).to_have_text(service.snapshot().text)
            await enter(page, 4, 5)
            await expect(page.locator("#dice")).to_have_attribute("aria-label", "Dice: 4 and 5")
            await expect(page.locator("#sum")).to_have_text("9 to close")

            await flap(page, 2).click()
            await expect(flap(page, 2)).to_have_attribute("aria-label", "Flap 2, closed: raise it")
            await expect(flap(page, 2).locator(".tag")).to_be_visible()
            await expect(headline).to_have_attribute("data-code", "reopen")
            await flap(page, 2).click()
            await expect(flap(page, 2)).to_have_attribute("aria-label", "Flap 2, raised")
            await expect(flap(page, 2).locator(".tag")).to_be_hidden()

            await flap(page, 9).click()
            await expect(headline).to_have_attribute("data-code", "press_to_roll")
            await expect(flap(page, 9)).to_have_attribute("aria-pressed", "true")
            await enter(page, 6, 6)
            await expect(headline).to_have_attribute("data-code", "blocked")
            ada, ben = page.locator(".player").nth(0), page.locator(".player").nth(1)
            await expect(ada.locator(".score b")).to_have_text("3")
            await page.locator("#press").click()
            await expect(headline).to_have_attribute("data-code", "raise_flaps")
            await flap(page, 9).click()
            await expect(playing).to_have_text("Ben")
            await enter(page, 2, 6)
            await page.locator("#press").click()
            await expect(headline).to_have_attribute("data-code", "match_over")
            await expect(ada.locator(".player-word")).to_have_text("winner")
            await expect(ben.locator(".score b")).to_have_text("12")
            # Whoever only watches has seen the same.
            await expect(watching.locator("#headline")).to_have_attribute("data-code", "match_over")
            await expect(watching.locator(".player").nth(0).locator(".player-word")).to_have_text("winner")

    house.run(test())


def test_taking_back_and_making_again_by_clicking(house):
    async def test():
        async with serving(TableService()) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open()
            await expect(page.locator("#undo")).to_be_disabled()
            await page.locator("#press").click()
            await enter(page, 6, 3)
            await page.locator("#undo").click()
            await expect(page.locator("#headline")).to_have_attribute("data-code", "press_to_roll")
            await page.locator("#redo").click()
            await expect(page.locator("#dice")).to_have_attribute("aria-label", "Dice: 6 and 3")
            # The throw can be put right on the pad until it is answered.
            await page.get_by_role("button", name="Correct the throw").click()
            await enter(page, 6, 4)
            await expect(page.locator("#dice")).to_have_attribute("aria-label", "Dice: 6 and 4")

    house.run(test())


def test_holding_the_button_says_what_letting_go_does(house):
    async def test():
        service = TableService(dice="electronic", variants=["one-die"], flaps=[1, 2, 3, 4, 5, 6])
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page, watching = await visitor.open(), await visitor.open(viewport=PHONE)
            press, label, hint = (page.locator(part) for part in ("#press", "#press-label", "#press-hint"))
            elsewhere = watching.locator("#press-hint")
            await press.hover()
            await page.mouse.down()
            await expect(hint).to_have_text("Let go: Start")
            await expect(elsewhere).to_have_text("Let go: Start")
            await page.mouse.up()
            await expect(label).to_have_text("Throw")
            await expect(hint).to_have_text("Hold for: One die")
            await page.mouse.down()
            await expect(hint).to_have_text("Let go: Throw")
            service.pass_time(900)
            await expect(label).to_have_text("One die")
            await expect(elsewhere).to_have_text("Let go: One die")
            await page.mouse.up()
            await expect(page.locator("#dice .die")).to_have_count(1)
            await page.mouse.down()
            await expect(hint).to_have_text("Let go: nothing")
            service.pass_time(3100)
            await expect(hint).to_have_text("Let go: Undo")
            await page.mouse.up()
            await expect(page.locator("#headline")).to_have_attribute("data-code", "press_to_roll")
            await expect(page.locator("#dice .die")).to_have_count(0)
            # At the last threshold the menu opens; letting go chooses nothing there.
            await page.mouse.down()
            await expect(hint).to_have_text("Let go: One die")
            service.pass_time(8100)
            await expect(page.locator("#headline")).to_have_attribute("data-code", "menu")
            await page.mouse.up()
            await expect(press).to_have_class("press")
            assert service.snapshot().view.prompt.code == "menu"
            assert service.snapshot().view.prompt.releasing is None

    house.run(test())


def test_two_pages_hold_one_button(house):
    async def test():
        service = TableService()
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            one, other = await visitor.open(), await visitor.open(viewport=PHONE)
            for page in (one, other):
                await page.locator("#press").hover()
                await page.mouse.down()
                await expect(page.locator("#press-hint")).to_have_text("Let go: Start")
            assert len(service.fingers) == 2
            await one.mouse.up()
            await expect(one.locator("#press")).to_have_class("press down")
            assert service.snapshot().view.match is None
            await other.mouse.up()
            await expect(one.locator("#headline")).to_have_attribute("data-code", "press_to_roll")

    house.run(test())


def test_a_page_that_is_left_while_it_holds_the_button_has_pressed_nothing(house):
    async def test():
        service = TableService()
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page, watching = await visitor.open(), await visitor.open(viewport=PHONE)
            hint = watching.locator("#press-hint")
            await page.locator("#press").hover()
            await page.mouse.down()
            await expect(page.locator("#press-hint")).to_have_text("Let go: Start")
            await expect(hint).to_have_text("Let go: Start")
            await page.goto("about:blank")
            await expect(hint).to_have_text("")
            assert service.snapshot().view.match is None

    house.run(test())


def test_a_press_on_its_way_is_shown_and_taps_meanwhile_are_none(house):
    async def test():
        service = TableService(dice="electronic")
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open()
            press, headline = page.locator("#press"), page.locator("#headline")
            let_through = asyncio.Event()
            asked = []

            async def slow(route):
                asked.append(route.request.post_data_json["down"])
                await let_through.wait()
                await route.continue_()

            await page.route("**/api/v1/button", slow)
            for _ in range(3):
                await press.click()
            await expect(press).to_have_attribute("aria-busy", "true")
            await expect(page.locator("#press-hint")).to_have_text("One moment …")
            let_through.set()
            await expect(headline).to_have_attribute("data-code", "press_to_roll")
            await expect(press).to_have_attribute("aria-busy", "false")
            assert asked == [True, False]
            await press.click()
            await expect(headline).to_have_attribute("data-code", "close_flaps")

    house.run(test())


def test_everything_can_be_done_with_the_keyboard(house):
    async def test():
        service = TableService(dice="electronic", variants=["one-die"], flaps=[1, 2, 3, 4, 5, 6])
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open()
            await page.keyboard.press("Tab")
            await expect(page.get_by_role("link", name="To the dice button")).to_be_focused()
            await page.locator("#press").focus()
            await page.keyboard.press("Enter")
            await expect(page.locator("#press-label")).to_have_text("Throw")
            await page.keyboard.down("Space")
            await expect(page.locator("#press-hint")).to_have_text("Let go: Throw")
            service.pass_time(900)
            await page.keyboard.up("Space")
            await expect(page.locator("#dice .die")).to_have_count(1)
            pips = int(await page.locator("#dice .die").get_attribute("data-pips"))
            await flap(page, pips).focus()
            await page.keyboard.press("Enter")
            await expect(flap(page, pips)).to_have_attribute("aria-pressed", "true")
            # Leaving the button while it is held presses nothing.
            await page.locator("#press").focus()
            await page.keyboard.down("Space")
            await expect(page.locator("#press-hint")).to_have_text("Let go: Throw")
            await flap(page, 1).focus()
            await page.keyboard.up("Space")
            await expect(page.locator("#press")).to_have_class("press")
            await expect(page.locator("#press-hint")).to_have_text("Hold for: One die")
            await expect(page.locator("#headline")).to_have_attribute("data-code", "press_to_roll")

    house.run(test())


def test_whoever_is_blocked_stands_out_before_whoever_is_next(house):
    async def test():
        async with serving(TableService(["Anna", "Ben"])) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open()
            words, headline = page.locator(".player-word"), page.locator("#headline")
            await page.locator("#press").click()
            await expect(words).to_have_text(["to play", "to come"])
            for number in (9, 8, 7, 6, 5):
                await enter(page, *((5, 4), (5, 3), (5, 2), (5, 1), (4, 1))[9 - number])
                await flap(page, number).click()
                await expect(headline).to_have_attribute("data-code", "press_to_roll")
            await enter(page, 6, 6)
            await expect(headline).to_have_attribute("data-code", "blocked")
            await expect(words).to_have_text(["blocked", "to come"])
            await page.locator("#press").click()
            await expect(words).to_have_text(["out", "to play"])

    house.run(test())


def test_a_blocked_throw_that_ends_the_match_is_seen_before_the_winner(house):
    async def test():
        service = TableService(["Anna", "Ben"], flaps=[1, 2])
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open()
            words, headline = page.locator(".player-word"), page.locator("#headline")
            await page.locator("#press").click()
            await enter(page, 1, 1)
            await flap(page, 2).click()
            await expect(headline).to_have_attribute("data-code", "press_to_roll")
            await enter(page, 6, 6)
            await expect(words).to_have_text(["blocked", "to come"])
            await page.locator("#press").click()
            await expect(headline).to_have_attribute("data-code", "raise_flaps")
            await flap(page, 2).click()
            await expect(headline).to_have_attribute("data-code", "press_to_roll")
            await enter(page, 6, 6)
            await expect(words).to_have_text(["out", "blocked"])
            await page.locator("#press").click()
            await expect(words).to_have_text(["winner", "out"])

    house.run(test())


def test_nothing_tells_what_was_thrown_before_the_dice_lie(house):
    async def test():
        service = TableService(["Anna"], dice="electronic", flaps=[2])
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(clock=True, reduced_motion="no-preference")
            calm = await visitor.open(reduced_motion="reduce")
            headline, word = page.locator("#headline"), page.locator(".player-word")
            for code in ("press_to_roll", "blocked"):
                await caller.post("button", {"hold_ms": 60})
                await expect(calm.locator("#headline")).to_have_attribute("data-code", code)
            await expect(page.locator("#dice .die")).to_have_count(2)
            await page.clock.run_for(700)
            await expect(headline).to_have_attribute("data-code", "press_to_roll")
            await expect(word).to_have_text("to play")
            await expect(page.locator("#press-label")).to_have_text("Rolling")
            await expect(page.locator("#sum")).to_be_hidden()
            await page.clock.run_for(200)
            await expect(headline).to_have_attribute("data-code", "blocked")
            await expect(word).to_have_text("blocked")
            await expect(page.locator("#press-label")).to_have_text("One moment")
            service.pass_time(1100)
            await expect(page.locator("#press-label")).to_have_text("Go on")

    house.run(test())


def test_a_wrong_flap_leaves_in_sight_what_is_to_be_closed(house):
    async def test():
        class Counting(TableService):
            def _picture(self, seq):
                # What is left once the wrong flap is up again, as the table counts it.
                picture = super()._picture(seq)
                if picture.view.prompt.code != "reopen":
                    return picture
                prompt = replace(picture.view.prompt, remaining=5)
                return replace(picture, view=replace(picture.view, prompt=prompt))

        async with serving(Counting()) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open()
            await page.locator("#press").click()
            await enter(page, 6, 3)
            await flap(page, 4).click()
            await expect(page.locator("#sum")).to_have_text("5 left")
            await flap(page, 6).click()
            await expect(page.locator("#headline")).to_have_attribute("data-code", "reopen")
            await expect(page.locator("#sum")).to_have_text("5 left")

    house.run(test())


def test_a_name_is_only_a_name(house):
    async def test():
        name = "<img src=x onerror=alert(1)>"
        service = TableService([name, '"><script>alert(2)</script>'])
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open()
            await page.locator("#press").click()
            await expect(page.locator(".player-name").nth(0)).to_have_text(name)
            await expect(page.locator("#headline")).to_contain_text(name)
            await page.locator("#new-match").click()
            await expect(page.locator("#match-names input").nth(0)).to_have_value(name)
            assert await page.locator("img:not(.oled), script:not([src])").count() == 0

    house.run(test())


def test_a_new_match_from_the_form(house):
    async def test():
        async with serving(TableService()) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(viewport=PHONE)
            await page.locator("#new-match").click()
            await expect(page.locator("#match-about")).to_contain_text("9")
            await page.get_by_label("one die").check()
            await page.get_by_role("button", name="One more").click()
            await page.locator("#match-names input").nth(2).fill("Çelik")
            await page.get_by_role("button", name="Lay it out").click()
            await expect(page.locator("#match-dialog")).to_be_hidden()
            await expect(page.locator(".player-name")).to_have_text(["Ada", "Ben", "Çelik"])
            await expect(page.locator("#rules-line")).to_have_text("Classic · One die")
            await page.locator("#press").click()
            await enter(page, 6, 3)

            # While a match is played another needs a word; until then the tray says why not.
            await page.locator("#new-match").click()
            visitor.expect("409")
            await page.get_by_role("button", name="One fewer").click()
            await page.get_by_role("button", name="Lay it out").click()
            await expect(page.locator("#match-error")).to_contain_text("A match is being played")
            await page.get_by_label("Give up the match being played").check()
            await page.get_by_role("button", name="Lay it out").click()
            await expect(page.locator(".player-name")).to_have_text(["Ada", "Ben"])
            await expect(page.locator("#press-label")).to_have_text("Start")

    house.run(test())


def test_the_small_screen_pixel_for_pixel(house):
    async def test():
        service = TableService()
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open()
            oled = page.locator(".oled")
            await expect(oled).to_be_visible()
            size = await oled.evaluate(
                "(i) => [i.naturalWidth, i.naturalHeight, i.clientWidth % i.naturalWidth]"
            )
            assert size == [128, 64, 0]
            assert await oled.evaluate("(i) => getComputedStyle(i).imageRendering") == "pixelated"
            before = await oled.get_attribute("src")
            await page.locator("#press").click()
            await expect(oled).not_to_have_attribute("src", before)
            visitor.expect("404")
            service.oleds = 0
            service.publish()
            await expect(oled).to_be_hidden()

    house.run(test())


def test_scores_beyond_what_a_browser_counts_are_exact(house):
    async def test():
        points = 123456789101112131415161718192021222324
        async with serving(TableService(match="open")) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(viewport=PHONE)
            await page.locator("#press").click()
            await expect(page.locator("#headline")).to_have_attribute("data-code", "press_to_roll")
            await caller.post("correct", {"player": 0, "points": points, "reason": "from the slate"})
            await expect(page.locator(".player").nth(0).locator(".total b")).to_have_text(str(points))
            assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    house.run(test())


def test_a_corrected_score_is_shown_as_one_with_its_reason(house):
    async def test():
        async with serving(TableService(["Ada", "Ben"])) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(viewport=PHONE)
            await page.locator("#press").click()
            ben = page.locator(".player").nth(1)
            await expect(ben.locator(".player-corrected")).to_have_count(0)
            await expect(ben.locator(".total")).to_have_count(0)
            await caller.post("correct", {"player": 1, "points": -3, "reason": "counted <b>twice</b>"})
            await expect(ben.locator(".player-corrected")).to_have_text(
                ["corrected: −3 (counted <b>twice</b>)"]
            )
            # A match of one round has no totals of its own; now they say what the scores no longer do.
            await expect(ben.locator(".total b")).to_have_text("-3")
            await caller.post("correct", {"player": 1, "points": 5, "reason": "corrected at the table"})
            await expect(ben.locator(".player-corrected").nth(1)).to_have_text("corrected: +5")
            assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            await page.locator("#undo").click()
            await page.locator("#undo").click()
            await expect(ben.locator(".player-corrected")).to_have_count(0)

    house.run(test())


def test_faults_and_refusals_are_said_in_words(house):
    async def test():
        async with serving(TableService()) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open()
            await caller.post("sim/fault", {"kind": "stuck", "side": 0, "flap": 5, "on": True})
            await expect(page.locator("#faults")).to_have_text("Flap 5 is stuck; look at its switch.")
            visitor.expect("ERR_CONNECTION")
            await caller.server.close()
            await flap(page, 5).click()
            await expect(page.locator("#toast")).to_contain_text("does not answer")
            await expect(flap(page, 5)).to_have_attribute("aria-pressed", "false")

    house.run(test())


async def check_fit(page, size):
    """Nothing sticks out, and what is needed is in sight."""
    wide, high = await page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    assert wide <= size["width"]
    if size not in (PHONE, TABLET):
        assert high <= size["height"]
    parts = ["#headline", ".box", "#dice", "#press", "#press-hint"]
    parts += ["#new-match", ".oled"] if size not in (PHONE, TABLET) else []
    # Words, tray, dice and button are in sight without scrolling, and big enough for a finger.
    for part in parts:
        box = await page.locator(part).first.bounding_box()
        assert box["x"] >= 0, part
        assert box["x"] + box["width"] <= size["width"], part
        assert box["y"] + box["height"] <= size["height"], part
    for part in (flap(page, 1), page.locator("#undo"), page.locator("#press")):
        box = await part.bounding_box()
        assert min(box["width"], box["height"]) >= 24
    for part in (".play", ".desk"):
        assert await page.locator(part).evaluate("(e) => e.scrollHeight <= e.clientHeight"), part


@pytest.mark.parametrize(
    "size",
    [PHONE, ON_ITS_SIDE, TABLET, KIOSK, LAPTOP, PANEL, SMALL_PANEL],
    ids=["phone", "phone-on-its-side", "tablet", "kiosk", "laptop", "panel", "small-panel"],
)
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_everything_fits_the_screen(house, size, scheme):
    async def test():
        service = TableService(["Ada", "B" * 200, "Cyril", "Dörte"], match="open", variants=["one-die"])
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(viewport=size, color_scheme=scheme)
            await page.locator("#press").click()
            await enter(page, 6, 3)
            await expect(page.locator("#headline")).to_have_attribute("data-code", "close_flaps")
            await expect(page.locator(".oled")).to_be_visible()
            await check_fit(page, size)
            await flap(page, 8).click()
            await flap(page, 4).click()
            await expect(page.locator("#headline")).to_have_attribute("data-code", "reopen")
            await check_fit(page, size)

    house.run(test())


def test_a_match_of_two_fits_a_phone_down_to_its_last_button(house):
    async def test():
        async with (
            serving(TableService(["Anna", "Ben"], dice="electronic")) as caller,
            house.visiting(caller.url) as visitor,
        ):
            page = await visitor.open(viewport=PHONE)
            await expect(page.locator(".oled")).to_be_visible()
            for code in ("press_to_start", "press_to_roll", "close_flaps"):
                await expect(page.locator("#headline")).to_have_attribute("data-code", code)
                assert await page.evaluate("document.documentElement.scrollHeight <= innerHeight")
                await expect(page.locator("#new-match")).to_be_in_viewport(ratio=1)
                await page.locator("#press").click()

    house.run(test())


def rows(count):
    return tuple(tuple(range(1, 13)) for _ in range(count))


@pytest.mark.parametrize(
    ("size", "count"),
    [(PHONE, 4), (ON_ITS_SIDE, 4), (TABLET, 6), (KIOSK, 6), (LAPTOP, 6), (PANEL, 4), (SMALL_PANEL, 4)],
    ids=["phone", "phone-on-its-side", "tablet", "kiosk", "laptop", "panel", "small-panel"],
)
def test_a_common_throw_of_many_sides_shows_who_is_still_to_answer(house, size, count):
    async def test():
        names = ["Anna", "Ben", "Çelik", "Dörte", "Émile", "Francesca Maria"][:count]
        service = TableService(
            names, rules="tray", variants=["common"], sides=rows(count), flaps=12, max_players=6
        )
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(viewport=size)
            await page.locator("#press").click()
            await expect(page.locator("#headline")).to_have_attribute("data-code", "press_to_roll")
            await caller.post("dice", {"dice": [4, 6]})
            await caller.post("sim/flap", {"side": 1, "flap": 10, "closed": True})
            await caller.post("sim/flap", {"side": 2, "flap": 4, "closed": True})
            words = ["to play", "answered", "answered", *["to play"] * (count - 3)]
            await expect(page.locator(".player-word")).to_have_text(words)
            turns = [await side.get_attribute("data-turn") for side in await page.locator(".side").all()]
            assert turns == ["no" if word == "answered" else "yes" for word in words]
            await expect(page.locator("#turn")).to_have_text("")
            for part in ("#headline", "#dice", "#press", "#press-hint"):
                await expect(page.locator(part)).to_be_in_viewport(ratio=1)
            for side in await page.locator(".side").all():
                await expect(side).to_be_in_viewport(ratio=1)
            assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            for side in (0, *range(3, count)):
                await caller.post("sim/flap", {"side": side, "flap": 10, "closed": True})
            await expect(page.locator("#press-label")).to_have_text("Done")
            # The word stands on one line.
            assert await page.locator("#press-label").evaluate(
                "(e) => e.clientHeight < 1.5 * parseFloat(getComputedStyle(e).lineHeight)"
            )
            await expect(page.locator("#sum")).to_have_text("10 thrown")

    house.run(test())


def test_a_match_that_is_refused_is_refused_in_the_form_in_the_trays_words(house):
    async def test():
        async with serving(TableService()) as caller, house.visiting(caller.url) as visitor:
            visitor.expect("409")
            page = await visitor.open(viewport=PHONE)
            await caller.post("button", {"hold_ms": 60})
            await page.locator("#new-match").click()
            await page.get_by_role("button", name="Lay it out").click()
            refused = await caller.post("match", {"rules": "classic", "players": ["Ada", "Ben"]})
            assert refused.status == 409
            await expect(page.locator("#match-error")).to_have_text(refused.json["error"])
            await expect(page.locator("#match-error")).to_be_in_viewport()

    house.run(test())


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_form_offers_what_the_tray_has_room_for_and_says_why_no_more(house, language):
    async def test():
        said = flat(language)

        async def check_options(page, misfits):
            options = page.locator("#match-rules option")
            await expect(options).to_have_count(len(rule_set_names()))
            texts = await page.locator("#match-rules option:disabled").all_text_contents()
            assert set(texts) == {
                said[key].format(name=said[f"sets.{name}"], **what) for name, key, what in misfits
            }
            for option in await page.locator("#match-rules option:disabled").all():
                assert len(await option.get_attribute("title")) > len(await option.text_content())

        sides, flap_12 = "needs_sides.", "needs_flaps."
        async with (
            serving(TableService(language=language)) as caller,
            house.visiting(caller.url) as visitor,
        ):
            page = await visitor.open("/control", viewport=PHONE)
            await page.locator("#new-match").click()
            await check_options(
                page,
                [
                    ("tray", sides, {"sides": 2}),
                    ("numbers", sides, {"sides": 2}),
                    ("full-house", flap_12, {"flap": 12}),
                    ("three-hundred", flap_12, {"flap": 24}),
                ],
            )
            await expect(page.locator("#match-rules")).to_have_value("classic")
            for _ in range(6):
                await page.locator("#add-player").click()
            await expect(page.locator("#add-player")).to_be_disabled()
            await expect(page.locator("#match-room")).to_be_hidden()
        service = TableService(sides=rows(3), language=language)
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open("/control", viewport=PHONE)
            await page.locator("#new-match").click()
            await check_options(page, [("three-hundred", flap_12, {"flap": 24})])
            await page.locator("#match-rules").select_option("tray")
            await expect(page.locator("#match-room")).to_be_hidden()
            await page.locator("#add-player").click()
            await expect(page.locator("#add-player")).to_be_disabled()
            await expect(page.locator("#match-room")).to_have_text(said["room_for."].format(players=3))
            if folder := os.environ.get("STBPI_PICTURES"):
                await page.screenshot(path=f"{folder}/form_{language}.png")
            await page.locator("#match-form [type=submit]").click()
            await expect(page.locator("#match-dialog")).to_be_hidden()
            await expect(page.locator("#rules-line")).to_have_text(said["sets.tray"])

    house.run(test())


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_words_stand_out_from_what_is_behind_them(house, scheme):
    """WCAG's contrast of 4.5 between each text and the pixels around it, on average."""

    async def test():
        service = TableService(["Ada", "Ben"], match="open")
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(color_scheme=scheme)
            await page.locator("#press").click()
            await enter(page, 6, 3)
            await expect(page.locator("#sum")).to_be_visible()
            parts = [
                "#headline",
                "#turn",
                ".player-word",
                ".figure-label",
                "#rules-line",
                "#live",
                "#press-hint",
            ]
            parts += ["#sum span", "#undo", "#new-match"]
            for part in parts:
                locator = page.locator(part).first
                if await locator.inner_text() == "":
                    continue
                colour = await locator.evaluate("(e) => getComputedStyle(e).color")
                await locator.evaluate("(e) => (e.style.cssText = 'color: transparent; text-shadow: none')")
                behind = average(await locator.screenshot())
                await locator.evaluate("(e) => (e.style.cssText = '')")
                assert contrast(rgb(colour), behind) >= 4.5, (part, colour, behind)

    house.run(test())


def rgb(colour):
    return tuple(float(part) for part in colour[colour.index("(") + 1 : -1].split(",")[:3])


def average(png):
    import io

    from PIL import Image

    image = Image.open(io.BytesIO(png)).convert("RGB").resize((1, 1), Image.Resampling.BOX)
    return image.getpixel((0, 0))


def contrast(one, other):
    def luminance(colour):
        parts = [c / 255 for c in colour]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_every_control_has_a_name_and_says_how_it_stands(house):
    async def test():
        async with serving(TableService()) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open()
            nameless = await page.evaluate(
                """() => [...document.querySelectorAll("button, input, select, a")]
                    .filter((e) => !(e.ariaLabel || e.textContent.trim() || e.labels?.length))
                    .map((e) => e.outerHTML)"""
            )
            assert nameless == []
            assert await page.locator(".flap[aria-pressed]").count() == 9
            await expect(page.locator("#headline")).to_have_attribute("aria-live", "polite")
            await page.locator("#undo").evaluate("(e) => e.disabled = false")
            await page.locator("#undo").focus()
            await page.keyboard.press("Shift+Tab")
            focused = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert focused != "none"

    house.run(test())


@pytest.mark.parametrize(("motion", "still"), [("reduce", True), ("no-preference", False)])
def test_nothing_moves_for_those_who_asked_for_it(house, motion, still):
    async def test():
        async with serving(TableService()) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(reduced_motion=motion)
            seconds = await page.locator(".tile").first.evaluate(
                "(e) => parseFloat(getComputedStyle(e).transitionDuration)"
            )
            assert (seconds < 0.001) is still
            # Nor does a word of another length glide to its size: what is measured, or read, is what stays.
            assert await page.locator("#press-label").evaluate("""(e) => {
                const size = () => parseFloat(getComputedStyle(e).fontSize);
                const before = size();
                e.style.setProperty("--letters", "40");
                return size() < before / 2 && e.getAnimations().length === 0;
            }""")

    house.run(test())


def test_the_small_screen_is_followed_when_only_it_changes(house):
    async def test():
        service = TableService()
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open()
            await expect(page.locator(".oled")).to_be_visible()
            before = await page.locator(".oled").get_attribute("src")
            # Dice roll on it, it dims: the state of the match stays as it is.
            service.oled_text = "rolling"
            await expect(page.locator(".oled")).not_to_have_attribute("src", before)

    house.run(test())
