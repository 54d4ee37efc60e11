"""What the daemon has counted since it was started: values for monitoring, of things and never of people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Durations:
    """How long something took, in seconds: ``counts`` of those up to each of ``bounds``, the last of those beyond."""

    bounds: tuple[float, ...]
    counts: tuple[int, ...]
    seconds: float

    @property
    def count(self) -> int:
        """How many there were."""
        return sum(self.counts)


NONE = Durations((), (0,), 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class DisplayFigures:
    """Pictures sent to a display, and the bytes of all that was sent to it."""

    frames: int
    bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """All of it. Matches are counted by the name of their rule set, decisions by their kind (``roll``, ``close``, ...),
    faults by their code; ``flap_changes`` by side and flap, since the tray was opened.
    """

    version: str = ""
    uptime_s: float = 0.0
    matches_started: Mapping[str, int] = field(default_factory=dict)
    matches_finished: Mapping[str, int] = field(default_factory=dict)
    decisions: Mapping[str, int] = field(default_factory=dict)
    presses: int = 0
    faults_reported: Mapping[str, int] = field(default_factory=dict)
    flap_changes: Mapping[tuple[int, int], int] = field(default_factory=dict)
    displays: tuple[DisplayFigures, ...] = ()
    journal_writes: Durations = NONE
    loop_lag: Durations = NONE
