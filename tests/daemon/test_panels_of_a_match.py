"""What the panels are sent during whole matches, and what they show of them."""

from functools import cache

import pytest

from stbpi.display.compose import compose
from stbpi.display.controllers import MODULES
from stbpi.display.draw import draw
from stbpi.display.model import PanelModel
from stbpi.display.pages import packed
from stbpi.locale import LANGUAGES, catalogue
from tests.display.wires import ListeningBus, set_up
from tests.support.recorded import Asked, recorded_match

FRAME_OVERHEAD = 10
"""Beside its bytes a whole frame takes its window (address, control byte and six command bytes) and an address and a
control byte before the data, were it one transfer."""

SEEDS = (1, 2, 3, 4)


@cache
def match(seed: int) -> tuple[Asked, ...]:
    return recorded_match("classic", players=("Anna", "Bert"), seed=seed)


def sent_and_whole(name: str, seed: int, language: str = "en") -> tuple[int, int]:
    """Bytes on the bus for the pictures of a match, and those of a whole frame for each picture that is another.

    After each of them the glass shows that very picture.
    """
    module = MODULES[name]
    model = PanelModel(module)
    panel = set_up(name, ListeningBus(model), rotate=1 if module.height > module.width else 0)
    before, pictures, last = model.bytes_received, 0, None
    for asked in match(seed):
        image = draw(compose(asked.view, catalogue(language), frame=asked.rolling or 0), panel.size)
        panel.display(image)
        turned = panel.preprocess(image)
        if packed(turned) != last:
            last = packed(turned)
            pictures += 1
            assert model.picture().tobytes() == turned.tobytes()
    return model.bytes_received - before, pictures * (module.width * module.height // 8 + FRAME_OVERHEAD)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", ["ssd1306", "sh1106", "ssd1309"])
def test_a_match_sends_at_most_a_tenth_of_what_whole_frames_would(name, seed):
    sent, whole = sent_and_whole(name, seed)
    assert sent <= whole / 10, f"{sent} of {whole} bytes"


@pytest.mark.parametrize("name", ["sh1107", "sh1107-128x128"])
def test_turned_upright_or_on_a_larger_glass_it_is_not_much_more(name):
    sent, whole = sent_and_whole(name, 1)
    assert sent <= whole * 0.16, f"{sent} of {whole} bytes"


@pytest.mark.parametrize("language", LANGUAGES)
def test_longer_words_of_other_languages_do_not_change_that(language):
    sent, whole = sent_and_whole("ssd1306", 1, language)
    assert sent <= whole * 0.11, f"{sent} of {whole} bytes"


def test_the_dice_roll_and_what_is_thrown_is_shown_when_they_lie():
    asked = match(1)
    throws = [number for number, one in enumerate(asked) if one.rolling == 0]
    assert len(throws) >= 6
    for number in throws:
        rolling = [one.rolling for one in asked[number : number + 13]]
        assert rolling == [*range(12), None]
