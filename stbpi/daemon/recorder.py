"""Writes outcomes to the journal from the one thread that owns it, and says when the disk is in trouble."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from stbpi.daemon.faults import FaultBoard
from stbpi.store import ResilientJournal, StoredMatch
from stbpi.table.view import Outcome

TRY_AGAIN_S = 5.0
"""How often a disk in trouble is tried again without a new decision: a badge must not outlive its cause by long, and a
failing card is not to be hammered."""


class Recorder:
    """The journal, as the event loop may use it."""

    def __init__(self, journal: ResilientJournal, thread: ThreadPoolExecutor, faults: FaultBoard) -> None:
        self._journal = journal
        self._thread = thread
        self._faults = faults
        self._retry: asyncio.TimerHandle | None = None

    @classmethod
    async def open(cls, path: Path, faults: FaultBoard) -> Recorder:
        """Open the journal on a thread of its own; what was set aside is a fault people are told of."""
        thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="journal")
        loop = asyncio.get_running_loop()
        journal = await loop.run_in_executor(thread, ResilientJournal.open, path, time.time())
        recorder = cls(journal, thread, faults)
        recorder._tell()
        return recorder

    @property
    def found(self) -> StoredMatch | None:
        """The match that was on the tray when the journal was opened."""
        return self._journal.restored

    async def record(self, outcome: Outcome) -> None:
        """Return once the outcome is durable, or is known to be kept in memory for now."""
        await self._on_thread(lambda now: self._journal.record(outcome, now))
        self._tell()

    async def close(self) -> None:
        """Try once more to save what is unsaved, and let go of the file."""
        if self._retry is not None:
            self._retry.cancel()
        await self._on_thread(self._journal.close)
        self._thread.shutdown(wait=False)

    async def _on_thread(self, work: Callable[[float], object]) -> None:
        """Do one thing to the journal, at the wall clock's time, on the thread that owns it."""
        await asyncio.get_running_loop().run_in_executor(self._thread, lambda: work(time.time()))

    def _tell(self) -> None:
        trouble = self._journal.trouble
        self._faults.report("store", "not_saved", trouble)
        for notice in self._journal.notices:
            self._faults.report("journal", "set_aside", notice.sentence)
        if trouble is not None and self._retry is None:
            self._retry = asyncio.get_running_loop().call_later(TRY_AGAIN_S, self._try_again)

    def _try_again(self) -> None:
        self._retry = None
        self._trying = asyncio.get_running_loop().create_task(self._flush())

    async def _flush(self) -> None:
        await self._on_thread(self._journal.flush)
        self._tell()
