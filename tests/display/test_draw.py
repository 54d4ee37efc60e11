"""Whatever stands in a view, there is a picture of it."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.display.compose import compose
from stbpi.display.draw import draw
from stbpi.display.lettering import face
from stbpi.display.say import sentence
from stbpi.display.screen import Emphasis, Mark, ScoreBox, Screen, StripFlap
from stbpi.locale import catalogue
from tests.display.scenes import SCENES

EN = catalogue("en")
SIZES = st.sampled_from([(128, 64), (64, 128), (128, 128)])
TEXTS = st.text(alphabet=st.characters(), max_size=200)
SCREENS = st.builds(
    Screen,
    title=TEXTS,
    badge=TEXTS,
    headline=TEXTS,
    number=st.text("0123456789…− ", max_size=60),
    dice=st.lists(st.integers(0, 12), max_size=4).map(tuple),
    places=st.lists(st.integers(1, 24), max_size=24).map(tuple),
    done=st.booleans(),
    pressable=st.booleans(),
    lines=st.lists(TEXTS, max_size=7).map(tuple),
    boxes=st.lists(st.builds(ScoreBox, TEXTS, TEXTS, TEXTS, st.booleans()), max_size=99).map(tuple),
    strip=st.lists(st.builds(StripFlap, st.integers(1, 999), st.sampled_from(Mark)), max_size=64).map(tuple),
    hints=st.lists(TEXTS, max_size=3).map(tuple),
    release=TEXTS,
    takeover=TEXTS,
    emphasis=st.sampled_from(Emphasis),
)


@settings(max_examples=80, deadline=None)
@given(SCREENS, SIZES)
def test_any_screen_can_be_drawn(screen, size):
    image = draw(screen, size)
    assert (image.mode, image.size) == ("1", size)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(SCENES)), st.lists(TEXTS, min_size=8, max_size=8), SIZES)
def test_any_names_can_be_shown_and_said(scene, names, size):
    view = SCENES[scene]
    players = tuple(names[: len(view.setup.players)])
    view = replace(view, setup=replace(view.setup, players=players))
    draw(compose(view, EN), size)
    assert sentence(view, EN).replace("\N{NO-BREAK SPACE}", " ").isprintable()


@pytest.mark.parametrize("name", ["", "   ", "🦊", "王小明", "\ud800"])
def test_a_name_nobody_can_read_is_shown_by_its_seat(name):
    view = SCENES["press_to_roll_to_beat"]
    view = replace(view, setup=replace(view.setup, players=("Anna", name)))
    assert compose(view, EN).title == "Player 2"
    assert sentence(view, EN) == "Player 2: press to throw."


@pytest.mark.parametrize("name", ["small", "small bold", "text", "title", "head", "large", "huge"])
def test_the_fonts_have_latin_with_accents_and_the_euro(name):
    lettering = face(name)
    box = bytes(lettering.font.getmask("\N{REPLACEMENT CHARACTER}", mode="1"))
    latin = [chr(code) for code in (*range(0x21, 0x7F), *range(0xA1, 0x17F))]
    for character in (*latin, *"–—‘’‚“”„…€−"):
        assert bytes(lettering.font.getmask(character, mode="1")) != box, character


def test_of_more_players_than_fit_the_best_are_shown():
    boxes = tuple(ScoreBox(f"Player {rank}", str(rank), f"{rank}.", rank == 1) for rank in range(1, 100))
    many = Screen(headline="Player 1 wins!", boxes=boxes)
    assert draw(many).tobytes() == draw(replace(many, boxes=boxes[:10])).tobytes()
    assert draw(many).tobytes() != draw(replace(many, boxes=boxes[1:])).tobytes()


def test_a_throw_shows_as_many_pips_as_the_dice():
    """Pips are the dark spots inside the light faces."""
    for pips in range(1, 7):
        image = draw(Screen(dice=(pips,)))
        left, top, right, bottom = image.getbbox()
        dark = {
            (x, y)
            for x in range(left + 2, right - 2)
            for y in range(top + 2, bottom - 2)
            if not image.getpixel((x, y))
        }
        assert spots(dark) == pips


def spots(pixels: set[tuple[int, int]]) -> int:
    count = 0
    while pixels:
        count += 1
        edge = [pixels.pop()]
        while edge:
            x, y = edge.pop()
            for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if beside in pixels:
                    pixels.remove(beside)
                    edge.append(beside)
    return count


@pytest.mark.parametrize("scene", sorted(SCENES))
def test_english_fits_its_screen(scene):
    """Phrases of our own are never cut; names and long numbers may be."""
    screen = compose(SCENES[scene], EN)
    small = face("small")
    for hint in screen.hints:
        assert small.width(hint) <= 128, hint
    assert face("text").width(screen.release) <= 124
    words = [screen.headline, screen.takeover]
    if "long" not in scene and "eight" not in scene:
        words += [screen.title, *screen.lines]
        if not screen.title.startswith("House ("):  # a name, cut as any other beside a badge
            assert face("title").width(screen.title) + face("text").width(screen.badge) + 5 <= 128
    for text in words:
        assert max((face("title").width(word) for word in text.split()), default=0) <= 124, text
