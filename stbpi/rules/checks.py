"""Combinations of axes that cannot be played, each refused with the reason."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from stbpi.rules.answers import Dice, Mechanics
from stbpi.rules.axes import Doubles, MatchKind, OneDie, Play, Rows
from stbpi.rules.ruleset import RuleSet, RuleSetError


def check_combination(rules: RuleSet) -> None:
    """Raise :class:`RuleSetError` for the first thing about the axes together that cannot be played."""
    for problem in _problems(rules):
        raise RuleSetError(f"The rule set {rules.name!r} cannot be played: {problem}")


def _problems(rules: RuleSet) -> Iterator[str]:
    yield from _row_problems(rules)
    yield from _turn_problems(rules)
    yield from _dice_problems(rules)
    yield from _match_problems(rules)
    yield from _endless_problems(rules)


def _row_problems(rules: RuleSet) -> Iterator[str]:
    strange = [flap for flap in rules.closed_at_start if flap not in rules.flaps]
    if strange:
        yield f"closed_at_start names flap {strange[0]}, which is not on the row; leave it out."
    if rules.closed_at_start == rules.flaps:
        yield "closed_at_start closes every flap; leave at least one open."


def _turn_problems(rules: RuleSet) -> Iterator[str]:
    if rules.play is Play.COMMON_THROW and rules.rows is Rows.SHARED:
        yield "a common_throw is answered by several players, who need a row each; set rows = 'own'."
    if rules.play is Play.UNTIL_BLOCKED and rules.out_after != 1:
        yield (
            f"a turn thrown on until_blocked ends with the first blocked throw, not with out_after = "
            f"{rules.out_after}; set out_after = 1 or play = 'one_throw'."
        )
    if rules.play is Play.COMMON_THROW and rules.doubles is not Doubles.PLAIN:
        yield (
            f"doubles = {rules.doubles.value!r} lets a player throw again, which nobody decides alone for a "
            "common_throw; set doubles = 'plain'."
        )
    first = rules.first_throw_closes
    if first and rules.play is not Play.UNTIL_BLOCKED:
        yield f"first_throw_closes = {first} needs turns of several throws; set play = 'until_blocked'."
    if first and (first not in rules.flaps or first in rules.closed_at_start):
        yield f"first_throw_closes = {first} is not open at the start; name a flap that is."


def _dice_problems(rules: RuleSet) -> Iterator[str]:
    if rules.doubles is not Doubles.PLAIN and rules.dice != 2:
        yield f"doubles = {rules.doubles.value!r} needs two dice, not {rules.dice}; set doubles = 'plain'."
    if rules.dice == 1 and rules.one_die is not OneDie.NEVER:
        yield f"one_die = {rules.one_die.value!r} is a choice, but one die has none; set one_die = 'never'."
    if rules.one_die_forced and rules.one_die is OneDie.NEVER:
        yield "one_die_forced says how, but one_die = 'never' says that it never happens; set one_die too."
    if rules.stop_on and not any(sum(dice) == rules.stop_on for dice in _throws(rules)):
        yield f"stop_on = {rules.stop_on} is no throw of dice = {rules.dice}; name one that is, or 0."


def _match_problems(rules: RuleSet) -> Iterator[str]:
    for axis, kind in (("rounds", MatchKind.ROUNDS), ("target", MatchKind.TARGET)):
        value = getattr(rules, axis)
        if rules.match is kind and not value:
            yield f"match = {kind.value!r} needs {axis}; set it to a whole number from 1 up."
        if rules.match is not kind and value:
            yield (
                f"{axis} = {value} means nothing with match = {rules.match.value!r}; "
                f"set match = {kind.value!r}."
            )
    if rules.eliminate_at and rules.match not in (MatchKind.OPEN, MatchKind.ROUNDS):
        yield (
            f"eliminate_at = {rules.eliminate_at} needs rounds that no other total ends, not "
            f"match = {rules.match.value!r}; set match = 'open'."
        )
    if rules.min_players > rules.max_players:
        yield (
            f"min_players = {rules.min_players} is above max_players = {rules.max_players}; exchange them."
        )


def _endless_problems(rules: RuleSet) -> Iterator[str]:
    """Ways of playing in which a round could go on for ever, or never begin."""
    mechanics = Mechanics(rules)
    first = rules.first_throw_closes
    if first and not any(first in move for move in _moves(mechanics, mechanics.start)):
        yield f"no throw can close first_throw_closes = {first}; name a flap that can be closed first."
    if rules.play is Play.ONE_THROW and rules.rows is Rows.SHARED:
        opened = mechanics.open_of(mechanics.start)
        if opened not in _moves(mechanics, mechanics.start):
            yield (
                "with rows = 'shared' and play = 'one_throw' the row is raised for every throw, and none "
                "shuts all of it; use fewer flaps, rows = 'own' or play = 'until_blocked'."
            )
    if not rules.out_after:
        if not rules.shut_ends_round:
            yield "with out_after = 0 and rounds played out all note 0; set shut_ends_round = true."
        if rules.min_players == 1 and (rules.match is MatchKind.TARGET or rules.eliminate_at):
            yield (
                "with out_after = 0 a player alone always shuts and never notes the points that end it; "
                "set min_players = 2."
            )
        # A row from which no throw can be answered would be passed on for ever. It is enough to look at
        # single flaps: whatever answers a flap standing alone answers it in company, and the numbers below
        # the number of dice, which need the one die, have it as long as they are alone.
        for flap in mechanics.open_of(mechanics.start):
            if not _moves(mechanics, mechanics.mask_of((flap,))):
                yield (
                    f"flap {flap} alone can never be closed, and with out_after = 0 a round would never end; "
                    "allow one die, leave the flap out or set out_after."
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
