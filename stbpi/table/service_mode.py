"""Service mode: every switch, screen, lamp and sound tried out, in the middle of a match if need be."""

from __future__ import annotations

from collections.abc import Iterable

from stbpi.table.button import SECOND
from stbpi.table.events import FlapChange, FlapRef, Micros
from stbpi.table.prompts import Offer, Prompt, PromptCode
from stbpi.table.service_view import COUNTS_SECONDS, ServicePage, ServiceView
from stbpi.table.setup import TraySides
from stbpi.table.view import Signal

LEAVES_AFTER: Micros = 600 * SECOND
"""Without a press or a flap moving for so long whoever was at it has forgotten to leave."""

STEP: Micros = 1_500_000
"""From one lamp and sound to the next: time to look, and longer than the longest sound."""

_SOUNDS = tuple(Signal)


class ServiceMode:
    """On or off. Whoever calls it sees to the button and to time. A ``scanner`` has a page of its own."""

    def __init__(self, sides: TraySides, *, scanner: bool = False) -> None:
        self._pages = [page for page in ServicePage if scanner or page is not ServicePage.SCANNER]
        self._sides = len(sides.flaps)
        self._all = frozenset(FlapRef(side, flap) for side, flaps in enumerate(sides.flaps) for flap in flaps)
        self._page: ServicePage | None = None
        self._moved: frozenset[FlapRef] = frozenset()
        self._last: FlapRef | None = None
        self._last_at: Micros = 0
        self._leaves_at: Micros = 0
        self._now: Micros = 0
        self._step = 0
        self._steps_at: Micros | None = None

    @property
    def is_on(self) -> bool:
        """Whether the service mode has the screen and the button."""
        return self._page is not None

    @property
    def deadline(self) -> Micros | None:
        """When it shows something else, or leaves, if nobody does anything; None while it is off."""
        if self._page is None:
            return None
        return min(at for at in (self._leaves_at, self._steps_at, self._next_second) if at is not None)

    @property
    def leaves_at(self) -> Micros | None:
        """When it leaves by itself; None while it is off."""
        return None if self._page is None else self._leaves_at

    def enter(self, now: Micros) -> None:
        """Show the first page; no flap has moved yet."""
        self._page = ServicePage.SWITCHES
        self._moved, self._last = frozenset(), None
        self._steps_at = None
        self.stir(now)

    def leave(self) -> None:
        """Give screen and button back."""
        self._page = None

    def stir(self, now: Micros) -> None:
        """Somebody is at it."""
        self._now = now
        self._leaves_at = now + LEAVES_AFTER

    def next_page(self, now: Micros) -> Signal | None:
        """Turn the page, after the last to the first; returns a sound that goes with it."""
        if self._page is None:
            return None
        self._page = self._pages[(self._pages.index(self._page) + 1) % len(self._pages)]
        self._step, self._steps_at = 0, None
        if self._page is not ServicePage.LAMPS:
            return Signal.CLICK
        self._steps_at = now + STEP
        return _SOUNDS[0]

    def flaps_moved(self, changes: Iterable[FlapChange], now: Micros) -> None:
        """Flaps moved: each is ticked off."""
        for change in changes:
            flap = FlapRef(change.side, change.flap)
            if flap in self._all:
                self._moved |= {flap}
                self._last, self._last_at = flap, now
        self.stir(now)

    def pass_time(self, now: Micros) -> Signal | None:
        """Take note of the time; returns a sound that is due with it."""
        self._now = now
        if self._steps_at is None or now < self._steps_at:
            return None
        self._step += 1
        steps = max(len(_SOUNDS), self._sides)
        self._steps_at = now + STEP if self._step < steps else None
        return self._sound

    def prompt(self) -> Prompt:
        """What the screen shows and the button does."""
        return Prompt(
            code=PromptCode.SERVICE, press=Offer.NEXT_PAGE, hold=Offer.LEAVE_SERVICE, service=self._view()
        )

    def _view(self) -> ServiceView:
        page = self._page or ServicePage.SWITCHES
        if page is ServicePage.SWITCHES:
            seconds = min((self._now - self._last_at) // SECOND, COUNTS_SECONDS) if self._last else 0
            return ServiceView(page=page, last=self._last, seconds=seconds, moved=self._moved)
        if page is ServicePage.LAMPS and self._step < max(len(_SOUNDS), self._sides):
            return ServiceView(page=page, moved=self._moved, lamp=self._step % self._sides, sound=self._sound)
        return ServiceView(page=page, moved=self._moved)

    @property
    def _sound(self) -> Signal | None:
        return _SOUNDS[self._step] if self._step < len(_SOUNDS) else None

    @property
    def _next_second(self) -> Micros | None:
        """When the count of seconds goes up."""
        if self._page is not ServicePage.SWITCHES or self._last is None:
            return None
        seconds = (self._now - self._last_at) // SECOND
        return None if seconds >= COUNTS_SECONDS else self._last_at + (seconds + 1) * SECOND
