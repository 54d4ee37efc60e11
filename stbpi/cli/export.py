"""``stbpi export``: matches out of the journal, as records to read and mail, as JSON or as CSV."""

from __future__ import annotations

import argparse
import csv
import io
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
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
    whole_number,
)

if TYPE_CHECKING:
    from gettext import NullTranslations

    from stbpi.rules.record import Record
    from stbpi.store import PastMatch, StoredMatch

FORMATS = ("record", "json", "csv")

CSV_COLUMNS = (
    "match",
    "began",
    "rules",
    "variants",
    "round",
    "seat",
    "player",
    "score",
    "total",
    "balance",
    "won_round",
    "won_match",
)
"""One row for each player in each finished round; seats count from 1, times are UTC."""


def export(arguments: argparse.Namespace) -> int:
    """Write matches of the journal; one that is damaged is left out and told."""
    from stbpi.config import load_settings
    from stbpi.store import read_past

    _check(arguments)
    settings = load_settings(arguments.config)
    messages = messages_for(arguments, settings)
    journal = settings.store.path
    if arguments.output is not None and _same_file(arguments.output, journal):
        raise UsageError(f"--output {arguments.output} is the journal itself; name another file")
    found = read_past(journal, arguments.match)
    if not found:
        which = f"match {arguments.match}" if arguments.match is not None else "match that has begun"
        raise UsageError(f"there is no {which} in {journal}; stbpi export --list shows what there is")
    if arguments.match is None and not (arguments.all or arguments.list or arguments.since is not None):
        found = found[-1:]
    matches, status = _opened(found)
    if arguments.since is not None:
        matches = [stored for stored in matches if stored.began_at >= arguments.since]
        if not matches:
            raise UsageError("no match began since then; stbpi export --list shows what there is")
    as_json = arguments.json or arguments.format == "json"
    if arguments.list:
        text = _listing_as_json(matches) if as_json else _listing(matches, messages)
    elif as_json:
        text = _as_json(matches)
    else:
        text = _as_csv(matches) if arguments.format == "csv" else _as_records(matches)
    _write(text, arguments.output, over=arguments.force)
    return status


def _check(arguments: argparse.Namespace) -> None:
    chosen = [
        option
        for option, given in (
            ("--match", arguments.match is not None),
            ("--last", arguments.last),
            ("--all", arguments.all),
            ("--list", arguments.list),
        )
        if given
    ]
    if len(chosen) > 1:
        raise UsageError(f"{' and '.join(chosen)} ask for different things; leave all but one out")
    if arguments.since is not None and (arguments.match is not None or arguments.last):
        raise UsageError("--since chooses among all matches; leave --match and --last out")
    if arguments.format is not None and arguments.format not in FORMATS:
        raise UsageError(f'--format: there is no format "{arguments.format}"; there are {", ".join(FORMATS)}')
    if arguments.json and arguments.format not in (None, "json"):
        raise UsageError(f"--json and --format {arguments.format} ask for different things; leave one out")
    if arguments.force and arguments.output is None:
        raise UsageError("--force is about the file of --output; name that too, or leave --force out")
    if arguments.list and arguments.format in ("record", "csv"):
        raise UsageError(f"--list is text or JSON; leave --format {arguments.format} out")


def moment(text: str) -> float:
    """A date, or a date and time, by local time unless it says otherwise, for argparse: seconds since 1970."""
    from datetime import datetime

    try:
        return datetime.fromisoformat(text).timestamp()
    except (ValueError, OverflowError, OSError) as error:
        raise argparse.ArgumentTypeError(f'"{text}" is no date; write one like 2025-03-14') from error


def _opened(found: Sequence[PastMatch]) -> tuple[list[StoredMatch], int]:
    from stbpi.store import DamagedStore

    if len(found) == 1:
        return [found[0].open()], DONE
    matches: list[StoredMatch] = []
    for past in found:
        try:
            matches.append(past.open())
        except DamagedStore as error:
            complain(f"{error}; it is left out")
    return matches, DONE if len(matches) == len(found) else FINDING


def record_of(stored: StoredMatch) -> Record:
    """The record of a match from the journal, with the secret of its dice once nobody can go on with it."""
    from stbpi.rules.record import Record, Tags
    from stbpi.table.dice import commitment_of, told_secret

    setup = stored.setup
    record = Record(setup.rules, setup.players, stored.decisions)
    tags = Tags(
        date=_date(stored.began_at),
        dice_source=setup.dice_source,
        commitment=commitment_of(setup),
        secret=told_secret(setup, record.match, left=stored.left),
    )
    return replace(record, tags=tags)


def _date(wall_time: float) -> str | None:
    from datetime import UTC, datetime

    try:
        return datetime.fromtimestamp(wall_time, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError, OSError):
        # A clock without a battery can say anything.
        return None


def _as_records(matches: list[StoredMatch]) -> str:
    from stbpi.rules.record import write_record

    return "\n".join(write_record(record_of(stored)) for stored in matches)


def _as_json(matches: list[StoredMatch]) -> str:
    from stbpi.cli.results import results
    from stbpi.rules.actions import to_json

    told = [
        {
            "match": stored.match_id,
            **results(record_of(stored)),
            "decisions": [to_json(decision) for decision in stored.decisions],
        }
        for stored in matches
    ]
    return json.dumps({"matches": told}, indent=2) + "\n"


def _as_csv(matches: list[StoredMatch]) -> str:
    from stbpi.cli.results import rounds

    file = io.StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow(CSV_COLUMNS)
    for stored in matches:
        record = record_of(stored)
        winners = record.match.winners
        for match in rounds(record):
            for seat, player in enumerate(record.players):
                writer.writerow(
                    (
                        stored.match_id,
                        record.tags.date or "",
                        record.rules.name,
                        " ".join(record.rules.variants),
                        match.round,
                        seat + 1,
                        player,
                        "" if match.round_scores[seat] is None else match.round_scores[seat],
                        match.totals[seat],
                        match.balances[seat],
                        int(seat in match.round_winners),
                        int(seat in winners),
                    )
                )
    return file.getvalue()


def _listing_as_json(matches: list[StoredMatch]) -> str:
    rows: list[dict[str, Any]] = []
    for stored in matches:
        record = record_of(stored)
        match = record.match
        rows.append(
            {
                "match": stored.match_id,
                "began": record.tags.date,
                "rules": record.rules.name,
                "variants": list(record.rules.variants),
                "players": list(record.players),
                "rounds": match.round,
                "over": match.phase == "match_over",
                "winners": list(match.winners),
            }
        )
    return json.dumps({"matches": rows}, indent=2) + "\n"


def _listing(matches: list[StoredMatch], messages: NullTranslations) -> str:
    """A line for each match, when it began by local time."""
    from stbpi.locale.forms import moment

    lines = []
    for stored in matches:
        began = moment(stored.began_at, messages) or "-"
        lines.append(f"{stored.match_id:>5}  {began:<16}  {_listed(record_of(stored), messages)}\n")
    return "".join(lines)


def _listed(record: Record, messages: NullTranslations) -> str:
    from stbpi.cli.figures import player
    from stbpi.cli.results import shown
    from stbpi.locale.lists import listed
    from stbpi.rules.names import set_name, variant_name

    _ = messages.gettext
    match = record.match
    names = [player(name, messages) for name in record.players]
    sets = (set_name(record.rules.name, _), *(variant_name(each, _) for each in record.rules.variants))
    if match.phase != "match_over":
        end = _("in round {round}").format(round=match.round)
    elif match.winners:
        end = _("won by {names}").format(names=listed([names[seat] for seat in match.winners], messages))
    else:
        end = _("won by nobody")
    what = _("{names}; {what}").format(names=", ".join(names), what=end)
    return _("{name}: {what}").format(name=" + ".join(map(shown, sets)), what=what)


def _same_file(output: Path, journal: Path) -> bool:
    return output.exists() and journal.exists() and output.samefile(journal)


def _write(text: str, output: Path | None, *, over: bool) -> None:
    # Bytes, because a record is UTF-8 with line feeds wherever it is written.
    content = text.encode("utf-8")
    if output is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        return
    try:
        # What is there and is no file, such as a terminal, has nothing that could be lost.
        with output.open("wb" if over or (output.exists() and not output.is_file()) else "xb") as file:
            file.write(content)
    except FileExistsError as error:
        raise UsageError(
            f"--output {output} is there already; name another file, or add --force to write over it"
        ) from error
    except OSError as error:
        raise UsageError(
            f"--output {output} cannot be written ({error.strerror}); check folder and disk"
        ) from error


COMMAND = Command(
    "export",
    "write matches out of the journal: as records, JSON or CSV",
    export,
    (
        CONFIG,
        Argument("--match", type=whole_number, metavar="N", help="the match with this number, see --list"),
        Argument("--last", action="store_true", help="the match on the tray, or the last one (the default)"),
        Argument("--all", action="store_true", help="every match that began"),
        Argument("--since", type=moment, metavar="DATE", help="every match that began on this day or later"),
        Argument("--list", action="store_true", help="only say which matches there are"),
        Argument("--format", metavar="FORMAT", help=f"one of {', '.join(FORMATS)}"),
        LANGUAGE,
        AS_JSON,
        Argument("--output", type=Path, metavar="FILE", help="write to this new file"),
        Argument("--force", action="store_true", help="with --output, write over a file that is there"),
    ),
)
