"""The messages of the code and of the catalogues, read with the tool that translators use."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po

import stbpi
from stbpi.locale import DOMAIN, LANGUAGES, SOURCE_LANGUAGE

PACKAGE = Path(stbpi.__file__).parent
TRANSLATED = [language for language in LANGUAGES if language != SOURCE_LANGUAGE]


class Message(NamedTuple):
    """What one call asks a catalogue for."""

    context: str | None
    text: str
    plural: str | None

    @property
    def texts(self) -> list[str]:
        return [self.text] if self.plural is None else [self.text, self.plural]


def in_code() -> set[Message]:
    """Every message that is marked anywhere in the package."""
    return {
        _message(context, text)
        for _file, _line, text, _comments, context in extract_from_dir(
            str(PACKAGE), keywords=DEFAULT_KEYWORDS | {"NN_": (1, 2)}, strip_comment_tags=True
        )
    }


def folder(language: str) -> Path:
    return PACKAGE / "locale" / language / "LC_MESSAGES"


def translations(language: str) -> Catalog:
    with (folder(language) / f"{DOMAIN}.po").open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def translated(language: str) -> Iterator[tuple[Message, list[str]]]:
    """Every message of a catalogue with its translation, in all its plural forms."""
    for entry in translations(language):
        if entry.id:
            strings = [entry.string] if isinstance(entry.string, str) else list(entry.string)
            yield _message(entry.context, entry.id), strings


def _message(context: str | None, text: str | tuple[str, ...] | list[str]) -> Message:
    if isinstance(text, str):
        return Message(context, text, None)
    return Message(context, text[0], text[1] if len(text) > 1 else None)
