"""From the thread that reads a part to the event loop: edges in the order they were seen, and pictures."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from stbpi.table.events import Micros
from stbpi.tray.debounce import bits
from stbpi.tray.source import Edge


class Handover:
    """Levels of some contacts, as bits of a picture, told to the loop: methods may be called on any thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.edge: Edge | None = None
        """Called on the loop with every edge; None for nobody listens."""
        self.anew: Callable[[], None] = lambda: None
        """Called on the loop when what was told is a picture: nobody saw how it came about."""
        self.told: int | None = None
        """The loop's: the levels it has been told, None while there are none."""

    def arrived(self, at: Micros, levels: int) -> None:
        """Levels were seen at ``at``: what differs from those before are edges."""
        self.soon(lambda: self._arrived(at, levels))

    def arrived_anew(self, levels: int) -> None:
        """Levels were seen, and not how they came about."""
        self.soon(lambda: self._arrived_anew(levels))

    def went(self) -> None:
        """Nothing can be seen any more."""
        self.soon(self._went)

    def soon(self, call: Callable[[], None]) -> None:
        """Call on the loop, after whatever was handed over before."""
        try:
            self._loop.call_soon_threadsafe(call)
        except RuntimeError:
            return  # the loop has closed: something seen on the way out of the door

    def _arrived(self, at: Micros, levels: int) -> None:
        told, self.told = self.told, levels
        if told is None or self.edge is None:
            return
        for number in bits(told ^ levels):
            self.edge(at, number, bool(levels >> number & 1))

    def _arrived_anew(self, levels: int) -> None:
        self.told = levels
        if self.edge is not None:
            self.anew()

    def _went(self) -> None:
        self.told = None
