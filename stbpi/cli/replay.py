"""``stbpi replay``: plays a record again and says what came of it."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from stbpi.cli.command import AS_JSON, DONE, FINDING, Argument, Command, UsageError, complain, say


def replay(arguments: argparse.Namespace) -> int:
    """Fold every match of a record file; a broken rule is a finding, an unreadable file wrong use."""
    from stbpi.cli.results import results, table
    from stbpi.rules.record import BrokenRule, Record, read_records

    name, text = _text_of(arguments.file)
    records: list[Record] = []
    broken: BrokenRule | None = None
    try:
        # One by one, so that the matches before a broken one are told.
        for record in read_records(text.split("\n"), name):
            records.append(record)
    except BrokenRule as error:
        broken = error
    if arguments.json:
        told: dict[str, object] = {"file": name, "matches": [results(record) for record in records]}
        if broken is not None:
            told["broken"] = {
                "line": broken.line,
                "column": broken.column,
                "reason": broken.reason,
                "code": broken.code,
            }
        say(json.dumps(told, indent=2))
    else:
        say("\n\n".join("\n".join(table(record)) for record in records), end="\n" if records else "")
    if broken is None:
        return DONE
    complain(broken)
    return FINDING


def _text_of(file: str) -> tuple[str, str]:
    """What the file is called in errors, and its text."""
    from stbpi.rules.record import RecordError

    name = "standard input" if file == "-" else file
    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise UsageError(f"{file} cannot be read ({error.strerror}); check the name") from error
    try:
        return name, content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8")
        line, behind = before.count("\n") + 1, before.rpartition("\n")[2]
        reason = f"the byte 0x{content[error.start]:02X} is no UTF-8; save the record as UTF-8 text."
        raise RecordError(reason, line, len(behind) + 1, name) from error


COMMAND = Command(
    "replay",
    "play a record again, check it against the rules and show the standing",
    replay,
    (
        Argument("file", metavar="FILE", help="a record of one or more matches; - reads standard input"),
        AS_JSON,
    ),
)
