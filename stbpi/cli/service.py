"""``stbpi service``: the tray's service mode, seen from the terminal."""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import TYPE_CHECKING, Any

from stbpi.cli.calls import Daemon, DaemonError
from stbpi.cli.command import AS_JSON, CONFIG, DONE, LANGUAGE, Argument, Command, messages_for, say

if TYPE_CHECKING:
    from gettext import NullTranslations

LOOKS_EVERY_S = 0.25
"""Fast enough that a flap is seen to move, seldom enough that a Pi hardly notices."""

HOME_AND_CLEAR = "\x1b[H\x1b[J"
"""Cursor to the top, and everything below it away (ECMA-48, CUP and ED)."""


def service(arguments: argparse.Namespace) -> int:
    """Enter the service mode and show every switch until it is left, here (Ctrl-C) or at the tray."""
    from stbpi.config import load_settings

    settings = load_settings(arguments.config)
    daemon = Daemon(settings, arguments.address)
    try:
        return _serve(arguments, daemon, messages_for(arguments, settings))
    except (KeyError, TypeError, IndexError) as error:
        raise DaemonError(
            f"what answers at {daemon.address} is no stbpi of this version; say with --address where it is"
        ) from error


def _serve(arguments: argparse.Namespace, daemon: Daemon, messages: NullTranslations) -> int:
    if arguments.once:
        _tell(daemon.get("service"), (), messages, as_json=arguments.json)
        return DONE
    daemon.post("service", {"on": True})
    try:
        _follow(daemon, messages, as_json=arguments.json)
    except KeyboardInterrupt:
        daemon.post("service", {"on": False})
    except BrokenPipeError:
        # Whoever read has read enough.
        daemon.post("service", {"on": False})
        raise
    return DONE


def _follow(daemon: Daemon, messages: NullTranslations, *, as_json: bool) -> None:
    """Show the switches, and again whenever one has moved, until the service mode is left at the tray."""
    shown: object = None
    while (mode := daemon.get("state")["prompt"]["service"]) is not None:
        moved = {(flap["side"], flap["flap"]) for flap in mode["moved"]}
        switches = daemon.get("switches")["switches"]
        now = [(switch["closed"], switch["changes"], switch["doubted"]) for switch in switches], moved
        if now != shown or (not as_json and sys.stdout.isatty()):
            shown = now
            _show(switches, moved, messages, as_json=as_json)
        time.sleep(LOOKS_EVERY_S)


def _show(switches: Any, moved: Any, messages: NullTranslations, *, as_json: bool) -> None:
    from stbpi.terminal.switch_table import switch_table

    if as_json:
        ticked = [{"side": side, "flap": flap} for side, flap in sorted(moved)]
        say(json.dumps({"switches": switches, "moved": ticked}))
    else:
        text = "\n".join(switch_table(switches, moved, messages))
        say(f"{HOME_AND_CLEAR}{text}" if sys.stdout.isatty() else f"{text}\n")
    sys.stdout.flush()


def _tell(report: Any, moved: Any, messages: NullTranslations, *, as_json: bool) -> None:
    """The whole report, once."""
    if as_json:
        say(json.dumps(report, indent=2))
        return
    from stbpi.terminal.switch_table import report_lines, switch_table

    say("\n".join([*switch_table(report["switches"], moved, messages), "", *report_lines(report, messages)]))


COMMAND = Command(
    "service",
    "try out switches, screen, lamps and buzzer of the tray that runs",
    service,
    (
        CONFIG,
        Argument("--address", metavar="URL", help="where the daemon is; else as the configuration says"),
        Argument("--once", action="store_true", help="print what is known now and leave the tray as it is"),
        LANGUAGE,
        AS_JSON,
    ),
)
