"""What happened, in sentences: news of the rules, and what was taken back or done again."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Protocol

from stbpi.rules import Match, MatchKind, Phase, Play, Rows
from stbpi.rules.actions import Action, Close, Correct, NextRound, Retire, Roll, RollAgain
from stbpi.rules.history import History
from stbpi.rules.news import (
    Blocked,
    Corrected,
    Eliminated,
    Left,
    MatchEnded,
    Out,
    Passed,
    RoundEnded,
    Shut,
    ThrownAgain,
)
from stbpi.terminal.cast import Cast
from stbpi.terminal.look import one_line


def sum_of(dice: Sequence[int]) -> str:
    """``6 + 3``."""
    return " + ".join(map(str, dice))


class Trainer(Protocol):
    """Who says after each turn what it cost."""

    def took(self, history: History, names: tuple[str, ...]) -> list[str]:
        """What there is to say after the last action that stands."""


class NoTrainer:
    """Has nothing to say."""

    def took(self, history: History, names: tuple[str, ...]) -> list[str]:
        """Nothing."""
        return []


class Teller:
    """Tells of one match in one language."""

    def __init__(self, cast: Cast, messages: NullTranslations) -> None:
        self._cast = cast
        self._messages = messages

    def news(self, match: Match, action: Action) -> list[str]:
        """A sentence for each thing the action caused, in order."""
        noted = {piece.player: piece.score for piece in match.news if isinstance(piece, Out)}
        told: list[str] = []
        for piece in match.news:
            if isinstance(piece, Blocked):
                told.append(self._blocked(match, piece, noted.get(piece.player)))
            elif isinstance(piece, ThrownAgain):
                told.append(self._thrown_again(piece, by_choice=isinstance(action, RollAgain)))
            elif isinstance(piece, RoundEnded):
                told += self._round_ended(match, piece)
            elif not isinstance(piece, Out | Passed):
                told.append(self._simply(piece))
        if isinstance(action, NextRound) and match.rules.stake:
            told.append(self.stakes(match))
        return told

    def stakes(self, match: Match) -> str:
        """What everybody has paid as a round begins."""
        return self._messages.gettext("Each pays {stake}; in the pool: {money}.").format(
            stake=match.rules.stake, money=match.pool
        )

    def _blocked(self, match: Match, piece: Blocked, score: int | None) -> str:
        _ = self._messages.gettext
        name = self._cast.names[piece.player]
        if match.rules.stop_on and sum(piece.dice) == match.rules.stop_on:
            why = _("A {total} ends the turn").format(total=sum(piece.dice))
        else:
            why = _("Blocked with {dice}").format(dice=sum_of(piece.dice))
        if score is not None:
            return _("{why}: {name} scores {score}.").format(why=why, name=name, score=score)
        if match.rules.out_after < 2:
            return _("{why}: {name} passes.").format(why=why, name=name)
        passes = next(
            one.passes for one in match.news if isinstance(one, Passed) and one.player == piece.player
        )
        return _("{why}: {name} passes. Out after {most} in a row: {passes} so far.").format(
            why=why, name=name, passes=passes, most=match.rules.out_after
        )

    def _thrown_again(self, piece: ThrownAgain, *, by_choice: bool) -> str:
        _ = self._messages.gettext
        name = self._cast.names[piece.player]
        if by_choice:
            return _("{name} throws again instead of closing.").format(name=name)
        return _("No flaps make {dice}: {name} throws the double again.").format(
            dice=sum_of(piece.dice), name=name
        )

    def _round_ended(self, match: Match, piece: RoundEnded) -> list[str]:
        if match.rules.match is MatchKind.SINGLE:
            return []
        _ = self._messages.gettext
        if not piece.winners:
            return [_("Round {number} is over.").format(number=piece.round)]
        return [
            self._messages.ngettext(
                "Round {number} goes to {names}.", "Round {number} is shared by {names}.", len(piece.winners)
            ).format(number=piece.round, names=self._cast.listed(piece.winners))
        ]

    def _simply(self, piece: Left | Corrected | Shut | Eliminated | MatchEnded) -> str:
        """The news that need to know nothing but themselves."""
        _ = self._messages.gettext
        if isinstance(piece, MatchEnded):
            if not piece.winners:
                return _("The match is over.")
            return self._messages.ngettext("{names} wins!", "{names} win!", len(piece.winners)).format(
                names=self._cast.listed(piece.winners)
            )
        name = self._cast.names[piece.player]
        if isinstance(piece, Left):
            if piece.score is None:
                return _("{name} leaves the match.").format(name=name)
            return _("{name} leaves the match and notes {score}.").format(name=name, score=piece.score)
        if isinstance(piece, Corrected):
            return _("Corrected: {points} for {name} ({reason}).").format(
                points=f"{piece.points:+d}", name=name, reason=one_line(piece.reason)
            )
        if isinstance(piece, Shut):
            return _("{name} shuts the box!").format(name=name)
        return _("{name} has {total} and is out of the match.").format(name=name, total=piece.total)

    def heading(self, match: Match) -> str:
        """Whose turn it is, in which round, and what there is to beat."""
        _ = self._messages.gettext
        parts = [] if match.rules.match == "single" else [_("Round {number}.").format(number=match.round)]
        name = self._cast.listed(match.waiting_for)
        if match.phase is Phase.CLOSE and len(match.waiting_for) > 1:
            parts.append(_("To answer: {players}.").format(players=name))
        elif match.rules.play is Play.COMMON_THROW and match.phase is Phase.ROLL:
            parts.append(_("{name} throws for all.").format(name=name))
        else:
            parts.append(_("{name}'s turn.").format(name=name))
        scores = [score for score in match.round_scores if score is not None]
        if match.rules.rows is Rows.SHARED and scores:
            parts.append(_("{score} is to beat.").format(score=min(scores)))
        return " ".join(parts)

    def house(self, name: str, flaps: Sequence[int]) -> str:
        """What the house does with its throw."""
        _ = self._messages.gettext
        if not flaps:
            return _("{name} throws again.").format(name=name)
        return _("{name} closes {flaps}.").format(name=name, flaps=" ".join(map(str, flaps)))

    def step(self, action: Action) -> str:
        """An action named, so that people know what was taken back or done again."""
        _ = self._messages.gettext
        if isinstance(action, Roll):
            return _("the throw {dice}").format(dice=sum_of(action.dice))
        if isinstance(action, Close):
            flaps = " ".join(map(str, sorted(action.flaps)))
            if action.player is None:
                return _("closing {flaps}").format(flaps=flaps)
            return _("closing {flaps} for {name}").format(flaps=flaps, name=self._cast.names[action.player])
        if isinstance(action, RollAgain):
            return _("throwing again")
        if isinstance(action, NextRound):
            return _("beginning the round")
        if isinstance(action, Retire):
            return _("leaving, for {name}").format(name=self._cast.names[action.player])
        if isinstance(action, Correct):
            return _("the correction for {name}").format(name=self._cast.names[action.player])
        return _("stopping the match")
