"""Dice in the air: faces that have nothing to do with the throw."""

from __future__ import annotations

from collections.abc import Sequence

_ORDER = (1, 3, 5, 6, 4, 2)
"""Each face has most of its pips where the one before has them: a turn of a die is a few bytes for the panel."""


def faces_in_the_air(count: int, sides: int, picture: int) -> tuple[int, ...]:
    """The faces of ``count`` dice with so many ``sides``; half of the dice turn from picture to picture."""
    order: Sequence[int] = range(1, sides + 1)
    if sides <= len(_ORDER):
        order = [face for face in _ORDER if face <= sides]
    together = min(2, count)
    return tuple(order[(die * 2 + (picture + die) // together) % sides] for die in range(count))


def blank_faces(count: int) -> tuple[int, ...]:
    """Dice still to be thrown."""
    return (0,) * count
