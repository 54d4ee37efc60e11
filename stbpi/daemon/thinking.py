"""What the perfect player has to work out, beside the game: on a thread of its own, begun as soon as it is known."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

from stbpi.rules import Match
from stbpi.table.setup import MatchSetup
from stbpi.table.view import TableView


class Thinker(Protocol):
    """Who plays for the house."""

    def thinks(self, match: Match) -> bool:
        """Whether something is worth working out before the house's next decision."""

    def think(self, match: Match) -> None:
        """Work it out, on any thread."""


class Thinking:
    """Lets a player think about what stands; whoever goes on with the match waits for it, and nobody else.

    A match that is only prepared is thought about as if it had begun: people sit down meanwhile.
    """

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._thread: ThreadPoolExecutor | None = None
        self._about: Match | MatchSetup | None = None
        self._job: asyncio.Future[None] | None = None
        self._prepared = False
        self._given_up = asyncio.Event()

    def about(self, view: TableView) -> None:
        """Think about what stands now, unless that is under way or done."""
        about = view.match or view.setup
        if about is self._about:
            return
        self._about = about
        self._prepared = view.match is None
        match = Match.start(view.setup.rules, view.setup.players) if view.match is None else view.match
        if self._job is not None:
            # What has not been begun is of no use any more: whoever goes through the sets leaves no queue behind.
            self._job.cancel()
            self._job = None
        if not self._thinker.thinks(match):
            return
        if self._thread is None:
            self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="thinking")
        self._job = asyncio.get_running_loop().run_in_executor(self._thread, self._thinker.think, match)

    async def done(self) -> bool:
        """Return when a match that has begun has been thought about; False where that was given up.

        What fails there fails once more, and is told, where the house decides.
        """
        if self._job is None or self._prepared:
            return True
        stopping = asyncio.ensure_future(self._given_up.wait())
        either: list[asyncio.Future[Any]] = [self._job, stopping]
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if not self._job.done():
            return False
        self._job.exception()
        self._job = None
        return True

    def give_up(self) -> None:
        """The program ends: nobody is to wait for a thought any more."""
        self._given_up.set()

    def close(self) -> None:
        """Think of nothing more, and wait for nothing."""
        if self._thread is not None:
            self._thread.shutdown(wait=False, cancel_futures=True)
