"""Choosing the language of the sentences."""

import pytest

from stbpi.locale import LANGUAGES, UnknownLanguageError, catalogue


def test_english_says_what_the_code_says():
    messages = catalogue("en")
    assert messages.gettext("Press to start") == "Press to start"
    assert messages.ngettext("{n} flap", "{n} flaps", 1) == "{n} flap"
    assert messages.ngettext("{n} flap", "{n} flaps", 2) == "{n} flaps"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_that_can_be_chosen_is_there(language):
    assert catalogue(language).gettext("Press to start")


@pytest.mark.parametrize("language", ["", "EN", "en_GB", "xx", "../en"])
def test_an_unknown_language_is_refused_naming_the_known_ones(language):
    with pytest.raises(UnknownLanguageError) as refused:
        catalogue(language)
    sentence = str(refused.value)
    assert repr(language) in sentence
    assert "'en'" in sentence
    assert "\n" not in sentence
