"""What is known of the tray and its computer beside the match: for service mode, pages and programs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from stbpi.table.setup import DiceSource


@dataclass(frozen=True, slots=True)
class SwitchReport:
    """What one switch has done since the tray was opened.

    ``side`` and ``flap`` are None for a button, whose ``closed`` means pressed. ``last_change_s`` is how many
    seconds ago it moved last, None where it never has; ``spikes`` counts lone pulses that were not heeded.
    ``doubted`` tells that it is not believed now.
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


@dataclass(frozen=True, slots=True)
class DiceReport:
    """How often each face was thrown, from 1 pip on, by dice of one source with so many faces."""

    source: DiceSource
    counts: tuple[int, ...]

    @property
    def dice(self) -> int:
        """How many dice were thrown."""
        return sum(self.counts)


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
