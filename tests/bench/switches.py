"""What it costs to read 48 flaps 1,000 times a second: processor time, beside an object for each of them.

The bus is left out on both sides: a transfer, or a pin that is driven or read, is a call into the kernel that does
next to nothing there, and the answer lies ready. On a Pi a transfer waits in the kernel, which takes time but next to
no processor. What is measured is everything from that call to a movement that has come to rest: smbus2's own work, the
part's reading, its faults, the hand-over to the loop, glitch filter, debounce, quarantine. Twice a second a flap moves,
and bounces.

The plain way has an object for each flap, which asks an object for its input, as gpiozero has it: each has a ``value``,
and getting it is a transfer of its chip or chain, or its row driven and its column read. Debouncing alone is measured
with inputs that cost nothing but asking, reading alone without what comes behind it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from random import Random
from unittest.mock import patch

from smbus2 import smbus2

from stbpi.table.events import Micros
from tests.bench import object_each, reading
from tests.bench.figures import Figure
from tests.bench.size import Size
from tests.bench.wires import FLAPS, Doorstep, Way, Wires

A_SECOND = 1_000
"""Looks in a second."""
EVERY: Micros = 1_000_000 // A_SECOND
MOVES_EVERY = 500
"""Looks between two movements."""
BOUNCES = 8
"""Looks during which a movement bounces."""
SHARE_OF_PLAIN = 1 / 20


def switches(size: Size) -> list[Figure]:
    """The share of a core for debouncing alone, and for each backend that polls."""
    looks = max(size.positions, 2)
    levels = list(_levels(looks))
    beside = "plain: an object for each flap"
    figures = [
        _figure("debounce", "debounced only", levels, reading.debounced, object_each.debounced, beside)
    ]
    for name, what, parts, plain in (
        ("mcp23017", "four MCP23017, no INT", reading.mcp23017, object_each.mcp23017),
        ("hc165", "six 74HC165 in a chain", reading.hc165, object_each.hc165),
        ("matrix", "a matrix of 4 x 12", reading.matrix, object_each.matrix),
    ):
        behind = _figure(
            name, what, levels, partial(reading.owned, parts), partial(object_each.flaps, plain), beside
        )
        alone = _figure(
            f"{name}_read",
            f"{what}, read only",
            levels,
            partial(reading.read, parts),
            partial(object_each.values, plain),
            beside,
        )
        figures += [behind, replace(alone, at_most=None)]
    return figures


def _figure(name: str, what: str, levels: Sequence[int], ours: Way, plain: Way, beside: str) -> Figure:
    share, plain_share = _share(levels, ours), _share(levels, plain)
    times = f", {plain_share / share:.0f} times as much" if share else ""
    return Figure(
        name,
        f"{FLAPS} flaps, {A_SECOND:,} times a second, {what}",
        share,
        "%",
        at_most=plain_share * SHARE_OF_PLAIN,
        plain=plain_share,
        beside=beside + times,
    )


def _levels(looks: int) -> Iterator[int]:
    """The 48 contacts at each look, 1 for made."""
    chance = Random(1)
    made = 0
    for look in range(looks):
        if look % MOVES_EVERY == 0:
            moving = 1 << chance.randrange(FLAPS)
            made ^= moving
        bounces = look % MOVES_EVERY < BOUNCES and chance.random() < 0.5
        yield made ^ moving if bounces else made


def _share(levels: Sequence[int], way: Way) -> float:
    """Percent of a core."""
    with closing(Doorstep()) as doorstep, patch.object(smbus2, "ioctl", lambda *_: doorstep.cross()):
        wires = Wires(doorstep)
        look = way(wires)
        for now in range(10):
            look(now * EVERY)
        began = time.process_time()
        for number, made in enumerate(levels, 10):
            wires.made = made
            look(number * EVERY)
        return (time.process_time() - began) / (len(levels) / A_SECOND) * 100
