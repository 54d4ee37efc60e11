"""``stbpi odds``: what a position and a throw are worth when the rest is played best."""

from __future__ import annotations

import argparse
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from stbpi.cli.axes import AXIS, FLAPS, RULES, VARIANT, rules_given, spelled_out
from stbpi.cli.command import (
    AS_JSON,
    CONFIG,
    DONE,
    LANGUAGE,
    Argument,
    Command,
    UsageError,
    messages_for,
    say,
    whole_number,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from stbpi.odds import Solution
    from stbpi.rules import RuleSet

Throw = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Worth:
    """What something is worth when it is played for points, and when it is played to shut the box."""

    expected_score: float
    shut_probability: float

    def as_json(self) -> dict[str, float]:
        """Under the names that programs rely on."""
        return {"expected_score": self.expected_score, "shut_probability": self.shut_probability}


@dataclass(frozen=True, slots=True)
class Way:
    """A way to answer a throw; closing nothing is throwing again."""

    close: Throw
    again: bool
    worth: Worth

    def as_json(self) -> dict[str, Any]:
        """As ``best`` lists them."""
        again = {"roll_again": True} if self.again else {}
        return {"close": list(self.close), **again, **self.worth.as_json()}


class Position:
    """A row with these flaps open, passed so often in a row, solved for points and to be shut."""

    def __init__(self, rules: RuleSet, opened: Throw | None, passes: int = 0) -> None:
        from stbpi.odds import LOWEST_SCORE, SHUT, row, solve

        of = row(rules)
        self.rules = rules
        self.opened: Throw = of.flaps if opened is None else of.flaps_of(of.mask_of(opened))
        self.choices: tuple[int, ...] = of.mechanics.choices_for(of.mechanics.mask_of(self.opened))
        self.passes = passes
        self._points: Solution = solve(rules, LOWEST_SCORE)
        self._shut: Solution = solve(rules, SHUT)
        # A count of passes that cannot be is refused before anything is said.
        self.worth()

    @property
    def sum_decides(self) -> bool:
        """Whether throws of one sum are answered alike."""
        from stbpi.rules import Combine, Doubles

        return self.rules.combine is Combine.SUM and self.rules.doubles is Doubles.PLAIN

    def worth(self) -> Worth:
        """Before the throw."""
        return Worth(self._points.value(self.opened, self.passes), self._shut.value(self.opened, self.passes))

    def thrown(self, dice: Throw) -> Worth:
        """With a throw to answer, or blocked by it."""
        return Worth(
            self._points.thrown(self.opened, dice, self.passes),
            self._shut.thrown(self.opened, dice, self.passes),
        )

    def ways(self, dice: Throw) -> list[Way]:
        """Every way to answer a throw, the best for points first; of equal ones the better to shut."""
        shut = {
            (one.close, one.again): one.worth for one in self._shut.answers(self.opened, dice, self.passes)
        }
        ways = [
            Way(one.close, one.again, Worth(one.worth, shut[one.close, one.again]))
            for one in self._points.answers(self.opened, dice, self.passes)
        ]
        # The same expectation comes out of different sums, and so in digits that differ far behind the point.
        return sorted(
            ways, key=lambda way: (float(f"{way.worth.expected_score:.11g}"), -way.worth.shut_probability)
        )

    def throws(self, count: int) -> Iterator[tuple[Throw, float]]:
        """Every throw of so many dice, lowest first, in ascending order of its dice, with its chance."""
        return self._points.row.throws(count)

    def with_dice(self, count: int) -> Worth:
        """Before throwing so many dice now, and playing best from then on."""
        return Worth(
            self._points.throwing(self.opened, count, self.passes),
            self._shut.throwing(self.opened, count, self.passes),
        )


def odds(arguments: argparse.Namespace) -> int:
    """Say what a position, or a throw in it, is worth and how to go on."""
    from stbpi.config import load_settings

    settings = load_settings(arguments.config)
    opened = _numbers("--open", arguments.open)
    dice = _numbers("--roll", arguments.roll)
    if opened is not None:
        for flap in opened:
            if opened.count(flap) > 1:
                raise UsageError(
                    f"--open: flap {flap} is named {opened.count(flap)} times; name each flap once"
                )
    rules = rules_given(arguments, settings)
    try:
        position = Position(rules, opened, arguments.passes)
    except ImportError as error:
        raise UsageError("odds need NumPy, which is not installed; pip install 'stbpi[odds]'") from error
    if not position.opened:
        raise UsageError("--open names no flap; leave it out for all, or name one that is open")
    if dice is not None:
        _check(dice, position)
    if arguments.json:
        say(json.dumps(_as_json(position, dice), indent=2))
    else:
        from stbpi.cli.odds_told import told

        for line in told(position, dice, messages_for(arguments, settings)):
            say(line)
    return DONE


def _numbers(option: str, given: Sequence[str] | None) -> Throw | None:
    """``1,2,5``, ``1-3,5``, ``3+4``, ``3 4``: whole numbers from 1 up; None where the option was left out."""
    if given is None:
        return None
    text, example = given[0], "3+4" if option == "--roll" else "1,2,5"
    if len(given) > 1:
        raise UsageError(f"{option} is given {len(given)} times; write it once, as in {option} {example}")
    listed = text if option == "--roll" else spelled_out(text)
    words = [word for word in re.split(r"[\s,+]+", listed.strip()) if word]
    if not words or not all(word.isascii() and word.isdecimal() and int(word[:9]) > 0 for word in words):
        raise UsageError(f'{option} "{text}" is no list of numbers; write it as in {option} {example}')
    return tuple(int(word[:9]) for word in words)


def _check(dice: Throw, position: Position) -> None:
    """Refuse what these dice cannot show now."""
    sides = position.rules.die_sides
    for pips in dice:
        if pips > sides:
            raise UsageError(f"--roll: a die shows 1 to {sides}, not {pips}")
    if len(dice) not in position.choices:
        from stbpi.locale import catalogue
        from stbpi.locale.lists import either

        may = either([str(count) for count in position.choices], catalogue("en"))
        flaps = ",".join(map(str, position.opened))
        raise UsageError(f"--roll: with {flaps} open, dice to throw are {may}, not {len(dice)}")


def _as_json(position: Position, dice: Throw | None) -> dict[str, Any]:
    rules = position.rules
    told: dict[str, Any] = {
        "rules": rules.name,
        "variants": list(rules.variants),
        "open": list(position.opened),
        "passes": position.passes,
        "roll": None if dice is None else list(dice),
        **(position.worth() if dice is None else position.thrown(dice)).as_json(),
        "best": [] if dice is None else [way.as_json() for way in position.ways(dice)],
    }
    if dice is None:
        told["dice"] = [{"dice": count, **position.with_dice(count).as_json()} for count in position.choices]
        told["rolls"] = [
            {
                "roll": list(thrown),
                "probability": chance,
                **position.thrown(thrown).as_json(),
                "best": [way.as_json() for way in position.ways(thrown)[:1]],
            }
            for count in position.choices
            for thrown, chance in position.throws(count)
        ]
    return told


COMMAND = Command(
    "odds",
    "what a position or a throw is worth, and its best answers",
    odds,
    (
        RULES,
        VARIANT,
        FLAPS,
        AXIS,
        Argument(
            "--open",
            action="append",
            metavar="FLAPS",
            help="the open flaps, such as 1,2,5 or 1-5; all where left out",
        ),
        Argument("--roll", action="append", metavar="DICE", help="the throw to answer, such as 3+4"),
        Argument(
            "--passes",
            type=whole_number,
            default=0,
            metavar="N",
            help="throws passed in a row, where only the second puts a player out",
        ),
        LANGUAGE,
        CONFIG,
        AS_JSON,
    ),
)
