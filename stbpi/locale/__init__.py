"""The sentences people read, in their language.

English is what the code says, so the English sentences are the message ids and need no catalogue. A further
language is a folder ``<language>/LC_MESSAGES`` beside this file, with the translation ``stbpi.po`` and what
is compiled from it, ``stbpi.mo``, and its name in ``LANGUAGES``. ``make messages`` keeps both files with the
code; both are kept in git, so that a checkout speaks every language without tools.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files

DOMAIN = "stbpi"
"""The name of every catalogue file, as gettext looks it up."""

SOURCE_LANGUAGE = "en"
"""The language the message ids are written in."""

LANGUAGES: tuple[str, ...] = (SOURCE_LANGUAGE, "fr", "de", "it", "es")
"""The languages that can be chosen, by their ISO 639-1 codes."""


LANGUAGE_NAMES: Mapping[str, str] = {
    "en": "English",
    "fr": "Français",
    "de": "Deutsch",
    "it": "Italiano",
    "es": "Español",
}
"""Languages by the names they have in themselves: whoever looks for theirs may read no other."""


class UnknownLanguageError(ValueError):
    """A language that stbpi does not speak."""

    def __init__(self, language: str, known: Sequence[str]) -> None:
        super().__init__(
            f"language {language!r} is not known; choose {' or '.join(repr(name) for name in known)}"
        )
        self.language = language
        self.known = tuple(known)


def catalogue(language: str) -> gettext.NullTranslations:
    """Give the messages of ``language``.

    What comes back answers ``gettext``, ``ngettext`` and ``pgettext``; for English it hands the message ids
    through.

    :class:`UnknownLanguageError` names those of ``LANGUAGES`` when ``language`` is not among them.
    """
    if language not in LANGUAGES:
        raise UnknownLanguageError(language, LANGUAGES)
    return _read(language)


@lru_cache(maxsize=len(LANGUAGES))
def _read(language: str) -> gettext.NullTranslations:
    """The messages of a language that there is, read once for everybody: a tenth of a second on a slow computer."""
    if language == SOURCE_LANGUAGE:
        return gettext.NullTranslations()
    with files(__name__).joinpath(language, "LC_MESSAGES", f"{DOMAIN}.mo").open("rb") as compiled:
        return gettext.GNUTranslations(compiled)


def preferred_language(environment: Mapping[str, str] | None = None) -> str:
    """The language the user's environment (the process's unless given) asks for; English for one we lack.

    The variables are those gettext looks at, in its order. ``LANGUAGE`` may list several languages, the best
    first; of the others only the first that is set counts, as POSIX has it.
    """
    variables = os.environ if environment is None else environment
    locales = variables.get("LANGUAGE", "").split(":")
    locales.append(next((variables[name] for name in _POSIX_ORDER if variables.get(name)), ""))
    for wanted in locales:
        # fr, fr_CH, fr_CH.UTF-8, fr@euro
        language = wanted.partition("@")[0].partition(".")[0].partition("_")[0].lower()
        if language in LANGUAGES:
            return language
    return SOURCE_LANGUAGE


_POSIX_ORDER = ("LC_ALL", "LC_MESSAGES", "LANG")
