"""The computer itself: model, disk, clock, supply and network."""

from __future__ import annotations

import errno
import os
import shutil
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from stbpi.config import Settings
from stbpi.daemon.machine import read_machine
from stbpi.doctor.computer import Computer
from stbpi.doctor.findings import Finding, Topic, fault, ok, warning
from stbpi.rules.said import N_, Said
from stbpi.table.reports import MachineReport, Undervoltage

LITTLE_FREE = 200_000_000
"""Bytes. A year of pub evenings takes some 50 MB, an update of the system's packages more than what is left then."""

HOT_C = 80.0
"""From here on the firmware slows the processor down (Raspberry Pi documentation, frequency management)."""

PROGRAM_IS_FROM = datetime(2026, 1, 1).timestamp()
"""A clock before this was never set since the Pi was started."""


def computer(here: Computer, machine: MachineReport, *, needs_pi: bool) -> Iterator[Finding]:
    """Model and kernel."""
    versions = f"stbpi {machine.version}, Python {machine.python}, {machine.system}"
    if machine.model is not None and "Raspberry Pi" in machine.model:
        yield ok(Topic.COMPUTER, f"{machine.model}, {versions}")
    elif not needs_pi:
        yield ok(Topic.COMPUTER, f"{machine.model}, {versions}" if machine.model else versions)
    else:
        yield fault(
            Topic.COMPUTER,
            Said.of(N_("this is no Raspberry Pi ({versions})"), versions=versions),
            Said.of(N_("set backend to simulated under [board], or run stbpi on a Pi")),
        )


def disk(journal: Path) -> Iterator[Finding]:
    """Room and rights where the journal is, and journals that were set aside."""
    folder = journal.parent
    there = next((one for one in (folder, *folder.parents) if one.is_dir()), folder)
    try:
        free = shutil.disk_usage(there).free
        read_only = bool(os.statvfs(there).f_flag & os.ST_RDONLY)
    except OSError as error:
        yield _unwritable(folder, error.strerror or str(error))
        return
    if read_only:
        yield _unwritable(folder, os.strerror(errno.EROFS))
    elif not os.access(there, os.W_OK):
        yield _unwritable(folder, os.strerror(errno.EACCES))
    elif free < LITTLE_FREE:
        yield warning(
            Topic.DISK,
            Said.of(N_("only {free} MB are free in {folder}"), free=free // 1_000_000, folder=str(folder)),
            Said.of(N_("delete what is not needed, such as with {command}"), command="sudo apt clean"),
        )
    else:
        room = Said.of(N_("{folder}, {free} MB free"), free=free // 1_000_000, folder=str(folder))
        yield ok(Topic.DISK, room)
    for aside in _set_aside(journal):
        yield warning(
            Topic.DISK,
            Said.of(N_("a damaged journal was set aside as {file}"), file=str(aside)),
            Said.of(
                N_("where matches are missing put a backup in its place with {command}, then delete it"),
                command="stbpi restore",
            ),
        )


def _set_aside(journal: Path) -> list[Path]:
    try:
        found = sorted(journal.parent.glob(f"{journal.name}.damaged-*"))
    except OSError:
        return []
    return [path for path in found if not path.name.endswith(("-wal", "-shm", "-journal"))]


def _unwritable(folder: Path, reason: str) -> Finding:
    return fault(
        Topic.DISK,
        Said.of(N_("{folder} cannot be written ({reason})"), folder=str(folder), reason=reason),
        Said.of(
            N_("look at its owner and at the disk; who asks must be whom the daemon runs as: {command}"),
            command="sudo -u stbpi stbpi doctor",
        ),
    )


def clock(here: Computer, now: float) -> Iterator[Finding]:
    """Whether somebody has set the clock. No timer of the game depends on it, the dates of the history do."""
    stamp = time.strftime("%Y-%m-%d %H:%M", time.localtime(now))
    synchronized = here.exists("run/systemd/timesync/synchronized")
    if not synchronized:
        said = here.ask(("timedatectl", "show", "--property=NTPSynchronized", "--value"))
        synchronized = said is not None and said.strip() == "yes"
    if synchronized and now >= PROGRAM_IS_FROM:
        yield ok(Topic.CLOCK, stamp)
    elif now >= PROGRAM_IS_FROM and here.exists("dev/rtc0"):
        yield ok(Topic.CLOCK, f"{stamp}, rtc0")
    else:
        yield warning(
            Topic.CLOCK,
            Said.of(N_("the clock says {time}, and nothing sets it"), time=stamp),
            Said.of(
                N_(
                    "connect the Pi to a network or give it a clock; matches go on, only their dates are wrong"
                )
            ),
        )


def supply(machine: MachineReport) -> Iterator[Finding]:
    """Undervoltage and temperature."""
    mend = Said.of(N_("use the power supply made for this Pi, and a short cable"))
    if machine.undervoltage is Undervoltage.NOW:
        yield fault(Topic.SUPPLY, Said.of(N_("supply is too low!")), mend)
    elif machine.undervoltage is Undervoltage.BEFORE:
        yield warning(Topic.SUPPLY, Said.of(N_("supply was too low")), mend)
    elif machine.undervoltage is Undervoltage.NONE:
        yield ok(Topic.SUPPLY, Said.of(N_("supply is well")))
    else:
        yield ok(Topic.SUPPLY, Said.of(N_("supply not told")))
    if machine.temperature_c is not None and machine.temperature_c >= HOT_C:
        yield warning(
            Topic.SUPPLY,
            Said.of(
                N_("the processor has {celsius} °C and slows down"), celsius=f"{machine.temperature_c:.0f}"
            ),
            Said.of(N_("let air at the Pi")),
        )


def network(settings: Settings, machine: MachineReport) -> Iterator[Finding]:
    """Where phones find the page."""
    if settings.web.only_this_machine:
        yield ok(Topic.NETWORK, Said.of(N_("the page is for this computer only, as [web] host says")))
    elif machine.addresses:
        yield ok(Topic.NETWORK, ", ".join(machine.addresses))
    else:
        yield warning(
            Topic.NETWORK,
            Said.of(N_("no network address")),
            Said.of(N_("connect a cable or Wi-Fi; the tray plays without, phones do not reach it")),
        )


def machine_of(here: Computer, settings: Settings) -> MachineReport:
    """What the computer tells of itself."""
    web = settings.web
    return read_machine(web.host, web.port, root=here.root, ask=here.ask, own=here.addresses())
