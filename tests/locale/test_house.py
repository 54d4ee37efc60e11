"""The house is the house in every language it is shown in, and nobody else is."""

from __future__ import annotations

import unicodedata

import pytest

from stbpi.config import load_settings
from stbpi.locale import LANGUAGES, catalogue
from stbpi.locale.people import house, seated
from stbpi.rules.players import house_name, house_strength
from stbpi.rules.strength import Strength
from stbpi.web.body import Body


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("strength", Strength)
def test_what_people_read_of_the_house_is_taken_for_it(language, strength):
    shown = house(strength, catalogue(language))
    for written in (shown, shown.upper(), shown.replace("(", "").replace(")", ""), shown.replace(" ", "  ")):
        assert seated(written) == house_name(strength)
    assert seated(unicodedata.normalize("NFD", shown)) == house_name(strength)


@pytest.mark.parametrize("strength", Strength)
def test_its_name_in_records_is_its_own(strength):
    assert seated(house_name(strength)) == house_name(strength)
    assert seated(f" {house_name(strength).swapcase()} ") == house_name(strength)
    assert house_strength(house_name(strength).upper()) is None


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Anna",
            "House",
            "House Martin",
            "House wizard",
            "House (carefull)",
            "House of Cards",
            "Casa Blanca",
        ),
        *("Maison", "Haus", "Household perfect", "House perfect Jr.", "perfect", "Ma House perfect", "", " "),
    ],
)
def test_other_names_are_peoples(name):
    assert seated(name) == name


@pytest.mark.parametrize(
    ("name", "seat"), [("Haus (perfekt)", "House perfect"), ("House Martin", "House Martin")]
)
def test_wherever_names_are_given(name, seat, tmp_path):
    assert Body({"players": ["Anna", name]}, ("players",)).players("players", 8, 200) == ("Anna", seat)
    config = tmp_path / "stbpi.toml"
    config.write_text(f'[game]\nplayers = ["Anna", "{name}"]\n', encoding="utf-8")
    assert load_settings(config).game.players == ("Anna", seat)
