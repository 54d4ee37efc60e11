"""The last frames of a link, written to a file when it fails: what was said before is what tells why."""

from __future__ import annotations

import logging
from collections import deque
from pathlib import Path

from stbpi.table.events import Micros

log = logging.getLogger(__name__)

KEPT = 100
WRITTEN_EVERY: Micros = 60_000_000
"""A plug that wobbles must not wear out the card."""

LONGEST_PIECE = 64
"""Bytes of one line that are shown; no frame is half as long."""


def frames_beside(journal: Path) -> Path:
    """Where a daemon with this journal writes them."""
    return journal.with_name(journal.name + ".scanner.txt")


class FrameLog:
    """The last ``KEPT`` frames. ``path`` None: they are only kept."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._frames: deque[tuple[Micros, str, bytes, str]] = deque(maxlen=KEPT)
        self._written_at: Micros | None = None
        self._waiting: str | None = None
        self._writable = True

    def heard(self, at: Micros, raw: bytes, trouble: str = "") -> None:
        """Bytes between two 0x00 came from the scanner; ``trouble`` says why they are no frame."""
        self._frames.append((at, "<", raw, trouble))

    def sent(self, at: Micros, raw: bytes) -> None:
        """Bytes went to the scanner."""
        self._frames.append((at, ">", raw, ""))

    def write(self, now: Micros, why: str) -> None:
        """Write them out where there are any; the file is replaced whole.

        Within a minute of the last time that waits for the minute's end.
        """
        if self._frames:
            self._waiting = self._told(now, why)
            self.pass_time(now)

    def pass_time(self, now: Micros) -> None:
        """Write what waits to be written, if it is time."""
        if self._path is None or self._waiting is None:
            return
        if self._written_at is not None and now - self._written_at < WRITTEN_EVERY:
            return
        self._written_at = now
        text, self._waiting = self._waiting, None
        beside = self._path.with_name(self._path.name + ".new")
        try:
            beside.write_text(text, encoding="utf-8")
            beside.replace(self._path)
        except OSError as error:
            if self._writable:
                log.warning("the last frames of the scanner cannot be written to %s: %s", self._path, error)
            self._writable = False
        else:
            log.info("the scanner's last frames are in %s", self._path)
            self._writable = True

    def _told(self, now: Micros, why: str) -> str:
        lines = [f"{why}\nseconds before, < from the scanner, > to it, bytes as they were on the line"]
        for at, way, raw, trouble in self._frames:
            shown = raw[:LONGEST_PIECE].hex(" ") + (" ..." if len(raw) > LONGEST_PIECE else "")
            lines.append(f"{(now - at) / 1_000_000:9.3f} {way} {shown}{f'   {trouble}' if trouble else ''}")
        return "\n".join(lines) + "\n"
