"""``stbpi analyse``: what each decision of a match cost, the luck of the dice apart."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
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
    messages_for,
    say,
)
from stbpi.cli.new_file import check_plot, write_new

if TYPE_CHECKING:
    from gettext import NullTranslations

    from stbpi.odds.judge import Choice, Judgement
    from stbpi.rules.record import Record


def analyse(arguments: argparse.Namespace) -> int:
    """Judge every match of a record file; what comes after a broken rule is left out, and that is a finding."""
    from stbpi.cli.analyse_told import told
    from stbpi.cli.replay import text_of
    from stbpi.config import load_settings
    from stbpi.rules.record import BrokenRule, read_records

    check_plot(arguments.plot)
    messages = messages_for(arguments, load_settings(arguments.config))
    name, text = text_of(arguments.file)
    judged: list[tuple[Record, Judgement]] = []
    broken: BrokenRule | None = None
    try:
        for record in read_records(text.split("\n"), name):
            judged.append((record, _judge(record)))
    except BrokenRule as error:
        broken = error
    picture = None if arguments.plot is None else _plot(arguments.plot, judged, messages)
    if arguments.json:
        say(json.dumps({"file": name, "matches": [_as_json(*one) for one in judged]}, indent=2))
    else:
        say("\n\n".join("\n".join(told(*one, messages)) for one in judged), end="\n" if judged else "")
    if broken is not None:
        complain(broken)
    if picture is not None:
        write_new("--plot", arguments.plot, picture)
    return DONE if broken is None else FINDING


def _plot(file: Path, judged: Sequence[tuple[Record, Judgement]], messages: NullTranslations) -> bytes:
    """A panel for each player of the first matches: points by luck, and by deciding, throw by throw."""
    from stbpi.cli.figures import player
    from stbpi.cli.plot import BEST, MOST_PANELS, PLAYED, Course, draw_courses

    _ = messages.gettext
    panels = []
    for number, (record, judgement) in enumerate(judged, start=1):
        for name, course in zip(record.players, judgement.course, strict=True):
            if course:
                title = player(name, messages)
                if len(judged) > 1:
                    title = _("match {number}: {name}").format(number=number, name=title)
                luck = Course(_("by luck"), [by for by, _lost in course], True, BEST)
                lost = Course(_("by deciding"), [lost for _by, lost in course], False, PLAYED)
                panels.append((title, [luck, lost]))
    if not panels:
        raise UsageError("--plot: nothing has been thrown yet, so there is nothing to draw")
    return draw_courses(panels[:MOST_PANELS], file, messages)


def _judge(record: Record) -> Judgement:
    try:
        from stbpi.odds.judge import judge
    except ImportError as error:
        raise UsageError("odds need NumPy, which is not installed; pip install 'stbpi[odds]'") from error
    return judge(record.rules, record.players, record.history().actions)


def _as_json(record: Record, judgement: Judgement) -> dict[str, Any]:
    """Players are seats counted from 0; points lost and luck are points above what best play expects.

    Who has ended no turn has noted nothing: null.
    """
    players = []
    for name, account, wins_known in zip(
        record.players, judgement.accounts, judgement.wins_known, strict=True
    ):
        told = asdict(account)
        if not account.turns:
            told |= dict.fromkeys(("expected", "luck", "points_lost", "scored", "win_luck", "win_lost"))
        elif not wins_known:
            told["win_luck"] = told["win_lost"] = None
        players.append({"name": name, **told})
    return {
        "rules": record.rules.name,
        "variants": list(record.rules.variants),
        "players": players,
        "decisions": [
            {
                "round": one.round,
                "player": one.player,
                "open": list(one.open),
                "roll": list(one.roll) or None,
                "made": _choice(one.made),
                "best": _choice(one.best),
                "points_lost": one.points_lost,
                "win_lost": one.win_lost,
            }
            for one in judgement.decisions
        ],
    }


def _choice(choice: Choice) -> dict[str, Any]:
    if choice.dice:
        return {"dice": choice.dice}
    return {"roll_again": True} if choice.again else {"close": list(choice.close)}


COMMAND = Command(
    "analyse",
    "judge a recorded match decision by decision, luck of the dice apart",
    analyse,
    (
        Argument("file", metavar="FILE", help="a record of one or more matches; - reads standard input"),
        Argument("--plot", type=Path, metavar="FILE", help="draw luck and decisions (.svg or .png)"),
        LANGUAGE,
        CONFIG,
        AS_JSON,
    ),
)
