"""A file that cannot be trusted is set aside whole, told once, and the next match finds a good one."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.rules.actions import Close, Roll
from stbpi.store import DamagedStore, Journal, ResilientJournal
from stbpi.store.codec import decision_sum, decision_to_text
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
    assert "has version 99; this stbpi reads version 1" in set_aside_and_replaced(path)


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


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_flipped_bytes_in_the_log_leave_a_match_that_was_once_true(data):
    """SQLite drops the log from the first wrong page on: what remains is the match some decisions earlier."""
    with TemporaryDirectory() as folder, TemporaryDirectory() as elsewhere:
        live = Path(folder) / "stbpi.db"
        journal = Journal.open(live)
        match_id = journal.begin(PREPARED, NOON)
        for decision in MADE:
            journal.append(match_id, (decision,), NOON)
        path = Path(elsewhere) / "stbpi.db"
        path.write_bytes(live.read_bytes())
        log = bytearray(live.with_name("stbpi.db-wal").read_bytes())
        journal.close()
        position = data.draw(st.integers(0, len(log) - 1))
        log[position] ^= data.draw(st.integers(1, 255))
        path.with_name("stbpi.db-wal").write_bytes(log)

        after = ResilientJournal.open(path, NOON)
        if after.restored is not None:
            assert after.restored.decisions == MADE[: len(after.restored.decisions)]
        assert after.trouble is None
        after.close(NOON)


def test_a_damaged_journal_opened_plainly_says_so(path):
    path.write_bytes(b"no database " * 100)
    with pytest.raises(DamagedStore, match="is damaged"):
        Journal.open(path)
