"""Words one after the other, as speech lists them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from gettext import NullTranslations

_SOUNDS_LIKE_I = re.compile("h?[ií](?![aeoáéó])|y[b-df-hj-np-tv-z]", re.IGNORECASE)
"""The beginning of a word before which Spanish says "e" for "y": Inés, Hilda, Yvonne; not Hierro, not Yolanda."""


def listed(words: Sequence[str], messages: NullTranslations) -> str:
    """``Anna``, ``Anna and Ben``, ``Anna, Ben and Cleo``."""
    if len(words) < 2:
        return "".join(words)
    together = messages.gettext("{first} and {last}")
    if _SOUNDS_LIKE_I.match(words[-1]):
        together = messages.pgettext("before the sound of i", "{first} and {last}")
    return together.format(first=", ".join(words[:-1]), last=words[-1])


def either(words: Sequence[str], messages: NullTranslations) -> str:
    """``1``, ``1 or 2``, ``1, 2 or 3``."""
    if len(words) < 2:
        return "".join(words)
    return messages.gettext("{first} or {last}").format(first=", ".join(words[:-1]), last=words[-1])
