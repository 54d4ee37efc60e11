"""The tables of the journal, and how a connection to them is made."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from stbpi.store.errors import DamagedStore

SCHEMA_VERSION = 2

READABLE_VERSIONS = frozenset((1, 2))
"""What can be read as it is, and is brought to the newest version when a daemon opens it."""

OPENING_WAIT_S = 5.0
"""How long opening waits for another program's lock: longer than copying a small file; no game waits yet."""

WRITING_WAIT_S = 0.25
"""How long one write waits for another program's lock. People wait with it, so it ends before they notice;
what could not be written is kept and tried again."""

CHECKED_AT_START_BYTES = 4 * 1024 * 1024
"""Up to this size (60,000 decisions) the whole file is checked when it is opened: well under the half
second a start may take, on a Pi too. Above it only what is read is checked.
"""

CACHE_KIB = 512
"""What a connection that stays open keeps of the file in memory. Nobody looks at old pages again, so SQLite's own 2 MiB
would only fill, over a thousand matches, and look like a leak."""

_RESULTS = """CREATE TABLE results (
        match_id INTEGER PRIMARY KEY REFERENCES matches (id),
        summary TEXT NOT NULL,
        sum INTEGER NOT NULL
    ) STRICT"""
"""Since version 2: what came of matches that are over, see ``stbpi.store.results``; it follows from the decisions."""

_COUNTED = """CREATE TABLE counted (
        match_id INTEGER PRIMARY KEY REFERENCES matches (id),
        dice TEXT NOT NULL,
        sum INTEGER NOT NULL
    ) STRICT"""
"""The dice counted on the button for the next throw, under a sum that continues from that of the last decision.

It came without a new version: an earlier stbpi of this one has no use for it, and is not to refuse the file for it.
"""

_TABLES = (
    "CREATE TABLE schema (version INTEGER NOT NULL) STRICT",
    # `key` makes beginning a match repeatable: a begin that was written but not acknowledged is found again
    # by it. `sum` is the CRC-32 of what the row says; the sums of a match's decisions continue from it, each
    # over its forerunner, so that no byte of a match can change unnoticed. Times are wall-clock milliseconds
    # since 1970 and only decorate: clocks without a battery jump, so nothing is ordered by them. `started` is 0
    # while the match waits for the press that starts it.
    """CREATE TABLE matches (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        key BLOB NOT NULL UNIQUE,
        rules TEXT NOT NULL,
        players TEXT NOT NULL,
        dice_source TEXT NOT NULL,
        secret BLOB NOT NULL,
        sum INTEGER NOT NULL,
        started INTEGER NOT NULL CHECK (started IN (0, 1)),
        seen INTEGER NOT NULL DEFAULT 0,
        began_at INTEGER NOT NULL,
        left_at INTEGER
    ) STRICT""",
    # At most one match is the one on the tray; the others have been left for a later one.
    "CREATE UNIQUE INDEX on_the_tray ON matches (left_at IS NULL) WHERE left_at IS NULL",
    """CREATE TABLE decisions (
        match_id INTEGER NOT NULL REFERENCES matches (id),
        seq INTEGER NOT NULL CHECK (seq >= 1),
        decision TEXT NOT NULL,
        sum INTEGER NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (match_id, seq)
    ) STRICT, WITHOUT ROWID""",
    _RESULTS,
    _COUNTED,
)


def connect(path: Path) -> sqlite3.Connection:
    """A connection that creates the file where it is missing, and begins transactions only when told to.

    It belongs to the thread that makes it; SQLite's binding refuses any other.
    """
    return sqlite3.connect(path, isolation_level=None)


def distrust(connection: sqlite3.Connection) -> None:
    """Make damage loud. Changes nothing in the file, which may not be ours."""
    connection.execute("PRAGMA cell_size_check = ON")
    connection.execute("PRAGMA trusted_schema = OFF")


def make_durable(connection: sqlite3.Connection) -> None:
    """Make every commit durable when it returns.

    In WAL mode with ``synchronous`` FULL the log is synced at each commit:
    https://sqlite.org/pragma.html#pragma_synchronous
    """
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def stay_small(connection: sqlite3.Connection) -> None:
    """Bound what a connection that stays open for months keeps in memory."""
    connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")


def wait_for_locks(connection: sqlite3.Connection, seconds: float) -> None:
    """Set how long a statement waits for another connection's lock before it gives up."""
    connection.execute(f"PRAGMA busy_timeout = {round(seconds * 1000)}")


def table_names(connection: sqlite3.Connection) -> frozenset[str]:
    """The tables there are, SQLite's own left out."""
    rows = connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    )
    return frozenset(name for (name,) in rows)


def create_tables(connection: sqlite3.Connection) -> None:
    """Create the tables inside the transaction that is open."""
    for statement in _TABLES:
        connection.execute(statement)
    connection.execute("INSERT INTO schema (version) VALUES (?)", (SCHEMA_VERSION,))


def migrate(connection: sqlite3.Connection) -> bool:
    """Bring a file of an earlier version to this one, inside the transaction that is open; whether that was needed."""
    if is_up_to_date(connection):
        return False
    if version_of(connection) != SCHEMA_VERSION:
        connection.execute(_RESULTS)
        connection.execute("UPDATE schema SET version = ?", (SCHEMA_VERSION,))
    connection.execute(_COUNTED)
    return True


def is_up_to_date(connection: sqlite3.Connection) -> bool:
    """Whether there is nothing for ``migrate`` to do."""
    return version_of(connection) == SCHEMA_VERSION and "counted" in table_names(connection)


def version_of(connection: sqlite3.Connection) -> int | None:
    """The schema version the file says it has; None where it says none, or not exactly one."""
    rows = connection.execute("SELECT version FROM schema LIMIT 2").fetchall()
    return rows[0][0] if len(rows) == 1 else None


def check_version(connection: sqlite3.Connection, path: Path) -> None:
    """Raise DamagedStore for a file that no stbpi of this version or an earlier one wrote."""
    version = version_of(connection) if "schema" in table_names(connection) else None
    if version not in READABLE_VERSIONS:
        says = "is of another program" if version is None else f"has version {version}"
        raise DamagedStore(f"the journal {path} {says}; this stbpi reads versions 1 to {SCHEMA_VERSION}")
