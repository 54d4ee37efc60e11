"""The fingers on the dice button that are not at the tray: of pages and of programs, each by its name."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable

FORGOTTEN_S = 5.0
"""After so long without a word a finger is taken off by itself: its page has gone. Letting go takes back from 3 s on;
the menu, at 8 s, opens only for one that says it is still there."""

OVERTAKEN_S = 2.0
"""How much later than its end the beginning of a press may come: a page that is left sends both at once."""


class Fingers:
    """The button is down while any finger is on it; the last one that leaves lets it go.

    ``move`` presses the button or lets it go and returns once that has been debounced; ``forget`` makes the press
    under way mean nothing.
    """

    def __init__(self, move: Callable[[bool], Awaitable[None]], forget: Callable[[], None]) -> None:
        self._move = move
        self._forget = forget
        self._on: dict[Hashable, asyncio.TimerHandle] = {}
        self._kept_off: dict[Hashable, float] = {}
        self._moving = asyncio.Lock()
        self._leaving: set[asyncio.Task[None]] = set()

    def __bool__(self) -> bool:
        """Whether any finger is on the button."""
        return bool(self._on)

    async def put(self, whose: Hashable, *, for_s: float = FORGOTTEN_S) -> None:
        """Put a finger on the button. One that is on it already was lifted unseen: what it pressed is forgotten.

        One with a name that was called off just before it comes down does not come down at all. ``for_s`` is after
        how many seconds it counts as forgotten.
        """
        async with self._moving:
            if self._kept_off.pop(whose, 0.0) > asyncio.get_running_loop().time():
                return
            await self._lift(whose, pressed=False)
            first = not self._on
            self._on[whose] = self._until(whose, for_s)
            if first:
                await self._move(True)

    def keep(self, whose: Hashable) -> None:
        """A finger is still there; one that is not on the button does not come down by that."""
        timer = self._on.get(whose)
        if timer is not None:
            timer.cancel()
            self._on[whose] = self._until(whose, FORGOTTEN_S)

    def _until(self, whose: Hashable, seconds: float) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, self._forgotten, whose)

    async def lift(self, whose: Hashable, *, pressed: bool = True) -> None:
        """Take a finger off, if it is on; without ``pressed`` it has not pressed anything."""
        async with self._moving:
            if whose and not pressed and whose not in self._on:
                self._keep_off(whose)
            await self._lift(whose, pressed=pressed)

    def _keep_off(self, whose: Hashable) -> None:
        now = asyncio.get_running_loop().time()
        self._kept_off = {other: until for other, until in self._kept_off.items() if until > now}
        self._kept_off[whose] = now + OVERTAKEN_S

    async def close(self) -> None:
        """Have no finger taken off any more."""
        for timer in self._on.values():
            timer.cancel()
        for task in tuple(self._leaving):
            task.cancel()
        await asyncio.gather(*self._leaving, return_exceptions=True)

    async def _lift(self, whose: Hashable, *, pressed: bool) -> None:
        timer = self._on.pop(whose, None)
        if timer is None:
            return
        timer.cancel()
        if self._on:
            return
        if not pressed:
            self._forget()
        await self._move(False)

    def _forgotten(self, whose: Hashable) -> None:
        leaving = asyncio.get_running_loop().create_task(self.lift(whose, pressed=False))
        self._leaving.add(leaving)
        leaving.add_done_callback(self._leaving.discard)
