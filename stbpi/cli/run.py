"""``stbpi run``: the daemon."""

from __future__ import annotations

import argparse

from stbpi.cli.command import CONFIG, Argument, Command, whole_number


def run(arguments: argparse.Namespace) -> int:
    """Referee a tray until stopped."""
    from stbpi.config import Override, load_settings

    overrides: list[Override] = []
    if arguments.simulate:
        overrides.append(Override(("board", "backend"), "simulated", "--simulate"))
    if arguments.port is not None:
        overrides.append(Override(("web", "port"), arguments.port, "--port"))
    if arguments.dice_seed is not None:
        overrides.append(Override(("dice", "seed"), arguments.dice_seed, "--dice-seed"))
    settings = load_settings(arguments.config, overrides)

    from stbpi import daemon

    return daemon.run(settings)


COMMAND = Command(
    "run",
    "referee a tray until stopped (Ctrl-C)",
    run,
    (
        CONFIG,
        Argument("--simulate", action="store_true", help="play on a simulated tray, no hardware needed"),
        Argument("--port", type=whole_number, metavar="N", help="serve the page here; 0 takes a free port"),
        Argument("--dice-seed", type=whole_number, metavar="N", help="make the electronic dice repeatable"),
    ),
)
