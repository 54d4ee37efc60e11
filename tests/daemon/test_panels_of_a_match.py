"""What the panels are sent during whole matches, and what they show of them."""

from functools import cache

import pytest
from PIL import Image

from stbpi.display.compose import compose
from stbpi.display.controllers import MODULES
from stbpi.display.draw import draw
from stbpi.display.model import PanelModel
from stbpi.locale import LANGUAGES, catalogue
from tests.display.wires import ListeningBus, set_up
from tests.support.recorded import Asked, recorded_match

WINDOW = 10
"""Beside its bytes a whole frame takes its window (address, control byte and six command bytes) and an address and a
control byte before the data, were it one transfer."""
PAGE = 7
"""On a controller that knows no windows, that for each page: its three position commands instead of the window."""

SEEDS = (1, 2, 3, 4)


@cache
def match(seed: int, rules: str = "classic", *variants: str) -> tuple[Asked, ...]:
    profile = "direct-9" if rules == "classic" else "mcp23017-4x10"
    return recorded_match(rules, variants, players=("Anna", "Bert"), profile=profile, seed=seed)


@cache
def pictures(seed: int, language: str, size: tuple[int, int], *rules: str) -> tuple[Image.Image, ...]:
    """Each picture of a match that is another than the one before."""
    drawn: list[Image.Image] = []
    for asked in match(seed, *rules):
        image = draw(compose(asked.view, catalogue(language), frame=asked.rolling or 0), size)
        if not drawn or image.tobytes() != drawn[-1].tobytes():
            drawn.append(image)
    return tuple(drawn)


def sent_and_whole(
    name: str, seed: int, language: str = "en", rotate: int = 0, rules: tuple[str, ...] = ()
) -> tuple[int, int]:
    """Bytes on the bus for the pictures of a match, and those of a whole frame for each.

    After each of them the glass shows that very picture.
    """
    module = MODULES[name]
    model = PanelModel(module)
    panel = set_up(name, ListeningBus(model), rotate=rotate)
    before = model.bytes_received
    shown = pictures(seed, language, panel.size, *rules)
    for image in shown:
        panel.display(image)
        assert model.picture().tobytes() == panel.preprocess(image).tobytes()
    pages = module.height // 8
    frame = module.width * pages + (WINDOW if module.controller.windows else PAGE * pages)
    return model.bytes_received - before, len(shown) * frame


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", ["ssd1306", "sh1106", "ssd1309"])
def test_a_match_sends_at_most_a_tenth_of_what_whole_frames_would(name, seed):
    sent, whole = sent_and_whole(name, seed)
    assert sent <= whole / 10, f"{sent} of {whole} bytes"


@pytest.mark.parametrize(
    ("rules", "percent"), [(("numbers",), 10), (("tray",), 12), (("tray", "common"), 20)], ids=str
)
def test_what_other_sets_send_is_what_the_document_says(rules, percent):
    sent, whole = sent_and_whole("ssd1306", 1, rules=rules)
    assert sent <= whole * percent / 100, f"{sent} of {whole} bytes"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rotate", [0, 1], ids=["as the module stands", "turned"])
@pytest.mark.parametrize("name", ["ssd1306", "sh1106", "sh1107", "sh1107-128x128"])
def test_so_it_does_in_every_language_on_every_controller_however_it_is_turned(name, rotate, language):
    sent, whole = sent_and_whole(name, 3, language, rotate)
    assert sent <= whole / 10, f"{sent} of {whole} bytes"


def test_the_dice_roll_and_what_is_thrown_is_shown_when_they_lie():
    asked = match(1)
    throws = [number for number, one in enumerate(asked) if one.rolling == 0]
    assert len(throws) >= 6
    for number in throws:
        rolling = [one.rolling for one in asked[number : number + 13]]
        assert rolling == [*range(12), None]
