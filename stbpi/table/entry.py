"""Dice entered on the button: a press is a pip, a pause ends the die."""

from __future__ import annotations

from dataclasses import dataclass

from stbpi.table.button import MS
from stbpi.table.events import Micros

DIE_ENDS_AFTER: Micros = 1_500 * MS
"""A pause this long between two presses ends a die."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What has been counted of a throw and outlives a power cut: dice that have ended, and that it is of one die.

    The die being counted is not in it: coming back, nobody could tell whether its last pip was taken, and it would
    have to end by itself in front of nobody.
    """

    dice: tuple[int, ...] = ()
    one_die: bool = False


class DiceEntry:
    """The dice being entered for one throw."""

    def __init__(self) -> None:
        self._told = Counted()
        self._whole: tuple[int, ...] = ()
        self._pips = 0
        self._one_die = False
        self._ends_at: Micros | None = None

    @property
    def touched(self) -> bool:
        """Whether anything has been entered that could be cleared."""
        return self._one_die or bool(self._whole) or self._pips > 0

    @property
    def shown(self) -> tuple[int, ...]:
        """The dice so far, the one being counted last."""
        return (*self._whole, self._pips) if self._pips else self._whole

    @property
    def between(self) -> bool:
        """Whether a die has ended and the next is still to be counted."""
        return bool(self._whole) and self._pips == 0

    def awaited(self, dice: int) -> int:
        """How many dice the throw has, of which ``dice`` are thrown where one die was not asked for."""
        return 1 if self._one_die else dice

    @property
    def deadline(self) -> Micros | None:
        """When the die being counted ends if no pip follows."""
        return self._ends_at

    def newly_counted(self) -> Counted | None:
        """What has been counted, where it has changed since this was asked last."""
        counted = Counted(self._whole, self._one_die)
        told, self._told = self._told, counted
        return None if counted == told else counted

    def come_back(self, counted: Counted, sides: int, dice: int) -> None:
        """Go on with what was counted before a restart, if ``dice`` dice of so many sides can be that."""
        self._told = counted
        self._one_die = counted.one_die
        fits = len(counted.dice) < self.awaited(dice) and all(1 <= pips <= sides for pips in counted.dice)
        self._whole = counted.dice if fits else ()

    def pip(self, now: Micros, sides: int) -> bool:
        """Count a pip; False where the die has no more sides."""
        self._ends_at = now + DIE_ENDS_AFTER
        if self._pips == sides:
            return False
        self._pips += 1
        return True

    def pause(self) -> None:
        """The button went down: the die does not end before it is up again."""
        self._ends_at = None

    def go_on(self, now: Micros) -> None:
        """The button came up."""
        self._ends_at = now + DIE_ENDS_AFTER if self._pips else None

    def one_die(self) -> None:
        """The throw is of one die."""
        self._one_die = True

    def end_die(self, dice: int) -> tuple[int, ...] | None:
        """The pause is over; returns the throw if that was the last of its ``dice`` dice."""
        self._whole = self.shown
        self._pips = 0
        self._ends_at = None
        return self._whole if len(self._whole) >= self.awaited(dice) else None

    def forget_pips(self) -> None:
        """Count the die under way anew; those that have ended stay."""
        self._pips = 0
        self._ends_at = None

    def clear(self) -> None:
        """Forget all of it."""
        self._whole = ()
        self._pips = 0
        self._one_die = False
        self._ends_at = None
