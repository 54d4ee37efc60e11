"""Rounds played by the house's players, many at once, each throw of all of them one step over arrays.

What throws mean and what answers them comes from :class:`stbpi.odds.rows.Row`, and so from the rules' own tables; who
throws next and when a round ends is said here once more, for arrays, and held to :class:`stbpi.rules.Match` by tests.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from stbpi.odds.rows import Masks, Row
from stbpi.odds.solving import SMALL_FLAPS
from stbpi.odds.tactics import AGAIN, BLOCKED, Flags, Hand, Throws

Points: TypeAlias = NDArray[Any]
"""Points: whole numbers where int64 holds every score of the row, else rounded."""

NO_SCORE = -1
"""Of who has none in a round."""


class Step(NamedTuple):
    """One throw in each of some matches, for who watches. ``ways`` are as :class:`Throws` counts them."""

    matches: Masks
    seats: Masks
    dice: int
    ways: Masks
    targets: Masks
    """What the thrower made of it; of a common throw, by match and seat, what each did, ``BLOCKED`` for nobody."""


class Watch(Protocol):
    """Told every throw, in order."""

    def __call__(self, step: Step, /) -> None:
        """Take one in."""


class Knows(Protocol):
    """Which plan of a hand to play by, knowing what others have scored."""

    def __call__(self, coming: Masks, lowest: Points, tied: Masks, /) -> Masks:
        """The plans, by how many turns are still to come, the lowest score, and how many share it (0: none yet)."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there: a way to play and, where it depends on the others' scores, how."""

    hand: Hand
    knows: Knows | None = None


class Table:
    """One rule set with its players, and the dice."""

    def __init__(self, row: Row, seats: Sequence[Seat], chance: np.random.Generator) -> None:
        self.row = row
        self.seats = tuple(seats)
        self.throws = {count: Throws(row, count) for count in row.weights}
        self.may_throw_one = 1 in row.weights and row.rules.dice > 1
        self.chance = chance
        small = len(row.flaps) <= SMALL_FLAPS
        self._scores = row.scores(0, len(row.flaps), 0) if small else None
        self._one_die = row.one_die(0, len(row.flaps), 0) if small else None

    def noted(self, masks: Masks) -> Points:
        """What positions note."""
        return self.row.scores_of(masks) if self._scores is None else self._scores[masks]

    def one_die_in(self, masks: Masks) -> Flags:
        """Where one die may be thrown."""
        return self.row.one_die_in(masks) if self._one_die is None else self._one_die[masks]

    def takes_one(self, hand: Hand, masks: Masks, passes: Masks, plans: Masks, may: Flags) -> Flags:
        """Who throws one die, of those who may."""
        if self.row.rules.one_die_forced or not may.any():
            return may
        one = np.zeros(len(masks), dtype=np.bool_)
        one[may] = hand.one_die(masks[may], passes[may], plans[may], self.chance)
        return one

    def fall(self, count: int, throws: int) -> Masks:
        """So many throws of so many dice."""
        return self.chance.integers(0, self.throws[count].ways, throws)


@dataclass(frozen=True, slots=True)
class Playing:
    """Turns of one seat: in these matches, from these positions."""

    hand: Hand
    seat: int
    matches: Masks
    masks: Masks
    passes: Masks
    plans: Masks

    def some(self, which: Masks | Flags) -> Playing:
        """Those of them."""
        return Playing(
            self.hand,
            self.seat,
            self.matches[which],
            self.masks[which],
            self.passes[which],
            self.plans[which],
        )


class Round:
    """A round of some matches. ``scores`` (``NO_SCORE`` where there is none) and ``shut`` go by match and seat."""

    def __init__(self, table: Table, starters: Masks, taking_part: Flags, watch: Watch | None) -> None:
        self.table = table
        self.scores: Points = np.full(taking_part.shape, NO_SCORE, dtype=table.row.kind)
        self.shut = np.zeros(taking_part.shape, dtype=np.bool_)
        self.throws = 0
        self.turns = 0
        self._starters = starters
        self._taking_part = taking_part
        self._watch = watch

    def throw(self, playing: Playing) -> tuple[Masks, Flags]:
        """A throw in each position: where it leads, and whether it was a double."""
        table = self.table
        count = table.row.rules.dice
        if not table.may_throw_one:
            return self._throw(playing, count)
        may = table.one_die_in(playing.masks)
        one = table.takes_one(playing.hand, playing.masks, playing.passes, playing.plans, may)
        targets, doubles = np.empty(len(one), dtype=np.int64), np.zeros(len(one), dtype=np.bool_)
        for dice, those in ((1, one), (count, ~one)):
            here = np.flatnonzero(those)
            if len(here):
                targets[here], doubles[here] = self._throw(playing.some(here), dice)
        return targets, doubles

    def _throw(self, playing: Playing, count: int) -> tuple[Masks, Flags]:
        table = self.table
        throws = table.throws[count]
        ways = table.fall(count, len(playing.masks))
        columns = throws.columns[ways]
        targets = playing.hand.answer(playing.masks, playing.passes, columns, playing.plans, table.chance)
        self.throws += len(targets)
        if self._watch is not None:
            seats = np.full(len(targets), playing.seat)
            self._watch(Step(playing.matches, seats, count, ways, targets))
        return targets, throws.doubles[ways]


class WholeTurns(Round):
    """One player throws until blocked or shut, then the next."""

    def play(self) -> None:
        """To its end."""
        matches, seats = self._taking_part.shape
        every = np.arange(matches)
        lowest: Points = np.zeros(matches, dtype=self.scores.dtype)
        tied, coming = np.zeros(matches, dtype=np.int64), self._taking_part.sum(axis=1)
        going_on = np.ones(matches, dtype=np.bool_)
        for place in range(seats):
            turn = (self._starters + place) % seats
            plays = self._taking_part[every, turn]
            coming = coming - plays
            plays = plays & going_on
            for seat, who in enumerate(self.table.seats):
                here = np.flatnonzero(plays & (turn == seat))
                if not len(here):
                    continue
                none = np.zeros(len(here), dtype=np.int64)
                plans = none if who.knows is None else who.knows(coming[here], lowest[here], tied[here])
                left = self._turns(Playing(who.hand, seat, here, none + self.table.row.full, none, plans))
                noted = self.table.noted(left)
                self.scores[here, seat] = noted
                self.shut[here, seat] = left == 0
                before = tied[here]
                lower = (before == 0) | (noted < lowest[here])
                tied[here] = np.where(lower, 1, before + (noted == lowest[here]))
                lowest[here] = np.where(lower, noted, lowest[here])
                self.turns += len(here)
                if self.table.row.rules.shut_ends_round:
                    going_on[here[left == 0]] = False

    def _turns(self, playing: Playing) -> Masks:
        """The position that each of these turns ends with."""
        final = np.empty(len(playing.masks), dtype=np.int64)
        index = np.arange(len(final))
        while len(index):
            targets, _ = self.throw(playing)
            ends = (targets == BLOCKED) | (targets == 0)
            if ends.any():
                final[index[ends]] = np.where(targets[ends] == 0, 0, playing.masks[ends])
                stay = np.flatnonzero(~ends)
                index, targets, playing = index[stay], targets[stay], playing.some(stay)
            playing = Playing(
                playing.hand,
                playing.seat,
                playing.matches,
                np.where(targets == AGAIN, playing.masks, targets),
                playing.passes,
                playing.plans,
            )
        return final
