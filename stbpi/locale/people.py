"""Names that say no more than whose seat it is, in each language."""

from __future__ import annotations

from gettext import NullTranslations

from stbpi.rules.names import strength_name
from stbpi.rules.strength import Strength


def house(strength: Strength, messages: NullTranslations) -> str:
    """A seat that the house plays."""
    return messages.gettext("House ({strength})").format(strength=strength_name(strength, messages.gettext))
