"""What came of one match of the journal, and how that is kept as text so that it need not be played through again."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from stbpi.rules import Phase
from stbpi.rules.actions import Stop
from stbpi.rules.history import History
from stbpi.rules.news import Left, RoundEnded
from stbpi.store.errors import DamagedStore
from stbpi.store.stored import StoredMatch
from stbpi.table.played import Ending, GameKind, PlayedMatch, kind_of


def summary_of(stored: StoredMatch) -> PlayedMatch:
    """What came of a match, by folding its decisions."""
    setup = stored.setup
    history = History.fold(setup.rules, setup.players, stored.decisions)
    match = history.match
    rounds: list[tuple[int | None, ...]] = []
    left: set[int] = set()
    for then in history.matches:
        for piece in then.news:
            if isinstance(piece, Left):
                # What somebody noted who went home in the middle of a round is no score to compare.
                left.add(piece.player)
            elif isinstance(piece, RoundEnded):
                rounds.append(
                    tuple(None if seat in left else score for seat, score in enumerate(piece.scores))
                )
    ending = Ending.PLAYING
    if match.phase == Phase.MATCH_OVER:
        stopped = any(isinstance(action, Stop) for action in history.actions)
        ending = Ending.STOPPED if stopped else Ending.FINISHED
    by_seat = sorted(match.standings, key=lambda row: row.player)
    played = PlayedMatch(
        match_id=stored.match_id,
        began_at=stored.began_at,
        kind=kind_of(setup.rules),
        players=setup.players,
        ending=ending,
        rounds=tuple(rounds),
        ranks=tuple(row.rank for row in by_seat),
        totals=tuple(row.total for row in by_seat),
        winners=tuple(match.winners),
        balances=tuple(match.balances),
    )
    return as_left(played, left=stored.left)


def as_left(played: PlayedMatch, *, left: bool) -> PlayedMatch:
    """The match with its ending: one that is not over is being played, or was left for another."""
    if played.over:
        return played
    return replace(played, ending=Ending.ABANDONED if left else Ending.PLAYING)


def summary_to_text(played: PlayedMatch) -> str:
    """The summary as one line of JSON. Numbers stay whole however long they are."""
    kind = played.kind
    return json.dumps(
        {
            "rules": kind.rules,
            "variants": kind.variants,
            "flaps": kind.flaps,
            "changed": kind.changed,
            "players": played.players,
            "ending": played.ending.value,
            "rounds": played.rounds,
            "ranks": played.ranks,
            "totals": played.totals,
            "winners": played.winners,
            "balances": played.balances,
        },
        separators=(",", ":"),
    )


def summary_from_text(text: str, match_id: int, began_at: float) -> PlayedMatch:
    """The summary that a line of JSON holds; raises DamagedStore where it holds none."""
    try:
        found: dict[str, Any] = json.loads(text)
        kind = GameKind(*(_tuples(found[key]) for key in ("rules", "variants", "flaps", "changed")))
        return PlayedMatch(
            match_id=match_id,
            began_at=began_at,
            kind=kind,
            ending=Ending(found["ending"]),
            **{
                key: _tuples(found[key])
                for key in ("players", "rounds", "ranks", "totals", "winners", "balances")
            },
        )
    except (ValueError, KeyError, TypeError) as error:
        raise DamagedStore(f"the result of match {match_id} cannot be understood ({error})") from error


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
