"""Pearson's chi-square test of whether a die shows all its faces alike."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

LEAST_EXPECTED = 5
"""Below so many expected of each face the statistic is not yet distributed as the test takes it to be (W. G. Cochran,
Some methods for strengthening the common chi-square tests, Biometrics 10, 1954)."""


@dataclass(frozen=True, slots=True)
class ChiSquare:
    """How far counts are from what is expected.

    ``p`` is how often dice that are fair come out at least as far from it. Small ones happen to fair dice too: one in
    twenty is below 0.05.
    """

    statistic: float
    degrees: int
    p: float


def evenness(counts: Sequence[int]) -> ChiSquare | None:
    """Test that all of these happen alike often; None where there are too few of them to tell, or only one kind.

    The statistic is the sum of (observed - expected)² / expected, with one degree of freedom fewer than there are
    kinds: Karl Pearson, Philosophical Magazine 50, 1900.
    """
    kinds, total = len(counts), sum(counts)
    if kinds < 2 or total < LEAST_EXPECTED * kinds:
        return None
    # Whole numbers as long as can be: sum(n²) k / N - N is the same sum.
    statistic = (sum(count * count for count in counts) * kinds - total * total) / total
    return ChiSquare(statistic, kinds - 1, upper_tail(statistic, kinds - 1))


def upper_tail(statistic: float, degrees: int) -> float:
    """The probability that a chi-square variable with so many degrees of freedom is at least ``statistic``.

    That is the regularised incomplete gamma function Q(degrees / 2, statistic / 2), which for whole and half numbers
    is a finite sum: Q(1, x) = exp(-x) and Q(1/2, x) = erfc(sqrt x) (DLMF 8.4.8, 8.4.6), and from one to the next
    Q(a + 1, x) = Q(a, x) + x^a exp(-x) / gamma(a + 1) (DLMF 8.8.6).
    """
    x = statistic / 2
    if x <= 0:
        return 1.0
    a = 1.0 if degrees % 2 == 0 else 0.5
    tail = math.exp(-x) if degrees % 2 == 0 else math.erfc(math.sqrt(x))
    while a < degrees / 2:
        # By its logarithm: for many throws of very unfair dice the power alone would overflow.
        tail += math.exp(a * math.log(x) - x - math.lgamma(a + 1))
        a += 1
    return min(1.0, tail)
