"""Rounds in which a turn is one throw: each player's own, or one that all answer."""

from __future__ import annotations

import numpy as np

from stbpi.odds.rounds import Playing, Round, Step, Table, Watch
from stbpi.odds.rows import Masks
from stbpi.odds.tactics import AGAIN, BLOCKED, Flags
from stbpi.rules import Doubles, Rows


class _ThrowByThrow(Round):
    """How everybody stands, by match and seat: ``masks`` and ``passes``, and who is ``playing``."""

    def __init__(self, table: Table, starters: Masks, taking_part: Flags, watch: Watch | None) -> None:
        super().__init__(table, starters, taking_part, watch)
        self.masks = np.full(taking_part.shape, table.row.full)
        self.passes = np.zeros(taking_part.shape, dtype=np.int64)
        self.playing = taking_part.copy()

    def counted(self, here: Masks, seat: int) -> Masks:
        """Passes as policies count them: not at all where nobody is ever out."""
        counts = self.table.row.rules.out_after > 0
        return self.passes[here, seat] if counts else np.zeros(len(here), dtype=np.int64)

    def block(self, here: Masks, seat: int) -> None:
        """A throw that these cannot answer."""
        self.passes[here, seat] += 1
        after = self.table.row.rules.out_after
        gone = here[self.passes[here, seat] >= after] if after else here[:0]
        self.scores[gone, seat] = self.table.noted(self.masks[gone, seat])
        self.playing[gone, seat] = False

    def close(self, here: Masks, seat: int, targets: Masks) -> None:
        """A throw that these have answered."""
        self.masks[here, seat] = targets
        self.passes[here, seat] = 0
        shut = here[targets == 0]
        self.scores[shut, seat] = 0
        self.shut[shut, seat] = True
        self.playing[shut, seat] = False

    def still_on(self, active: Masks, in_it: Flags) -> Flags:
        """Where the round goes on; elsewhere those who are ``in_it`` note what stands open."""
        on: Flags = np.asarray(self.playing[active].any(axis=1))
        if self.table.row.rules.shut_ends_round:
            on &= ~self.shut[active].any(axis=1)
        over = active[~on]
        for seat in range(len(self.table.seats)):
            some = over[in_it[over, seat]]
            self.scores[some, seat] = self.table.noted(self.masks[some, seat])
        return on


class InTurn(_ThrowByThrow):
    """A throw of one player, then the next player's."""

    def play(self) -> None:
        """To its end."""
        own = self.table.row.rules.rows is Rows.OWN
        thrown = np.zeros_like(self.playing)
        turn, active = self._starters.copy(), np.arange(len(self._starters))
        while len(active):
            again = np.zeros(len(active), dtype=np.bool_)
            for seat in range(len(self.table.seats)):
                place = np.flatnonzero(turn[active] == seat)
                here = active[place]
                if len(here):
                    if not own:
                        self.masks[here, seat] = self.table.row.full
                    again[place] = self._throw_once(here, seat)
                    thrown[here, seat] = True
            self.turns += int((~again).sum())
            stay = self.still_on(active, self.playing & (thrown | own))
            turn[active] = np.where(again, turn[active], following(turn[active], self.playing[active]))
            active = active[stay]

    def _throw_once(self, here: Masks, seat: int) -> Flags:
        """A throw of one seat in these matches; gives where the same player throws once more."""
        rules = self.table.row.rules
        before, none = self.masks[here, seat], np.zeros(len(here), dtype=np.int64)
        hand = self.table.seats[seat].hand
        targets, double = self.throw(Playing(hand, seat, here, before, self.counted(here, seat), none))
        again, blocked = targets == AGAIN, targets == BLOCKED
        closed = ~blocked & ~again
        self.block(here[blocked], seat)
        self.close(here[closed], seat, targets[closed])
        if rules.doubles is Doubles.AGAIN_AFTER_OR_THREE:
            usual = rules.max_flaps or len(rules.flaps)
            few = np.bitwise_count(before ^ np.where(closed, targets, before)) <= usual
            again |= closed & double & few & (targets != 0)
        return np.asarray(again)


class InCommon(_ThrowByThrow):
    """One throw that everybody still in answers, thrown by the starter or the next one still in."""

    def play(self) -> None:
        """To its end."""
        seats = len(self.table.seats)
        active = np.arange(len(self._starters))
        while len(active):
            thrower = following((self._starters[active] - 1) % seats, self.playing[active])
            one = self._takes_one(active, thrower)
            for dice, those in ((1, one), (self.table.row.rules.dice, ~one)):
                if those.any():
                    self._all_answer(active[those], thrower[those], dice)
            self.throws += len(active)
            self.turns += len(active)
            active = active[self.still_on(active, self.playing)]

    def _takes_one(self, active: Masks, thrower: Masks) -> Flags:
        table = self.table
        one = np.zeros(len(active), dtype=np.bool_)
        if not table.may_throw_one:
            return one
        may = ~one
        for seat in range(len(table.seats)):
            may &= table.one_die_in(self.masks[active, seat]) | ~self.playing[active, seat]
        for seat, who in enumerate(table.seats):
            those = np.flatnonzero(thrower == seat)
            here = active[those]
            none = np.zeros(len(here), dtype=np.int64)
            one[those] = table.takes_one(
                who.hand, self.masks[here, seat], self.counted(here, seat), none, may[those]
            )
        return one

    def _all_answer(self, here: Masks, thrower: Masks, dice: int) -> None:
        table = self.table
        ways = table.fall(dice, len(here))
        columns = table.throws[dice].columns[ways]
        did = np.full((len(here), len(table.seats)), BLOCKED)
        answering = self.playing[here]
        for seat, who in enumerate(table.seats):
            some = np.flatnonzero(answering[:, seat])
            those, none = here[some], np.zeros(len(some), dtype=np.int64)
            did[some, seat] = who.hand.answer(
                self.masks[those, seat], self.counted(those, seat), columns[some], none, table.chance
            )
        if self._watch is not None:
            self._watch(Step(here, thrower, dice, ways, did))
        for seat in range(len(table.seats)):
            some = np.flatnonzero(answering[:, seat])
            targets = did[some, seat]
            blocked = targets == BLOCKED
            self.block(here[some[blocked]], seat)
            self.close(here[some[~blocked]], seat, targets[~blocked])


def following(turn: Masks, playing: Flags) -> Masks:
    """The next seat that is playing, clockwise after this one; where nobody is, any."""
    seats = playing.shape[1]
    order = (turn[:, None] + 1 + np.arange(seats)) % seats
    first = np.take_along_axis(playing, order, axis=1).argmax(axis=1)
    found: Masks = np.take_along_axis(order, first[:, None], axis=1)[:, 0]
    return found
