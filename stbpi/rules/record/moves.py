"""The moves of a record, read line by line and played as they are read."""

from __future__ import annotations

from itertools import chain

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
from stbpi.rules.errors import IllegalAction
from stbpi.rules.history import Fold, HistoryError
from stbpi.rules.record import consequences, words
from stbpi.rules.record.model import Place
from stbpi.rules.record.scanner import Scanner
from stbpi.rules.record.words import Labels
from stbpi.rules.ruleset import RuleSet
from stbpi.rules.state import Phase

AN_ELEMENT = "a throw such as 6+3, ->, leaves, corrected or undo"
A_LINE = 'a name and ":", "round", "stop", "undo", "->" or "("'


class Moves:
    """Plays a record's moves as they are read. Beside the match it knows which actions were marked with ``~``."""

    def __init__(self, rules: RuleSet, players: tuple[str, ...]) -> None:
        self.decisions: list[Decision] = []
        self.places: list[Place] = []
        """Where each decision stands."""
        self._fold = Fold(rules, players)
        self._labels = Labels(players)
        self._marks: list[bool] = []
        """Of each action that stands so far, whether its line was marked."""

    def read(self, line: Scanner) -> None:
        """Read one line and make its decisions."""
        marked = line.take("~")
        if not marked:
            self.end(line)
        if line.sees("("):
            self._line_note(line)
        elif line.sees_label():
            subject = self._label(line)
            self._elements(line, marked, subject)
        elif self._sees_bare(line):
            self._elements(line, marked, None)
        else:
            line.unexpected(A_LINE)
        if not line.done:
            line.unexpected('";" or the end of the line')

    def end(self, line: Scanner) -> None:
        """Check that whatever was marked has been taken back before what stands goes on at ``line``."""
        if self._marks and self._marks[-1]:
            line.broken("what was done in the lines with ~ still stands; take it back there with undo.", 0)

    def _elements(self, line: Scanner, marked: bool, subject: int | None) -> None:
        while True:
            if line.sees(words.UNDO):
                self._undo(line, marked)
            elif subject is None:
                self._bare_element(line, marked)
            else:
                self._element(line, marked, subject)
            if not line.take(";"):
                return

    def _sees_bare(self, line: Scanner) -> bool:
        return any(map(line.sees, (words.REDO, words.ROUND, words.STOP, words.UNDO, "->")))

    # Elements

    def _bare_element(self, line: Scanner, marked: bool) -> None:
        at = line.at
        if line.sees("->"):
            self._answers(line, marked, None)
            return
        redo = line.take(words.REDO)
        if line.take(words.ROUND):
            number_at = line.at
            number = line.number("the number of the round")
            # Whether a round may begin is for the rules to say; its number only when it does.
            self._do(line, at, NextRound(), marked, redo)
            if number != self._fold.match.round:
                line.broken(f"this is round {self._fold.match.round}; write that.", number_at)
        elif line.take(words.STOP):
            self._do(line, at, Stop(), marked, redo)
        else:
            line.unexpected("round, stop or undo" if not redo else "round or stop")

    def _element(self, line: Scanner, marked: bool, subject: int) -> None:
        at = line.at
        if line.sees("->"):
            self._answers(line, marked, subject)
            return
        redo = line.take(words.REDO)
        if line.sees_number():
            self._throw(line, at, marked, redo, subject)
        elif line.take(words.LEAVES):
            self._do(line, at, Retire(subject), marked, redo)
            self._note(line, subject)
        elif line.take(words.CORRECTED):
            line.expect(words.BY, words.BY)
            sign = -1 if line.take("-") else 1
            if sign > 0:
                line.expect("+", "+ or -")
            points = sign * line.number("the points")
            line.expect(words.BECAUSE, words.BECAUSE)
            self._do(line, at, Correct(subject, points, line.text("the reason in quotes")), marked, redo)
        else:
            line.unexpected(AN_ELEMENT)

    def _throw(self, line: Scanner, at: int, marked: bool, redo: bool, subject: int) -> None:
        dice = [line.number("a die")]
        while line.take("+"):
            dice.append(line.number("a die"))
        match = self._fold.match
        thrower = match.player
        if match.phase is Phase.ROLL and thrower is not None and thrower != subject:
            line.broken(f"it is for {self._labels[thrower]} to throw, not for {self._labels[subject]}.", at)
        self._do(line, at, Roll(tuple(dice)), marked, redo)
        self._note(line, subject)
        if line.sees("->"):
            self._answers(line, marked, subject)

    def _answers(self, line: Scanner, marked: bool, subject: int | None) -> None:
        line.expect("->", "->")
        while True:
            at = line.at
            redo = line.take(words.REDO)
            if line.take(words.AGAIN):
                self._check_thrower(line, at, subject)
                self._do(line, at, RollAgain(), marked, redo)
            else:
                seat = self._label(line) if line.sees_label() else None
                flaps = [line.number("a flap, again, or a name with a colon")]
                while line.sees_number():
                    flaps.append(line.number("a flap"))
                close = self._closing(line, at, tuple(flaps), seat, subject)
                self._do(line, at, close, marked, redo)
                self._note(line, subject if seat is None else seat)
            if not line.take(","):
                return

    def _closing(
        self, line: Scanner, at: int, flaps: tuple[int, ...], named: int | None, subject: int | None
    ) -> Close:
        """Whose flaps are closed: the named player's, or where nobody is named the line's."""
        if named is not None:
            return Close(flaps, named)
        if subject is None:
            line.broken('nobody is named here; write whose flaps they are, such as "Anna: 9".', at)
        waiting = self._fold.match.waiting_for
        # The rules need to be told where several may answer, and say what is wrong where the line's player may not.
        return Close(flaps) if waiting == (subject,) else Close(flaps, subject)

    def _check_thrower(self, line: Scanner, at: int, subject: int | None) -> None:
        match = self._fold.match
        if match.can_roll_again and match.player is not None and subject not in (None, match.player):
            line.broken(f"it is for {self._labels[match.player]} to throw again.", at)

    def _undo(self, line: Scanner, marked: bool) -> None:
        at = line.at
        line.expect(words.UNDO, words.UNDO)
        times = line.number("a number") if line.sees_number() else 1
        if not marked:
            line.broken('what is taken back stands in lines that begin with "~"; write this in one too.', at)
        if not 1 <= times <= len(self._marks):
            line.broken(f"{_can_be_taken_back(len(self._marks))} here, not {times}; correct the number.", at)
        for _ in range(times):
            if not self._marks.pop():
                line.broken("this takes back what stands in a line without ~; mark that line with ~ too.", at)
            self._fold.do(Undo())
            self.decisions.append(Undo())
            self.places.append(Place(*line.place(at)))

    def _do(self, line: Scanner, at: int, action: Action, marked: bool, redo: bool) -> None:
        if redo and self._fold.undone_next != action:
            line.broken("this is not what was taken back last; redo makes that again, unchanged.", at)
        decision: Decision = Redo() if redo else action
        try:
            self._fold.do(decision)
        except (IllegalAction, HistoryError) as error:
            raise line.illegal(error, at) from error
        self.decisions.append(decision)
        self.places.append(Place(*line.place(at)))
        self._marks.append(marked)

    # Names and notes

    def _label(self, line: Scanner) -> int:
        at = line.at
        if line.take(words.SEAT):
            seat = line.number("the number of the seat") - 1
            seats = len(self._labels.players)
            if not 0 <= seat < seats:
                line.broken(f"there is no seat {seat + 1}; seats are 1 to {seats}.", at)
        else:
            name = line.name("a name").text
            found = self._labels.seats(name)
            if not found:
                known = ", ".join(self._labels[seat] for seat in range(len(self._labels.players)))
                line.broken(f"nobody is called {words.name_text(name)}; there are {known}.", at)
            if len(found) > 1:
                which = " or ".join(words.seat_text(seat) for seat in found)
                line.broken(f"{len(found)} players are called {words.name_text(name)}; write {which}.", at)
            (seat,) = found
        line.expect(":", ":")
        return seat

    def _note(self, line: Scanner, subject: int | None) -> None:
        """The consequences of an action, if the record states them."""
        if line.take("("):
            match = self._fold.match
            facts = chain(consequences.of_action(match), consequences.also_of_action(match))
            self._facts(line, consequences.accepted(facts, subject, self._labels))

    def _line_note(self, line: Scanner) -> None:
        """A line that only states consequences."""
        line.expect("(", "(")
        at = line.at
        heading = next((heading for heading in words.HEADINGS if line.take_all(heading)), None)
        if heading is None:
            known = ", ".join(" ".join(heading) for heading in words.HEADINGS)
            line.fail(f"no such line of consequences; there are: {known}.", at)
        match = self._fold.match
        number_at = line.at
        if heading == words.END_OF_ROUND:
            number = line.number("the number of the round")
            if number != match.round:
                line.broken(f"this is round {match.round}; write that, or leave the line out.", number_at)
        ways = consequences.accepted(consequences.of_position(match, heading), None, self._labels)
        if not ways:
            line.broken(f"the {heading[-1]} has not ended here; leave the line out.", at)
        line.expect(":", ":")
        self._facts(line, ways)

    def _facts(self, line: Scanner, ways: dict[tuple[tuple[str, str], ...], str]) -> None:
        while True:
            at = line.at
            said: list[tuple[str, str]] = []
            while (token := line.token()) is not None:
                said.append(token)
            if not said:
                line.unexpected("what follows from the move, such as blocked,")
            if not consequences.is_said(tuple(said), ways):
                line.broken(_untrue(list(dict.fromkeys(ways.values()))), at)
            if not line.take(",") and not line.take(";"):
                break
        line.expect(")", '"," or ")"')


_MOST_LISTED = 8


def _untrue(true: list[str]) -> str:
    if not true:
        return "nothing follows from this move; leave the brackets out."
    listed = ", ".join(true[:_MOST_LISTED]) + (", ..." if len(true) > _MOST_LISTED else "")
    return f"this does not follow from the moves, which give: {listed}; correct it or leave it out."


def _can_be_taken_back(steps: int) -> str:
    if not steps:
        return "no step can be taken back"
    return "only 1 step can be taken back" if steps == 1 else f"only {steps} steps can be taken back"
