"""What docs/play.md shows is run here, so that it stays true."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from stbpi.cli.play import COMMAND
from stbpi.terminal.orders import Word

DOCUMENT = (Path(__file__).parents[2] / "docs/play.md").read_text(encoding="utf-8")
TRANSCRIPTS = re.findall(r"```\n\$ stbpi play(.*?)\n(.*?)\n```", DOCUMENT, re.DOTALL)
QUESTION = re.compile(
    r"(?:\w+, (?:throw|close|answer|what do).*?|Next round.*?|The match is over.*?):(?: (.*))?"
)


@pytest.mark.parametrize(("options", "transcript"), TRANSCRIPTS, ids=[options for options, _ in TRANSCRIPTS])
def test_the_transcripts_are_true(options, transcript):
    typed = [found[1] or "" for line in transcript.split("\n") if (found := QUESTION.fullmatch(line))]
    assert len(typed) > 5
    played = subprocess.run(
        [sys.executable, "-X", "utf8", "-m", "stbpi", "play", "--language", "en", *shlex.split(options)],
        input="".join(f"{line}\n" for line in typed),
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=60,
    )
    assert [line.rstrip() for line in played.stdout.strip("\n").split("\n")] == transcript.split("\n")
    assert played.stderr == ""


def test_there_are_transcripts():
    assert len(TRANSCRIPTS) == 2


def test_every_option_and_every_word_is_explained():
    for argument in COMMAND.arguments:
        assert re.search(rf"`{re.escape(argument.flag)}[ `]", DOCUMENT), argument.flag
    for word in set(Word) - {Word.GO_ON, Word.NUMBERS}:
        assert re.search(rf"`{re.escape(word)}(?: [^`]+)?`", DOCUMENT), word
