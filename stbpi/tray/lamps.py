"""How a lamp shines: patterns as data, played by timers of the loop so that nothing waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from stbpi.table.lights import Light

PATTERNS_MS: Mapping[Light, tuple[tuple[int, int], ...]] = {
    # (milliseconds lit, milliseconds dark after it), again and again; dark for no time is steady.
    Light.TURN: ((1000, 0),),
    Light.EXPECTED: ((600, 600),),
    Light.WRONG: ((120, 120),),
    Light.CELEBRATION: ((80, 80), (80, 80), (400, 300)),
    Light.GLIMMER: ((40, 2960),),
}


class LampPlayer:
    """Lets one lamp shine. ``turn(on)`` switches it."""

    def __init__(self, loop: asyncio.AbstractEventLoop, turn: Callable[[bool], None]) -> None:
        self._loop = loop
        self._turn = turn
        self._light: Light | None = None
        self._next = 0
        self._timer: asyncio.TimerHandle | None = None

    def show(self, light: Light | None) -> None:
        """Shine like this from now on, or not at all. What it does already goes on without a break."""
        if light is self._light:
            return
        self._light = light
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if light is None:
            self._turn(False)
        elif PATTERNS_MS[light][0][1] == 0:
            self._turn(True)
        else:
            self._next = 0
            self._step()

    def _step(self) -> None:
        if self._light is None:
            return
        steps = PATTERNS_MS[self._light]
        number, dark = divmod(self._next, 2)
        self._next = (self._next + 1) % (2 * len(steps))
        self._turn(not dark)
        self._timer = self._loop.call_later(steps[number][dark] / 1000, self._step)
