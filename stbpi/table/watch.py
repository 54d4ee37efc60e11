"""An eye on flaps that are asked to move and do not: after a while one of them is taken for broken."""

from __future__ import annotations

from stbpi.table.button import SECOND
from stbpi.table.events import FlapRef, Micros

FAULT_AFTER: Micros = 20 * SECOND
"""A flap that has not done for so long what it is asked to is taken for broken."""


class Watch:
    """The flaps that stand wrong, and since when these and no others.

    A single one becomes ``faulty`` after ``FAULT_AFTER``. Of several nobody may have tried any: between two rounds a
    whole row stands closed for as long as people talk. They only count from when somebody was seen at it, by flaps
    that were put right or by a press of the button; then they become faulty one after the other, the lowest first.
    """

    def __init__(self) -> None:
        self.faulty: FlapRef | None = None
        self._flaps: frozenset[FlapRef] = frozenset()
        self._since: Micros = 0
        self._tried: Micros | None = None

    def clear(self) -> None:
        """Nothing is asked of any flap."""
        self.faulty = None
        self._flaps = frozenset()
        self._tried = None

    def look(self, wrong: frozenset[FlapRef], now: Micros) -> None:
        """These stand wrong now."""
        if wrong != self._flaps:
            # Fewer than before is somebody's doing; others, or more, are another matter.
            self._tried = now if wrong < self._flaps else None
            self._flaps, self._since, self.faulty = wrong, now, None
        due = self._due
        if due is not None and now >= due:
            self.faulty = min(self._flaps)

    def pressed(self, now: Micros) -> None:
        """Somebody has pressed the button: it is not for want of people that nothing moves."""
        if self._flaps and self._tried is None:
            self._tried = now

    def try_again(self, now: Micros) -> None:
        """Give the faulty flap, and with it all others, as long again."""
        self._since, self.faulty = now, None

    def go_on(self, now: Micros) -> None:
        """Nobody was asked for anything meanwhile: all flaps have as long again, but for one known to be faulty."""
        self._since = now

    def leave_out(self) -> FlapRef | None:
        """Ask nothing more of the faulty flap, which is returned; the others have been asked as long as before."""
        left, self.faulty = self.faulty, None
        self._flaps = self._flaps.difference(() if left is None else (left,))
        return left

    @property
    def deadline(self) -> Micros | None:
        """When a flap becomes faulty if nothing moves."""
        return self._due if self.faulty is None else None

    @property
    def _due(self) -> Micros | None:
        if not self._flaps:
            return None
        if len(self._flaps) == 1:
            return self._since + FAULT_AFTER
        return None if self._tried is None else max(self._since, self._tried) + FAULT_AFTER
