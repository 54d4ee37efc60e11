"""Reads the matches of a journal beside a running daemon, which is never disturbed: nothing is ever written."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from stbpi.store import schema
from stbpi.store.errors import DamagedStore, StoreUnavailable, store_error
from stbpi.store.stored import DECISION_COLUMNS, MATCH_COLUMNS, Row, StoredMatch, stored_match
from stbpi.store.wal import log_of

_Found = TypeVar("_Found")

READING_WAIT_S = 2.0
"""How long reading waits for a lock that another program holds on the file while it opens or recovers it."""


@dataclass(frozen=True, slots=True)
class PastMatch:
    """The rows of one match, not yet looked into: a damaged match must not hide the others."""

    match_id: int
    row: Row
    decision_rows: list[Row]

    def open(self) -> StoredMatch:
        """The match. Raises DamagedStore where it is not as it was written."""
        return stored_match(self.row, self.decision_rows, f"match {self.match_id}")


def read_past(path: Path, match_id: int | None = None) -> tuple[PastMatch, ...]:
    """All matches of a journal that began, in order, or the one with this number if it is there.

    Raises StoreUnavailable where there is no such file or it cannot be read now, DamagedStore where it is no
    journal.
    """

    def read(connection: sqlite3.Connection) -> list[PastMatch]:
        one = ("WHERE id = ?", (match_id,)) if match_id is not None else ("", ())
        rows = connection.execute(f"SELECT {MATCH_COLUMNS} FROM matches {one[0]} ORDER BY id", one[1])
        return [_with_decisions(connection, row) for row in rows.fetchall()]

    found = reading(path, read)
    return tuple(past for past in found if past.decision_rows or past.match_id == match_id)


def match_in(connection: sqlite3.Connection, match_id: int) -> PastMatch:
    """The rows of the match with this number, which must be there."""
    row = connection.execute(f"SELECT {MATCH_COLUMNS} FROM matches WHERE id = ?", (match_id,)).fetchone()
    if row is None:
        raise DamagedStore(f"match {match_id} is gone")
    return _with_decisions(connection, row)


def _with_decisions(connection: sqlite3.Connection, row: Row) -> PastMatch:
    decisions = connection.execute(
        f"SELECT {DECISION_COLUMNS} FROM decisions WHERE match_id = ? ORDER BY seq", row[:1]
    )
    return PastMatch(row[0], row, decisions.fetchall())


def reading(path: Path, read: Callable[[sqlite3.Connection], _Found]) -> _Found:
    """What ``read`` finds in a journal as of one moment. It may be asked twice; what it finds last holds.

    Raises what ``read_past`` does.
    """
    if not path.is_file():
        raise StoreUnavailable(f"there is no journal {path}; nothing has been played into it yet")
    try:
        # Without a write-ahead log nobody has the journal open, and the file is all there is. SQLite would leave
        # empty companions of the reader's own beside it, which the daemon might not be allowed to write.
        if not log_of(path).exists():
            found = _read(path, "mode=ro&immutable=1", read)
            if not log_of(path).exists():
                return found
        return _read(path, "mode=ro", read)
    except sqlite3.Error as error:
        raise store_error(error, path) from error
    except UnicodeError as error:
        raise DamagedStore(f"the journal {path} is damaged ({error})") from error


def _read(path: Path, how: str, read: Callable[[sqlite3.Connection], _Found]) -> _Found:
    uri = f"{path.absolute().as_uri()}?{how}"
    with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as connection:
        schema.wait_for_locks(connection, READING_WAIT_S)
        schema.distrust(connection)
        # One transaction, so that a match and its decisions are of the same moment.
        connection.execute("BEGIN")
        schema.check_version(connection, path)
        return read(connection)
