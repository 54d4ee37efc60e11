"""How well the house plays, where it has a seat."""

from __future__ import annotations

from enum import StrEnum


class Strength(StrEnum):
    """The house's players, the weakest first."""

    RANDOM = "random"
    """Does anything that is legal, each as likely."""
    GREEDY = "greedy"
    """Looks one throw ahead: leaves whatever has the fewest points open after it, on average."""
    CAREFUL = "careful"
    """Keeps the small flaps: closes the largest that can be closed; throws the dice that are answered more often."""
    PERFECT = "perfect"
    """Plays as has been worked out to be best."""
