"""What the perfect player has to work out, beside the game: on a thread of its own, begun as soon as it is known."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

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

    def about(self, view: TableView) -> None:
        """Think about what stands now, unless that is under way or done."""
        about = view.match or view.setup
        if about is self._about:
            return
        self._about = about
        self._prepared = view.match is None
        match = Match.start(view.setup.rules, view.setup.players) if view.match is None else view.match
        if not self._thinker.thinks(match):
            return
        if self._thread is None:
            self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="thinking")
        self._job = asyncio.get_running_loop().run_in_executor(self._thread, self._thinker.think, match)

    async def done(self) -> None:
        """Return when a match that has begun has been thought about.

        What fails there fails once more, and is told, where the house decides.
        """
        if self._job is not None and not self._prepared:
            await asyncio.wait([self._job])
            self._job.exception()
            self._job = None

    def close(self) -> None:
        """Think of nothing more, and wait for nothing."""
        if self._thread is not None:
            self._thread.shutdown(wait=False, cancel_futures=True)
