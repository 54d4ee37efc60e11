"""Names and numbers of any kind, made fit to be shown."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

ELLIPSIS = "…"

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
"""What stands for a character the bundled fonts do not have; they draw it as a dotted box."""

_PUNCTUATION = frozenset("–—‘’‚“”„†‡•…‰‹›€™−")
_EXACT_DIGITS = 4000
"""Below Python's limit for turning an int into text (4300 digits, sys.int_info.default_max_str_digits)."""

_LONGEST_FIGURE = 40
"""Digits kept of a longer number: no screen is wider, and pages stay readable."""

_DIGITS = re.compile(rf"([0-9]+)(?:{ELLIPSIS}([0-9]+) \(([0-9]+)\))?")
"""Digits in a text, or a figure that is shortened: its first digits, its last, and how many it has."""

_FEW_DIGITS = 6
"""No number of so few is shortened together with how long it is: that would take as much room."""


def has_glyph(character: str) -> bool:
    """Tell whether the bundled fonts have ``character``: Latin with accents and the usual punctuation."""
    return (
        " " <= character <= "~" or "\N{NO-BREAK SPACE}" <= character <= "\u017e" or character in _PUNCTUATION
    )


def plain(text: str) -> str:
    """Give ``text`` on one line, in characters the fonts have; never raises.

    Accents are composed, white space becomes single blanks, invisible characters go, what has no glyph
    becomes ``REPLACEMENT`` (one for a whole emoji sequence).
    """
    out: list[str] = []
    joining = False
    for character in unicodedata.normalize("NFC", text):
        category = unicodedata.category(character)
        if character.isspace():
            out.append(" ")
        elif character == "\N{ZERO WIDTH JOINER}":
            joining = bool(out)
            continue
        elif category in ("Cf", "Cc") or (category in ("Mn", "Me", "Sk") and not has_glyph(character)):
            continue  # directions, soft hyphens, controls; marks that could not be composed, skin tones
        elif has_glyph(character):
            out.append(character)
        elif not joining:
            out.append(REPLACEMENT)
        joining = False
    return " ".join("".join(out).split())


def figure(number: int) -> str:
    """Write ``number``, however long: beyond 40 digits as its first and last digits around an ellipsis, and how many
    it has, ``123…789 (45)``; never raises.
    """
    sign, size = ("−", -number) if number < 0 else ("", number)
    half = _LONGEST_FIGURE // 2
    if size < 10**_LONGEST_FIGURE:
        return f"{sign}{size}"
    # log10(2) = 0.30103: an estimate of the digits that is never too large by more than one.
    digits = int((size.bit_length() - 1) * 0.30102999566398) + 1
    if digits <= _EXACT_DIGITS:
        digits = len(str(size))
    elif size >= 10**digits:
        digits += 1
    return f"{sign}{size // 10 ** (digits - half)}{ELLIPSIS}{size % 10**half:0{half}d} ({digits})"


def is_figure(text: str) -> bool:
    """Tell whether ``text`` is a number that is not below zero, as ``figure`` writes it."""
    return _DIGITS.fullmatch(text) is not None


def cut_end(text: str, fits: Callable[[str], bool]) -> str:
    """Shorten ``text`` at its end until ``fits``, marking the cut with an ellipsis."""
    if fits(text):
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if fits(text[:middle].rstrip() + ELLIPSIS):
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + ELLIPSIS


def cut_middle(text: str, fits: Callable[[str], bool]) -> str:
    """Shorten ``text`` in its middle until ``fits``: of a long number both ends stay readable, and how many digits it
    has, 123…789 (40).
    """
    if fits(text):
        return text
    bare = text.replace(ELLIPSIS, "")
    found = max(_DIGITS.finditer(text), key=lambda found: found.end() - found.start(), default=None)
    if found is not None and len(found[0]) > _FEW_DIGITS:
        first, last, digits = found[1], found[2] or found[1], found[3] or str(len(found[1]))
        before, after = text[: found.start()], text[found.end() :]
        for kept in range(len(first) - 1 + len(found[2] or ""), 1, -1):
            head = (kept + 1) // 2
            shorter = f"{before}{first[:head]}{ELLIPSIS}{last[head - kept :]} ({digits}){after}"
            if fits(shorter):
                return shorter
        bare = f"{before}{first}{found[2] or ''}{after}"
    for kept in range(len(bare) - 1, 0, -1):
        head = (kept + 1) // 2
        tail = kept - head
        shorter = bare[:head] + ELLIPSIS + (bare[-tail:] if tail else "")
        if fits(shorter):
            return shorter
    return ELLIPSIS


def broken(digits: str, rows: int) -> list[str]:
    """Digits on so many lines, each as long as the others where that goes; the last may be shorter."""
    across = -(-len(digits) // rows)
    return [digits[at : at + across] for at in range(0, len(digits), across)]
