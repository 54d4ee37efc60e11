"""``stbpi stats``: what all matches of the journal come to, as text, as JSON, and as a plot."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stbpi.cli.command import (
    AS_JSON,
    CONFIG,
    DONE,
    FINDING,
    Argument,
    Command,
    UsageError,
    complain,
    mend,
    say,
)

if TYPE_CHECKING:
    from stbpi.store.almanac import KindFigures, PlayerFigures
    from stbpi.table.played import Best, Ending, GameKind, PlayedMatch

PLOTS = (".svg", ".png")

MOST_BARS = 12
"""A histogram that stands on one screen together with what it is of."""

LONGEST_BAR = 40

BY_LENGTH_FROM = 10_000
"""Scores read as digits: from here on what tells them apart is how long they are."""


def stats(arguments: argparse.Namespace) -> int:
    """Say what was played; a match that is damaged is left out and told."""
    from stbpi.config import load_settings
    from stbpi.store import read_played
    from stbpi.store.almanac import figures_of_kinds, figures_of_players

    _check(arguments.plot)
    played, damaged = read_played(load_settings(arguments.config).store.path)
    if arguments.rules is not None:
        played = _of_set(played, arguments.rules)
    kinds, players = figures_of_kinds(played), figures_of_players(played)
    if arguments.plot is not None:
        from stbpi.cli.plot import plot

        plot(kinds, arguments.plot)
    if arguments.json:
        say(json.dumps(_as_json(played, kinds, players), indent=2))
    else:
        for line in _told(played, kinds, players):
            say(line)
    for sentence in damaged:
        complain(f"{sentence}; it is left out")
    return FINDING if damaged else DONE


def _check(plot: Path | None) -> None:
    if plot is not None and plot.suffix.lower() not in PLOTS:
        raise UsageError(
            f"--plot {plot} is of no kind that can be drawn; end the name in {' or '.join(PLOTS)}"
        )


def _of_set(played: tuple[PlayedMatch, ...], name: str) -> tuple[PlayedMatch, ...]:
    there = sorted({match.kind.rules for match in played})
    if name not in there:
        known = mend(name, there) if there else "nothing has been played yet"
        raise UsageError(f'--rules: no match of "{name}" is in the journal; {known}')
    return tuple(match for match in played if match.kind.rules == name)


def _told(
    played: Sequence[PlayedMatch], kinds: Sequence[KindFigures], players: Sequence[PlayerFigures]
) -> Iterator[str]:
    if not played:
        yield "nothing has been played yet"
        return
    yield f"{_counted(len(played), 'match', 'matches')}: {_endings(match.ending for match in played)}"
    for one in kinds:
        yield ""
        yield from _kind(one)
    if players:
        yield ""
        yield from _table(players)


def _kind(one: KindFigures) -> Iterator[str]:
    yield label(one.kind)
    about = [_counted(one.matches, "match", "matches"), _counted(one.scores, "score", "scores")]
    if one.average is not None:
        about += [f"on average {one.average:.4g}", f"shut {_counted(one.shut, 'time', 'times')}"]
    yield f"  {', '.join(about)}"
    if one.best is not None:
        yield f"  record {one.best.score}: {_holders(one.best)}"
    bars = histogram(one.spread)
    most = max((times for _, times in bars), default=0)
    wide = max((len(name) for name, _ in bars), default=0)
    for name, times in bars:
        bar = "#" * -(-times * LONGEST_BAR // most)
        yield f"  {name:>{wide}}  {f'{bar} ' if bar else ''}{times}"


def label(kind: GameKind) -> str:
    """A kind of game in a few words: set and variants, flaps, and what else differs."""
    from stbpi.cli.results import shown

    flaps = kind.flaps
    numbers = f"{flaps[0]}-{flaps[-1]}" if flaps == tuple(range(flaps[0], flaps[-1] + 1)) else _listed(flaps)
    name = " + ".join(map(shown, (kind.rules, *kind.variants)))
    return ", ".join((name, f"flaps {numbers}", *map(shown, kind.changed)))


def _listed(flaps: tuple[int, ...]) -> str:
    return " ".join(map(str, flaps))


def _holders(best: Best) -> str:
    from stbpi.cli.results import shown

    names = " and ".join(map(shown, best.players))
    often = f"{best.times} times, first in" if best.times > 1 else "in"
    return f"{names} ({often} match {best.match_id})"


def histogram(spread: dict[int, int]) -> list[tuple[str, int]]:
    """How many scores lie in each of at most ``MOST_BARS`` equal steps from 0 on; long ones go by their length."""
    if not spread:
        return []
    highest = max(spread)
    if highest >= BY_LENGTH_FROM:
        return _by_length(spread)
    step = next(
        width
        for power in range(5)
        for width in (10**power, 2 * 10**power, 5 * 10**power)
        if highest // width < MOST_BARS
    )
    bars = []
    for low in range(0, highest + 1, step):
        times = sum(spread.get(score, 0) for score in range(low, low + step))
        bars.append((str(low) if step == 1 else f"{low}-{low + step - 1}", times))
    return bars


def _by_length(spread: dict[int, int]) -> list[tuple[str, int]]:
    lengths = sorted({len(str(score)) for score in spread if score})
    shut = [("0", spread[0])] if 0 in spread else []
    return shut + [
        (
            _counted(length, "digit", "digits"),
            sum(times for score, times in spread.items() if score and len(str(score)) == length),
        )
        for length in lengths
    ]


def _table(players: Sequence[PlayerFigures]) -> Iterator[str]:
    from stbpi.cli.results import shown

    money = any(player.balance for player in players)
    rows: list[tuple[str, ...]] = [("", "matches", "won", "rounds", "shut", "balance")]
    rows += [
        (shown(p.name), str(p.matches), str(p.won), str(p.rounds), str(p.shut), f"{p.balance:+}")
        for p in players
    ]
    if not money:
        rows = [row[:-1] for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield f"{'  '.join(cells)}".rstrip()


def _endings(endings: Iterator[Ending]) -> str:
    from collections import Counter

    words = {"playing": "being played"}
    return ", ".join(
        f"{times} {words.get(ending, ending)}" for ending, times in Counter(endings).most_common()
    )


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _as_json(
    played: Sequence[PlayedMatch], kinds: Sequence[KindFigures], players: Sequence[PlayerFigures]
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
            }
            for one in kinds
        ],
        "players": [asdict(player) for player in players],
    }


COMMAND = Command(
    "stats",
    "what was played: matches, players, records, how scores are spread",
    stats,
    (
        CONFIG,
        Argument("--rules", metavar="NAME", help="only matches of this set"),
        Argument("--plot", type=Path, metavar="FILE", help="draw how scores are spread (.svg or .png)"),
        AS_JSON,
    ),
)
