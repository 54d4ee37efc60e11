"""A trainer that is switched on where it cannot speak: the log says why it keeps still."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from stbpi.config import load_settings
from stbpi.daemon.program import _hints


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
