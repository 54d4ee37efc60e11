"""The table alone: what it takes for a flap that moves, from the event to the prompt and the next timer."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from stbpi.table.events import FlapChange, FlapsChanged, Micros
from tests.bench.costs import costs
from tests.bench.figures import Figure
from tests.bench.size import Size
from tests.table.driver import AtTable

BETWEEN: Micros = 50_000
"""Sooner than flaps come to rest: nothing is decided, every look is a whole one."""


def table(size: Size) -> list[Figure]:
    """A shared row, and the largest tray there is a rule set for: everybody's row is looked at."""
    people = ("Anna", "Ben", "Carla", "Dario")
    shared = AtTable("classic", players=people).press().throw(6, 3)
    own = AtTable("numbers", players=people, flaps=12).press().throw(6, 3)
    taken = costs({"flap_shared": _moving(shared), "flap_own": _moving(own)}, size)
    return [
        Figure(name, f"a flap that moves, {what}: event, view and next timer", taken[name] * 1e6 / 2, "us")
        for name, what in (("flap_shared", "one row of 9"), ("flap_own", "four rows of 12"))
    ]


def _moving(at: AtTable) -> Callable[[Random], object]:
    """Close a flap that belongs to the answer, and raise it again."""
    tray = at.table

    def move(_chance: Random) -> None:
        for closed in (True, False):
            at.now += BETWEEN
            tray.handle(FlapsChanged((FlapChange(0, 4, closed, at.now),)), at.now)
            assert tray.view.prompt.press is None
            assert tray.deadline is not None

    return move
