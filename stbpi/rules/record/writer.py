"""Writes records: what stands turn by turn, what was taken back in lines with ``~``, consequences in brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum, auto

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
    Undo,
)
from stbpi.rules.axes import Play
from stbpi.rules.history import Fold
from stbpi.rules.record import consequences, words
from stbpi.rules.record.header import header_lines, last_lines
from stbpi.rules.record.model import Record
from stbpi.rules.record.words import Labels

LINE_WIDTH = 78
"""Columns after which a line is folded, where it can be: fits terminals and mail."""

_INDENT = "    "
_AT_SEMICOLONS = re.compile(r'(?:"(?:\\.|[^"\\])*"|[^";])+;?')
_AT_COMMAS = re.compile(r'(?:"(?:\\.|[^"\\])*"|[^",;])+[,;]?')


def write_record(record: Record) -> str:
    """The record as text, ending in a newline; :func:`read_record` gives back what was written.

    Raises :class:`IllegalAction` or :class:`HistoryError` where a decision cannot be made.
    """
    lines = [words.FIRST_LINE, *header_lines(record), *_Writer(record).lines(), *last_lines(record)]
    return "".join(f"{folded}\n" for line in lines for folded in _fold(line))


class _Tail(Enum):
    """What the last element of a line can be continued with."""

    NOTHING = auto()
    FIRST_ANSWER = auto()
    ANSWER = auto()
    UNDO = auto()


class _Writer:
    def __init__(self, record: Record) -> None:
        self._decisions = record.decisions
        self._fold = Fold(record.rules, record.players)
        self._labels = Labels(record.players)
        self._lines: list[str] = []
        self._elements: list[str] = []
        self._mark = False
        self._subject: int | None = None
        self._tail = _Tail.NOTHING
        self._undone = 0

    def lines(self) -> Iterator[str]:
        """The lines of the moves, not yet folded."""
        yield ""
        yield f"{words.ROUND} 1"
        standing = _standing(self._decisions)
        for index, decision in enumerate(self._decisions):
            if isinstance(decision, Undo):
                self._fold.do(decision)
                self._undo()
            else:
                self._action(decision, marked=index not in standing)
        self._end_line()
        yield from self._lines

    def _undo(self) -> None:
        if self._tail is _Tail.UNDO:
            self._undone += 1
            self._elements[-1] = f"{words.UNDO} {self._undone}"
            return
        self._on_line(True, self._subject if self._mark else None)
        self._elements.append(words.UNDO)
        self._tail, self._undone = _Tail.UNDO, 1

    def _action(self, decision: Action | Redo, *, marked: bool) -> None:
        before = self._fold.match
        redo = ""
        action = decision
        if isinstance(decision, Redo):
            redo = f"{words.REDO} "
            undone = self._fold.undone_next
            action = decision if undone is None else undone
        self._fold.do(decision)
        waiting = before.player
        if isinstance(action, Roll):
            text = f"{redo}{'+'.join(map(str, action.dice))}{self._note(waiting)}"
            if before.rules.play is Play.COMMON_THROW:
                self._end_line()
            self._element(marked, waiting, text, _Tail.FIRST_ANSWER)
        elif isinstance(action, RollAgain):
            self._answer(marked, waiting, f"{redo}{words.AGAIN}")
        elif isinstance(action, Close):
            named = "" if action.player is None else f"{self._labels[action.player]}: "
            note = self._note(waiting if action.player is None else action.player)
            text = f"{redo}{named}{' '.join(map(str, action.flaps))}{note}"
            self._answer(marked, waiting if action.player is None else None, text)
        elif isinstance(action, Retire):
            self._element(marked, action.player, f"{redo}{words.LEAVES}{self._note(action.player)}")
        elif isinstance(action, Correct):
            reason = words.quote(action.reason)
            text = f"{redo}{words.CORRECTED} {words.BY} {action.points:+} {words.BECAUSE} {reason}"
            self._element(marked, action.player, text)
        elif isinstance(action, NextRound):
            self._bare(marked, f"{redo}{words.ROUND} {self._fold.match.round}", after_blank=True)
        else:
            self._bare(marked, f"{redo}{words.STOP}")
        if not marked:
            self._consequences()

    def _note(self, subject: int | None) -> str:
        return consequences.note(self._fold.match, subject, self._labels)

    def _consequences(self) -> None:
        match = self._fold.match
        for heading in consequences.headings_due(match):
            self._end_line()
            self._lines.append(consequences.line(match, heading, self._labels))

    # Lines

    def _element(self, mark: bool, subject: int | None, text: str, tail: _Tail = _Tail.NOTHING) -> None:
        self._on_line(mark, subject)
        self._elements.append(text)
        self._tail = tail

    def _answer(self, mark: bool, subject: int | None, text: str) -> None:
        """An answer, behind the throw or the answer before it where that is on the same line.

        ``subject`` None names its player itself and may stand in anybody's line.
        """
        same_line = self._elements and mark == self._mark and subject in (None, self._subject)
        if same_line and self._tail is _Tail.FIRST_ANSWER:
            self._elements[-1] += f" -> {text}"
            self._tail = _Tail.ANSWER
        elif same_line and self._tail is _Tail.ANSWER and subject is None:
            self._elements[-1] += f", {text}"
        else:
            self._end_line()
            self._element(mark, subject, f"-> {text}", _Tail.ANSWER)

    def _bare(self, mark: bool, text: str, *, after_blank: bool = False) -> None:
        self._end_line()
        if after_blank and not mark:
            self._lines.append("")
        self._element(mark, None, text)

    def _on_line(self, mark: bool, subject: int | None) -> None:
        """Go on in this line if it is of this kind, else begin one."""
        if self._elements and (mark, subject) == (self._mark, self._subject):
            return
        self._end_line()
        self._mark, self._subject = mark, subject

    def _end_line(self) -> None:
        if self._elements:
            mark = "~ " if self._mark else ""
            label = "" if self._subject is None else f"{self._labels[self._subject]}: "
            self._lines.append(f"{mark}{label}{'; '.join(self._elements)}")
        self._elements = []
        self._tail = _Tail.NOTHING


def _standing(decisions: tuple[Decision, ...]) -> frozenset[int]:
    """Which decisions, by index, made an action that is never taken back (again) afterwards."""
    stack: list[int] = []
    for index, decision in enumerate(decisions):
        if not isinstance(decision, Undo):
            stack.append(index)
        elif stack:
            stack.pop()
    return frozenset(stack)


def _fold(line: str) -> Iterator[str]:
    """The line, broken behind semicolons where it is too long, and behind commas where that is not enough."""
    current = ""
    for element in _AT_SEMICOLONS.findall(line):
        fits = len(_INDENT) + len(element) <= LINE_WIDTH
        for piece in [element] if fits else _AT_COMMAS.findall(element):
            if current and len(current) + len(piece) > LINE_WIDTH:
                yield current
                current = _INDENT + piece.lstrip(" ")
            else:
                current += piece
    yield current
