"""One panel that may come and go: what it should show, and the next step towards it.

Nothing here waits and nothing starts a thread: ``step`` does what is due and says when to be called again.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from luma.core.error import Error as LumaError
from PIL import Image

from stbpi.display.buses import BusMissingError
from stbpi.table.events import Micros
from stbpi.table.view import Rest

_SECOND: Micros = 1_000_000

RETRY_SOON: Micros = 1 * _SECOND
"""Between the first attempts: a plug that wobbled is back in a moment."""
RETRY_LATE: Micros = 5 * _SECOND
"""Between later ones; an attempt costs the bus one transfer that nobody acknowledges."""
SOON_ATTEMPTS = 5
"""Attempts before they become rarer: five seconds, the time to push a plug back."""
PROBE: Micros = 2 * _SECOND
"""Between signs of life while nothing changes: a byte that does nothing, and the status byte."""

DIM_CONTRAST = 0x01
"""The least the chips know short of dark; burn-in follows the current."""

FAILURES: tuple[type[Exception], ...] = (OSError, LumaError)
"""How a bus says that a panel does not answer: luma's own errors for some errnos, OSError for the rest."""


class Glass(Protocol):
    """What a panel driver offers once the panel is set up."""

    CONTRAST: int

    def display(self, image: Image.Image) -> None:
        """Bring a picture to the glass."""

    def probe(self, *, lit: bool) -> None:
        """Look for signs of life; ``lit`` tells whether the glass should be. Raises one of ``FAILURES``."""

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255."""

    def hide(self) -> None:
        """Put the glass out, memory kept."""

    def cleanup(self) -> None:
        """Put the glass out, blank it and let go of the bus."""


HealthReport = Callable[[bool, str], None]
"""Told False and a sentence when a panel goes, True and a sentence when it is back."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the glass should show, and how bright."""

    image: Image.Image | None
    rest: Rest


class Panel:
    """One panel. ``show`` and ``rest`` may be called from any thread, the rest by one thread only."""

    def __init__(
        self, name: str, connect: Callable[[], Glass], release: Callable[[], None], on_health: HealthReport
    ) -> None:
        """``connect`` sets the panel up, blank, and raises one of ``FAILURES``; ``release`` lets go of the bus."""
        self._name = name
        self._connect = connect
        self._release = release
        self._on_health = on_health
        # Each is written in one go by whoever calls, and read in one go by the thread that steps.
        self._image: Image.Image | None = None
        self._rest = Rest.AWAKE
        self._glass: Glass | None = None
        self._lit_as: Rest | None = None
        self._brought: Image.Image | None = None
        self._failures = 0
        self._due: Micros | None = None
        self.frames = 0
        """How many pictures were brought to the glass so far."""

    @property
    def wanted(self) -> Wanted:
        """What the glass shows now or as soon as it can."""
        return Wanted(self._image, self._rest)

    def show(self, image: Image.Image) -> None:
        """Show ``image`` from the next step on; a picture not yet sent gives way to it."""
        self._image = image

    def rest(self, rest: Rest) -> None:
        """Light, dim or put out the glass from the next step on."""
        self._rest = rest

    def step(self, now: Micros) -> Micros:
        """Do what is due at ``now``: set up, send, retry or probe. Returns when to be called again at the
        latest.
        """
        if self._glass is None and self._due is not None and now < self._due:
            return self._due
        was_well = self._glass is not None
        try:
            try:
                answered = self._advance(now)
            except FAILURES:
                self._drop()
                if not was_well:
                    raise
                # A spike on the wires, or a supply that dipped: once more, from the beginning, before anybody is told.
                answered = self._advance(now)
        except FAILURES as failure:
            self._drop()
            self._failures += 1
            if self._failures == 1:
                self._on_health(False, self._gone(failure))
            self._due = now + (RETRY_SOON if self._failures <= SOON_ATTEMPTS else RETRY_LATE)
            return self._due
        if self._failures:
            self._on_health(True, f"{self._name} is back")
        self._failures = 0
        if answered or self._due is None:
            self._due = now + PROBE
        return self._due

    def _advance(self, now: Micros) -> bool:
        """Bring the glass to what is wanted; returns whether it was seen to be well.

        That pictures are taken says nothing of it: a panel that lost its settings takes them too.
        """
        wanted = self.wanted
        if self._glass is not None and self._lit_as is Rest.DARK and wanted.rest is not Rest.DARK:
            # A glass that is off does not tell whether it was without power meanwhile.
            self._drop()
        fresh = self._glass is None
        if self._glass is None:
            self._glass = self._connect()
            self._lit_as = Rest.AWAKE
        probed = not fresh and self._due is not None and now >= self._due
        if probed:
            self._glass.probe(lit=self._lit_as is not Rest.DARK)
        self._bring(self._glass, wanted)
        return fresh or probed

    def close(self) -> None:
        """Blank the glass and let go of the bus; a panel that does not answer is left as it is."""
        if self._glass is None:
            return
        with contextlib.suppress(*FAILURES):
            self._glass.cleanup()
        self._drop()

    def _bring(self, glass: Glass, wanted: Wanted) -> None:
        """The picture first (drivers send what differs), so that a glass never wakes with an old one."""
        if wanted.image is not None and wanted.image is not self._brought:
            glass.display(wanted.image)
            self._brought = wanted.image
            self.frames += 1
        if wanted.rest is self._lit_as:
            return
        if wanted.rest is Rest.DARK:
            glass.hide()
        else:
            glass.contrast(DIM_CONTRAST if wanted.rest is Rest.DIM else glass.CONTRAST)
        self._lit_as = wanted.rest

    def _drop(self) -> None:
        self._glass = None
        self._brought = None
        self._release()

    def _gone(self, failure: Exception) -> str:
        if isinstance(failure, BusMissingError):
            return f"{self._name} cannot be reached: {failure}"
        return f"{self._name} does not answer ({failure}); check its plug, it comes back by itself"
