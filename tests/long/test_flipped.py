"""Journals in which chance has changed bytes, as dying cards do: never a match that nobody played, never an end."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from random import Random

import pytest

from stbpi.store import ResilientJournal
from stbpi.table.view import Outcome
from tests.store.matches import NOON, decisions_of, setup
from tests.support.guest import follow_prompt
from tests.support.running import RunningDaemon

SEEDS = 3000
STARTS = 40
PARTS = ("stbpi.db", "stbpi.db-wal")
EARLIER = [(setup((name,), secret=number), number) for number, name in enumerate(("Bo", "Cy", "Di"))]
PREPARED = setup()
MADE = decisions_of(PREPARED, seed=5)
HALF = len(MADE) // 2

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def pulled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files as they are when the plug is pulled in the middle of a match: half of it in the log only."""
    there, copy = tmp_path_factory.mktemp("played"), tmp_path_factory.mktemp("pulled")
    journal = ResilientJournal.open(there / PARTS[0], NOON)
    for prepared, number in EARLIER:
        journal.record(Outcome(began=prepared, decisions=decisions_of(prepared, seed=number)), NOON)
    journal.record(Outcome(began=PREPARED, decisions=MADE[:HALF]), NOON)
    journal.checkpoint()
    for decision in MADE[HALF:-1]:
        journal.record(Outcome(decisions=(decision,)), NOON)
    for part in PARTS:
        shutil.copy(there / part, copy / part)
    journal.close(NOON)
    return copy


def damaged(pulled: Path, folder: Path, seed: int) -> Path:
    """A copy with one to sixty-four bytes changed, in one part or both, scattered or side by side."""
    chance = Random(seed)
    folder.mkdir(parents=True)
    for part in PARTS:
        shutil.copy(pulled / part, folder / part)
    for part in chance.choice((PARTS[:1], PARTS[1:], PARTS)):
        content = bytearray((folder / part).read_bytes())
        many = chance.choice((1, 2, 8, 64))
        start = chance.randrange(len(content))
        side_by_side = chance.random() < 0.5
        for number in range(many):
            at = (start + number) % len(content) if side_by_side else chance.randrange(len(content))
            content[at] ^= chance.randrange(1, 256)
        (folder / part).write_bytes(content)
    return folder / PARTS[0]


def test_whatever_is_flipped_only_what_was_played_comes_back_and_play_goes_on(
    pulled: Path, tmp_path: Path
) -> None:
    as_it_was = lost = 0
    played = {prepared: decisions_of(prepared, seed=number) for prepared, number in EARLIER}
    for seed in range(SEEDS):
        path = damaged(pulled, tmp_path / str(seed), seed)
        journal = ResilientJournal.open(path, NOON)
        found = journal.restored
        if found is None:
            lost += 1
            assert journal.notices, seed
        else:
            whole = MADE if found.setup == PREPARED else played[found.setup]
            assert found.decisions == whole[: len(found.decisions)], seed
            told = bool(journal.notices)
            as_it_was += found.setup == PREPARED and len(found.decisions) == len(MADE) - 1
            assert told or (found.setup == PREPARED and len(found.decisions) >= HALF), seed
        assert journal.record(Outcome(began=PREPARED, decisions=MADE), NOON), (seed, journal.trouble)
        journal.close(NOON)
        again = ResilientJournal.open(path, NOON)
        assert again.restored is not None, seed
        assert (again.restored.setup, again.restored.decisions) == (PREPARED, MADE), seed
        again.close(NOON)
        shutil.rmtree(path.parent)
    print(f"{as_it_was} of {SEEDS} as they were, {lost} set aside")  # noqa: T201
    assert as_it_was > SEEDS / 100
    assert lost > SEEDS / 100


@pytest.mark.parametrize("seed", range(STARTS))
def test_the_daemon_starts_on_it_and_people_play(pulled: Path, tmp_path: Path, seed: int) -> None:
    async def evening() -> None:
        damaged(pulled, tmp_path / "state", seed)
        async with RunningDaemon(tmp_path) as daemon:
            state = await daemon.state()
            for _ in range(6):
                state = await follow_prompt(daemon, state)
            assert [fault for fault in state["faults"] if fault["part"] == "store"] == []
        assert "Traceback" not in daemon.said()

    asyncio.run(evening())
