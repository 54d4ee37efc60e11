"""What people type, read: a line becomes an order."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from gettext import NullTranslations
from types import MappingProxyType

from stbpi.terminal.cast import LONGEST_NAME, Cast
from stbpi.terminal.look import cut, one_line
from stbpi.terminal.refusal import LineError

MOST_DIGITS = 400
"""Digits of a number that is typed. A digits score of 64 flaps up to 999 has 192."""

_NUMBERS = re.compile(r"\d+(?:[\s,;+]+\d+)*[\s,;+]*")


class Word(StrEnum):
    """The words that mean something. They are typed as they stand here, whatever the language."""

    GO_ON = ""
    """Just Enter: what the prompt offers."""
    NUMBERS = "numbers"
    """Never typed: numbers on their own, flaps or dice."""
    LEGAL = "?"
    ROLL = "roll"
    ONE = "one"
    AGAIN = "again"
    FIX = "fix"
    NEXT = "next"
    STOP = "stop"
    UNDO = "undo"
    REDO = "redo"
    SHOW = "show"
    SCORES = "scores"
    RULES = "rules"
    LEAVE = "leave"
    CORRECT = "correct"
    HELP = "help"
    QUIT = "quit"


_ALONE = frozenset(
    {Word.ONE, Word.AGAIN, Word.NEXT, Word.STOP, Word.SHOW, Word.SCORES, Word.RULES, Word.HELP, Word.QUIT}
)
"""Words that nothing can follow."""

_OTHER_WORDS: Mapping[str, Word] = MappingProxyType(
    {
        "r": Word.ROLL,
        "throw": Word.ROLL,
        "u": Word.UNDO,
        "score": Word.SCORES,
        "h": Word.HELP,
        "q": Word.QUIT,
        "exit": Word.QUIT,
    }
)
"""What people type as well."""

_TYPED: Mapping[str, Word] = MappingProxyType(
    {word.value: word for word in Word if word not in (Word.GO_ON, Word.NUMBERS)} | dict(_OTHER_WORDS)
)


@dataclass(frozen=True, slots=True)
class Order:
    """One line understood. ``player`` is who was named before numbers, ``rest`` what follows a word."""

    word: Word
    numbers: tuple[int, ...] = ()
    player: int | None = None
    rest: str = ""


def read_order(line: str, cast: Cast, messages: NullTranslations) -> Order:
    """The order that a line gives; raises LineError, one sentence, where it gives none."""
    text = one_line(line)
    if not text:
        return Order(Word.GO_ON)
    if _NUMBERS.fullmatch(text):
        return Order(Word.NUMBERS, numbers_in(text, messages))
    first, _, rest = text.partition(" ")
    word = _TYPED.get(first.casefold())
    if word is not None:
        if rest and word in _ALONE:
            raise too_many_words(text, first, messages)
        return Order(word, rest=rest)
    if text.startswith("?"):
        return Order(Word.LEGAL, rest=text[1:].strip())
    found = cast.named_first(text)
    if found is not None and _NUMBERS.fullmatch(found[1]):
        return Order(Word.NUMBERS, numbers_in(found[1], messages), player=found[0])
    raise LineError(_unknown(text, first, messages))


def too_many_words(text: str, word: str, messages: NullTranslations) -> LineError:
    """What is wrong with a line that goes on behind a word that stands alone."""
    return LineError(
        messages.gettext('"{text}" has words too many; type {word} alone.').format(
            text=cut(text, LONGEST_NAME), word=word
        )
    )


def times_in(order: Order, messages: NullTranslations) -> int:
    """How many steps to take back or do again: one unless a number is typed; raises LineError."""
    if not order.rest:
        return 1
    if not re.fullmatch(r"\d+", order.rest) or not (times := number_in(order.rest, messages)):
        raise LineError(
            messages.gettext('"{text}" is no number of steps; write one, such as {word} 3.').format(
                text=cut(order.rest, LONGEST_NAME), word=order.word.value
            )
        )
    return times


def numbers_in(text: str, messages: NullTranslations) -> tuple[int, ...]:
    """The numbers of a text that has only numbers; raises LineError."""
    if text and not _NUMBERS.fullmatch(text):
        raise LineError(
            messages.gettext('"{text}" is no list of numbers; write them with blanks between, such as 1 8.')
            .format(text=cut(text, LONGEST_NAME))
        )  # fmt: skip
    return tuple(number_in(digits, messages) for digits in re.findall(r"\d+", text))


def number_in(digits: str, messages: NullTranslations) -> int:
    """A whole number; raises LineError where it is longer than anything that could be meant."""
    if len(digits) > MOST_DIGITS:
        raise LineError(
            messages.gettext("A number of {count} digits is too long; write at most {most}.").format(
                count=len(digits), most=MOST_DIGITS
            )
        )
    return int(digits)


def _unknown(text: str, first: str, messages: NullTranslations) -> str:
    _ = messages.gettext
    shown = cut(text, LONGEST_NAME)
    close = get_close_matches(first.casefold(), [word for word in _TYPED if len(word) > 1], n=1, cutoff=0.6)
    if close:
        return _('"{text}" means nothing here; did you mean {word}?').format(text=shown, word=close[0])
    return _('"{text}" means nothing here; type help to see what does.').format(text=shown)
