"""Ways of playing for the tests: brute force for legal moves, and players that only see the public face."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain, combinations, combinations_with_replacement

from stbpi.rules import Match, Phase, RuleSet
from stbpi.rules.actions import Action, Close, Correct, NextRound, Retire, Roll, RollAgain, Stop


def subsets(flaps: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every set of the flaps but the empty one."""
    return chain.from_iterable(combinations(flaps, count) for count in range(1, len(flaps) + 1))


def by_sum(flaps: tuple[int, ...]) -> dict[int, list[tuple[int, ...]]]:
    """Every set of the flaps under what it adds up to."""
    found: dict[int, list[tuple[int, ...]]] = {}
    for chosen in subsets(flaps):
        found.setdefault(sum(chosen), []).append(chosen)
    return found


def forced_moves(
    rules: RuleSet, opened: tuple[int, ...], dice: tuple[int, ...], sums: dict[int, list[tuple[int, ...]]]
) -> tuple[tuple[int, ...], ...]:
    """The legal moves by trying every set of open flaps (``sums`` lists them) against the axes."""
    total = sum(dice)
    double = len(dice) == 2 and dice[0] == dice[1] and rules.doubles != "plain"

    def allowed(chosen: tuple[int, ...]) -> bool:
        if rules.stop_on and total == rules.stop_on:
            return False
        if rules.combine == "single" and not (len(chosen) == 1 and chosen[0] in (*dice, total)):
            return False
        if rules.combine == "either" and chosen != (total,) and not set(chosen) <= set(dice):
            return False
        at_start = set(opened) == set(rules.flaps) - set(rules.closed_at_start)
        if rules.first_throw_closes and at_start and rules.first_throw_closes not in chosen:
            return False
        if not rules.max_flaps or len(chosen) <= rules.max_flaps:
            return True
        if rules.doubles == "again_after_or_three":
            return double and len(chosen) == 3
        return double and len(chosen) <= 3

    if rules.combine == "sum":
        candidates = sums.get(total, [])
    else:
        # No more flaps than dice: each is one die's number, or there is only the sum.
        candidates = [chosen for count in range(1, len(dice) + 1) for chosen in combinations(opened, count)]
    return tuple(sorted(chosen for chosen in candidates if allowed(chosen)))


def throws(rules: RuleSet, count: int) -> Iterator[tuple[int, ...]]:
    """Every throw of so many dice, in no order among the dice."""
    return combinations_with_replacement(range(1, rules.die_sides + 1), count)


def actions_now(match: Match, chance: random.Random, *, meddling: bool = False) -> Action:
    """One legal action. Open matches stop after a while; meddling players also leave and are corrected."""
    if meddling and chance.random() < 0.02:
        here = [seat for seat in range(len(match.players)) if match.in_match(seat)]
        return Retire(chance.choice(here))
    if meddling and chance.random() < 0.02:
        return Correct(chance.randrange(len(match.players)), chance.randint(-5, 5), "miscounted")
    if match.phase == Phase.ROUND_OVER:
        tired = match.round >= 4 or (match.rules.eliminate_at and match.round >= 40)
        if match.rules.match == "open" and tired and not match.rules.eliminate_at:
            return Stop()
        return NextRound()
    if match.phase == Phase.ROLL:
        count = chance.choice(match.dice_choices)
        return Roll(tuple(chance.randint(1, match.rules.die_sides) for _ in range(count)))
    if match.can_roll_again and chance.random() < 0.4:
        return RollAgain()
    seat = chance.choice(match.waiting_for)
    moves = match.legal_moves(seat)
    return Close(chance.choice(moves), seat if len(match.waiting_for) > 1 else None)


def play(match: Match, *steps: tuple[int, ...] | list[int] | str) -> Match:
    """A tuple is a throw, a list closes flaps, a word is the action of that name."""
    for step in steps:
        if isinstance(step, tuple):
            match = match.roll(*step)
        elif isinstance(step, list):
            match = match.close(step)
        else:
            match = getattr(match, step)()
    return match
