"""What the rules and the table refuse, and why, in the reader's language."""

from __future__ import annotations

from gettext import NullTranslations

from stbpi.locale.lists import either, listed
from stbpi.rules.said import Clause, Field, Listed, Said, SaidError


def sentence(error: SaidError, messages: NullTranslations) -> str:
    """The sentence of a refusal; in English it is what ``str()`` gives."""
    return spoken(error.said, messages)


def spoken(said: Said, messages: NullTranslations) -> str:
    """A sentence, or a part of one, in the language of ``messages``."""
    template = (
        messages.gettext(said.one)
        if said.many is None
        else messages.ngettext(said.one, said.many, said.count)
    )
    return template.format(**{place: _in_words(field, messages) for place, field in said.fields})


def _in_words(field: Field, messages: NullTranslations) -> str:
    match field:
        case Said():
            return spoken(field, messages)
        case Listed(things):
            join = either if field.either else listed
            return join([_in_words(thing, messages) for thing in things], messages)
        case Clause(said):
            return spoken(said, messages).removesuffix(".")
    return str(field)
