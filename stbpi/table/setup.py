"""What a match is played with, and what the tray it is played on looks like."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from stbpi.rules import RuleSet

DiceSource: TypeAlias = Literal["electronic", "entered"]


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """Everything that is settled before the first throw.

    ``secret`` (32 bytes) is what the electronic dice of this match follow from, see ``stbpi.table.dice``; it
    is journalled with the match, so that a throw taken back and made again after a restart shows the same
    dice. Nobody may see it before the match is over; it is not part of what a setup prints as. ``sides`` has, where
    everybody has a row of their own, the side of each seat; () where they sit in the order of the sides. ``claimed``
    are the sides at which somebody has said that they play.
    """

    rules: RuleSet
    players: tuple[str, ...]
    dice_source: DiceSource
    secret: bytes = field(repr=False)
    sides: tuple[int, ...] = ()
    claimed: tuple[int, ...] = ()

    def side_of(self, seat: int) -> int:
        """The side whose flaps a seat closes: its own, or the first where a row is shared."""
        if self.rules.rows != "own":
            return 0
        return self.sides[seat] if self.sides else seat

    def seat_at(self, side: int) -> int | None:
        """The seat that has a side for itself; None where none has."""
        if self.rules.rows != "own":
            return None
        if self.sides:
            return self.sides.index(side) if side in self.sides else None
        return side if side < len(self.players) else None


@dataclass(frozen=True, slots=True)
class TraySides:
    """The flap numbers each side of the tray has, ascending, sides in the order seats get them."""

    flaps: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Timing:
    """How long the table waits, in milliseconds or, where the name says so, seconds."""

    settle_ms: int = 600
    blocked_s: float = 5.0
    dim_after_s: float = 300.0
    off_after_s: float = 900.0
