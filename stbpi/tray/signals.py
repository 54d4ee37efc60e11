"""What the buzzer sounds like: patterns as data, played by timers of the loop so that nothing waits."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping

from stbpi.table.view import Signal

PATTERNS_MS: Mapping[Signal, tuple[tuple[int, int], ...]] = {
    # (milliseconds on, milliseconds off after it). An active buzzer has one pitch: only rhythm tells signals
    # apart.
    Signal.CLICK: ((12, 0),),
    Signal.ACCEPTED: ((60, 0),),
    Signal.TURN: ((40, 60), (40, 0)),
    Signal.WRONG: ((250, 80), (250, 0)),
    Signal.BLOCKED: ((500, 0),),
    Signal.SHUT: ((80, 60), (80, 60), (80, 60), (400, 0)),
}

GAP_MS = 120
"""Silence between two signals, longer than any within one, so that they are heard as two."""

MOST_WAITING = 3
"""Signals that wait for their turn; more would still sound when nobody remembers why.

The oldest goes first.
"""


class BuzzerPlayer:
    """Plays signals one after another. ``turn(on)`` switches the buzzer."""

    def __init__(self, loop: asyncio.AbstractEventLoop, turn: Callable[[bool], None]) -> None:
        self._loop = loop
        self._turn = turn
        self._waiting: deque[Signal] = deque(maxlen=MOST_WAITING)
        self._steps: deque[tuple[bool, int]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def play(self, signal: Signal) -> None:
        """Sound ``signal`` now, or after what is sounding; a click that would have to wait is left out."""
        if self._timer is None:
            self._begin(signal)
        elif signal is not Signal.CLICK:
            self._waiting.append(signal)

    def silence(self) -> None:
        """Stop at once and forget what waits."""
        self._waiting.clear()
        self._steps.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._turn(False)

    def _begin(self, signal: Signal) -> None:
        for on, off in PATTERNS_MS[signal]:
            self._steps.append((True, on))
            self._steps.append((False, off or GAP_MS))
        self._step()

    def _step(self) -> None:
        self._timer = None
        if not self._steps:
            if self._waiting:
                self._begin(self._waiting.popleft())
            return
        on, for_ms = self._steps.popleft()
        self._turn(on)
        self._timer = self._loop.call_later(for_ms / 1000, self._step)
