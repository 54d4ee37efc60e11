"""The words a rule set is made of: one enum for every axis that chooses between ways of playing.

The values are the very strings that stand in TOML files, journals and records.
"""

from __future__ import annotations

from enum import StrEnum


class Rows(StrEnum):
    """Whose flaps they are."""

    SHARED = "shared"
    """One row for all, raised again between players."""
    OWN = "own"
    """A row for each player."""


class Play(StrEnum):
    """How long a player goes on before the next one."""

    UNTIL_BLOCKED = "until_blocked"
    ONE_THROW = "one_throw"
    COMMON_THROW = "common_throw"
    """One throw that every player still in must answer."""


class OneDie(StrEnum):
    """When one die may be thrown instead of all of them."""

    NEVER = "never"
    NONE_ABOVE_6 = "none_above_6"
    AT_MOST_6_OPEN = "at_most_6_open"
    SUM_AT_MOST_6 = "sum_at_most_6"


class Combine(StrEnum):
    """Which sets of flaps answer a throw."""

    SUM = "sum"
    """Any set of open flaps adding up to the throw."""
    EITHER = "either"
    """The numbers of some of the dice, each as a flap, or the sum as one flap."""
    SINGLE = "single"
    """Exactly one flap: a die's number or the sum."""


class Doubles(StrEnum):
    """What two equal dice allow beyond an ordinary throw."""

    PLAIN = "plain"
    AGAIN_OR_THREE = "again_or_three"
    """Instead of closing, throw again; or close up to three flaps."""
    AGAIN_AFTER_OR_THREE = "again_after_or_three"
    """Close as usual and then throw again; or close three flaps."""


class Scoring(StrEnum):
    """What open flaps note."""

    SUM = "sum"
    DIGITS = "digits"
    COUNT = "count"


class MatchKind(StrEnum):
    """When the match ends."""

    SINGLE = "single"
    ROUNDS = "rounds"
    TARGET = "target"
    OPEN = "open"


class Starter(StrEnum):
    """Who begins the next round."""

    ROTATE = "rotate"
    SAME = "same"
