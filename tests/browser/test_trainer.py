"""The trainer beneath the scores: what a turn has cost, on the phone and on the virtual tray, in every language."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from stbpi.daemon.coach import _costs
from stbpi.locale import LANGUAGES
from stbpi.web.advice import CostlyDecision, Did, TurnCost
from tests.browser.browsing import PHONE, SMALL_PANEL
from tests.browser.test_accessible import check as check_with_axe
from tests.browser.test_languages import check as check_words
from tests.web.serving import serving
from tests.web.table_service import TableService
from tests.web.test_trainer import only_to_win, turn

pytestmark = pytest.mark.browser


def test_after_a_turn_it_says_what_that_cost_and_taken_back_nothing(house):
    async def test():
        service = TableService(["Ada", "Ben"], hints="always", trainer=True)
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            pages = [
                await visitor.open(face, viewport=size)
                for face, size in (("/control", PHONE), ("/tray", SMALL_PANEL))
            ]
            for page in pages:
                await expect(page.locator(".trainer")).to_be_hidden()
            await turn(caller)
            for page in pages:
                said = page.locator(".trainer")
                await expect(said.locator("p")).to_have_text(
                    "Ada: that turn cost 5.811 points. Chance to win lost by that: 23.1%."
                )
                await expect(said.locator("li")).to_have_text(["thrown 6+3: 1 8, better 9; +5.811"])
                await check_with_axe(page)
            await caller.post("undo", {})
            for page in pages:
                await expect(page.locator(".trainer")).to_be_hidden()

    house.run(test())


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_a_turn_that_cost_only_chance_to_win_it_names_the_decision(house, language):
    async def test():
        service = TableService(["Ada", "Ben"], hints="always", trainer=True, language=language)
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            service._train(_costs(only_to_win()))
            for face, size in (("/control", PHONE), ("/tray", SMALL_PANEL)):
                page = await visitor.open(face, viewport=size)
                said = page.locator(".trainer")
                if language == "en":
                    await expect(said.locator("p")).to_have_text(
                        "Ben: that turn cost no points, but 1.6% of the chance to win."
                    )
                    await expect(said.locator("li")).to_have_text(
                        ["thrown 4+4: 1 7, better to win 3 5; 1.6%"]
                    )
                await expect(said.locator("li")).to_have_count(1)
                await check_words(page, language, size)

    house.run(test())


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_every_language_it_fits(house, language):
    async def test():
        service = TableService(["Ada", "Ben"], hints="always", trainer=True, language=language)
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            await turn(caller)
            for face, size in (("/control", PHONE), ("/tray", SMALL_PANEL)):
                page = await visitor.open(face, viewport=size)
                await expect(page.locator(".trainer li")).to_have_count(1)
                await check_words(page, language, size)

    house.run(test())


@pytest.mark.parametrize(
    ("language", "costs", "cost", "lines", "chance"),
    [
        ("en", (5.8112, 0.5, 0.0432, 0.0001), "6.355", ["+5.811", "+0.500", "+0.043", "<0.001"], "23.1%"),
        ("de", (12.34567, 2.0), "14.346", ["+12,346", "+2,000"], "23,1"),
        ("fr", (1234.4, 70.2, 0.2), "1\u202f305", ["+1\u202f234", "+70", "<1"], "23,1"),
    ],
)
def test_figures_under_each_other_have_as_many_digits_behind_the_point(
    house, language, costs, cost, lines, chance
):
    async def test():
        service = TableService(["Ada", "Ben"], hints="always", trainer=True)
        decisions = tuple(CostlyDecision((6, 3), Did((1, 8)), Did((9,)), points) for points in costs)
        async with serving(service) as caller, house.visiting(caller.url) as visitor:
            page = await visitor.open(f"/control?lang={language}", viewport=PHONE)
            service._train((TurnCost(0, sum(costs), 0.2308, decisions),))
            service.publish()
            said = page.locator(".trainer")
            await expect(said.locator("p")).to_contain_text(
                cost.replace(".", "," if language != "en" else ".")
            )
            await expect(said.locator("p")).to_contain_text(chance)
            told = await said.locator("li").all_inner_texts()
            assert [line.rpartition("; ")[2] for line in told] == lines

    house.run(test())
