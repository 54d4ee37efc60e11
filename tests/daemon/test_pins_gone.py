"""The Pi's own pins stop answering for an hour, or come and go: told once, logged little, and no flap moved by it."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from stbpi.table.lights import Light
from tests.daemon.test_broken_switches import evening

HOUR = 60
"""Minutes."""


@pytest.mark.parametrize("steady", [True, False], ids=["all the time", "on and off"])
def test_an_hour_without_pins(tmp_path: Path, caplog: pytest.LogCaptureFixture, *, steady: bool) -> None:
    with evening(tmp_path) as at, caplog.at_level(logging.INFO):
        at.press()
        at.throw(6, 3)
        at.move(4, closed=True)
        for minute in range(HOUR):
            at.simulator.fault("pins_gone", None, None, steady or minute % 2 == 0)
            at.switches.light({0: Light.TURN} if minute % 4 < 2 else {})
            at.wait(60)
            if steady:
                assert ("pins", "part_gone") in at.faults
        at.simulator.fault("pins_gone", None, None, False)
        at.wait(70)  # what came and went is over once it has been well for long
        assert at.faults == []
        assert at.table.view.prompt.code == "resume", "nobody played for an hour"
        at.press()
        at.move(5, closed=True)
        assert at.table.view.closed == (frozenset({4, 5}),)
        assert at.table.view.prompt.code == "press_to_roll", (
            "4 and 5 are an answer, with an hour between them"
        )
        assert len(caplog.text.encode()) < 20_000
        if steady:
            assert caplog.text.count("pins: ") == 2
