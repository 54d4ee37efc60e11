"""``stbpi replay``: plays a record again, says what came of it, and checks its electronic dice."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from gettext import NullTranslations

    from stbpi.rules.record import Record
    from stbpi.table.dice_check import DiceCheck


def replay(arguments: argparse.Namespace) -> int:
    """Fold every match of a record file; a broken rule is a finding, an unreadable file wrong use."""
    from stbpi.cli.results import results
    from stbpi.config import load_settings
    from stbpi.rules.record import BrokenRule, read_records

    messages = messages_for(arguments, load_settings(arguments.config))
    name, text = text_of(arguments.file)
    records: list[Record] = []
    broken: BrokenRule | None = None
    try:
        # One by one, so that the matches before a broken one are told.
        for record in read_records(text.split("\n"), name):
            records.append(record)
    except BrokenRule as error:
        broken = error
    checks = [_check(record) for record in records] if arguments.verify_dice else []
    if arguments.json:
        matches = [results(record) for record in records]
        for match, record, check in zip(matches, records, checks, strict=False):
            match["dice"] = _dice_json(record, check)
        told: dict[str, object] = {"file": name, "matches": matches}
        if broken is not None:
            told["broken"] = {
                "line": broken.line,
                "column": broken.column,
                "reason": broken.reason,
                "code": broken.code,
            }
        say(json.dumps(told, indent=2))
    else:
        _tell(records, checks, messages)
    for record, check in zip(records, checks, strict=False):
        for finding in check.findings:
            line, column = _place(record, finding.decision)
            complain(f"{name}:{line}:{column}: {finding.sentence}")
    if broken is not None:
        complain(broken)
    return DONE if broken is None and not any(check.findings for check in checks) else FINDING


def _check(record: Record) -> DiceCheck:
    from stbpi.table.dice_check import check_dice

    tags = record.tags
    return check_dice(
        record.rules,
        record.players,
        record.decisions,
        source=tags.dice_source,
        published=tags.commitment,
        secret=tags.secret,
    )


def _place(record: Record, decision: int | None) -> tuple[int, int]:
    """Where a decision stands, or where the record begins."""
    if record.places is None:
        return 1, 1
    return record.places.first if decision is None else record.places.decisions[decision]


def _dice_json(record: Record, check: DiceCheck) -> dict[str, object]:
    told_before = None
    if check.told_before is not None:
        line, column = _place(record, check.told_before)
        told_before = {"line": line, "column": column}
    findings = []
    for finding in check.findings:
        line, column = _place(record, finding.decision)
        findings.append(
            {"code": finding.code.value, "reason": finding.sentence, "line": line, "column": column}
        )
    return {
        "verdict": check.verdict.value,
        "throws": check.throws,
        "findings": findings,
        "told_before": told_before,
    }


def _tell(records: Sequence[Record], checks: Sequence[DiceCheck], messages: NullTranslations) -> None:
    """What came of each match and, where they were checked, of its dice."""
    from stbpi.cli.replay_told import dice_told, told

    lines = [list(told(record, messages)) for record in records]
    for about, record, check in zip(lines, records, checks, strict=False):
        before = None if check.told_before is None else _place(record, check.told_before)
        about += dice_told(check, record.tags.commitment, before, messages)
    say("\n\n".join("\n".join(about) for about in lines), end="\n" if lines else "")


def text_of(file: str) -> tuple[str, str]:
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
        Argument(
            "--verify-dice",
            action="store_true",
            help="check the electronic dice too, against the secret and the commitment in the record",
        ),
        LANGUAGE,
        CONFIG,
        AS_JSON,
    ),
)
