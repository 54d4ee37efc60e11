"""The house is the house in every language it is shown in: the spellings the rules know are those of the catalogues."""

import pytest

from stbpi.locale import LANGUAGES, catalogue
from stbpi.locale.people import house
from stbpi.rules.players import house_meant
from stbpi.rules.strength import Strength


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("strength", Strength)
def test_what_people_read_of_the_house_is_taken_for_it(language, strength):
    shown = house(strength, catalogue(language))
    assert house_meant(shown) is strength
    assert house_meant(shown.upper()) is strength
