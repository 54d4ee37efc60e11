"""Where the simulated flaps stand, kept in a file: a wooden tray does not move when the power goes."""

from __future__ import annotations

import json
import logging
from pathlib import Path

log = logging.getLogger(__name__)


class Positions:
    """The closed flaps per side, written on every change. Without a path they are only remembered.

    The file is replaced whole, so a kill at any instant leaves the old or the new one. It is not synced to
    the disk: it stands for wood, and losing the last movement in a power cut is what wood does too.
    """

    def __init__(self, path: Path | None, sides: int) -> None:
        self._path = path
        self._writable = True
        self._closed: list[set[int]] = [set() for _ in range(sides)]
        if path is not None:
            self._load(path)

    @property
    def closed(self) -> tuple[frozenset[int], ...]:
        """The closed flap numbers, per side."""
        return tuple(frozenset(side) for side in self._closed)

    def move(self, side: int, flap: int, closed: bool) -> None:
        """Remember that a flap stands closed, or raised."""
        if (flap in self._closed[side]) == closed:
            return
        if closed:
            self._closed[side].add(flap)
        else:
            self._closed[side].discard(flap)
        if self._path is not None:
            self._write(self._path)

    def _load(self, path: Path) -> None:
        try:
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return
        except (OSError, UnicodeDecodeError) as error:
            self._set_aside(path, str(error))
            return
        try:
            closed = json.loads(text)["closed"]
            sides = [{int(flap) for flap in side} for side in closed]
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            self._set_aside(path, f"it is not what was written ({error})")
            return
        # A tray with fewer sides may have used the file before.
        for side, flaps in zip(self._closed, sides, strict=False):
            side |= flaps

    def _set_aside(self, path: Path, trouble: str) -> None:
        aside = path.with_name(path.name + ".damaged")
        log.warning("%s cannot be used: %s; kept as %s, all flaps are raised", path, trouble, aside.name)
        try:
            path.replace(aside)
        except OSError as error:
            log.warning("%s could not be set aside: %s", path, error)

    def _write(self, path: Path) -> None:
        text = json.dumps({"closed": [sorted(side) for side in self._closed]})
        beside = path.with_name(path.name + ".new")
        try:
            beside.write_text(text, encoding="utf-8")
            beside.replace(path)
        except OSError as error:
            if self._writable:
                log.warning("where the flaps stand cannot be written to %s: %s", path, error)
            self._writable = False
        else:
            self._writable = True
