"""Scores as screens show them: the badge beside a name, the rows at the end of a round or a match."""

from __future__ import annotations

from collections.abc import Sequence

from stbpi.display.corrections import corrected_by, signed
from stbpi.display.plain import figure
from stbpi.display.screen import ScoreBox
from stbpi.display.wording import Wording
from stbpi.table.view import TableView

NO_SCORE = "–"
"""Stands where somebody has no score."""

CORRECTED = "*"
"""Marks a corrected total where there is no room to say by how much."""

_IN_ONE_COLUMN = 4
"""More players than this have half of the width each."""

_LONGEST_PAIR = 13
"""Characters of ``round / total`` that stand whole in half a row. A pair that is cut in its middle would read as one
number, so beyond this only the total is shown.
"""


def badge(view: TableView, words: Wording) -> str:
    """What stands beside the name of the player in turn: the total so far, or in a single round the score to
    beat.
    """
    match, seat = view.match, view.prompt.player
    if match is None:
        return ""
    if view.setup.rules.match == "single":
        score = to_beat(view)
        return "" if score is None else words.to_beat(score)
    if seat is None or len(match.waiting_for) > 1:
        return ""
    return words.points(match.totals[seat])


def to_beat(view: TableView) -> int | None:
    """The best score of a single round so far; None where nobody has one yet, or none is to be beaten.

    Only on a shared row have others a score while somebody plays.
    """
    match, rules = view.match, view.setup.rules
    if match is None or rules.match != "single" or rules.play != "until_blocked":
        return None
    return min((score for score in match.round_scores if score is not None), default=None)


def boxes(view: TableView, words: Wording, *, strong: Sequence[int]) -> tuple[ScoreBox, ...]:
    """A row for each player, best first, with the place, and the score of the round where it is not the
    total. Points that an operator added to a total stand behind it, of many players only a star.
    """
    match = view.match
    if match is None:
        return ()
    rows = []
    for standing in match.standings:
        total = NO_SCORE if standing.total is None else figure(standing.total)
        corrected, behind = corrected_by(view, standing.player), ""
        if corrected and not view.setup.rules.stake:
            if len(match.standings) <= _IN_ONE_COLUMN:
                behind = signed(corrected)
            else:
                total += CORRECTED
        if view.setup.rules.stake:
            # Playing for money, what counts over the rounds is the balance.
            balance = match.balances[standing.player]
            total = f"+{figure(balance)}" if balance > 0 else figure(balance)
        if match.round > 1 or view.setup.rules.stake:
            score = match.round_scores[standing.player]
            pair = f"{NO_SCORE if score is None else figure(score)} / {total}"
            whole = f"{pair} ({behind})" if behind else pair
            total = pair if len(whole) <= _LONGEST_PAIR else total
        rows.append(
            ScoreBox(
                name=words.player(view.setup.players, standing.player),
                score=total,
                place=words.place(standing.rank),
                strong=standing.player in strong,
                corrected=behind,
            )
        )
    return tuple(rows)
