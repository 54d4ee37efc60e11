"""The translations are whole, current, and written the way their language is written."""

from __future__ import annotations

import re
from gettext import GNUTranslations
from io import BytesIO
from string import Formatter

import pytest
from babel.messages.mofile import write_mo

from stbpi.display.lettering import face
from stbpi.display.plain import has_glyph
from stbpi.locale import DOMAIN, catalogue
from stbpi.terminal.orders import Word
from tests.locale.messages import TRANSLATED, Message, folder, in_code, translated, translations

TYPED = "{name}: 4 6"
"""Not said but typed, the same in every language."""

SAME_WORD = {
    "fr": {"scanner", "Express", "Menu", "Points", "Pub", "Service", "Versions", "menu", "point", "points", "total"}
    | {"total {total}", "{n} passes", "{n} pt", "{n} pts", "{rank}.", TYPED},
    "de": {"Enter", "Expander {name}", "Express", "Matrix", "Service", "Shut the Box", "Token", "live"}
    | {"{name}: {what}", "{name}: {what}.", "{name}, {what}: ", "{names}; {what}"}
    | {"{rank}.", TYPED},
    "it": {"Computer", "computer", "{n}%", "scanner", "Express", "Menu", "No", "Pub", "Token", "menu"}
    | {"{name}: {what}", "{name}: {what}.", "{name}, {what}: ", "{names}; {what}", TYPED},
    "es": {"No", "buses", "Token", "total", "total {total}"}
    | {"{name}: {what}", "{name}: {what}.", "{name}, {what}: ", "{names}; {what}", TYPED},
}  # fmt: skip
"""What may stand in a catalogue as it stands in English: the same word, or only places and signs."""


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_messages_of_the_code_are_those_of_the_catalogue(language):
    listed = {message for message, _ in translated(language)}
    assert in_code() - listed == set(), "not in the catalogue; run make messages and translate them"
    assert listed - in_code() == set(), "not in the code any more; run make messages"


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_is_translated_in_all_its_forms_and_for_certain(language):
    forms = translations(language).num_plurals
    for message, strings in translated(language):
        assert len(strings) == (1 if message.plural is None else forms), message
        assert all(strings), f"not translated: {message}"
    assert [entry.id for entry in translations(language) if entry.id and entry.fuzzy] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_compiled_is_what_is_written(language):
    compiled = BytesIO()
    write_mo(compiled, translations(language))
    compiled.seek(0)
    written, shipped = GNUTranslations(compiled), catalogue(language)
    for message in in_code():
        assert asked(shipped, message) == asked(written, message), "run make messages"


def asked(messages: GNUTranslations, message: Message) -> list[str]:
    if message.plural is not None:
        return [messages.ngettext(message.text, message.plural, count) for count in range(3)]
    if message.context is not None:
        return [messages.pgettext(message.context, message.text)]
    return [messages.gettext(message.text)]


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_stays_english_unless_it_is_the_same_word(language):
    same = {
        text
        for message, strings in translated(language)
        for text, string in zip(message.texts, strings, strict=True)
        if text == string
    }
    assert same == SAME_WORD[language]


@pytest.mark.parametrize("language", TRANSLATED)
def test_places_and_edges_are_those_of_the_message(language):
    for message, strings in translated(language):
        for text, string in zip(message.texts, strings, strict=True):
            assert places(string) == places(text)
            if message.text not in ABBREVIATED:
                assert edges(string) == edges(text), f"{text!r} becomes {string!r}"


def edges(text: str) -> tuple[str, str, str]:
    """Blanks before and after, and the sign that ends it."""
    bare = text.strip(" ")
    start = text.index(bare)
    sign = bare[-1] if bare[-1] in ".!?:" else ""
    return text[:start], sign, text[start + len(bare) :]


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sign_is_in_the_fonts_and_is_the_one_of_the_language(language):
    small = face("small").font
    box = bytes(small.getmask("\N{REPLACEMENT CHARACTER}", mode="1"))
    for sign in sorted({sign for _, strings in translated(language) for sign in "".join(strings)}):
        assert has_glyph(sign), repr(sign)
        assert sign == " " or bytes(small.getmask(sign, mode="1")) != box, repr(sign)
    for message, strings in translated(language):
        for string in strings:
            assert "'" not in string, f"an apostrophe is ’ in {string!r}"
            assert '"' not in string, f"quotation marks are those of the language in {string!r}"
            assert "  " not in string, string
            if message.text != TYPED:
                assert misprints(language, string) == [], string


def misprints(language: str, string: str) -> list[str]:
    """Signs set as another language sets them. A lone ? is a word one types."""
    string = string.replace(" ? ", " ")
    if language == "fr":
        # A no-break space before two-part signs and inside quotation marks.
        return re.findall(r"[^\u00a0][:;!?»]|«[^\u00a0]", string)
    if language == "es":
        # Questions and exclamations are opened as well as closed.
        return [] if all(string.count(a) == string.count(b) for a, b in ("¿?", "¡!")) else [string]
    if language == "de":
        return re.findall("[«»]", string) + ([] if string.count("„") == string.count("“") else [string])
    return re.findall("[„“]", string)


ABBREVIATED = {"{rank}.", "{n} pt"}
"""Ordinals and abbreviations end with a full stop or without, as each language has it."""

WORDS_TYPED = {
    "Next round (Enter, or stop): ": "stop",
    "throw (Enter, or one)": "one",
    "close {total} (or again)": "again",
    "Or throw again: again.": "again",
    "Say what the dice of the last throw show, such as fix 4 6.": "fix 4 6",
    "Say who leaves, such as leave {name}.": "leave {name}",
    "Say whom to correct, by how many points, and why, such as correct {name} -3 miscounted.": "correct {name} -3",
    "{rules}, with {players}. Type help to see what can be typed.": "help",
    '"{text}" means nothing here; type help to see what does.': "help",
    "The round is over: next begins another, undo takes the last step back.": "next",
    "The match is over: quit ends, undo takes the last step back.": "undo",
    "Type the flaps to close, such as {flaps}; ? lists what may be closed.": "?",
}


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize(("text", "word"), WORDS_TYPED.items())
def test_words_to_type_stand_as_they_are_typed(language, text, word):
    assert word.split()[0] in set(Word)
    assert re.search(rf"(?<!\w){re.escape(word)}(?!\w)", catalogue(language).gettext(text))


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_catalogue_says_which_language_it_is(language):
    assert str(translations(language).locale) == language
    assert (folder(language) / f"{DOMAIN}.mo").is_file()
