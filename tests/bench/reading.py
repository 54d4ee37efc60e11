"""As stbpi reads 48 switches: its parts, and the owner of the flap picture behind them, on a loop turned by hand."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from stbpi.table.events import Event, Micros
from stbpi.tray.bus import BusLock, I2cLine
from stbpi.tray.bus_contacts import Part, PolledContacts
from stbpi.tray.debounce import Debouncer
from stbpi.tray.hc165 import Hc165Chain
from stbpi.tray.matrix import MatrixPart
from stbpi.tray.mcp23017 import Mcp23017
from stbpi.tray.profile import Filtering, load_profile
from stbpi.tray.reader import FlapReader
from stbpi.tray.source import JoinedContacts
from tests.bench.wires import (
    A_SIDE,
    FLAPS,
    SIDES,
    WINDOW,
    ReadyBus,
    ReadyKernel,
    ReadyMatrix,
    ReadySpi,
    Wires,
)

PROFILE = replace(load_profile("simulated-4x12"), buttons=())
CONTACTS = PROFILE.contacts


class ByHandLoop:
    """What of an event loop the tray uses, turned by hand: an idle selector is no part of this."""

    def __init__(self) -> None:
        self._now = 0.0
        self._soon: list[Callable[[], object]] = []
        self._timers: list[tuple[float, int, ByHandTimer]] = []
        self._order = itertools.count()

    def time(self) -> float:
        return self._now

    def call_soon(self, call: Callable[..., object], *arguments: object) -> ByHandTimer:
        return self.call_at(self._now, call, *arguments)

    def call_soon_threadsafe(self, call: Callable[..., object], *arguments: object) -> None:
        self._soon.append(partial(call, *arguments))

    def call_later(self, delay: float, call: Callable[..., object], *arguments: object) -> ByHandTimer:
        return self.call_at(self._now + delay, call, *arguments)

    def call_at(self, when: float, call: Callable[..., object], *arguments: object) -> ByHandTimer:
        timer = ByHandTimer(when, partial(call, *arguments))
        heapq.heappush(self._timers, (when, next(self._order), timer))
        return timer

    def turn(self, now: Micros) -> None:
        self._now = now / 1_000_000
        if self._soon:
            soon, self._soon = self._soon, []
            for call in soon:
                call()
        while self._timers and self._timers[0][0] <= self._now:
            heapq.heappop(self._timers)[2].ring()


class ByHandTimer:
    def __init__(self, when: float, call: Callable[[], object]) -> None:
        self._when = when
        self._call: Callable[[], object] | None = call

    def when(self) -> float:
        return self._when

    def cancel(self) -> None:
        self._call = None

    def ring(self) -> None:
        if self._call is not None:
            self._call()


def sources_of(parts: Sequence[Part], loop: Any) -> list[PolledContacts]:
    """The parts, each with an equal share of the contacts."""
    each = FLAPS // len(parts)
    return [
        PolledContacts(
            [(contact, CONTACTS[contact]) for contact in range(number * each, (number + 1) * each)],
            part,
            loop=loop,
            report=lambda *_: None,
        )
        for number, part in enumerate(parts)
    ]


def read(parts: Callable[[Wires], Sequence[Part]], wires: Wires) -> Callable[[Micros], object]:
    loop = ByHandLoop()
    sources = sources_of(parts(wires), loop)

    def look(now: Micros) -> None:
        for source in sources:
            source.step(now)
        loop.turn(now)

    return look


def owned(parts: Callable[[Wires], Sequence[Part]], wires: Wires) -> Callable[[Micros], object]:
    """The same, and the owner of the flap picture behind them."""
    loop: Any = ByHandLoop()
    events: list[Event] = []
    sources = sources_of(parts(wires), loop)
    reader = FlapReader(
        PROFILE,
        JoinedContacts(sources),
        loop=loop,
        emit=events.append,
        usual=Filtering(WINDOW // 1000),
        report=lambda *_: None,
    )
    for source in sources:
        source.step(0)
    loop.turn(0)
    reader.start()

    def look(now: Micros) -> None:
        for source in sources:
            source.step(now)
        loop.turn(now)

    return look


def debounced(wires: Wires) -> Callable[[Micros], object]:
    debouncer = Debouncer(WINDOW)
    return lambda now: debouncer.sample(now, wires.made)


def mcp23017(wires: Wires) -> Sequence[Part]:
    kernel = ReadyKernel(wires)
    line = I2cLine(1, BusLock(), lambda bus: ReadyBus(kernel))
    return [
        Mcp23017(
            f"expander {side}",
            line,
            0x20 + side,
            [(contact % 6 + 8 * (contact // 6), side * A_SIDE + contact) for contact in range(A_SIDE)],
            settle=lambda for_us: None,
        )
        for side in range(SIDES)
    ]


def hc165(wires: Wires) -> Sequence[Part]:
    last = FLAPS - 1
    part = Hc165Chain(
        "the chain",
        lambda: ReadySpi(wires),
        lambda low: None,
        FLAPS // 8,
        [(last - contact, contact) for contact in range(FLAPS)],
    )
    return [part]


def matrix(wires: Wires) -> Sequence[Part]:
    matrix = ReadyMatrix(wires)
    cells = {(row, column): row * A_SIDE + column for row in range(SIDES) for column in range(A_SIDE)}
    part = MatrixPart(
        matrix.rows,
        matrix.columns,
        cells,
        {number: f"flap {number}" for number in cells.values()},
        diodes=True,
        settle_us=0,
        settle=lambda for_us: None,
    )
    return [part]
