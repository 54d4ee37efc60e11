"""Combinations of axes that cannot be played or that contradict each other, each refused with the reason.

Axes that merely have no effect beside another (``shut_multiplier`` without a stake, ``starter`` in a match of one
round, the three flaps of a double where ``combine`` closes one) are no contradiction: a set may be made ready for
what is changed later.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import NamedTuple

from stbpi.rules.answers import FLAPS_ON_A_DOUBLE, Dice, FlapSet, Mechanics
from stbpi.rules.axes import Combine, Doubles, MatchKind, OneDie, Play, Rows
from stbpi.rules.ruleset import RuleSet, RuleSetError


class Problem(NamedTuple):
    """What is wrong and how to mend it, and the axes it lies between, the likeliest slip first."""

    says: str
    axes: tuple[str, ...]
    flap: int | None = None
    """The one flap of a list that is wrong."""


def check_combination(rules: RuleSet) -> None:
    """Raise :class:`RuleSetError` for the first thing about the axes together that cannot be played."""
    for problem in _problems(rules):
        raise RuleSetError(
            f"The rule set {rules.name!r} cannot be played: {problem.says}",
            *problem.axes,
            element=problem.flap,
        )


def _problems(rules: RuleSet) -> Iterator[Problem]:
    yield from _row_problems(rules)
    yield from _turn_problems(rules)
    yield from _dice_problems(rules)
    yield from _closing_problems(rules)
    yield from _match_problems(rules)
    mechanics = Mechanics(rules)
    yield from _unreachable_flaps(mechanics)
    yield from _endless_problems(mechanics)


def _row_problems(rules: RuleSet) -> Iterator[Problem]:
    for flap in rules.closed_at_start:
        if flap not in rules.flaps:
            yield Problem(
                f"closed_at_start names flap {flap}, which flaps does not have; leave it out.",
                ("closed_at_start", "flaps"),
                flap,
            )
    if rules.closed_at_start == rules.flaps:
        yield Problem(
            "closed_at_start closes every one of the flaps; leave at least one open.",
            ("closed_at_start", "flaps"),
        )


def _turn_problems(rules: RuleSet) -> Iterator[Problem]:
    if rules.play is Play.COMMON_THROW and rules.rows is Rows.SHARED:
        yield Problem(
            "play = 'common_throw' is answered by several players, who need a row each, not rows = 'shared'; "
            "set rows = 'own'.",
            ("play", "rows"),
        )
    if rules.play is Play.UNTIL_BLOCKED and rules.out_after != 1:
        yield Problem(
            "a turn with play = 'until_blocked' ends with the first blocked throw, not with "
            f"out_after = {rules.out_after}; set out_after = 1 or play = 'one_throw'.",
            ("out_after", "play"),
        )
    if rules.play is Play.COMMON_THROW and rules.doubles is not Doubles.PLAIN:
        yield Problem(
            f"doubles = {rules.doubles.value!r} lets a player throw again, which with play = 'common_throw' "
            "nobody decides alone; set doubles = 'plain'.",
            ("doubles", "play"),
        )
    first = rules.first_throw_closes
    if first and rules.play is not Play.UNTIL_BLOCKED:
        yield Problem(
            f"first_throw_closes = {first} needs turns of several throws, not play = {rules.play.value!r}; "
            "set play = 'until_blocked'.",
            ("first_throw_closes", "play"),
        )
    if first and first not in rules.flaps:
        yield Problem(
            f"first_throw_closes = {first} is none of the flaps; name one of them.",
            ("first_throw_closes", "flaps"),
        )
    if first and first in rules.closed_at_start:
        yield Problem(
            f"first_throw_closes = {first} is closed by closed_at_start already; name a flap that is open.",
            ("first_throw_closes", "closed_at_start"),
        )


def _dice_problems(rules: RuleSet) -> Iterator[Problem]:
    if rules.doubles is not Doubles.PLAIN and rules.dice != 2:
        yield Problem(
            f"doubles = {rules.doubles.value!r} needs dice = 2, not {rules.dice}; set doubles = 'plain'.",
            ("doubles", "dice"),
        )
    if rules.dice == 1 and rules.one_die is not OneDie.NEVER:
        yield Problem(
            f"one_die = {rules.one_die.value!r} is a choice, but dice = 1 leaves none; set one_die = 'never'.",
            ("one_die", "dice"),
        )
    if rules.one_die_forced and rules.one_die is OneDie.NEVER:
        yield Problem(
            "one_die_forced says how, but one_die = 'never' says that it never happens; set one_die too.",
            ("one_die_forced", "one_die"),
        )
    if rules.stop_on and not any(sum(dice) == rules.stop_on for dice in _throws(rules)):
        yield Problem(
            f"stop_on = {rules.stop_on} is no throw of {_dice(rules)}; name one that is, or 0.",
            ("stop_on", "dice", "die_sides", "one_die"),
        )


def _closing_problems(rules: RuleSet) -> Iterator[Problem]:
    """Limits on the flaps of one answer that contradict each other."""
    combine = f"combine = {rules.combine.value!r}"
    most = {Combine.SINGLE: 1, Combine.EITHER: rules.dice}.get(rules.combine)
    if most is not None and rules.max_flaps > most:
        yield Problem(
            f"with {combine} a throw of {_dice(rules)} closes {_count(most)} at most, not "
            f"max_flaps = {rules.max_flaps}; set max_flaps = 0 or combine = 'sum'.",
            ("max_flaps", "combine", "dice"),
        )
    if rules.doubles is not Doubles.PLAIN and rules.max_flaps > FLAPS_ON_A_DOUBLE:
        yield Problem(
            f"doubles = {rules.doubles.value!r} lets a double close {_count(FLAPS_ON_A_DOUBLE)}, fewer than any "
            f"throw may with max_flaps = {rules.max_flaps}; set max_flaps = {FLAPS_ON_A_DOUBLE} or less, or 0 for "
            "no limit.",
            ("max_flaps", "doubles"),
        )


def _match_problems(rules: RuleSet) -> Iterator[Problem]:
    for axis, kind in (("rounds", MatchKind.ROUNDS), ("target", MatchKind.TARGET)):
        value = getattr(rules, axis)
        if rules.match is kind and not value:
            yield Problem(
                f"match = {kind.value!r} needs {axis}; set it to a whole number from 1 up.", (axis, "match")
            )
        if rules.match is not kind and value:
            yield Problem(
                f"{axis} = {value} means nothing with match = {rules.match.value!r}; set match = {kind.value!r}.",
                (axis, "match"),
            )
    if rules.eliminate_at and rules.match not in (MatchKind.OPEN, MatchKind.ROUNDS):
        yield Problem(
            f"eliminate_at = {rules.eliminate_at} needs rounds that no other total ends, not "
            f"match = {rules.match.value!r}; set match = 'open'.",
            ("eliminate_at", "match"),
        )
    if rules.min_players > rules.max_players:
        yield Problem(
            f"min_players = {rules.min_players} is above max_players = {rules.max_players}; exchange them.",
            ("min_players", "max_players"),
        )


_ABOUT_ANSWERS = (
    "flaps",
    "dice",
    "die_sides",
    "combine",
    "max_flaps",
    "stop_on",
    "one_die",
    "one_die_forced",
    "closed_at_start",
    "doubles",
    "first_throw_closes",
)
"""The axes that decide which flaps a throw closes."""


def _unreachable_flaps(mechanics: Mechanics) -> Iterator[Problem]:
    """Flaps of the row that no throw can ever close, so that nobody could ever shut the box."""
    rules = mechanics.rules
    opened = mechanics.open_of(mechanics.start)
    highest = rules.dice * rules.die_sides
    for flap in opened:
        if flap > highest:
            yield Problem(
                f"flaps has {flap}, but {_dice(rules)} make {highest} at most; leave that flap out or throw more "
                "dice.",
                ("flaps", "dice", "die_sides"),
                flap,
            )
    for flap in _never_closed(mechanics):
        yield Problem(
            f"flaps has {flap}, which no throw of {_dice(rules)} ever closes with {_limits(rules)}; leave that "
            f"flap out or {_mend(rules, flap)}.",
            _ABOUT_ANSWERS,
            flap,
        )


def _never_closed(mechanics: Mechanics) -> list[int]:
    """The open flaps that no throw closes from any position, alone or with others.

    All dice can be thrown at the start, where one die is least often allowed; one die where only the flaps it
    closes are open. No position between the two lets a throw close more.
    """
    rules = mechanics.rules
    all_dice = rules.dice in mechanics.choices_for(mechanics.start)
    missing = set(mechanics.open_of(mechanics.start))
    for dice, found in _sets_by_throw(mechanics):
        thrown = all_dice if len(dice) == rules.dice else mechanics.one_die_allowed(found.mask)
        if thrown and not found.mask & ~mechanics.start and mechanics.count_allowed(len(found.flaps), dice):
            missing.difference_update(found.flaps)
        if not missing:
            break
    return sorted(missing)


def _sets_by_throw(mechanics: Mechanics) -> Iterator[tuple[Dice, FlapSet]]:
    """Every throw with the flaps that answer it while everything is open, single flaps of all throws first.

    Nearly every flap is closed by its own number; sets of many flaps are many, and slow to list.
    """
    rules = mechanics.rules
    throws = [dice for dice in _throws(rules) if sum(dice) != rules.stop_on]
    for dice in throws:
        for number in {sum(dice)} if rules.combine is Combine.SUM else {sum(dice), *dice}:
            if number in rules.flaps:
                yield dice, FlapSet((number,), mechanics.mask_of((number,)))
    for dice in throws:
        for found in mechanics.sets_for(dice):
            yield dice, found


def _endless_problems(mechanics: Mechanics) -> Iterator[Problem]:
    """Ways of playing in which a round or a match could go on for ever, or a turn never begin."""
    rules = mechanics.rules
    opened = mechanics.open_of(mechanics.start)
    first = rules.first_throw_closes
    if first and not any(first in move for move in _moves(mechanics, mechanics.start)):
        yield Problem(
            f"no throw of {_dice(rules)} can close first_throw_closes = {first} with {_limits(rules)}; name a flap "
            "that can be closed first.",
            ("first_throw_closes", *_ABOUT_ANSWERS),
        )
    raised = rules.rows is Rows.SHARED and rules.play is Play.ONE_THROW
    if raised and opened not in _moves(mechanics, mechanics.start):
        yield Problem(
            "with rows = 'shared' and play = 'one_throw' the row is raised for every throw, and none shuts all "
            "of its flaps; use fewer flaps, rows = 'own' or play = 'until_blocked'.",
            ("rows", "play", *_ABOUT_ANSWERS),
        )
    ends = "eliminate_at" if rules.eliminate_at else "target" if rules.match is MatchKind.TARGET else ""
    if ends and _always_shut(mechanics):
        yield Problem(
            f"every throw shuts the box, so that nobody ever notes the points of {ends} = {getattr(rules, ends)}; "
            "use more flaps or match = 'rounds'.",
            ("flaps", ends, *_ABOUT_ANSWERS),
        )
    if rules.out_after:
        return
    if not rules.shut_ends_round:
        yield Problem(
            "with out_after = 0 nobody is out, and with shut_ends_round = false a round goes on until all have "
            "shut and note 0; set shut_ends_round = true.",
            ("shut_ends_round", "out_after"),
        )
    if rules.min_players == 1 and ends:
        yield Problem(
            "with out_after = 0 a player alone, whom min_players = 1 allows, always shuts and never notes the "
            f"points of {ends} = {getattr(rules, ends)}; set min_players = 2.",
            ("out_after", ends, "min_players", "match"),
        )
    # A row from which no throw can be answered would be passed on for ever. It is enough to look at
    # single flaps: whatever answers a flap standing alone answers it in company, and the numbers below
    # the number of dice, which need the one die, have it as long as they are alone.
    for flap in opened:
        if not _moves(mechanics, mechanics.mask_of((flap,))):
            yield Problem(
                f"flap {flap} alone can never be closed with {_dice(rules)}, and with out_after = 0 a round would "
                "never end; allow one die, leave the flap out or set out_after.",
                ("out_after", *_ABOUT_ANSWERS),
                flap,
            )


def _throws(rules: RuleSet) -> Iterator[Dice]:
    counts = {rules.dice} | ({1} if rules.one_die is not OneDie.NEVER else set())
    for count in counts:
        yield from combinations_with_replacement(range(1, rules.die_sides + 1), count)


def _moves(mechanics: Mechanics, mask: int) -> set[tuple[int, ...]]:
    """Every set of flaps that some throw from this position can close."""
    choices = mechanics.choices_for(mask)
    return {
        move
        for dice in _throws(mechanics.rules)
        if len(dice) in choices
        for move in mechanics.answers(mask, dice)
    }


def _always_shut(mechanics: Mechanics) -> bool:
    """Whether every throw of all the dice shuts a row of one flap. With more flaps some throw leaves one open."""
    start = mechanics.start
    opened = mechanics.open_of(start)
    return (
        len(opened) == 1
        and mechanics.choices_for(start) == (mechanics.rules.dice,)
        and all(opened in mechanics.answers(start, dice) for dice in _throws(mechanics.rules))
    )


# Words of the sentences


def _dice(rules: RuleSet) -> str:
    sides = f" with die_sides = {rules.die_sides}" if rules.die_sides != 6 else ""
    return f"dice = {rules.dice}{sides}"


def _count(flaps: int) -> str:
    return f"{flaps} flap" if flaps == 1 else f"{flaps} flaps"


def _limits(rules: RuleSet) -> str:
    """The axes besides the dice that keep throws from closing flaps."""
    said = [f"combine = {rules.combine.value!r}"]
    said += [f"max_flaps = {rules.max_flaps}"] * bool(rules.max_flaps)
    said += [f"stop_on = {rules.stop_on}"] * bool(rules.stop_on)
    said += ["one_die_forced"] * rules.one_die_forced
    return f"{', '.join(said[:-1])} and {said[-1]}" if said[1:] else said[0]


def _mend(rules: RuleSet, flap: int) -> str:
    """What else than leaving the flap out lets it be closed."""
    one_die_does_it = rules.one_die is OneDie.NEVER and rules.dice > 1 and flap <= rules.die_sides
    return "allow one die" if one_die_does_it and flap != rules.stop_on else "change one of these"
