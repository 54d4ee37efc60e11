"""Contacts that hang on nothing but the simulation: as many as one likes, at the cost of one number."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from stbpi.table.events import Micros
from stbpi.tray.source import Edge, Numbered

Line: TypeAlias = Callable[[bool, Micros], None]
"""What a simulated switch is wired to: called with whether it is made, and the instant of that."""


class SimulatedContacts:
    """A ``ContactSource`` whose switches are simulated ones; all levels are kept as one bit mask."""

    def __init__(self, contacts: Numbered, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._edge: Edge | None = None
        # Inversion happens here and nowhere else.
        self._levels = sum(1 << number for number, contact in contacts if not contact.closed_when_made)
        self._inverted = self._levels

    def line(self, number: int) -> Line:
        """What the switch of contact ``number`` is to be wired to."""
        return partial(self._set, number)

    def watch(self, edge: Edge) -> None:
        """Report every edge from now on."""
        self._edge = edge

    def read(self) -> int | None:
        """The levels now."""
        return self._levels

    def close(self) -> None:
        """Report nothing more."""
        self._edge = None

    def _set(self, number: int, made: bool, at: Micros) -> None:
        bit = 1 << number
        closed = made != bool(self._inverted & bit)
        if closed == bool(self._levels & bit):
            return
        self._levels ^= bit
        if self._edge is None:
            return
        # Through the loop, as edges of pins come: what happened in order is told in order, whatever it hangs on.
        self._loop.call_soon(self._told, at, number, closed)

    def _told(self, at: Micros, number: int, closed: bool) -> None:
        if self._edge is not None:
            self._edge(at, number, closed)
