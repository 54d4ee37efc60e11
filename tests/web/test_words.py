"""The page's words: each comes from a catalogue, none is missing, none is left over."""

from __future__ import annotations

import re
from html import unescape

import pytest

from stbpi.locale import LANGUAGES, catalogue
from stbpi.rules import rule_set_names, variants_of
from stbpi.table.prompts import Offer
from stbpi.web.files import FACES, markup, page_files
from stbpi.web.words import page_words
from tests.web.serving import run, serving
from tests.web.table_service import TableService


def test_every_word_is_there_that_the_page_asks_for_and_no_other():
    asked = {word for name in FACES.values() for word in re.findall(r"\{\{(\w+)\}\}", markup(name))} - {
        "lang"
    }
    asked |= set(re.findall(r"(?<!/)\bsaid\.(?!js\b)(\w+)", page_files()["/page/words.js"].data.decode()))
    assert asked == page_words(catalogue("en")).keys()


@pytest.mark.parametrize("face", FACES.values())
def test_the_page_itself_says_nothing_in_any_language(face):
    html = markup(face)
    said = re.findall(r"(?:aria-label|alt|title|placeholder)=\"([^\"]*)\"", html)
    said += [text.strip() for text in re.split(r"<[^>]*>", html)]
    assert {text for text in said if text and not re.fullmatch(r"\{\{\w+\}\}", text)} == set()


def test_every_offer_set_and_variant_has_a_word():
    words = page_words(catalogue("de"))
    assert words["offers"].keys() == set(Offer)
    assert words["sets"].keys() == set(rule_set_names())
    assert words["variants"].keys() == {v for name in rule_set_names() for v in variants_of(name)}


@pytest.mark.parametrize(
    ("language", "start", "set_", "seat"),
    [
        ("en", "Start", "Two to go", "Player {number}"),
        ("fr", "Commencer", "Le 2 d’abord", "Joueur {number}"),
        ("de", "Start", "Erst die 2", "Spieler {number}"),
        ("it", "Inizia", "Prima il 2", "Giocatore {number}"),
        ("es", "Empezar", "Primero el 2", "Jugador {number}"),
    ],
)
def test_words_are_those_of_the_language(language, start, set_, seat):
    words = page_words(catalogue(language))
    assert (words["offers"]["start"], words["sets"]["two-to-go"], words["player"]) == (start, set_, seat)


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_which_language_it_is_in_and_has_no_place_left_to_fill(language, face):
    html = page_files(language)[face].data.decode()
    assert f'<html lang="{language}">' in html
    assert "{{" not in html
    # What a language has as an apostrophe or a quotation mark ends no attribute.
    assert html.count('"') == markup(FACES[face]).count('"')


@pytest.mark.parametrize(("asked", "language"), [("fr", "fr"), ("xx", "de"), ("", "de")])
def test_a_page_may_speak_another_language_than_the_tray(asked, language):
    async def test():
        async with serving(TableService(language="de")) as caller:
            for path in FACES:
                assert f'<html lang="{language}">' in (await caller.get(f"{path}?lang={asked}")).text
            said = await caller.get(f"/page/said.js?lang={asked}")
            assert page_words(catalogue(language))["live"] in said.text

    run(test())


def test_the_page_is_sent_anew_once_another_language_is_chosen():
    async def test():
        service = TableService(language="fr")
        async with serving(service) as caller:
            before = await caller.get("/page/said.js")
            assert "Nouvelle partie" in before.text
            known = {"If-None-Match": before.headers["ETag"]}
            assert (await caller.get("/page/said.js", headers=known)).status == 304
            service.speak("de")
            after = await caller.get("/page/said.js", headers=known)
            assert (after.status, "Neues Spiel" in after.text) == (200, True)
            assert '<html lang="de">' in (await caller.get("/")).text
            assert (await caller.state())["language"] == "de"

    run(test())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_token_that_nobody_chose_is_not_said_to_stand_in_the_configuration(language):
    chosen, made = (page_words(catalogue(language), token_made=made)["token_where"] for made in (False, True))
    assert ("[web]" in chosen, ".token" in chosen) == (True, False)
    assert ("[web]" in made, ".token" in made) == (False, True)

    async def test():
        how = {"token": "abc", "token_made": True}
        async with serving(TableService(language=language), **how) as caller:
            for path in ("/control", "/tray"):
                text = unescape((await caller.get(path)).text)
                assert made in text
                assert "[web]" not in text

    run(test())


@pytest.mark.parametrize(("header", "language"), [("it", "it"), (None, "de")])
def test_what_a_set_comes_to_is_told_in_the_language_asked_for_else_in_the_trays(header, language):
    async def test():
        async with serving(TableService(language="de")) as caller:
            headers = {} if header is None else {"Accept-Language": header}
            answer = await caller.get("/api/v1/rules", headers=headers)
            assert answer.headers["Content-Language"] == language
            classic = next(entry for entry in answer.json["rules"] if entry["name"] == "classic")
            told = catalogue(language).gettext("A turn is thrown on until a throw cannot be made.")
            assert told in classic["about"]
            assert told != "A turn is thrown on until a throw cannot be made."

    run(test())
