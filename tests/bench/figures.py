"""What a measurement comes to: named figures, the spread of many samples, the table and the JSON."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value.

    ``name`` is what the JSON calls it and does not change; ``what`` says it to people. ``at_most`` and ``at_least``
    are the aim, where there is one. ``plain`` is the same measured in the same run for the plain way of doing it, or
    for the least the machine allows; ``beside`` says in a few words what that is.
    """

    name: str
    what: str
    value: float
    unit: str
    at_most: float | None = None
    at_least: float | None = None
    plain: float | None = None
    beside: str = ""

    @property
    def missed(self) -> bool:
        """Whether there is an aim and the value is not within it."""
        return (self.at_most is not None and self.value > self.at_most) or (
            self.at_least is not None and self.value < self.at_least
        )

    @property
    def aim(self) -> str:
        """The aim as people write it."""
        if self.at_most is not None:
            return f"<= {shown(self.at_most)}"
        return f">= {shown(self.at_least)}" if self.at_least is not None else ""


@dataclass(frozen=True, slots=True)
class Spread:
    """How samples lie: half are at most ``median``, 99 of 100 at most ``p99``."""

    samples: int
    median: float
    p99: float
    worst: float

    @classmethod
    def of(cls, samples: Sequence[float]) -> Spread:
        """The spread of at least one sample."""
        ranked = sorted(samples)
        # Nearest rank: a value that was measured, never one between two.
        p99 = ranked[math.ceil(0.99 * len(ranked)) - 1]
        return cls(len(ranked), statistics.median(ranked), p99, ranked[-1])


def shown(value: float) -> str:
    """Three digits that say something; whole numbers from a hundred up."""
    if value == 0 or not math.isfinite(value):
        return str(value)
    digits = max(0, 2 - math.floor(math.log10(abs(value))))
    text = f"{value:,.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def table(subject: str, figures: Iterable[Figure]) -> str:
    """The figures of one subject in lines of a table, with a verdict where there is an aim."""
    rows = [("", "", "", "aim", "plain", "")]
    for figure in figures:
        verdict = "" if not figure.aim else ("MISSED" if figure.missed else "met")
        plain = "" if figure.plain is None else shown(figure.plain)
        note = " ".join(part for part in (verdict, figure.beside and f"({figure.beside})") if part)
        rows.append((figure.what, shown(figure.value), figure.unit, figure.aim, plain, note))
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    lines = [subject, "-" * len(subject)]
    for what, value, unit, aim, plain, note in rows:
        cells = (
            what.ljust(widths[0]),
            value.rjust(widths[1]),
            unit.ljust(widths[2]),
            aim.rjust(widths[3]),
            plain.rjust(widths[4]),
            note,
        )
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines) + "\n"


def as_json(figures: Iterable[Figure]) -> Mapping[str, Mapping[str, Any]]:
    """The figures by name; what a figure does not have is left out."""
    return {
        figure.name: {
            key: value for key, value in asdict(figure).items() if key != "name" and value not in (None, "")
        }
        | ({"missed": figure.missed} if figure.aim else {})
        for figure in figures
    }
