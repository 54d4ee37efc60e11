"""From the edge to the prompt, and to the first byte of the changed picture on the panel.

Both begin at the instant from which the tray could know: the last edge, the debounce window over, and where an
answer has to come to rest that over too. Both are measured on the same matches, with the disk's sync taken out of
the journal and with it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from stbpi.store.journal import Connect
from tests.bench.bystander import bystander
from tests.bench.disk import bare_syncs, timed, unsynced
from tests.bench.figures import Figure, Spread
from tests.bench.machine import filesystem
from tests.bench.road import Kind, Sample, travel
from tests.bench.size import Size

AIM_MS = 3.0
"""At the 99th percentile with the sync taken out."""

BARE_SYNCS = 100


@dataclass(frozen=True, slots=True)
class Journey:
    """One way of syncing: the samples, what a bystander saw meanwhile, the journal's commits, and the bare disk just
    after. All in milliseconds.
    """

    samples: tuple[Sample, ...]
    bystander_ms: tuple[float, ...]
    commits_ms: tuple[float, ...]
    bare_ms: tuple[float, ...]
    filesystem: str


def prompt(size: Size) -> list[Figure]:
    """Edge to the published snapshot, and the sync beside it."""
    out, with_sync = _journeys(size)
    return [
        *_spread("prompt", "edge to prompt, sync taken out", out, lambda sample: sample.prompt_ms, AIM_MS),
        *(
            _median(f"prompt_{kind.name.lower()}", f"  of these, {kind.value}", out, kind)
            for kind in Kind
            if any(sample.kind is kind for sample in out.samples)
        ),
        *_spread(
            "prompt_synced", "edge to prompt, with the sync", with_sync, lambda sample: sample.prompt_ms
        ),
        *_sync(out, with_sync),
    ]


def panel(size: Size) -> list[Figure]:
    """Edge to the first byte that the panel gets of the changed picture."""
    out, with_sync = _journeys(size)
    return [
        *_spread(
            "panel", "edge to first byte on the panel, sync taken out", out, lambda sample: sample.panel_ms
        ),
        *_spread(
            "panel_synced", "edge to first byte, with the sync", with_sync, lambda sample: sample.panel_ms
        ),
    ]


@cache
def _journeys(size: Size) -> tuple[Journey, Journey]:
    """Without the sync and with it; both subjects look at the same ones."""
    return _journey(unsynced, size), _journey(timed, size)


def _journey(way: Callable[[list[float]], Connect], size: Size) -> Journey:
    with tempfile.TemporaryDirectory(prefix="stbpi-bench-") as name:
        folder = Path(name)
        commits: list[float] = []
        with bystander() as late:
            samples = travel(folder, way(commits), size.samples, whole=size.whole_matches)
        bare = bare_syncs(folder, min(BARE_SYNCS, size.samples))
        return Journey(samples, tuple(late), _ms(commits), _ms(bare), filesystem(folder))


def _ms(seconds: Sequence[float]) -> tuple[float, ...]:
    return tuple(one * 1000 for one in seconds)


def _spread(
    name: str,
    what: str,
    journey: Journey,
    look: Callable[[Sample], float | None],
    aim_ms: float | None = None,
) -> Iterator[Figure]:
    """Median, 99th percentile and worst beside those of the loop's own idle."""
    values = [value for sample in journey.samples if (value := look(sample)) is not None]
    if not values:
        return
    spread, idle = Spread.of(values), Spread.of(journey.bystander_ms)
    beside = "plain: a timer of a program that does nothing else, at the same time"
    yield Figure(f"{name}_median", f"{what}, median", spread.median, "ms", plain=idle.median, beside=beside)
    yield Figure(f"{name}_p99", "  99th percentile", spread.p99, "ms", at_most=aim_ms, plain=idle.p99)
    yield Figure(f"{name}_worst", "  worst", spread.worst, "ms", plain=idle.worst)
    yield Figure(f"{name}_samples", "  samples", spread.samples, "")


def _median(name: str, what: str, journey: Journey, kind: Kind) -> Figure:
    spread = Spread.of([sample.prompt_ms for sample in journey.samples if sample.kind is kind])
    beside = f"99th percentile {spread.p99:.2f}, worst {spread.worst:.2f}, {spread.samples} samples"
    return Figure(name, what, spread.median, "ms", beside=beside)


def _sync(out: Journey, with_sync: Journey) -> Iterator[Figure]:
    """What a commit costs with and without, and what the disk takes for the least that can be synced."""
    if not (with_sync.commits_ms and out.commits_ms):
        return
    synced, unsynced_ = Spread.of(with_sync.commits_ms), Spread.of(out.commits_ms)
    bare = Spread.of(with_sync.bare_ms)
    beside = f"plain: a page of 4 KiB appended and synced on this {with_sync.filesystem}"
    yield Figure(
        "commit_median", "the journal's commit, median", synced.median, "ms", plain=bare.median, beside=beside
    )
    yield Figure("commit_p99", "  99th percentile", synced.p99, "ms", plain=bare.p99)
    yield Figure("commit_worst", "  worst", synced.worst, "ms", plain=bare.worst)
    yield Figure("commit_unsynced", "  median with the sync taken out", unsynced_.median, "ms")
