"""What came of every match, read from a journal.

Results follow from the decisions. Playing a year of matches through would take minutes, so that the result of a match
is kept beside it once it is over, under a sum that continues from that of its last decision: a result which is not of
exactly these decisions, after an undo or after damage, is as good as none and made again.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from stbpi.rules import RuleSet
from stbpi.store import schema
from stbpi.store.codec import SetupRow, setup_from_row
from stbpi.store.errors import DamagedStore
from stbpi.store.journal import Journal
from stbpi.store.past import match_in, reading
from stbpi.store.stored import StoredMatch
from stbpi.store.summary import as_left, summary_from_text, summary_of, summary_to_text
from stbpi.table.played import PlayedMatch

_LAST_SUM = "(SELECT d.sum FROM decisions d WHERE d.match_id = m.id ORDER BY d.seq DESC LIMIT 1)"


@dataclass(frozen=True, slots=True)
class Result:
    """A match that has begun, and what came of it as far as that is kept: None where it has to be played through."""

    match_id: int
    played: PlayedMatch | None


def read_played(path: Path) -> tuple[tuple[PlayedMatch, ...], tuple[str, ...]]:
    """What came of every match in which something was decided, by number; and a sentence for each damaged one.

    Beside a running daemon, and without writing anything. Raises StoreUnavailable or DamagedStore for the file as a
    whole, as ``read_past`` does.
    """

    def read(connection: sqlite3.Connection) -> tuple[list[PlayedMatch], list[str]]:
        found: list[PlayedMatch] = []
        damaged: list[str] = []
        for result in results(connection):
            played = result.played
            if played is None:
                try:
                    played = summary_of(match_in(connection, result.match_id).open())
                except DamagedStore as error:
                    damaged.append(str(error))
                    continue
            found.append(played)
        return found, damaged

    found, damaged = reading(path, read)
    return tuple(found), tuple(damaged)


def read_rules(path: Path, match_ids: Iterable[int]) -> dict[int, RuleSet]:
    """The rules of these matches; of those that cannot be read nothing. Raises as ``read_played`` does."""

    def read(connection: sqlite3.Connection) -> dict[int, RuleSet]:
        found: dict[int, RuleSet] = {}
        for match_id in match_ids:
            row = connection.execute(
                "SELECT rules, players, dice_source, secret, sum FROM matches WHERE id = ?", (match_id,)
            ).fetchone()
            with suppress(DamagedStore):
                if row is not None:
                    found[match_id] = setup_from_row(SetupRow(*row), f"match {match_id}").rules
        return found

    match_ids = tuple(match_ids)
    return reading(path, read)


def results(connection: sqlite3.Connection, since: int = 0) -> Iterator[Result]:
    """The matches from a number on in which something was decided, with their results where those are kept."""
    kept = "results" in schema.table_names(connection)
    columns = "r.summary, r.sum" if kept else "NULL, NULL"
    join = "LEFT JOIN results r ON r.match_id = m.id" if kept else ""
    rows = connection.execute(
        f"SELECT m.id, m.began_at, m.left_at, {_LAST_SUM} AS last, {columns} FROM matches m {join} "
        "WHERE m.id >= ? AND last IS NOT NULL ORDER BY m.id",
        (since,),
    )
    for match_id, began_at, left_at, last, text, total in rows.fetchall():
        played = None
        if isinstance(text, str) and isinstance(last, int) and total == _sum(text, last):
            try:
                played = as_left(summary_from_text(text, match_id, began_at / 1000), left=left_at is not None)
            except (DamagedStore, TypeError):
                played = None
        yield Result(match_id, played)


class Results:
    """The results that a journal which is open for writing keeps. On the journal's thread."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def kept(self, since: int = 0) -> list[Result]:
        """The matches from a number on in which something was decided, with their results where those are kept.

        Of all matches before the newest nothing comes any more: each was left for the next.
        """
        return self._journal.read(lambda connection: list(results(connection, since)))

    def make(self, match_id: int) -> PlayedMatch:
        """Play a match through, and keep what came of it if nothing more is likely to come. Raises DamagedStore."""
        stored = self._journal.read(lambda connection: match_in(connection, match_id).open())
        played = summary_of(stored)
        if played.over or stored.left:
            self._keep(stored, played)
        return played

    def _keep(self, stored: StoredMatch, played: PlayedMatch) -> None:
        text = summary_to_text(played)
        self._journal.write(
            "INSERT OR REPLACE INTO results (match_id, summary, sum) "
            f"SELECT m.id, ?, ? FROM matches m WHERE m.id = ? AND {_LAST_SUM} = ?",
            (text, _sum(text, stored.last_sum), stored.match_id, stored.last_sum),
        )


def _sum(text: str, last: int) -> int:
    return zlib.crc32(text.encode("ascii", "replace"), last)
