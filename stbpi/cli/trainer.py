"""The trainer of ``stbpi play``: after each turn, what its decisions cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from stbpi.cli.analyse_told import chance_shown, choice_told, points_signed
from stbpi.cli.command import UsageError
from stbpi.rules import Match
from stbpi.rules.actions import Action

if TYPE_CHECKING:
    from gettext import NullTranslations

    from stbpi.odds.judge import Judged


class Trainer:
    """Listens to a match; after each turn of people it has sentences about it."""

    def __init__(self, messages: NullTranslations) -> None:
        try:
            from stbpi.odds.turns import Turns
        except ImportError as error:
            raise UsageError("odds need NumPy, which is not installed; pip install 'stbpi[odds]'") from error
        self._turns = Turns()
        self._messages = messages

    def took(self, before: Match, action: Action, now: Match, names: tuple[str, ...]) -> list[str]:
        """What there is to say once this was done; nothing in the middle of a turn."""
        made = self._turns.took(before, action, now) or {}
        return [line for seat, decisions in made.items() for line in self._told(names[seat], decisions)]

    def forget(self) -> None:
        """Something was taken back: the turn is judged from there on."""
        self._turns.forget()

    def _told(self, name: str, made: tuple[Judged, ...]) -> Iterator[str]:
        _ = self._messages.gettext
        costly = [one for one in made if one.points_lost]
        win_lost = sum(one.win_lost or 0.0 for one in made)
        if not costly and not win_lost:
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
        if win_lost:
            chance = chance_shown(win_lost, self._messages)
            yield _("Chance to win lost by that: {chance}.").format(chance=chance)
