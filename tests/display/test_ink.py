"""All of every letter can be read, in what is light reversed as well: there a 0 without its top row is a U."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from stbpi.display.compose import compose
from stbpi.display.screen import Emphasis, ListRow, ScoreBox, Screen
from stbpi.locale import LANGUAGES, catalogue
from tests.display.aside_scenes import BESIDE
from tests.display.attract_scenes import ATTRACT
from tests.display.ink import lost
from tests.display.scenes import BEFORE_SIDES, ROLLING, SCENES
from tests.display.troubles import TROUBLES

SIZES = [(128, 64), (64, 128), (128, 128)]
DIGITS = ("45", "48", "0", "1236", "79")


def screens(language: str) -> Iterator[tuple[str, Screen]]:
    """Every screen there is a picture of."""
    words = catalogue(language)
    for name, view in {**SCENES, **ROLLING, **ATTRACT}.items():
        yield name, compose(view, words)
    for name, (view, side) in BEFORE_SIDES.items():
        yield f"side_{name}", compose(view, words, side=side)
    for name, (view, alarms) in TROUBLES.items():
        yield name, compose(view, words, alarms=alarms)
    for name, beside in BESIDE.items():
        yield name, compose(beside.view, words, report=beside.report)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_part_of_a_letter_is_lost_on_any_screen(language, size):
    missing = []
    for name, screen in screens(language):
        # The dots around a flap that is not believed touch it, and what reaches over the row under it.
        dotted = any(flap.doubted for flap in screen.strip)
        missing += [(name, text) for text in lost(screen, size) if not dotted or "painted over" in text]
    assert not missing


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("headline", ["", "Anna, Bert, Gyp win!"])
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 8])
def test_every_digit_of_a_winner_is_whole_however_many_play_and_win(players, headline, size):
    for first, winners in product(range(len(DIGITS)), {1, 2, players}):
        boxes = tuple(
            ScoreBox("Anna", DIGITS[(first + seat) % len(DIGITS)], f"{seat + 1}.", strong=seat < winners)
            for seat in range(players)
        )
        screen = Screen(headline=headline, boxes=boxes, hints=("press: new match",), emphasis=Emphasis.CHEER)
        assert not list(lost(screen, size)), (first, winners)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["Gyp (jy)", "Éléonore Ågren", "Maximiliane-Wilhelmine von und zu Gyp"])
@pytest.mark.parametrize("players", [1, 2, 3, 4, 8])
def test_a_winners_name_is_whole_whatever_reaches_over_or_under_its_line(players, name, size):
    for winners in {1, 2, players}:
        boxes = tuple(ScoreBox(name, "12 (−3)", f"{seat + 1}.", seat < winners) for seat in range(players))
        screen = Screen(headline="Anna wins!", boxes=boxes, hints=("press: new match",))
        missing = [text for text in lost(screen, size) if "painted over" in text]
        assert not missing, winners


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("words", [("Gyp", "Leave, correct", "lid"), ("Éteindre", "Règles (gj)", "Été")])
@pytest.mark.parametrize("many", [1, 3, 7, 12])
def test_every_letter_of_a_list_is_whole_whichever_row_is_chosen(many, words, size):
    texts = [words[number % len(words)] for number in range(many)]
    for chosen in range(many):
        rows = tuple(
            ListRow(text, "yes", ticked=True, chosen=row == chosen) for row, text in enumerate(texts)
        )
        screen = Screen(title="Menu", rows=rows, hints=("hold: léger",))
        assert not [text for text in lost(screen, size) if "painted over" in text], chosen
