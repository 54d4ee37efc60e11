"""Takes a record apart: physical lines to logical ones, and a logical line to its words, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple, NoReturn

from stbpi.rules.errors import IllegalAction
from stbpi.rules.record import words
from stbpi.rules.record.errors import BrokenRule, RecordError

_BLANKS = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_BEFORE_COMMENT = re.compile(r'(?:"(?:\\.|[^"\\])*"|[^"#])*')
_BETWEEN = re.compile(r"[ \t]+")
_SIGN = re.compile(r"->|[-+:;,()=~]")
_HALF = re.compile("[\ud800-\udfff]")
_BYTE_ORDER_MARK = "\ufeff"

Token = tuple[str, str]
"""A kind (``number``, ``word``, ``text``, ``sign``) and what it says."""


class Name(NamedTuple):
    """A name as it was written, and where: the offset in its logical line."""

    text: str
    at: int


def logical_lines(lines: Iterable[str], name: str) -> Iterator[Scanner]:
    r"""The lines of a record, each with those it goes on in; empty ones and comments are passed over.

    ``lines`` may end in ``\n``, ``\r\n`` or nothing; a byte order mark before the first is ignored.
    """
    gathered: list[str] = []
    began = 0
    for number, line in enumerate(lines, start=1):
        text = line.removesuffix("\n").removesuffix("\r")
        half = _HALF.search(text)
        if half is not None:
            reason = f"U+{ord(half[0]):X} is half of a sign, which no file can hold; leave it out."
            raise RecordError(reason, number, half.start() + 1, name)
        if number == 1:
            text = text.removeprefix(_BYTE_ORDER_MARK)
        blank = _BLANKS.fullmatch(text) is not None
        if not gathered:
            if blank:
                continue
            began = number
        gathered.append(text)
        if not blank and not _goes_on(text):
            yield Scanner("\n".join(gathered), began, name)
            gathered = []
    if gathered:
        yield Scanner("\n".join(gathered), began, name)


def _goes_on(line: str) -> bool:
    """Whether a line, a comment at its end left aside, ends with a sign that the next line follows."""
    words_of_line = _BEFORE_COMMENT.match(line)
    return words_of_line is not None and words_of_line[0].rstrip(" \t").endswith((",", ";", "->"))


class Scanner:
    """Reads one logical line from left to right; blanks and comments between words do not count."""

    def __init__(self, text: str, line: int, name: str) -> None:
        self._text = text
        self._line = line
        self._name = name
        self._at = 0

    @property
    def at(self) -> int:
        """The offset of the next word."""
        self._skip()
        return self._at

    @property
    def done(self) -> bool:
        """Whether nothing is left."""
        return self.at == len(self._text)

    def place(self, at: int | None = None) -> tuple[int, int]:
        """Line and column, both from 1, of an offset or of the next word."""
        offset = self.at if at is None else at
        before = self._text[:offset]
        return self._line + before.count("\n"), offset - (before.rfind("\n") + 1) + 1

    def fail(self, reason: str, at: int | None = None) -> NoReturn:
        """Refuse what cannot be read."""
        raise RecordError(reason, *self.place(at), self._name)

    def fail_behind(self, reason: str) -> NoReturn:
        """What must follow this line does not."""
        self.fail(reason, len(self._text))

    def broken(self, reason: str, at: int | None = None) -> NoReturn:
        """Refuse what can be read, but not be so."""
        raise BrokenRule(reason, *self.place(at), self._name)

    def illegal(self, error: ValueError, at: int) -> BrokenRule:
        """The rules' own refusal, with its place."""
        code = error.code if isinstance(error, IllegalAction) else None
        return BrokenRule(str(error), *self.place(at), self._name, code)

    # The first line of a record

    def begins_record(self) -> bool:
        """Whether this is the first line of a record, of whatever version."""
        found = self.take_all(words.MAGIC)
        self._at = 0
        return found

    def read_first_line(self) -> None:
        """Take the first line of a record, which must be of the version read here."""
        self.take_all(words.MAGIC)
        at = self.at
        version = self.number("the version of the format")
        if version != words.VERSION:
            self.fail(
                f"this record has version {_shown(str(version))} of the format; "
                f"version {words.VERSION} can be read: get a newer stbpi.",
                at,
            )
        if not self.done:
            self.unexpected("the end of the line")

    # What stands next

    def sees(self, word: str) -> bool:
        """Whether this word or sign comes next."""
        return self._peek() == word

    def take(self, word: str) -> bool:
        """Take this word or sign if it comes next."""
        if self._peek() != word:
            return False
        self._at += len(word)
        return True

    def take_all(self, several: Iterable[str]) -> bool:
        """Take these words if they all come next, one after the other; else none of them."""
        at = self.at
        if all(self.take(word) for word in several):
            return True
        self._at = at
        return False

    def expect(self, word: str, wanted: str) -> None:
        """Take this word or sign, which must come next."""
        if not self.take(word):
            self.unexpected(wanted)

    def sees_number(self) -> bool:
        """Whether a number comes next."""
        return self._match(words.NUMBER) is not None

    def number(self, wanted: str) -> int:
        """The number that must come next."""
        found = self._match(words.NUMBER)
        if found is None:
            self.unexpected(wanted)
        digits = found[0]
        if len(digits) > words.LONGEST_NUMBER:
            self.fail(f"a number of {len(digits)} digits is too long; {words.LONGEST_NUMBER} are the most.")
        if len(digits) > 1 and digits[0] == "0":
            self.fail(f"{_shown(digits)} begins with 0; leave that out.")
        self._at = found.end()
        return int(digits)

    def text(self, wanted: str) -> str:
        """The string in quotes that must come next."""
        found = self._match(words.STRING)
        if found is None:
            self.unexpected(wanted)
        bad = words.bad_escape(found[0])
        if bad is not None:
            self.fail(
                "there is no such sign; write \\u{0} to \\u{d7ff} or \\u{e000} to \\u{10ffff}.",
                found.start() + bad,
            )
        self._at = found.end()
        return words.unquote(found[0])

    def sees_name(self) -> bool:
        """Whether a name comes next, bare or in quotes."""
        return self._match(words.NAME) is not None or self._text.startswith('"', self.at)

    def name(self, wanted: str) -> Name:
        """The name that must come next."""
        at = self.at
        found = self._match(words.NAME)
        if found is None:
            return Name(self.text(wanted), at)
        self._at = found.end()
        return Name(_BETWEEN.sub(" ", found[0]), at)

    def sees_label(self) -> bool:
        """Whether a name or a seat with a colon behind it comes next."""
        at = self.at
        if self.take(words.SEAT):
            number = self._match(words.NUMBER)
            self._at = at if number is None else number.end()
        else:
            word = self._match(words.WORD)
            found = self._match(words.STRING)
            if found is None and word is not None and word[0] not in words.RESERVED:
                found = self._match(words.NAME)
            self._at = at if found is None else found.end()
        labelled = self._at > at and self.sees(":")
        self._at = at
        return labelled

    def raw(self, pattern: re.Pattern[str], wanted: str) -> str:
        """What a pattern of its own finds next."""
        found = self._match(pattern)
        if found is None:
            self.unexpected(wanted)
        self._at = found.end()
        return found[0]

    def token(self) -> Token | None:
        """The next word, number (as its digits), string, ``+`` or ``-`` of a fact; None before anything else."""
        if (found := self._match(words.NUMBER)) is not None:
            self._at = found.end()
            return "number", found[0]
        if self._text.startswith('"', self.at):
            return "text", self.text("a string")
        if (found := self._match(words.WORD)) is not None:
            self._at = found.end()
            return "word", found[0]
        for sign in "+-":
            if self.take(sign):
                return "sign", sign
        return None

    def unexpected(self, wanted: str) -> NoReturn:
        """Something else than what must come next."""
        at = self.at
        if at == len(self._text):
            self.fail(f"the line ends here; {wanted} must follow.")
        if self._text[at] == '"' and self._match(words.STRING) is None:
            self.fail(
                'this string is not one; end it with ", and write only \\", \\\\, \\n, \\t or \\u{...} with \\.'
            )
        self.fail(f"{_shown(self._next())} stands here; {wanted} must.")

    # Inside

    def _skip(self) -> None:
        found = _BLANKS.match(self._text, self._at)
        if found is not None:
            self._at = found.end()

    def _match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        return pattern.match(self._text, self.at)

    def _peek(self) -> str:
        found = self._match(words.WORD) or self._match(_SIGN)
        return "" if found is None else found[0]

    def _next(self) -> str:
        found = (
            self._match(words.WORD)
            or self._match(words.NUMBER)
            or self._match(words.STRING)
            or self._match(_SIGN)
        )
        return self._text[self.at] if found is None else found[0]


def tokens_of(text: str) -> tuple[Token, ...]:
    """The tokens of a fact that is written as the format writes it."""
    scanner = Scanner(text, 1, "fact")
    found: list[Token] = []
    while not scanner.done:
        token = scanner.token()
        if token is None:
            scanner.unexpected("a word or a number")
        found.append(token)
    return tuple(found)


_LONGEST_SHOWN = 40


def _shown(text: str) -> str:
    """A piece of a record for a sentence, shortened where it is long."""
    shown = text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 3]}..."
    return shown if shown.startswith('"') and shown.isprintable() else words.quote(shown)
