"""Writes outcomes to the journal from the one thread that owns it, and says when the disk is in trouble."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from stbpi.daemon.faults import FaultBoard
from stbpi.locale.fault_words import MENU_NOT_SAVED
from stbpi.rules.said import Said
from stbpi.store import Notice, ResilientJournal, StoredMatch
from stbpi.store.choices import ChoicesFile
from stbpi.table.choices import Choices
from stbpi.table.view import Outcome

QUIET_S = 30.0
"""After the last decision, until the write-ahead log is moved into the database: between matches, or when people think.
A log that is short when the power goes has little that could be damaged; moving it after every throw would write twice.
"""

TRY_AGAIN_S = 5.0
"""How often a disk in trouble is tried again without a new decision: a badge must not outlive its cause by long, and a
failing card is not to be hammered."""

_Found = TypeVar("_Found")


class Recorder:
    """The journal, as the event loop may use it."""

    def __init__(
        self, journal: ResilientJournal, choices: ChoicesFile, thread: ThreadPoolExecutor, faults: FaultBoard
    ) -> None:
        self._journal = journal
        self._choices = choices
        self._thread = thread
        self._faults = faults
        self._told: Notice | None = None
        self._unsaved: Said | None = None
        self._found = journal.restored
        self.found_late: Callable[[StoredMatch], None] = lambda _: None
        """Called with the match of a journal that could not be read at the start, once it can be."""
        self.written: Callable[[float], None] = lambda _: None
        """Called on the journal's thread with how many seconds an outcome took to write."""
        self._retry: asyncio.TimerHandle | None = None
        self._quiet: asyncio.TimerHandle | None = None

    @classmethod
    async def open(cls, path: Path, choices: ChoicesFile, faults: FaultBoard) -> Recorder:
        """Open the journal on a thread of its own; what was set aside is a fault people are told of."""
        thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="journal")
        loop = asyncio.get_running_loop()
        journal = await loop.run_in_executor(thread, ResilientJournal.open, path, time.time())
        recorder = cls(journal, choices, thread, faults)
        recorder._tell()
        return recorder

    @property
    def found(self) -> StoredMatch | None:
        """The match that was on the tray when the journal was opened."""
        return self._journal.restored

    async def record(self, outcome: Outcome) -> None:
        """Return once the outcome is durable, or is known to be kept in memory for now."""
        if outcome.choices is not None:
            await self._on_thread(lambda _: self._save(outcome.choices))
        await self._on_thread(lambda now: self._write(outcome, now))
        self._tell()
        if self._quiet is not None:
            self._quiet.cancel()
        self._quiet = asyncio.get_running_loop().call_later(QUIET_S, self._start, self._checkpoint)

    async def close(self) -> None:
        """Try once more to save what is unsaved, and let go of the file."""
        for timer in (self._retry, self._quiet):
            if timer is not None:
                timer.cancel()
        await self._on_thread(self._journal.close)
        self._thread.shutdown(wait=False)

    async def look(self, at: Callable[[ResilientJournal], _Found]) -> _Found:
        """What is found in the journal, on the thread that owns it; decisions wait as long as that takes."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: at(self._journal))

    async def _on_thread(self, work: Callable[[float], object]) -> None:
        """Do one thing to the journal, at the wall clock's time, on the thread that owns it."""
        await asyncio.get_running_loop().run_in_executor(self._thread, lambda: work(time.time()))

    def _write(self, outcome: Outcome, now: float) -> None:
        began = time.perf_counter()
        self._journal.record(outcome, now)
        self.written(time.perf_counter() - began)

    def _save(self, choices: Choices | None) -> None:
        """Keep what people have chosen; a disk that will not take it loses that with the power, and no more."""
        try:
            if choices is not None:
                self._choices.save(choices)
        except OSError as error:
            self._unsaved = Said.of(MENU_NOT_SAVED, reason=error.strerror or "")
        else:
            self._unsaved = None

    def _tell(self) -> None:
        self._faults.report("menu", "not_saved", self._unsaved)
        trouble = self._journal.trouble
        self._faults.report("store", "not_saved", trouble)
        notices = self._journal.notices
        known = next((number for number, notice in enumerate(notices) if notice is self._told), -1)
        for notice in notices[known + 1 :]:
            self._told = notice
            self._faults.report("journal", "set_aside", notice.sentence)
        if self._found is None and self._journal.restored is not None:
            self._found = self._journal.restored
            self.found_late(self._found)
        if trouble is not None and self._retry is None:
            self._retry = asyncio.get_running_loop().call_later(TRY_AGAIN_S, self._start, self._flush)

    def _start(self, work: Callable[[], Coroutine[None, None, None]]) -> None:
        """Have something done beside the game; the loop alone would not keep the task alive."""
        self._work = asyncio.get_running_loop().create_task(work())

    async def _flush(self) -> None:
        self._retry = None
        await self._on_thread(self._journal.flush)
        self._tell()

    async def _checkpoint(self) -> None:
        await self._on_thread(lambda _: self._journal.checkpoint())
        self._tell()
