"""The journal: what people and dice decided, in order, on disk before anyone is shown what follows.

Only decisions are kept; the state of a match is their fold (``stbpi.rules.history``). A journal belongs to
the thread that opened it: SQLite's binding refuses every other.
"""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import IO, NamedTuple, TypeAlias, TypeVar

from stbpi.rules.actions import Decision
from stbpi.store import schema
from stbpi.store.codec import (
    counted_from_text,
    counted_sum,
    counted_to_text,
    decision_sum,
    decision_to_text,
    setup_to_row,
)
from stbpi.store.errors import DamagedStore, StoreUnavailable, store_error
from stbpi.store.files import check_kind, header_is_odd, lock_beside, sync_folder
from stbpi.store.stored import DECISION_COLUMNS, MATCH_COLUMNS, StoredMatch, WallTime, stored_match
from stbpi.store.wal import log_damage, log_of
from stbpi.table.entry import Counted
from stbpi.table.setup import MatchSetup

Connect: TypeAlias = Callable[[Path], sqlite3.Connection]

_Found = TypeVar("_Found")

OnDamagedLog: TypeAlias = Callable[[str], None]
"""Given a sentence, while the files still are as they were found."""


class Journal:
    """An open journal. What a method writes is on disk, synced, when it returns; else nothing has changed.

    Raises StoreUnavailable where the disk will not just now, DamagedStore where the file cannot be trusted.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: IO[bytes]) -> None:
        self.path = path
        self._connection = connection
        self._lock = lock
        self._depth = 0
        self._left_as: _Footprint | None = None

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        wait_s: float = schema.OPENING_WAIT_S,
        connect: Connect = schema.connect,
        on_damaged_log: OnDamagedLog = lambda sentence: None,
    ) -> Journal:
        """Open the journal in ``path``, creating it and its folder where they are missing.

        Waits up to ``wait_s`` seconds for other programs. Small files are checked as a whole. Of a damaged
        write-ahead log SQLite takes what stands before the damage; ``on_damaged_log`` may copy it before that.
        """
        check_kind(path)
        lock = lock_beside(path)
        try:
            # Looked at before SQLite has the files open: closing another descriptor would drop SQLite's locks.
            if header_is_odd(path):
                raise DamagedStore(f"the journal {path} is damaged (its header)")
            damage = log_damage(log_of(path))
            if damage is not None:
                on_damaged_log(f"the log of the journal {path} is damaged ({damage})")
            connection = connect(path)
        except sqlite3.Error as error:
            lock.close()
            raise store_error(error, path) from error
        except BaseException:
            lock.close()
            raise
        journal = cls(path, connection, lock)
        try:
            journal._begin_use(wait_s)
            if damage is not None:
                # What lies behind the damage must not be found again the next time.
                journal.checkpoint()
        except BaseException:
            with suppress(StoreUnavailable, DamagedStore):  # what went wrong first is told
                journal.close()
            raise
        return journal

    def close(self) -> None:
        """Close the file and let others have it. Closing twice is allowed."""
        try:
            self._connection.close()
        except sqlite3.Error as error:
            raise store_error(error, self.path) from error
        finally:
            self._lock.close()

    @property
    def is_in_place(self) -> bool:
        """Whether the files still are those written to: False once somebody moved, removed or emptied one."""
        found, left = _footprint(self.path), self._left_as
        if left is None or (found.file, found.log) != (left.file, left.log or found.log):
            return False
        # Another program may have moved the log into the file, and rightly so: opening it anew tells.
        return not left.log_bytes or bool(found.log_bytes)

    @property
    def is_cut(self) -> bool:
        """Whether somebody cut off what had been written; only means something while it is in place."""
        found, left = _footprint(self.path), self._left_as
        return left is not None and (found.file_bytes < left.file_bytes or found.log_bytes < left.log_bytes)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Let all that is written inside become durable together, or not at all. May be nested."""
        if self._depth:
            yield
            return
        self._depth += 1
        try:
            with self._our_errors():
                self._connection.execute("BEGIN IMMEDIATE")
                try:
                    yield
                    self._connection.execute("COMMIT")
                finally:
                    # SQLite ends the transaction by itself for some errors, and for a full disk does not.
                    if self._connection.in_transaction:
                        self._connection.execute("ROLLBACK")
            self._look_back()
        finally:
            self._depth -= 1

    def begin(
        self, setup: MatchSetup, wall_time: WallTime, key: bytes | None = None, *, started: bool = True
    ) -> int:
        """Begin a match and leave the one that was on the tray; returns its row.

        ``key`` names the match for good; without one it gets a random one. One that is not ``started`` waits for
        that, see ``start``, and is forgotten when another takes its place.
        """
        row = setup_to_row(setup)
        key = uuid.uuid4().bytes if key is None else key
        stamp = _millis(wall_time)
        with self.transaction():
            self._connection.execute("DELETE FROM matches WHERE left_at IS NULL AND started = 0")
            self._connection.execute("UPDATE matches SET left_at = ? WHERE left_at IS NULL", (stamp,))
            cursor = self._connection.execute(
                "INSERT INTO matches (key, rules, players, dice_source, secret, sum, started, began_at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (key, row.rules, row.players, row.dice_source, row.secret, row.sum, int(started), stamp),
            )
            match_id = cursor.lastrowid
            if match_id is None:
                raise DamagedStore(f"the journal {self.path} gave a new match no row")
        return match_id

    def start(self, match_id: int) -> None:
        """Note that a match which waited for its start has been started."""
        with self.transaction():
            self._connection.execute(
                "UPDATE matches SET started = 1 WHERE id = ? AND started = 0", (match_id,)
            )

    def find(self, key: bytes) -> int | None:
        """The row of the match with this key, None where it is not here."""
        with self._our_errors():
            row = self._connection.execute("SELECT id FROM matches WHERE key = ?", (key,)).fetchone()
        return None if row is None else int(row[0])

    def count(self, match_id: int) -> int:
        """How many decisions of the match are stored."""
        return self._last(match_id)[0]

    def append(self, match_id: int, decisions: Sequence[Decision], wall_time: WallTime) -> int:
        """Append decisions to a match; returns how many it has now."""
        with self.transaction():
            seq, total = self._last(match_id)
            rows = []
            for decision in decisions:
                seq += 1
                text = decision_to_text(decision)
                total = decision_sum(total, seq, text)
                rows.append((match_id, seq, text, total, _millis(wall_time)))
            self._connection.executemany(
                "INSERT INTO decisions (match_id, seq, decision, sum, at) VALUES (?, ?, ?, ?, ?)", rows
            )
        return seq

    def seen(self, match_id: int, n: int) -> None:
        """Note that people have acknowledged what the first ``n`` decisions of the match led to."""
        with self.transaction():
            self._connection.execute(
                "UPDATE matches SET seen = ? WHERE id = ? AND seen <> ?", (n, match_id, n)
            )

    def counted(self, match_id: int, counted: Counted) -> None:
        """Keep what has been counted of the next throw of a match; nothing is forgotten after every throw."""
        with self.transaction():
            if counted == Counted():
                self._connection.execute("DELETE FROM counted WHERE match_id = ?", (match_id,))
                return
            text = counted_to_text(counted)
            total = counted_sum(text.encode(), self._last(match_id)[1])
            self._connection.execute(
                "INSERT INTO counted (match_id, dice, sum) VALUES (?, ?, ?) ON CONFLICT (match_id) "
                "DO UPDATE SET dice = excluded.dice, sum = excluded.sum WHERE sum <> excluded.sum",
                (match_id, text, total),
            )

    def current(self) -> StoredMatch | None:
        """The match on the tray: waiting for its start, being played, or the last one finished; None before the first.

        It has been folded: a match that breaks its rules raises DamagedStore.
        """
        with self._our_errors():
            row = self._connection.execute(
                f"SELECT {MATCH_COLUMNS} FROM matches WHERE left_at IS NULL"
            ).fetchone()
            if row is None:
                return None
            rows = self._connection.execute(
                f"SELECT {DECISION_COLUMNS} FROM decisions WHERE match_id = ? ORDER BY seq", row[:1]
            ).fetchall()
            counted = self._connection.execute(
                "SELECT CAST(dice AS BLOB), sum FROM counted WHERE match_id = ?", row[:1]
            ).fetchone()
        found = stored_match(row, rows)
        # What does not belong to these decisions, after damage or an older program, is as good as none.
        if counted is None or counted[1] != counted_sum(counted[0], found.last_sum):
            return found
        return replace(found, counted=counted_from_text(counted[0]))

    def read(self, look: Callable[[sqlite3.Connection], _Found]) -> _Found:
        """What ``look`` finds in the file, as of one moment; inside a transaction, with what that has written."""
        with self._our_errors():
            if self._depth:
                return look(self._connection)
            self._connection.execute("BEGIN")
            try:
                return look(self._connection)
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")

    def write(self, statement: str, values: tuple[object, ...]) -> None:
        """Carry out one statement that changes what is kept beside matches and their decisions."""
        with self.transaction():
            self._connection.execute(statement, values)

    def checkpoint(self) -> None:
        """Move what is in the write-ahead log into the file; for quiet moments, losing it changes nothing."""
        with self._our_errors():
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        self._look_back()

    def _begin_use(self, wait_s: float) -> None:
        with self._our_errors():
            schema.wait_for_locks(self._connection, wait_s)
            schema.distrust(self._connection)
            is_new = self._check_whose_it_is()
            schema.make_durable(self._connection)
            schema.stay_small(self._connection)
            if is_new:
                with self.transaction():
                    schema.create_tables(self._connection)
                sync_folder(self.path.parent)
            else:
                self._check_pages()
                self._migrate()
            schema.wait_for_locks(self._connection, schema.WRITING_WAIT_S)
        self._left_as = _footprint(self.path)

    def _check_whose_it_is(self) -> bool:
        """Refuse what no stbpi of this version or an earlier one wrote; True where there is nothing yet."""
        if not schema.table_names(self._connection):
            return True
        schema.check_version(self._connection, self.path)
        return False

    def _migrate(self) -> None:
        if not schema.is_up_to_date(self._connection):
            with self.transaction():
                schema.migrate(self._connection)

    def _check_pages(self) -> None:
        """Have SQLite look at every page of a small file."""
        (pages,) = self._connection.execute("PRAGMA page_count").fetchone()
        (page_bytes,) = self._connection.execute("PRAGMA page_size").fetchone()
        if pages * page_bytes <= schema.CHECKED_AT_START_BYTES:
            (finding,) = self._connection.execute("PRAGMA quick_check(1)").fetchone()
            if finding != "ok":
                raise DamagedStore(f"the journal {self.path} is damaged ({finding})")

    def _look_back(self) -> None:
        """Note how the files have just been left."""
        found, before = _footprint(self.path), self._left_as
        if before is not None and before.log is not None and found.log is None:
            # Removed this very moment. What was written is in it, so it has to be missed.
            found = found._replace(log=before.log)
        self._left_as = found

    def _last(self, match_id: int) -> tuple[int, int]:
        """The number of stored decisions of a match and the sum the next one continues from."""
        with self._our_errors():
            row = self._connection.execute(
                "SELECT seq, sum FROM decisions WHERE match_id = ? ORDER BY seq DESC LIMIT 1", (match_id,)
            ).fetchone()
            if row is None:
                row = self._connection.execute(
                    "SELECT 0, sum FROM matches WHERE id = ?", (match_id,)
                ).fetchone()
        if row is None or not all(isinstance(number, int) for number in row):
            raise DamagedStore(f"the journal {self.path} has no match {match_id} that can be continued")
        return row[0], row[1]

    @contextmanager
    def _our_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.ProgrammingError:
            # Used from another thread or after closing: our mistake, the file is innocent.
            raise
        except sqlite3.Error as error:
            raise store_error(error, self.path) from error
        except UnicodeError as error:
            raise DamagedStore(f"the journal {self.path} is damaged ({error})") from error


def _millis(wall_time: WallTime) -> int:
    return round(wall_time * 1000)


_Identity: TypeAlias = tuple[int, int]
"""Device and inode of a file."""


class _Footprint(NamedTuple):
    """Which files a journal consists of, and how long they are; None and 0 for one that is not there."""

    file: _Identity | None
    file_bytes: int
    log: _Identity | None
    log_bytes: int


def _footprint(path: Path) -> _Footprint:
    return _Footprint(*_identity(path), *_identity(log_of(path)))


def _identity(path: Path) -> tuple[_Identity | None, int]:
    try:
        found = path.stat()
    except OSError:
        return None, 0
    return (found.st_dev, found.st_ino), found.st_size
