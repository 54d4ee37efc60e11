"""The game goes on when the disk does not, and the disk catches up when it is back."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import timeit
from contextlib import closing

import pytest

from stbpi.rules import rule_set
from stbpi.store import Journal, ResilientJournal, resilient, schema
from stbpi.store.wal import log_of
from stbpi.table.view import Outcome
from tests.store.matches import NOON, SmallDisk, decisions_of, long_setup, pieces, rows, setup


@pytest.fixture
def path(tmp_path):
    return tmp_path / "stbpi.db"


@pytest.fixture
def small_disk():
    return SmallDisk()


@pytest.fixture
def opened(path):
    """Opens resilient journals and closes them all at the end."""
    journals = []

    def open_one(**how):
        journals.append(ResilientJournal.open(path, NOON, **how))
        return journals[-1]

    yield open_one
    for journal in journals:
        journal.close(NOON)


def stored(path):
    journal = Journal.open(path)
    try:
        return journal.current()
    finally:
        journal.close()


def begin(journal, prepared):
    return journal.record(Outcome(began=prepared), NOON)


def append(journal, decisions, seen=None):
    return journal.record(Outcome(decisions=tuple(decisions), seen=seen), NOON)


@pytest.fixture
def lock():
    """Has another process hold the write lock of a database until told to let go."""
    holders = []

    def hold(path):
        script = (
            "import sqlite3, sys\n"
            "connection = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
            "connection.execute('BEGIN IMMEDIATE')\n"
            "print('locked', flush=True)\n"
            "sys.stdin.readline()\n"
            "connection.execute('ROLLBACK')\n"
            "connection.close()\n"
        )
        holder = subprocess.Popen(
            [sys.executable, "-c", script, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        holders.append(holder)
        assert holder.stdout.readline() == "locked\n"
        return holder

    yield hold
    for holder in holders:
        holder.communicate()


def test_what_is_recorded_is_durable_and_restored(opened, path):
    prepared = setup()
    made = decisions_of(prepared)
    journal = opened()
    assert journal.restored is None
    assert begin(journal, prepared)
    for portion in pieces(made, random.Random(1)):
        assert append(journal, portion)
    assert append(journal, (), seen=4)
    assert journal.trouble is None
    journal.close(NOON)

    again = opened()
    assert (again.restored.setup, again.restored.decisions, again.restored.seen) == (prepared, made, 4)


def test_a_restored_match_is_continued(opened, path):
    prepared = setup()
    made = decisions_of(prepared)
    half = len(made) // 2
    first = opened()
    begin(first, prepared)
    append(first, made[:half])
    first.close(NOON)

    second = opened()
    assert append(second, made[half:])
    second.close(NOON)
    assert stored(path).decisions == made


def test_a_match_that_waits_for_its_start_is_restored_waiting(opened, path):
    journal = opened()
    begin(journal, setup())
    journal.record(Outcome(prepared=setup(("Alan",), secret=8)), NOON)
    journal.record(Outcome(prepared=setup(("Edsger",), secret=9)), NOON)
    journal.close(NOON)
    again = opened()
    assert (again.restored.setup, again.restored.started) == (setup(("Edsger",), secret=9), False)

    assert again.record(Outcome(began=setup(("Edsger",), secret=9)), NOON)
    again.close(NOON)
    started = opened()
    assert (started.restored.setup.players, started.restored.started) == (("Edsger",), True)
    started.close(NOON)
    with closing(sqlite3.connect(path)) as connection:
        players = [row[0] for row in connection.execute("SELECT players FROM matches ORDER BY id")]
    # The one that was prepared and given up was never a match.
    assert players == ['["Ada","Grace"]', '["Edsger"]']


def test_a_match_prepared_without_a_disk_is_started_once(opened, path, lock):
    journal = opened()
    prepared = setup(("Alan",), secret=8)
    holder = lock(path)
    assert not journal.record(Outcome(prepared=prepared), NOON)
    assert not journal.record(Outcome(began=prepared), NOON)
    holder.communicate("\n")
    assert journal.flush(NOON)
    journal.close(NOON)
    assert (stored(path).setup, stored(path).started) == (prepared, True)


def test_an_outcome_that_begins_and_decides_is_written_as_one(opened, path):
    prepared = setup()
    made = decisions_of(prepared, most=3)
    journal = opened()
    assert journal.record(Outcome(began=prepared, decisions=made, seen=1), NOON)
    journal.close(NOON)
    assert (stored(path).decisions, stored(path).seen) == (made, 1)


def test_a_full_disk_is_told_and_caught_up_with(opened, path, small_disk):
    prepared = long_setup()
    made = decisions_of(prepared)
    journal = opened(connect=small_disk.connect)
    begin(journal, prepared)
    append(journal, made[:1])
    small_disk.fill()
    went_in = [append(journal, (decision,)) for decision in made[1:-3]]
    # The last page has some room; when it is used up nothing more goes in.
    assert went_in[0] is True
    assert went_in[-1] is False
    assert "the disk is full; free some space" in journal.trouble
    assert journal.unsaved > 0

    small_disk.free()
    assert append(journal, made[-3:])
    assert (journal.trouble, journal.unsaved) == (None, 0)
    journal.close(NOON)
    assert stored(path).decisions == made


def test_a_full_disk_keeps_several_matches_in_order(opened, path, small_disk):
    journal = opened(connect=small_disk.connect)
    begin(journal, setup(("Ada",)))
    small_disk.fill()
    hundred = rule_set("classic", ["hundred"])
    played = [(setup((name,), hundred, number), number) for number, name in enumerate(("Bo", "Cy", "Di"))]
    for prepared, number in played:
        begin(journal, prepared)
        append(journal, decisions_of(prepared, seed=number))
    assert journal.trouble is not None
    small_disk.free()
    assert journal.flush(NOON)
    journal.close(NOON)
    assert [players for (players,) in rows(path, "SELECT players FROM matches ORDER BY id")] == [
        '["Ada"]',
        '["Bo"]',
        '["Cy"]',
        '["Di"]',
    ]
    for match_id, (prepared, number) in enumerate(played, start=2):
        counted = rows(path, f"SELECT count(*) FROM decisions WHERE match_id = {match_id}")
        assert counted == [(len(decisions_of(prepared, seed=number)),)]
    assert stored(path).decisions == decisions_of(*played[-1])


def test_another_program_holding_the_lock_does_not_hold_up_the_game(opened, path, lock, monkeypatch):
    monkeypatch.setattr(schema, "WRITING_WAIT_S", 0.02)
    prepared = setup()
    made = decisions_of(prepared)
    journal = opened()
    begin(journal, prepared)
    append(journal, made[:2])
    holder = lock(path)
    for decision in made[2:6]:
        assert not append(journal, (decision,))
    assert "locked by another program" in journal.trouble
    holder.communicate("let go\n")
    assert append(journal, made[6:])
    assert journal.trouble is None
    journal.close(NOON)
    assert stored(path).decisions == made


def test_a_lock_at_the_start_is_waited_for_and_then_told(opened, path, lock, monkeypatch):
    monkeypatch.setattr(schema, "OPENING_WAIT_S", 0.02)
    prepared = setup()
    first = opened()
    begin(first, prepared)
    first.close(NOON)
    # A database without tables yet has to be written at the start, so that a lock is in the way.
    path.unlink()
    sqlite3.connect(path).close()
    holder = lock(path)
    journal = opened()
    assert "locked by another program" in journal.trouble
    made = decisions_of(prepared)
    assert not journal.record(Outcome(began=prepared, decisions=made), NOON)
    holder.communicate("let go\n")
    assert journal.flush(NOON)
    journal.close(NOON)
    assert stored(path).decisions == made


class ReadOnlyDisk:
    """A file system mounted read-only, for whoever opens the database; ``root`` may write anywhere else."""

    def __init__(self):
        self.read_only = True

    def connect(self, path):
        if not self.read_only:
            return schema.connect(path)
        uri = f"{path.as_uri()}?mode=ro&immutable=1"
        return sqlite3.connect(uri, uri=True, isolation_level=None)


def test_a_read_only_disk_still_gives_back_the_match_and_lets_it_go_on(opened, path):
    prepared = setup()
    made = decisions_of(prepared)
    first = opened()
    begin(first, prepared)
    append(first, made[:5])
    first.close(NOON)

    disk = ReadOnlyDisk()
    journal = opened(connect=disk.connect)
    assert journal.restored.decisions == made[:5]
    assert not append(journal, made[5:])
    assert "read-only; make it writable" in journal.trouble
    disk.read_only = False
    assert journal.flush(NOON)
    journal.close(NOON)
    assert stored(path).decisions == made


def test_a_match_in_the_log_alone_is_found_when_the_disk_turned_read_only(opened, path, tmp_path):
    """After a power cut the last throws stand in the log only, and nothing may be written to read it."""
    prepared = setup()
    made = decisions_of(prepared, most=6)
    journal = opened()
    begin(journal, prepared)
    append(journal, made)
    cut = tmp_path / "after the cut"
    cut.mkdir()
    for part in ("stbpi.db", "stbpi.db-wal"):
        shutil.copyfile(path.with_name(part), cut / part)

    restarted = ResilientJournal.open(cut / "stbpi.db", NOON, connect=ReadOnlyDisk().connect)
    assert restarted.restored is not None
    assert restarted.restored.decisions == made
    restarted.close(NOON)


def test_the_match_of_another_stbpi_is_left_to_it(opened, path):
    theirs = opened()
    begin(theirs, setup())
    ours = opened()
    assert ours.restored is None
    assert "in use by another stbpi" in ours.trouble
    theirs.close(NOON)
    assert ours.flush(NOON)
    assert ours.trouble is None


def test_no_folder_at_all_means_playing_from_memory(tmp_path):
    (tmp_path / "file").write_text("in the way")
    journal = ResilientJournal.open(tmp_path / "file" / "stbpi.db", NOON)
    assert "check that its folder exists" in journal.trouble
    prepared = setup()
    made = decisions_of(prepared)
    assert not journal.record(Outcome(began=prepared, decisions=made), NOON)
    (tmp_path / "file").unlink()
    assert journal.flush(NOON)
    journal.close(NOON)
    assert stored(tmp_path / "file" / "stbpi.db").decisions == made


def test_a_file_removed_in_the_middle_of_a_match_is_written_again(opened, path):
    prepared = setup()
    made = decisions_of(prepared)
    journal = opened()
    begin(journal, prepared)
    append(journal, made[:-1])
    for part in path.parent.glob("stbpi.db*"):
        if part.suffix != ".lock":
            part.unlink()
    assert append(journal, made[-1:])
    assert "moved or removed while in use" in journal.notices[0].sentence
    journal.close(NOON)
    assert stored(path).decisions == made


@pytest.mark.parametrize("parts", [("",), ("-wal",), ("", "-wal")])
@pytest.mark.parametrize("left", [0, 100, 5000])
@pytest.mark.parametrize("in_log", [True, False])
def test_a_file_cut_short_in_the_middle_of_a_match_is_written_again(opened, path, parts, left, in_log):
    prepared = setup()
    made = decisions_of(prepared)
    journal = opened()
    begin(journal, prepared)
    append(journal, made[:-2])
    if not in_log:
        journal.checkpoint()
    append(journal, made[-2:-1])
    cut = False
    for part in parts:
        file = path.with_name(path.name + part)
        cut |= file.stat().st_size > left
        os.truncate(file, min(left, file.stat().st_size))
    assert append(journal, made[-1:])
    assert bool(journal.notices) is cut
    assert all("while in use" in notice.sentence for notice in journal.notices)
    journal.close(NOON)
    assert stored(path).decisions == made


def test_a_log_removed_in_the_middle_of_a_match_is_written_again(opened, path, tmp_path):
    prepared = setup()
    made = decisions_of(prepared)
    journal = opened()
    begin(journal, prepared)
    append(journal, made[:3])
    journal.checkpoint()
    log_of(path).unlink()
    assert append(journal, made[3:-1])
    assert "moved or removed while in use" in journal.notices[0].sentence
    assert append(journal, made[-1:])
    # As a power cut would leave it: what is not in these two files is gone.
    cut = tmp_path / "after the cut.db"
    shutil.copyfile(path, cut)
    shutil.copyfile(log_of(path), log_of(cut))
    assert stored(cut).decisions == made


def test_another_program_may_empty_the_log_into_the_file(opened, path):
    prepared = setup()
    made = decisions_of(prepared)
    journal = opened()
    begin(journal, prepared)
    append(journal, made[:3])
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert append(journal, made[3:])
    assert all(notice.moved_to is None for notice in journal.notices)
    journal.close(NOON)
    assert stored(path).decisions == made


def test_looking_after_the_files_costs_a_record_next_to_nothing(opened):
    journal = opened()
    begin(journal, setup())
    reached = journal._reach(NOON)
    timer = timeit.Timer(lambda: reached.is_in_place and not reached.is_cut)
    assert min(timer.repeat(5, 200)) / 200 < 50e-6


@pytest.mark.parametrize(
    ("put", "told"),
    [(lambda path: path.mkdir(), "is a folder"), (os.mkfifo, "is a pipe")],
    ids=["folder", "pipe"],
)
def test_something_else_put_in_its_place_is_named(opened, path, put, told):
    prepared = setup()
    made = decisions_of(prepared)
    journal = opened()
    begin(journal, prepared)
    append(journal, made[:3])
    path.rename(path.with_name("elsewhere.db"))
    put(path)
    assert not append(journal, made[3:])
    assert f"the journal {path} {told}; move that away" in journal.trouble
    path.rename(path.with_name("away"))
    assert journal.flush(NOON)
    journal.close(NOON)
    assert stored(path).decisions == made


@pytest.mark.parametrize("end", ["", "-wal", ".lock"])
def test_a_pipe_at_the_start_is_not_waited_for(opened, path, end):
    os.mkfifo(path.with_name(path.name + end))
    journal = opened()
    prepared = setup()
    begin(journal, prepared)
    assert journal.restored is None
    path.with_name(path.name + end).rename(path.with_name("pipe"))
    assert journal.flush(NOON)


def test_of_many_notices_the_newest_are_kept(opened, path):
    journal = opened()
    begin(journal, setup())
    seen = []
    for _ in range(20):
        path.unlink()
        assert append(journal, (), seen=0)
        seen += [notice for notice in journal.notices if all(notice is not one for one in seen)]
    assert len(journal.notices) == resilient.KEPT_NOTICES
    # Equal sentences are told apart too: that the file was gone, and where what it left behind is.
    assert len(seen) == 40


def test_a_match_that_was_written_without_the_answer_arriving_is_not_written_twice(opened, path):
    """A write can succeed and its success be lost: what counts is what the file has."""
    prepared = setup()
    made = decisions_of(prepared)
    journal = opened()
    begin(journal, prepared)
    append(journal, made[:4])
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("DELETE FROM decisions WHERE seq > 2")
    other.close()
    assert append(journal, made[4:])
    journal.close(NOON)
    assert stored(path).decisions == made


def test_memory_is_bounded_and_the_match_on_the_tray_is_never_let_go(tmp_path, monkeypatch):
    monkeypatch.setattr(resilient, "KEPT_DECISIONS", 60)
    (tmp_path / "file").write_text("in the way")
    journal = ResilientJournal.open(tmp_path / "file" / "stbpi.db", NOON)
    for number in range(8):
        prepared = setup((f"Player {number}",))
        journal.record(Outcome(began=prepared, decisions=decisions_of(prepared, seed=number)), NOON)
    assert journal.unsaved <= 60
    assert "finished match of Player 0 could not be kept" in journal.notices[0].sentence
    (tmp_path / "file").unlink()
    assert journal.flush(NOON)
    journal.close(NOON)
    last = stored(tmp_path / "file" / "stbpi.db")
    assert last.decisions == decisions_of(prepared, seed=7)


def test_decisions_without_a_match_are_a_mistake(opened):
    with pytest.raises(LookupError, match="begin one first"):
        append(opened(), decisions_of(setup(), most=1))
