"""What any way of reading switches offers to the owner of the flap picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from stbpi.table.events import Micros

Edge: TypeAlias = Callable[[Micros, int, bool], None]
"""Called with the instant of an edge, the number of its contact and whether it is closed now, on the loop."""


class ContactSource(Protocol):
    """The contacts of a profile, in the profile's order."""

    def watch(self, edge: Edge) -> None:
        """Report every edge from now on."""

    def read(self) -> int | None:
        """The levels now: bit i for contact i, 1 for closed. None while they cannot be read."""

    def close(self) -> None:
        """Report nothing more and let go of the hardware. A second time does nothing."""
