"""Whether playing to win the round is what the perfect player does, and how."""

from __future__ import annotations

from stbpi.odds.company import Company, company
from stbpi.odds.duel import can_duel
from stbpi.odds.errors import OddsError
from stbpi.rules import MatchKind, RuleSet


def round_decides(rules: RuleSet) -> bool:
    """Whether who wins a round has won all that is to be won."""
    return rules.match in (MatchKind.SINGLE, MatchKind.OPEN) and not rules.eliminate_at


def worth_of_a_shut(rules: RuleSet) -> int:
    """What a shut makes of a stake."""
    return rules.shut_multiplier if rules.stake else 1


def plays_to_win(rules: RuleSet, players: int) -> Company | None:
    """How so many win a round with best play, where that decides the match and all of it is known; else None."""
    if players < 2 or not round_decides(rules) or not can_duel(rules):
        return None
    try:
        return company(rules, players, worth_of_a_shut(rules))
    except OddsError:
        return None
