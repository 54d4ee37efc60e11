"""What a terminal can show: its width, colour, and the signs beyond ASCII; and text cut to fit it."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

NARROWEST = 20
"""Columns below which nothing is laid out any further; a terminal may say 0 when it does not know."""

WIDEST_PROSE = 78
"""Columns of running text at most: longer lines are hard to follow."""

ELLIPSIS = "..."

KEPT = "\N{NO-BREAK SPACE}"
"""A blank that no line ends at."""


@dataclass(frozen=True, slots=True)
class Look:
    """How things are written. Styling never changes what is written, only how it looks."""

    columns: int = 80
    colour: bool = False
    signs: bool = True
    """Whether signs beyond ASCII can be shown."""

    def strong(self, text: str) -> str:
        """What matters most."""
        return self._styled(text, "1")

    def faint(self, text: str) -> str:
        """What is only there for the eye to hold on to."""
        return self._styled(text, "2")

    def lively(self, text: str) -> str:
        """Dice and good news."""
        return self._styled(text, "1;33")

    def warning(self, text: str) -> str:
        """Why something was refused."""
        return self._styled(text, "31")

    def _styled(self, text: str, code: str) -> str:
        # Select graphic rendition, ECMA-48 8.3.117: 1 bold, 2 faint, 31 red, 33 yellow, 0 as before.
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and text else text

    @property
    def closed_flap(self) -> str:
        """Stands where a flap is closed."""
        return "·" if self.signs else "."

    @property
    def edge(self) -> str:
        """Stands between two flaps."""
        return "│" if self.signs else "|"

    @property
    def pointer(self) -> str:
        """Stands before those who are to act."""
        return "▸" if self.signs else ">"

    @property
    def nothing(self) -> str:
        """Stands for a score that does not exist."""
        return "–" if self.signs else "-"

    def prose(self, text: str, indent: str = "") -> list[str]:
        """Running text as lines; what ``KEPT`` joins is not torn apart."""
        columns = max(NARROWEST, min(self.columns, WIDEST_PROSE)) - len(indent)
        return [indent + line for line in wrapped(text, columns)]


def look_at(columns: int, *, is_terminal: bool, encoding: str | None, environment: Mapping[str, str]) -> Look:
    """What can be shown where ``encoding`` is written to.

    Colour only on a terminal that is not dumb, and not where NO_COLOR (any value but an empty one, as
    no-color.org has it) asks for none.
    """
    colour = is_terminal and environment.get("TERM", "dumb") != "dumb" and not environment.get("NO_COLOR")
    try:
        "·│▸–".encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        signs = False
    else:
        signs = True
    return Look(max(NARROWEST, columns), colour, signs)


def width(text: str) -> int:
    """The columns a text takes: East Asian wide signs take two, combining ones none."""
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for sign in text
    )


def wrapped(text: str, columns: int) -> list[str]:
    """The text on lines of so many columns at most. The standard library's way counts letters, not columns."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if width(longer) > columns and line:
            lines.append(line)
            longer = word
        while width(longer) > columns:
            fitting = next(n for n in range(len(longer), 0, -1) if n == 1 or width(longer[:n]) <= columns)
            lines.append(longer[:fitting])
            longer = longer[fitting:]
        line = longer
    return [made.replace(KEPT, " ") for made in (*lines, line) if made]


def padded(text: str, columns: int) -> str:
    """The text with blanks up to so many columns."""
    return text + " " * (columns - width(text))


def one_line(text: str) -> str:
    """The text without anything that moves the cursor, changes direction or cannot be seen."""
    # Categories C*: controls (escape sequences begin with one), format signs, surrogates; Zl, Zp: line ends.
    kept = "".join(
        " " if sign.isspace() else "" if unicodedata.category(sign)[0] == "C" else sign for sign in text
    )
    return " ".join(unicodedata.normalize("NFC", kept).split())


def cut(text: str, columns: int) -> str:
    """The text, its end replaced by dots where it is wider than so many columns."""
    if width(text) <= columns:
        return text
    short = text
    while short and width(short) > columns - len(ELLIPSIS):
        short = short[:-1]
    return short.rstrip() + ELLIPSIS
