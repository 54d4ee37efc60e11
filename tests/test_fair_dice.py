"""What docs/fair-dice.md shows is run here, by a shell as a reader would, so that it stays true."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from stbpi.config import load_settings
from stbpi.rules.actions import Roll
from stbpi.rules.record import read_record
from stbpi.store import Journal
from stbpi.table.dice import commitment
from stbpi.table.setup import MatchSetup

DOCUMENT = (Path(__file__).parent.parent / "docs/fair-dice.md").read_text(encoding="utf-8")
(RECORD,) = re.findall(r"```record\n(.*?)```", DOCUMENT, re.DOTALL)
BLOCKS = re.findall(r"```console\n(.*?)```", DOCUMENT, re.DOTALL)


def commands() -> list[tuple[str, str]]:
    """Every command of the document in its order, with what it prints; nothing where the document does not say."""
    found: list[tuple[str, str]] = []
    for block in BLOCKS:
        for piece in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, printed = piece.partition("\n")
            found.append((command, printed))
    return found


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Somebody's home, where the match of the document has been played last."""
    read = read_record(RECORD)
    assert read.tags.secret is not None
    assert read.tags.date is not None
    began = datetime.fromisoformat(read.tags.date).timestamp()
    setup = MatchSetup(read.rules, read.players, "electronic", bytes.fromhex(read.tags.secret))
    path = load_settings(None, [], environment={"HOME": str(tmp_path)}).store.path
    path.parent.mkdir(parents=True)
    journal = Journal.open(path)
    try:
        journal.append(journal.begin(setup, began), read.decisions, began)
    finally:
        journal.close()
    return tmp_path


def test_every_command_does_what_it_shows(home: Path) -> None:
    lines = ['stbpi() { "$PYTHON" -m stbpi "$@"; }']
    for number, (command, _) in enumerate(commands()):
        lines += [f"{{ {command}\n}} >{number}.out", f"echo $? >{number}.status"]
    environment = {
        "HOME": str(home),
        "PATH": os.environ["PATH"],
        "PYTHON": sys.executable,
        "LC_ALL": "C.UTF-8",
    }
    subprocess.run(["sh", "-c", "\n".join(lines)], cwd=home, env=environment, check=True, timeout=60)
    shown = 0
    for number, (command, printed) in enumerate(commands()):
        assert (home / f"{number}.status").read_text() == "0\n", command
        if printed:
            assert (home / f"{number}.out").read_text(encoding="utf-8") == printed.rstrip("\n") + "\n", (
                command
            )
            shown += 1
    assert shown == 6
    assert (home / "match.txt").read_text(encoding="utf-8") == RECORD


def test_the_throw_that_is_worked_out_is_the_one_that_was_thrown() -> None:
    read = read_record(RECORD)
    assert read.tags.secret is not None
    assert read.tags.commitment == commitment(bytes.fromhex(read.tags.secret))
    throws = [action.dice for action in read.history().actions if isinstance(action, Roll)]
    worked_out = [int(printed) for command, printed in commands() if command.startswith("echo")]
    assert throws[6] == tuple(worked_out) == (4, 4)
    assert "Ben's second throw above, 4 and\n4, is the seventh of the match" in DOCUMENT


def test_the_exit_statuses_are_explained() -> None:
    for status in (0, 1, 2):
        assert re.search(rf"^\| {status} \|", DOCUMENT, re.MULTILINE)
