"""Referee and scorekeeper for a wooden Shut-the-Box tray.

Rooms, from the inside out: ``rules`` (the game), ``table`` (one tray being played), then ``tray``, ``display``,
``store`` and ``web`` (the world outside), joined in ``daemon`` and started from ``cli``.
"""

__version__ = "0.1.0"
