"""The match on the tray: its decisions in order, what the journal knows of it, what its dice will show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from stbpi.rules import IllegalAction, Match, Phase, PlayersError
from stbpi.rules.actions import (
    Action,
    Close,
    Correct,
    Decision,
    NextRound,
    Redo,
    Retire,
    Roll,
    RollAgain,
    Stop,
    Undo,
)
from stbpi.rules.errors import Refusal
from stbpi.rules.history import History
from stbpi.rules.news import Blocked, Out, ThrownAgain
from stbpi.rules.players import called
from stbpi.rules.said import N_, Said
from stbpi.table.dice import throw_dice
from stbpi.table.house import Answers, House, HousePlayer
from stbpi.table.refusal import TableRefusal
from stbpi.table.setup import MatchSetup


@dataclass(frozen=True, slots=True)
class Turned:
    """A player whom the last throw left without an answer: passed, or blocked with the score then noted."""

    player: int
    passed: bool
    score: int | None


class Course:
    """A match from its start on. Every method that decides returns the decisions it made, for the journal.

    Raises TableRefusal where the rules will not; then nothing has changed.
    """

    def __init__(
        self,
        setup: MatchSetup,
        decisions: Iterable[Decision] = (),
        seen: int = 0,
        house: HousePlayer | None = None,
    ) -> None:
        """Start a match, or fold one from its journal. Raises ValueError where decisions break a rule."""
        self.setup = setup
        self._house = House(setup, house)
        self.history = History.start(setup.rules, setup.players)
        self.count = 0
        self.seen = seen
        self.corrections: tuple[Correct, ...] = ()
        """What operators have done to scores, as far as it stands."""
        self.gone: tuple[int, ...] = ()
        """The seats of those who have left."""
        self._led_at = 0
        self._turned_at = 0
        self._throws = 0
        self._turned: tuple[Turned, ...] = ()
        self._dice_of_throw: dict[int, int] = {}
        for decision in decisions:
            self._put(self.history.do(decision), decision)

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.history.match

    @property
    def led_back(self) -> bool:
        """Whether a decision was taken back or made again, and the tray has not yet followed."""
        return self._led_at > self.seen

    @property
    def turned(self) -> tuple[Turned, ...]:
        """Those whom the last throw left without an answer, until people have seen it."""
        if self.seen >= self._turned_at:
            return ()
        return self._turned

    @property
    def last_throw(self) -> tuple[int, ...]:
        """What was thrown last, ``()`` before the first throw."""
        for action in reversed(self.history.actions):
            if isinstance(action, Roll):
                return tuple(action.dice)
        return ()

    @property
    def before_throw(self) -> Match | None:
        """The match as the last throw met it; None before the first throw."""
        for steps, action in enumerate(reversed(self.history.actions), 2):
            if isinstance(action, Roll):
                return self.history.matches[-steps]
        return None

    @property
    def correctable(self) -> tuple[int, ...]:
        """How many dice may lie in place of those thrown last; () where these are electronic, or answered."""
        gone = set()
        for steps, action in enumerate(reversed(self.history.actions), 1):
            before = self.history.matches[-1 - steps]
            match action:
                case Roll():
                    return before.dice_choices if self.entered and before.player not in gone else ()
                case Retire(player):
                    gone.add(player)
                case Correct() | NextRound():
                    pass
                case _:
                    return ()
        return ()

    @property
    def thrown_in_vain(self) -> tuple[int, ...]:
        """The double thrown last, where it could not be closed and is thrown again; else ``()``."""
        actions = self.history.actions
        again = any(isinstance(piece, ThrownAgain) for piece in self.match.news)
        return self.last_throw if again and isinstance(actions[-1], Roll) else ()

    @property
    def throws(self) -> int:
        """How many throws stand."""
        return self._throws

    @property
    def dice_again(self) -> int | None:
        """How many dice this throw had before it was taken back, where that many may be thrown now."""
        dice = self._dice_of_throw.get(self.throws)
        return dice if dice in self.match.dice_choices else None

    @property
    def two_ways(self) -> bool:
        """Whether the players may choose between one die and more."""
        choices = self.match.dice_choices
        people = self.house_dice is None and (self.entered or self.dice_again is None)
        return 1 in choices and len(choices) > 1 and people

    @property
    def house_dice(self) -> int | None:
        """How many dice are to be thrown for the house; None where people throw for themselves."""
        return self._house.dice(self.match, self.throws)

    @property
    def house_answers(self) -> Answers:
        """What the seats that the house plays close with this throw, for people to move."""
        return self._house.answers(self.match, self.throws)

    def takes_dice(self) -> None:
        """Refuse dice that were thrown by hand where they are electronic."""
        if not self.entered:
            electronic = N_(
                "The dice of this match are electronic; prepare one with entered dice to throw by hand."
            )
            raise TableRefusal("not_entered_dice", Said.of(electronic))

    @property
    def entered(self) -> bool:
        """Whether the dice are thrown by hand."""
        return self.setup.dice_source == "entered"

    def dice_for(self, *, one_die: bool) -> int:
        """How many dice a throw has: one where that is asked for and allowed, else as many as may be."""
        if not self.entered and self.dice_again is not None:
            return self.dice_again
        if self.house_dice is not None:
            return self.house_dice
        choices = self.match.dice_choices
        return 1 if one_die and 1 in choices else max(choices)

    def draw(self, *, one_die: bool) -> tuple[int, ...]:
        """The electronic dice of the next throw."""
        dice = self.dice_for(one_die=one_die)
        return throw_dice(self.setup.secret, self.throws, dice, self.setup.rules.die_sides)

    def do(self, *decisions: Decision) -> tuple[Decision, ...]:
        """Decide one thing, or all of several."""
        for decision in decisions:
            if isinstance(decision, Roll | Close | RollAgain):
                self._house.allow(self.match, self.throws, decision)
        return self._do(decisions)

    def undo(self) -> tuple[Decision, ...]:
        """Take back the last decision; the answers to a common throw are one."""
        if not self.history.can_undo:
            raise TableRefusal(
                "nothing_to_undo",
                Said.of(N_("Nothing has been decided yet; the match stands at its start.")),
            )
        steps = self._answers_in_a_row(self.history.actions[::-1])
        return self._do((Undo(),) * max(1, steps))

    def redo(self) -> tuple[Decision, ...]:
        """Make the decision that was taken back last once more; the answers to a common throw are one."""
        if not self.history.can_redo:
            raise TableRefusal(
                "nothing_to_redo",
                Said.of(N_("Nothing has been taken back that could be done once more.")),
            )
        done = self._do((Redo(),))
        while self.history.can_redo and isinstance(self.history.actions[-1], Close) and self._common:
            if not isinstance(self.history.undone_next, Close):
                break
            done += self._do((Redo(),))
        return done

    def correct_throw(self, dice: tuple[int, ...]) -> tuple[Decision, ...]:
        """Put other dice in place of those thrown last, while no flap of that throw is committed.

        What an operator did meanwhile is done again after them.
        """
        self.takes_dice()
        beside: list[Correct | Retire] = []
        for steps, action in enumerate(reversed(self.history.actions), 1):
            match action:
                case Roll():
                    return self._throw_instead(dice, steps, beside[::-1])
                case Correct() | Retire():
                    beside.append(action)
                case NextRound():
                    pass
                case Stop():
                    stopped = N_(
                        "The match has been stopped since the last throw; "
                        "take that back before correcting the dice."
                    )
                    raise TableRefusal("already_committed", Said.of(stopped))
                case _:
                    answered = N_(
                        "The last throw has been answered; take that back before correcting the dice."
                    )
                    raise TableRefusal("already_committed", Said.of(answered))
        raise TableRefusal(
            "no_throw_due", Said.of(N_("There is no throw to correct yet; throw the dice first."))
        )

    def _throw_instead(
        self, dice: tuple[int, ...], steps: int, again: list[Correct | Retire]
    ) -> tuple[Decision, ...]:
        """Take back the last ``steps`` actions, the first of them a throw; throw this and do these ``again``."""
        thrower = self.history.matches[-1 - steps].player
        gone = [action.player for action in again if isinstance(action, Retire)]
        if thrower in gone:
            raise self._left_since(thrower)
        try:
            return self._do((*(Undo(),) * steps, Roll(dice), *again))
        except TableRefusal as refusal:
            if gone and refusal.code == Refusal.MATCH_OVER:
                # With these dice the match would have been over before anybody left it.
                raise self._left_since(gone[0]) from refusal
            raise

    def _left_since(self, player: int) -> TableRefusal:
        left = N_("{name} has left since the last throw; take that back before correcting the dice.")
        return TableRefusal("already_committed", Said.of(left, name=called(self.setup.players, player)))

    def acknowledge(self) -> int:
        """People have seen what the last decision led to; returns how many decisions that makes."""
        self.seen = self.count
        return self.seen

    @property
    def _common(self) -> bool:
        return self.setup.rules.play == "common_throw"

    def _answers_in_a_row(self, actions: Iterable[Action]) -> int:
        """How many of the first of these answer a common throw."""
        steps = 0
        for action in actions:
            if not (self._common and isinstance(action, Close)):
                break
            steps += 1
        return steps

    def _do(self, decisions: tuple[Decision, ...]) -> tuple[Decision, ...]:
        history = self.history
        steps = []
        try:
            for decision in decisions:
                history = history.do(decision)
                steps.append((history, decision))
        except IllegalAction as illegal:
            raise TableRefusal(illegal.code, illegal.said) from illegal
        for step, decision in steps:
            self._put(step, decision)
        return decisions

    def _put(self, history: History, decision: Decision) -> None:
        if isinstance(decision, Roll):
            self._dice_of_throw[self.throws] = len(decision.dice)
        if isinstance(decision, Undo):
            self._throws -= isinstance(self.history.actions[-1], Roll)
        else:
            self._throws += isinstance(history.actions[-1], Roll)
        self.history = history
        self.count += 1
        if isinstance(decision, Correct | Undo | Redo):
            self.corrections = tuple([action for action in history.actions if isinstance(action, Correct)])
        if isinstance(decision, Retire | Undo | Redo):
            self.gone = tuple([action.player for action in history.actions if isinstance(action, Retire)])
        if isinstance(decision, Undo | Redo):
            self._led_at = self.count
        elif not isinstance(decision, Correct | Retire):
            self._led_at = 0
        if isinstance(decision, Roll) or (
            isinstance(decision, Redo) and isinstance(history.actions[-1], Roll)
        ):
            self._turned_at = self.count
            self._turned = _turned(history.match)
        elif not isinstance(decision, Correct | Retire):
            self._turned_at = 0


def _turned(match: Match) -> tuple[Turned, ...]:
    noted = {piece.player: piece.score for piece in match.news if isinstance(piece, Out)}
    return tuple(
        Turned(piece.player, piece.player not in noted, noted.get(piece.player))
        for piece in match.news
        if isinstance(piece, Blocked)
    )


def may_begin(setup: MatchSetup) -> None:
    """Raise TableRefusal where the rules would not start this match."""
    try:
        History.start(setup.rules, setup.players)
    except PlayersError as wrong:
        raise TableRefusal("bad_setup", wrong.said) from wrong


def is_over(match: Match) -> bool:
    """Whether the match has ended."""
    return match.phase == Phase.MATCH_OVER
