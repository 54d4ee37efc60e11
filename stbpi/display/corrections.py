"""Scores that an operator has corrected, as screens show them: nobody should take one for what was played."""

from __future__ import annotations

from stbpi.display.plain import figure, plain
from stbpi.display.wording import Wording
from stbpi.rules.news import Corrected
from stbpi.table.menu_course import REASON
from stbpi.table.prompts import PromptCode
from stbpi.table.view import TableView

_SHOW_THE_LAST = frozenset((PromptCode.PRESS_TO_ROLL, PromptCode.CLOSE_FLAPS, PromptCode.CLOSE_MORE))
"""Where a correction is told until somebody throws or closes; once scores are shown, those are marked."""


def signed(points: int) -> str:
    """Points that were added or taken, as one writes them beside a score."""
    return f"+{figure(points)}" if points > 0 else figure(points)


def corrected_by(view: TableView, seat: int) -> int:
    """All the points that operators have added to the total of a seat."""
    return sum(correction.points for correction in view.corrections if correction.player == seat)


def corrections_told(view: TableView, words: Wording) -> tuple[str, ...]:
    """A line with who was corrected by how much, and of a single correction why, where that says more; nothing
    where nobody was.
    """
    if len(view.corrections) == 1 and (only := view.corrections[0]).reason != REASON:
        by = _with_points(view, words, only.player, only.points)
        return (words.corrected_because(by, plain(only.reason)),)
    seats = sorted({correction.player for correction in view.corrections})
    if not seats:
        return ()
    told = [_with_points(view, words, seat, corrected_by(view, seat)) for seat in seats]
    return (words.corrected(", ".join(told)),)


def last_correction(view: TableView, words: Wording) -> str:
    """What was corrected just now, while the match otherwise stands as it did; else nothing."""
    if view.match is None or view.prompt.code not in _SHOW_THE_LAST:
        return ""
    for piece in view.match.news:
        if isinstance(piece, Corrected):
            return words.corrected(_with_points(view, words, piece.player, piece.points))
    return ""


def _with_points(view: TableView, words: Wording, seat: int, points: int) -> str:
    return f"{words.player(view.setup.players, seat)} {signed(points)}"
