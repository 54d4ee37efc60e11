"""``stbpi wiring``: what is wired where on a tray."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from stbpi.cli.command import AS_JSON, DONE, Argument, Command, UsageError, say

if TYPE_CHECKING:
    from stbpi.tray.profile import Profile


def wiring(arguments: argparse.Namespace) -> int:
    """List the profiles, or show, or draw, how one or all of them are wired."""
    from stbpi.tray.profile import load_profile, profile_names
    from stbpi.tray.wiring import all_profiles_markdown, wiring_markdown

    if arguments.all and arguments.profile is not None:
        raise UsageError(f"--all already has {arguments.profile} in it; leave one of the two out")
    if arguments.profile is None and not arguments.all:
        if arguments.svg is not None:
            raise UsageError("--svg draws a profile; name one, or give --all and a folder")
        if arguments.json:
            say(json.dumps({"profiles": list(profile_names())}, indent=2))
        else:
            say(*profile_names(), sep="\n")
            say("\nstbpi wiring PROFILE shows how one of them is wired.")
        return DONE
    chosen = profile_names() if arguments.all else (arguments.profile,)
    profiles = [load_profile(name, Path.cwd()) for name in chosen]
    if arguments.svg is not None:
        if arguments.json:
            raise UsageError("--svg and --json cannot both be had; leave one of the two out")
        draw_all(profiles, arguments.svg) if arguments.all else draw(profiles[0], arguments.svg)
    elif arguments.json:
        listed = [asdict(profile) for profile in profiles]
        say(json.dumps(listed if arguments.all else listed[0], indent=2, default=_plain))
    else:
        say(all_profiles_markdown() if arguments.all else wiring_markdown(profiles[0]), end="")
    return DONE


def draw(profile: Profile, file: Path) -> None:
    """Write the drawing of a profile to a file. Raises UsageError where there is nothing to draw, or no writing."""
    from stbpi.tray.wiring import is_wired
    from stbpi.tray.wiring_drawing import wiring_svg

    if not is_wired(profile):
        raise UsageError(f"{profile.name} hangs on nothing but the simulation, so there is nothing to draw")
    try:
        file.write_text(wiring_svg(profile), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"--svg: {file} cannot be written ({error.strerror}); check the path") from error


def draw_all(profiles: list[Profile], folder: Path) -> None:
    """Write the drawings of those profiles that are wired into a folder."""
    from stbpi.tray.wiring import is_wired

    for profile in profiles:
        if is_wired(profile):
            draw(profile, folder / f"{profile.name}.svg")


def _plain(value: object) -> object:
    return sorted(value) if isinstance(value, frozenset) else str(value)


COMMAND = Command(
    "wiring",
    "say what is wired where on a tray",
    wiring,
    (
        Argument("profile", nargs="?", metavar="PROFILE", help="a profile's name, or a profile file"),
        Argument("--all", action="store_true", help="every profile that comes with stbpi"),
        Argument(
            "--svg", type=Path, metavar="FILE", help="draw it into this file; with --all, into this folder"
        ),
        AS_JSON,
    ),
)
