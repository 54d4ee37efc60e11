"""The players of the house, each deciding from the match alone; what is left to chance is drawn by who asks.

The same over arrays, for simulations, is :mod:`stbpi.odds.tactics`. Only the perfect player needs NumPy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import TYPE_CHECKING

from stbpi.rules import Match, Phase, RuleSet
from stbpi.rules.aims import MOST_SOLVED
from stbpi.rules.answers import Dice, Mask, Mechanics, mechanics
from stbpi.rules.players import house_strength
from stbpi.rules.said import N_, Said
from stbpi.rules.strength import Strength

if TYPE_CHECKING:
    from stbpi.odds import Solution
    from stbpi.table.setup import MatchSetup

AS_GOOD = 1e-9
"""Stakes or points: what differs by less is as good."""

Chance = Callable[[int], int]


class Players:
    """Decides for every strength."""

    def unable(self, setup: MatchSetup, strength: Strength) -> Said | None:
        """Why a strength cannot play in a match; None where it can."""
        if strength is not Strength.PERFECT:
            return None
        if len(setup.rules.flaps) > MOST_SOLVED:
            many = N_(
                "{n} flaps are too many for the perfect player, who knows rows of up to {most}; choose another."
            )
            return Said.of(many, n=len(setup.rules.flaps), most=MOST_SOLVED)
        try:
            import stbpi.odds  # noqa: F401 - only whether it can be had
        except ImportError:
            return Said.of(
                N_(
                    "The perfect player needs NumPy, which is not installed; choose another, or install stbpi[odds]."
                )
            )
        return None

    def thinks(self, match: Match) -> bool:
        """Whether something is worth working out before the house's next decision; see :meth:`think`."""
        playing = match.phase in (Phase.ROLL, Phase.CLOSE) and len(match.rules.flaps) <= MOST_SOLVED
        return playing and Strength.PERFECT in map(house_strength, match.players)

    def think(self, match: Match) -> None:
        """Work that out and keep it: up to seconds on a slow computer, and on any thread.

        Decisions are the same without it; one that comes too early takes that time itself.
        """
        from stbpi.odds.winning import get_ready

        for seat, name in enumerate(match.players):
            if house_strength(name) is Strength.PERFECT:
                get_ready(match, seat)
                if seat in match.waiting_for:
                    best(match, seat)
        _points(match)

    def dice(self, match: Match, strength: Strength, chance: Chance) -> int:
        """How many dice the thrower throws, of several numbers that may be."""
        choices, seat = match.dice_choices, match.waiting_for[0]
        if len(choices) == 1:
            return choices[0]
        if strength is Strength.RANDOM:
            return choices[chance(len(choices))]
        opened = match.open_flaps(seat)
        game = mechanics(match.rules)
        if strength is Strength.PERFECT:
            wanted = _best_dice(match, seat)
        elif strength is Strength.GREEDY:
            wanted = _ahead(game, game.mask_of(opened))[1]
        else:
            wanted = 1 if _answered(game, game.mask_of(opened), 1) else game.rules.dice
        return wanted if wanted in choices else max(choices)

    def answer(self, match: Match, seat: int, strength: Strength, chance: Chance) -> tuple[int, ...]:
        """The flaps that a seat closes; () where it throws again."""
        moves = match.legal_moves(seat)
        opened = match.open_flaps(seat)
        if strength is Strength.RANDOM:
            return (*moves, *([()] if match.can_roll_again else []))[
                chance(len(moves) + match.can_roll_again)
            ]
        if strength is Strength.PERFECT:
            return _best_answer(match, seat)
        if strength is Strength.CAREFUL:
            return max(moves, key=lambda move: move[::-1])
        game = mechanics(match.rules)
        mask = game.mask_of(opened)
        return min(moves, key=lambda move: _ahead(game, game.after_closing(mask, move))[0])


def best(match: Match, seat: int) -> Solution:
    """What the perfect player plays by: to win the round where that decides the match and is known, else for points."""
    from stbpi.odds.winning import to_win

    return to_win(match, seat) or _points(match)


def _best_answer(match: Match, seat: int) -> tuple[int, ...]:
    """Of answers that are as good the one for the lowest score: who has won or lost already plays on decently."""
    opened, passes = match.open_flaps(seat), match.passes(seat)
    answers = best(match, seat).answers(opened, match.dice, passes)
    as_good = {one.close for one in answers if abs(one.worth - answers[0].worth) <= AS_GOOD}
    return next(
        one.close for one in _points(match).answers(opened, match.dice, passes) if one.close in as_good
    )


def _best_dice(match: Match, seat: int) -> int:
    opened, passes = match.open_flaps(seat), match.passes(seat)
    found = best(match, seat)
    worth = [found.throwing(opened, count, passes) for count in match.dice_choices]
    if max(worth) - min(worth) <= AS_GOOD:
        found = _points(match)
    return found.dice(opened, passes)


def _points(match: Match) -> Solution:
    from stbpi.odds import LOWEST_SCORE, solve

    return solve(match.rules, LOWEST_SCORE)


def _ahead(game: Mechanics, mask: Mask) -> tuple[int, int]:
    """Points left open after one throw and its best answer, over all throws, and with how many dice those are fewest.

    Counted over as many throws whichever dice are thrown, so that the sums compare.
    """
    found = [(_left_open(game, mask, count), count) for count in game.choices_for(mask)]
    # One die only where that is better: of equal ones the more dice.
    return min(found, key=lambda one: (one[0], -one[1]))


def _left_open(game: Mechanics, mask: Mask, count: int) -> int:
    total = 0
    for dice, ways in _throws(game.rules, count):
        moves = game.answers(mask, dice)
        left = min((game.score(game.after_closing(mask, move)) for move in moves), default=game.score(mask))
        total += ways * left
    return total * _as_many(game, count)


def _answered(game: Mechanics, mask: Mask, count: int) -> bool:
    """Whether more throws of so many dice are answered than of all of them."""

    def answered(count: int) -> int:
        ways = sum(ways for dice, ways in _throws(game.rules, count) if game.answers(mask, dice))
        return ways * _as_many(game, count)

    return answered(count) > answered(game.rules.dice)


def _as_many(game: Mechanics, count: int) -> int:
    """For how many throws of all dice one of so many stands."""
    return int(game.die_sides ** (game.rules.dice - count))


@lru_cache(maxsize=16)
def _throws(rules: RuleSet, count: int) -> tuple[tuple[Dice, int], ...]:
    return tuple(_counted(rules, count))


def _counted(rules: RuleSet, count: int) -> Iterator[tuple[Dice, int]]:
    """Every throw of so many dice, in ascending order of its dice, and in how many ways it falls."""
    for dice in combinations_with_replacement(range(1, rules.die_sides + 1), count):
        yield dice, factorial(count) // prod(map(factorial, Counter(dice).values()))
