"""The same odds in fractions: slow, for small boxes, and worked out throw by throw without any arrays.

It asks :class:`stbpi.rules.answers.Mechanics` for every single throw, as a match does, and so shares nothing with
:mod:`stbpi.odds.solving` that could be wrong in both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

from stbpi.odds.errors import OddsError
from stbpi.rules import Play, Rows, RuleSet
from stbpi.rules.answers import Dice, Mask, Mechanics, mechanics

MOST_FLAPS = 10
"""Of a row in fractions: a thousand positions take some seconds."""


def exact_value(rules: RuleSet, worth: Callable[[int], Fraction], opened: Sequence[int] = ()) -> Fraction:
    """The highest expectation of ``worth(score)`` from the start of a turn or a round, or with these flaps open.

    Raises :class:`OddsError` for more than ten flaps, and for a row that is raised for every throw.
    """
    if len(rules.flaps) > MOST_FLAPS:
        raise OddsError(
            f"{len(rules.flaps)} flaps are too many for fractions, which are for {MOST_FLAPS} at most; "
            "ask for floating point."
        )
    if rules.rows is Rows.SHARED and rules.play is Play.ONE_THROW:
        raise OddsError("A row raised for every throw has no fractions here; ask for floating point.")
    game = mechanics(rules)
    return _Fractions(game, worth).value(game.mask_of(opened) if opened else game.start, 0)


class _Fractions:
    def __init__(self, game: Mechanics, worth: Callable[[int], Fraction]) -> None:
        self._game = game
        self._worth = worth
        self._known: dict[tuple[Mask, int], Fraction] = {}

    def value(self, mask: Mask, passes: int) -> Fraction:
        """The worth of a position before its throw."""
        game = self._game
        if not mask:
            return self._worth(0)
        key = (mask, passes)
        if key not in self._known:
            values = [self._thrown(mask, passes, count) for count in game.choices_for(mask)]
            self._known[key] = max(value for value in values if value is not None)
        return self._known[key]

    def _thrown(self, mask: Mask, passes: int, count: int) -> Fraction | None:
        """The worth of throwing so many dice; None where every throw leaves everything as it is."""
        moving: list[Fraction] = []
        doubles: list[Fraction] = []
        throws = list(product(range(1, self._game.die_sides + 1), repeat=count))
        for dice in throws:
            found = self._answered(mask, passes, dice)
            if found is not None:
                (doubles if self._game.may_throw_again(dice) else moving).append(found)
        if not moving and not doubles:
            return None
        # The best doubles are closed, the others thrown again; how many is tried out.
        doubles.sort(reverse=True)
        tried = [moving + doubles[:kept] for kept in range(len(doubles) + 1)]
        return max(sum(kept, Fraction(0)) / len(kept) for kept in tried if kept)

    def _answered(self, mask: Mask, passes: int, dice: Dice) -> Fraction | None:
        """The worth of the best answer, or of being blocked; None where the position stays as it is."""
        game = self._game
        moves = game.answers(mask, dice)
        if moves:
            return max(self.value(game.after_closing(mask, move), 0) for move in moves)
        if game.may_throw_again(dice) or not game.out_after:
            return None
        if passes + 1 < game.out_after:
            return self.value(mask, passes + 1)
        return self._worth(game.score(mask))
