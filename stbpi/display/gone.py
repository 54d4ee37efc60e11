"""Players who left in the middle of a match, as screens tell of them: their scores count on, and they are not there."""

from __future__ import annotations

from collections.abc import Iterable

from stbpi.display.scores import to_beat
from stbpi.display.wording import Wording
from stbpi.table.prompts import PromptCode
from stbpi.table.view import TableView

_BEFORE_THE_SCORE = frozenset((PromptCode.PRESS_TO_ROLL, PromptCode.CLOSE_FLAPS, PromptCode.CLOSE_MORE))
"""Where the score to beat stands beside a name, and people wonder whose it is."""


def winners_gone(view: TableView, words: Wording, winners: Iterable[int]) -> tuple[str, ...]:
    """A line that says which of the winners left before they had won; nothing where none did."""
    return _told(view, words, (seat for seat in winners if seat in view.gone))


def beaten_in_absence(view: TableView, words: Wording) -> str:
    """Who left, where the score to beat is nobody's who is still there; else nothing."""
    match, score = view.match, to_beat(view)
    if match is None or score is None or view.prompt.code not in _BEFORE_THE_SCORE:
        return ""
    have = [seat for seat, noted in enumerate(match.round_scores) if noted == score]
    return "".join(_told(view, words, have)) if all(seat in view.gone for seat in have) else ""


def _told(view: TableView, words: Wording, seats: Iterable[int]) -> tuple[str, ...]:
    names = [words.player(view.setup.players, seat) for seat in seats]
    return (words.have_left(names),) if names else ()
