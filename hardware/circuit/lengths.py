"""How long cables are: from the board in its house, through the notch beside it, and around the tray under the flaps.

The measures are those of ``enclosure/parameters.scad``, in metres; a test holds the two to each other.
"""

from __future__ import annotations

from math import ceil, pi, tan

from hardware.circuit.circuit import Circuit

PITCH_M, ENDS_M = 0.031, 0.016
"""From flap to flap, and what a row has beside its flaps."""
DEEP_M, FIELD_M = 0.107, 0.2
"""Of a side with its fence, from the outer wall to the field; and of the field between two rows."""
HOUSE_M = 0.3
"""From the board, whose plugs are at its end towards the Pi, to the strip or board beside the house's notch."""
PANEL_M = 0.5
"""To what is in the panel, so that the panel can be laid beside its house."""
SWITCH_M = 0.5
"""The longest wire from a strip or board under the right end of a row to a switch or lamp of that row."""
STEP_M = 0.1


def sides(circuit: Circuit) -> int:
    """How many sides the tray has."""
    return max((_number(part.place) for part in circuit.of("switch")), default=0)


def cable_m(circuit: Circuit, place: str) -> float:
    """How long the cable from the board to a side, or to the panel, has to be.

    Sides are counted clockwise. The house stands behind the last, at the right hand of side 1, beside the corner of
    these two; the strip of a side is under the corner at its right. A cable goes whichever way around is shorter. With
    one row or two the house is at the right end of the first.
    """
    number, count = _number(place), sides(circuit)
    if not number:
        return PANEL_M
    if count < 3:
        return _up(HOUSE_M + (number - 1) * (2 * DEEP_M + FIELD_M))
    return _up(HOUSE_M + min(number - 1, count - number + 1) * wall_m(circuit))


def wall_m(circuit: Circuit) -> float:
    """How long a wall is inside, of a tray of three sides and more."""
    places = [part.place for part in circuit.of("switch")]
    flaps = max(places.count(place) for place in places if _number(place))
    return flaps * PITCH_M + ENDS_M + 2 * DEEP_M * tan(pi / sides(circuit))


def _number(place: str) -> int:
    return int(place.removeprefix("side ")) if place.startswith("side ") else 0


def _up(metres: float) -> float:
    """To the next tenth, a millimetre over it forgiven."""
    return ceil(metres / STEP_M - 0.01) * STEP_M
