"""Choosing the language of the sentences."""

import subprocess
import sys

import pytest

from stbpi.locale import LANGUAGES, UnknownLanguageError, catalogue, preferred_language


def test_the_five_languages_can_be_chosen():
    assert LANGUAGES == ("en", "fr", "de", "it", "es")
    assert [catalogue(language).gettext("Press to start") for language in LANGUAGES] == [
        "Press to start",
        "Appuyez pour commencer",
        "Drücken zum Start",
        "Premi per iniziare",
        "Pulsa para empezar",
    ]


def test_english_says_what_the_code_says():
    messages = catalogue("en")
    assert messages.gettext("Press to start") == "Press to start"
    assert messages.ngettext("{n} flap", "{n} flaps", 1) == "{n} flap"
    assert messages.ngettext("{n} flap", "{n} flaps", 2) == "{n} flaps"


@pytest.mark.parametrize("language", ["", "EN", "en_GB", "xx", "../en"])
def test_an_unknown_language_is_refused_naming_the_known_ones(language):
    with pytest.raises(UnknownLanguageError) as refused:
        catalogue(language)
    sentence = str(refused.value)
    assert repr(language) in sentence
    for known in LANGUAGES:
        assert repr(known) in sentence
    assert "\n" not in sentence


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": ""}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "fr_CH.UTF-8"}, "fr"),
        ({"LANG": "it_IT@euro"}, "it"),
        ({"LANG": "DE_de"}, "de"),
        ({"LANG": "pt_PT.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "es_ES.UTF-8"}, "es"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "es_ES.UTF-8", "LC_ALL": "it_IT"}, "it"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "pt_PT"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": ""}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": "pt:de:it"}, "de"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": "pt"}, "fr"),
    ],
)
def test_the_environment_says_which_language_its_user_speaks(environment, language):
    assert preferred_language(environment) == language


def test_the_standard_library_alone_speaks_every_language():
    """What translators use is not what a tray has."""
    code = (
        "import sys; sys.modules['babel'] = None\n"
        "from stbpi.locale import LANGUAGES, catalogue\n"
        "print(*(catalogue(language).gettext('Blocked') for language in LANGUAGES))"
    )
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", code], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout.split() == ["Blocked", "Bloqué", "Blockiert", "Bloccato", "Bloqueado"]
