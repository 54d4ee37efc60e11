"""How the final scores of a row are spread when it is played one way: every chance, worked out forwards.

Only positions that come up are looked at: of the 2^24 of 24 flaps, best play ever meets few.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from stbpi.odds.goals import Floats
from stbpi.odds.policy import Policy, answers_from, chosen
from stbpi.odds.rows import Masks, Row
from stbpi.odds.settle import NOTHING

AT_ONCE = 1 << 21
"""Positions times sets of flaps worked out together: some tens of MiB."""


def spread(policy: Policy) -> dict[int, float]:
    """The chance of every final score, lowest score first, from the start of a turn or a round."""
    return _Forwards(policy).run()


class _Forwards:
    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._row: Row = policy.row
        self._chance = np.zeros((self._row.passes, self._row.full + 1))
        self._met: dict[int, list[Masks]] = defaultdict(list)
        self._out: dict[int, float] = defaultdict(float)

    def run(self) -> dict[int, float]:
        """From everything open to all closed, or out."""
        row = self._row
        if row.raised_for_each_throw:
            self._raised()
        else:
            self._chance[0, row.full] = 1.0
            self._met[len(row.flaps)].append(np.array([row.full]))
            for level in range(len(row.flaps), 0, -1):
                if level in self._met:
                    self._level(np.unique(np.concatenate(self._met.pop(level))))
            self._note(np.array([0]), self._chance[:, :1].sum(axis=0))
        return dict(sorted((score, chance) for score, chance in self._out.items() if chance))

    def _level(self, masks: Masks) -> None:
        widest = max(len(column.sets) for column in self._row.columns)
        step = max(1, AT_ONCE // max(1, widest))
        for passes in range(self._row.passes):
            for first in range(0, len(masks), step):
                some = masks[first : first + step]
                some = some[self._chance[passes, some] > 0]
                if len(some):
                    self._go_on(passes, some)

    def _go_on(self, passes: int, masks: Masks) -> None:
        """Throw from these positions and take each throw where the policy leads it."""
        targets, unanswered, shares = self._throw(passes, masks)
        falls = self._chance[passes, masks][:, None] * shares
        blocked = np.where(unanswered, falls, 0.0).sum(axis=1)
        if passes + 1 < self._row.passes:
            self._chance[passes + 1, masks] += blocked
        else:
            self._note(masks, blocked)
        moved = ~unanswered & (falls > 0)
        np.add.at(self._chance[0], targets[moved], falls[moved])
        self._remember(np.unique(targets[moved]))

    def _throw(self, passes: int, masks: Masks) -> tuple[Masks, NDArray[np.bool_], Floats]:
        """By position and column: where it leads, whether nothing answers, and the chance that it falls.

        A throw that leaves the position as it is only means another one: the others share its chance.
        """
        row = self._row
        targets, unanswered, again = self._answers(passes, masks)
        one = self._policy.one_die[passes, masks][:, None]
        shares = np.where(one, row.shares.get(1, 0.0), row.shares[row.rules.dice])
        stays = again if row.rules.out_after else again | unanswered
        shares[stays] = 0.0
        shares /= shares.sum(axis=1, keepdims=True)
        return targets, unanswered, shares

    def _answers(self, passes: int, masks: Masks) -> tuple[Masks, NDArray[np.bool_], NDArray[np.bool_]]:
        """By position and column: where it leads, whether nothing answers, and whether it is thrown again."""
        row, policy = self._row, self._policy
        shape = (len(masks), len(row.columns))
        targets, preferred = np.zeros(shape, dtype=np.int64), np.full(shape, NOTHING)
        unanswered = np.ones(shape, dtype=np.bool_)
        for place, column in enumerate(row.columns):
            if column.sets:
                leads, closes = answers_from(row, place, masks)
                wanted = np.where(closes, policy.preferred[leads], NOTHING)
                targets[:, place], preferred[:, place] = chosen(leads, wanted)
                unanswered[:, place] = preferred[:, place] == NOTHING
        again = row.again & (unanswered | (preferred < policy.again_below[passes, masks][:, None]))
        return targets, unanswered & ~again, again

    def _remember(self, masks: Masks) -> None:
        opened = np.bitwise_count(masks)
        for level in np.unique(opened):
            self._met[int(level)].append(masks[opened == level])

    def _note(self, masks: Masks, chances: Floats) -> None:
        for mask, chance in zip(masks.tolist(), chances.tolist(), strict=True):
            if chance:
                self._out[self._row.score(mask)] += chance

    def _raised(self) -> None:
        """Each throw finds everything open, so that the only ends are the box shut, and out with everything open.

        The chance to shut, by passes, is that of the next throw, or what it is after one that leaves something open
        (no passes) or that is blocked (one pass more): as many equations as counts of passes.
        """
        row = self._row
        equations, shut = np.eye(row.passes), np.zeros(row.passes)
        for passes in range(row.passes):
            targets, unanswered, shares = (part[0] for part in self._throw(passes, np.array([row.full])))
            shut[passes] = shares[~unanswered & (targets == 0)].sum()
            equations[passes, 0] -= shares[~unanswered & (targets != 0)].sum()
            if passes + 1 < row.passes:
                equations[passes, passes + 1] -= shares[unanswered].sum()
        chance = float(np.linalg.solve(equations, shut)[0])
        self._out[0] += chance
        if row.rules.out_after:
            self._out[row.score(row.full)] += 1.0 - chance
