"""The wall clock jumps in the middle of turns: two weeks back, to 1970, into next year. Nobody at the table notices."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from stbpi.rules.history import History
from stbpi.store.past import read_past
from stbpi.table.prompts import PromptCode
from tests.long.whole import Evening, came_to, evening, log_into
from tests.support.virtual_loop import virtual_loop

DAY_S = 24 * 3600.0
JUMPS = {
    "fourteen days back": lambda now: now - 14 * DAY_S,
    "to 1970": lambda now: 12.0,
    "into next year": lambda now: now + 400 * DAY_S,
    "fourteen days on": lambda now: now + 14 * DAY_S,
}

pytestmark = pytest.mark.long


class WallClock:
    """What ``time.time()`` says: as usual, and otherwise from a jump on."""

    def __init__(self) -> None:
        self.ahead_s = 0.0
        self._real = time.time

    def __call__(self) -> float:
        return self._real() + self.ahead_s

    def jump(self, to: float) -> None:
        self.ahead_s += to - self()


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> WallClock:
    clock = WallClock()
    monkeypatch.setattr(time, "time", clock)
    return clock


async def in_the_middle_of_a_turn(table: Evening) -> None:
    """The dice have come to lie, and what was thrown is not closed yet."""
    while table.view.prompt.code is not PromptCode.CLOSE_FLAPS:
        await table.step()
    await table.loop.passing(2.0)


@pytest.mark.parametrize("jump", JUMPS)
def test_a_turn_goes_on_as_if_nothing_had_been(jump: str, wall: WallClock, unhurried: Path) -> None:
    shown = []
    with virtual_loop() as loop, log_into(unhurried / "log.txt") as log:

        async def play() -> None:
            async with evening(unhurried) as table:
                match = (await table.match()).match
                assert match is not None
                shown.append(came_to(match))
                for _ in range(3):
                    await table.step()
                    await in_the_middle_of_a_turn(table)
                    before, seq = table.view, table.house.snapshot().seq
                    wall.jump(JUMPS[jump](time.time()))
                    await loop.passing(30.0)
                    # Not a prompt, not a sound, not a picture is another for it.
                    assert (table.view, table.house.snapshot().seq) == (before, seq)
                    match = (await table.match()).match
                    assert match is not None
                    shown.append(came_to(match))
                assert table.faults == set()

        loop.run_until_complete(play())

        async def again() -> None:
            # And after a restart, at a time before that of the matches that are kept.
            async with evening(unhurried) as table:
                assert table.view.match is not None
                assert came_to(table.view.match) == shown[-1]
                await table.match()
                assert table.faults == set()

        loop.run_until_complete(again())
    kept = [one.open() for one in read_past(unhurried / "state/stbpi.db")]
    folded = [History.fold(one.setup.rules, one.setup.players, one.decisions).match for one in kept]
    assert [came_to(match) for match in folded[: len(shown)]] == shown
    assert "WARNING" not in log.read_text()
