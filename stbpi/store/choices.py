"""What people have chosen at the tray, in a file beside the journal: it holds for every later start."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from stbpi.table.choices import Choices, Sound

log = logging.getLogger("stbpi")


def choices_file(journal: Path) -> Path:
    """The file that belongs to a journal."""
    return journal.with_name(journal.name + ".choices.json")


class ChoicesFile:
    """Holds what differs from ``configured``; whatever does not follows the configuration, also when that changes."""

    def __init__(self, path: Path, configured: Choices) -> None:
        self._path = path
        self._configured = configured

    def load(self) -> Choices:
        """What holds: the choices that were made, and beside them the configuration. Never raises.

        What cannot be used is left out, and told in the log.
        """
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return self._configured
        except (OSError, ValueError, RecursionError) as error:
            log.warning("%s cannot be used: %s; what the configuration says holds", self._path, error)
            return self._configured
        choices = self._configured
        for key, value in found.items() if isinstance(found, dict) else ():
            chosen = _with(choices, key, value)
            if chosen is None:
                log.warning(
                    "%s says %s = %r, which is nothing to choose; it is left out", self._path, key, value
                )
            choices = chosen or choices
        return choices

    def save(self, choices: Choices) -> None:
        """Make the choices durable. Raises OSError, one of the system's, where the disk will not."""
        kept = _differing(choices, self._configured)
        if not kept:
            self._path.unlink(missing_ok=True)
            return
        beside = self._path.with_name(self._path.name + ".new")
        with beside.open("w", encoding="utf-8") as file:
            json.dump(kept, file)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self._path)


def _differing(choices: Choices, configured: Choices) -> dict[str, Any]:
    now, base = _as_json(choices), _as_json(configured)
    return {key: value for key, value in now.items() if value != base[key]}


def _as_json(choices: Choices) -> Mapping[str, Any]:
    return {
        "language": choices.language,
        "sound": choices.sound.value,
        "quiet_hours": choices.quiet_hours,
        "dice_source": choices.dice_source,
    }


def _with(choices: Choices, key: str, value: object) -> Choices | None:
    """The choices with one of them made; None for what cannot be chosen."""
    match key, value:
        case "language", str() if value.isascii() and value.isalpha():
            return replace(choices, language=value)
        case "sound", str() if value in tuple(Sound):
            return replace(choices, sound=Sound(value))
        case "quiet_hours", bool():
            return replace(choices, quiet_hours=value)
        case "dice_source", "electronic":
            return replace(choices, dice_source="electronic")
        case "dice_source", "entered":
            return replace(choices, dice_source="entered")
        case _:
            return None
