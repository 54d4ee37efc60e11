"""The two ways a store fails: it cannot be reached now, or what it holds cannot be trusted."""

from __future__ import annotations

import sqlite3
from pathlib import Path


class StoreUnavailable(OSError):  # noqa: N818 - it says what the store is
    """The disk will not take or give what is asked just now; trying again later may well work.

    ``stale`` says that the file has to be opened anew for that: one opened on a read-only disk stays so.
    """

    def __init__(self, sentence: str, *, stale: bool = True) -> None:
        super().__init__(sentence)
        self.stale = stale


class StoreInUse(StoreUnavailable):
    """Another stbpi has this journal open, and the match in it is that one's to play."""


class DamagedStore(ValueError):  # noqa: N818 - it says what the store is
    """What is on disk is not a journal of ours, or not one that can be folded; trying again will not help."""


_OUT_OF_REACH = {
    sqlite3.SQLITE_BUSY: "is locked by another program; close that program",
    sqlite3.SQLITE_LOCKED: "is locked by another program; close that program",
    sqlite3.SQLITE_FULL: "cannot grow because the disk is full; free some space",
    sqlite3.SQLITE_READONLY: "cannot be written because the disk or file is read-only; make it writable",
    sqlite3.SQLITE_PERM: "may not be opened by this user; change its owner",
    sqlite3.SQLITE_AUTH: "may not be opened by this user; change its owner",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened; check that its folder exists and is writable",
    sqlite3.SQLITE_IOERR: "cannot be read or written because the disk fails; check the disk",
    sqlite3.SQLITE_NOMEM: "cannot be used because memory is short; stop other programs",
    sqlite3.SQLITE_NOLFS: "is too large for this disk; move it to another",
    sqlite3.SQLITE_PROTOCOL: "is locked by another program; close that program",
    sqlite3.SQLITE_INTERRUPT: "was interrupted; it is tried again",
}
"""Primary result codes of SQLite that say nothing against the contents: https://sqlite.org/rescode.html"""

_PASSING = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_INTERRUPT)
"""Those after which the same connection goes on once the cause is gone."""

_PRIMARY = 0xFF
"""The low byte of an extended result code is the primary one."""


def primary_code(error: sqlite3.Error) -> int | None:
    """SQLite's primary result code of an error; None where it came from Python's side of the binding."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & _PRIMARY


def store_error(error: sqlite3.Error, path: Path) -> StoreUnavailable | DamagedStore:
    """The error of ours that an error of SQLite on ``path`` means, with one sentence."""
    code = primary_code(error)
    if code in _OUT_OF_REACH:
        return StoreUnavailable(f"the journal {path} {_OUT_OF_REACH[code]}", stale=code not in _PASSING)
    return DamagedStore(f"the journal {path} is damaged ({error})")
