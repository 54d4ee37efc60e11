"""The page and the running daemon: the same classic match as over HTTP, played by clicking."""

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser.browsing import PHONE, flap
from tests.support.guest import follow_prompt, movements
from tests.support.running import RunningDaemon, State

pytestmark = pytest.mark.browser


async def click_what_is_asked(page: Page, daemon: RunningDaemon, state: State) -> State:
    """Do with the pointer what the prompt says, once; the page must say it in words first."""
    headline = page.locator("#headline")
    await expect(headline).to_have_text(state["prompt"]["text"])

    async def click(_daemon: RunningDaemon, side: int, number: int, closed: bool) -> None:
        here = flap(page, number, side)
        await here.click()
        await daemon.until(lambda now: (number in now["tray"][side]) == closed)
        await expect(here).to_have_attribute("aria-pressed", "true" if closed else "false")

    async def press(_daemon: RunningDaemon) -> None:
        await page.locator("#press").click()

    return await follow_prompt(daemon, state, move=click, press=press)


def test_a_whole_match_on_the_real_tray_page(house, tmp_path: Path):
    async def test():
        async with (
            RunningDaemon(tmp_path, "--dice-seed", "29") as daemon,
            house.visiting(daemon.address) as visitor,
        ):
            page, watching = await visitor.open(), await visitor.open(viewport=PHONE)
            await page.get_by_role("button", name="New match").click()
            names = page.locator("#match-names input")
            await names.nth(0).fill("Anna")
            await names.nth(1).fill("<img src=x onerror=alert(1)>")
            await page.get_by_role("button", name="Lay it out").click()
            state = await daemon.until(lambda now: now["players"][0]["name"] == "Anna")
            state = await click_what_is_asked(page, daemon, state)
            state = await click_what_is_asked(page, daemon, state)
            assert state["prompt"]["code"] == "close_flaps"

            # A wrong flap: the page names it, and takes its mark off when it is up again.
            moves = state["players"][0]["legal_moves"]
            wrong = next(f for f in range(1, 10) if not any(f in move for move in moves))
            await flap(page, wrong).click()
            await expect(page.locator("#headline")).to_have_attribute("data-code", "reopen")
            await expect(flap(page, wrong).locator(".tag")).to_be_visible()
            await flap(page, wrong).click()
            await expect(page.locator("#headline")).to_have_attribute("data-code", "close_flaps")

            said = []
            while state["prompt"]["code"] != "match_over":
                state = await click_what_is_asked(page, daemon, state)
                said.append(state["prompt"]["code"])
                assert len(said) < 200
            assert {"blocked", "raise_flaps", "press_to_roll"} <= set(said)
            for one in (page, watching):
                await expect(one.locator("#headline")).to_have_text(state["prompt"]["text"])
                for seat, player in enumerate(state["players"]):
                    row = one.locator(".player").nth(seat)
                    await expect(row.locator(".player-name")).to_have_text(player["name"])
                    await expect(row.locator(".score b")).to_have_text(str(player["score"]))
            assert movements(state) == []

    house.run(test())


def test_undo_by_holding_acts_as_soon_as_it_is_let_go(house, tmp_path: Path):
    async def test():
        async with (
            RunningDaemon(tmp_path, "--dice-seed", "7") as daemon,
            house.visiting(daemon.address) as visitor,
        ):
            page, watching = await visitor.open(), await visitor.open(viewport=PHONE)
            hint, headline = page.locator("#press-hint"), page.locator("#headline")
            state = await daemon.state()
            for _ in range(2):
                state = await click_what_is_asked(page, daemon, state)
            assert state["prompt"]["code"] == "close_flaps"
            await page.locator("#press").hover()
            await page.mouse.down()
            await expect(hint).to_have_text("Let go: nothing")
            await expect(hint).to_have_text("Let go: Undo")
            await expect(watching.locator("#press-hint")).to_have_text("Let go: Undo")
            assert (await daemon.state())["prompt"]["releasing"] == "undo"
            await page.mouse.up()
            await expect(headline).to_have_attribute("data-code", "press_to_roll", timeout=500)
            # Whoever taps again meanwhile has neither called it off nor pressed beside it.
            await page.locator("#press").click()
            state = await daemon.prompt("close_flaps")
            await expect(headline).to_have_attribute("data-code", "close_flaps")
            assert state["can_undo"]

    house.run(test())


def test_who_stays_on_the_button_opens_the_menu(house, tmp_path: Path):
    async def test():
        async with RunningDaemon(tmp_path) as daemon, house.visiting(daemon.address) as visitor:
            page = await visitor.open()
            await page.locator("#press").hover()
            await page.mouse.down()
            await expect(page.locator("#headline")).to_have_attribute("data-code", "menu", timeout=12_000)
            await page.mouse.up()
            assert (await daemon.state())["prompt"]["code"] == "menu"

    house.run(test())


def test_taps_before_the_tray_has_answered_are_one_press(house, tmp_path: Path):
    async def test():
        async with (
            RunningDaemon(tmp_path, "--dice-seed", "7") as daemon,
            house.visiting(daemon.address) as visitor,
        ):
            page = await visitor.open()
            # As quick as no finger is: all of them before the first has been debounced.
            await page.evaluate(
                """() => {
                    const tap = { key: "Enter", bubbles: true, cancelable: true };
                    for (let i = 0; i < 5; i += 1)
                        for (const type of ["keydown", "keyup"])
                            document.getElementById("press").dispatchEvent(new KeyboardEvent(type, tap));
                }"""
            )
            state = await daemon.prompt("press_to_roll")
            await expect(page.locator("#press-label")).to_have_text("Throw")
            assert (await daemon.state()) == state

    house.run(test())


def test_one_die_by_holding(house, tmp_path: Path):
    async def test():
        async with (
            RunningDaemon(tmp_path, "--dice-seed", "7") as daemon,
            house.visiting(daemon.address) as visitor,
        ):
            page = await visitor.open()
            axes = {"flaps": [1, 2, 3, 4, 5, 6]}
            await daemon.post("match", rules="classic", variants=["one-die"], axes=axes, players=["Anna"])
            await click_what_is_asked(page, daemon, await daemon.state())
            hint = page.locator("#press-hint")
            await expect(hint).to_have_text("Hold for: One die")
            await page.locator("#press").hover()
            await page.mouse.down()
            await expect(hint).to_have_text("Let go: One die")
            await page.mouse.up()
            state = await daemon.prompt("close_flaps")
            assert len(state["dice"]) == 1
            await expect(page.locator("#dice .die")).to_have_count(1)

    house.run(test())


def test_pages_are_right_again_after_the_plug_was_pulled(house, tmp_path: Path):
    async def test():
        daemon = RunningDaemon(tmp_path, "--dice-seed", "7")
        await daemon.start()
        port = int(daemon.address.rpartition(":")[2])
        async with house.visiting(daemon.address) as visitor:
            visitor.expect("ERR_", "WebSocket")
            page = await visitor.open()
            state = await daemon.state()
            for _ in range(3):
                state = await click_what_is_asked(page, daemon, state)
            await daemon.kill()
            await expect(page.locator("body")).to_have_attribute("data-live", "no")
            daemon.port = port
            await daemon.start()
            await expect(page.locator("body")).to_have_attribute("data-live", "yes")
            back = await daemon.state()
            await expect(page.locator("#headline")).to_have_text(back["prompt"]["text"])
            assert back["prompt"] == state["prompt"]
            await daemon.terminate()
            await daemon.session.close()

    house.run(test())


def test_a_flap_that_is_not_believed_is_marked_spoken_for_and_put_back_by_clicking(house, tmp_path: Path):
    async def test():
        async with (
            RunningDaemon(tmp_path, "--dice-seed", "7") as daemon,
            house.visiting(daemon.address) as visitor,
        ):
            page = await visitor.open(viewport=PHONE)
            await daemon.post("match", rules="classic", players=["Anna", "Ben"])
            await daemon.post("button", hold_ms=60)
            await daemon.prompt("press_to_roll")
            await daemon.post("sim/fault", kind="cut", side=0, flap=5, on=True)
            await daemon.post("flap", side=0, flap=5, closed=False)
            five, faults = flap(page, 5), page.locator("#faults")
            await expect(five).to_have_attribute("data-doubted", "yes")
            await expect(five).to_have_attribute("aria-label", "Flap 5, raised (not believed)")
            await expect(faults).to_contain_text("flap 5 of side 1 does not do what is asked of it")
            await page.get_by_role("button", name="Flap 5 is closed").click()
            await daemon.until(lambda now: now["tray"][0] == [5])
            await expect(five).to_have_attribute("aria-pressed", "true")
            for button in await faults.get_by_role("button").all():
                box = await button.bounding_box()
                assert min(box["width"], box["height"]) >= 24
                assert 0 <= box["x"] <= box["x"] + box["width"] <= PHONE["width"]
            await page.get_by_role("button", name="Believe flap 5 again").click()
            await expect(faults).to_be_hidden()
            await expect(five).to_have_attribute("data-doubted", "no")
            await expect(five).to_have_attribute("aria-pressed", "false")

    house.run(test())
