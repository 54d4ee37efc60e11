"""Telling movements from bounce, for one row of up to sixteen contacts at once.

The same promise as the host's stbpi/tray/debounce.py: every change of level restarts the window of its contact, and one
window after the last change the settled picture equals the contact. Time is counted in scans, one a millisecond. A row
in which nothing moves costs one comparison; that is how the whole matrix can be looked at 1,000 times a second.
"""

CONTACTS = 16
OLDEST = 255
"""Scans; a movement that lasts longer counts as this old."""

WINDOW_MIN = 1
WINDOW_MAX = 50


class Row:
    """The contacts of one row; ``level`` as read last, bounce and all, ``settled`` as they came to rest last."""

    def __init__(self, level: int) -> None:
        self.level = level
        self.settled = level
        self.longest = 0
        """Scans from the first to the last change of the longest movement."""
        self.oldest = False
        """Whether some contact has moved for ``OLDEST`` scans and still does."""
        self.moving = 0
        """The contacts whose window is running."""
        self._left = bytearray(CONTACTS)  # scans until it rests
        self._age = bytearray(CONTACTS)  # scans since the first change of the movement

    def restart(self, window: int) -> None:
        """Whoever is moving has the whole of a new window before them."""
        for at in range(CONTACTS):
            if self.moving >> at & 1:
                self._left[at] = window

    def scan(self, level: int, window: int) -> int:
        """One scan; returns the contacts that came to rest in another state than before."""
        edges = level ^ self.level
        moving = self.moving
        if not moving and not edges:
            return 0
        changed = self._pass(moving, window) if moving else 0
        if edges:
            self.level = level
            self._unrest(edges, window)
        return changed

    def _pass(self, moving: int, window: int) -> int:
        """A millisecond has passed for all that move."""
        left, age = self._left, self._age
        rested = 0
        self.oldest = False
        at = 0
        while moving >> at:
            if moving >> at & 1:
                if age[at] < OLDEST:
                    age[at] += 1
                left[at] -= 1
                if not left[at]:
                    rested |= 1 << at
                elif age[at] == OLDEST:
                    self.oldest = True
            at += 1
        if not rested:
            return 0
        self.moving = moving & ~rested
        # Who rests does so at the level of before this scan: what it finds is the next movement.
        changed = rested & (self.level ^ self.settled)
        self.settled ^= changed
        for at in range(CONTACTS):
            if changed >> at & 1 and age[at] - window > self.longest:
                self.longest = age[at] - window
        return changed

    def _unrest(self, edges: int, window: int) -> None:
        for at in range(CONTACTS):
            if edges >> at & 1:
                self._left[at] = window
                if not self.moving >> at & 1:
                    self._age[at] = 0
        self.moving |= edges
