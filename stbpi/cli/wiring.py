"""``stbpi wiring``: what is wired where on a tray."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from stbpi.cli.command import AS_JSON, DONE, Argument, Command, UsageError, say


def wiring(arguments: argparse.Namespace) -> int:
    """List the profiles, or show how one or all of them are wired."""
    from stbpi.tray.profile import load_profile, profile_names
    from stbpi.tray.wiring import all_profiles_markdown, wiring_markdown

    if arguments.all and arguments.profile is not None:
        raise UsageError(f"--all already has {arguments.profile} in it; leave one of the two out")
    if arguments.profile is None and not arguments.all:
        if arguments.json:
            say(json.dumps({"profiles": list(profile_names())}, indent=2))
        else:
            say(*profile_names(), sep="\n")
            say("\nstbpi wiring PROFILE shows how one of them is wired.")
        return DONE
    chosen = profile_names() if arguments.all else (arguments.profile,)
    profiles = [load_profile(name, Path.cwd()) for name in chosen]
    if arguments.json:
        listed = [asdict(profile) for profile in profiles]
        say(json.dumps(listed if arguments.all else listed[0], indent=2, default=str))
    else:
        say(all_profiles_markdown() if arguments.all else wiring_markdown(profiles[0]), end="")
    return DONE


COMMAND = Command(
    "wiring",
    "say what is wired where on a tray",
    wiring,
    (
        Argument("profile", nargs="?", metavar="PROFILE", help="a profile's name, or a profile file"),
        Argument("--all", action="store_true", help="every profile that comes with stbpi"),
        AS_JSON,
    ),
)
