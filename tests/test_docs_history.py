"""What docs/history.md shows is run here, so that it stays true."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from stbpi import cli
from stbpi.cli import backup, stats
from stbpi.table.attract import AFTER_PREPARED, AFTER_RESULT, EACH
from stbpi.table.button import SECOND
from stbpi.table.played import Ending
from tests.store.test_results import OLD
from tests.support.zone import local_time

DOCUMENT = (Path(__file__).parents[1] / "docs/history.md").read_text(encoding="utf-8")
TRANSCRIPTS = re.findall(r"```\n\$ stbpi (.*?)\n(.*?)```", DOCUMENT, re.DOTALL)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a journal and its configuration, in which the commands are given."""
    shutil.copy(OLD, tmp_path / "stbpi.db")
    (tmp_path / "stbpi.toml").write_text('[store]\npath = "stbpi.db"\n')
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_transcripts_are_true_one_after_the_other(folder, capsysbinary):
    assert len(TRANSCRIPTS) == 6
    for command, shown in TRANSCRIPTS:
        with local_time("Europe/Zurich"):
            assert cli.main(shlex.split(command)) == 0, command
        said = capsysbinary.readouterr()
        assert said.err == b"", command
        expected = re.escape(shown).replace("…\\\n", "(?s:.+)").replace("…", ".+")
        assert re.fullmatch(expected, said.out.decode()), (command, said.out.decode())
    assert {"scores.svg", "copy.db"} <= {file.name for file in folder.iterdir()}


def test_every_option_and_every_ending_is_explained():
    for command in (stats.COMMAND, backup.BACKUP, backup.RESTORE):
        for argument in command.arguments:
            if argument.flag.startswith("--") and argument.flag != "--config":
                assert re.search(rf"`?{argument.flag}\b", DOCUMENT), argument.flag
    for ending in Ending:
        words = {Ending.PLAYING: "being played"}
        assert f"*{words.get(ending, ending.value)}*" in DOCUMENT


def test_the_times_are_those_of_the_screens():
    assert (AFTER_PREPARED, AFTER_RESULT, EACH) == (20 * SECOND, 60 * SECOND, 6 * SECOND)
    assert "for 20 seconds" in DOCUMENT
    assert "stays for a minute" in DOCUMENT
    assert "six seconds each" in DOCUMENT
