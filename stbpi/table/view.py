"""The table as others may see it: a frozen picture taken between two events."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from stbpi.rules import Match
from stbpi.rules.actions import Correct, Decision
from stbpi.table.attract import AttractPage
from stbpi.table.choices import Choices
from stbpi.table.entry import Counted
from stbpi.table.events import FlapRef
from stbpi.table.played import Past
from stbpi.table.prompts import Prompt
from stbpi.table.setup import MatchSetup, TraySides


class Rest(StrEnum):
    """How awake the screens are."""

    AWAKE = "awake"
    DIM = "dim"
    DARK = "dark"


class Signal(StrEnum):
    """What the buzzer tells people."""

    CLICK = "click"
    ACCEPTED = "accepted"
    WRONG = "wrong"
    BLOCKED = "blocked"
    SHUT = "shut"
    TURN = "turn"


@dataclass(frozen=True, slots=True)
class TableView:
    """What screens, lamps and pages are drawn from.

    ``match`` is None until the prepared match is started; ``setup`` is then what is prepared. ``closed`` is
    the debounced picture, ``pending`` the flaps of it that are part of an answer not yet committed,
    ``doubted`` the flaps whose switches are not believed. While electronic dice roll, ``rolling`` is the
    match before their throw: what people may be shown until the dice lie. ``choices`` are what people have
    chosen for the tray, its language among them. ``left`` is what was played before this and left for it, since
    the table was laid. ``correctable`` says how many dice the throw may have that corrects the last one: () where
    none can be corrected. ``corrections`` are those of scores that stand, in the order they were made.
    ``gone`` are the seats of those who have left the match.
    ``kept`` says that a match which was being played cannot go on here and is kept: what would take its place is
    asked about first, or refused.
    ``past`` is what was played before, as far as it has been read, and nothing during a match. While nobody
    does anything between matches, ``attract`` is the page of it that stands on the screens; what the prompt
    offers holds.
    """

    setup: MatchSetup
    match: Match | None
    prompt: Prompt
    sides: TraySides
    closed: tuple[frozenset[int], ...]
    pending: tuple[frozenset[int], ...]
    can_undo: bool
    can_redo: bool
    rest: Rest = Rest.AWAKE
    doubted: frozenset[FlapRef] = frozenset()
    rolling: Match | None = None
    choices: Choices = field(default_factory=Choices)
    left: MatchSetup | None = None
    correctable: tuple[int, ...] = ()
    corrections: tuple[Correct, ...] = ()
    gone: tuple[int, ...] = ()
    kept: bool = False
    past: Past = field(default_factory=Past)
    attract: AttractPage | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one event caused, for the journal first and people afterwards.

    ``began`` opens a new match in the journal; ``decisions`` are appended to the match in play; ``seen`` is
    the number of journalled decisions whose consequence people have acknowledged (a ``blocked`` that was
    shown), when it changed. ``prepared`` is the match that now waits for its start in place of the one in the
    journal, when that changed: a restart prepares it again. The caller puts these on disk before it shows
    ``view``. ``choices`` are what people have chosen for the tray, when that changed. ``shut_down`` says that the
    computer is to be shut down. ``counted`` is what has been counted of the next throw, when that changed.
    """

    began: MatchSetup | None = None
    decisions: tuple[Decision, ...] = ()
    seen: int | None = None
    signals: tuple[Signal, ...] = ()
    prepared: MatchSetup | None = None
    choices: Choices | None = None
    shut_down: bool = False
    counted: Counted | None = None

    def joined(self, more: Outcome) -> Outcome:
        """What this and then ``more`` caused, as one."""
        return Outcome(
            began=more.began or self.began,
            decisions=self.decisions + more.decisions,
            seen=self.seen if more.seen is None else more.seen,
            signals=self.signals + more.signals,
            prepared=more.prepared or self.prepared,
            choices=more.choices or self.choices,
            shut_down=more.shut_down or self.shut_down,
            counted=self.counted if more.counted is None else more.counted,
        )
