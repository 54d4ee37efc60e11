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
            from stbpi.odds.turns import chance_lost, turn_ended
        except ImportError as error:
            raise UsageError("odds need NumPy, which is not installed; pip install 'stbpi[odds]'") from error
        self._turn_ended = turn_ended
        self._chance_lost = chance_lost
        self._messages = messages

    def took(self, history: History, names: tuple[str, ...]) -> list[str]:
        """What there is to say after the last action that stands; nothing in the middle of a turn."""
        made = self._turn_ended(history) or {}
        return [line for seat, decisions in made.items() for line in self._told(names[seat], decisions)]

    def _told(self, name: str, made: tuple[Judged, ...]) -> Iterator[str]:
        _ = self._messages.gettext
        points_lost = sum(one.points_lost for one in made)
        win_lost = sum(one.win_lost or 0.0 for one in made)
        chance = chance_shown(win_lost, self._messages)
        if not points_lost and not win_lost:
            yield _("{name}: that turn cost nothing.").format(name=name)
            return
        if points_lost:
            lost = points_signed(points_lost, self._messages).lstrip("+")
            yield _("{name}: that turn cost {points} points.").format(name=name, points=lost)
        else:
            text = _("{name}: that turn cost no points, but {chance} of the chance to win.")
            yield text.format(name=name, chance=chance)
        for one in made:
            if one.points_lost or one.win_lost:
                yield self._decision(one)
        if points_lost and self._chance_lost(made):
            # Not where a part is unknown: the rest would pass for the whole.
            yield _("Chance to win lost by that: {chance}.").format(chance=chance)

    def _decision(self, one: Judged) -> str:
        """What would have been better: for points, or for winning where it cost none."""
        _ = self._messages.gettext
        if one.points_lost:
            answered = _("thrown {dice}: {made}, better {best}; {points}")
            text = answered if one.roll else _("{made}, better {best}; {points}")
            best = one.best
        else:
            answered = _("thrown {dice}: {made}, better to win {best}; {chance}")
            text = answered if one.roll else _("{made}, better to win {best}; {chance}")
            best = one.best_to_win or one.best
        return text.format(
            dice="+".join(map(str, one.roll)),
            made=choice_told(one.made, self._messages),
            best=choice_told(best, self._messages),
            points=points_signed(one.points_lost, self._messages),
            chance=chance_shown(one.win_lost or 0.0, self._messages),
        )
