"""Names that are the house's wherever they are given, in the words that people see."""

from __future__ import annotations

import pytest

from stbpi import cli
from stbpi.locale import LANGUAGES, catalogue
from stbpi.locale.people import house
from stbpi.rules.players import house_name, house_nearly, house_strength
from stbpi.rules.strength import Strength
from stbpi.table.names import named
from stbpi.web.body import Body
from stbpi.web.errors import ApiError


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("strength", Strength)
def test_the_house_is_known_as_it_is_seen_in_every_language(strength, language):
    assert named(house(strength, catalogue(language))) == house_name(strength)


@pytest.mark.parametrize("name", ["house perfect", "House (perfect)", " HOUSE  perfect ", "Haus (perfekt)"])
def test_case_blanks_and_brackets_are_not_looked_at(name):
    assert named(name) == "House perfect"
    assert house_nearly(name) is None
    assert house_strength(name) is None


@pytest.mark.parametrize(
    "name", ["Anna", "House", "Casa Blanca", "Maison", "House of Cards", "Household", ""]
)
def test_other_names_are_peoples(name):
    assert named(name) == name
    assert house_nearly(name) is None


@pytest.mark.parametrize(
    ("name", "meant"),
    [("House wizard", "House perfect"), ("House carefull", "House careful"), ("Haus girig", "House greedy")],
)
def test_a_slip_is_answered_with_what_was_meant(name, meant, capsys):
    with pytest.raises(ApiError) as refused:
        Body({"players": ["Anna", name]}, ("players",)).players("players", 8, 200)
    assert f"which is no player of the house; did you mean '{meant}'?" in str(refused.value)
    assert cli.main(["play", "--players", "Anna", name, "--language", "en"]) == 2
    assert f'which is no player of the house; did you mean "{meant}"?' in capsys.readouterr().err
