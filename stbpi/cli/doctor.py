"""``stbpi doctor``: what is amiss with the tray's computer, and what helps."""

from __future__ import annotations

import argparse
import getpass
import json
import os
import platform
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from stbpi.cli.calls import Daemon, DaemonError, DaemonSilent
from stbpi.cli.command import (
    AS_JSON,
    CONFIG,
    DONE,
    FINDING,
    LANGUAGE,
    Argument,
    Command,
    UsageError,
    messages_for,
    say,
)

if TYPE_CHECKING:
    from stbpi.config import Settings
    from stbpi.doctor import Patient
    from stbpi.doctor.bundle import Censor
    from stbpi.doctor.computer import Computer

SERVICE_CONFIG = Path("etc/stbpi/stbpi.toml")
SERVICE_STATE = Path("var/lib/stbpi")
"""Where the service has them; the doctor looks after the service unless told otherwise."""


def doctor(arguments: argparse.Namespace) -> int:
    """Look everything over; the status is 1 where anything is no more than a warning."""
    import time

    from stbpi.doctor import Level, examine
    from stbpi.doctor.computer import Computer
    from stbpi.doctor.findings import table

    if arguments.bundle is not None and arguments.bundle.exists():
        raise UsageError(f"{arguments.bundle} is there already; name a file that is not")
    here = Computer(root=arguments.root)
    patient = _patient(arguments, here)
    messages = messages_for(arguments, patient.settings)
    findings = examine(patient, here, time.time())
    if arguments.json:
        say(json.dumps([finding.json() for finding in findings], indent=2))
    else:
        say("\n".join(table(findings, messages)))
    if arguments.bundle is not None:
        from stbpi.doctor.bundle import write_bundle

        size = write_bundle(arguments.bundle, patient, here, findings, _censor(patient))
        if not arguments.json:
            told = messages.gettext(
                "{file} was written ({n} bytes): no names, no secrets; look into it all the same"
            )
            say(told.format(file=arguments.bundle, n=size))
    return DONE if all(finding.level is Level.OK for finding in findings) else FINDING


def _patient(arguments: argparse.Namespace, here: Computer) -> Patient:
    """The settings as the service has them, and what the daemon tells if it runs."""
    from stbpi.config import load_settings
    from stbpi.config.reading import SettingsError
    from stbpi.doctor import Patient

    environment = dict(os.environ)
    state = here.root / SERVICE_STATE
    file = arguments.config
    if file is None and (here.root / SERVICE_CONFIG).exists():
        file = here.root / SERVICE_CONFIG
        if state.is_dir():
            environment["STATE_DIRECTORY"] = str(state)
    # From here on as if it had been named: it also says the language.
    arguments.config = file
    unreadable = None
    try:
        settings = load_settings(file, environment=environment, on_tray=True)
    except SettingsError as error:
        settings, unreadable = load_settings(None, environment=environment), str(error)
    except OSError as error:
        settings, unreadable = load_settings(None, environment=environment), f"{file}: {error.strerror}"
    patient = Patient(settings, "" if file is None else str(file), unreadable)
    elsewhere = here.root != Path("/")
    return (
        patient if elsewhere and arguments.address is None else _asked(patient, settings, arguments.address)
    )


def _asked(patient: Patient, settings: Settings, address: str | None) -> Patient:
    try:
        daemon = Daemon(settings, address)
    except UsageError:
        if address is not None:
            raise
        # A free port each time: nobody knows which.
        return patient
    patient = replace(patient, address=daemon.address)
    try:
        state, report = daemon.get("state"), daemon.get("service")
        # What else might answer there has none of these.
        _ = [(fault["part"], fault["message"]) for fault in state["faults"]], report["link"]
    except DaemonSilent:
        if address is not None:
            raise
        return patient
    except DaemonError as error:
        return replace(patient, refused=str(error))
    except (KeyError, TypeError, IndexError) as error:
        raise DaemonError(
            f"what answers at {daemon.address} is no stbpi of this version; say with --address where it is"
        ) from error
    return replace(patient, state=state, report=report)


def _censor(patient: Patient) -> Censor:
    """What must not be handed on: the token, and every name of a person or of this computer that is known."""
    from stbpi.doctor.bundle import Censor
    from stbpi.doctor.people import named, names_in
    from stbpi.web.token import kept_token, token_file

    settings = patient.settings
    token = kept_token(token_file(settings.store.path))
    played = {*settings.game.players, *names_in(settings.store.path)}
    if patient.state is not None:
        played |= {player["name"] for player in patient.state["players"]}
    names = {*named(played), platform.node(), *settings.web.names}
    names |= {settings.web.address or ""}
    if (me := getpass.getuser()) not in ("root", "stbpi"):
        names.add(me)
    return Censor([secret for secret in (settings.web.token, token) if secret], names)


COMMAND = Command(
    "doctor",
    "look the tray’s computer over: what is amiss, and what helps",
    doctor,
    (
        CONFIG,
        Argument("--address", metavar="URL", help="where the daemon is; else as the configuration says"),
        Argument(
            "--bundle",
            type=Path,
            metavar="FILE",
            help="also write a ZIP for a report, without secrets or names",
        ),
        Argument(
            "--root",
            type=Path,
            default=Path("/"),
            metavar="FOLDER",
            help="where the system’s files are, such as an SD card’s (default: /)",
        ),
        LANGUAGE,
        AS_JSON,
    ),
)
