"""A trainer that is switched on where it cannot speak: the log says why it keeps still."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from stbpi.config import load_settings
from stbpi.daemon.adviser import Adviser
from stbpi.daemon.program import _hints
from stbpi.rules import Match, rule_set
from stbpi.web.advice import NoAdviceError


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("trainer = true", True),
        ('hints = "never"\ntrainer = true', True),
        ('hints = "always"\ntrainer = true', False),
        ('hints = "never"', False),
    ],
)
def test_the_log_says_why_it_keeps_still(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, game: str, told: bool
) -> None:
    file = tmp_path / "stbpi.toml"
    file.write_text(f"[game]\n{game}\n", encoding="utf-8")
    with caplog.at_level(logging.WARNING):
        _hints(load_settings(file, environment={"HOME": "/home/pub"}))
    assert any("the trainer keeps still" in line for line in caplog.messages) is told


def test_without_numpy_whoever_asks_for_hints_is_told_what_is_missing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stbpi.daemon.adviser.find_spec", lambda name: None)
    file = tmp_path / "stbpi.toml"
    file.write_text('[game]\nhints = "always"\n', encoding="utf-8")
    with caplog.at_level(logging.WARNING):
        adviser = Adviser(_hints(load_settings(file, environment={"HOME": "/home/pub"})))
    assert any("NumPy" in line for line in caplog.messages)
    rules = rule_set("classic")
    assert not adviser.may(rules)
    for match in (None, Match.start(rules, 2)):
        with pytest.raises(NoAdviceError) as told:
            asyncio.run(adviser.advise(match, rules))
        assert told.value.code == "no_numpy"
