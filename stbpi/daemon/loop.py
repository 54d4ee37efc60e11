"""The event loop the daemon runs on: asyncio's own, except that its timers ring when they are due."""

from __future__ import annotations

import asyncio
import select
import selectors


class PunctualSelector(selectors.EpollSelector):
    """Waits to the microsecond.

    ``epoll_wait`` counts whole milliseconds and Python rounds up, so that a debounce window that ends between two
    of them was seen up to one too late: 0.55 ms of the 1.3 ms from a flap's edge to its prompt. ``select`` counts
    microseconds, and an epoll's own descriptor may be waited for like any other. It is made before any connection,
    so its number is far below the 1024 that ``select`` can take.
    """

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """The descriptors that are ready, after at most ``timeout`` seconds; None waits for ever."""
        if timeout is not None and timeout > 0:
            select.select([self.fileno()], [], [], timeout)
            timeout = 0
        return super().select(timeout)


def punctual_loop() -> asyncio.AbstractEventLoop:
    """A new loop with a ``PunctualSelector``."""
    return asyncio.SelectorEventLoop(PunctualSelector())
