"""What ways of doing something cost beside each other, in processor time: other programs hardly move it."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from random import Random

from tests.bench.size import Size

SEED = 20


def costs(ways: dict[str, Callable[[Random], object]], size: Size) -> dict[str, float]:
    """Seconds of processor time each way takes once: the median of rounds in which all of them have a turn."""
    for way in ways.values():
        # Tables and memos are filled before anything counts.
        _cost(way, Random(SEED), size.slice_s)
    rounds: dict[str, list[float]] = {name: [] for name in ways}
    for number in range(size.rounds):
        for name, way in ways.items():
            rounds[name].append(_cost(way, Random(SEED + number), size.slice_s))
    return {name: statistics.median(taken) for name, taken in rounds.items()}


def _cost(way: Callable[[Random], object], chance: Random, slice_s: float) -> float:
    """Processor seconds a way takes, over at least ``slice_s`` of them."""
    done = 0
    began = time.process_time()
    while (passed := time.process_time() - began) < slice_s:
        for _ in range(8):
            way(chance)
        done += 8
    return passed / done if done else 0.0
