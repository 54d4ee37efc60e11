"""What came of matches is there for every match, whoever wrote the file, and is never that of other decisions."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from stbpi.rules import rule_set
from stbpi.rules.actions import Close, Correct, NextRound, Retire, Roll, Stop, Undo
from stbpi.store import Journal, read_past, read_played
from stbpi.store.results import Results
from stbpi.store.summary import summary_from_text, summary_of, summary_to_text
from stbpi.table.played import Ending
from tests.store.matches import NOON, decisions_of, rows, setup

OLD = Path(__file__).parent / "old" / "version-1.db"
"""Written by the version of stbpi that had no results yet."""

QUICK = rule_set("classic", flaps=[2, 3])
"""Two flaps: 1+1 closes one, and then nothing does."""


@pytest.fixture
def path(tmp_path):
    return tmp_path / "stbpi.db"


@pytest.fixture
def journal(path):
    opened = Journal.open(path)
    yield opened
    opened.close()


def play(journal, prepared, decisions, at=NOON):
    match_id = journal.begin(prepared, at)
    journal.append(match_id, decisions, at)
    return match_id


def make_all(journal):
    results = Results(journal)
    return [results.make(result.match_id) for result in results.kept()]


def test_a_journal_of_the_version_before_is_read_as_it_is(path):
    shutil.copy(OLD, path)
    played, damaged = read_played(path)
    assert damaged == ()
    assert path.read_bytes() == OLD.read_bytes()
    first, money, left, current = played
    assert (first.players, first.ending) == (("Ada", "Grace"), Ending.FINISHED)
    assert (money.ending, sum(money.balances)) == (Ending.STOPPED, 0)
    assert (left.players, left.ending, left.rounds) == (
        ("Ada", "Player 2", "Grace"),
        Ending.ABANDONED,
        (),
    )
    assert current.ending is Ending.PLAYING
    assert [match.match_id for match in played] == [1, 2, 3, 4]


def test_a_journal_of_the_version_before_is_played_on_and_keeps_every_match(path):
    shutil.copy(OLD, path)
    before = [past.open() for past in read_past(path)]
    journal = Journal.open(path)
    try:
        assert journal.current() == before[-1]
        assert [past.open() for past in read_past(path)] == before
        journal.append(before[-1].match_id, (Undo(),), NOON)
        assert make_all(journal) == list(read_played(path)[0])
    finally:
        journal.close()
    assert rows(path, "SELECT version FROM schema") == [(2,)]
    assert rows(path, "SELECT match_id FROM results") == [(1,), (2,), (3,)]
    again = Journal.open(path)
    again.close()


def test_bringing_an_old_journal_up_to_date_is_all_or_nothing(path):
    shutil.copy(OLD, path)
    connection = sqlite3.connect(path)
    connection.execute("CREATE VIEW results AS SELECT 1")  # in the way of the table
    connection.commit()
    connection.close()
    with pytest.raises(ValueError, match="damaged"):
        Journal.open(path)
    assert rows(path, "SELECT version FROM schema") == [(1,)]


@pytest.mark.parametrize("version", [0, 3, 2**40])
def test_a_journal_of_a_version_to_come_is_left_alone(path, version):
    shutil.copy(OLD, path)
    connection = sqlite3.connect(path)
    connection.execute("UPDATE schema SET version = ?", (version,))
    connection.commit()
    connection.close()
    before = path.read_bytes()
    with pytest.raises(ValueError, match=f"has version {version}; this stbpi reads versions 1 to 2"):
        Journal.open(path)
    assert path.read_bytes() == before


def test_kept_results_are_those_that_playing_through_gives(journal, path):
    for seed, rules in enumerate((rule_set("classic"), rule_set("pub", stake=50), rule_set("tray"))):
        prepared = setup(("Ada", "Grace"), rules)
        play(journal, prepared, decisions_of(prepared, seed, 60))
    journal.begin(setup(), NOON)
    cold = read_played(path)[0]
    made = make_all(journal)
    assert [result.played for result in Results(journal).kept()] == made
    assert read_played(path)[0] == cold == tuple(made)


def test_results_of_many_matches_can_be_made_in_one_go(journal, path):
    for seed in range(3):
        play(journal, setup(), decisions_of(setup(), seed))
    with journal.transaction():
        made = make_all(journal)
    assert rows(path, "SELECT match_id FROM results") == [(1,), (2,), (3,)]
    assert list(read_played(path)[0]) == made


def test_only_the_newest_matches_need_be_looked_at_again(journal):
    first = play(journal, setup(("Ada",), QUICK), (Roll((1, 1)), Close((2,))))
    assert [(one.match_id, one.played) for one in Results(journal).kept()] == [(first, None)]
    second = play(journal, setup(("Ada",), QUICK), (Roll((6, 6)),))
    assert [one.match_id for one in Results(journal).kept(first)] == [first, second]
    assert [one.match_id for one in Results(journal).kept(second)] == [second]
    assert [one.ending for one in make_all(journal)] == [Ending.ABANDONED, Ending.FINISHED]


def test_rounds_are_told_by_seat_and_the_ending_with_them(journal):
    prepared = setup(("Ada", "Grace"), QUICK)
    shut = (Roll((1, 1)), Close((2,)), Roll((1, 2)), Close((3,)))
    blocked = (Roll((1, 1)), Close((2,)), Roll((6, 6)))
    play(journal, prepared, (*blocked, *blocked))
    play(journal, prepared, shut)
    tie, win = make_all(journal)
    assert (tie.rounds, tie.winners, tie.totals) == (((3, 3),), (0, 1), (3, 3))
    assert (win.rounds, win.winners, win.totals, win.ranks) == (((0, None),), (0,), (0, None), (1, 2))


def test_who_goes_home_in_a_round_has_no_score_to_compare(journal):
    prepared = setup(("Ada", "Grace"), QUICK)
    play(journal, prepared, (Roll((1, 1)), Retire(0), Roll((6, 6))))
    (played,) = make_all(journal)
    assert played.rounds == ((None, 5),)


def test_a_corrected_total_is_no_score_of_a_round(journal):
    prepared = setup(("Ada",), rule_set("classic", ["hundred"], flaps=[2, 3]))
    play(journal, prepared, (Roll((6, 6)), Correct(0, -7, "misread"), NextRound(), Roll((6, 6))))
    (played,) = make_all(journal)
    assert (played.rounds, played.totals) == (((5,), (5,)), (3,))


def test_an_open_match_that_was_ended_was_stopped(journal):
    prepared = setup(("Ada",), rule_set("pub", flaps=[2, 3]))
    play(journal, prepared, (Roll((6, 6)), Stop()))
    assert make_all(journal)[0].ending is Ending.STOPPED


def test_what_is_undone_after_the_end_has_no_result_any_more(journal, path):
    prepared = setup(("Ada",), QUICK)
    match_id = play(journal, prepared, (Roll((6, 6)),))
    assert make_all(journal)[0].ending is Ending.FINISHED
    journal.append(match_id, (Undo(),), NOON)
    assert [result.played for result in Results(journal).kept()] == [None]
    assert read_played(path)[0][0].ending is Ending.PLAYING
    journal.append(match_id, (Roll((1, 1)), Close((2,))), NOON)
    journal.begin(prepared, NOON)
    assert make_all(journal)[0].ending is Ending.ABANDONED


@pytest.mark.parametrize("change", ["summary = replace(summary, '5', '0')", "sum = sum + 1", "summary = 'x'"])
def test_a_result_that_was_changed_does_not_count(journal, path, change):
    prepared = setup(("Ada",), QUICK)
    play(journal, prepared, (Roll((6, 6)),))
    true = make_all(journal)
    connection = sqlite3.connect(path)
    connection.execute(f"UPDATE results SET {change}")
    connection.commit()
    connection.close()
    assert list(read_played(path)[0]) == true
    assert make_all(journal) == true


def test_a_damaged_match_is_told_and_the_others_count(journal, path):
    for _ in range(2):
        play(journal, setup(("Ada",), QUICK), (Roll((6, 6)),))
    connection = sqlite3.connect(path)
    connection.execute('UPDATE decisions SET decision = \'{"do":"stop"}\' WHERE match_id = 1')
    connection.commit()
    connection.close()
    played, damaged = read_played(path)
    assert [match.match_id for match in played] == [2]
    assert damaged == ("decision 1 of match 1 does not match its check sum",)


def test_scores_longer_than_any_machine_word_stay_whole(journal):
    prepared = setup(("Ada",), rule_set("three-hundred", scoring="digits"))
    play(journal, prepared, (Roll((6, 6, 6, 6)), Retire(0)))
    match_id = play(journal, prepared, decisions_of(prepared, 1))
    played = Results(journal).make(match_id)
    assert summary_from_text(summary_to_text(played), match_id, NOON) == played
    assert summary_of(journal.current()) == played
    assert played.kind.changed == ("scoring = digits",)
