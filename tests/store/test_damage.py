"""A file that cannot be trusted is set aside whole, told once, and the next match finds a good one."""

from __future__ import annotations

import errno
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.rules.actions import Close, Roll
from stbpi.store import DamagedStore, Journal, ResilientJournal, StoreUnavailable, schema
from stbpi.store.codec import decision_sum, decision_to_text
from stbpi.store.rescue import copy_aside, set_aside
from stbpi.store.wal import log_damage, log_of
from stbpi.table.view import Outcome
from tests.store.matches import NOON, decisions_of, rows, setup

PREPARED = setup()
MADE = decisions_of(PREPARED, seed=5)


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "stbpi.db"
    write_a_match(file)
    return file


def write_a_match(path):
    journal = Journal.open(path)
    match_id = journal.begin(PREPARED, NOON)
    journal.append(match_id, MADE, NOON)
    journal.close()


def change(path, *statements):
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        connection.execute(*statement) if isinstance(statement, tuple) else connection.execute(statement)
    connection.close()


def set_aside_and_replaced(path):
    """Opens the file like the daemon: it must be set aside whole and play go on. Gives the sentence."""
    before = path.read_bytes()
    journal = ResilientJournal.open(path, NOON)
    assert (journal.restored, journal.trouble) == (None, None)
    (notice,) = journal.notices
    assert notice.moved_to is not None
    assert notice.moved_to.read_bytes() == before
    assert str(notice.moved_to) in notice.sentence
    assert journal.record(Outcome(began=PREPARED, decisions=MADE), NOON)
    journal.close(NOON)

    again = ResilientJournal.open(path, NOON)
    assert (again.notices, again.restored.decisions) == ((), MADE)
    again.close(NOON)
    return notice.sentence


def test_a_file_that_is_no_database(path):
    path.write_bytes(b"What was thrown last night: mostly sevens.\n" * 40)
    assert "not a database" in set_aside_and_replaced(path)


def test_a_file_cut_in_the_middle(path):
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert "damaged" in set_aside_and_replaced(path)


@pytest.mark.parametrize("position", [18, 19])
def test_a_header_that_asks_for_a_later_sqlite(path, position):
    """SQLite would open such a file and then refuse every write, as if the disk were read-only."""
    data = bytearray(path.read_bytes())
    data[position] ^= 1
    path.write_bytes(data)
    assert "its header" in set_aside_and_replaced(path)


def test_a_database_of_another_program(path):
    path.unlink()
    change(path, "CREATE TABLE bookmarks (url TEXT)")
    assert "is of another program" in set_aside_and_replaced(path)


def test_a_journal_of_a_later_version(path):
    change(path, "UPDATE schema SET version = 99")
    assert "has version 99; this stbpi reads versions 1 to 2" in set_aside_and_replaced(path)


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        ("UPDATE decisions SET decision = replace(decision, '1', '2')", "does not match its check sum"),
        ("DELETE FROM decisions WHERE seq = 2", "decision 2 of the match on the tray is missing"),
        ('UPDATE matches SET players = \'["Eve","Grace"]\'', "does not match its own check sum"),
        ("UPDATE matches SET secret = zeroblob(32)", "does not match its own check sum"),
        ("UPDATE matches SET rules = replace(rules, '9', '8')", "does not match its own check sum"),
        ("DROP TABLE decisions", "no such table"),
    ],
)
def test_a_match_that_was_changed(path, damage, says):
    change(path, damage)
    assert says in set_aside_and_replaced(path)


class CannotClose(sqlite3.Connection):
    """The disk fails once more while SQLite lets go of the file."""

    def close(self):
        super().close()
        raise sqlite3.OperationalError("disk I/O error")


def test_damage_is_told_and_dealt_with_though_the_file_cannot_even_be_closed(path):
    change(path, "DELETE FROM decisions WHERE seq = 2")

    def connect(path):
        return sqlite3.connect(path, isolation_level=None, factory=CannotClose)

    journal = ResilientJournal.open(path, NOON, connect=connect)
    assert "decision 2 of the match on the tray is missing" in journal.notices[0].sentence
    assert journal.record(Outcome(began=PREPARED, decisions=MADE), NOON)
    journal.close(NOON)


def replace_last_decision(path, text):
    """Write another last decision with the sums a good one would have."""
    ((seq, before),) = rows(path, "SELECT seq, sum FROM decisions ORDER BY seq DESC LIMIT 1 OFFSET 1")
    change(
        path,
        (
            "UPDATE decisions SET decision = ?, sum = ? WHERE seq = ?",
            (text, decision_sum(before, seq + 1, text), seq + 1),
        ),
    )


@pytest.mark.parametrize("text", ['{"action":"fly"}', "[]", "nonsense", "null", "3", '{"dice":[1,2]}'])
def test_a_decision_that_cannot_be_understood(path, text):
    replace_last_decision(path, text)
    assert "cannot be understood" in set_aside_and_replaced(path)


@pytest.mark.parametrize("decision", [Close((9, 8, 7)), Roll((6, 6, 6))])
def test_a_decision_that_breaks_the_rules(path, decision):
    replace_last_decision(path, decision_to_text(decision))
    assert "breaks its rules" in set_aside_and_replaced(path)


def test_files_set_aside_in_the_same_second_do_not_meet(path):
    moved = []
    for _ in range(3):
        path.write_bytes(b"no database " * 100)
        journal = ResilientJournal.open(path, NOON)
        moved.append(journal.notices[0].moved_to)
        journal.close(NOON)
    assert len(set(moved)) == 3
    assert all(file.exists() for file in moved)


@pytest.mark.parametrize("wall_time", [0.0, -1e18, 1e300, 4e9])
def test_a_clock_that_says_anything_is_no_reason_to_fail(path, wall_time):
    path.write_bytes(b"no database " * 100)
    journal = ResilientJournal.open(path, wall_time)
    assert journal.notices[0].moved_to.exists()
    journal.close(NOON)


def test_a_log_without_its_database_is_kept_too(path, tmp_path):
    """Power can go between renaming the file and renaming its log; SQLite would then throw the log away."""
    path.unlink()
    log = path.with_name("stbpi.db-wal")
    log.write_bytes(b"the last throws")
    journal = ResilientJournal.open(path, NOON)
    kept = [file for file in tmp_path.iterdir() if "damaged" in file.name]
    assert [file.read_bytes() for file in kept] == [b"the last throws"]
    assert journal.trouble is None
    journal.close(NOON)


def test_damage_in_the_middle_of_a_match_loses_nothing(path):
    """The match is in memory as well, so the new file gets all of it."""
    journal = ResilientJournal.open(path, NOON)
    prepared = setup(("Cy", "Di"))
    made = decisions_of(prepared, seed=8)
    journal.record(Outcome(began=prepared, decisions=made[:4]), NOON)
    change(path, "DROP TABLE decisions")
    assert journal.record(Outcome(decisions=made[4:]), NOON)
    assert journal.trouble is None
    assert "no such table" in journal.notices[0].sentence
    journal.close(NOON)
    again = ResilientJournal.open(path, NOON)
    assert (again.restored.setup, again.restored.decisions) == (prepared, made)
    again.close(NOON)


def image_of_a_match():
    with TemporaryDirectory() as folder:
        write_a_match(Path(folder) / "stbpi.db")
        return (Path(folder) / "stbpi.db").read_bytes()


IMAGE = image_of_a_match()


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(IMAGE) - 1), st.integers(1, 255)), min_size=1, max_size=8))
def test_flipped_bytes_never_change_a_match_and_never_stop_the_game(flips):
    with TemporaryDirectory() as folder:
        path = Path(folder) / "stbpi.db"
        data = bytearray(IMAGE)
        for position, pattern in flips:
            data[position] ^= pattern
        path.write_bytes(data)
        journal = ResilientJournal.open(path, NOON)
        if journal.restored is None:
            assert journal.notices[0].moved_to.read_bytes() == data
        else:
            assert (journal.restored.setup, journal.restored.decisions) == (PREPARED, MADE)
        prepared = setup(("Cy",))
        assert journal.record(Outcome(began=prepared, decisions=decisions_of(prepared)), NOON)
        journal.close(NOON)
        again = ResilientJournal.open(path, NOON)
        assert again.restored.decisions == decisions_of(prepared)
        again.close(NOON)


def cut_off(folder, path):
    """A match of which each decision was written by itself, as a power cut leaves it: most of it in the log."""
    live = Path(folder) / "live.db"
    journal = Journal.open(live)
    match_id = journal.begin(PREPARED, NOON)
    for decision in MADE:
        journal.append(match_id, (decision,), NOON)
    path.write_bytes(live.read_bytes())
    log = bytearray(log_of(live).read_bytes())
    journal.close()
    return log


def reopened(path):
    """Opens the file like the daemon after a cut; gives the decisions found and what was told."""
    journal = ResilientJournal.open(path, NOON)
    found = () if journal.restored is None else journal.restored.decisions
    assert found == MADE[: len(found)]
    assert journal.trouble is None
    journal.close(NOON)
    return found, journal.notices


FRAME = 24 + 4096
"""Bytes of a page in the log, with what is said about it."""


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_flipped_bytes_in_the_log_leave_a_match_that_was_once_true_and_are_told(data):
    """SQLite drops the log from the first wrong page on: what remains is the match some decisions earlier."""
    with TemporaryDirectory() as folder, TemporaryDirectory() as elsewhere:
        path = Path(elsewhere) / "stbpi.db"
        log = cut_off(folder, path)
        position = data.draw(st.integers(0, len(log) - 1))
        log[position] ^= data.draw(st.integers(1, 255))
        log_of(path).write_bytes(log)
        before = path.read_bytes()

        found, notices = reopened(path)
        # A wrong last page is what a power cut may leave.
        if found != MADE and position < len(log) - FRAME:
            (notice,) = notices
            assert f"the log of the journal {path} is damaged" in notice.sentence
            assert str(notice.moved_to) in notice.sentence
            assert (notice.moved_to.read_bytes(), log_of(notice.moved_to).read_bytes()) == (before, log)
            assert reopened(path) == (found, ())


@pytest.mark.parametrize("lost", [1, 7, FRAME - 1, FRAME, 2 * FRAME + 100, 5 * FRAME])
@pytest.mark.parametrize("with_zeros", [True, False])
def test_a_log_that_ends_where_the_power_went_is_nothing_to_tell(tmp_path, lost, with_zeros):
    path = tmp_path / "stbpi.db"
    log = cut_off(tmp_path, path)
    log_of(path).write_bytes(log[:-lost] + bytes(lost * with_zeros))
    found, notices = reopened(path)
    assert found
    assert notices == ()


def test_pages_of_a_log_written_before_this_one_are_nothing_to_tell(tmp_path):
    """SQLite begins a log anew over the old one, whose pages stay behind it."""
    live, path = tmp_path / "live.db", tmp_path / "stbpi.db"
    journal = Journal.open(live)
    match_id = journal.begin(PREPARED, NOON)
    for decision in MADE[:-1]:
        journal.append(match_id, (decision,), NOON)
    with closing(sqlite3.connect(live)) as other:
        other.execute("PRAGMA wal_checkpoint(RESTART)")
    journal.append(match_id, MADE[-1:], NOON)
    path.write_bytes(live.read_bytes())
    log_of(path).write_bytes(log_of(live).read_bytes())
    journal.close()
    assert log_of(path).stat().st_size > 5 * FRAME
    assert reopened(path) == (MADE, ())


def test_a_damaged_log_that_cannot_be_copied_is_left_alone(tmp_path, monkeypatch):
    """Opening it would drop what lies behind the damage; until there is room the match is played from memory."""
    path = tmp_path / "stbpi.db"
    log = cut_off(tmp_path, path)
    log[len(log) - 3 * FRAME] ^= 1
    log_of(path).write_bytes(log)

    def no_room(source, copy):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(shutil, "copyfileobj", no_room)
        journal = ResilientJournal.open(path, NOON)
        assert not journal.flush(NOON)
    assert "cannot be copied aside (No space left on device); make room beside it" in journal.trouble
    assert log_of(path).read_bytes() == log
    found = journal.restored.decisions
    assert journal.record(Outcome(decisions=MADE[len(found) :]), NOON)
    (notice,) = journal.notices
    assert log_of(notice.moved_to).read_bytes() == log
    journal.close(NOON)
    assert reopened(path) == (MADE, ())


def test_a_large_log_takes_no_longer_than_a_start_may(tmp_path):
    """A start may take half a second."""
    path = tmp_path / "stbpi.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("CREATE TABLE bulk (data BLOB)")
        for _ in range(40):
            connection.execute("INSERT INTO bulk VALUES (randomblob(1000000))")
        assert log_of(path).stat().st_size > 9 * schema.CHECKED_AT_START_BYTES
        began = time.process_time()
        assert log_damage(log_of(path)) is None
        assert time.process_time() - began < 0.5


def test_a_folder_that_may_not_be_entered_is_trouble_with_the_disk(tmp_path, monkeypatch):
    def forbidden(self):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "exists", forbidden)
    for keep in (set_aside, copy_aside):
        with pytest.raises(StoreUnavailable, match=r"\(Permission denied\); m"):
            keep(tmp_path / "stbpi.db", "the journal is damaged", NOON)


def test_a_damaged_journal_opened_plainly_says_so(path):
    path.write_bytes(b"no database " * 100)
    with pytest.raises(DamagedStore, match="is damaged"):
        Journal.open(path)
