"""Counts what happens, for monitoring. Counting costs an addition; what is made of it is made when somebody asks."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping

from stbpi import __version__
from stbpi.rules import Phase
from stbpi.rules.actions import to_json
from stbpi.table.events import ButtonDown, Event
from stbpi.table.view import Outcome, TableView
from stbpi.web.figures import DisplayFigures, Durations, Figures

JOURNAL_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""From an SSD's sync to that of a worn SD card."""

LAG_S = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)
"""From the punctual loop's own to what people notice, and far beyond."""


class Stopwatch:
    """Sorts durations by how long they are. One thread adds."""

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._seconds = 0.0

    def add(self, seconds: float) -> None:
        """One more."""
        self._counts[bisect_left(self._bounds, seconds)] += 1
        self._seconds += seconds

    @property
    def durations(self) -> Durations:
        """All so far."""
        return Durations(self._bounds, tuple(self._counts), self._seconds)


class Tally:
    """Everything that is counted nowhere else."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._started: Counter[str] = Counter()
        self._finished: Counter[str] = Counter()
        self._decisions: Counter[str] = Counter()
        self._presses = 0
        self._over = False
        self.journal = Stopwatch(JOURNAL_S)
        self.lag = Stopwatch(LAG_S)

    def heard(self, event: Event) -> None:
        """An event of the tray."""
        if isinstance(event, ButtonDown):
            self._presses += 1

    def shown(self, outcome: Outcome, view: TableView) -> None:
        """What an event led to; its decisions are on disk."""
        for decision in outcome.decisions:
            self._decisions[to_json(decision)["do"]] += 1
        if outcome.began is not None:
            self._started[outcome.began.rules.name] += 1
        over = view.match is not None and view.match.phase is Phase.MATCH_OVER
        # A match that was over already when the program started was counted then.
        if over and not self._over and outcome.decisions:
            self._finished[view.setup.rules.name] += 1
        self._over = over

    def figures(
        self,
        *,
        faults: Mapping[str, int],
        flaps: Mapping[tuple[int, int], int],
        displays: tuple[DisplayFigures, ...],
    ) -> Figures:
        """All of it, with what others have counted."""
        return Figures(
            version=__version__,
            uptime_s=time.monotonic() - self._began,
            matches_started=dict(self._started),
            matches_finished=dict(self._finished),
            decisions=dict(self._decisions),
            presses=self._presses,
            faults_reported=faults,
            flap_changes=flaps,
            displays=displays,
            journal_writes=self.journal.durations,
            loop_lag=self.lag.durations,
        )
