"""What came of a match, round by round: as JSON values and as a table for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stbpi.rules import Match
    from stbpi.rules.record import Record


def results(record: Record) -> dict[str, Any]:
    """Rules, players, what is said about the match, its finished rounds and how it stands, as JSON values.

    Players are seats counted from 0; scores, totals and balances stand by seat.
    """
    from stbpi.rules.record.model import TAGS

    match = record.match
    tags = {tag: getattr(record.tags, tag) for tag in TAGS}
    return {
        "rules": {
            "name": record.rules.name,
            "variants": list(record.rules.variants),
            "axes": record.rules.axes(),
        },
        "players": list(record.players),
        **{tag: text for tag, text in tags.items() if text is not None},
        "rounds": [_round(then) for then in rounds(record)],
        "corrections": list(_corrections(record)),
        "phase": match.phase.value,
        "round": match.round,
        "totals": list(match.totals),
        "standings": [
            {"rank": row.rank, "player": row.player, "total": row.total} for row in match.standings
        ],
        "winners": list(match.winners),
        "balances": list(match.balances),
        "pool": match.pool,
    }


def rounds(record: Record) -> Iterator[Match]:
    """The match as it was when each round had just ended."""
    for match in record.history().matches:
        if any(piece.what == "round_ended" for piece in match.news):
            yield match


def table(record: Record) -> Iterator[str]:
    """The lines that tell people how each round and the match ended, or how far it has come."""
    names = [shown(name) for name in record.players]
    rules = record.rules
    yield f"{' + '.join(map(shown, (rules.name, *rules.variants)))}: {', '.join(names)}"
    for match in record.history().matches:
        for piece in match.news:
            told = piece.to_json()
            if told["what"] == "corrected":
                reason = shown(told["reason"])
                yield f"{names[told['player']]} corrected by {told['points']:+}: {reason}"
            elif told["what"] == "left":
                yield f"{names[told['player']]} leaves"
            elif told["what"] == "round_ended":
                yield f"round {match.round}"
                yield from _round_table(match, names)
    yield from _end(record.match, names)


def _round_table(match: Match, names: list[str]) -> Iterator[str]:
    head = ["", "", "score", "total"]
    rows = [
        [str(row.rank), names[row.player], _points(match.round_scores[row.player]), _points(row.total)]
        for row in match.standings
    ]
    yield from _aligned(match, [head, *rows])


def _end(match: Match, names: list[str]) -> Iterator[str]:
    if match.phase != "match_over":
        over = match.phase == "round_over"
        yield (
            f"round {match.round} is over, the match is not"
            if over
            else f"round {match.round} is being played"
        )
        return
    yield "end of the match"
    rows = [[str(row.rank), names[row.player], _points(row.total)] for row in match.standings]
    yield from _aligned(match, [["", "", "total"], *rows])
    winners = [names[seat] for seat in match.winners]
    yield f"won by {' and '.join(winners)}" if winners else "won by nobody"


def _aligned(match: Match, rows: list[list[str]]) -> Iterator[str]:
    """A head and a row for each of the standings in columns: the second, the names, to the left, others right."""
    if match.rules.stake:
        balances = [f"{match.balances[row.player]:+}" for row in match.standings]
        rows = [[*cells, last] for cells, last in zip(rows, ["balance", *balances], strict=True)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.ljust(width) if place == 1 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield f"  {'  '.join(cells)}".rstrip()


def _round(match: Match) -> dict[str, Any]:
    return {
        "round": match.round,
        "scores": list(match.round_scores),
        "winners": list(match.round_winners),
        "totals": list(match.totals),
        "balances": list(match.balances),
    }


def _corrections(record: Record) -> Iterator[dict[str, Any]]:
    for match in record.history().matches:
        for piece in match.news:
            if piece.what == "corrected":
                told = piece.to_json()
                del told["what"]
                yield {"round": match.round, **told}


def _points(score: int | None) -> str:
    return "-" if score is None else str(score)


def shown(name: str) -> str:
    """A name for a terminal: signs that would move its cursor or hide are escaped."""
    from stbpi.rules.record.words import quote

    return name if name.isprintable() else quote(name)
