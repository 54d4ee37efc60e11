"""The trainer of ``stbpi play``: after each turn, what its decisions cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from stbpi.cli.analyse_told import choice_told, points_signed
from stbpi.cli.command import UsageError
from stbpi.rules import Match, Phase, Play
from stbpi.rules.actions import Action, Close, Roll
from stbpi.rules.players import house_strength

if TYPE_CHECKING:
    from gettext import NullTranslations

    from stbpi.odds.judge import Judged


class Trainer:
    """Listens to a match; after each turn of people it has sentences about it."""

    def __init__(self, messages: NullTranslations) -> None:
        try:
            from stbpi.odds.judge import judged
        except ImportError as error:
            raise UsageError("odds need NumPy, which is not installed; pip install 'stbpi[odds]'") from error
        self._judge = judged
        self._messages = messages
        self._turn: dict[int, list[Judged]] = {}

    def took(self, before: Match, action: Action, now: Match, names: tuple[str, ...]) -> list[str]:
        """What there is to say once this was done; nothing in the middle of a turn."""
        for one in self._judge(before, action):
            if house_strength(before.players[one.player]) is None:
                self._turn.setdefault(one.player, []).append(one)
        if not _ended(before, action, now):
            return []
        told = [line for seat, made in self._turn.items() for line in self._told(names[seat], made)]
        self._turn.clear()
        return told

    def forget(self) -> None:
        """Something was taken back: the turn is judged from there on."""
        self._turn.clear()

    def _told(self, name: str, made: list[Judged]) -> Iterator[str]:
        _ = self._messages.gettext
        costly = [one for one in made if one.points_lost]
        if not costly:
            yield _("{name}: that turn cost nothing.").format(name=name)
            return
        lost = points_signed(sum(one.points_lost for one in costly), self._messages)
        yield _("{name}: that turn cost {points} points.").format(name=name, points=lost.lstrip("+"))
        for one in costly:
            better, points = (
                choice_told(one.best, self._messages),
                points_signed(one.points_lost, self._messages),
            )
            choice = choice_told(one.made, self._messages)
            if one.roll:
                text = _("thrown {dice}: {made}, better {best}; {points}")
            else:
                text = _("{made}, better {best}; {points}")
            dice = "+".join(map(str, one.roll))
            yield text.format(dice=dice, made=choice, best=better, points=points)


def _ended(before: Match, action: Action, now: Match) -> bool:
    """Whether a turn is over: a whole one, or one throw where that is all of it."""
    if not isinstance(action, Roll | Close):
        return False
    if now.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER) or now.player != before.player:
        return now.phase is not Phase.CLOSE
    if now.rules.play is Play.UNTIL_BLOCKED or now.phase is Phase.CLOSE:
        return False
    return isinstance(action, Close)
