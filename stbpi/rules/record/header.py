"""The head of a record: what is played, by whom, and what is said about the match; and its end, the secret."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from stbpi.rules.errors import PlayersError
from stbpi.rules.match import Match
from stbpi.rules.record import words
from stbpi.rules.record.errors import TagError
from stbpi.rules.record.model import SECRET, TAGS, Record, Tags
from stbpi.rules.record.scanner import Scanner
from stbpi.rules.ruleset import HIGHEST_FLAP, NO_FLAPS, READERS, AxisValue, RuleSet, RuleSetError, nearest
from stbpi.rules.sets import house_set, rule_set, rule_set_names, variants_of

RULES = "rules"
BASE = "base"
VARIANTS = "variants"
PLAYERS = "players"
FLAP_AXES = ("flaps", "closed_at_start")
FLAGS = {"true": True, "false": False}

HEAD_TAGS = tuple(tag for tag in TAGS if tag != SECRET)
KEYS = (RULES, BASE, VARIANTS, *READERS, PLAYERS, *HEAD_TAGS)
"""Every key of the head, in the order they are written."""

_UNQUOTED_TAGS = ("date", "dice_source", "commitment", SECRET)
_UNQUOTED = re.compile(r"[A-Za-z0-9_:-]+")
_AXIS_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


# Writing


def header_lines(record: Record) -> Iterator[str]:
    """The lines ``key = value``."""
    rules = record.rules
    base = _base_of(rules)
    yield f"{RULES} = {words.name_text(rules.name)}"
    if base is not None:
        yield f"{BASE} = {words.name_text(base)}"
    if rules.variants:
        yield f"{VARIANTS} = {', '.join(map(words.name_text, rules.variants))}"
    for axis, value in _changes(rules, base).items():
        yield f"{axis} = {_axis_text(axis, value)}"
    yield f"{PLAYERS} = {', '.join(map(words.name_text, record.players))}"
    for tag in HEAD_TAGS:
        text = getattr(record.tags, tag)
        if text is not None:
            yield f"{tag} = {text if tag in _UNQUOTED_TAGS else words.quote(text)}"


def last_lines(record: Record) -> Iterator[str]:
    """The lines below the moves: the secret, where it may be told, behind an empty one."""
    if record.tags.secret is not None:
        yield ""
        yield f"{SECRET} = {record.tags.secret}"


def _base_of(rules: RuleSet) -> str | None:
    """The built-in set that a set of one's own differs least from; None for one that is built in itself."""
    if rules.name in rule_set_names() and set(rules.variants) <= set(variants_of(rules.name)):
        return None
    return min(rule_set_names(), key=lambda name: len(_changes(rules, name)))


def _changes(rules: RuleSet, base: str | None) -> dict[str, AxisValue]:
    """The axes that have to be named to get these rules; the fewest of them."""
    wanted = rules.axes()
    start = _made(rules.name, rules.variants, base, {}).axes()
    changed = {axis: value for axis, value in wanted.items() if value != start[axis]}
    for axis in tuple(changed):
        # Axes that only have a meaning beside another start afresh with it and need not be named.
        fewer = {other: value for other, value in changed.items() if other != axis}
        if _makes(rules, base, fewer):
            changed = fewer
    return changed


def _makes(rules: RuleSet, base: str | None, axes: Mapping[str, AxisValue]) -> bool:
    try:
        return _made(rules.name, rules.variants, base, axes) == rules
    except RuleSetError:
        return False


def _axis_text(axis: str, value: AxisValue) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return value
    if axis == "flaps" and len(value) == 1:
        # One number alone says how many flaps there are.
        return f"{value[0]}-{value[0]}"
    return ", ".join(_runs(value)) or NO_FLAPS


def _runs(flaps: list[int]) -> Iterator[str]:
    """``1-9`` for an unbroken run of three or more, other flaps one by one."""
    first = 0
    for end in range(1, len(flaps) + 1):
        if end < len(flaps) and flaps[end] == flaps[end - 1] + 1:
            continue
        if end - first > 2:
            yield f"{flaps[first]}-{flaps[end - 1]}"
        else:
            yield from map(str, flaps[first:end])
        first = end


# Reading


class Value(NamedTuple):
    """What stands behind a key: its line, and the offsets in it of the value and of every element of a list."""

    line: Scanner
    at: int
    elements: list[tuple[object, int]]

    def at_element(self, element: object) -> int:
        """The offset of an element, the last where it stands there twice; of the value where it has none."""
        return next((at for one, at in reversed(self.elements) if one == element), self.at)


class Header:
    """The head of a record being read: takes its lines one by one, then says what they come to."""

    def __init__(self, first: Scanner) -> None:
        self._first = first
        self._names: dict[str, list[str]] = {}
        self._axes: dict[str, Any] = {}
        self._tags: dict[str, str] = {}
        self._values: dict[str, Value] = {}

    def read(self, line: Scanner) -> None:
        """Take one line ``key = value``."""
        at = line.at
        key = line.raw(words.WORD, 'a line such as players = Anna, Ben, or "round 1"')
        if key == SECRET:
            line.fail("a secret is told when all is over; write this below the moves, as the last line.", at)
        if key not in KEYS:
            if not line.sees("=") and nearest(key, (words.ROUND, *KEYS)) == nearest(key, (words.ROUND,)):
                line.fail(f'{words.quote(key)} begins no line of a record; did you mean "round 1"?', at)
            line.fail(f"{words.quote(key)} is no key of a record: {nearest(key, KEYS)}", at)
        if key in self._values:
            line.fail(
                f"{key} stands in line {self._values[key].line.place(0)[0]} already; write it once.", at
            )
        line.expect("=", "=")
        value = Value(line, line.at, [])
        if key in READERS:
            self._axes[key] = self._axis(key, value)
        elif key in HEAD_TAGS:
            self._tags[key] = read_tag(key, line)
        else:
            value.elements.append(line.name("a name"))
            while key in (VARIANTS, PLAYERS) and line.take(","):
                value.elements.append(line.name("a name"))
            self._names[key] = [str(name) for name, _ in value.elements]
        if not line.done:
            line.unexpected("the end of the line")
        self._values[key] = value

    def finish(self) -> Record:
        """The record without a move."""
        for key in (RULES, PLAYERS):
            if key not in self._values:
                self._first.fail(f"the record does not say {key} = ...; write that below this line.", 0)
        rules = self._rules()
        players = tuple(self._names[PLAYERS])
        try:
            Match.start(rules, players)
        except PlayersError as error:
            line, at, names = self._values[PLAYERS]
            # The first one who is too many, else the first of those who are too few.
            raise line.illegal(
                error, names[rules.max_players][1] if names[rules.max_players :] else at
            ) from error
        return Record(rules, players, (), Tags(**self._tags))

    def _rules(self) -> RuleSet:
        (name,) = self._names[RULES]
        (base,) = self._names.get(BASE, [None])
        try:
            return _made(name, self._names.get(VARIANTS, []), base, self._axes)
        except RuleSetError as error:
            # At the first of what it is about that the record names. The rest follows from the set.
            key = next((key for key in error.about if key in self._values), RULES)
            value = self._values[key]
            value.line.fail(f"{error}{_house(key, base)}", value.at_element(error.element))

    def _axis(self, axis: str, place: Value) -> Any:
        line = place.line
        if not line.sees_number():
            word = line.raw(_AXIS_WORD, "a number or a word")
            value: Any = [] if word == NO_FLAPS and axis in FLAP_AXES else FLAGS.get(word, word)
        else:
            value = self._numbers(axis, place)
        try:
            READERS[axis](axis, value)
        except RuleSetError as error:
            line.fail(str(error), place.at_element(error.element))
        return value

    def _numbers(self, axis: str, place: Value) -> int | list[int]:
        line = place.line
        numbers: list[int] = []
        while True:
            at = line.at
            low = line.number("a number")
            alone = not numbers and not line.sees("-") and not line.sees(",")
            if alone and axis != "closed_at_start":
                return low
            high = line.number("the last flap") if line.take("-") else low
            if not low <= high <= HIGHEST_FLAP:
                line.fail(f"there are no such flaps; write 1 to {HIGHEST_FLAP}, the lower one first.", at)
            numbers += range(low, high + 1)
            place.elements.extend((number, at) for number in range(low, high + 1))
            if not line.take(","):
                return numbers


def read_tag(tag: str, line: Scanner) -> str:
    """What a tag says; the key and ``=`` have been taken."""
    at = line.at
    if tag in _UNQUOTED_TAGS:
        text = line.raw(_UNQUOTED, "a word without blanks")
    else:
        text = line.name("a name, or a text in quotes").text
    try:
        Tags(**{tag: text})
    except TagError as error:
        line.fail(str(error), at)
    return text


def _house(key: str, base: str | None) -> str:
    """What is also said where a set is not known: how those of the house are named."""
    if key == BASE:
        return (
            f" A set of the house changes a built-in one, which {BASE} names: {', '.join(rule_set_names())}."
        )
    if base is None and key == RULES:
        return f" A set of the house needs {BASE} = ... as well, the built-in set that it changes."
    return ""


def _made(name: str, variants: Any, base: str | None, axes: Mapping[str, Any]) -> RuleSet:
    """The rules that a head names: a built-in set with variants and changed axes, or one's own from ``base``."""
    if base is not None:
        return house_set(name, base, [((), axes)], variants)
    return RuleSet.from_axes(name, variants, rule_set(name, variants, **axes).axes())
