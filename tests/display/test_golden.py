"""Every screen, pixel by pixel, as it was last looked at and found good.

After a change that is meant, ``STBPI_GOLDEN=write pytest tests/display/test_golden.py`` draws the pictures
anew; look at them, enlarged, before they are committed.
"""

import os
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from stbpi.display.compose import compose
from stbpi.display.draw import draw
from stbpi.locale import LANGUAGES, catalogue
from stbpi.table.prompts import PromptCode
from tests.display.scenes import BEFORE_SIDES, SCENES

GOLDEN = Path(__file__).parent / "golden"
"""A folder for each language."""

UPRIGHT = ["close_flaps", "reopen", "blocked", "match_over", "press_to_roll_to_beat"]


def drawn(scene: str, language: str = "en", size: tuple[int, int] = (128, 64)) -> Image.Image:
    rolling = 2 if scene == "rolling" else None
    view = SCENES["close_flaps" if scene == "rolling" else scene]
    return draw(compose(view, catalogue(language), dice_rolling=rolling), size)


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
@pytest.mark.parametrize("scene", [*SCENES, "rolling"])
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


def test_every_prompt_has_a_screen():
    assert {view.prompt.code for view in SCENES.values()} == set(PromptCode)


def test_no_picture_is_left_over():
    names = {*SCENES, "rolling", *(f"upright_{scene}" for scene in UPRIGHT)}
    names |= {f"side_{who}" for who in BEFORE_SIDES}
    wanted = {Path(language, f"{name}.png") for language in LANGUAGES for name in names}
    assert {file.relative_to(GOLDEN) for file in GOLDEN.rglob("*.png")} == wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_situations_look_the_same(language):
    seen: dict[bytes, str] = {}
    for scene in SCENES:
        other = seen.setdefault(drawn(scene, language).tobytes(), scene)
        assert other == scene, f"{scene} looks like {other}"
