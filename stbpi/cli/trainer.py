"""The trainer of ``stbpi play``: after each turn, what its decisions cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from stbpi.cli.analyse_told import chance_shown, choice_told, points_signed
from stbpi.cli.command import UsageError

if TYPE_CHECKING:
    from gettext import NullTranslations

    from stbpi.odds.judge import Judged
    from stbpi.rules.history import History


class Trainer:
    """Looks at a match; where a turn of people has ended it has sentences about it."""

    def __init__(self, messages: NullTranslations) -> None:
        try:
            from stbpi.odds.turns import turn_ended
        except ImportError as error:
            raise UsageError("odds need NumPy, which is not installed; pip install 'stbpi[odds]'") from error
        self._turn_ended = turn_ended
        self._messages = messages

    def took(self, history: History, names: tuple[str, ...]) -> list[str]:
        """What there is to say after the last action that stands; nothing in the middle of a turn."""
        made = self._turn_ended(history) or {}
        return [line for seat, decisions in made.items() for line in self._told(names[seat], decisions)]

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
