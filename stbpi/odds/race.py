"""Two players with a row each who throw in turn, exactly: every position of one against every one of the other.

Worth is counted in stakes of who is to throw: 1 for the lower score at the end of the round, what shutting multiplies
it by for a shut, 0 for a tie, and the same lost. Once one is out, the other plays alone against a score that is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from stbpi.odds.duel import beating
from stbpi.odds.errors import OddsError
from stbpi.odds.goals import Floats, Goal, Scores
from stbpi.odds.low import Level, levels_of
from stbpi.odds.rows import Masks, Row
from stbpi.odds.rows import row as row_of
from stbpi.odds.settle import NOTHING, settle
from stbpi.odds.solution import Solution
from stbpi.odds.solving import solve_afresh
from stbpi.rules import Doubles, Match, Play, Rows, RuleSet, Status

MOST_FLAPS = 10
"""Of a row: with a pass each to be remembered, four times 2^20 pairs of positions, 36 MB."""


@dataclass(frozen=True, eq=False)
class Race:
    """A round of two, solved, or what is left of it; everything by side.

    ``worth`` and ``one_die`` of a side go by passes and position of who is to throw, that side, and of the other:
    ``[passes, other's passes, position, other's position]``.
    """

    rows: tuple[Row, Row]
    worth: tuple[Floats, Floats]
    one_die: tuple[NDArray[np.bool_], NDArray[np.bool_]]
    alone: tuple[dict[int, Solution], dict[int, Solution]]
    """How each plays on against a score that is noted."""

    @property
    def value(self) -> float:
        """What who begins wins on average, in stakes."""
        return float(self.worth[0][0, 0, self.rows[0].full, self.rows[1].full])

    def against(
        self,
        opened: Iterable[int],
        other: Iterable[int],
        passes: int = 0,
        other_passes: int = 0,
        side: int = 0,
    ) -> Solution:
        """What who is to throw, or to answer a throw, can still win with these flaps open, the other still playing.

        Only of use for that position: what it says of others is what they are worth after an answer.
        """
        mine, others = self.rows[side], self.rows[1 - side]
        own, whose = self.worth[side], self.worth[1 - side]
        mask, theirs = mine.mask_of(tuple(opened)), others.mask_of(tuple(other))
        # After an answer it is the other's turn, and a pass is forgotten.
        after = -whose[other_passes, 0, theirs, :]
        worth = np.repeat(after[None, :], mine.passes, axis=0)
        one_die = np.zeros(worth.shape, dtype=np.bool_)
        # Throwing again leaves everything as it is.
        worth[passes, mask] = own[passes, other_passes, mask, theirs]
        one_die[passes, mask] = self.one_die[side][passes, other_passes, mask, theirs]
        if passes + 1 < mine.passes:
            worth[passes + 1, mask] = -whose[other_passes, passes + 1, theirs, mask]

        def out(final: Scores) -> Floats:
            """What being out is worth: the other plays on against the score."""
            alone = self.alone[1 - side]
            return -np.array(
                [float(alone[int(score)].worth[other_passes, theirs]) for score in final.tolist()]
            )

        return Solution(mine, Goal("to_win_the_race", out), worth, one_die)

    def to_win(self, match: Match, seat: int) -> Solution:
        """The same for a player of a match of two who is to throw or to answer; the sides are the seats."""
        other = 1 - seat
        noted = match.round_scores[other]
        if match.status(other) is not Status.PLAYING and noted is not None:
            return self.alone[seat][noted]
        return self.against(
            match.open_flaps(seat), match.open_flaps(other), match.passes(seat), match.passes(other), seat
        )


def can_race(rules: RuleSet) -> bool:
    """Whether two with a row each can be solved: one throw a turn, and out at some time."""
    throws = rules.rows is Rows.OWN and rules.play is Play.ONE_THROW
    return throws and rules.out_after > 0 and rules.doubles is not Doubles.AGAIN_AFTER_OR_THREE


@lru_cache(maxsize=2)
def race(rules: RuleSet, multiplier: int = 1) -> Race:
    """Best play of both, a shut being worth ``multiplier`` stakes. Raises :class:`OddsError` for any other game."""
    if not can_race(rules):
        raise OddsError(
            f"{rules.name!r} is no race of two rows, one throw of each player in turn, that comes to an end by itself."
        )
    of = row_of(rules)
    _check(of)
    return _Racing((of, of), multiplier).solved()


def rest_of_race(
    rules: RuleSet, opened: tuple[tuple[int, ...], tuple[int, ...]], multiplier: int = 1
) -> Race:
    """The race from where these flaps are open, by side: each flap that is closed already halves what is to be solved.

    Raises :class:`OddsError` for any other game, and for rows of more than ten flaps open.
    """
    if not can_race(rules) or rules.first_throw_closes:
        raise OddsError(f"What is left of a round of {rules.name!r} is no race of two rows of its own.")
    first, second = (left_of(rules, flaps) for flaps in opened)
    for of in (first, second):
        _check(of)
    return _Racing((first, first if opened[0] == opened[1] else second), multiplier).solved()


def left_of(rules: RuleSet, opened: Iterable[int]) -> Row:
    """The row of these rules with no other flaps than these to be closed any more."""
    flaps = frozenset(opened)
    return Row(replace(rules, closed_at_start=tuple(flap for flap in rules.flaps if flap not in flaps)))


def _check(of: Row) -> None:
    if len(of.flaps) > MOST_FLAPS:
        raise OddsError(
            f"Two rows of {len(of.flaps)} flaps have 4^{len(of.flaps)} pairs of positions, which would each be solved; "
            f"{MOST_FLAPS} flaps are the most."
        )


class _Racing:
    """Pair by pair, those with the fewest flaps open together first: an answer closes some, and only that is needed.

    Sides that are the same row share everything.
    """

    def __init__(self, rows: tuple[Row, Row], multiplier: int) -> None:
        self._multiplier = multiplier
        first, second = rows
        self._same = first is second
        scores = {of: of.scores(0, len(of.flaps), 0) for of in rows}
        one = _Side(first, second, scores[second], multiplier)
        self._sides = (one, one if self._same else _Side(second, first, scores[first], multiplier))

    def solved(self) -> Race:
        one, other = self._sides
        flaps = (len(one.row.flaps), len(other.row.flaps))
        sides = (0,) if self._same else (0, 1)
        for each in self._sides[: len(sides)]:
            if each.row.rules.shut_ends_round:
                # Whoever is to throw has lost already.
                each.worth[:, :, :, 0] = -float(self._multiplier)
            else:
                each.worth[:, :, :, 0] = each.beaten[0][:, None, :]
        for together in range(2, sum(flaps) + 1):
            counts = {
                side: range(max(1, together - flaps[1 - side]), min(flaps[side], together - 1) + 1)
                for side in sides
            }
            pairs = [(side, mine) for side in sides for mine in counts[side]]
            best = {(side, mine): list(self._best(side, mine, together - mine)) for side, mine in pairs}
            # A pass leads to the other's turn with as many flaps open, and one pass more.
            for passes, other_passes in sorted(
                product(range(one.row.passes), repeat=2), key=sum, reverse=True
            ):
                for side, mine in pairs:
                    self._fill(
                        side, mine, together - mine, passes, other_passes, best[side, mine][other_passes]
                    )
        return Race(
            (one.row, other.row),
            (one.worth, other.worth),
            (one.one_die, other.one_die),
            (one.alone, other.alone),
        )

    def _best(self, side: int, mine: int, theirs: int) -> Iterator[Floats]:
        """By the other's passes what the best answers are worth: by the other's position, position and column."""
        level, others = self._sides[side].levels[mine], self._sides[1 - side].levels[theirs].masks
        row, after = self._sides[side].row, self._sides[1 - side].worth
        width = len(row.columns)
        for other_passes in range(row.passes):
            best = np.full((len(others), len(level.masks) * width), NOTHING)
            if len(level.targets):
                leads = -after[other_passes, 0][np.ix_(others, level.targets)]
                best[:, level.cells] = np.maximum.reduceat(leads, level.starts, axis=1)
            yield best.reshape(-1, width)

    def _fill(self, side: int, mine: int, theirs: int, passes: int, other_passes: int, best: Floats) -> None:
        one, other = self._sides[side], self._sides[1 - side]
        masks, others = one.levels[mine].masks, other.levels[theirs].masks
        may = np.tile(one.may[masks], len(others))
        blocked = self._blocked(side, masks, others, passes, other_passes).reshape(-1)
        found = settle(one.row, best, blocked, may)
        shape = (len(others), len(masks))
        place = np.ix_(masks, others)
        one.worth[passes, other_passes][place] = found.worth.reshape(shape).T
        one.one_die[passes, other_passes][place] = found.one_die.reshape(shape).T

    def _blocked(self, side: int, masks: Masks, others: Masks, passes: int, other_passes: int) -> Floats:
        """What a blocked throw is worth, by the other's position and position."""
        other = self._sides[1 - side]
        if passes + 1 < other.row.passes:
            ahead = other.worth[other_passes, passes + 1][np.ix_(others, masks)]
        else:
            ahead = other.beaten[:, other_passes][np.ix_(masks, others)].T
        return np.asarray(-ahead, dtype=np.float64)


class _Side:
    """One row against another: what each pair of positions is worth to who throws on this one, as far as known."""

    def __init__(self, of: Row, against: Row, scores: Scores, multiplier: int) -> None:
        self.row = of
        shape = (of.passes, of.passes, of.full + 1, against.full + 1)
        self.worth = np.zeros(shape)
        self.one_die = np.zeros(shape, dtype=np.bool_)
        self.levels: dict[int, Level] = dict(enumerate(levels_of(of, len(of.flaps)), start=1))
        self.may = of.one_die(0, len(of.flaps), 0)
        every = np.unique(scores)
        self.alone = {
            score: solve_afresh(of, Goal(f"beat_{score}", beating(score, multiplier)))
            for score in every.tolist()
        }
        # By the position that the other noted a score with, passes, and position of who plays on alone.
        self.beaten = np.stack([solution.worth for solution in self.alone.values()])[
            np.searchsorted(every, scores)
        ]
