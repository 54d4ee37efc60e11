"""What is written is there, all of it, in order, whoever opens the file next."""

from __future__ import annotations

import random
import sqlite3
import threading

import pytest

from stbpi.rules import rule_set, rule_set_names
from stbpi.rules.actions import Close, Correct, NextRound, Redo, Retire, Roll, RollAgain, Stop, Undo
from stbpi.store import Journal, StoreUnavailable
from stbpi.store.codec import decision_from_text, decision_to_text, setup_from_row, setup_to_row
from tests.store.matches import NOON, decisions_of, pieces, rows, setup


@pytest.fixture
def path(tmp_path):
    return tmp_path / "state" / "stbpi.db"


@pytest.fixture
def journal(path):
    opened = Journal.open(path)
    yield opened
    opened.close()


def reopened(journal):
    journal.close()
    again = Journal.open(journal.path)
    current = again.current()
    again.close()
    return current


def test_a_new_journal_makes_its_folder_and_has_no_match(journal, path):
    assert path.is_file()
    assert journal.current() is None


def test_a_match_is_found_again_with_every_decision(journal):
    prepared = setup()
    made = decisions_of(prepared)
    match_id = journal.begin(prepared, NOON)
    for portion in pieces(made, random.Random(3)):
        journal.append(match_id, portion, NOON)
    journal.seen(match_id, 5)

    found = reopened(journal)
    assert (found.setup, found.decisions, found.seen) == (prepared, made, 5)
    assert (found.match_id, found.began_at) == (match_id, NOON)


def test_a_match_that_has_only_begun_is_found_again(journal):
    journal.begin(setup(), NOON)
    assert reopened(journal).decisions == ()


def test_appending_says_how_many_decisions_there_are_now(journal):
    prepared = setup()
    made = decisions_of(prepared)
    match_id = journal.begin(prepared, NOON)
    assert journal.append(match_id, made[:3], NOON) == 3
    assert journal.append(match_id, made[3:4], NOON) == 4
    assert journal.count(match_id) == 4


def test_a_new_match_takes_the_place_of_the_one_before_and_keeps_it(journal, path):
    first, second = setup(("Ada",)), setup(("Grace",))
    first_id = journal.begin(first, NOON)
    journal.append(first_id, decisions_of(first, most=4), NOON)
    journal.begin(second, NOON + 60)

    assert reopened(journal).setup == second
    assert rows(path, "SELECT id, left_at FROM matches ORDER BY id") == [
        (first_id, round((NOON + 60) * 1000)),
        (first_id + 1, None),
    ]
    assert rows(path, f"SELECT count(*) FROM decisions WHERE match_id = {first_id}") == [(4,)]


@pytest.mark.parametrize(
    "names",
    [
        ("Ada",),
        ("", "x" * 200, "Zoë €", "🎲"),
        ('"; DROP TABLE matches; --', "<img onerror=1>"),
    ],
)
def test_names_come_back_as_they_were_typed(journal, names):
    journal.begin(setup(names), NOON)
    assert reopened(journal).setup.players == names


@pytest.mark.parametrize("name", rule_set_names())
def test_the_rules_of_every_set_come_back(name):
    prepared = setup(rules=rule_set(name))
    assert setup_from_row(setup_to_row(prepared)) == prepared


@pytest.mark.parametrize(
    "decision",
    [
        Roll((6, 3)),
        Roll((1,)),
        Close((1, 2, 6)),
        Close((4,), player=2),
        RollAgain(),
        NextRound(),
        Stop(),
        Retire(1),
        Correct(0, -3, "counted “twice” — sorry"),
        Undo(),
        Redo(),
    ],
)
def test_every_decision_comes_back(decision):
    assert decision_from_text(decision_to_text(decision)) == decision


def test_a_transaction_that_fails_leaves_nothing(journal):
    prepared = setup()

    def begin_and_stumble():
        with journal.transaction():
            match_id = journal.begin(prepared, NOON)
            journal.append(match_id, decisions_of(prepared, most=3), NOON)
            raise KeyError("stumbled")

    with pytest.raises(KeyError):
        begin_and_stumble()
    assert journal.current() is None
    journal.begin(prepared, NOON)
    assert reopened(journal).decisions == ()


def test_wall_clock_jumps_change_nothing_but_stamps(journal):
    prepared = setup()
    made = decisions_of(prepared, most=6)
    match_id = journal.begin(prepared, NOON)
    for decision, wall_time in zip(
        made, (NOON, 0.0, NOON + 14 * 86_400, -5.0, NOON - 14 * 86_400, 4e9), strict=True
    ):
        journal.append(match_id, (decision,), wall_time)
    assert reopened(journal).decisions == made


def test_every_commit_is_synced_to_the_disk(journal):
    # 2 is FULL: in WAL mode the log is synced at each commit. Less loses throws when the power goes.
    assert journal._connection.execute("PRAGMA synchronous").fetchone() == (2,)
    assert journal._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_of_a_file_that_grows_for_months_little_is_kept_in_memory(journal):
    # SQLite itself would keep 2 MiB, filled over a thousand matches. Below 0 it is KiB, not pages.
    assert journal._connection.execute("PRAGMA cache_size").fetchone() == (-512,)


def test_a_checkpoint_moves_the_log_into_the_file(journal, path):
    match_id = journal.begin(setup(), NOON)
    journal.append(match_id, decisions_of(setup(), most=4), NOON)
    journal.checkpoint()
    assert path.with_name("stbpi.db-wal").stat().st_size == 0
    assert len(reopened(journal).decisions) == 4


def test_a_second_stbpi_is_told_that_the_journal_is_in_use(journal, path):
    with pytest.raises(StoreUnavailable, match=r"in use by another stbpi; .*\[store\] path"):
        Journal.open(path)


def test_the_journal_is_free_again_once_closed(journal, path):
    journal.close()
    Journal.open(path).close()


def test_only_the_thread_that_opened_a_journal_may_use_it(journal):
    caught = []

    def use():
        try:
            journal.begin(setup(), NOON)
        except sqlite3.ProgrammingError as error:
            caught.append(error)

    thread = threading.Thread(target=use)
    thread.start()
    thread.join()
    assert len(caught) == 1


def test_a_folder_that_cannot_be_made_is_told_with_the_mend(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreUnavailable, match=r"cannot be opened .* check that its folder exists"):
        Journal.open(tmp_path / "file" / "stbpi.db")
