"""What the event loop complains of, said once."""

from __future__ import annotations

import asyncio
import errno
from typing import Any

from stbpi.daemon.faults import FaultBoard
from stbpi.locale.fault_words import TOO_MANY_CONNECTIONS
from stbpi.rules.said import Said

EASED_S = 30.0
"""After the last refused connection, until the fault is taken for over."""


class Complaints:
    """The loop's exception handler. Without it, every connection too many is a traceback in the log."""

    def __init__(self, faults: FaultBoard) -> None:
        self._faults = faults
        self._eases: asyncio.TimerHandle | None = None

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Report what the loop cannot deal with."""
        error = context.get("exception")
        if not isinstance(error, OSError) or error.errno not in (errno.EMFILE, errno.ENFILE):
            loop.default_exception_handler(context)
            return
        self._faults.report("page", "too_many_connections", Said.of(TOO_MANY_CONNECTIONS))
        if self._eases is not None:
            self._eases.cancel()
        self._eases = loop.call_later(EASED_S, self._faults.report, "page", "too_many_connections", None)
