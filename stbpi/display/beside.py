"""What screens beside the match are drawn with: lists, facts in small print, patterns."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from PIL import ImageDraw

from stbpi.display.area import WIDE, Area, light
from stbpi.display.foot import HINT_ROW
from stbpi.display.lettering import Face, FaceName, face, fitted, wrap, wrap_pieces
from stbpi.display.listing import draw_rows
from stbpi.display.plain import ELLIPSIS, broken, cut_middle, is_figure
from stbpi.display.screen import Pattern, Screen

_GAP = 2
_DOT = " · "
"""Stands between the names of a set and its variants."""
_FACES: tuple[FaceName, ...] = ("text", "small")
_NUMBER: tuple[FaceName, ...] = ("huge", "large", "head")


def draw_pattern(pen: ImageDraw.ImageDraw, area: Area, pattern: Pattern) -> None:
    """Fill the glass, or its edge, with a pattern."""
    right, bottom = area.right - 1, area.bottom - 1
    if pattern is Pattern.LIT:
        light(pen, area.left, area.top, right, bottom)
    elif pattern is Pattern.BORDER:
        pen.rectangle((area.left, area.top, right, bottom), outline=1)
    elif pattern is Pattern.CHECKER:
        pen.point(
            [(x, y) for y in range(area.top, area.bottom) for x in range(area.left + y % 2, area.right, 2)],
            fill=1,
        )


def draw_beside(pen: ImageDraw.ImageDraw, area: Area, screen: Screen) -> bool:
    """Draw rows or facts into what title and foot have left; returns whether the screen has any."""
    if screen.release:
        area = area._replace(
            bottom=area.bottom - HINT_ROW * (_hint_rows(screen.hints, area.width + 2 * _GAP) - 1)
        )
    if screen.rows:
        draw_rows(pen, area, screen.rows)
    elif screen.facts:
        _facts(pen, _after_number(pen, area, screen.number) if screen.number else area, screen.facts)
    return bool(screen.rows or screen.facts)


def _hint_rows(hints: tuple[str, ...], width: int) -> int:
    """Rows that the hints take while the button is up: nothing moves when what letting go does stands there."""
    small = face("small")
    together = sum(small.width(hint) for hint in hints) + 8 * (len(hints) - 1)
    return 1 if together <= width else max(1, sum(len(wrap(hint, small, width)) for hint in hints))


def _after_number(pen: ImageDraw.ImageDraw, area: Area, number: str) -> Area:
    """The number at the left, on narrow glass at the top; returns what is left beside or under it."""
    wide = area.width >= WIDE
    room = area._replace(right=area.left + area.width // 3) if wide else area._replace(bottom=area.top + 28)
    lettering, (text, *_) = fitted(number, [face(name) for name in _NUMBER], room.width, room.height)
    x = room.left + (room.width - lettering.width(text)) // 2
    lettering.write(pen, x, room.top + (room.height + lettering.cap) // 2, text)
    return area._replace(left=room.right + _GAP) if wide else area._replace(top=room.bottom + _GAP)


def _facts(pen: ImageDraw.ImageDraw, area: Area, facts: tuple[str, ...]) -> None:
    """One under the other, in the largest face in which all stand whole; the last ones go where there is no room."""
    lettering, rows = _fitting(area, facts)
    height = _height(lettering)
    rows = rows[: max(1, area.height // height)]
    step = min(area.height // len(rows), height + 4)
    top = area.top + (area.height - step * len(rows)) // 2
    for place, row in enumerate(rows):
        lettering.write(pen, area.left, top + place * step + (step + lettering.cap) // 2, row)


def _fitting(area: Area, facts: tuple[str, ...]) -> tuple[Face, list[str]]:
    """The rows of all facts in the largest face; names between dots break only where they fit in none otherwise, and
    then begin in lines of their own if there is room for that.
    """
    rows: list[str] = []
    for names in _Names:
        for name in _FACES:
            rows = [row for fact in facts for row in _wrapped(fact, face(name), area.width, names)]
            if len(rows) * _height(face(name)) <= area.height and _words(rows) == _words(facts):
                return face(name), rows
    return face(_FACES[-1]), rows


class _Names(Enum):
    """How names between dots are broken into lines, the best way first."""

    WHOLE = "whole"
    APART = "apart"
    """At their blanks, each beginning in a line of its own."""
    RUNNING = "running"


def _words(texts: Sequence[str]) -> str:
    """The words of texts, to see whether all stand there: dots go where a line ends."""
    return " ".join(texts).replace(_DOT, " ")


def _wrapped(fact: str, lettering: Face, width: int, names: _Names) -> list[str]:
    """The lines of a fact; an address that is too long breaks before its last number, a number once in its middle."""
    if is_figure(fact):
        halves = broken(fact, 2)
        if fact.isdecimal() and lettering.width(fact) > width >= lettering.width(halves[0]):
            return halves
        return [cut_middle(fact, lambda part: lettering.width(part) <= width)]
    if names is _Names.WHOLE and _DOT in fact:
        return wrap_pieces(fact.split(_DOT), lettering, width, between=_DOT)
    if names is _Names.APART and _DOT in fact:
        return [row for piece in fact.split(_DOT) for row in wrap(piece, lettering, width)]
    rows = wrap(fact, lettering, width)
    head, dot, tail = fact.rpartition(".")
    return wrap(f"{head} {dot}{tail}", lettering, width) if dot and ELLIPSIS in "".join(rows) else rows


def _height(lettering: Face) -> int:
    return lettering.cap + lettering.descent + 1
