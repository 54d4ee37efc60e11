"""A match in the terminal, for people without a tray: lines in, lines out."""

from __future__ import annotations

from stbpi.terminal.console import converse
from stbpi.terminal.session import Session

__all__ = ["Session", "converse"]
