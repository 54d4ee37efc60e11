"""Names that say no more than whose seat it is, in each language."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from gettext import NullTranslations

from stbpi.locale import LANGUAGES, catalogue
from stbpi.rules.names import strength_name
from stbpi.rules.players import house_name
from stbpi.rules.strength import Strength


def house(strength: Strength, messages: NullTranslations) -> str:
    """A seat that the house plays."""
    return messages.gettext("House ({strength})").format(strength=strength_name(strength, messages.gettext))


def seated(name: str) -> str:
    """A name that was given for a seat, as matches and records have it: that of the house for whoever is called so.

    The house is called as people see it in any language, case, blanks and brackets aside: ``haus perfekt``. Any other
    name is somebody's, also one that begins so: people are called House.
    """
    said = _bare(name)
    if " " not in said:
        return name
    return _houses().get(said, name)


@lru_cache(maxsize=1)
def _houses() -> Mapping[str, str]:
    """The names of the house, by how they are said."""
    shown = {
        _bare(house(strength, catalogue(language))): house_name(strength)
        for language in LANGUAGES
        for strength in Strength
    }
    return {**shown, **{_bare(house_name(strength)): house_name(strength) for strength in Strength}}


def _bare(name: str) -> str:
    composed = unicodedata.normalize("NFKC", name).replace("(", " ").replace(")", " ")
    return " ".join(composed.casefold().split())
