"""What odds cannot be worked out, told in one sentence."""

from __future__ import annotations


class OddsError(ValueError):
    """A row too large to be solved, or a position that its rules do not have; the sentence says the mend."""
