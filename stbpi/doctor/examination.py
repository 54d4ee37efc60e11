"""The whole examination, in the order in which mending makes sense."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from stbpi.config import Settings
from stbpi.daemon.away import unable
from stbpi.daemon.displays import displays_of
from stbpi.doctor import system, wires
from stbpi.doctor.computer import Computer
from stbpi.doctor.findings import Finding, Topic, fault, ok, warning
from stbpi.rules.said import N_, Said
from stbpi.tray.profile import Profile, load_profile


@dataclass(frozen=True, slots=True)
class Patient:
    """What is examined: the settings, where they stand, and why they could not be read where they could not.

    ``address`` is where the daemon was looked for; ``state`` and ``report`` are what it told (``GET /state`` and
    ``/service``), None where it does not run; ``refused`` is its sentence where it would not tell.
    """

    settings: Settings
    stands_in: str = ""
    unreadable: str | None = None
    address: str = ""
    state: Mapping[str, Any] | None = None
    report: Mapping[str, Any] | None = None
    refused: str | None = None

    @property
    def runs(self) -> bool:
        """Whether a daemon has the pins."""
        return self.state is not None or self.refused is not None


def examine(patient: Patient, here: Computer, now: float) -> list[Finding]:
    """Everything that was found. While the daemon runs its parts are asked through it: it has the pins."""
    return list(_examine(patient, here, now))


def _examine(patient: Patient, here: Computer, now: float) -> Iterator[Finding]:
    settings = patient.settings
    simulated = settings.board.backend == "simulated" or bool(patient.state and patient.state["simulated"])
    machine = system.machine_of(here, settings)
    profile: Profile | None = None
    if patient.unreadable is None:
        profile = load_profile(settings.board.profile, settings.folder)
    needs_pi = not simulated and (profile is None or profile.needs_pins)
    yield from system.computer(here, machine, needs_pi=needs_pi)
    if profile is None:
        yield fault(Topic.SETTINGS, patient.unreadable or "")
    else:
        where = f"{patient.stands_in}: " if patient.stands_in else ""
        yield ok(Topic.SETTINGS, f"{where}{profile.name}, {settings.board.backend}")
        if (why := unable(settings)) is not None:
            yield warning(Topic.SETTINGS, f"{where}game.players", why)
    yield from _daemon(patient, here)
    if profile is not None and not simulated:
        yield from _parts(patient, here, profile)
    yield from system.disk(settings.store.path)
    yield from system.clock(here, now)
    yield from system.supply(machine)
    yield from system.network(settings, machine)


def _daemon(patient: Patient, here: Computer) -> Iterator[Finding]:
    if patient.refused is not None:
        yield warning(
            Topic.DAEMON,
            Said.of(N_("it runs at {address}, but does not tell how it is"), address=patient.address),
            Said.of(N_("ask as its user: {command}"), command="sudo -u stbpi stbpi doctor"),
        )
    elif patient.state is not None:
        yield ok(Topic.DAEMON, Said.of(N_("it runs at {address}"), address=patient.address))
        for one in patient.state["faults"]:
            yield fault(Topic.DAEMON, f"{one['part']}: {one['message']}")
    elif (here.ask(("systemctl", "is-failed", "stbpi")) or "").strip() == "failed":
        yield fault(
            Topic.DAEMON,
            Said.of(N_("the service has given up")),
            Said.of(N_("look at what it said: {command}"), command="sudo journalctl -u stbpi -n 20"),
        )
    else:
        yield ok(Topic.DAEMON, Said.of(N_("it does not run, so its parts are asked without it")))


def _parts(patient: Patient, here: Computer, profile: Profile) -> Iterator[Finding]:
    displays = displays_of(patient.settings, profile)
    yield from wires.groups(here, profile, displays)
    yield from wires.buses(here, profile, displays)
    if patient.runs:
        link = None if patient.report is None else patient.report["link"]
        if link is not None and link["up"]:
            yield ok(Topic.SCANNER, f"{link['port']}, {link['version']}")
        return
    if profile.needs_pins:
        yield from wires.pins(here, profile, patient.settings.board.pin_factory)
    yield from wires.devices(here, profile, displays)
    if profile.scanner is not None:
        yield from wires.scanner(here, profile.scanner)
