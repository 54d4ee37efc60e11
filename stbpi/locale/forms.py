"""Numbers and moments the way each language writes them."""

from __future__ import annotations

from datetime import datetime
from gettext import NullTranslations

from stbpi.locale import SOURCE_LANGUAGE

_THOUSANDS = {"en": ",", "fr": "\N{NARROW NO-BREAK SPACE}"}
"""Between groups of three digits; a full stop in the other languages. As the Unicode CLDR has them."""

_GROUPED_FROM = 10_000
"""A number of four digits is read at a glance, and its separator would be taken for a decimal one abroad."""

_DAY = {"en": "%Y-%m-%d", "de": "%d.%m.%Y"}
"""Day, month and year; with strokes in the other languages. English is read with days first and months first."""

_OTHER_DAY = "%d/%m/%Y"


def language_of(messages: NullTranslations) -> str:
    """The language a catalogue is in, as it says itself; English, which needs none, says nothing."""
    return str(messages.info().get("language", SOURCE_LANGUAGE))


def whole(number: int, messages: NullTranslations) -> str:
    """A whole number of things, such as ``28,672``."""
    if abs(number) < _GROUPED_FROM:
        return str(number)
    return f"{number:,}".replace(",", _THOUSANDS.get(language_of(messages), "."))


def measured(number: float, messages: NullTranslations) -> str:
    """A number that was worked out, with four digits that count: ``3.6``, ``18,75``."""
    text = f"{number:.4g}"
    return text if language_of(messages) == SOURCE_LANGUAGE else text.replace(".", ",")


def moment(wall_time: float, messages: NullTranslations) -> str | None:
    """Day and minute by local time, of seconds since 1970; None for what a clock cannot mean."""
    try:
        when = datetime.fromtimestamp(wall_time)
    except (ValueError, OverflowError, OSError):
        return None
    return when.strftime(f"{_DAY.get(language_of(messages), _OTHER_DAY)} %H:%M")
