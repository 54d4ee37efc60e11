"""Optimal play of one row under any rule set, exact. Needs NumPy, the extra ``odds``.

>>> from stbpi.odds import LOWEST_SCORE, SHUT, solve
>>> from stbpi.rules import rule_set
>>> classic = rule_set("classic")
>>> f"{solve(classic, LOWEST_SCORE).value():.4f} points, {solve(classic, SHUT).value():.2%}"
'11.1575 points, 7.14%'
>>> solve(classic, LOWEST_SCORE).answers([1, 2, 3, 4, 5, 6, 7, 8, 9], (3, 4))[0].close
(7,)
"""

from stbpi.odds.errors import OddsError
from stbpi.odds.goals import LOWEST_SCORE, SHUT, Goal, at_most
from stbpi.odds.policy import Policy, best_policy, fewest_flaps, largest_first
from stbpi.odds.rows import MOST_FLAPS, Row, row
from stbpi.odds.solution import Answer, Solution
from stbpi.odds.solving import solve
from stbpi.odds.spreads import spread

__all__ = [
    "LOWEST_SCORE",
    "MOST_FLAPS",
    "SHUT",
    "Answer",
    "Goal",
    "OddsError",
    "Policy",
    "Row",
    "Solution",
    "at_most",
    "best_policy",
    "fewest_flaps",
    "largest_first",
    "row",
    "solve",
    "spread",
]
