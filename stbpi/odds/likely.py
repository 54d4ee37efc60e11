"""How far simulated figures may be off: limits that hold what is true in 95 of 100 simulations, and whether they do."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

CONFIDENT = 1.959964
"""Standard errors to either side that hold the true value in 95 of 100 simulations: a normal distribution's."""

FEW = 100
"""Matches: from fewer no mean is promised."""

SKEWED = 40
"""A mean takes this many matches, times its skewness squared, for its distribution to be nearly a normal one."""

UNSEEN = 3.7
"""What has this chance, divided by the matches, is met in none of them in 2.5 of 100 simulations."""

EXACT_T = {1: 12.7062, 2: 4.30265}
"""Student's t where the series below is too short: by degrees of freedom."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure, its standard error, and the limits of what is likely; None for what cannot be told."""

    value: float
    error: float | None
    low: float | None
    high: float | None
    sure: bool = True
    """Whether the limits hold what is true in 95 simulations of 100."""


def share(value: float, error: float, times: float) -> Estimate:
    """A chance, seen so many times: Wilson's limits, corrected for continuity, which no share makes empty."""
    value = min(1.0, max(0.0, value))
    spread = value * (1 - value)
    if not times:
        return Estimate(value, None, 0.0, 1.0)
    # Rounds of one match need not be independent: then they count for fewer.
    count = min(times, spread / error**2) if error and spread else times
    count = max(1.0, count)
    low, high = _wilson(value, count)
    return Estimate(value, error, low, high)


def _wilson(value: float, count: float) -> tuple[float, float]:
    z = CONFIDENT
    below, middle = 2 * (count + z * z), 2 * count * value + z * z
    down = z * sqrt(max(0.0, z * z - 2 - 1 / count + 4 * value * (count * (1 - value) + 1)))
    up = z * sqrt(max(0.0, z * z + 2 - 1 / count + 4 * value * (count * (1 - value) - 1)))
    low = 0.0 if value <= 0 else max(0.0, min(value, (middle - 1 - down) / below))
    high = 1.0 if value >= 1 else min(1.0, max(value, (middle + 1 + up) / below))
    return low, high


def mean(
    value: float,
    error: float,
    matches: int,
    skewness: float,
    least: float | None = None,
    most: float | None = None,
    rounds: float | None = None,
) -> Estimate:
    """A mean over so many matches, each at least and at most so much: Student's t, and whether it can be relied on.

    ``skewness`` is best taken from other matches than the mean: in these, those that met much of what is rare would
    pass for even, and their mean is the one that is off. Of so many ``rounds``, where a match has several, any may be
    the one that was not met.
    """
    if matches < 2:
        return Estimate(value, None, least, most, sure=False)
    margin = student(matches - 1) * error
    low, high = value - margin, value + margin
    farthest = max(0.0 if most is None else most - value, 0.0 if least is None else value - least)
    unseen = UNSEEN / (rounds or matches) * farthest
    sure = matches >= FEW and matches >= SKEWED * skewness**2 and unseen <= max(margin, 1e-9)
    if least is not None:
        low = max(least, low)
    if most is not None:
        high = min(most, high)
    return Estimate(value, error, low, high, sure)


def student(freedom: int) -> float:
    """Student's t at 97.5%: its series in one by the degrees of freedom, right to a hundredth."""
    if freedom in EXACT_T:
        return EXACT_T[freedom]
    z, by = CONFIDENT, 1 / freedom
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term * by**power for power, term in enumerate(terms, start=1))
