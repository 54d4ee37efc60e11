"""The sentences people read, in their language.

English is what the code says, so the English sentences are the message ids and need no catalogue. A further
language is a folder ``<language>/LC_MESSAGES/stbpi.mo`` beside this file and its name in ``LANGUAGES``.
"""

from __future__ import annotations

import gettext
from collections.abc import Sequence
from importlib.resources import as_file, files

DOMAIN = "stbpi"
"""The name of every catalogue file, as gettext looks it up."""

SOURCE_LANGUAGE = "en"
"""The language the message ids are written in."""

LANGUAGES: tuple[str, ...] = (SOURCE_LANGUAGE,)
"""The languages that can be chosen, by their ISO 639-1 codes."""


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
    if language == SOURCE_LANGUAGE:
        return gettext.NullTranslations()
    with as_file(files(__name__)) as folder:
        return gettext.translation(DOMAIN, localedir=folder, languages=[language])
