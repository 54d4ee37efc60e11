"""``stbpi run``: the daemon."""

from __future__ import annotations

import argparse
from pathlib import Path

from stbpi.cli.command import CONFIG, FINDING, Argument, Command, complain, whole_number


def run(arguments: argparse.Namespace) -> int:
    """Referee a tray until stopped."""
    from stbpi.config import Override, load_settings

    overrides: list[Override] = []
    if arguments.simulate:
        overrides.append(Override(("board", "backend"), "simulated", "--simulate"))
    if arguments.profile is not None:
        overrides.append(Override(("board", "profile"), _from_here(arguments.profile), "--profile"))
    if arguments.port is not None:
        overrides.append(Override(("web", "port"), arguments.port, "--port"))
    if arguments.dice_seed is not None:
        overrides.append(Override(("dice", "seed"), arguments.dice_seed, "--dice-seed"))
    settings = load_settings(arguments.config, overrides, on_tray=True)

    from stbpi import daemon

    try:
        return daemon.run(settings)
    except daemon.DaemonFailed as failure:
        # Not wrong use: whatever watches over the daemon may start it again.
        complain(failure)
        return FINDING


def _from_here(profile: str) -> str:
    """A profile's name as it is; a profile file beside where the command was given, not beside the configuration."""
    is_file = "/" in profile or profile.endswith(".toml")
    return str(Path.cwd() / Path(profile).expanduser()) if is_file else profile


COMMAND = Command(
    "run",
    "referee a tray until stopped (Ctrl-C)",
    run,
    (
        CONFIG,
        Argument("--simulate", action="store_true", help="play on a simulated tray, no hardware needed"),
        Argument(
            "--profile", metavar="PROFILE", help="the tray: a profile's name (see stbpi wiring), or its file"
        ),
        Argument("--port", type=whole_number, metavar="N", help="serve the page here; 0 takes a free port"),
        Argument("--dice-seed", type=whole_number, metavar="N", help="make the electronic dice repeatable"),
    ),
)
