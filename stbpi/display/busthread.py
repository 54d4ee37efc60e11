"""The one thread that owns a bus and steps the panels on it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from stbpi.display.panel import Panel
from stbpi.table.events import Micros

CLOSE_WITHIN_S = 2.0
"""How long closing waits for a transfer that hangs: the kernel gives one up after 1 s (i2c-dev's timeout)."""


class BusThread:
    """Runs ``panels`` until closed. Whoever changes what a panel wants calls ``wake`` and never waits for the
    bus.
    """

    def __init__(self, name: str, panels: Sequence[Panel], clock: Callable[[], Micros]) -> None:
        self._panels = tuple(panels)
        self._clock = clock
        self._changed = threading.Condition()
        self._asked = 0
        self._done = 0
        self._closing = False
        # A daemon thread: a transfer that never returns must not keep the program from ending.
        self._thread = threading.Thread(target=self._run, name=f"display {name}", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Something is wanted that was not before."""
        with self._changed:
            self._asked += 1
            self._changed.notify_all()

    def settle(self, timeout_s: float) -> bool:
        """Wait until everything asked for so far has been tried; returns whether that was within
        ``timeout_s``.
        """
        with self._changed:
            asked = self._asked
            return self._changed.wait_for(lambda: self._done >= asked, timeout_s)

    def end(self) -> None:
        """Blank the panels and stop, as soon as the transfer under way lets it."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()

    def ended(self, timeout_s: float) -> bool:
        """Wait for the end; returns whether it came within ``timeout_s``."""
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        asked = 0
        while not self._closing:
            now = self._clock()
            due = min(panel.step(now) for panel in self._panels)
            with self._changed:
                self._done = asked
                self._changed.notify_all()
                if self._asked == asked and not self._closing:
                    self._changed.wait(max(0, due - self._clock()) / 1e6)
                asked = self._asked
        for panel in self._panels:
            panel.close()
