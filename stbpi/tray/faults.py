"""What can go wrong with a simulated switch, by name.

A fault stands between a contact and what it is wired to: while it is on, the switch seems to be what the fault
makes of the contact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Protocol

from stbpi.table.events import Micros
from stbpi.tray.timeline import Plan, Timeline

SPIKES_APART: tuple[Micros, Micros] = (150_000, 1_500_000)
SPIKE: tuple[Micros, Micros] = (1_000, 15_000)
"""Lone pulses of 1 to 15 ms are what is reported of 3 m of wire."""

MAINS_HALF_WAVE: Micros = 10_000
"""A wire that floats picks up the mains: 50 Hz, a change every 10 ms."""


class Faulty(Protocol):
    """The switch a fault sits on."""

    timeline: Timeline
    random: Random

    @property
    def shown(self) -> bool:
        """Whether the switch seems to be made now."""

    def show(self, at: Micros) -> None:
        """Bring the line to what the contact and its faults make it."""


class Fault(Protocol):
    """One fault on one switch, from when it is switched on."""

    def made(self, contact: bool) -> bool:
        """Whether the switch seems to be made, given the state of the contact."""

    def end(self) -> None:
        """Stop whatever it keeps going."""


class Stuck:
    """The contact is welded, or the lever jammed: it stays as it was."""

    def __init__(self, switch: Faulty) -> None:
        self._made = switch.shown

    def made(self, contact: bool) -> bool:
        """As it was when the fault began."""
        return self._made

    def end(self) -> None:
        """Nothing keeps going."""


class Cut:
    """The wire is cut: the switch never seems to be made."""

    def __init__(self, switch: Faulty) -> None:
        pass

    def made(self, contact: bool) -> bool:
        """Never."""
        return False

    def end(self) -> None:
        """Nothing keeps going."""


class Floating:
    """The pull-up is gone or the ground wire is off: the line follows the mains hum, a little unevenly."""

    def __init__(self, switch: Faulty) -> None:
        self._switch = switch
        self._made = switch.shown
        self._plan = switch.timeline.at(switch.timeline.now, self._swing)

    def made(self, contact: bool) -> bool:
        """As the hum has it."""
        return self._made

    def end(self) -> None:
        """Silence the hum."""
        self._plan.call_off()

    def _swing(self, at: Micros) -> None:
        self._made = not self._made
        self._switch.show(at)
        # A loop that was away for long does not make up for every swing it missed.
        at = max(at, self._switch.timeline.now - 10 * MAINS_HALF_WAVE)
        uneven = self._switch.random.randint(-MAINS_HALF_WAVE // 5, MAINS_HALF_WAVE // 5)
        self._plan = self._switch.timeline.at(at + MAINS_HALF_WAVE + uneven, self._swing)


class Spikes:
    """The wire runs beside a motor's: single short pulses, now and then."""

    def __init__(self, switch: Faulty) -> None:
        self._switch = switch
        self._pulse = False
        self._plan = self._next(switch.timeline.now, SPIKES_APART)

    def made(self, contact: bool) -> bool:
        """As the contact is, the other way round during a pulse."""
        return contact != self._pulse

    def end(self) -> None:
        """Let no more come."""
        self._plan.call_off()

    def _next(self, at: Micros, within: tuple[Micros, Micros]) -> Plan:
        return self._switch.timeline.at(at + self._switch.random.randint(*within), self._flip)

    def _flip(self, at: Micros) -> None:
        self._pulse = not self._pulse
        self._switch.show(at)
        self._plan = (
            self._next(at, SPIKE)
            if self._pulse
            else self._next(max(at, self._switch.timeline.now), SPIKES_APART)
        )


SWITCH_FAULTS: Mapping[str, Callable[[Faulty], Fault]] = {
    "stuck": Stuck,
    "floating": Floating,
    "cut": Cut,
    "spikes": Spikes,
}
"""The faults of one switch, by the name they are switched on with."""
