"""Switches behind a chip, a chain or a matrix: looked at again and again, off the event loop.

A part is stepped by one runner (``stbpi.tray.bus_runner``), mostly a thread of its bus; what it saw is handed
to the loop. Nothing on the loop ever waits for a bus.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from stbpi.table.events import Micros
from stbpi.tray.bus_faults import Report, StandingFault
from stbpi.tray.handover import Handover
from stbpi.tray.source import Edge, Numbered

FULL_LOOK: Micros = 250_000
"""Interrupts are a hint, the levels are the truth: at most this long passes without a look at all of them."""

BURST: Micros = 100_000
"""After an interrupt the part is looked at in its period for this long, twice the longest bounce reported: while
contacts bounce their levels are always fresh, whatever interrupts come."""

RETRY: Micros = 500_000
"""Between attempts at a part that does not answer. It costs a transfer that nobody acknowledges, and the part is
back within a second."""

STALE: Micros = 2 * FULL_LOOK
"""Levels older than this are no longer known, if the runner is held up, by a bus that hangs."""

CATCHES_UP: Micros = 100_000
"""Where the levels are found that old it may be the loop that was held up, and the runner with it: on a Pi one of them
runs at a time. Only what nobody has looked at this long afterwards is unknown. A thread gets its turn within 5 ms."""

SOONEST: Micros = 1_000
"""The least time between two looks, however often the interrupt line calls: a wire that hums must not fill the bus."""

MISSES = 3
"""Changes found without an interrupt before the interrupt counts as lost; one may have come at the same moment as
the look that found it."""


CLEAR_AFTER: Micros = 50_000
"""Contacts that could not be told apart must have been told apart for so long to count again: the longest bounce."""


class PartResetError(Exception):
    """A part has lost its settings: its supply dipped. What it was just read is not to be believed."""


@dataclass(frozen=True, slots=True)
class Suspicion:
    """What look made, or not, and may be otherwise: a sentence, and the contacts as bits of a picture."""

    sentence: str
    contacts: int = 0


class Part(Protocol):
    """Something with switches that can be set up and looked at. Both may raise one of ``failures``.

    ``name`` is for people, such as "the expander north"; ``period`` how often it is to be looked at while
    nothing announces changes.
    """

    name: str
    period: Micros
    failures: tuple[type[Exception], ...]

    def set_up(self) -> None:
        """Bring it into the state in which it can be read, from any other."""

    def look(self, *, full: bool) -> int:
        """The contacts that are made, as bits of a picture.

        ``full`` asks for everything to be checked even where nothing changed. Raises ``PartResetError`` where
        its settings are gone.
        """

    def suspicion(self) -> Suspicion | None:
        """What the last look could not tell apart, or what is wrong for that to happen; None while nothing is."""

    def mend(self, error: Exception) -> str:
        """What people can do about one of ``failures``."""

    def close(self) -> None:
        """Let go of what it holds."""


Doubt: TypeAlias = Callable[[int, int], None]
"""Called on the loop with contacts, and those of them whose levels are not to be believed, as bits of a picture."""


class PolledContacts:
    """A ``ContactSource`` for the switches of one part.

    ``step`` belongs to the runner, all else to the loop. ``announced`` tells whether the part has an interrupt
    line: it is then looked at when ``wake`` is called, and every ``FULL_LOOK`` all the same.
    """

    def __init__(
        self,
        contacts: Numbered,
        part: Part,
        *,
        loop: asyncio.AbstractEventLoop,
        report: Report,
        announced: bool = False,
    ) -> None:
        self.part = part
        self._loop = loop
        self._handover = Handover(loop)
        self._doubt: Doubt | None = None
        self._mine = sum(1 << number for number, _ in contacts)
        # Inversion happens here and nowhere else.
        self._inverted = sum(1 << number for number, contact in contacts if not contact.closed_when_made)
        self._announced = announced
        # The runner's: what it saw last and when, None while the part does not answer.
        self._seen: tuple[Micros, int] | None = None
        self._up = False
        self._broken = False
        self._full_at: Micros = 0
        self._not_before: Micros = 0
        self._burst_until: Micros | None = None
        self._woken = False
        self._misses = 0
        name, soon = part.name.removeprefix("the "), self._handover.soon
        self._gone = StandingFault(report, name, "part_gone", soon)
        self._reset = StandingFault(report, f"{name}, supply", "part_reset", soon)
        self._lost = StandingFault(report, f"{name}, interrupt", "interrupt_lost", soon)
        self._ghosts = StandingFault(report, f"{name}, diodes", "ghosting", soon)
        # The contacts said to be doubtful, and since when they have been fewer.
        self._doubtful = 0
        self._fewer_since: Micros | None = None
        # Whether any of them stands: looks at a part that is well are many.
        self._ailing = False
        # Levels found to be old: when they were seen, and when that was found.
        self._overdue: tuple[Micros, Micros] | None = None

    # For the loop.

    def watch(self, edge: Edge) -> None:
        """Report every edge from now on."""
        self._handover.edge = edge

    def watch_doubts(self, doubt: Doubt) -> None:
        """Report from now on which of its contacts cannot be told apart."""
        self._doubt = doubt

    def read(self) -> int | None:
        """The levels as they were seen last; None while the part does not answer or cannot be looked at."""
        seen = self._seen
        if seen is None:
            return None
        at, levels = seen
        now = round(self._loop.time() * 1_000_000)
        if now - at <= STALE:
            return levels
        if self._overdue is None or self._overdue[0] != at:
            self._overdue = (at, now)
        return None if now - self._overdue[1] > CATCHES_UP else levels

    def close(self) -> None:
        """Report nothing more. The part is its runner's to close."""
        self._handover.edge = None
        self._doubt = None

    # For whoever hears the interrupt line, on any thread.

    def wake(self) -> None:
        """The part has something to tell: the next step is to look at it."""
        self._woken = True

    # For the runner.

    def step(self, now: Micros) -> Micros:
        """Do what is due at ``now``. Returns when to be called again if ``wake`` is not called before."""
        if now < self._not_before:
            return self._not_before
        self._not_before = now + SOONEST
        woken, self._woken = self._woken, False
        full = now >= self._full_at
        try:
            if not self._up:
                self.part.set_up()
                self._up, full = True, True
            levels = self.part.look(full=full) ^ self._inverted
        except PartResetError as reset:
            self._up = False
            self._ailing = True
            self._reset.bad(now, str(reset))
            # Set up at the next step, and looked at then: until that has been, nothing it says is believed.
            return now + self.part.period
        except self.part.failures as error:
            return self._fail(now, error)
        if full:
            self._full_at = now + FULL_LOOK
        suspicion = self.part.suspicion()
        if suspicion is not None:
            self._ghosts.bad(now, suspicion.sentence, anew=True)
            self._ailing = True
            self._unclear(now, suspicion.contacts)
        elif self._ailing:
            self._ghosts.well(now)
            self._unclear(now, 0)
        if self._ailing:
            self._gone.well(now)
            self._reset.well(now)
            self._ailing = bool(self._doubtful) or any(
                fault.standing for fault in (self._gone, self._reset, self._ghosts)
            )
        seen = self._seen
        if seen is not None and seen[1] == levels:
            changed = False
            self._seen = (now, levels)
        else:
            changed = self._take(now, levels)
        return now + (self._pause(now, woken, changed) if self._announced else self.part.period)

    def _take(self, now: Micros, levels: int) -> bool:
        """Keep what was seen and hand it over. Returns whether it differs from what was seen before."""
        seen = self._seen
        changed = seen is not None and seen[1] != levels
        if changed:
            self._handover.arrived(now, levels)
        elif seen is None:
            # Nobody saw how it came about: a picture, no edges.
            self._handover.arrived_anew(levels)
        # After the hand-over: who sees these levels will have been told of their edges by then.
        self._seen = (now, levels)
        return changed

    def _unclear(self, now: Micros, contacts: int) -> None:
        """Tell of contacts that cannot be told apart at once; of those that can again once no bounce is over them."""
        told = self._doubtful
        if contacts | told != told:
            self._doubtful |= contacts
            self._fewer_since = None
        elif contacts == told:
            self._fewer_since = None
        elif self._fewer_since is None:
            self._fewer_since = now
        elif now - self._fewer_since >= CLEAR_AFTER:
            self._doubtful = contacts
            self._fewer_since = None
        if self._doubtful != told:
            doubtful = self._doubtful
            self._handover.soon(lambda: self._tell_doubts(doubtful))

    def _fail(self, now: Micros, error: Exception) -> Micros:
        self._up = False
        self._ailing = True
        self._seen = None
        self._gone.bad(now, f"{self.part.name} does not answer: {error}; {self.part.mend(error)}")
        self._not_before = now + RETRY
        return self._not_before

    def _pause(self, now: Micros, woken: bool, changed: bool) -> Micros:
        """How long nothing need be looked at where an interrupt line announces changes."""
        bursting = self._burst_until is not None and now < self._burst_until
        if woken:
            self._misses = 0
        elif changed and not bursting:
            self._misses += 1
        if woken or changed:
            self._burst_until = now + BURST
            bursting = True
        if self._misses >= MISSES:
            self._lost.bad(
                now,
                f"{self.part.name} changes, but its INT line says nothing; the wire from INT to the Pi is "
                "off or tied up: check it, meanwhile the switches are read all the time",
            )
            return self.part.period
        self._lost.well(now)
        return self.part.period if bursting else FULL_LOOK

    def _tell_doubts(self, doubtful: int) -> None:
        if self._doubt is not None:
            self._doubt(self._mine, doubtful)
