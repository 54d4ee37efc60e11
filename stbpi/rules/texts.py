"""What the texts of a match may hold: names of players, sets and variants, reasons, and what is said about a match."""

from __future__ import annotations

import re

from stbpi.rules.errors import quoted
from stbpi.rules.said import N_, Said

_HALF = re.compile("[\ud800-\udfff]")


def is_whole(text: str) -> bool:
    """Whether a text is free of halves of surrogate pairs; broken JSON and bytes that are no UTF-8 have them."""
    return _HALF.search(text) is None


def not_whole(text: str) -> Said:
    """What is wrong with a text that is not whole."""
    return Said.of(
        N_("{text} has half of a sign in it (U+D800 to U+DFFF), which no file can hold; leave that out."),
        text=quoted(text),
    )
