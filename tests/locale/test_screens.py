"""Every text fits its screen in every language."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stbpi.display.compose import compose
from stbpi.display.lettering import face
from stbpi.display.plain import ELLIPSIS
from stbpi.display.screen import Screen
from stbpi.locale import LANGUAGES, catalogue
from tests.display.aside_scenes import BESIDE
from tests.display.attract_scenes import ATTRACT
from tests.display.reading import overlap, read
from tests.display.scenes import BEFORE_SIDES, SCENES
from tests.display.troubles import TROUBLES

USUAL, UPRIGHT = (128, 64), (64, 128)

LONG = {"press_to_start_eight", "match_over_eight", "match_over_digits", "blocked_long"}
"""Names and numbers that are cut on purpose stand in these."""

LEAST_HEADLINE = face("text").font.size
"""The smallest face a headline may shrink to: hints are in small print, what to do is not."""


def screen(scene: str, language: str) -> Screen:
    return compose(SCENES[scene], catalogue(language))


def phrases(shown: Screen) -> list[str]:
    """Everything that must stand on the glass, the flaps apart."""
    if shown.takeover:
        return [shown.release, shown.takeover]
    hints = (shown.release,) if shown.release else shown.hints
    return [shown.title, shown.badge, shown.headline, shown.number, *shown.lines, *hints]


@pytest.mark.parametrize("size", [USUAL, UPRIGHT], ids=["usual", "upright"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scene", sorted(SCENES.keys() - LONG))
def test_every_phrase_stands_whole_on_the_glass(scene, language, size):
    shown = screen(scene, language)
    written = read(shown, size)
    cut = [text.removesuffix(ELLIPSIS) for text, _, _ in written if ELLIPSIS in text]
    names = [box.name for box in shown.boxes]
    assert not [text for text in cut if not any(name.startswith(text) for name in names)]
    # Lines may be broken between words, and stand in any order.
    words = [word for text, _, _ in written for word in text.split(" ")]
    for phrase in phrases(shown):
        for word in phrase.split(" "):
            assert not word or word in words, f"{word!r} of {phrase!r} is not shown"


@pytest.mark.parametrize("size", [USUAL, UPRIGHT], ids=["usual", "upright"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scene", sorted(SCENES))
def test_nothing_leaves_the_glass_or_runs_into_another(scene, language, size):
    written = read(screen(scene, language), size)
    for number, one in enumerate(written):
        left, top, right, bottom = one.box
        assert 0 <= left < right <= size[0], one
        assert 0 <= top < bottom <= size[1], one
        for other in written[number + 1 :]:
            assert not overlap(one, other), f"{one} runs into {other}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scene", sorted(SCENES.keys() - LONG))
def test_what_to_do_stays_large_and_the_flaps_stay_shown(scene, language):
    shown, english = screen(scene, language), screen(scene, "en")
    written = read(shown, USUAL)
    if shown.headline and not shown.number and not shown.takeover:
        first = shown.headline.split(" ")[0]
        assert max(size for text, _, size in written if first in text) >= LEAST_HEADLINE
    if shown.number and not shown.takeover:
        # The number of a score, of pips or of flaps is what people look at.
        # Flaps may stand each at its place in the row.
        sizes = {text: size for text, _, size in written}
        pieces = [shown.number] if shown.number in sizes else shown.number.split(" ")
        assert min(sizes.get(piece, 0) for piece in pieces) >= face("large").font.size
    strip = {str(flap.flap) for flap in shown.strip}
    in_english = strip & {text for text, _, _ in read(english, USUAL)}
    assert in_english <= {text for text, _, _ in written}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("who", BEFORE_SIDES)
def test_on_a_display_of_ones_own_every_word_is_shown_and_none_is_small(who, language):
    view, side = BEFORE_SIDES[who]
    shown = compose(view, catalogue(language), side=side)
    written = read(shown, USUAL)
    words = [word for text, _, _ in written for word in text.split(" ")]
    for phrase in phrases(shown):
        assert all(word in words for word in phrase.split(" ") if word), phrase
    headline = shown.headline.split(" ")[0]
    assert all(size >= LEAST_HEADLINE for text, _, size in written if headline and headline in text)
    for number, one in enumerate(written):
        assert not any(overlap(one, other) for other in written[number + 1 :])


@pytest.mark.parametrize("size", [USUAL, UPRIGHT], ids=["usual", "upright"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scene", TROUBLES)
def test_what_does_not_work_is_said_whole_and_takes_nothing_away_but_hints(scene, language, size):
    view, alarms = TROUBLES[scene]
    shown = compose(view, catalogue(language), alarms=alarms)
    written = read(shown, size)
    words = [word for text, _, _ in written for word in text.split(" ")]
    hints = () if shown.alarm else shown.hints
    told = [shown.title, shown.badge, shown.headline, shown.number, shown.alarm, *shown.lines, *hints]
    for phrase in told:
        assert all(word in words for word in phrase.split(" ") if word), phrase
    for number, one in enumerate(written):
        assert not any(overlap(one, other) for other in written[number + 1 :]), one


@pytest.mark.parametrize("size", [USUAL, UPRIGHT], ids=["usual", "upright"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scene", BESIDE)
def test_menu_and_service_mode_stand_whole_on_the_glass(scene, language, size):
    """Of a list the rows around the one that is chosen; nothing that stands there is cut or runs into another."""
    beside = BESIDE[scene]
    shown = compose(beside.view, catalogue(language), report=beside.report)
    written = read(shown, size)
    words = [word for text, _, _ in written for word in text.split(" ")]
    chosen = [text for row in shown.rows if row.chosen for text in (row.text, row.value)]
    hints = (shown.release,) if shown.release else shown.hints
    broken = size == UPRIGHT and scene == "service_versions"  # an address breaks in two
    facts = () if broken else shown.facts
    for phrase in (
        shown.title,
        shown.badge,
        shown.headline,
        shown.number,
        *shown.lines,
        *chosen,
        *facts,
        *hints,
    ):
        assert all(word in words for word in phrase.split(" ") if word), phrase
    assert not any(ELLIPSIS in text for text, _, _ in written), written
    for number, one in enumerate(written):
        left, top, right, bottom = one.box
        assert 0 <= left < right <= size[0], one
        assert 0 <= top < bottom <= size[1], one
        assert not any(overlap(one, other) for other in written[number + 1 :]), one
    if size == USUAL and shown.rows:
        assert len([row for row in shown.rows if row.text in {text for text, _, _ in written}]) >= min(
            3, len(shown.rows)
        )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scene", sorted(SCENES))
def test_a_hint_fits_its_row(scene, language):
    for hint in screen(scene, language).hints:
        assert face("small").width(hint) <= USUAL[0], hint


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_winner_with_a_long_name_is_said_to_win(language):
    shown = screen("match_over_eight", language)
    written = [text for text, _, _ in read(shown)]
    assert any(text.endswith(shown.headline.split(" ")[-1]) for text in written)


@pytest.mark.parametrize("size", [USUAL, UPRIGHT], ids=["usual", "upright"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scene", ATTRACT)
def test_what_comes_between_matches_stands_whole_on_the_glass(scene, language, size):
    shown = compose(ATTRACT[scene], catalogue(language))
    written = read(shown, size)
    words = [word for text, _, _ in written for word in text.split(" ")]
    told = [shown.title, shown.headline, *shown.hints]
    if not scene.endswith("_long"):  # names that nobody can have whole
        # A dot between the names of a set and its variants goes where the line is broken.
        facts = (fact.replace(" · ", " ") for fact in shown.facts)
        told += [shown.number, *facts, *(box.score for box in shown.boxes)]
    for phrase in told:
        assert all(word in words for word in phrase.split(" ") if word), phrase
    for number, one in enumerate(written):
        assert 0 <= one.box[0] < one.box[2] <= size[0], one
        assert 0 <= one.box[1] < one.box[3] <= size[1], one
        assert not any(overlap(one, other) for other in written[number + 1 :]), one


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scene", ["attract_house_variant", "attract_house_many"])
def test_the_names_of_variants_are_not_broken_beside_a_record(scene, language):
    shown = compose(ATTRACT[scene], catalogue(language))
    lines = [text for text, _, _ in read(shown)]
    for name in shown.facts[-1].split(" · "):
        assert any(name in line.split(" · ") for line in lines), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_variant_with_a_name_too_long_for_its_line_is_broken_rather_than_cut(language):
    shown = compose(ATTRACT["attract_house_many"], catalogue(language))
    longer = replace(shown, facts=("Anna", "Tray · " + "Gemeinsamer Wurf aller Leute am Tisch"))
    lines = [text for text, _, _ in read(longer)]
    assert "Gemeinsamer" in " ".join(lines)
    assert "Tisch" in " ".join(lines)
    assert not [line for line in lines if ELLIPSIS in line]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scene", ["confirm", "confirm_own", "confirm_of_each", "confirm_doubted"])
def test_an_answer_that_can_be_added_to_is_asked_about_with_the_throw_and_everybodys_flaps(scene, language):
    view = SCENES[scene] if scene in SCENES else TROUBLES[scene][0]
    shown = compose(view, catalogue(language))
    told = " ".join(text for text, _, _ in read(shown))
    assert shown.dice == view.match.dice or " + ".join(map(str, view.match.dice)) in told
    assert shown.hints
    for hint in shown.hints:
        assert hint in told
