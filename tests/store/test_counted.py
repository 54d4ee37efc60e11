"""Dice counted on the button are there after a power cut, and never those of another throw."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from stbpi.rules.actions import Roll
from stbpi.store import Journal, ResilientJournal
from stbpi.store.rescue import read_untouched
from stbpi.table.entry import Counted
from stbpi.table.view import Outcome
from tests.store.matches import NOON, rows, setup
from tests.store.test_results import OLD


@pytest.fixture
def path(tmp_path):
    return tmp_path / "stbpi.db"


@pytest.fixture
def journal(path):
    opened = ResilientJournal.open(path, NOON)
    assert opened.record(Outcome(began=replace(setup(), dice_source="entered")), NOON)
    yield opened
    opened.close(NOON)


def found(path):
    """What a daemon would find after a power cut at this moment."""
    return read_untouched(path)


def test_they_are_there_after_a_restart(path, journal):
    assert journal.record(Outcome(counted=Counted((4,))), NOON)
    assert found(path).counted == Counted((4,))
    assert journal.record(Outcome(counted=Counted((4, 6), True)), NOON)
    assert found(path).counted == Counted((4, 6), True)


def test_the_throw_they_become_takes_them_along(path, journal):
    journal.record(Outcome(counted=Counted((4,))), NOON)
    assert journal.record(Outcome(decisions=(Roll((4, 6)),), counted=Counted()), NOON)
    assert (found(path).counted, found(path).decisions) == (Counted(), (Roll((4, 6)),))
    assert rows(path, "SELECT * FROM counted") == []


def test_those_of_other_decisions_are_as_good_as_none(path, journal):
    journal.record(Outcome(counted=Counted((4,))), NOON)
    # As a program would that knows nothing of them.
    journal.close(NOON)
    with closing(Journal.open(path)) as other:
        other.append(found(path).match_id, (Roll((4, 6)),), NOON)
    assert found(path).counted == Counted()


@pytest.mark.parametrize("text", ["", "[]", '{"dice":[3],"one_die":false}', '{"dice":[5]}', "\udcff"])
def test_damage_costs_them_and_nothing_else(path, journal, text):
    journal.record(Outcome(decisions=(Roll((6, 3)),), counted=Counted((4,))), NOON)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            "UPDATE counted SET dice = CAST(? AS TEXT)", (text.encode(errors="surrogateescape"),)
        )
        connection.commit()
    assert (found(path).counted, found(path).decisions) == (Counted(), (Roll((6, 3)),))


def test_another_match_knows_nothing_of_them(path, journal):
    journal.record(Outcome(counted=Counted((4,))), NOON)
    journal.record(Outcome(prepared=setup(), counted=Counted()), NOON)
    assert found(path).counted == Counted()
    assert rows(path, "SELECT * FROM counted") == []


@pytest.mark.parametrize("version", [1, 2])
def test_a_journal_from_before_there_were_any_is_played_on(path, version):
    shutil.copy(OLD, path)
    if version == 2:
        Journal.open(path).close()
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("DROP TABLE counted")
            connection.commit()
    opened = ResilientJournal.open(path, NOON)
    assert (opened.restored.counted, opened.notices) == (Counted(), ())
    assert opened.record(Outcome(counted=Counted((2,))), NOON)
    opened.close(NOON)
    assert found(path).counted == Counted((2,))
    assert rows(path, "SELECT version FROM schema") == [(2,)]


def test_without_a_disk_they_are_kept_until_it_is_back(path, journal, monkeypatch):
    with monkeypatch.context() as gone:
        gone.setattr(Journal, "counted", _full)
        assert not journal.record(Outcome(counted=Counted((4,))), NOON)
    assert journal.flush(NOON)
    assert found(path).counted == Counted((4,))


def _full(self, match_id, counted):
    raise sqlite3.OperationalError("database or disk is full")
