"""A backup is everything that was on disk at one moment, or it is not there."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading

import pytest

from stbpi.store import DamagedStore, Journal, StoreUnavailable, read_past
from stbpi.store.backup import BackupError, back_up, restore
from stbpi.store.errors import StoreInUse
from tests.store.matches import NOON, decisions_of, long_setup, rows

PREPARED = long_setup()
MADE = decisions_of(PREPARED)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "state" / "stbpi.db"


@pytest.fixture
def journal(path):
    opened = Journal.open(path)
    opened.append(opened.begin(PREPARED, NOON), MADE[:20], NOON)
    yield opened
    opened.close()


def decisions_in(path):
    return [past.open().decisions for past in read_past(path)]


def names(folder):
    return sorted(file.name for file in folder.iterdir())


def test_a_backup_beside_an_open_journal_is_one_file_with_all_that_is_on_disk(journal, path, tmp_path):
    target = tmp_path / "stick" / "copy.db"
    target.parent.mkdir()
    made = back_up(path, target)
    assert (made.path, made.matches, made.size) == (target, 1, target.stat().st_size)
    assert names(target.parent) == ["copy.db"]
    assert decisions_in(target) == [MADE[:20]]
    journal.append(1, MADE[20:], NOON)
    assert decisions_in(path) == [MADE]


def test_a_backup_of_a_journal_nobody_has_open_leaves_no_trace(journal, path, tmp_path):
    journal.close()
    before = {file.name: file.read_bytes() for file in path.parent.iterdir()}
    back_up(path, tmp_path / "copy.db")
    assert {file.name: file.read_bytes() for file in path.parent.iterdir()} == before
    assert decisions_in(tmp_path / "copy.db") == [MADE[:20]]


def test_backups_made_while_somebody_plays_are_each_of_one_moment(path, tmp_path):
    """One thread writes decision after decision, as the daemon's does; no copy has half of one, or a gap."""
    written: list[int] = []
    begun, done = threading.Event(), threading.Event()

    def play():
        journal = Journal.open(path)
        match_id = journal.begin(PREPARED, NOON)
        for number, decision in enumerate(MADE, start=1):
            journal.append(match_id, [decision], NOON)
            written.append(number)
            begun.set()
        journal.close()
        done.set()

    player = threading.Thread(target=play)
    player.start()
    copies = 0
    try:
        assert begun.wait(20)
        while not done.is_set() or not copies:
            least = len(written)
            back_up(path, tmp_path / "copy.db")
            copies += 1
            (found,) = decisions_in(tmp_path / "copy.db")
            assert found == MADE[: len(found)]
            assert len(found) >= least
    finally:
        player.join(20)
    assert decisions_in(path) == [MADE]


def test_older_copies_are_kept_and_the_oldest_goes(journal, path, tmp_path):
    target = tmp_path / "copies" / "copy.db"
    target.parent.mkdir()
    for count in range(21, 26):
        journal.append(1, MADE[count - 1 : count], NOON)
        back_up(path, target, keep=2)
    assert names(target.parent) == ["copy.db", "copy.db.1", "copy.db.2"]
    kept = [target, target.with_name("copy.db.1"), target.with_name("copy.db.2")]
    assert [len(decisions_in(copy)[0]) for copy in kept] == [25, 24, 23]
    back_up(path, target)
    assert len(decisions_in(kept[1])[0]) == 24


def test_a_copy_goes_where_files_have_only_one_name(journal, path, tmp_path, monkeypatch):
    def refused(*_):
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    for _ in range(2):
        back_up(path, tmp_path / "copy.db", keep=1)
    assert decisions_in(tmp_path / "copy.db") == decisions_in(tmp_path / "copy.db.1") == [MADE[:20]]


def test_a_damaged_journal_gives_no_backup_and_the_one_before_stays(journal, path, tmp_path):
    target = tmp_path / "copy.db"
    back_up(path, target)
    journal.append(1, MADE[20:], NOON)
    journal.close()
    content = bytearray(path.read_bytes())
    root = int(rows(path, "SELECT rootpage FROM sqlite_schema WHERE name = 'decisions'")[0][0])
    content[(root - 1) * 4096 : root * 4096] = b"\xff" * 4096
    path.write_bytes(content)
    with pytest.raises(DamagedStore, match="is damaged"):
        back_up(path, target, keep=3)
    assert decisions_in(target) == [MADE[:20]]
    assert names(tmp_path) == ["copy.db", "state"]


def test_a_full_disk_gives_no_backup_and_the_one_before_stays(journal, path, tmp_path):
    target = tmp_path / "copy.db"
    back_up(path, target)
    journal.append(1, MADE[20:], NOON)
    # Files of this process may not grow over 8 kB: for SQLite the same as a disk that is full.
    script = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))\n"
        "from pathlib import Path; from stbpi.store.backup import back_up, BackupError\n"
        "try: back_up(Path(sys.argv[1]), Path(sys.argv[2]), 1)\n"
        "except BackupError as error: print(error)\n"
    )
    said = subprocess.run(
        [sys.executable, "-c", script, str(path), str(target)], capture_output=True, text=True, check=True
    )
    assert said.stdout.startswith(f"the copy cannot be written into {tmp_path} (")
    assert said.stdout.endswith("); check folder and disk\n")
    assert decisions_in(target) == [MADE[:20]]
    assert names(tmp_path) == ["copy.db", "state"]


def test_what_cannot_be_a_target_is_refused(journal, path, tmp_path):
    with pytest.raises(BackupError, match="is a folder; name a file in it"):
        back_up(path, tmp_path)
    with pytest.raises(BackupError, match="is the journal itself; name another file"):
        back_up(path, path)
    with pytest.raises(BackupError, match=r"cannot be written \(No such file or directory\)"):
        back_up(path, tmp_path / "nowhere" / "copy.db")
    with pytest.raises(StoreUnavailable, match="there is no journal"):
        back_up(tmp_path / "no.db", tmp_path / "copy.db")
    assert names(tmp_path) == ["state"]


@pytest.mark.parametrize("content", [b"Dear Ben,\n", b"SQLite format 3\0" + bytes(4096)])
def test_no_other_file_is_written_over(journal, path, tmp_path, content):
    (tmp_path / "copy.db").write_bytes(content)
    with pytest.raises(BackupError, match="is there already and is no backup; move it away"):
        back_up(path, tmp_path / "copy.db", keep=3)
    assert (tmp_path / "copy.db").read_bytes() == content
    (tmp_path / "copy.db").write_bytes(b"")
    assert back_up(path, tmp_path / "copy.db").matches == 1


def test_a_backup_is_put_back_and_what_was_there_is_kept(journal, path, tmp_path):
    back_up(path, tmp_path / "copy.db")
    journal.append(1, MADE[20:], NOON)
    journal.close()
    made, kept = restore(tmp_path / "copy.db", path, NOON)
    assert made.matches == 1
    assert kept == path.with_name("stbpi.db.replaced-20250728T110000Z")
    assert decisions_in(path) == [MADE[:20]]
    assert decisions_in(kept) == [MADE]
    assert oct(path.stat().st_mode) == oct(kept.stat().st_mode)
    again = Journal.open(path)
    assert again.current().decisions == MADE[:20]
    again.append(1, MADE[20:21], NOON)
    again.close()


def test_a_backup_is_put_back_where_nothing_is(journal, path, tmp_path):
    back_up(path, tmp_path / "copy.db")
    other = tmp_path / "elsewhere" / "stbpi.db"
    made, kept = restore(tmp_path / "copy.db", other, NOON)
    assert (made.matches, kept) == (1, None)
    assert decisions_in(other) == [MADE[:20]]
    assert (tmp_path / "copy.db").exists()


def test_nothing_is_put_back_under_a_daemon_that_plays(journal, path, tmp_path):
    back_up(path, tmp_path / "copy.db")
    with pytest.raises(StoreInUse, match="is in use by another stbpi; stop that one"):
        restore(tmp_path / "copy.db", path, NOON)
    journal.append(1, MADE[20:], NOON)
    assert decisions_in(path) == [MADE]


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + bytes(4096)])
def test_what_is_no_backup_is_not_put_back(journal, path, tmp_path, content):
    journal.close()
    (tmp_path / "copy.db").write_bytes(content)
    before = names(path.parent)
    with pytest.raises(DamagedStore):
        restore(tmp_path / "copy.db", path, NOON)
    assert decisions_in(path) == [MADE[:20]]
    assert names(path.parent) == before


def test_a_backup_with_a_stray_decision_is_not_put_back(journal, path, tmp_path):
    journal.close()
    back_up(path, tmp_path / "copy.db")
    connection = sqlite3.connect(tmp_path / "copy.db")
    connection.execute("DELETE FROM matches")
    connection.commit()
    connection.close()
    with pytest.raises(
        DamagedStore, match=r"the backup .* is damaged \(decisions of a match that is not there\)"
    ):
        restore(tmp_path / "copy.db", path, NOON)
    assert decisions_in(path) == [MADE[:20]]


def test_a_journal_without_a_match_has_a_backup_too(tmp_path):
    Journal.open(tmp_path / "a.db").close()
    assert back_up(tmp_path / "a.db", tmp_path / "b.db").matches == 0
