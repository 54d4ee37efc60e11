"""The service mode as values: its pages, and what the one that is open has to show."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from stbpi.table.events import FlapRef

if TYPE_CHECKING:
    from stbpi.table.view import Signal

COUNTS_SECONDS = 60
"""So long the screen counts the seconds since a flap moved; after that nobody stands there and waits for it."""


class ServicePage(StrEnum):
    """The pages, in the order a press goes through them. Their names are fixed, programs read them."""

    SWITCHES = "switches"
    CHECKER = "checker"
    """Every other pixel."""
    LIT = "lit"
    """All pixels."""
    BORDER = "border"
    """Those at the edge."""
    LAMPS = "lamps"
    """Lamps and buzzer, one after the other."""
    DICE = "dice"
    VERSIONS = "versions"
    HEALTH = "health"
    SCANNER = "scanner"
    """The line to the flap scanner, on a tray that has one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceView:
    """What the service mode shows.

    ``last`` is the flap that moved last since it was entered, ``seconds`` ago (at most ``COUNTS_SECONDS``); ``moved``
    are all that did. On the page ``lamps`` the lamp of side ``lamp`` is lit and ``sound`` is heard.
    """

    page: ServicePage
    last: FlapRef | None = None
    seconds: int = 0
    moved: frozenset[FlapRef] = frozenset()
    lamp: int | None = None
    sound: Signal | None = None
