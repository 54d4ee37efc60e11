"""How simulated switches move: contact bounce as a random, repeatable sequence of edges."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

from stbpi.table.events import Micros


@dataclass(frozen=True, slots=True)
class Bounce:
    """How one kind of switch bounces: how long it lasts in all and how many pulses there may be."""

    shortest: Micros
    longest: Micros
    most_pulses: int


@dataclass(frozen=True, slots=True)
class Physics:
    """How the parts of a tray move. Times are microseconds.

    Bounce of 0.1 to 25 ms, irregular, on closing and on opening, is what is reported of microswitches;
    push-buttons settle sooner. ``finger`` is the least time a finger takes between two movements.
    """

    flap: Bounce = Bounce(100, 25_000, 9)
    button: Bounce = Bounce(100, 8_000, 5)
    finger: Micros = 60_000


def movement(bounce: Bounce, made: bool, random: Random) -> list[tuple[Micros, bool]]:
    """The edges of one movement: microseconds from its start and the contact's state, the first at 0, the
    last ``made``.

    Durations are drawn on a logarithmic scale: short bounces are far more common than long ones.
    """
    lasts = math.exp(random.uniform(math.log(bounce.shortest), math.log(bounce.longest)))
    pulses = random.randint(0, bounce.most_pulses)
    inner = sorted(random.uniform(0, lasts) for _ in range(2 * pulses - 1))
    instants = [0, *(round(at) for at in inner), round(lasts)] if pulses else [0]
    return [(at, made == (number % 2 == 0)) for number, at in enumerate(instants)]
