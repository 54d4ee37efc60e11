"""A journal whose process is killed holds what was acknowledged, and at most the one decision on its way."""

from __future__ import annotations

import random
import signal
import subprocess
import sys

import pytest

from stbpi.store import Journal
from tests.store.matches import decisions_of, long_setup

CHILD = """\
import sys
from pathlib import Path

from stbpi.store import ResilientJournal
from stbpi.table.view import Outcome
from tests.store.matches import NOON, decisions_of, long_setup

path, seed = Path(sys.argv[1]), int(sys.argv[2])
journal = ResilientJournal.open(path, NOON)
prepared = long_setup()
made = decisions_of(prepared, seed)
if journal.restored is None:
    done = 0
    assert journal.record(Outcome(began=prepared), NOON), journal.trouble
else:
    done = len(journal.restored.decisions)
sys.stdout.write(f"ready {done}\\n")
sys.stdout.flush()
for number, decision in enumerate(made[done:], start=done + 1):
    assert journal.record(Outcome(decisions=(decision,)), NOON), journal.trouble
    # In one piece, whatever the environment says of buffers: half a line cannot be read.
    sys.stdout.write(f"wrote {number}\\n")
    sys.stdout.flush()
sys.stdin.readline()
"""


def killed_after(path, seed, lines):
    """Runs the child until it has acknowledged some decisions, then kills it; gives what was acknowledged."""
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(path), str(seed)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    for _ in range(lines + 1):
        line = child.stdout.readline()
        assert line, "the child ended by itself"
        word, acknowledged = line.split()
    child.send_signal(signal.SIGKILL)
    # What it said before it died counts as said. Not by communicate(), which passes over what was read ahead.
    for line in child.stdout.read().splitlines():
        word, acknowledged = line.split()
    child.wait()
    child.stdout.close()
    child.stdin.close()
    assert word in ("ready", "wrote")
    return int(acknowledged)


def kill_again_and_again(path, times, seed):
    chance = random.Random(seed)
    made = decisions_of(long_setup(), seed)
    acknowledged = 0
    for _ in range(times):
        lines = chance.randint(0, min(9, len(made) - acknowledged))
        acknowledged = killed_after(path, seed, lines)
        journal = Journal.open(path)
        stored = journal.current().decisions
        journal.close()
        assert stored == made[: len(stored)]
        assert acknowledged <= len(stored) <= acknowledged + 1
        acknowledged = len(stored)


def test_killed_twenty_times_nothing_acknowledged_is_lost_and_nothing_is_doubled(tmp_path):
    kill_again_and_again(tmp_path / "stbpi.db", 20, seed=11)


@pytest.mark.long
def test_killed_two_hundred_times(tmp_path):
    for seed in range(10):
        kill_again_and_again(tmp_path / f"{seed}.db", 20, seed)
