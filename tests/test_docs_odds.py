"""What docs/odds.md shows is run here, so that it stays true."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from stbpi import cli
from stbpi.cli import odds, simulate

PATH = Path(__file__).parents[1] / "docs/odds.md"
DOCUMENT = PATH.read_text(encoding="utf-8")
TRANSCRIPTS = re.findall(r"```\n\$ stbpi (.*?)\n(.*?)```", DOCUMENT, re.DOTALL)


@pytest.mark.parametrize(("command", "shown"), TRANSCRIPTS, ids=[command for command, _ in TRANSCRIPTS])
def test_the_transcripts_are_true(command: str, shown: str, capsysbinary, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (record,) = re.findall(r"```record\n(.*?)```", DOCUMENT, re.DOTALL)
    (tmp_path / "match.stb").write_text(record, encoding="utf-8")
    assert cli.main([*shlex.split(command), "--language", "en"]) == 0
    said = capsysbinary.readouterr()
    assert said.err == b""
    expected = re.escape(shown).replace("…\\\n", "(?s:.+)")
    assert re.fullmatch(expected, said.out.decode()), said.out.decode()


def test_the_python_is_true() -> None:
    failed, tried = doctest.testfile(str(PATH), module_relative=False)
    assert tried >= 8
    assert failed == 0


@pytest.mark.parametrize("command", [odds, simulate])
def test_every_option_is_explained(command) -> None:
    for argument in command.COMMAND.arguments:
        if argument.flag not in ("--config", "--language"):
            assert f"`{argument.flag}" in DOCUMENT, argument.flag
