"""Reads records: line by line, strictly, and playing every move as it comes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from stbpi.rules.record import words
from stbpi.rules.record.errors import RecordError
from stbpi.rules.record.header import Header, read_tag
from stbpi.rules.record.model import SECRET, Place, Places, Record
from stbpi.rules.record.moves import Moves
from stbpi.rules.record.scanner import Scanner, logical_lines


def read_records(lines: Iterable[str], name: str = "record") -> Iterator[Record]:
    """The records that stand one after another in these lines, each as soon as it is complete.

    ``name`` says in errors where they come from. Raises :class:`RecordError` at the first thing that is not as
    it must be, and its :class:`BrokenRule` where that is readable but cannot be played.
    """
    reading: _Reading | None = None
    for line in logical_lines(lines, name):
        if line.begins_record():
            if reading is not None:
                yield reading.finish(line)
            reading = _Reading(line)
        elif reading is None:
            line.fail(f'this is no record of a match; the first line of one is "{words.FIRST_LINE}".')
        else:
            reading.read(line)
    if reading is None:
        raise RecordError(f'there is no record here; it begins with "{words.FIRST_LINE}".', 1, 1, name)
    yield reading.finish(None)


def read_record(text: str, name: str = "record") -> Record:
    """The one record in a text; raises as :func:`read_records` does."""
    records = list(read_records(text.split("\n"), name))
    if len(records) > 1:
        raise RecordError(
            f"{len(records)} records stand here where one was expected; take them apart.", 1, 1, name
        )
    return records[0]


class _Reading:
    """One record, as far as it has been read."""

    def __init__(self, first: Scanner) -> None:
        first.read_first_line()
        self._header = Header(first)
        self._first = Place(*first.place(0))
        self._last = first
        self._record: Record | None = None
        self._moves: Moves | None = None
        self._secret: str | None = None

    def read(self, line: Scanner) -> None:
        self._last = line
        if self._secret is not None:
            line.fail("the record has ended with its secret; only another record can follow.", 0)
        elif self._moves is not None and line.take_all((SECRET, "=")):
            self._end(self._moves, line)
        elif self._moves is not None:
            self._moves.read(line)
        elif line.sees(words.ROUND):
            self._begin(line)
        else:
            self._header.read(line)

    def _begin(self, line: Scanner) -> None:
        """The line that ends the head and begins the moves."""
        self._record = self._header.finish()
        line.expect(words.ROUND, words.ROUND)
        at = line.at
        if line.number("the number of the round") != 1:
            line.broken("the moves begin with round 1; write that.", at)
        if not line.done:
            line.unexpected("the end of the line")
        self._moves = Moves(self._record.rules, self._record.players)

    def _end(self, moves: Moves, line: Scanner) -> None:
        """The line that ends the moves and tells the secret."""
        moves.end(line)
        self._secret = read_tag(SECRET, line)
        if not line.done:
            line.unexpected("the end of the line")

    def finish(self, next_line: Scanner | None) -> Record:
        """The record, now that it has ended, at ``next_line`` or (None) with the last line."""
        if self._record is None or self._moves is None:
            self._header.finish()
            self._last.fail_behind('the record ends without moves; write "round 1" below the head.')
        self._moves.end(next_line or self._last)
        return replace(
            self._record,
            decisions=tuple(self._moves.decisions),
            tags=replace(self._record.tags, secret=self._secret),
            places=Places(self._first, tuple(self._moves.places)),
        )
