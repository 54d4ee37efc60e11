"""The chi-square test of dice: against tables, against enumeration, against dice known to be even or not."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

from stbpi.table.chi_square import ChiSquare, evenness, upper_tail
from stbpi.table.dice import throw_dice


@pytest.mark.parametrize(
    ("degrees", "statistic", "p"),
    [
        # Critical values as every table of the distribution has them.
        (1, 3.841, 0.05),
        (1, 6.635, 0.01),
        (2, 5.991, 0.05),
        (3, 7.815, 0.05),
        (5, 1.145, 0.95),
        (5, 4.351, 0.50),
        (5, 11.070, 0.05),
        (5, 15.086, 0.01),
        (5, 20.515, 0.001),
        (11, 19.675, 0.05),
        (11, 24.725, 0.01),
    ],
)
def test_the_tail_is_that_of_the_tables(degrees, statistic, p):
    assert upper_tail(statistic, degrees) == pytest.approx(p, rel=2e-3)


@pytest.mark.parametrize("degrees", [1, 2, 3, 5, 7, 11, 12])
def test_the_tail_is_what_is_left_of_the_density(degrees):
    """Simpson's rule over the density from 0 to x; the substitution x = u² takes the pole of one degree away."""

    def density(u: float) -> float:
        if u == 0:
            return 2 / (math.sqrt(2) * math.gamma(0.5)) if degrees == 1 else 0.0
        x = u * u
        log = (degrees / 2 - 1) * math.log(x) - x / 2 - degrees / 2 * math.log(2) - math.lgamma(degrees / 2)
        return math.exp(log) * 2 * u

    for statistic in (0.3, 2.0, 7.5, 19.0):
        steps, end = 2000, math.sqrt(statistic)
        width = end / steps
        below = sum(
            (1 if step in (0, steps) else 4 if step % 2 else 2) * density(step * width)
            for step in range(steps + 1)
        )
        assert upper_tail(statistic, degrees) == pytest.approx(1 - below * width / 3, abs=1e-9)


def test_it_stays_a_probability_however_unfair_the_dice():
    assert upper_tail(0, 5) == 1.0
    assert upper_tail(1e6, 5) == 0.0
    assert 0 <= upper_tail(5e3, 11) < 1e-300


def test_the_statistic_is_the_sum_of_squares_over_what_is_expected():
    counts = (22, 21, 22, 27, 22, 36)
    expected = Fraction(sum(counts), 6)
    exact = sum((count - expected) ** 2 / expected for count in counts)
    found = evenness(counts)
    assert found is not None
    assert found.statistic == pytest.approx(float(exact))
    assert (found.degrees, round(found.p, 4)) == (5, 0.2423)


@pytest.mark.parametrize("counts", [(), (30,), (5, 5, 5, 5, 5, 4), (0,) * 6])
def test_too_few_throws_tell_nothing(counts):
    assert evenness(counts) is None


def test_even_counts_are_as_even_as_can_be():
    assert evenness((10,) * 6) == ChiSquare(0.0, 5, 1.0)


def test_electronic_dice_pass_as_often_as_even_ones_should():
    """Of 300 lots of dice about one in twenty is below 0.05: between 4 and 27 of them but once in 10,000."""
    below = 0
    for lot in range(300):
        secret = lot.to_bytes(32, "big")
        dice = [pips for throw in range(120) for pips in throw_dice(secret, throw, 2, 6)]
        found = evenness([dice.count(face) for face in range(1, 7)])
        below += found is not None and found.p < 0.05
    assert 4 <= below <= 27


def test_a_loaded_die_is_found_out():
    chance = random.Random(5)
    thrown = chance.choices(range(1, 7), weights=(1, 1, 1, 1, 1, 2), k=600)
    found = evenness([thrown.count(face) for face in range(1, 7)])
    assert found is not None
    assert found.p < 0.001
