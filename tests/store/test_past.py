"""Past matches are read beside a daemon that plays on, and leave no trace."""

from __future__ import annotations

import sqlite3

import pytest

from stbpi.store import DamagedStore, Journal, StoreUnavailable, read_past
from tests.store.matches import NOON, decisions_of, setup


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a folder #1?" / "stbpi.db"


def play(path, *matches):
    """Play matches and let go of the file."""
    journal = Journal.open(path)
    try:
        for prepared, decisions in matches:
            journal.append(journal.begin(prepared, NOON), decisions, NOON)
    finally:
        journal.close()


FIRST = (setup(("Ada", "Grace")), decisions_of(setup(("Ada", "Grace")), 1))
SECOND = (setup(("Edsger",)), decisions_of(setup(("Edsger",)), 2))


def test_all_matches_are_there_in_order(path):
    play(path, FIRST, SECOND)
    opened = [past.open() for past in read_past(path)]
    assert [(match.setup, match.decisions) for match in opened] == [FIRST, SECOND]
    assert [match.match_id for match in opened] == [1, 2]
    assert opened[0].began_at == NOON


def test_one_match_is_found_by_its_number(path):
    play(path, FIRST, SECOND)
    (past,) = read_past(path, 2)
    assert past.open().setup == SECOND[0]
    assert read_past(path, 3) == ()


def test_a_match_nothing_happened_in_is_only_there_when_asked_for(path):
    play(path, FIRST, (setup(), ()))
    assert [past.match_id for past in read_past(path)] == [1]
    assert [past.match_id for past in read_past(path, 2)] == [2]


def test_reading_leaves_no_trace(path):
    play(path, FIRST)
    before = {file.name: file.read_bytes() for file in path.parent.iterdir()}
    assert len(read_past(path)) == 1
    assert {file.name: file.read_bytes() for file in path.parent.iterdir()} == before


def test_what_a_daemon_has_just_written_is_read_while_it_goes_on(path):
    journal = Journal.open(path)
    try:
        match_id = journal.begin(FIRST[0], NOON)
        for count, decision in enumerate(FIRST[1], start=1):
            journal.append(match_id, [decision], NOON)
            (past,) = read_past(path)
            assert past.open().decisions == FIRST[1][:count]
        journal.checkpoint()
        assert read_past(path)[0].open().decisions == FIRST[1]
    finally:
        journal.close()


def test_a_damaged_match_does_not_hide_the_others(path):
    play(path, FIRST, SECOND)
    connection = sqlite3.connect(path)
    connection.execute('UPDATE decisions SET decision = \'{"do":"stop"}\' WHERE match_id = 1 AND seq = 2')
    connection.commit()
    connection.close()
    damaged, sound = read_past(path)
    with pytest.raises(DamagedStore, match="decision 2 of match 1 does not match its check sum"):
        damaged.open()
    assert sound.open().decisions == SECOND[1]


def test_without_a_journal_it_says_so(path):
    with pytest.raises(
        StoreUnavailable, match=r"there is no journal .*; nothing has been played into it yet"
    ):
        read_past(path)
    assert not path.parent.exists()


@pytest.mark.parametrize("content", [b"", b"no database at all, but long enough to be looked at" * 20])
def test_another_file_is_no_journal(path, content):
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(DamagedStore, match=r"the journal .* is (damaged|of another program)"):
        read_past(path)
    assert path.read_bytes() == content
    assert [file.name for file in path.parent.iterdir()] == [path.name]
