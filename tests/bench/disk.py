"""Connections for the journal that tell what a commit costs, with the disk's sync and without it."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path
from typing import Any

from stbpi.store.journal import Connect


def timed(commits: list[float]) -> Connect:
    """Connections that note the seconds each commit takes."""

    class Timed(sqlite3.Connection):
        def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
            if sql != "COMMIT":
                return super().execute(sql, *parameters)
            began = time.perf_counter()
            cursor = super().execute(sql, *parameters)
            commits.append(time.perf_counter() - began)
            return cursor

    return lambda path: sqlite3.connect(path, isolation_level=None, factory=Timed)


def unsynced(commits: list[float]) -> Connect:
    """The same with the sync taken out: SQLite hands its pages to the system and waits for no disk.

    Everything else the journal does stays as it is, so that the sync is all that differs.
    """
    connect = timed(commits)

    def open_unsynced(path: Path) -> sqlite3.Connection:
        connection = connect(path)
        # The journal asks for synchronous = FULL itself. Refused to it, the value from here stands.
        connection.execute("PRAGMA synchronous = OFF")
        connection.set_authorizer(_keep_synchronous)
        return connection

    return open_unsynced


def _keep_synchronous(action: int, first: str | None, second: str | None, *_: str | None) -> int:
    changing = action == sqlite3.SQLITE_PRAGMA and first == "synchronous" and second is not None
    return sqlite3.SQLITE_IGNORE if changing else sqlite3.SQLITE_OK


def bare_syncs(folder: Path, count: int) -> list[float]:
    """Seconds that appending a page of 4 KiB to a file and syncing it take, ``count`` times: the disk alone."""
    page = os.urandom(4096)
    descriptor = os.open(folder / "bare", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    try:
        return [_append(descriptor, page) for _ in range(count)]
    finally:
        os.close(descriptor)


def _append(descriptor: int, page: bytes) -> float:
    began = time.perf_counter()
    os.write(descriptor, page)
    os.fdatasync(descriptor)
    return time.perf_counter() - began
