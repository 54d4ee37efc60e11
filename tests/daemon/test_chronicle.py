"""After years of evenings the tray knows its records as from the first day, and keeps little more at hand."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from stbpi.daemon import chronicle
from stbpi.daemon.chronicle import Chronicle
from stbpi.rules import rule_set
from stbpi.store import Journal, ResilientJournal, read_played
from stbpi.store.almanac import past_of
from stbpi.table.played import kind_of
from tests.store.matches import NOON, decisions_of, setup

MATCHES = 60
KINDS = (rule_set("classic"), rule_set("classic", flaps=range(1, 13)))


class Desk:
    """The journal's thread, without the thread."""

    def __init__(self, journal):
        self._journal = journal

    async def look(self, at):
        return at(self._journal)


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "stbpi.db"
    journal = Journal.open(file)
    for seed in range(MATCHES):
        prepared = setup(rules=KINDS[seed % 2])
        match_id = journal.begin(prepared, NOON + seed)
        journal.append(match_id, decisions_of(prepared, seed), NOON + seed)
    journal.close()
    return file


@pytest.mark.parametrize("kept", [1, 7, MATCHES])
def test_records_are_those_of_all_matches_however_few_are_kept_at_hand(path, kept, monkeypatch):
    monkeypatch.setattr(chronicle, "KEPT_WHOLE", kept)
    monkeypatch.setattr("time.time", lambda: NOON)
    played, _ = read_played(path)

    async def look(rules):
        journal = ResilientJournal.open(path, NOON)
        view = SimpleNamespace(setup=setup(rules=rules), match=None)
        found = asyncio.get_running_loop().create_future()
        kept_at_hand = Chronicle(Desk(journal), view, found.set_result)
        try:
            past = (await found).past
            assert len(kept_at_hand._played) == kept
            return past
        finally:
            await kept_at_hand.close()
            journal.close(NOON)

    for rules in KINDS:
        past, whole = asyncio.run(look(rules)), past_of(played, kind_of(rules), NOON)
        assert past.house == whole.house
        assert past.last == whole.last[:kept]
        assert past.tonight == whole.tonight[:kept]
