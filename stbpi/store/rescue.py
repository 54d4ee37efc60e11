"""What is done with a journal that cannot be used: set aside, never deleted, or read without touching it."""

from __future__ import annotations

import os
import shutil
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from os.path import lexists
from pathlib import Path

from stbpi.store.errors import DamagedStore, StoreUnavailable
from stbpi.store.journal import Journal
from stbpi.store.stored import StoredMatch, WallTime

_COMPANIONS = ("", "-wal", "-shm", "-journal")
"""What SQLite keeps beside a database, itself first: without it the others are found and moved later."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something about the store that people must be told once: a sentence, and where the old file is now."""

    sentence: str
    moved_to: Path | None = None


def set_aside(path: Path, reason: str, wall_time: WallTime) -> Notice:
    """Rename the journal and what belongs to it out of the way.

    Raises StoreUnavailable where that is not possible.
    """
    target = move_aside(path, wall_time, "damaged") or path
    return Notice(f"{reason}; it was set aside as {target} and a new journal begun", target)


def move_aside(path: Path, wall_time: WallTime, word: str) -> Path | None:
    """Rename a journal and what belongs to it; gives its new name, with the word in it, or None where there is none.

    Raises StoreUnavailable where that is not possible.
    """
    moved = False
    try:
        target = _free_name(path, wall_time, word)
        for companion in _COMPANIONS:
            part = path.with_name(path.name + companion)
            if part.exists():
                part.rename(target.with_name(target.name + companion))
                moved = True
    except OSError as error:
        raise StoreUnavailable(
            f"the journal {path} cannot be set aside ({error.strerror}); move it away by hand"
        ) from error
    return target if moved else None


def copy_aside(path: Path, reason: str, wall_time: WallTime) -> Notice:
    """Copy a journal and its log, of which SQLite is about to drop a part. Nobody may have them open.

    Raises StoreUnavailable where that is not possible.
    """
    try:
        target = _free_name(path, wall_time, "damaged")
        for companion in _COMPANIONS[:2]:
            part = path.with_name(path.name + companion)
            if part.exists():
                _copy_durably(part, target.with_name(target.name + companion))
    except OSError as error:
        raise StoreUnavailable(
            f"{reason}, and cannot be copied aside ({error.strerror}); make room beside it"
        ) from error
    return Notice(
        f"{reason}; what can be read is played on, and a copy of it all is kept as {target}", target
    )


def _free_name(path: Path, wall_time: WallTime, word: str) -> Path:
    """A name beside the journal under which nothing is kept yet."""
    stamp = _stamp(wall_time)
    target = path.with_name(f"{path.name}.{word}-{stamp}")
    number = 1
    while any(target.with_name(target.name + companion).exists() for companion in _COMPANIONS):
        number += 1
        target = path.with_name(f"{path.name}.{word}-{stamp}-{number}")
    return target


def _copy_durably(part: Path, target: Path) -> None:
    with part.open("rb") as source, target.open("xb") as copy:
        shutil.copyfileobj(source, copy)
        copy.flush()
        os.fsync(copy.fileno())


def has_orphans(path: Path) -> bool:
    """Whether SQLite's companions lie here without their database: a setting aside that was cut short.

    SQLite would delete them with the next database of that name.
    """
    return not lexists(path) and any(lexists(path.with_name(path.name + end)) for end in _COMPANIONS[1:])


def read_untouched(path: Path) -> StoredMatch | None:
    """The match on the tray of a journal that cannot be opened for writing, read from a copy of it.

    None where that cannot be done either. A copy, because a write-ahead log is only readable where its
    companions can be written.
    """
    try:
        with tempfile.TemporaryDirectory(prefix="stbpi-") as folder:
            copy = Path(folder) / path.name
            for companion in _COMPANIONS[:2]:
                part = path.with_name(path.name + companion)
                if part.exists():
                    shutil.copyfile(part, copy.with_name(copy.name + companion))
            if not copy.exists():
                return None
            journal = Journal.open(copy)
            try:
                return journal.current()
            finally:
                journal.close()
    except (DamagedStore, OSError):
        return None


def _stamp(wall_time: WallTime) -> str:
    try:
        return datetime.fromtimestamp(wall_time, UTC).strftime("%Y%m%dT%H%M%SZ")
    except (ValueError, OverflowError, OSError):
        # A clock without a battery can say anything; the number behind the name keeps names apart.
        return "unknown-time"
