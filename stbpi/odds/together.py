"""Whether playing to win the round is what the perfect player does, and how."""

from __future__ import annotations

from stbpi.odds.company import MOST_STANDINGS, Company, company
from stbpi.odds.duel import can_duel
from stbpi.odds.errors import OddsError
from stbpi.rules import MatchKind, RuleSet


def plays_to_win(rules: RuleSet, players: int, standings: int = MOST_STANDINGS) -> Company | None:
    """How so many win a round with best play, where that decides the match and is known; else None.

    ``standings`` is how many ways to find a round may be solved for it.
    """
    decides = rules.match in (MatchKind.SINGLE, MatchKind.OPEN) and not rules.eliminate_at
    if players < 2 or not decides or not can_duel(rules):
        return None
    try:
        together = company(rules, players, rules.shut_multiplier if rules.stake else 1)
    except OddsError:
        return None
    return together if together.standings <= standings else None
