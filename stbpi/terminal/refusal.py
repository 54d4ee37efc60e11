"""What is wrong with a line that somebody typed."""

from __future__ import annotations


class LineError(ValueError):
    """A line that cannot be carried out: one sentence for whoever typed it, with the mend."""
