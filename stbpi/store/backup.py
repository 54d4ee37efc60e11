"""Copies of a journal: made while a daemon plays on, checked before they are believed, put back by name.

SQLite's online backup copies the database as of one moment: https://sqlite.org/backup.html
"""

from __future__ import annotations

import os
import sqlite3
import stat
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from stbpi.store import schema
from stbpi.store.errors import DamagedStore, StoreUnavailable, store_error
from stbpi.store.files import lock_beside, sync_folder
from stbpi.store.past import reading
from stbpi.store.rescue import move_aside
from stbpi.store.stored import WallTime


class BackupError(OSError):
    """A copy that cannot be made where it is wanted; one sentence with the mend."""


@dataclass(frozen=True, slots=True)
class Backup:
    """A copy that has been made and checked: where, how large, how many matches have begun in it."""

    path: Path
    size: int
    matches: int


def back_up(journal: Path, target: Path, keep: int = 0) -> Backup:
    """Copy a journal into ``target``, whoever is playing into it; ``keep`` older copies become ``target.1``, ….

    The copy takes the name only when it is whole and on disk. Raises StoreUnavailable or DamagedStore for the journal,
    BackupError for the target.
    """
    if target.is_dir():
        raise BackupError(f"{target} is a folder; name a file in it, such as {target / 'stbpi-backup.db'}")
    if target.exists() and journal.exists() and target.samefile(journal):
        raise BackupError(f"{target} is the journal itself; name another file")
    _check_what_is_there(target)
    with _made_beside(target) as copy:
        reading(journal, lambda source: _copy(source, copy))
        matches = _check(copy, f"the copy of the journal {journal}")
        _make_room(target, keep)
        copy.replace(target)
    _sync_names(target.parent)
    return Backup(target, target.stat().st_size, matches)


def restore(backup: Path, journal: Path, wall_time: WallTime) -> tuple[Backup, Path | None]:
    """Put a copy in the place of a journal, which is kept under another name; returns the copy and that name.

    Raises StoreInUse while a daemon has the journal open, and DamagedStore for a copy that is no sound journal; then
    nothing has changed.
    """
    if not backup.is_file():
        raise StoreUnavailable(f"there is no backup {backup}; name the file that stbpi backup has written")
    if journal.exists() and backup.samefile(journal):
        raise BackupError(f"{backup} is the journal itself; there is nothing to restore")
    with closing(lock_beside(journal)), _made_beside(journal) as copy:
        reading(backup, lambda source: _copy(source, copy))
        matches = _check(copy, f"the backup {backup}")
        _give_to_the_daemon(copy, journal)
        kept = move_aside(journal, wall_time, "replaced")
        copy.replace(journal)
        _sync_names(journal.parent)
    return Backup(journal, journal.stat().st_size, matches), kept


def _check_what_is_there(target: Path) -> None:
    """Only a copy made before, or an empty file, is replaced by a new one."""
    if not target.exists() or (target.is_file() and not target.stat().st_size):
        return
    try:
        reading(target, lambda found: None)
    except (StoreUnavailable, DamagedStore) as error:
        raise BackupError(
            f"{target} is there already and is no backup; move it away, or name another file"
        ) from error


@contextmanager
def _made_beside(target: Path) -> Iterator[Path]:
    """A new file in the folder of ``target``, gone at the end unless it has been given that name."""
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".new", dir=target.parent)
        os.close(descriptor)
    except OSError as error:
        raise BackupError(f"{target} cannot be written ({error.strerror}); check folder and disk") from error
    try:
        yield Path(name)
    except (BackupError, StoreUnavailable):
        raise
    except OSError as error:
        raise BackupError(f"{target} cannot be written ({error.strerror}); check folder and disk") from error
    finally:
        Path(name).unlink(missing_ok=True)


def _copy(source: sqlite3.Connection, copy: Path) -> None:
    with closing(schema.connect(copy)) as connection:
        try:
            source.backup(connection)
            # One file that can be carried away, and no log beside it.
            connection.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.Error as error:
            raise _copy_error(error, copy) from error
    with copy.open("rb") as file:
        os.fsync(file.fileno())


def _copy_error(error: sqlite3.Error, copy: Path) -> Exception:
    found = store_error(error, copy)
    if isinstance(found, DamagedStore):
        return DamagedStore(f"what is to be copied is damaged ({error})")
    return BackupError(f"the copy cannot be written into {copy.parent} ({error}); check folder and disk")


def _check(copy: Path, called: str) -> int:
    """How many matches have begun in a copy that is sound. Raises DamagedStore."""
    try:
        with closing(schema.connect(copy)) as connection:
            schema.distrust(connection)
            findings = connection.execute("PRAGMA integrity_check(1)").fetchall()
            if findings == [("ok",)] and connection.execute("PRAGMA foreign_key_check").fetchall():
                findings = [("decisions of a match that is not there",)]
            if findings != [("ok",)]:
                raise DamagedStore(f"{called} is damaged ({findings[0][0]}); it is not used")
            (matches,) = connection.execute("SELECT count(DISTINCT match_id) FROM decisions").fetchone()
            return int(matches)
    except sqlite3.Error as error:
        raise DamagedStore(f"{called} is damaged ({error}); it is not used") from error


def _make_room(target: Path, keep: int) -> None:
    """Move the copies there are one on, the oldest out; the newest keeps its name until another takes it."""
    if not keep or not target.exists():
        return
    for number in range(keep - 1, 0, -1):
        older = generation(target, number)
        if older.exists():
            older.replace(generation(target, number + 1))
    first = generation(target, 1)
    try:
        os.link(target, first)
    except OSError:
        # A stick's file system has one name for a file: for an instant there is none.
        target.replace(first)


def generation(target: Path, number: int) -> Path:
    """The name of the copy made so many times before the newest."""
    return target.with_name(f"{target.name}.{number}")


def _give_to_the_daemon(copy: Path, journal: Path) -> None:
    """Let a journal that root puts back belong to whom the one before belonged, or the folder does."""
    before = (journal if journal.exists() else journal.parent).stat()
    copy.chmod(stat.S_IMODE(before.st_mode) & 0o666)
    if os.geteuid() == 0:
        for part in (copy, journal.with_name(journal.name + ".lock")):
            os.chown(part, before.st_uid, before.st_gid)


def _sync_names(folder: Path) -> None:
    # Some file systems of sticks cannot sync a folder; the copy itself is on disk.
    with suppress(StoreUnavailable):
        sync_folder(folder)
