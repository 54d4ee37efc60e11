"""What is said in each language reads as people speak it."""

from __future__ import annotations

import pytest

from stbpi.display.say import sentence
from stbpi.display.wording import Wording
from stbpi.locale import LANGUAGES, catalogue
from stbpi.rules import rule_set, rule_set_names, variants_of
from stbpi.rules.describe import sentences
from stbpi.rules.names import set_name, variant_name
from tests.display.scenes import SCENES
from tests.locale.messages import TRANSLATED

SAID = {
    ("fr", "press_to_roll_choice"): "Élodie\u00a0: appuyez pour lancer, maintenez pour lancer un seul dé.",
    ("fr", "raise_flaps_sides"): "Relevez 3 et 8 (Anna), 1, 2 et 10 (Bert) et 4 (Carla).",
    ("fr", "match_over_shut"): "Anna gagne avec 0 point.",
    ("fr", "not_your_side"): "Ce n’est pas à Bert de jouer. Relevez 5.",
    ("de", "close_flaps"): "Anna: Klappen schließen, die zusammen 9 ergeben.",
    ("de", "blocked"): "Blockiert mit 2\N{NO-BREAK SPACE}+\N{NO-BREAK SPACE}1. Punkte für Anna: 15.",
    ("de", "match_over_shared"): "Anna und Bert gewinnen mit 15 Punkten.",
    ("it", "reopen_and_close_again"): "Richiudi 1 e 9. Rialza 3 e 8.",
    ("it", "match_over"): "Bert vince con 11 punti.",
    ("es", "resume_idle"): "¿Seguimos? Pulsa para continuar, mantén pulsado para una partida nueva.",
    ("es", "close_flaps_common"): "Anna, Bert y Carla: cierra 4, 6, ambas o bien 10.",
}


@pytest.mark.parametrize(("language", "scene"), SAID)
def test_a_prompt_is_said(language, scene):
    assert sentence(SCENES[scene], catalogue(language)) == SAID[language, scene]


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("scene", sorted(SCENES))
def test_every_prompt_is_said_whole_and_not_in_english(language, scene):
    said = sentence(SCENES[scene], catalogue(language))
    assert said.endswith((".", "!", "?"))
    assert "{" not in said
    assert "None" not in said
    assert said != sentence(SCENES[scene], catalogue("en"))


@pytest.mark.parametrize(
    ("last", "listed"),
    [
        ("Inés", "Anna e Inés"),
        ("hilda", "Anna e hilda"),
        ("Íñigo", "Anna e Íñigo"),
        ("Yvonne", "Anna e Yvonne"),
        ("Yolanda", "Anna y Yolanda"),
        ("Hierro", "Anna y Hierro"),
        ("Ian", "Anna y Ian"),
        ("Bert", "Anna y Bert"),
        ("Y", "Anna y Y"),
        ("1", "Anna y 1"),
    ],
)
def test_spanish_joins_names_as_they_sound(last, listed):
    assert Wording(catalogue("es")).listed(["Anna", last]) == listed


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_spanish_minds_how_a_name_sounds(language):
    words = Wording(catalogue(language))
    same = words.listed(["Anna", "Inés"]) == words.listed(["Anna", "Bert"]).replace("Bert", "Inés")
    assert same == (language != "es")


@pytest.mark.parametrize(
    ("language", "none", "one", "many"),
    [
        ("en", "0 dice", "1 die", "2 dice"),
        ("fr", "0 dé", "1 dé", "2 dés"),
        ("de", "0 Würfel", "1 Würfel", "2 Würfel"),
        ("it", "0 dadi", "1 dado", "2 dadi"),
        ("es", "0 dados", "1 dado", "2 dados"),
    ],
)
def test_each_language_counts_in_its_way(language, none, one, many):
    words = Wording(catalogue(language))
    assert [words.dice(count) for count in (0, 1, 2)] == [none, one, many]


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("name", rule_set_names())
def test_every_set_and_variant_is_named_and_described_in_every_language(language, name):
    translate = catalogue(language).gettext
    variants = variants_of(name)
    assert set_name(name, translate) != name
    for variant in variants:
        assert variant_name(variant, translate) != variant
    for chosen in ([], *([variant] for variant in variants)):
        rules = rule_set(name, chosen)
        told = list(sentences(rules, translate))
        assert not set(told) & set(sentences(rules))
        assert "{" not in " ".join(told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_sets_bear_the_same_name(language):
    names = [set_name(name, catalogue(language).gettext) for name in rule_set_names()]
    assert len(set(names)) == len(names)
