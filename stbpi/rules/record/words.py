"""The words of the format, and how names and texts are written so that they can be told from them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from stbpi.rules.texts import is_whole

VERSION = 1
MAGIC = ("stbpi", "record")
FIRST_LINE = f"{' '.join(MAGIC)} {VERSION}"

ROUND = "round"
STOP = "stop"
UNDO = "undo"
REDO = "redo"
AGAIN = "again"
LEAVES = "leaves"
CORRECTED = "corrected"
BY = "by"
BECAUSE = "because"
SEAT = "seat"

RESERVED = (ROUND, STOP, UNDO, REDO, AGAIN, LEAVES, CORRECTED, SEAT)
"""A name that begins with one of these must be quoted."""

END_OF_ROUND = ("end", "of", "round")
TOTALS = ("totals",)
BALANCES = ("balances",)
END_OF_MATCH = ("end", "of", "match")
HEADINGS = (END_OF_ROUND, TOTALS, BALANCES, END_OF_MATCH)
"""How a line that only states consequences begins."""

LONGEST_NUMBER = 1000
"""Digits of a number to be read: far more than the rules allow any, and less than Python refuses to turn into one."""

# No class below asks Python what a letter is: that changes with the Unicode version, and a record must not.
_HIGH = r"[^\x00-\x9f]"
NUMBER = re.compile(r"[0-9]+")
WORD = re.compile(rf"(?:[A-Za-z]|{_HIGH})(?:[A-Za-z0-9'._]|-(?!>)|{_HIGH})*")
NAME = re.compile(rf"{WORD.pattern}(?:[ \t]+(?:{WORD.pattern}|[0-9]+(?![A-Za-z'._]|-(?!>)|{_HIGH})))*")
STRING = re.compile(r'"(?:[^"\\\x00-\x1f\x7f-\x9f]|\\["\\nt]|\\u\{[0-9a-f]{1,6}\})*"')

_ESCAPE = re.compile(r"\\(?:([\"\\nt])|u\{([0-9a-f]{1,6})\})")
_SHORT = {'"': '"', "\\": "\\", "n": "\n", "t": "\t"}
_BARE_PART = re.compile(rf"{WORD.pattern}|[0-9]+")

LAST_CODE_POINT = 0x10FFFF


def quote(text: str) -> str:
    """Any text as a string of the format; every sign that does not print is escaped."""
    return '"' + "".join(_quoted(sign) for sign in text) + '"'


def _quoted(sign: str) -> str:
    if sign in '"\\':
        return "\\" + sign
    if sign == "\n":
        return "\\n"
    if sign == "\t":
        return "\\t"
    return sign if sign.isprintable() else f"\\u{{{ord(sign):x}}}"


def bad_escape(written: str) -> int | None:
    """Where in a string of the format an escape stands that is no sign: beyond Unicode, or half of a pair."""
    for found in _ESCAPE.finditer(written):
        if found[2] and (int(found[2], 16) > LAST_CODE_POINT or not is_whole(chr(int(found[2], 16)))):
            return found.start()
    return None


def unquote(written: str) -> str:
    """The text of a string of the format, which has no bad escape."""
    return _ESCAPE.sub(lambda found: _SHORT[found[1]] if found[1] else chr(int(found[2], 16)), written[1:-1])


def name_text(name: str) -> str:
    """A name as it stands in a record: bare where nothing else could be meant, else quoted."""
    parts = name.split(" ")
    bare = (
        WORD.match(name) is not None
        and parts[0] not in RESERVED
        and all(_BARE_PART.fullmatch(part) for part in parts)
        and name.isprintable()
    )
    return name if bare else quote(name)


class Labels:
    """How the players are called in the moves: by name where only one has it, else by seat."""

    def __init__(self, players: Sequence[str]) -> None:
        self._seats: dict[str, list[int]] = {}
        for seat, name in enumerate(players):
            self._seats.setdefault(name, []).append(seat)
        self._labels = [
            name_text(name) if len(self._seats[name]) == 1 else seat_text(seat)
            for seat, name in enumerate(players)
        ]
        self.players = tuple(players)

    def __getitem__(self, seat: int) -> str:
        """The label of a seat."""
        return self._labels[seat]

    def all_of(self, seat: int) -> tuple[str, ...]:
        """Every way in which the player may be called."""
        name = self.players[seat]
        by_name = (name_text(name), quote(name)) if len(self._seats[name]) == 1 else ()
        return (*by_name, seat_text(seat))

    def seats(self, name: str) -> Sequence[int]:
        """The seats of those who have this name."""
        return self._seats.get(name, ())


def seat_text(seat: int) -> str:
    """A player by seat, counted from 1."""
    return f"{SEAT} {seat + 1}"
