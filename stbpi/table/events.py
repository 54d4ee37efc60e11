"""What can happen to a table: people moving flaps, pressing the button, asking something of it.

Times are integer microseconds of a monotonic clock that the caller reads; the table never looks at a clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from stbpi.table.played import Past
from stbpi.table.setup import MatchSetup

Micros: TypeAlias = int
"""Microseconds of a monotonic clock; only differences mean anything."""


class FlapRef(NamedTuple):
    """One flap of the tray: the side it is on (0-based) and the number painted on it.

    A tuple rather than a dataclass: whatever the tray does, flaps are looked up and gathered in sets by the dozen.
    """

    side: int
    flap: int


@dataclass(frozen=True, slots=True)
class FlapChange:
    """One debounced change of one flap, with the time of the edge that began it."""

    side: int
    flap: int
    closed: bool
    at: Micros


@dataclass(frozen=True, slots=True)
class FlapsChanged:
    """Debounced changes, in the order they happened."""

    changes: tuple[FlapChange, ...]


@dataclass(frozen=True, slots=True)
class FlapsSeen:
    """The whole picture, as read at start or after a resync: closed flap numbers per side. Never a move."""

    closed: tuple[frozenset[int], ...]


@dataclass(frozen=True, slots=True)
class FlapDoubted:
    """The tray has found a flap's switch not to be believed, or to be believed again."""

    side: int
    flap: int
    doubted: bool


@dataclass(frozen=True, slots=True)
class ButtonDown:
    """The dice button went down (debounced), at ``at``; None is when the event is handed over."""

    at: Micros | None = None


@dataclass(frozen=True, slots=True)
class ButtonUp:
    """The dice button came up (debounced), at ``at``; None is when the event is handed over.

    Without a ButtonDown before it (held at start) it is nothing.
    """

    at: Micros | None = None


@dataclass(frozen=True, slots=True)
class MenuButtonDown:
    """The menu button, which a tray may have beside the dice button, went down (debounced)."""


@dataclass(frozen=True, slots=True)
class OpenMenu:
    """Somebody wants the menu open, or closed, without a button; nothing happens where it is so."""

    opened: bool


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed; sent when ``Table.deadline`` is reached."""


@dataclass(frozen=True, slots=True)
class PrepareMatch:
    """Prepare a match: the prompt becomes ``press_to_start``. Refused during one, unless abandoning."""

    setup: MatchSetup
    abandon: bool = False


@dataclass(frozen=True, slots=True)
class EnterDice:
    """Dice thrown by hand. ``replace`` corrects the throw that stands, while no flap of it is committed."""

    dice: tuple[int, ...]
    replace: bool = False


@dataclass(frozen=True, slots=True)
class UndoDecision:
    """Take back the last decision."""


@dataclass(frozen=True, slots=True)
class RedoDecision:
    """Make the decision that was taken back last once more."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """Next: the same as a press where the prompt offers going on (round over, blocked, match over)."""


@dataclass(frozen=True, slots=True)
class StopMatch:
    """End an ``open`` match between two rounds."""


@dataclass(frozen=True, slots=True)
class TellFlap:
    """Somebody says how a flap stands whose switch cannot be believed, until the turn goes on or the switch moves."""

    side: int
    flap: int
    closed: bool


@dataclass(frozen=True, slots=True)
class BelieveFlap:
    """Somebody has seen to a flap: its switch is to be believed again."""

    side: int
    flap: int


@dataclass(frozen=True, slots=True)
class RetirePlayer:
    """A player (seat, 0-based) leaves the match."""

    player: int


@dataclass(frozen=True, slots=True)
class CorrectScore:
    """An operator adds ``points`` to the total of a seat, for a reason that the record keeps."""

    player: int
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class EnterService:
    """Somebody wants to try out switches and all else."""


@dataclass(frozen=True, slots=True)
class LeaveService:
    """The match is to have screen and button back; nothing happens where it has them."""


@dataclass(frozen=True, slots=True)
class ChooseEntry:
    """Somebody selects an entry of the menu that is open, wherever the button's cursor stands.

    ``page`` and ``kind`` are the names of :class:`stbpi.table.menu.Page` and ``Kind``; ``name`` and ``number`` are
    those of the entry, as far as they are needed to tell it from others.
    """

    page: str
    kind: str
    name: str | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class NotShutDown:
    """The computer could not be shut down."""


@dataclass(frozen=True, slots=True)
class PastRead:
    """What was played before has been looked up: it is shown between matches. Nobody has done anything."""

    past: Past


Event: TypeAlias = (
    FlapsChanged
    | FlapsSeen
    | FlapDoubted
    | ButtonDown
    | ButtonUp
    | MenuButtonDown
    | OpenMenu
    | Tick
    | PrepareMatch
    | EnterDice
    | UndoDecision
    | RedoDecision
    | GoOn
    | StopMatch
    | TellFlap
    | BelieveFlap
    | RetirePlayer
    | CorrectScore
    | EnterService
    | LeaveService
    | ChooseEntry
    | NotShutDown
    | PastRead
)
