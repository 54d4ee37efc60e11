"""A rule set as a value: frozen, comparable, printable, checked when it is made, wherever it comes from."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, TypeAlias

from stbpi.rules.axes import Combine, Doubles, MatchKind, OneDie, Play, Rows, Scoring, Starter
from stbpi.rules.errors import shown
from stbpi.rules.texts import is_whole, not_whole

AxisValue: TypeAlias = str | int | bool | list[int]
"""What an axis is written as in JSON and TOML."""

MOST_FLAPS = 64
"""Flaps on one row. The largest tray in the rule sheets has 24; the rest is room for makers."""

NO_FLAPS = "none"
"""Stands for an empty list of flaps, as it does for numbers that switch their axis off."""

HIGHEST_FLAP = 999
"""The largest number a flap may carry."""

MOST_PLAYERS = 99
"""What "any number of players" comes to; nobody writes more names on one slate."""

MOST_DICE = 4
MOST_DIE_SIDES = 12

MOST_POINTS = 10**40
"""Scores read as digits reach 39 digits with 24 flaps, the longest row of the rule sheets. No target is higher, and a
correction by more points than this is a slip of the hand, unless somebody has so many to be taken away again.
"""

MOST_ROUNDS = 10_000
"""A round a minute for a week."""

HIGHEST_STAKE = 10**9
"""Smallest money units. Far above any stake in any money, and every balance stays a number people can read."""

HIGHEST_MULTIPLIER = 1000


class RuleSetError(ValueError):
    """A rule set that does not exist or cannot be played; the sentence gives value, place and mend.

    ``about`` are the keys it speaks of, the likeliest slip first: axes, or ``rules``, ``base`` or ``variants``.
    ``element`` is the one variant or flap that is wrong in a list of them, the last where it stands there twice.
    """

    def __init__(self, sentence: str, *about: str, element: object = None) -> None:
        super().__init__(sentence)
        self.about = about
        self.element = element


def nearest(wrong: str, known: Iterable[str]) -> str:
    """The end of a sentence about an unknown name: the nearest known one, or all of them."""
    names = list(known)
    close = difflib.get_close_matches(wrong, names, n=1, cutoff=0.5)
    if close:
        return f"did you mean {close[0]!r}?"
    return f"known are {', '.join(names)}." if names else "there are none to choose from."


Reader: TypeAlias = Callable[[str, object], Any]
"""Checks a value, given after the words that name its place, and gives it the type of its field."""


def _wrong(place: str, value: object, mend: str, element: object = None) -> RuleSetError:
    return RuleSetError(f"{place} = {shown(value)} cannot be: {mend}", element=element)


@dataclass(frozen=True, slots=True)
class Whole:
    """Whole numbers from ``least`` to ``most``; where 0 switches the axis off, None and the word ``off`` do too."""

    least: int
    most: int
    off: str | None = None

    def __call__(self, place: str, value: object) -> int:
        """The number; raises RuleSetError."""
        if self.off is not None and (value is None or value == self.off):
            return 0
        if type(value) is int and self.least <= value <= self.most:
            return value
        zero = f" (0: {self.off.replace('_', ' ')})" if self.off is not None else ""
        raise _wrong(place, value, f"write a whole number from {self.least} to {self.most}{zero}.")


@dataclass(frozen=True, slots=True)
class Word:
    """The values of an enum."""

    kind: type[StrEnum]

    def __call__(self, place: str, value: object) -> StrEnum:
        """The member with this value; raises RuleSetError."""
        if isinstance(value, str):
            for member in self.kind:
                if member.value == value:
                    return member
            raise _wrong(place, str(value), nearest(value, [member.value for member in self.kind]))
        raise _wrong(place, value, f"write one of {', '.join(repr(member.value) for member in self.kind)}.")


def _flag(place: str, value: object) -> bool:
    if type(value) is bool:
        return value
    raise _wrong(place, value, "write true or false.")


def _numbers(place: str, value: object) -> tuple[int, ...]:
    """Distinct flap numbers, put in ascending order: that is how they stand on the row, left to right."""
    if value is None or value == NO_FLAPS:
        return ()
    if not isinstance(value, list | tuple | range | set | frozenset):
        example = value if type(value) is int and 1 <= value <= HIGHEST_FLAP else 1
        raise _wrong(place, value, f"write a list of flap numbers, such as [{example}], or '{NO_FLAPS}'.")
    numbers = list(value)
    for number in numbers:
        if type(number) is not int or not 1 <= number <= HIGHEST_FLAP:
            raise _wrong(
                place, number, f"flaps carry whole numbers from 1 to {HIGHEST_FLAP}.", element=number
            )
    if len(set(numbers)) != len(numbers):
        twice = next(number for number in numbers if numbers.count(number) > 1)
        mend = f"flap {twice} stands there twice; each number is on one flap only."
        raise _wrong(place, numbers, mend, element=twice)
    return tuple(sorted(numbers))


def _flaps(place: str, value: object) -> tuple[int, ...]:
    if type(value) is int:
        if not 1 <= value <= MOST_FLAPS:
            raise _wrong(place, value, f"a row has 1 to {MOST_FLAPS} flaps.")
        return tuple(range(1, value + 1))
    if not isinstance(value, list | tuple | range | set | frozenset):
        raise _wrong(place, value, "write how many flaps a row has, or a list of flap numbers.")
    numbers = _numbers(place, value)
    if not 1 <= len(numbers) <= MOST_FLAPS:
        raise _wrong(place, value, f"a row has 1 to {MOST_FLAPS} flaps.")
    return numbers


READERS: Mapping[str, Reader] = {
    "flaps": _flaps,
    "closed_at_start": _numbers,
    "rows": Word(Rows),
    "play": Word(Play),
    "dice": Whole(1, MOST_DICE),
    "die_sides": Whole(2, MOST_DIE_SIDES),
    "one_die": Word(OneDie),
    "one_die_forced": _flag,
    "combine": Word(Combine),
    "max_flaps": Whole(0, MOST_FLAPS, off="no_limit"),
    "doubles": Word(Doubles),
    "out_after": Whole(0, 2, off="never"),
    "shut_ends_round": _flag,
    "scoring": Word(Scoring),
    "match": Word(MatchKind),
    "rounds": Whole(0, MOST_ROUNDS, off="none"),
    "target": Whole(0, MOST_POINTS, off="none"),
    "stake": Whole(0, HIGHEST_STAKE, off="none"),
    "shut_multiplier": Whole(1, HIGHEST_MULTIPLIER),
    "starter": Word(Starter),
    "min_players": Whole(1, MOST_PLAYERS),
    "max_players": Whole(1, MOST_PLAYERS),
    "first_throw_closes": Whole(0, HIGHEST_FLAP, off="none"),
    "stop_on": Whole(0, MOST_DICE * MOST_DIE_SIDES, off="none"),
    "eliminate_at": Whole(0, MOST_POINTS, off="none"),
    "others_multiplier_on_shut": Whole(1, HIGHEST_MULTIPLIER),
}
"""Every axis, in the order it is written, with what checks its value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """How one game is played. The defaults are those of ``classic``.

    Made anywhere, it is checked at once: :class:`RuleSetError` says which axis cannot be and why. Numbers
    that are 0 switch their axis off: ``max_flaps`` no limit, ``out_after`` never, ``stake`` none, ``rounds``
    and ``target`` where ``match`` does not ask for them, and so on. ``flaps`` may be given as a count; it is
    kept as the numbers.
    """

    name: str
    variants: tuple[str, ...] = ()
    flaps: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8, 9)
    closed_at_start: tuple[int, ...] = ()
    rows: Rows = Rows.SHARED
    play: Play = Play.UNTIL_BLOCKED
    dice: int = 2
    die_sides: int = 6
    one_die: OneDie = OneDie.NEVER
    one_die_forced: bool = False
    combine: Combine = Combine.SUM
    max_flaps: int = 0
    """Flaps one throw may close; 0: no limit."""
    doubles: Doubles = Doubles.PLAIN
    out_after: int = 1
    """Blocked throws in a row before a player is out; 0: never."""
    shut_ends_round: bool = True
    """At once; otherwise the round is played out."""
    scoring: Scoring = Scoring.SUM
    match: MatchKind = MatchKind.SINGLE
    rounds: int = 0
    target: int = 0
    """Points."""
    stake: int = 0
    """Smallest money units each player pays as a round begins."""
    shut_multiplier: int = 1
    """What shutting makes of the stake of every other player."""
    starter: Starter = Starter.ROTATE
    min_players: int = 1
    max_players: int = 8
    first_throw_closes: int = 0
    """The flap that the first throw of a turn must close."""
    stop_on: int = 0
    """The throw that ends a turn."""
    eliminate_at: int = 0
    """Points at which a player leaves the match."""
    others_multiplier_on_shut: int = 1
    """What the scores of a round are multiplied by when someone shuts in it; the shut box stays 0."""

    def __post_init__(self) -> None:
        # Not at the top: what checks a rule set plays it, and so needs this module first.
        from stbpi.rules.checks import check_combination

        if not isinstance(self.name, str) or not self.name.strip():
            raise RuleSetError(
                f"name = {self.name!r} cannot be: a rule set needs a name of at least one letter.", "rules"
            )
        if not is_whole(self.name):
            raise RuleSetError(str(not_whole(self.name)), "rules")
        object.__setattr__(self, "variants", _variant_names(self.variants))
        for axis, read in READERS.items():
            try:
                object.__setattr__(self, axis, read(f"Rule set {self.name!r}: {axis}", getattr(self, axis)))
            except RuleSetError as error:
                error.about = (axis,)
                raise
        check_combination(self)

    @classmethod
    def from_axes(cls, name: str, variants: Iterable[str], axes: Mapping[str, object]) -> RuleSet:
        """The rule set that ``axes()`` or a user wrote; an axis left out has its default (``classic``).

        The variants are only the names it goes by here: what they change must stand in ``axes``.
        """
        for axis in axes:
            if axis not in READERS:
                raise RuleSetError(
                    f"{axis!r} of the rule set {name!r} is no axis: {nearest(str(axis), READERS)}", str(axis)
                )
        given: dict[str, Any] = dict(axes)
        return cls(name=name, variants=_variant_names(variants), **given)

    def axes(self) -> dict[str, AxisValue]:
        """Every axis with its value, as JSON and TOML can hold it; :meth:`from_axes` reads it back."""
        return {axis: _plain(getattr(self, axis)) for axis in READERS}

    def __str__(self) -> str:
        """``tray + common, flaps [1, 2]``: name, variants, and the axes that differ from the defaults."""
        defaults = {field.name: field.default for field in fields(self)}
        changed = [
            f"{axis} {_plain(getattr(self, axis))}"
            for axis in READERS
            if getattr(self, axis) != defaults[axis]
        ]
        return ", ".join([" + ".join((self.name, *self.variants)), *changed])


def _variant_names(variants: object) -> tuple[str, ...]:
    if isinstance(variants, str) or not isinstance(variants, Iterable):
        raise RuleSetError(f"variants = {variants!r} cannot be: write a list of names.", "variants")
    names: list[str] = []
    for name in variants:
        if not isinstance(name, str):
            sentence = f"variants = {name!r} cannot be: a variant is named by a word."
        elif not is_whole(name):
            sentence = str(not_whole(name))
        elif name in names:
            sentence = f"The variant {name!r} is named twice; once is enough."
        else:
            names.append(name)
            continue
        raise RuleSetError(sentence, "variants", element=name)
    return tuple(names)


def _plain(value: object) -> AxisValue:
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, str | int):
        return value
    raise TypeError(f"an axis holds {value!r}")
