"""One button, four gestures: what a press means follows from how long it is held."""

from __future__ import annotations

from enum import Enum

from stbpi.table.events import Micros

MS: Micros = 1_000
SECOND: Micros = 1_000_000

HOLD_AFTER: Micros = 800 * MS
"""From here on letting go is a hold; a hesitant press with a wet thumb is shorter."""
UNDO_AFTER: Micros = 3 * SECOND
"""From here on letting go takes back the last decision."""
MENU_AFTER: Micros = 8 * SECOND
"""Here the menu opens while the button is still held; letting go does nothing any more."""


class Gesture(Enum):
    """What a button that is let go has meant, or what it means already while it is held (``MENU``)."""

    PRESS = "press"
    HOLD = "hold"
    UNDO = "undo"
    MENU = "menu"


_THRESHOLDS = ((HOLD_AFTER, Gesture.HOLD), (UNDO_AFTER, Gesture.UNDO), (MENU_AFTER, Gesture.MENU))


class Button:
    """The gesture being made. One hold is one gesture, however long it lasts."""

    def __init__(self) -> None:
        self._since: Micros | None = None
        self._passed = 0

    @property
    def since(self) -> Micros | None:
        """When the button went down; None while it is up or its gesture is over."""
        return self._since

    @property
    def gesture(self) -> Gesture | None:
        """What letting go would mean now; None while the button is up or its gesture is over."""
        if self._since is None:
            return None
        return Gesture.PRESS if self._passed == 0 else _THRESHOLDS[self._passed - 1][1]

    @property
    def deadline(self) -> Micros | None:
        """When the next threshold passes if the button stays down."""
        return None if self._since is None else self._since + _THRESHOLDS[self._passed][0]

    def down(self, at: Micros) -> None:
        """The button went down. Twice without coming up is once."""
        if self._since is None:
            self._since = at
            self._passed = 0

    def pass_thresholds(self, now: Micros) -> Gesture | None:
        """Take note of the time; returns the gesture whose threshold passed last, if one has passed.

        ``MENU`` ends the gesture: letting go afterwards means nothing.
        """
        reached = None
        while self._since is not None and now >= self._since + _THRESHOLDS[self._passed][0]:
            reached = _THRESHOLDS[self._passed][1]
            self._passed += 1
            if reached is Gesture.MENU:
                self.cancel()
        return reached

    def let_go(self, at: Micros) -> Gesture | None:
        """The gesture of a button that came up at ``at``; None if there is none (held at start, cancelled).

        Thresholds that were taken note of after ``at``, because word of the letting go came late, do not count.
        """
        if self._since is None:
            return None
        self._passed = sum(at >= self._since + threshold for threshold, _ in _THRESHOLDS[:-1])
        return self.gesture

    def cancel(self) -> None:
        """Forget the gesture; the button coming up will mean nothing."""
        self._since = None
        self._passed = 0
