"""Draws the newest view for the panels, beside the event loop, so that the game never waits for a picture."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Protocol

from stbpi.table.button import SECOND
from stbpi.table.dice import ROLLING
from stbpi.table.view import Rest, TableView

log = logging.getLogger("stbpi")

FRAMES = 12
FRAME_S = ROLLING / SECOND / FRAMES
"""Dice that roll are shown in so many pictures, half of them turning in each: one every 67 ms."""

HELD_S = 0.25
"""A tap on the button takes 80 to 200 ms. What letting go does is shown once it is held for longer: before that it
would only flicker, and change a panel twice for nothing."""


class Glass(Protocol):
    """Where pictures go: every panel of the tray."""

    def draw(self, view: TableView, frame: int) -> None:
        """Draw a view (``frame`` counts the pictures of dice that roll in it) and hand it to the panels."""

    def rest(self, rest: Rest) -> None:
        """Dim, darken or wake the panels."""


class Screens:
    """Keeps the panels showing the newest view. One picture is drawn at a time; what became stale is never drawn."""

    def __init__(self, glass: Glass) -> None:
        self._glass = glass
        self._loop = asyncio.get_running_loop()
        self._artist = ThreadPoolExecutor(max_workers=1, thread_name_prefix="artist")
        self._wanted: tuple[TableView, int] | None = None
        self._drawing: asyncio.Future[None] | None = None
        self._frame = 0
        self._later: asyncio.TimerHandle | None = None
        self._rest = Rest.AWAKE
        self._closed = False

    def show(self, view: TableView) -> None:
        """Show a view; dice that roll in it go on rolling until a view comes in which they lie."""
        if self._later is not None:
            self._later.cancel()
            self._later = None
        prompt = view.prompt
        if view.rolling is not None:
            self._roll(view)
            return
        self._frame = 0
        if prompt.releasing is not None and prompt.releasing is prompt.press:
            self._want(replace(view, prompt=replace(prompt, releasing=None)), 0)
            self._later = self._loop.call_later(HELD_S, self._want, view, 0)
        else:
            self._want(view, 0)

    def _roll(self, view: TableView) -> None:
        self._want(view, self._frame)
        if self._frame < FRAMES - 1:
            self._frame += 1
            self._later = self._loop.call_later(FRAME_S, self._roll, view)

    def _want(self, view: TableView, frame: int) -> None:
        if self._closed:
            return
        self._wanted = (view, frame)
        if self._drawing is None:
            self._draw()

    def _draw(self) -> None:
        wanted, self._wanted = self._wanted, None
        if wanted is None:
            self._drawing = None
            return
        self._drawing = self._loop.run_in_executor(self._artist, self._paint, *wanted)
        self._drawing.add_done_callback(self._drawn)

    def _paint(self, view: TableView, frame: int) -> None:
        if view.rest != self._rest:
            self._rest = view.rest
            self._glass.rest(view.rest)
        self._glass.draw(view, frame)

    def _drawn(self, done: asyncio.Future[None]) -> None:
        error = done.exception()
        if error is not None:
            # A picture that cannot be drawn must not be the last one.
            log.error("a screen could not be drawn", exc_info=error)
        self._draw()

    async def drawn(self) -> None:
        """Return when the newest view wanted so far has been handed to the panels."""
        while self._drawing is not None:
            await asyncio.wait([self._drawing])
            await asyncio.sleep(0)

    def close(self, then: Callable[[], None]) -> asyncio.Future[None]:
        """Draw nothing more, and do ``then`` (blank and close the panels) where the pictures were drawn."""
        self._closed = True
        if self._later is not None:
            self._later.cancel()
        self._wanted = None
        closing = self._loop.run_in_executor(self._artist, then)
        closing.add_done_callback(lambda _: self._artist.shutdown(wait=False))
        return closing
