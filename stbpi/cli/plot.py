"""Draws how scores are spread. matplotlib is imported here and nowhere else; it is the extra ``plots``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from stbpi.cli.best_play import BestPlay
from stbpi.cli.command import UsageError
from stbpi.cli.figures import BY_LENGTH_FROM, label
from stbpi.locale.forms import measured, whole

if TYPE_CHECKING:
    from gettext import NullTranslations

    from matplotlib.axes import Axes

    from stbpi.cli.best_play import Best
    from stbpi.store.almanac import KindFigures
    from stbpi.table.played import GameKind

_Drawn = TypeVar("_Drawn")

MOST_PANELS = 6
"""Kinds of games in one picture, the most played ones."""

PANEL_INCHES = (7.0, 2.6)

PLAYED = "#7a4a1e"
"""The wood of the tray."""

BEST = "#3fa7b5"
"""Lighter, and told from the wood by those too who see no red or no green."""


@dataclass(frozen=True, slots=True)
class Series:
    """One distribution of a panel: which share of all scores each score has."""

    name: str
    shares: Mapping[int, float]
    color: str


def check_there() -> None:
    """Raise UsageError where nothing can be drawn with."""
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise UsageError(
            "--plot needs matplotlib, which is not installed; pip install 'stbpi[plots]'"
        ) from error


def plot(
    kinds: Sequence[KindFigures], best: Mapping[GameKind, Best], file: Path, messages: NullTranslations
) -> bytes:
    """Draw a panel for each kind of game, with best play where it is known: what the SVG or PNG file is to hold."""
    panels = [
        (label(one.kind, messages), [_played(one, messages), *_best(best.get(one.kind), messages)])
        for one in kinds
        if one.spread
    ][:MOST_PANELS]
    if not panels:
        raise UsageError("--plot: no round has been played to its end yet, so there is nothing to draw")
    return draw(panels, file, messages)


def _played(one: KindFigures, messages: NullTranslations) -> Series:
    shares = {score: times / one.scores for score, times in one.spread.items()}
    return Series(messages.gettext("played: {n}").format(n=whole(one.scores, messages)), shares, PLAYED)


def _best(best: Best | None, messages: NullTranslations) -> Iterator[Series]:
    if isinstance(best, BestPlay):
        yield Series(messages.gettext("optimal play"), best.chances, BEST)


def draw(panels: Sequence[tuple[str, Sequence[Series]]], file: Path, messages: NullTranslations) -> bytes:
    """Draw panels, each a title and the distributions that stand side by side in it; equal ones give equal files.

    Of ``file`` only the kind is looked at. Raises UsageError without matplotlib.
    """
    return _draw(panels, file, messages, _panel)


def _draw(
    panels: Sequence[tuple[str, Sequence[_Drawn]]],
    file: Path,
    messages: NullTranslations,
    panel: Callable[[Axes, str, Sequence[_Drawn], NullTranslations], None],
) -> bytes:
    check_there()
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    width, height = PANEL_INCHES
    with rc_context({"svg.hashsalt": "stbpi", "svg.fonttype": "none"}):
        figure = Figure(figsize=(width, height * len(panels)), layout="constrained")
        for axes, (title, series) in zip(
            figure.subplots(len(panels), squeeze=False)[:, 0], panels, strict=True
        ):
            panel(axes, title, series, messages)
        drawn = BytesIO()
        if file.suffix.lower() == ".svg":
            figure.savefig(drawn, format="svg", metadata={"Date": None})
        else:
            figure.savefig(drawn, format="png", dpi=150)
    return drawn.getvalue()


@dataclass(frozen=True, slots=True)
class Course:
    """One line of a panel: points after each throw, above what was expected."""

    name: str
    points: Sequence[float]
    dashed: bool
    color: str


def draw_courses(
    panels: Sequence[tuple[str, Sequence[Course]]], file: Path, messages: NullTranslations
) -> bytes:
    """Draw how points came about, a panel each."""
    return _draw(panels, file, messages, _course_panel)


def _course_panel(axes: Axes, title: str, courses: Sequence[Course], messages: NullTranslations) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    _ = messages.gettext
    axes.set_title(title, loc="left", fontsize=10, parse_math=False)
    for one in courses:
        axes.step(
            range(len(one.points) + 1),
            [0.0, *one.points],
            where="post",
            color=one.color,
            linestyle="--" if one.dashed else "-",
            label=one.name,
        )
    axes.axhline(0, color="#888888", linewidth=0.5)
    axes.set_xlabel(_("throws"))
    axes.set_ylabel(_("points"))
    axes.spines[["top", "right"]].set_visible(False)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda points, _place: measured(points, messages)))
    axes.legend(frameon=False, fontsize=8)


def _panel(axes: Axes, title: str, series: Sequence[Series], messages: NullTranslations) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    _ = messages.gettext
    # A $ in the name of a set is no mathematics.
    axes.set_title(title, loc="left", fontsize=10, parse_math=False)
    highest = max(max(one.shares) for one in series)
    if highest >= BY_LENGTH_FROM:
        axes.set_xlabel(_("digits of the score (0: shut)"))
        series = [Series(one.name, _by_length(one.shares), one.color) for one in series]
    else:
        axes.set_xlabel(_("score (0: shut)"))
    wide = 0.9 / len(series)
    for place, one in enumerate(series):
        shift = (place - (len(series) - 1) / 2) * wide
        axes.bar(
            [score + shift for score in one.shares],
            list(one.shares.values()),
            wide,
            color=one.color,
            label=one.name,
        )
    axes.set_ylabel(_("share of scores"))
    axes.set_xlim(-0.7, max(max(one.shares) for one in series) + 0.7)
    axes.spines[["top", "right"]].set_visible(False)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _place: measured(share, messages)))
    axes.legend(frameon=False)


def _by_length(shares: Mapping[int, float]) -> dict[int, float]:
    by_length: dict[int, float] = {}
    for score, share in shares.items():
        length = len(str(score)) if score else 0
        by_length[length] = by_length.get(length, 0.0) + share
    return by_length
