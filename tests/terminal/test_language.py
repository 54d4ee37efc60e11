"""What is refused to somebody who types, in the language of the session."""

from __future__ import annotations

import io

import pytest

from stbpi import cli
from stbpi.locale import LANGUAGES, catalogue
from stbpi.rules import rule_set
from stbpi.table.setup import MatchSetup
from stbpi.terminal import Session
from stbpi.terminal.look import Look


def typed(language: str, *lines: str, players=("Anna", "Ben"), rules="classic", **axes) -> str:
    """What is written after the last of these lines, as running text."""
    setup = MatchSetup(rule_set(rules, **axes), tuple(players), "entered", bytes(32))
    session = Session(setup, catalogue(language))
    for line in lines:
        said = session.answer(line, Look(columns=80))
    return " ".join(" ".join(said).split()).replace("\N{NO-BREAK SPACE}", " ")


WRONG_FLAPS = {
    "en": "Flaps 2 and 8 make 10, but 6 + 3 = 9 was thrown; close flaps adding up to that.",
    "fr": "Les clapets 2 et 8 font 10, mais le lancer est 6 + 3 = 9 ; fermez des clapets pour ce total.",
    "de": "Die Klappen 2 und 8 ergeben 10, gewürfelt ist aber 6 + 3 = 9; Klappen schließen, die zusammen so viel "
    "ergeben.",
    "it": "Le alette 2 e 8 fanno 10, ma il lancio è 6 + 3 = 9; chiudi alette per quel totale.",
    "es": "Las fichas 2 y 8 suman 10, pero la tirada es 6 + 3 = 9; cierra fichas que sumen eso.",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_wrong_flaps_are_told_in_the_language_of_the_session(language):
    assert typed(language, "6 3", "2 8") == WRONG_FLAPS[language]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["4"], "Mit nur einem Würfel darf jetzt nicht gewürfelt werden; mit 2 Würfeln zusammen würfeln."),
        (["6 3", "roll"], "6 + 3 ist schon gewürfelt; erst dazu Klappen schließen, dann wieder würfeln."),
        (["6 3", "9", "fix 1 2"], "Zum letzten Wurf ist schon geschlossen worden; das zurücknehmen, dann die Würfel "
         "berichtigen."),
        (["next"], "Runde 1 läuft noch; sie zu Ende spielen, dann die nächste beginnen."),
        (["leave Ben", "leave Ben"], "Ben ist nicht mehr im Spiel; einen Spieler wählen, der noch dabei ist."),
    ],
)  # fmt: skip
def test_rules_and_table_speak_german(lines, told):
    assert typed("de", *lines) == told


def test_signs_that_a_terminal_would_heed_are_left_out_in_every_language():
    assert typed("fr", "leave 2", "leave 2", players=("Anna", "B\x1b[31men")).startswith("B[31men n’est plus")


def test_the_command_speaks_the_language_it_is_told_to(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("6 3\n2 8\n"))
    assert cli.main(["play", "--language", "de", "--dice", "entered", "--players", "Anna", "Ben"]) == 0
    assert "Die Klappen 2 und 8 ergeben 10, gewürfelt ist aber 6 + 3 = 9;" in capsys.readouterr().out
