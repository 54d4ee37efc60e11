"""How the house plays where it has a seat, in four strengths: pure functions of the match."""

from stbpi.house.players import Players

__all__ = ["Players"]
