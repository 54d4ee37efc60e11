"""What names, and other things people write down, may be made of."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 200
"""Characters; the screens cut what does not fit."""


def is_writable(text: str) -> bool:
    """Whether a text can be written and drawn: no control characters, and no halves of surrogate pairs.

    The halves come from bytes that are no UTF-8 and from broken JSON; no file could hold them.
    """
    return not any(unicodedata.category(char) in ("Cc", "Cs") for char in text)
