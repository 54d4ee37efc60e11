"""Draws the newest view for the panels, beside the event loop, so that the game never waits for a picture."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Protocol

from stbpi.table.view import Rest, TableView

log = logging.getLogger("stbpi")

ROLLING_FRAMES = 12
ROLLING_FRAME_S = 1 / 15
"""Dice are shown rolling for the 0.8 s the table rules allow at most, half of them turning in each picture."""

HELD_S = 0.25
"""A tap on the button takes 80 to 200 ms. What letting go does is shown once it is held for longer: before that it
would only flicker, and change a panel twice for nothing."""


class Glass(Protocol):
    """Where pictures go: every panel of the tray."""

    def draw(self, view: TableView, rolling: int | None) -> None:
        """Draw a view (``rolling`` counts the frames of dice still rolling) and hand it to the panels."""

    def rest(self, rest: Rest) -> None:
        """Dim, darken or wake the panels."""


class Screens:
    """Keeps the panels showing the newest view. One picture is drawn at a time; what became stale is never drawn."""

    def __init__(self, glass: Glass) -> None:
        self._glass = glass
        self._loop = asyncio.get_running_loop()
        self._artist = ThreadPoolExecutor(max_workers=1, thread_name_prefix="artist")
        self._wanted: tuple[TableView, int | None] | None = None
        self._drawing: asyncio.Future[None] | None = None
        self._frame: asyncio.TimerHandle | None = None
        self._rest = Rest.AWAKE

    def show(self, view: TableView, *, rolled: bool = False) -> None:
        """Show a view; ``rolled`` lets electronic dice roll first."""
        if self._frame is not None:
            self._frame.cancel()
            self._frame = None
        prompt = view.prompt
        if rolled:
            self._roll(view, 0)
        elif prompt.releasing is not None and prompt.releasing is prompt.press:
            self._want(replace(view, prompt=replace(prompt, releasing=None)), None)
            self._frame = self._loop.call_later(HELD_S, self._want, view, None)
        else:
            self._want(view, None)

    def _roll(self, view: TableView, frame: int) -> None:
        if frame == ROLLING_FRAMES:
            self._frame = None
            self._want(view, None)
        else:
            self._want(view, frame)
            self._frame = self._loop.call_later(ROLLING_FRAME_S, self._roll, view, frame + 1)

    def _want(self, view: TableView, rolling: int | None) -> None:
        self._wanted = (view, rolling)
        if self._drawing is None:
            self._draw()

    def _draw(self) -> None:
        wanted, self._wanted = self._wanted, None
        if wanted is None:
            self._drawing = None
            return
        self._drawing = self._loop.run_in_executor(self._artist, self._paint, *wanted)
        self._drawing.add_done_callback(self._drawn)

    def _paint(self, view: TableView, rolling: int | None) -> None:
        if view.rest != self._rest:
            self._rest = view.rest
            self._glass.rest(view.rest)
        self._glass.draw(view, rolling)

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
        if self._frame is not None:
            self._frame.cancel()
        self._wanted = None
        closing = self._loop.run_in_executor(self._artist, then)
        closing.add_done_callback(lambda _: self._artist.shutdown(wait=False))
        return closing
