"""``stbpi stats``: what all matches of the journal come to, as text, as JSON, and as a plot."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stbpi.cli.command import (
    AS_JSON,
    CONFIG,
    DONE,
    FINDING,
    LANGUAGE,
    Argument,
    Command,
    UsageError,
    complain,
    mend,
    messages_for,
    say,
)
from stbpi.cli.new_file import check_plot, write_new

if TYPE_CHECKING:
    from stbpi.cli.best_play import Best
    from stbpi.store.almanac import KindFigures, PlayerFigures
    from stbpi.table.played import GameKind, PlayedMatch


def stats(arguments: argparse.Namespace) -> int:
    """Say what was played; a match that is damaged is left out and told."""
    from stbpi.cli.best_play import best_of_kinds
    from stbpi.cli.figures import told
    from stbpi.config import load_settings
    from stbpi.store import read_played
    from stbpi.store.almanac import figures_of_kinds, figures_of_players

    check_plot(arguments.plot)
    settings = load_settings(arguments.config)
    messages = messages_for(arguments, settings)
    played, damaged = read_played(settings.store.path)
    if arguments.rules is not None:
        played = _of_set(played, arguments.rules)
    kinds, players = figures_of_kinds(played), figures_of_players(played)
    best = best_of_kinds(kinds, settings.store.path)
    picture = None
    if arguments.plot is not None:
        from stbpi.cli.plot import plot

        picture = plot(kinds, best, arguments.plot, messages)
    if arguments.json:
        say(json.dumps(_as_json(played, kinds, best, players), indent=2))
    else:
        for line in told(played, kinds, players, messages, best):
            say(line)
    for sentence in damaged:
        complain(f"{sentence}; it is left out")
    if picture is not None:
        write_new("--plot", arguments.plot, picture)
    return FINDING if damaged else DONE


def _of_set(played: tuple[PlayedMatch, ...], name: str) -> tuple[PlayedMatch, ...]:
    there = sorted({match.kind.rules for match in played})
    if name not in there:
        known = mend(name, there) if there else "nothing has been played yet"
        raise UsageError(f'--rules: no match of "{name}" is in the journal; {known}')
    return tuple(match for match in played if match.kind.rules == name)


def _as_json(
    played: Sequence[PlayedMatch],
    kinds: Sequence[KindFigures],
    best: Mapping[GameKind, Best],
    players: Sequence[PlayerFigures],
) -> dict[str, Any]:
    from dataclasses import asdict

    return {
        "matches": len(played),
        "games": [
            {
                "rules": one.kind.rules,
                "variants": list(one.kind.variants),
                "flaps": list(one.kind.flaps),
                "changed": list(one.kind.changed),
                "matches": {ending.value: times for ending, times in one.endings.items()},
                "scores": one.scores,
                "average": one.average,
                "shut": one.shut,
                "record": None if one.best is None else asdict(one.best),
                "spread": [{"score": score, "times": times} for score, times in one.spread.items()],
                **_best_as_json(best.get(one.kind)),
            }
            for one in kinds
        ],
        "players": [asdict(player) for player in players],
    }


def _best_as_json(best: Best | None) -> dict[str, Any]:
    from stbpi.cli.best_play import BestPlay

    if isinstance(best, BestPlay):
        return {"best_play": best.as_json(), "best_play_left_out": None}
    return {"best_play": None, "best_play_left_out": None if best is None else best.value}


COMMAND = Command(
    "stats",
    "what was played: matches, players, records, how scores are spread",
    stats,
    (
        CONFIG,
        Argument("--rules", metavar="NAME", help="only matches of this set"),
        Argument(
            "--plot",
            type=Path,
            metavar="FILE",
            help="draw how scores are spread, beside optimal play (.svg or .png)",
        ),
        LANGUAGE,
        AS_JSON,
    ),
)
