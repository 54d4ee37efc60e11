"""What the perfect player plays for under a set of rules, for people who choose whom to play against.

As :mod:`stbpi.odds.winning` decides it from a match; said here of the rules alone, without NumPy.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto

from stbpi.rules.axes import Doubles, MatchKind, Play, Rows
from stbpi.rules.ruleset import RuleSet

MOST_SOLVED = 14
"""Flaps of a row that is solved between two throws; each flap more takes twice as long."""

MOST_TO_WIN = 12
"""Flaps open at the start of a row on which everybody can be reckoned with."""

MOST_TO_RACE = 10
"""The same where two have a row each."""


class Aim(Enum):
    """What it plays for, where a round does not give it anything better."""

    TO_WIN = auto()
    """To win the round, as soon as few enough are to come."""
    RACE = auto()
    """To win the round once what two have left of it is little, or nobody else plays on."""
    LAST = auto()
    """To win the round once nobody else plays on."""
    POINTS = auto()
    """For the lowest score: a round does not decide the match."""
    NOTHING = auto()
    """It does not play: the row is too long."""


def aim(rules: RuleSet) -> Aim:
    """What the perfect player plays for."""
    if len(rules.flaps) > MOST_SOLVED:
        return Aim.NOTHING
    decides = rules.match in (MatchKind.SINGLE, MatchKind.OPEN) and not rules.eliminate_at
    if not decides or not rules.out_after or rules.max_players < 2:
        return Aim.POINTS
    flaps = len(rules.flaps) - len(rules.closed_at_start)
    if rules.rows is Rows.SHARED and rules.play is Play.UNTIL_BLOCKED and flaps <= MOST_TO_WIN:
        return Aim.TO_WIN
    races = rules.rows is Rows.OWN and rules.play is Play.ONE_THROW and not rules.first_throw_closes
    if races and rules.doubles is not Doubles.AGAIN_AFTER_OR_THREE and flaps <= MOST_TO_RACE:
        return Aim.RACE
    return Aim.LAST


def told(rules: RuleSet, translate: Callable[[str], str] = str) -> str:
    """The same in one sentence, in the language of gettext's ``translate``."""
    _ = translate
    match aim(rules):
        case Aim.TO_WIN:
            return _(
                "The perfect player of the house plays to win the round; while many are still to come, for a low score."
            )
        case Aim.RACE:
            return _(
                "The perfect player of the house plays for a low score, and to win the round as soon as two have "
                "little left of it between them, or nobody else plays on."
            )
        case Aim.LAST:
            return _(
                "The perfect player of the house plays for a low score, and to win the round once nobody else plays on."
            )
        case Aim.POINTS:
            return _("The perfect player of the house plays for a low score in each round.")
        case Aim.NOTHING:
            return _("The perfect player of the house does not play here: the row has too many flaps.")
