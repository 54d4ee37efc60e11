"""How a running daemon fails."""

from __future__ import annotations


class DaemonFailed(RuntimeError):  # noqa: N818 - what happened, as every log says it
    """The daemon had to end while it was running. Started again it goes on where it was: exit status 1, not 2."""
