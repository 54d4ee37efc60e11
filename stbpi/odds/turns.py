"""What turns cost, as a match is played: for trainers, on the page and in the terminal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from stbpi.odds.judge import Judged, judged
from stbpi.rules import Match, Phase, Play
from stbpi.rules.actions import Action, Close, Retire, Roll
from stbpi.rules.history import History
from stbpi.rules.players import house_strength


def turn_ended(history: History, *, winning: bool = True) -> dict[int, tuple[Judged, ...]] | None:
    """Whose turn the last action ended, with all that they decided in it; None where it ended none.

    What was taken back is no part of it, and what was done before and stands is. Who had nothing to decide, and the
    house, are not in it. Without ``winning`` the chances to win are left out, as in
    :func:`stbpi.odds.judge.judged`. Raises :class:`stbpi.odds.errors.OddsError` for rows too long.
    """
    steps = list(zip(history.matches, history.actions, history.matches[1:], strict=False))
    if not steps or not _ended(*steps[-1]):
        return None
    first = len(steps) - 1
    while first and not _begins_anew(*steps[first - 1]):
        first -= 1
    made: dict[int, list[Judged]] = defaultdict(list)
    for before, action, _now in steps[first:]:
        for one in judged(before, action, winning=winning):
            if house_strength(before.players[one.player]) is None:
                made[one.player].append(one)
    return {seat: tuple(decisions) for seat, decisions in sorted(made.items())}


def chance_lost(made: Iterable[Judged]) -> float | None:
    """The chance to win that decisions cost together; None unless it is known of each."""
    total = 0.0
    for one in made:
        if one.win_lost is None:
            return None
        total += one.win_lost
    return total


def _ended(before: Match, action: Action, now: Match) -> bool:
    """Whether a turn is over: a whole one, or one throw where that is all of it."""
    if isinstance(action, Retire):
        # Of a common throw that others have answered somebody who leaves may be the last; else they take a turn along.
        return before.rules.play is Play.COMMON_THROW and before.phase is Phase.CLOSE is not now.phase
    if not isinstance(action, Roll | Close):
        return False
    if now.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER) or now.player != before.player:
        return now.phase is not Phase.CLOSE
    if now.rules.play is Play.UNTIL_BLOCKED or now.phase is Phase.CLOSE:
        return False
    return isinstance(action, Close)


def _begins_anew(before: Match, action: Action, now: Match) -> bool:
    """Whether what comes after belongs to another turn: this one is over, or who had it has left, leaving no throw."""
    if isinstance(action, Retire) and action.player == before.player:
        return now.phase is not Phase.CLOSE
    return _ended(before, action, now)
