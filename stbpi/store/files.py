"""The files a journal consists of, before SQLite has them open: what is in the way, whose they are, made durable."""

from __future__ import annotations

import fcntl
import os
import stat
from pathlib import Path
from typing import IO

from stbpi.store.errors import StoreInUse, StoreUnavailable

_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def kind_in_the_way(path: Path) -> str | None:
    """What stands where a journal should be and is no file, in words; None where nothing is in the way."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return None
    return next((words for is_kind, words in _KINDS if is_kind(mode)), None)


def check_kind(path: Path) -> None:
    """Refuse what is no file: opening a pipe would wait for ever for somebody at its other end."""
    kind = kind_in_the_way(path)
    if kind is not None:
        raise StoreUnavailable(
            f"the journal {path} is {kind}; move that away, or set [store] path to another file"
        )


def _without_waiting(name: str, flags: int) -> int:
    """Open a file as ``open`` would; a pipe without a reader is an error instead of a wait."""
    return os.open(name, flags | os.O_NONBLOCK, 0o666)


def lock_beside(path: Path) -> IO[bytes]:
    """Hold the lock file beside the journal, so that two daemons never continue the same match.

    A file of its own, because closing any descriptor of the database would drop SQLite's own locks on it. The
    system lets go of it when the process ends, however it ends.
    """
    beside = path.with_name(path.name + ".lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = open(beside, "ab", opener=_without_waiting)  # noqa: SIM115 - held until the journal is closed
    except OSError as error:
        raise StoreUnavailable(
            f"the journal {path} cannot be opened ({error.strerror}: {error.filename}); "
            "check that its folder exists and is writable"
        ) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise StoreInUse(
            f"the journal {path} is in use by another stbpi; "
            "stop that one, or set [store] path to another file"
        ) from error
    return lock


def sync_folder(folder: Path) -> None:
    """Make the names of new files in a folder durable."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise StoreUnavailable(
            f"the folder {folder} cannot be synced ({error.strerror}); check the disk"
        ) from error


_MAGIC = b"SQLite format 3\0"
_FORMAT_VERSIONS = slice(18, 20)
"""File format write and read version, 1 or 2 each: https://sqlite.org/fileformat.html#the_database_header"""


def header_is_odd(path: Path) -> bool:
    """Whether the header asks for a format that does not exist.

    SQLite takes one flipped bit there for a file of its own future, to be read but never written.
    """
    try:
        with path.open("rb") as file:
            header = file.read(_FORMAT_VERSIONS.stop)
    except OSError:
        return False
    return header.startswith(_MAGIC) and not set(header[_FORMAT_VERSIONS]) <= {1, 2}
