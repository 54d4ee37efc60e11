"""The contacts of matrix and button together: raw levels in, the picture out."""

from flapscan import ALL_COLUMNS, ROWS
from flapscan.debounce import Row

BUTTON_BIT = 0x8000
"""The button is debounced along with the first row, in a bit that no column has."""

HUM_AFTER = 1000
"""Scans without a pause in which some contact was as old as can be counted: no hand moves a flap for so long, a wire
that hangs in the air does for ever."""


class Contacts:
    """``rows``, ``button``, ``changes`` (of flaps) and ``presses`` (changes of the button) are the picture."""

    def __init__(self, levels: list, window: int) -> None:
        self.window = window
        self.rows = [level & ALL_COLUMNS for level in levels]
        self.button = bool(levels[0] & BUTTON_BIT)
        self.changes = 0
        self.presses = 0
        self.longest = 0
        """Of all movements: milliseconds from the first to the last edge."""
        self.moving = False
        """Whether some contact has not come to rest."""
        self._all = [Row(level) for level in levels]
        self._restless = 0

    @property
    def humming(self) -> bool:
        """Whether some contact never comes to rest."""
        return self._restless >= HUM_AFTER

    def set_window(self, window: int) -> None:
        """From now on another window."""
        self.window = window
        for row in self._all:
            row.restart(window)

    def scan(self, levels: list) -> None:
        """One look at all contacts, the button in its place."""
        restless = moving = False
        for number in range(ROWS):
            row = self._all[number]
            changed = row.scan(levels[number], self.window)
            if row.oldest:
                restless = True
            if row.moving:
                moving = True
            if changed:
                self._take(number, row, changed)
        self.moving = moving
        if not restless:
            self._restless = 0
        elif self._restless < HUM_AFTER:
            self._restless += 1

    def _take(self, number: int, row: Row, changed: int) -> None:
        self.rows[number] = row.settled & ALL_COLUMNS
        if row.longest > self.longest:
            self.longest = row.longest
        if changed & BUTTON_BIT:
            self.button = bool(row.settled & BUTTON_BIT)
            self.presses = self.presses + 1 & 0xFFFF
        self.changes = self.changes + ones(changed & ALL_COLUMNS) & 0xFFFF


def ones(bits: int) -> int:
    """How many bits are one."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count
