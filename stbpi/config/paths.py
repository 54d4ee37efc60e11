"""Paths that stand in a configuration file, and where state belongs that has none there."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from pathlib import Path

from stbpi.config.reading import Section, shown

NAME_BYTES = 255
PATH_BYTES = 4095
"""What Linux takes: limits.h, NAME_MAX and PATH_MAX, of which one byte ends the path."""

LONGEST_STORE_NAME = NAME_BYTES - 40
"""Bytes. Room for what is written behind it: ``.damaged-20260101T000000Z-999-journal`` and the like."""


def journal_path(section: Section, key: str) -> Path:
    """The path of a file that is made where it is missing, with others beside it."""
    path = path_of(section, key)
    name = section.name(key)
    if len(os.fsencode(path.name)) > LONGEST_STORE_NAME:
        raise section.error(
            key,
            f"{name} ends in a name of {len(os.fsencode(path.name))} bytes; {LONGEST_STORE_NAME} are the most, "
            "because more files are kept beside it",
        )
    try:
        mode = path.stat().st_mode
    except OSError:
        # Nothing there yet, or not now: the journal comes when the disk does.
        return path
    if stat.S_ISDIR(mode):
        raise section.error(key, f"{name} is {path}, which is a folder; name a file in it")
    if not stat.S_ISREG(mode):
        raise section.error(
            key, f"{name} is {path}, which is a pipe, a socket or a device; name an ordinary file"
        )
    return path


def state_folder(environment: Mapping[str, str]) -> Path:
    """Where what must outlive the program is kept: systemd's folder, else the user's (XDG)."""
    # systemd separates several folders by colons; ours is the first.
    if from_systemd := environment.get("STATE_DIRECTORY"):
        return Path(from_systemd.split(":")[0])
    if state_home := environment.get("XDG_STATE_HOME"):
        return Path(state_home) / "stbpi"
    home = environment.get("HOME")
    return (Path(home) if home else Path.home()) / ".local" / "state" / "stbpi"


def path_of(section: Section, key: str) -> Path:
    """A path as people write it: from their home, absolute, or beside the configuration file."""
    text = section.text(key, "")
    name = section.name(key)
    if not text.isprintable():
        raise section.error(key, f"{name} is {shown(text)}, with signs in it that no file name has; mend it")
    try:
        path = section.source.folder / Path(text).expanduser()
    except RuntimeError as error:
        raise section.error(
            key, f"{name} is {shown(text)}, in a home folder that is unknown; give the full path"
        ) from error
    parts = [len(os.fsencode(part)) for part in path.parts]
    if max(parts, default=0) > NAME_BYTES or sum(parts) + len(parts) > PATH_BYTES:
        raise section.error(
            key,
            f"{name} is {shown(text)}, which is too long; a name has at most {NAME_BYTES} bytes and a path "
            f"{PATH_BYTES}",
        )
    return path
