"""What a table is about at a time."""

from __future__ import annotations

from enum import Enum


class Stage(Enum):
    """What the tray is about: the first that applies."""

    PREPARED = "prepared"
    """A match waits for its start."""
    IDLE = "idle"
    """A match may have been left behind."""
    TURNED = "turned"
    """The last throw could not be answered, and people are looking at that."""
    OVER = "over"
    """A round or the match has ended."""
    PLAY = "play"
