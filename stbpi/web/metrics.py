"""``GET /metrics``: what was counted, as Prometheus reads it. Nothing of it names people."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from aiohttp import web

from stbpi.web.figures import Durations, Figures
from stbpi.web.service import Fault, Service

if TYPE_CHECKING:
    from prometheus_client import Metric


@dataclass(frozen=True, slots=True)
class Traffic:
    """What the server itself has counted: open WebSockets, answers by status, connections that found no room."""

    pages: int
    answers: Mapping[int, int]
    turned_away: int


class Metrics:
    """Answers with everything as it stands when it is asked for."""

    def __init__(self, service: Service, traffic: Callable[[], Traffic]) -> None:
        self._service = service
        self._traffic = traffic

    async def handle(self, _request: web.Request) -> web.StreamResponse:
        """``GET /metrics``."""
        # Taken on the loop, where everything is counted; written out beside it, where reading the library in for the
        # first time holds nothing up.
        figures, faults, traffic = self._service.figures(), self._service.snapshot().faults, self._traffic()
        loop = asyncio.get_running_loop()
        text, content_type = await loop.run_in_executor(None, exposition, figures, faults, traffic)
        return web.Response(body=text, headers={"Content-Type": content_type})


def exposition(figures: Figures, faults: Iterable[Fault], traffic: Traffic) -> tuple[bytes, str]:
    """The text, and its media type."""
    from prometheus_client import CollectorRegistry
    from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
    from prometheus_client.registry import Collector

    class Once(Collector):
        def collect(self) -> Iterable[Metric]:
            return _families(figures, faults, traffic)

    registry = CollectorRegistry(auto_describe=False)
    registry.register(Once())
    return generate_latest(registry), CONTENT_TYPE_LATEST


def _families(figures: Figures, faults: Iterable[Fault], traffic: Traffic) -> Iterable[Metric]:
    from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily

    yield InfoMetricFamily("stbpi_build", "The program that runs.", value={"version": figures.version})
    yield GaugeMetricFamily("stbpi_uptime_seconds", "Since the program was started.", value=figures.uptime_s)
    yield _counter(
        "stbpi_matches_started", "Matches begun, by rule set.", ["rules"], _by_one(figures.matches_started)
    )
    yield _counter(
        "stbpi_matches_finished",
        "Matches played to their end, by rule set.",
        ["rules"],
        _by_one(figures.matches_finished),
    )
    yield _counter(
        "stbpi_decisions", "What people and dice decided, by kind.", ["kind"], _by_one(figures.decisions)
    )
    yield _counter("stbpi_presses", "Presses of the dice button.", [], {(): figures.presses})
    yield _counter(
        "stbpi_flap_changes",
        "How often each flap moved since the tray was opened.",
        ["side", "flap"],
        {(str(side), str(flap)): count for (side, flap), count in figures.flap_changes.items()},
    )
    standing = GaugeMetricFamily("stbpi_faults", "Faults that stand now, by kind.", labels=["kind"])
    codes = [fault.code for fault in faults]
    for code in sorted({*codes, *figures.faults_reported}):
        standing.add_metric([code], codes.count(code))
    yield standing
    yield _counter(
        "stbpi_faults_reported", "Faults that came, by kind.", ["kind"], _by_one(figures.faults_reported)
    )
    yield _counter(
        "stbpi_display_frames",
        "Pictures sent to each display.",
        ["display"],
        {(str(number),): display.frames for number, display in enumerate(figures.displays)},
    )
    yield _counter(
        "stbpi_display_bytes",
        "Bytes sent to each display, commands included.",
        ["display"],
        {(str(number),): display.bytes for number, display in enumerate(figures.displays)},
    )
    yield _histogram(
        "stbpi_journal_write_seconds",
        "How long it took until decisions were on disk.",
        figures.journal_writes,
    )
    yield _histogram(
        "stbpi_loop_lag_seconds", "How late the program looked at what was due.", figures.loop_lag
    )
    yield GaugeMetricFamily("stbpi_websocket_clients", "Pages that follow the game now.", value=traffic.pages)
    yield _counter(
        "stbpi_http_answers",
        "Answers to calls, by status.",
        ["status"],
        {(str(status),): count for status, count in traffic.answers.items()},
    )
    yield _counter(
        "stbpi_http_turned_away",
        "Connections for which there was no room.",
        [],
        {(): traffic.turned_away},
    )


def _by_one(counts: Mapping[str, int]) -> dict[tuple[str, ...], int]:
    return {(name,): count for name, count in counts.items()}


def _counter(name: str, about: str, labels: list[str], counts: Mapping[tuple[str, ...], int]) -> Metric:
    from prometheus_client.core import CounterMetricFamily

    family = CounterMetricFamily(name, about, labels=labels)
    for values, count in sorted(counts.items()):
        family.add_metric(list(values), count)
    return family


def _histogram(name: str, about: str, durations: Durations) -> Metric:
    from prometheus_client.core import HistogramMetricFamily

    bounds = [*(format(bound, "g") for bound in durations.bounds), "+Inf"]
    buckets = [
        (bound, float(count)) for bound, count in zip(bounds, accumulate(durations.counts), strict=True)
    ]
    return HistogramMetricFamily(name, about, buckets=buckets, sum_value=durations.seconds)
