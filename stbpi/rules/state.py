"""The inside of a match: what one position holds, and the working copy an action is carried out on."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, TypeAlias

from stbpi.rules.answers import Answers, Dice, Mask, Mechanics
from stbpi.rules.ledger import Ledger
from stbpi.rules.news import News
from stbpi.rules.ruleset import RuleSet


class Phase(StrEnum):
    """What the match waits for."""

    ROLL = "roll"
    CLOSE = "close"
    ROUND_OVER = "round_over"
    MATCH_OVER = "match_over"


class Status(StrEnum):
    """How a player stands in the round."""

    WAITING = "waiting"
    """The turn is still to come (``until_blocked`` only)."""
    PLAYING = "playing"
    OUT = "out"
    """The turn or the round ended blocked, or the player has left the match."""
    SHUT = "shut"


# Python 3.11 finds a member of an enum through its metaclass, 0.3 µs each time, and a throw needs a dozen of them.
ROLL, CLOSE, ROUND_OVER, MATCH_OVER = Phase.ROLL, Phase.CLOSE, Phase.ROUND_OVER, Phase.MATCH_OVER
WAITING, PLAYING, OUT, SHUT = Status.WAITING, Status.PLAYING, Status.OUT, Status.SHUT

Seats: TypeAlias = tuple[int, ...]


class Frame(NamedTuple):
    """What does not change while a round is being played, corrections and players leaving apart."""

    rules: RuleSet
    mechanics: Mechanics
    """The rule set, made ready to be played."""
    players: tuple[str, ...]
    round: int
    starter: int
    """The seat that begins this round."""
    ledger: Ledger


class State:
    """One position of a match. Changed only while it is a fresh copy that nobody else has seen.

    Slots rather than a frozen dataclass: a throw is one copy and a few assignments.
    """

    __slots__ = (
        "answers",
        "dice",
        "frame",
        "news",
        "passes",
        "phase",
        "rows",
        "scores",
        "statuses",
        "thrown",
        "turn",
        "waiting",
    )

    frame: Frame
    phase: Phase
    dice: Dice
    turn: int
    """The seat that throws, or threw last."""
    waiting: Seats
    rows: tuple[Mask, ...]
    """Open flaps per seat; on a shared row what each player left, or will start from."""
    statuses: tuple[Status, ...]
    passes: tuple[int, ...]
    scores: tuple[int | None, ...]
    thrown: int
    """Bit per seat: has thrown in this round."""
    answers: Answers | None
    """The thrower's, while a throw of one player is to be answered; follows from the rest."""
    news: tuple[News, ...]

    def key(self) -> tuple[object, ...]:
        """Everything that makes two positions the same one."""
        frame = self.frame
        return (
            frame.rules,
            frame.players,
            frame.round,
            frame.starter,
            frame.ledger,
            self.phase,
            self.dice,
            self.turn,
            self.waiting,
            self.rows,
            self.statuses,
            self.passes,
            self.scores,
            self.thrown,
            self.news,
        )

    def tell(self, *news: News) -> None:
        """Add to the news."""
        self.news += news
