"""Matches that were played, as they are remembered: what people see of them between matches, and count afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from stbpi.rules import RuleSet, RuleSetError, rule_set

_LEAVES_SCORES_ALONE = frozenset(
    (
        "flaps",
        "match",
        "rounds",
        "target",
        "stake",
        "shut_multiplier",
        "starter",
        "min_players",
        "max_players",
        "eliminate_at",
    )
)
"""Axes that decide how long a match goes on and what it is worth, and not what one round scores."""


@dataclass(frozen=True, slots=True)
class GameKind:
    """What makes scores comparable: a set, its variants, the flaps, and the axes changed beside that.

    ``changed`` are those that have another value than the set with these variants, as ``axis = value``; of a set of
    the house, than ``classic``. Those that leave the score of a round alone are not among them.
    """

    rules: str
    variants: tuple[str, ...]
    flaps: tuple[int, ...]
    changed: tuple[str, ...] = ()


def kind_of(rules: RuleSet) -> GameKind:
    """The kind of game that a rule set is."""
    try:
        usual = rule_set(rules.name, rules.variants).axes()
    except RuleSetError:
        usual = rule_set("classic").axes()
    changed = tuple(
        f"{axis} = {value}"
        for axis, value in rules.axes().items()
        if axis not in _LEAVES_SCORES_ALONE and value != usual[axis]
    )
    return GameKind(rules.name, tuple(rules.variants), tuple(rules.flaps), changed)


class Ending(StrEnum):
    """How far a match has come."""

    FINISHED = "finished"
    STOPPED = "stopped"
    """The players ended an open match between two rounds."""
    ABANDONED = "abandoned"
    """Another match has taken its place on the tray before it was over."""
    PLAYING = "playing"


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """One match and what came of it, by seat.

    ``rounds`` are the scores of the rounds that were played to their end, None where a player had none or had left.
    ``totals`` are None for who has no score at all. ``balances`` are in smallest money units. ``began_at`` is
    wall-clock time in seconds since 1970, to be shown; matches are ordered by their number.
    """

    match_id: int
    began_at: float
    kind: GameKind
    players: tuple[str, ...]
    ending: Ending
    rounds: tuple[tuple[int | None, ...], ...]
    ranks: tuple[int, ...]
    totals: tuple[int | None, ...]
    winners: tuple[int, ...]
    balances: tuple[int, ...]

    @property
    def over(self) -> bool:
        """Whether it was played to its end, or to where its players wanted to end it."""
        return self.ending in (Ending.FINISHED, Ending.STOPPED)


@dataclass(frozen=True, slots=True)
class Best:
    """The lowest score of a round: in every set the lower score is the better one.

    ``players`` are all who have it, who had it first before the others; ``times`` is how often it was noted,
    ``match_id`` where for the first time.
    """

    score: int
    players: tuple[str, ...]
    times: int
    match_id: int


@dataclass(frozen=True, slots=True)
class Past:
    """What screens and pages show between matches.

    ``house`` is the record of the kind of game that is prepared, ``today`` the best of this evening in it. ``tonight``
    are the matches of this evening that are over, the latest first; ``last`` the latest of any evening.
    """

    house: Best | None = None
    today: Best | None = None
    tonight: tuple[PlayedMatch, ...] = ()
    last: tuple[PlayedMatch, ...] = ()
