"""What an action caused, beyond itself: values that screens, sounds and pages announce.

Within one action they stand in this order: left, corrected, thrown again, blocked, passed, out, shut, round
ended, eliminated, match ended. Players are seats, scores are points.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, ClassVar, TypeAlias


@dataclass(frozen=True, slots=True)
class _Piece:
    what: ClassVar[str]

    def to_json(self) -> dict[str, Any]:
        """The same as JSON values: ``what`` names the kind, the rest are its fields."""
        told: dict[str, Any] = {"what": self.what}
        for field in fields(self):
            value = getattr(self, field.name)
            told[field.name] = list(value) if isinstance(value, tuple) else value
        return told


@dataclass(frozen=True, slots=True)
class Left(_Piece):
    """A player left the match; ``score`` is what they have noted for this round, if anything."""

    what: ClassVar[str] = "left"
    player: int
    score: int | None


@dataclass(frozen=True, slots=True)
class Corrected(_Piece):
    """An operator changed a total."""

    what: ClassVar[str] = "corrected"
    player: int
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class ThrownAgain(_Piece):
    """The same player throws again because of a double: by choice, or because it could not be closed."""

    what: ClassVar[str] = "thrown_again"
    player: int
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Blocked(_Piece):
    """A player could not answer this throw, or it was the throw that ends a turn."""

    what: ClassVar[str] = "blocked"
    player: int
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Passed(_Piece):
    """A blocked player stays in; ``passes`` counts blocked throws in a row."""

    what: ClassVar[str] = "passed"
    player: int
    passes: int


@dataclass(frozen=True, slots=True)
class Out(_Piece):
    """A player's round is over; ``score`` is what was noted."""

    what: ClassVar[str] = "out"
    player: int
    score: int


@dataclass(frozen=True, slots=True)
class Shut(_Piece):
    """A player closed the last flap."""

    what: ClassVar[str] = "shut"
    player: int


@dataclass(frozen=True, slots=True)
class RoundEnded(_Piece):
    """A round ended; ``scores`` per seat, None without one."""

    what: ClassVar[str] = "round_ended"
    round: int
    scores: tuple[int | None, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Eliminated(_Piece):
    """A player reached the total at which one leaves the match."""

    what: ClassVar[str] = "eliminated"
    player: int
    total: int


@dataclass(frozen=True, slots=True)
class MatchEnded(_Piece):
    """The match is decided."""

    what: ClassVar[str] = "match_ended"
    winners: tuple[int, ...]


News: TypeAlias = (
    Left | Corrected | ThrownAgain | Blocked | Passed | Out | Shut | RoundEnded | Eliminated | MatchEnded
)


# The end of a turn is told in the same few words over and over: a frozen value costs more to make than to find.


@lru_cache(maxsize=4096)
def blocked(player: int, dice: tuple[int, ...]) -> Blocked:
    """The one piece of news of its kind with these fields."""
    return Blocked(player, dice)


@lru_cache(maxsize=4096)
def passed(player: int, passes: int) -> Passed:
    """The one piece of news of its kind with these fields."""
    return Passed(player, passes)


@lru_cache(maxsize=4096)
def out(player: int, score: int) -> Out:
    """The one piece of news of its kind with these fields."""
    return Out(player, score)
