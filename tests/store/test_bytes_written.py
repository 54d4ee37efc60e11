"""What a match costs the SD card: every byte that SQLite hands to the system while one is played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stbpi.store import Journal
from tests.store.matches import NOON, decisions_of, setup

ROOT = Path(__file__).parents[2]
SEEDS = range(8)


def written() -> int:
    """Bytes that this process has written with write(2) and its kin so far (proc(5), wchar of /proc/pid/io)."""
    try:
        return int(re.search(r"^wchar: (\d+)", Path("/proc/self/io").read_text(), re.MULTILINE)[1])
    except OSError:
        pytest.skip("this system does not count what is written")


def match_of(journal: Journal, seed: int) -> tuple[int, int]:
    """Play one match into the journal as a tray does, a commit for each decision; bytes written, and commits."""
    prepared = setup()
    decisions = decisions_of(prepared, seed)
    before = written()
    match_id = journal.begin(prepared, NOON)
    for decision in decisions:
        journal.append(match_id, (decision,), NOON)
    journal.checkpoint()
    return written() - before, 1 + len(decisions)


def test_a_match_writes_no_more_than_the_document_says(tmp_path):
    with_journal = Journal.open(tmp_path / "stbpi.db")
    costs = [match_of(with_journal, seed) for seed in SEEDS]
    with_journal.close()
    most = max(size for size, _ in costs) / 1024
    for_each = sum(size for size, _ in costs) / sum(commits for _, commits in costs) / 1024
    told = (ROOT / "docs/operate.md").read_text(encoding="utf-8")
    promised = int(re.search(r"(\d+) KiB for a match", told)[1])
    commit = int(re.search(r"about (\d+) KiB for each\s+commit", told)[1])
    assert most <= promised, f"{most:.0f} KiB"
    assert promised <= 2 * most, f"the document promises far too much: {most:.0f} KiB"
    assert commit / 1.5 <= for_each <= commit * 1.5, f"{for_each:.1f} KiB for each commit"


def test_a_quiet_journal_writes_nothing(tmp_path):
    journal = Journal.open(tmp_path / "stbpi.db")
    match_of(journal, 1)
    before = written()
    journal.checkpoint()
    # Nothing but what tells this test how much it was.
    assert written() - before < 100
    journal.close()
