"""The EBNF of the documents, made to run: it recognises texts, and makes up texts of its own."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

_PIECE = re.compile(r'\s*(?:"(?P<literal>[^"]+)"|(?P<name>[A-Za-z_]+)|(?P<sign>[=;|{}\[\]()]))')


@dataclass(frozen=True)
class Literal:
    text: str


@dataclass(frozen=True)
class Rule:
    """A rule or, in capitals, a terminal."""

    name: str


@dataclass(frozen=True)
class Sequence:
    parts: tuple[Expression, ...]


@dataclass(frozen=True)
class Choice:
    parts: tuple[Expression, ...]


@dataclass(frozen=True)
class Repeat:
    part: Expression
    least: int
    most: int | None


Expression: TypeAlias = Literal | Rule | Sequence | Choice | Repeat


def parse(text: str) -> dict[str, Expression]:
    """The rules of a grammar by name, in order."""
    pieces = [found for found in _PIECE.finditer(text) if found[0].strip()]
    assert "".join(found[0] for found in pieces).split() == text.split()
    return dict(_Parser(pieces).rules())


class _Parser:
    def __init__(self, pieces: list[re.Match[str]]) -> None:
        self._pieces = pieces
        self._at = 0

    def rules(self) -> Iterator[tuple[str, Expression]]:
        while self._at < len(self._pieces):
            name = self._next()["name"]
            assert self._next()["sign"] == "="
            yield name, self._choice()
            assert self._next()["sign"] == ";"

    def _next(self) -> re.Match[str]:
        self._at += 1
        return self._pieces[self._at - 1]

    def _takes(self, sign: str) -> bool:
        taken = self._pieces[self._at]["sign"] == sign
        self._at += taken
        return taken

    def _choice(self) -> Expression:
        parts = [self._sequence()]
        while self._takes("|"):
            parts.append(self._sequence())
        return parts[0] if len(parts) == 1 else Choice(tuple(parts))

    def _sequence(self) -> Expression:
        parts: list[Expression] = []
        while self._pieces[self._at]["sign"] not in ("|", ";", ")", "]", "}"):
            parts.append(self._part())
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def _part(self) -> Expression:
        for opening, closing, least, most in (("[", "]", 0, 1), ("{", "}", 0, None), ("(", ")", 1, 1)):
            if self._takes(opening):
                inner = self._choice()
                assert self._takes(closing)
                return inner if (least, most) == (1, 1) else Repeat(inner, least, most)
        found = self._next()
        return Literal(found["literal"]) if found["literal"] is not None else Rule(found["name"])


def literals(grammar: Mapping[str, Expression]) -> set[str]:
    """Every terminal that stands for itself."""

    def inside(expression: Expression) -> Iterator[str]:
        if isinstance(expression, Literal):
            yield expression.text
        elif isinstance(expression, Sequence | Choice):
            for part in expression.parts:
                yield from inside(part)
        elif isinstance(expression, Repeat):
            yield from inside(expression.part)

    return {text for expression in grammar.values() for text in inside(expression)}


class Recogniser:
    """Says whether a text is of the grammar. Tries every choice, and repetitions from long to short."""

    def __init__(
        self,
        grammar: Mapping[str, Expression],
        terminals: Mapping[str, re.Pattern[str]],
        literal: Callable[[str], re.Pattern[str]],
    ) -> None:
        self._grammar = grammar
        self._terminals = terminals
        self._literal = literal

    def accepts(self, text: str, rule: str) -> bool:
        return any(end == len(text) for end in self._ends(Rule(rule), text, 0))

    def _ends(self, expression: Expression, text: str, at: int) -> Iterator[int]:
        if isinstance(expression, Literal):
            found = self._literal(expression.text).match(text, at)
            if found is not None:
                yield found.end()
        elif isinstance(expression, Rule):
            if expression.name in self._grammar:
                yield from self._ends(self._grammar[expression.name], text, at)
            elif (found := self._terminals[expression.name].match(text, at)) is not None:
                yield found.end()
        elif isinstance(expression, Choice):
            for part in expression.parts:
                yield from self._ends(part, text, at)
        elif isinstance(expression, Sequence):
            yield from self._all(expression.parts, text, at)
        else:
            yield from self._repeated(expression, text, at)

    def _all(self, parts: tuple[Expression, ...], text: str, at: int) -> Iterator[int]:
        if not parts:
            yield at
            return
        for end in self._ends(parts[0], text, at):
            yield from self._all(parts[1:], text, end)

    def _repeated(self, expression: Repeat, text: str, at: int) -> Iterator[int]:
        # Each time round the first way that fits: no part of this grammar fits in two ways that matter.
        ends = [at]
        while expression.most is None or len(ends) <= expression.most:
            end = next(self._ends(expression.part, text, ends[-1]), None)
            if end is None or end == ends[-1]:
                break
            ends.append(end)
        yield from reversed(ends[expression.least :])


class Author:
    """Makes up texts of the grammar."""

    def __init__(
        self,
        grammar: Mapping[str, Expression],
        terminals: Mapping[str, Callable[[random.Random], str]],
        chance: random.Random,
    ) -> None:
        self._grammar = grammar
        self._terminals = terminals
        self._chance = chance

    def text(self, rule: str) -> str:
        """A text of the rule, with blanks between its terminals."""
        return " ".join(self._words(Rule(rule)))

    def _words(self, expression: Expression) -> Iterator[str]:
        if isinstance(expression, Literal):
            yield expression.text
        elif isinstance(expression, Rule):
            if expression.name in self._grammar:
                yield from self._words(self._grammar[expression.name])
            else:
                yield self._terminals[expression.name](self._chance)
        elif isinstance(expression, Choice):
            yield from self._words(self._chance.choice(expression.parts))
        elif isinstance(expression, Sequence):
            for part in expression.parts:
                yield from self._words(part)
        else:
            for _ in range(expression.least, expression.most or 3):
                if self._chance.random() < 0.5:
                    yield from self._words(expression.part)
