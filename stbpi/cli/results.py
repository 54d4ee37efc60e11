"""What came of a match, round by round: as JSON values."""

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


def shown(name: str) -> str:
    """A name for a terminal: signs that would move its cursor or hide are escaped."""
    from stbpi.rules.record.words import quote

    return name if name.isprintable() else quote(name)
