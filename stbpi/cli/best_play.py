"""What optimal play comes to, to stand beside what people noted. NumPy is imported here when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from gettext import NullTranslations

    from stbpi.rules import RuleSet
    from stbpi.store.almanac import KindFigures
    from stbpi.table.played import GameKind

MOST_FLAPS = 14
"""Worked out in a fraction of a second, on a Pi in some seconds; each flap more doubles that."""


@dataclass(frozen=True, slots=True)
class BestPlay:
    """A row played for the lowest score in the mean: the chance of each score, lowest first."""

    chances: Mapping[int, float]

    @property
    def average(self) -> float:
        """The score in the mean."""
        return sum(score * chance for score, chance in self.chances.items())

    @property
    def shut(self) -> float:
        """The chance that the box is shut."""
        return self.chances.get(0, 0.0)

    def as_json(self) -> dict[str, Any]:
        """As ``stbpi stats --json`` has it."""
        spread = [{"score": score, "probability": chance} for score, chance in self.chances.items()]
        return {"average": self.average, "shut": self.shut, "spread": spread}


class LeftOut(Enum):
    """Why nothing is said of best play."""

    FLAPS = "flaps"
    NEVER_OUT = "never_out"
    NO_NUMPY = "no_numpy"


Best: TypeAlias = BestPlay | LeftOut


def best_of_kinds(kinds: Sequence[KindFigures], journal: Path) -> dict[GameKind, Best]:
    """What best play comes to for each kind of game in which a score was noted; whose match is unreadable has none."""
    from stbpi.store.results import read_rules

    noted = [one for one in kinds if one.spread]
    rules = read_rules(journal, [one.newest for one in noted]) if noted else {}
    return {one.kind: _best(rules[one.newest]) for one in noted if one.newest in rules}


def _best(rules: RuleSet) -> Best:
    if rules.out_after == 0:
        return LeftOut.NEVER_OUT
    if len(rules.flaps) > MOST_FLAPS:
        return LeftOut.FLAPS
    try:
        from stbpi.odds import LOWEST_SCORE, best_policy, solve, spread
    except ImportError:
        return LeftOut.NO_NUMPY
    return BestPlay(spread(best_policy(solve(rules, LOWEST_SCORE))))


def why_left_out(why: LeftOut, messages: NullTranslations) -> str:
    """The reason in a sentence."""
    _ = messages.gettext
    match why:
        case LeftOut.FLAPS:
            sentence = _("Optimal play is left out: it is worked out here for up to {most} flaps.")
            return sentence.format(most=MOST_FLAPS)
        case LeftOut.NEVER_OUT:
            return _("Optimal play is left out: nobody is ever out, and so chance alone decides the score.")
        case LeftOut.NO_NUMPY:
            return _("Optimal play is left out: it needs NumPy; {command}").format(
                command="pip install 'stbpi[odds]'"
            )
