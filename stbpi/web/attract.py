"""What was played before, as JSON: records and the results of the evening, for pages that show them between matches."""

from __future__ import annotations

from stbpi.table.played import Best, PlayedMatch
from stbpi.table.view import TableView
from stbpi.web.beside import Json

SHOWN_TONIGHT = 12
"""Results of the evening in a state: more than a screen in a pub has room for, and the state stays small."""


def attract_json(view: TableView) -> Json:
    """What is shown between matches; None while one is being played.

    ``page`` is the one that stands on the tray's own screens, None while somebody is there. Scores stand as numbers
    and as texts, as everywhere in the state.
    """
    if view.match is not None and view.match.phase != "match_over":
        return None
    past = view.past
    return {
        "page": view.attract and view.attract.value,
        "house": _best_json(past.house),
        "today": _best_json(past.today),
        "tonight": [_match_json(match) for match in past.tonight[:SHOWN_TONIGHT]],
        "last": [_match_json(match) for match in past.last],
    }


def _best_json(best: Best | None) -> Json:
    if best is None:
        return None
    return {
        "score": best.score,
        "score_text": str(best.score),
        "players": list(best.players),
        "times": best.times,
        "match": best.match_id,
    }


def _match_json(match: PlayedMatch) -> Json:
    return {
        "match": match.match_id,
        "rules": match.kind.rules,
        "variants": list(match.kind.variants),
        "ending": match.ending.value,
        "players": [
            {
                "name": name,
                "rank": match.ranks[seat],
                "total": match.totals[seat],
                "total_text": None if match.totals[seat] is None else str(match.totals[seat]),
                "won": seat in match.winners,
            }
            for seat, name in enumerate(match.players)
        ],
    }
