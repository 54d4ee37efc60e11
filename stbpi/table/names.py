"""What names, and other things people write down, may be made of."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 200
"""Characters; the screens cut what does not fit."""


TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that have what stands beside a name read the other way round."""

UNSEEN = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that are blank."""


def is_writable(text: str) -> bool:
    """Whether a text can be written and drawn in one line that stays as it is.

    So it has no control characters, no ends of lines, nothing that turns the direction of writing, and no halves of
    surrogate pairs: these come from bytes that are no UTF-8 and from broken JSON; no file could hold them.
    """
    return not any(sign in TURNING or unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") for sign in text)


def is_blank(text: str) -> bool:
    """Whether there is nothing to be seen of a text: nothing in it, or only blanks and signs without width."""
    return all(sign in UNSEEN or unicodedata.category(sign) in ("Zs", "Cf", "Mn", "Me") for sign in text)


def named(name: str) -> str:
    """A writable name as a player bears it: one of which nothing would be seen is none, as an empty one."""
    return "" if is_blank(name) else name
