"""What a lamp tells the people at its side."""

from __future__ import annotations

from enum import StrEnum


class Light(StrEnum):
    """How a lamp shines, the most urgent first: that is what a lamp for several sides shows."""

    WRONG = "wrong"
    """A flap on this side stands as it must not."""
    CELEBRATION = "celebration"
    """Somebody has won, or shut the box."""
    EXPECTED = "expected"
    """A confirmation is expected, or flaps are to be put in place."""
    TURN = "turn"
    """This player is to throw or to close."""
    GLIMMER = "glimmer"
    """Any of these, on a tray that nobody has touched for a while."""
