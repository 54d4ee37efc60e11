"""What a screen shows, as a value: no sizes, no pixels, nothing to import but the standard library."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum


class Mark(Enum):
    """How one flap of the strip stands."""

    OPEN = 1
    PENDING = 2  # part of an answer that is not committed yet
    CLOSED = 3


class Emphasis(StrEnum):
    """What the screen is for, told by its frame before anybody has read a word."""

    PLAIN = "plain"
    WRONG = "wrong"  # something on the tray is to be put right
    CHEER = "cheer"  # somebody has won


@dataclass(frozen=True, slots=True)
class StripFlap:
    """One flap of the strip at the bottom; ``doubted`` where its switch is not believed."""

    flap: int
    mark: Mark
    doubted: bool = False


@dataclass(frozen=True, slots=True)
class ScoreBox:
    """One row of scores: ``place`` ("1.") before the name, ``score`` at the right, behind it in brackets the points
    by which it is ``corrected``; ``strong`` stands out.
    """

    name: str
    score: str
    place: str = ""
    strong: bool = False
    corrected: str = ""


@dataclass(frozen=True, slots=True)
class ListRow:
    """One row of a list: ``value`` at the right is what holds now; ``ticked`` rows are in force, one is ``chosen``."""

    text: str
    value: str = ""
    ticked: bool = False
    chosen: bool = False


class Pattern(StrEnum):
    """What fills the glass to see whether all of it works."""

    NONE = ""
    CHECKER = "checker"
    LIT = "lit"
    BORDER = "border"


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """Everything on one screen, from top to bottom.

    ``title`` (whose turn, or what this is about) stands at the top left, ``badge`` at its right. In the
    middle stand ``dice`` (pips; 0 for one still to be thrown), the ``headline`` and the ``number``, or a tick
    where all is ``done``, whichever are there; then ``lines`` and ``boxes``. With ``places``, the flaps of the
    row, a number that names flaps shows each of them where it stands in the row. ``strip`` shows the flaps of
    the row, ``hints`` say what the button does. ``release`` takes the place of the hints while the button is
    held, which is kept free for it on a ``pressable`` screen; with ``takeover``, the word for a hold that does
    more than a press, the two take the whole screen. ``troubled`` screens have a mark that something does not work;
    ``alarm``, which says what that is where people need to know at once, stands where the hints would. Screens beside
    the match have ``rows`` to choose from, ``facts`` one under the other beside the number, if there is one, or a
    ``pattern``.
    """

    title: str = ""
    badge: str = ""
    headline: str = ""
    number: str = ""
    places: tuple[int, ...] = ()
    done: bool = False
    dice: tuple[int, ...] = ()
    lines: tuple[str, ...] = ()
    boxes: tuple[ScoreBox, ...] = ()
    strip: tuple[StripFlap, ...] = ()
    hints: tuple[str, ...] = ()
    pressable: bool = False
    release: str = ""
    takeover: str = ""
    emphasis: Emphasis = Emphasis.PLAIN
    troubled: bool = False
    alarm: str = ""
    rows: tuple[ListRow, ...] = ()
    facts: tuple[str, ...] = ()
    pattern: Pattern = Pattern.NONE
