"""A match with the way it came about: actions can be taken back to the start and made again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from stbpi.rules.actions import Action, Decision, Redo, Undo, apply
from stbpi.rules.errors import IllegalAction
from stbpi.rules.match import Match
from stbpi.rules.ruleset import RuleSet


class HistoryError(ValueError):
    """Nothing to take back, or nothing to make again."""


@dataclass(frozen=True, slots=True)
class History:
    """Immutable: what stands, what was taken back, and the very matches in between.

    ``matches[0]`` is the start and ``matches[i]`` what ``actions[i - 1]`` led to; ``undone`` are the actions
    taken back, the next to be made again last, each with the match it leads to.
    """

    matches: tuple[Match, ...]
    actions: tuple[Action, ...] = ()
    undone: tuple[tuple[Action, Match], ...] = ()

    @classmethod
    def start(cls, rules: RuleSet, players: int | Iterable[str]) -> History:
        """A match before its first throw."""
        return cls((Match.start(rules, players),))

    @classmethod
    def fold(cls, rules: RuleSet, players: int | Iterable[str], decisions: Iterable[Decision]) -> History:
        """The history that these decisions make; raises where one of them cannot be made."""
        fold = Fold(rules, players)
        for decision in decisions:
            fold.do(decision)
        return fold.history()

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.matches[-1]

    @property
    def can_undo(self) -> bool:
        """Whether there is an action to take back."""
        return bool(self.actions)

    @property
    def can_redo(self) -> bool:
        """Whether there is an action to make again."""
        return bool(self.undone)

    @property
    def undone_next(self) -> Action | None:
        """The action a redo would make."""
        return self.undone[-1][0] if self.undone else None

    def do(self, decision: Decision) -> History:
        """The history with one more decision; a new action forgets what was taken back.

        Raises :class:`IllegalAction` where the rules refuse it, :class:`HistoryError` where there is nothing
        to take back or to make again.
        """
        if isinstance(decision, Undo):
            _must(self.actions, "Nothing has been done that could be taken back.")
            taken = (self.actions[-1], self.matches[-1])
            return History(self.matches[:-1], self.actions[:-1], (*self.undone, taken))
        if isinstance(decision, Redo):
            _must(self.undone, "Nothing has been taken back that could be made again.")
            action, match = self.undone[-1]
            return History((*self.matches, match), (*self.actions, action), self.undone[:-1])
        return History((*self.matches, apply(self.match, decision)), (*self.actions, decision))


class Fold:
    """A history in the making, for many decisions: each costs the same, however many there were before it."""

    def __init__(self, rules: RuleSet, players: int | Iterable[str]) -> None:
        self._matches = [Match.start(rules, players)]
        self._actions: list[Action] = []
        self._undone: list[tuple[Action, Match]] = []

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self._matches[-1]

    @property
    def undone_next(self) -> Action | None:
        """The action a redo would make."""
        return self._undone[-1][0] if self._undone else None

    def do(self, decision: Decision) -> None:
        """Make one more decision; raises as :meth:`History.do` does, and then nothing has changed."""
        if isinstance(decision, Undo):
            _must(self._actions, "Nothing has been done that could be taken back.")
            self._undone.append((self._actions.pop(), self._matches.pop()))
        elif isinstance(decision, Redo):
            _must(self._undone, "Nothing has been taken back that could be made again.")
            action, match = self._undone.pop()
            self._actions.append(action)
            self._matches.append(match)
        else:
            self._matches.append(apply(self.match, decision))
            self._actions.append(decision)
            self._undone.clear()

    def history(self) -> History:
        """The history made so far."""
        return History(tuple(self._matches), tuple(self._actions), tuple(self._undone))


def _must(some: Iterable[object], sentence: str) -> None:
    if not some:
        raise HistoryError(sentence)


__all__ = ["Fold", "History", "HistoryError", "IllegalAction"]
