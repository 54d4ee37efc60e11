"""What turns cost, one after the other, as a match is played: for trainers, on the page and in the terminal."""

from __future__ import annotations

from stbpi.odds.judge import Judged, judged
from stbpi.rules import Match, Phase, Play
from stbpi.rules.actions import Action, Close, Roll
from stbpi.rules.players import house_strength


class Turns:
    """Listens to a match; keeps what people decide between several until their turn is over.

    Without ``winning`` the chances to win are left out, as in :func:`stbpi.odds.judge.judged`.
    """

    def __init__(self, *, winning: bool = True) -> None:
        self._winning = winning
        self._made: dict[int, list[Judged]] = {}

    def took(self, before: Match, action: Action, now: Match) -> dict[int, tuple[Judged, ...]] | None:
        """Whose turn is over once this was done, with what they decided in it; None in the middle of a turn.

        Who had nothing to decide is not in it. Raises :class:`stbpi.odds.errors.OddsError` for rows too long.
        """
        for one in judged(before, action, winning=self._winning):
            if house_strength(before.players[one.player]) is None:
                self._made.setdefault(one.player, []).append(one)
        if not _ended(before, action, now):
            return None
        made = {seat: tuple(decisions) for seat, decisions in self._made.items()}
        self._made.clear()
        return made

    def forget(self) -> None:
        """Something was taken back: the turn is judged from there on."""
        self._made.clear()


def _ended(before: Match, action: Action, now: Match) -> bool:
    """Whether a turn is over: a whole one, or one throw where that is all of it."""
    if not isinstance(action, Roll | Close):
        return False
    if now.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER) or now.player != before.player:
        return now.phase is not Phase.CLOSE
    if now.rules.play is Play.UNTIL_BLOCKED or now.phase is Phase.CLOSE:
        return False
    return isinstance(action, Close)
