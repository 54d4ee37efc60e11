"""What is known of the tray and its computer beside the match: for service mode, pages and programs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from stbpi.table.setup import DiceSource


@dataclass(frozen=True, slots=True)
class SwitchReport:
    """What one switch has done since the tray was opened.

    ``side`` and ``flap`` are None for a button, whose ``closed`` means pressed; ``button`` says which one it is.
    ``last_change_s`` is how many seconds ago it moved last, None where it never has; ``spikes`` counts lone pulses
    that were not heeded. ``doubted`` tells that it is not believed now.
    """

    name: str
    side: int | None
    flap: int | None
    closed: bool
    changes: int
    longest_bounce_us: int
    last_change_s: float | None
    spikes: int
    doubted: bool
    button: Literal["dice", "menu"] | None = None


@dataclass(frozen=True, slots=True)
class DiceReport:
    """How often each face was thrown, from 1 pip on, by dice of one source with so many faces."""

    source: DiceSource
    counts: tuple[int, ...]

    @property
    def dice(self) -> int:
        """How many dice were thrown."""
        return sum(self.counts)


class ResetCause(StrEnum):
    """Why the flap scanner's processor started last. Their names are fixed, programs read them."""

    POWER = "power"
    BUTTON = "button"
    """Its reset line: the button on it, or the opening of its port."""
    SUPPLY = "supply"
    """Its supply had dipped."""
    WATCHDOG = "watchdog"
    """Its program hung."""
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class LinkReport:
    """How the line to the flap scanner is, and what came over it since the tray was opened.

    ``version`` is that of its firmware; it, ``reset`` and ``longest_bounce_us`` are None until it has said so.
    ``frames_bad`` counts what was no frame, ``scanner_frames_bad`` the same as the scanner hears it; ``resyncs`` the
    pictures that nobody saw coming about, ``missed`` changes that no picture showed.
    """

    up: bool
    port: str | None
    version: str | None
    reset: ResetCause | None
    frames_good: int
    frames_bad: int
    scanner_frames_bad: int | None
    resyncs: int
    missed: int
    losses: int
    longest_bounce_us: int | None
    restless: bool = False
    """A switch on it never comes to rest; then there is no longest bounce."""


class Undervoltage(StrEnum):
    """What a Raspberry Pi tells of its supply."""

    NONE = "none"
    BEFORE = "before"
    """There was too little since it was started."""
    NOW = "now"
    UNKNOWN = "unknown"
    """It does not tell, or this is none."""


@dataclass(frozen=True, slots=True)
class MachineReport:
    """The program and the computer it runs on; None and empty where that is not told.

    ``addresses`` are where the page is found on the network, ``temperature_c`` is that of the processor.
    """

    version: str
    python: str
    system: str
    model: str | None
    addresses: tuple[str, ...]
    temperature_c: float | None
    undervoltage: Undervoltage


@dataclass(frozen=True, slots=True)
class ServiceReport:
    """All of it. ``dice`` and ``machine`` are None until they have been read."""

    switches: tuple[SwitchReport, ...] = ()
    dice: tuple[DiceReport, ...] | None = None
    machine: MachineReport | None = None
    lamps: bool = False
    buzzer: bool = False
    link: LinkReport | None = None
    """None on a tray without a flap scanner."""
