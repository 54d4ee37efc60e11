"""How often each face was thrown, over all matches of a journal."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from stbpi.rules import rule_set
from stbpi.rules.actions import Close, Redo, Roll, Undo
from stbpi.rules.history import History
from stbpi.store import Journal
from stbpi.store.thrown import thrown_dice
from stbpi.table.reports import DiceReport
from tests.store.matches import NOON, decisions_of, long_setup, setup


@pytest.fixture
def journal(tmp_path):
    journal = Journal.open(tmp_path / "stbpi.db")
    yield journal
    journal.close()


def play(journal, prepared, *decisions):
    journal.append(journal.begin(prepared, NOON), decisions, NOON)


def test_it_counts_the_throws_that_stand_when_every_match_is_played_out_again(journal):
    counted: Counter[int] = Counter()
    for seed in range(1, 6):
        prepared = long_setup()
        decisions = decisions_of(prepared, seed)
        assert Undo() in decisions
        play(journal, prepared, *decisions)
        history = History.fold(prepared.rules, prepared.players, decisions)
        counted.update(pips for action in history.actions if isinstance(action, Roll) for pips in action.dice)
    assert thrown_dice(journal.path) == (
        DiceReport("electronic", tuple(counted[face] for face in range(1, 7))),
    )


def test_a_throw_that_was_taken_back_does_not_count_and_one_made_again_does(journal):
    play(journal, setup(), Roll((6, 3)), Undo(), Roll((1, 2)), Undo(), Redo(), Close((3,)))
    assert thrown_dice(journal.path) == (DiceReport("electronic", (1, 1, 0, 0, 0, 0)),)


def test_sources_and_kinds_of_dice_are_told_apart_the_most_thrown_first(journal):
    play(journal, replace(setup(), dice_source="entered"), Roll((6, 6)))
    play(journal, setup(rules=rule_set("classic", flaps=8, die_sides=8, dice=1)), Roll((8,)))
    play(journal, setup(), Roll((1, 1)), Close((2,)), Roll((1, 2)))
    assert thrown_dice(journal.path) == (
        DiceReport("electronic", (3, 1, 0, 0, 0, 0)),
        DiceReport("entered", (0, 0, 0, 0, 0, 2)),
        DiceReport("electronic", (0,) * 7 + (1,)),
    )


def test_a_match_without_throws_tells_nothing(journal):
    play(journal, setup())
    assert thrown_dice(journal.path) == ()


def test_a_damaged_match_hides_no_other(journal):
    play(journal, setup(), Roll((4, 5)))
    play(journal, setup(), Roll((6, 6)))
    journal._connection.execute("UPDATE matches SET rules = '{}' WHERE id = 2")
    assert thrown_dice(journal.path) == (DiceReport("electronic", (0, 0, 0, 1, 1, 0)),)


def test_where_there_is_no_journal_nothing_is_known(tmp_path):
    assert thrown_dice(tmp_path / "none.db") == ()
    (tmp_path / "text.db").write_text("no journal at all, but a text that is long enough for one" * 20)
    assert thrown_dice(tmp_path / "text.db") == ()
