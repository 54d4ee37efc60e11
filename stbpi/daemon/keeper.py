"""The one owner of the table: takes events in order, writes decisions down, and only then shows what they led to."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol, TypeAlias

from stbpi.daemon.thinking import Thinking
from stbpi.rules import IllegalAction
from stbpi.table.events import Event, Micros, Tick
from stbpi.table.table import Table, TableRefusal
from stbpi.table.view import Outcome, Signal, TableView
from stbpi.web.service import EndingError

log = logging.getLogger("stbpi")


class Recorder(Protocol):
    """Where outcomes are made durable; returns once they are (or once the disk's trouble is known)."""

    async def record(self, outcome: Outcome) -> None:
        """Write down what an outcome began, decided and what people have seen of it."""


Show: TypeAlias = Callable[[Outcome, TableView], None]


@dataclass(frozen=True, slots=True)
class _Asked:
    """Something for the table to deal with: an event, something to do to it, or nothing but an answer.

    ``at`` is when it was asked. It may wait behind a slow disk; a press was long or short when it happened.
    """

    what: Event | Callable[[Table, Micros], None] | None
    at: Micros
    answer: asyncio.Future[None] | None = None


class Keeper:
    """Runs the table in one task. Whoever wants something of it posts an event.

    While the house thinks about a match that is played, events wait; screens, pages and switches do not.
    Nobody else looks at the table: between handling an event and the disk's word for it, its view is not to be shown.
    """

    def __init__(self, table: Table, recorder: Recorder, thinking: Thinking | None = None) -> None:
        self._table = table
        self._recorder = recorder
        self._thinking = thinking
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[_Asked | None] = asyncio.Queue()
        self._timer: asyncio.TimerHandle | None = None
        self._over = False

    def now(self) -> Micros:
        """The loop's monotonic clock in microseconds."""
        return round(self._loop.time() * 1_000_000)

    def post(self, event: Event) -> None:
        """Hand over an event nobody waits for: flaps, button, time."""
        self._queue.put_nowait(_Asked(event, self.now()))

    def arrange(self, change: Callable[[Table, Micros], None]) -> None:
        """Have the table itself changed between two events, such as a match taken up late."""
        self._queue.put_nowait(_Asked(change, self.now()))

    async def ask(self, event: Event) -> None:
        """Hand over an event and return when its consequence is on disk and handed to screens and pages.

        Raises TableRefusal or IllegalAction where the table will not, EndingError where the program ends before; then
        nothing has changed.
        """
        await self._answered(event)

    async def idle(self) -> None:
        """Return when everything posted so far has been dealt with; what others post meanwhile is not waited for.

        Raises EndingError where the program ends before.
        """
        await self._answered(None)

    async def _answered(self, what: Event | None) -> None:
        if self._over:
            raise EndingError
        answer: asyncio.Future[None] = self._loop.create_future()
        self._queue.put_nowait(_Asked(what, self.now(), answer))
        await answer

    def stop(self) -> None:
        """Let ``run`` return once everything posted so far has been dealt with, or at once while the house thinks."""
        self._queue.put_nowait(None)
        if self._thinking is not None:
            self._thinking.give_up()

    async def run(self, show: Show, signal: Callable[[Signal], None]) -> None:
        """Own the table until ``stop``.

        ``show`` is called after each event, when everything it decided is on disk; ``signal`` for each sound.
        """
        self._arm()
        self._think()
        while (asked := await self._queue.get()) is not None:
            if self._thinking is not None and not await self._thinking.done():
                _too_late(asked)
                break
            outcome = await self._deal_with(asked)
            self._think()
            if outcome is not None:
                show(outcome, self._table.view)
                for sound in outcome.signals:
                    signal(sound)
                if asked.answer is not None and not asked.answer.done():
                    asked.answer.set_result(None)
        if self._timer is not None:
            self._timer.cancel()
        # Whoever still waits is told, so that closing the page need not wait for them.
        self._over = True
        while not self._queue.empty():
            _too_late(self._queue.get_nowait())

    def _think(self) -> None:
        if self._thinking is not None:
            self._thinking.about(self._table.view)

    async def _deal_with(self, asked: _Asked) -> Outcome | None:
        what = asked.what
        if what is None:
            return Outcome()
        if callable(what):
            what(self._table, asked.at)
            what = Tick()
        try:
            outcome = self._table.handle(what, asked.at)
        except (TableRefusal, IllegalAction) as refused:
            if asked.answer is None:
                log.warning("the table refused %s: %s", type(what).__name__, refused)
            elif not asked.answer.done():
                asked.answer.set_exception(refused)
            return None
        if replace(outcome, signals=()) != Outcome():
            await self._recorder.record(outcome)
        self._arm()
        return outcome

    def _arm(self) -> None:
        """Have the table told when its next deadline comes; earlier wake-ups are forgotten."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        deadline = self._table.deadline
        if deadline is not None:
            self._timer = self._loop.call_at(deadline / 1_000_000, self.post, Tick())


def _too_late(asked: _Asked | None) -> None:
    if asked is not None and asked.answer is not None and not asked.answer.done():
        asked.answer.set_exception(EndingError())
