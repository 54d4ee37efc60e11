"""Shutting down the computer, when people at the tray ask for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress

from stbpi.daemon.faults import FaultBoard
from stbpi.locale.fault_words import NOT_SHUT_DOWN
from stbpi.rules.said import Said
from stbpi.table.events import Event, NotShutDown

log = logging.getLogger("stbpi")


ANSWERS_WITHIN_S = 60.0
"""systemctl answers at once; a command that waits for something else is given as long as people would wait."""

TOLD_FOR_S = 300.0
"""How long the page says why the computer was not shut down; nothing is broken meanwhile."""

LONGEST_REASON = 300
"""Characters kept of what the command says on stderr: it goes on the page."""


class Power:
    """Runs the command that shuts the computer down.

    Where it could not be, that is a fault with its reason, and ``post`` hands the table the event. A command that
    succeeds is believed: the system then stops the program as it stops all others.
    """

    def __init__(self, command: Sequence[str], faults: FaultBoard, post: Callable[[Event], None]) -> None:
        self._command = tuple(command)
        self._faults = faults
        self._post = post
        self._forget: asyncio.TimerHandle | None = None
        self._running: asyncio.Task[None] | None = None
        self.going_down = False
        """Whether the command has been given; the screens then keep what they show when the program ends."""

    def shut_down(self) -> None:
        """Give the command, and return at once; once more while it runs does nothing."""
        if self._running is None or self._running.done():
            self._running = asyncio.get_running_loop().create_task(self._run(), name="shut down")

    async def close(self) -> None:
        """Wait for nothing more."""
        if self._forget is not None:
            self._forget.cancel()
        if self._running is not None:
            self._running.cancel()
            with suppress(asyncio.CancelledError):
                await self._running

    async def _run(self) -> None:
        self._report(None)
        log.info("shutting down: %s", " ".join(self._command))
        self.going_down = True
        reason = await self._reason()
        if reason is not None:
            self.going_down = False
            self._report(Said.of(NOT_SHUT_DOWN, command=" ".join(self._command), reason=reason))
            self._post(NotShutDown())

    def _report(self, sentence: Said | None) -> None:
        """Tell why on the page, for as long as whoever asked may want to know."""
        if self._forget is not None:
            self._forget.cancel()
            self._forget = None
        self._faults.report("computer", "not_shut_down", sentence)
        if sentence is not None:
            self._forget = asyncio.get_running_loop().call_later(TOLD_FOR_S, self._report, None)

    async def _reason(self) -> str | None:
        """Why the command did not do; None where it did."""
        try:
            process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.PIPE,
            )
        except OSError as error:
            return f"could not be run ({error.strerror})"
        try:
            async with asyncio.timeout(ANSWERS_WITHIN_S):
                _, said = await process.communicate()
        except TimeoutError:
            process.kill()
            await process.wait()
            return f"did not answer within {ANSWERS_WITHIN_S:g} s"
        if process.returncode == 0:
            return None
        words = " ".join(said.decode(errors="replace").split())[:LONGEST_REASON].rstrip(". ")
        return f"ended with status {process.returncode}" + (f" and said: {words}" if words else "")
