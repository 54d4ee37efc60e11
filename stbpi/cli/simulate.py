"""``stbpi simulate``: matches between players of the house, by the million."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Callable, Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stbpi.cli.axes import AXIS, FLAPS, RULES, VARIANT, rules_given
from stbpi.cli.command import (
    AS_JSON,
    CONFIG,
    DONE,
    LANGUAGE,
    Argument,
    Command,
    UsageError,
    mend,
    messages_for,
    say,
    whole_number,
)
from stbpi.cli.new_file import check_new, check_plot, write_new

if TYPE_CHECKING:
    from gettext import NullTranslations

    from stbpi.odds.likely import Estimate
    from stbpi.odds.tallies import Simulated
    from stbpi.rules import RuleSet
    from stbpi.rules.strength import Strength

MATCHES = 100_000
MOST_MATCHES = 1_000_000_000
"""A quarter of an hour of the simplest ones; a number with more noughts is a slip of the hand."""

BAR = 40
"""Columns of the progress bar."""


def simulate(arguments: argparse.Namespace) -> int:
    """Play the matches, then say what they came to."""
    from stbpi.config import load_settings

    check_plot(arguments.plot)
    check_new("--csv", arguments.csv)
    if None not in (arguments.csv, arguments.plot) and arguments.csv.resolve() == arguments.plot.resolve():
        raise UsageError(f"--csv and --plot are both {arguments.csv}; name two files")
    settings = load_settings(arguments.config)
    messages = messages_for(arguments, settings)
    rules = rules_given(arguments, settings)
    players = _players(arguments.players, rules)
    for option, count, most in (
        ("matches", arguments.matches, MOST_MATCHES),
        ("rounds", arguments.rounds, 1000),
    ):
        if not 1 <= count <= most:
            raise UsageError(f"--{option} {count} cannot be; give a whole number from 1 to {most}")
    if arguments.seed < 0:
        raise UsageError(f"--seed {arguments.seed} cannot be; give a whole number from 0 up")
    try:
        from stbpi.odds.arena import simulate as play
    except ImportError as error:
        raise UsageError("odds need NumPy, which is not installed; pip install 'stbpi[odds]'") from error
    with Progress(arguments.matches, messages) as told:
        played = play(rules, players, arguments.matches, arguments.seed, rounds=arguments.rounds, told=told)
    picture = None if arguments.plot is None else _plot(arguments.plot, played, messages)
    if arguments.json:
        say(json.dumps(_as_json(rules, played, arguments.seed), indent=2))
    else:
        from stbpi.cli.simulate_told import told as lines

        for line in lines(rules, played, arguments.seed, messages):
            say(line)
    # What was played is said before: a disk that is full by now does not take it.
    if arguments.csv is not None:
        write_new("--csv", arguments.csv, _table(played).encode())
    if picture is not None:
        write_new("--plot", arguments.plot, picture)
    return DONE


class Progress:
    """A bar on stderr, where somebody looks at it; gone when all is done."""

    def __init__(self, matches: int, messages: NullTranslations) -> None:
        self._matches = matches
        self._messages = messages
        self._shown = sys.stderr.isatty()
        self._width = 0

    def __enter__(self) -> Callable[[int], None]:
        self._tell(0)
        return self._tell

    def __exit__(self, *_why: object) -> None:
        self._write("")
        if self._shown:
            sys.stderr.write("\r")
            sys.stderr.flush()

    def _tell(self, done: int) -> None:
        from stbpi.locale.forms import whole

        full = BAR * done // self._matches
        share = self._messages.gettext("{n}%").format(n=100 * done // self._matches)
        self._write(f"[{'#' * full}{'.' * (BAR - full)}] {share}  {whole(done, self._messages)}")

    def _write(self, text: str) -> None:
        if self._shown:
            sys.stderr.write(f"\r{text:{self._width}}")
            sys.stderr.flush()
            self._width = len(text)


def _players(words: Sequence[str] | None, rules: RuleSet) -> tuple[Strength, ...]:
    """Strengths, with blanks or commas between them; perfect players where nobody is named."""
    from stbpi.rules.strength import Strength

    if words is None:
        return (Strength.PERFECT,) * max(rules.min_players, min(2, rules.max_players))
    named = [name for word in words for name in word.replace(",", " ").split()]
    known = [strength.value for strength in Strength]
    for name in named:
        if name not in known:
            raise UsageError(f'--players: "{name}" is no player of the house; {mend(name, known)}')
    return tuple(Strength(name) for name in named)


def _as_json(rules: RuleSet, played: Simulated, seed: int) -> dict[str, Any]:
    """Shares, points and money each with one standard error, the ends of what is likely, and whether they hold."""

    def told(estimate: Estimate) -> dict[str, Any]:
        ends = {"low": estimate.low, "high": estimate.high, "sure": estimate.sure}
        return {"value": estimate.value, "error": estimate.error, **ends}

    return {
        "rules": rules.name,
        "variants": list(rules.variants),
        "seed": seed,
        "matches": played.matches,
        "rounds": played.rounds,
        "turns": played.turns,
        "throws": played.throws,
        "players": [
            {
                "player": seat.strength.value,
                "won": told(seat.won),
                "points": told(seat.points),
                "shut": told(seat.shut),
                "balance": told(seat.balance),
                "spread": [{"score": score, "times": times} for score, times in seat.spread.items()],
            }
            for seat in played.seats
        ],
    }


def _table(played: Simulated) -> str:
    """How often each seat noted each score, as CSV."""
    written = StringIO(newline="")
    table = csv.writer(written)
    table.writerow(("seat", "player", "score", "times", "share"))
    for number, seat in enumerate(played.seats, start=1):
        scores = sum(seat.spread.values())
        for score, times in seat.spread.items():
            table.writerow((number, seat.strength.value, score, times, times / scores))
    return written.getvalue()


def _plot(file: Path, played: Simulated, messages: NullTranslations) -> bytes:
    from stbpi.cli.plot import MOST_PANELS, PLAYED, Series, draw
    from stbpi.cli.simulate_told import seat_told
    from stbpi.locale.forms import whole

    panels = []
    for number, seat in enumerate(played.seats):
        scores = sum(seat.spread.values())
        if scores:
            shares = {score: times / scores for score, times in seat.spread.items()}
            name = messages.gettext("simulated: {n}").format(n=whole(scores, messages))
            panels.append((seat_told(number, seat.strength, messages), [Series(name, shares, PLAYED)]))
    return draw(panels[:MOST_PANELS], file, messages)


COMMAND = Command(
    "simulate",
    "play a great many matches between players of the house",
    simulate,
    (
        RULES,
        VARIANT,
        FLAPS,
        AXIS,
        Argument(
            "--players", nargs="+", metavar="PLAYER", help="random, greedy, careful or perfect, seat by seat"
        ),
        Argument("--matches", type=whole_number, default=MATCHES, metavar="N", help="how many; else 100000"),
        Argument(
            "--seed", type=whole_number, default=1, metavar="N", help="other matches with another number"
        ),
        Argument(
            "--rounds",
            type=whole_number,
            default=1,
            metavar="N",
            help="when an open match is stopped; else after one round",
        ),
        Argument("--csv", type=Path, metavar="FILE", help="write how often each score was noted"),
        Argument("--plot", type=Path, metavar="FILE", help="draw how scores are spread (.svg or .png)"),
        LANGUAGE,
        CONFIG,
        AS_JSON,
    ),
)
