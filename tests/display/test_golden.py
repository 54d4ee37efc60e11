"""Every screen, pixel by pixel, as it was last looked at and found good.

After a change that is meant, ``STBPI_GOLDEN=write pytest tests/display/test_golden.py`` draws the pictures
anew, and ``make screens`` the sheets of docs/screens.md; look at them before they are committed.
"""

import os
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from stbpi.display.compose import compose
from stbpi.display.draw import draw
from stbpi.locale import LANGUAGES, catalogue
from stbpi.table.menu import Page
from stbpi.table.prompts import Offer, Prompt, PromptCode
from stbpi.table.service_view import ServicePage
from tests.display.aside_scenes import BESIDE
from tests.display.attract_scenes import ATTRACT
from tests.display.matches import all_but_7_and_8, classic, view
from tests.display.scenes import BEFORE_SIDES, ROLLING, SCENES
from tests.display.troubles import TROUBLES

GOLDEN = Path(__file__).parent / "golden"
"""A folder for each language."""

UPRIGHT = ["close_flaps", "reopen", "blocked", "match_over", "press_to_roll_to_beat"]


def drawn(scene: str, language: str = "en", size: tuple[int, int] = (128, 64)) -> Image.Image:
    return draw(compose({**SCENES, **ROLLING}[scene], catalogue(language), frame=2), size)


def compare(language: str, name: str, image: Image.Image) -> None:
    file = GOLDEN / language / f"{name}.png"
    if os.environ.get("STBPI_GOLDEN") == "write":
        file.parent.mkdir(exist_ok=True)
        image.save(file, optimize=True)
    with Image.open(file) as golden:
        assert golden.size == image.size
        difference = ImageChops.logical_xor(golden.convert("1"), image).getbbox()
        assert difference is None, f"{name} differs within {difference}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scene", [*SCENES, *ROLLING])
def test_the_screen_is_as_it_was_found_good(scene, language):
    compare(language, scene, drawn(scene, language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scene", UPRIGHT)
def test_the_screen_of_a_panel_turned_upright(scene, language):
    compare(language, f"upright_{scene}", drawn(scene, language, (64, 128)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("who", BEFORE_SIDES)
def test_the_screen_of_a_display_before_one_side(who, language):
    view, side = BEFORE_SIDES[who]
    compare(language, f"side_{who}", draw(compose(view, catalogue(language), side=side)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(128, 64), (64, 128)], ids=["usual", "upright"])
@pytest.mark.parametrize("scene", TROUBLES)
def test_the_screen_of_a_tray_on_which_something_does_not_work(scene, size, language):
    view, alarms = TROUBLES[scene]
    name = scene if size == (128, 64) else f"upright_{scene}"
    compare(language, name, draw(compose(view, catalogue(language), alarms=alarms), size))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(128, 64), (64, 128)], ids=["usual", "upright"])
@pytest.mark.parametrize("scene", BESIDE)
def test_the_screen_of_menu_and_service_mode(scene, size, language):
    beside = BESIDE[scene]
    name = scene if size == (128, 64) else f"upright_{scene}"
    compare(language, name, draw(compose(beside.view, catalogue(language), report=beside.report), size))


def test_every_prompt_has_a_screen():
    beside = [one.view for one in BESIDE.values()]
    assert {view.prompt.code for view in (*SCENES.values(), *beside)} == set(PromptCode)
    assert {view.prompt.menu.page for view in beside if view.prompt.menu} == set(Page)
    assert {view.prompt.service.page for view in beside if view.prompt.service} == set(ServicePage)


def test_no_picture_is_left_over():
    names = {*SCENES, *ROLLING, *TROUBLES, *BESIDE, *ATTRACT}
    names |= {f"upright_{scene}" for scene in (*UPRIGHT, *TROUBLES, *BESIDE, *ATTRACT)}
    names |= {f"side_{who}" for who in BEFORE_SIDES}
    wanted = {Path(language, f"{name}.png") for language in LANGUAGES for name in names}
    assert {file.relative_to(GOLDEN) for file in GOLDEN.rglob("*.png")} == wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_situations_look_the_same(language):
    seen: dict[bytes, str] = {}
    for scene in SCENES:
        other = seen.setdefault(drawn(scene, language).tobytes(), scene)
        assert other == scene, f"{scene} looks like {other}"


@pytest.mark.parametrize("frame", range(8))
def test_rolling_dice_give_away_nothing_of_what_they_will_show(frame):
    """Blocked, shutting the box or anything between: until the dice lie the screen is the same."""
    before = all_but_7_and_8(classic())
    pictures = set()
    for dice, prompt in [
        ((2, 1), Prompt(code=PromptCode.BLOCKED, player=0, dice=(2, 1), score=15, press=Offer.NEXT)),
        ((6, 1), Prompt(code=PromptCode.CLOSE_FLAPS, player=0, dice=(6, 1), remaining=7)),
        ((6, 2), Prompt(code=PromptCode.CLOSE_FLAPS, player=0, dice=(6, 2), remaining=8)),
    ]:
        shown = view(prompt, before.roll(*dice), rolling=before)
        pictures.add(draw(compose(shown, catalogue("en"), frame=frame)).tobytes())
    assert len(pictures) == 1


def test_the_score_to_beat_stands_while_the_dice_roll_and_ones_own_does_not():
    assert compose(ROLLING["rolling_blocked"], catalogue("en")).badge == ""
    assert compose(ROLLING["rolling_match_over"], catalogue("en")).badge == "beat 15"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(128, 64), (64, 128)], ids=["usual", "upright"])
@pytest.mark.parametrize("scene", ATTRACT)
def test_the_screen_between_matches(scene, size, language):
    name = scene if size == (128, 64) else f"upright_{scene}"
    compare(language, name, draw(compose(ATTRACT[scene], catalogue(language)), size))
