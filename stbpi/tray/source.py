"""What any way of reading switches offers to the owner of the flap picture, and several ways as one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from stbpi.table.events import Micros
from stbpi.tray.profile import Contact

Edge: TypeAlias = Callable[[Micros, int, bool], None]
"""Called with the instant of an edge, the number of its contact and whether it is closed now, on the loop."""

Numbered: TypeAlias = Sequence[tuple[int, Contact]]
"""Contacts with their numbers in the profile, which are also their bits in a picture of levels."""


class ContactSource(Protocol):
    """One way of reading switches, for those contacts of a profile that hang on it."""

    def watch(self, edge: Edge) -> None:
        """Report every edge from now on."""

    def read(self) -> int | None:
        """The levels now: bit i for contact i of the profile, 1 for closed, the bits of contacts that hang
        elsewhere 0. None while they cannot be read.
        """

    def close(self) -> None:
        """Report nothing more and let go of the hardware. A second time does nothing."""


class JoinedContacts:
    """The contacts of several sources as one.

    A source that cannot be read keeps its contacts as they were, and the others go on. Once it can be read again
    nobody saw what moved meanwhile: ``read`` gives None once, so that what follows is taken for a picture.
    """

    def __init__(self, sources: Sequence[ContactSource]) -> None:
        self._sources = tuple(sources)
        self._levels = [0] * len(self._sources)
        self._lost: set[int] = set()

    def watch(self, edge: Edge) -> None:
        """Report every edge from now on."""
        for source in self._sources:
            source.watch(edge)

    def read(self) -> int | None:
        """The levels now; None while no source can be read, and once when one can be read again."""
        back = False
        for place, source in enumerate(self._sources):
            levels = source.read()
            if levels is None:
                self._lost.add(place)
                continue
            self._levels[place] = levels
            if place in self._lost:
                self._lost.remove(place)
                back = True
        if back or len(self._lost) == len(self._sources):
            return None
        joined = 0
        for levels in self._levels:
            joined |= levels
        return joined

    def close(self) -> None:
        """Close the sources, the last first."""
        for source in reversed(self._sources):
            source.close()
