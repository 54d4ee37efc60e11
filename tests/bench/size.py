"""How much is measured: a full run for figures, a tiny one to see that everything still runs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Size:
    """Repetitions, samples and seconds of every subject."""

    rounds: int = 5
    """Times each engine figure is measured, in turn with what it is compared with; the median counts."""
    slice_s: float = 0.05
    """Processor time one engine figure runs in one round."""
    positions: int = 20_000
    """Positions and throws looked at for the first time, at most."""
    samples: int = 300
    """Events from the edge to the prompt, at least."""
    whole_matches: bool = True
    """Whether the last match is played to its end."""
    starts: int = 10
    rest_s: float = 20.0
    settle_after_s: float = 3.0
    """What the daemon may take to come to rest after its start or a match: a picture, a log line, a page."""
    pages: int = 50
    page_samples: int = 200
    plain_samples: int = 100
    """Of the plain page: each takes half a second."""


FULL = Size()
TINY = Size(
    rounds=1,
    slice_s=0.001,
    positions=50,
    samples=3,
    whole_matches=False,
    starts=1,
    rest_s=0.3,
    settle_after_s=0.1,
    pages=3,
    page_samples=2,
    plain_samples=2,
)
