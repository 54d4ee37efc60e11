"""A match played by typing: what each line does, and what is written in answer. Nothing is read or printed here."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from gettext import NullTranslations

from stbpi.locale.lists import either
from stbpi.locale.refusals import sentence
from stbpi.rules import Combine, IllegalAction, Match, Phase, Play, Rows
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
from stbpi.rules.describe import describe
from stbpi.rules.names import set_name, variant_name
from stbpi.table.course import Course
from stbpi.table.dice import commitment_of
from stbpi.table.house import House, HousePlayer
from stbpi.table.refusal import TableRefusal
from stbpi.table.setup import MatchSetup
from stbpi.terminal import picture
from stbpi.terminal.cast import Cast
from stbpi.terminal.help import explained
from stbpi.terminal.look import KEPT, Look, one_line
from stbpi.terminal.moments import rows_of, turn_of
from stbpi.terminal.orders import Order, Word, number_in, numbers_in, read_order, times_in, too_many_words
from stbpi.terminal.refusal import LineError
from stbpi.terminal.telling import NoTrainer, Teller, Trainer, sum_of


class Session:
    """One match from its start until people have had enough. Raises PlayersError where it cannot begin.

    ``sealed`` says at the opening by what electronic dice can be checked, where that is kept.
    """

    def __init__(
        self,
        setup: MatchSetup,
        messages: NullTranslations,
        *,
        sealed: bool = False,
        house: HousePlayer | None = None,
        trainer: Trainer | None = None,
    ) -> None:
        self.setup = setup
        self._seal = commitment_of(setup) if sealed else None
        self.over = False
        """Whether nothing more is to be read."""
        self.decisions: tuple[Decision, ...] = ()
        """Everything that was decided, what was taken back included."""
        House(setup, house).check()
        self._course = Course(setup, house=house)
        self._messages = messages
        self._trainer = trainer or NoTrainer()
        self._cast = Cast(setup.players, messages)
        self._teller = Teller(self._cast, messages)
        self._orders: Mapping[Word, Callable[[Order, Look], list[str]]] = {
            Word.GO_ON: self._go_on,
            Word.NUMBERS: self._numbers,
            Word.LEGAL: self._legal,
            Word.ROLL: self._roll,
            Word.ONE: self._one,
            Word.AGAIN: lambda order, look: self._act(RollAgain(), look),
            Word.FIX: self._fix,
            Word.NEXT: lambda order, look: self._act(NextRound(), look),
            Word.STOP: lambda order, look: self._act(Stop(), look),
            Word.UNDO: self._undo,
            Word.REDO: self._redo,
            Word.SHOW: lambda order, look: self._situation(look),
            Word.SCORES: lambda order, look: self._standing(look),
            Word.RULES: lambda order, look: look.prose(
                describe(self.setup.rules, messages.gettext), picture.INDENT
            ),
            Word.LEAVE: self._leave,
            Word.CORRECT: self._correct,
            Word.HELP: lambda order, look: explained(look, messages, entered=self._course.entered),
            Word.QUIT: self._quit,
        }

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self._course.match

    def opening(self, look: Look) -> list[str]:
        """What is written before the first line is read."""
        rules, translate = self.setup.rules, self._messages.gettext
        names = [set_name(rules.name, translate), *(variant_name(name, translate) for name in rules.variants)]
        lines = look.prose(
            self._messages.gettext("{rules}, with {players}. Type help to see what can be typed.").format(
                rules=one_line(" + ".join(names)),
                players=self._cast.listed(range(len(self._cast.names))),
            )
        )
        if rules.stake:
            lines += look.prose(self._teller.stakes(self.match))
        if self._seal is not None:
            lines += [*look.prose(translate("Dice sealed with SHA-256:")), f"{picture.INDENT}{self._seal}"]
        return ["", *lines, "", *self._situation(look)]

    def answer(self, line: str, look: Look) -> list[str]:
        """Do what a line says, and say what came of it; what is wrong with it is said in one sentence."""
        try:
            order = read_order(line, self._cast, self._messages)
            return self._orders[order.word](order, look)
        except LineError as wrong:
            told = str(wrong)
        except (IllegalAction, TableRefusal) as refused:
            told = sentence(refused, self._messages)
        # The rules name players as they are called, whatever signs that takes.
        return [look.warning(line) for line in look.prose(one_line(told))]

    # What the prompt asks for.

    @property
    def prompt(self) -> str:
        """The question that the next line answers."""
        _ = self._messages.gettext
        match = self.match
        if match.phase is Phase.MATCH_OVER:
            return _("The match is over (Enter ends): ")
        if match.phase is Phase.ROUND_OVER:
            if match.rules.match == "open" and not match.rules.eliminate_at:
                return _("Next round (Enter, or stop): ")
            return _("Next round (Enter): ")
        name = self._cast.names[match.waiting_for[0]]
        asked = self._asked_to_throw() if match.phase is Phase.ROLL else self._asked_to_close()
        return _("{name}, {what}: ").format(name=name, what=asked)

    def _asked_to_throw(self) -> str:
        _ = self._messages.gettext
        course = self._course
        choices = self.match.dice_choices
        if course.entered:
            counts = either([str(count) for count in choices], self._messages)
            return self._messages.ngettext(
                "what does {n} die show", "what do {n} dice show", max(choices)
            ).format(n=counts)
        if course.two_ways:
            return _("throw (Enter, or one)")
        if course.dice_for(one_die=False) == 1:
            return _("throw one die (Enter)")
        return _("throw (Enter)")

    def _asked_to_close(self) -> str:
        _ = self._messages.gettext
        match = self.match
        if match.rules.combine is not Combine.SUM:
            return _("answer {dice}").format(dice=sum_of(match.dice))
        if match.can_roll_again:
            return _("close {total} (or again)").format(total=sum(match.dice))
        return _("close {total}").format(total=sum(match.dice))

    # What lines do.

    def _go_on(self, order: Order, look: Look) -> list[str]:
        phase = self.match.phase
        if phase is Phase.ROLL:
            return self._roll(order, look)
        if phase is Phase.ROUND_OVER:
            return self._act(NextRound(), look)
        if phase is Phase.MATCH_OVER:
            self.over = True
            return []
        if self._course.house_answers:
            return self._answer_for_house(look)
        raise LineError(
            self._messages.gettext(
                "Type the flaps to close, such as {flaps}; ? lists what may be closed."
            ).format(flaps=" ".join(map(str, self._answers_of(self.match.waiting_for[0])[0])))
        )

    def _numbers(self, order: Order, look: Look) -> list[str]:
        match = self.match
        if match.phase is Phase.ROLL and self._course.entered:
            if order.player not in (None, match.player):
                raise LineError(
                    self._messages.gettext("It is {name} who throws; type the numbers alone.").format(
                        name=self._cast.listed(match.waiting_for)
                    )
                )
            return self._act(Roll(order.numbers), look)
        several = match.rules.play is Play.COMMON_THROW and match.phase is Phase.CLOSE
        player = match.player if several and order.player is None else order.player
        return self._act(Close(order.numbers, player), look)

    def _roll(self, order: Order, look: Look) -> list[str]:
        if self.match.phase is not Phase.ROLL:
            # The rules say what is wrong with throwing now, whatever the dice show.
            return self._act(Roll((1,)), look)
        _ = self._messages.gettext
        if not self._course.entered:
            if order.rest:
                raise LineError(_("The dice are electronic; press Enter to throw them."))
            return self._act(Roll(self._course.draw(one_die=False)), look)
        if not order.rest:
            raise LineError(_("Throw the dice and type what they show, with blanks between."))
        return self._act(Roll(numbers_in(order.rest, self._messages)), look)

    def _one(self, order: Order, look: Look) -> list[str]:
        course = self._course
        if course.entered:
            raise LineError(self._messages.gettext("Throw the die and type what it shows."))
        if 1 not in self.match.dice_choices:
            return self._act(Roll((1,)), look)
        if course.dice_again not in (None, 1):
            raise LineError(
                self._messages.gettext(
                    "This throw had {n} dice before it was taken back and has them again; press Enter."
                ).format(n=course.dice_again)
            )
        return self._act(Roll(course.draw(one_die=True)), look)

    def _fix(self, order: Order, look: Look) -> list[str]:
        _ = self._messages.gettext
        if not self._course.entered:
            raise LineError(_("The dice are electronic and show what they show; nothing can be put right."))
        if not order.rest:
            raise LineError(_("Say what the dice of the last throw show, such as fix 4 6."))
        before = self.match
        self.decisions += self._course.correct_throw(numbers_in(order.rest, self._messages))
        return self._after(before, self._course.history.actions[-1], look)

    def _undo(self, order: Order, look: Look) -> list[str]:
        _ = self._messages.gettext
        actions = self._course.history.actions
        times = times_in(order, self._messages)
        if not actions:
            raise LineError(_("Nothing has been done yet that could be taken back."))
        if times > len(actions):
            raise LineError(
                _("Only so many steps can be taken back: {most}; type undo {most}.").format(most=len(actions))
            )
        told: list[str] = []
        for taken in reversed(actions[-times:]):
            self.decisions += self._course.do(Undo())
            told += look.prose(_("Taken back: {step}.").format(step=self._teller.step(taken)))
        return [*told, *self._situation(look)]

    def _redo(self, order: Order, look: Look) -> list[str]:
        _ = self._messages.gettext
        undone = self._course.history.undone
        times = times_in(order, self._messages)
        if not undone:
            raise LineError(_("Nothing has been taken back that could be done again."))
        if times > len(undone):
            raise LineError(
                _("Only so many steps can be done again: {most}; type redo {most}.").format(most=len(undone))
            )
        told: list[str] = []
        for again, _match in reversed(undone[-times:]):
            self.decisions += self._course.do(Redo())
            told += look.prose(_("Done again: {step}.").format(step=self._teller.step(again)))
        return [*told, *self._trained(look), *self._situation(look)]

    def _leave(self, order: Order, look: Look) -> list[str]:
        match = self.match
        if order.rest:
            return self._act(Retire(self._cast.named(order.rest)), look)
        if len(match.waiting_for) == 1:
            return self._act(Retire(match.waiting_for[0]), look)
        raise LineError(
            self._messages.gettext("Say who leaves, such as leave {name}.").format(name=self._cast.names[0])
        )

    def _correct(self, order: Order, look: Look) -> list[str]:
        found = self._cast.named_first(order.rest)
        points = found and re.match(r"([+-]?)(\d+)(?:\s+|$)(.*)", found[1])
        if not found or not points:
            raise LineError(
                self._messages.gettext(
                    "Say whom to correct, by how many points, and why, such as correct {name} -3 miscounted."
                ).format(name=self._cast.names[0])
            )
        size = number_in(points[2], self._messages)
        return self._act(Correct(found[0], -size if points[1] == "-" else size, points[3]), look)

    def _quit(self, order: Order, look: Look) -> list[str]:
        self.over = True
        # At the end of a match the standing has been the last thing written.
        return [] if self.match.phase is Phase.MATCH_OVER else self._standing(look)

    # What is written.

    def _act(self, action: Action, look: Look) -> list[str]:
        before = self.match
        self.decisions += self._course.do(action)
        return self._after(before, action, look) + self._answer_for_house(look)

    def _answer_for_house(self, look: Look) -> list[str]:
        """Nobody has to type what the house closes."""
        lines: list[str] = []
        while answers := self._course.house_answers:
            seat, flaps = next(iter(answers.items()))
            common = self.match.rules.play is Play.COMMON_THROW
            before, action = self.match, Close(flaps, seat if common else None) if flaps else RollAgain()
            self.decisions += self._course.do(action)
            lines += look.prose(self._teller.house(self._cast.names[seat], flaps))
            lines += self._after(before, action, look)
        return lines

    def _after(self, before: Match, action: Action, look: Look) -> list[str]:
        """The dice, what they led to, and how the rows stand where that has changed."""
        match = self.match
        lines = [picture.dice(action.dice, look)] if isinstance(action, Roll) else []
        lines += [line for told in self._teller.news(match, action) for line in look.prose(told)]
        lines += self._trained(look)
        if match.phase is Phase.ROUND_OVER or match.phase is Phase.MATCH_OVER:
            return [*lines, *self._standing(look)]
        if rows_of(match) != rows_of(before) or (
            match.phase is Phase.ROLL and turn_of(match) != turn_of(before)
        ):
            new_turn = match.phase is Phase.ROLL and turn_of(match) != turn_of(before)
            lines += [""] * new_turn + self._rows(look, heading=new_turn)
        return [*lines, *self._others_to_answer(before, look)]

    def _trained(self, look: Look) -> list[str]:
        """What the turn has cost that has ended, if one has."""
        told = self._trainer.took(self._course.history, self._cast.names)
        return [line for one in told for line in look.prose(one)]

    def _situation(self, look: Look) -> list[str]:
        """Everything that somebody who was not looking has to know."""
        match = self.match
        if match.phase is Phase.ROUND_OVER or match.phase is Phase.MATCH_OVER:
            return self._standing(look)
        lines = self._rows(look, heading=True)
        return [*lines, picture.dice(match.dice, look)] if match.dice else lines

    def _rows(self, look: Look, *, heading: bool) -> list[str]:
        match = self.match
        lines = look.prose(self._teller.heading(self.match)) if heading else []
        if match.rules.rows is Rows.OWN:
            return [*lines, *picture.seats(match, self._cast, look, self._messages)]
        opened = match.open_flaps(match.waiting_for[0])
        columns = look.columns - len(picture.INDENT)
        return [
            *lines,
            *(picture.INDENT + line for line in picture.row(match.rules.flaps, opened, look, columns)),
        ]

    def _others_to_answer(self, before: Match, look: Look) -> list[str]:
        """Who is to answer a common throw; that they do so in any order is said once."""
        match = self.match
        if match.phase is not Phase.CLOSE or before.phase is Phase.CLOSE or len(match.waiting_for) < 2:
            return []
        _ = self._messages.gettext
        told = _("To answer: {players}.").format(players=self._cast.listed(match.waiting_for))
        if self._course.throws == 1:
            told += " " + _("In any order: a name before the flaps says whose they are.")
        return look.prose(told)

    def _standing(self, look: Look) -> list[str]:
        return picture.standing(self.match, self._cast, look, self._messages)

    def _answers_of(self, seat: int) -> list[tuple[int, ...]]:
        """The legal answers, those of fewest flaps first."""
        return sorted(self.match.legal_moves(seat), key=lambda flaps: (len(flaps), flaps))

    def _legal(self, order: Order, look: Look) -> list[str]:
        _ = self._messages.gettext
        match = self.match
        if match.phase is Phase.CLOSE:
            seats = (self._cast.named(order.rest),) if order.rest else match.waiting_for
            lines = [line for seat in seats for line in self._legal_answers(seat, look)]
            return [*lines, *look.prose(_("Or throw again: again."))] if match.can_roll_again else lines
        if order.rest:
            raise too_many_words(f"? {order.rest}", "?", self._messages)
        if match.phase is Phase.ROLL:
            choices = either([str(count) for count in match.dice_choices], self._messages)
            return look.prose(
                self._messages.ngettext(
                    "{name} throws {n} die.", "{name} throws {n} dice.", max(match.dice_choices)
                ).format(name=self._cast.listed(match.waiting_for), n=choices)
            )
        if match.phase is Phase.ROUND_OVER:
            return look.prose(_("The round is over: next begins another, undo takes the last step back."))
        return look.prose(_("The match is over: quit ends, undo takes the last step back."))

    def _legal_answers(self, seat: int, look: Look) -> list[str]:
        _ = self._messages.gettext
        name = self._cast.names[seat]
        answers = self._answers_of(seat)
        if not answers:
            return look.prose(_("{name} has nothing to close now.").format(name=name))
        told = "; ".join(KEPT.join(map(str, flaps)) for flaps in answers)
        return look.prose(_("{name} may close: {answers}").format(name=name, answers=told))
