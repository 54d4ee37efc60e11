"""The game: rule sets, matches, scoring. Pure, standard library only.

>>> from stbpi.rules import Match, rule_set
>>> match = Match.start(rule_set("classic"), ["Ann", "Ben"]).roll(6, 3)
>>> match.legal_moves()
((1, 2, 6), (1, 3, 5), (1, 8), (2, 3, 4), (2, 7), (3, 6), (4, 5), (9,))
>>> match.close([1, 8]).open_flaps(0)
(2, 3, 4, 5, 6, 7, 9)
"""

from stbpi.rules.axes import Combine, Doubles, MatchKind, OneDie, Play, Rows, Scoring, Starter
from stbpi.rules.errors import ActionError, IllegalAction, PlayersError, Refusal
from stbpi.rules.ledger import Standing
from stbpi.rules.match import Match
from stbpi.rules.ruleset import AxisValue, RuleSet, RuleSetError
from stbpi.rules.sets import rule_set, rule_set_names, variants_of
from stbpi.rules.state import Phase, Status

__all__ = [
    "ActionError",
    "AxisValue",
    "Combine",
    "Doubles",
    "IllegalAction",
    "Match",
    "MatchKind",
    "OneDie",
    "Phase",
    "Play",
    "PlayersError",
    "Refusal",
    "Rows",
    "RuleSet",
    "RuleSetError",
    "Scoring",
    "Standing",
    "Starter",
    "Status",
    "rule_set",
    "rule_set_names",
    "variants_of",
]
