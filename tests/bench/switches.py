"""What it costs to read 48 flaps 1,000 times a second: processor time, beside an object for each of them.

The bus is left out on both sides: where the library call would be, the answer lies ready. On a Pi a transfer waits
in the kernel, which takes time but next to no processor. What is measured is everything from that call to a movement
that has come to rest: the part's own reading, its faults, the hand-over to the loop, glitch filter, debounce,
quarantine. Twice a second a flap moves, and bounces.

The plain way has an object for each flap that asks an object for its input. An input of a chip is one transfer, as
drivers do it that give every input a ``value``; the chain, and the matrix' rows, are read once for all.
"""

from __future__ import annotations

import heapq
import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from stbpi.table.events import Event, FlapRef, Micros
from stbpi.tray.bus import BusLock, I2cLine
from stbpi.tray.bus_contacts import Part, PolledContacts
from stbpi.tray.debounce import Debouncer
from stbpi.tray.hc165 import Hc165Chain
from stbpi.tray.matrix import MatrixPart
from stbpi.tray.mcp23017 import Mcp23017
from stbpi.tray.mcp23017_registers import Register
from stbpi.tray.profile import Filtering, load_profile
from stbpi.tray.reader import FlapReader
from stbpi.tray.source import JoinedContacts
from tests.bench.figures import Figure
from tests.bench.size import Size

SIDES = 4
A_SIDE = 12
FLAPS = SIDES * A_SIDE
A_SECOND = 1_000
"""Looks in a second."""
EVERY: Micros = 1_000_000 // A_SECOND
MOVES_EVERY = 500
"""Looks between two movements."""
BOUNCES = 8
"""Looks during which a movement bounces."""
WINDOW: Micros = 30_000
SHARE_OF_PLAIN = 1 / 20


def switches(size: Size) -> list[Figure]:
    """The share of a core for debouncing alone, and for each backend that polls."""
    looks = max(size.positions, 2)
    levels = list(_levels(looks))
    figures = []
    for name, what, ours, plain in (
        ("debounce", "debounced only", _debounced, _plain_debounced),
        ("mcp23017", "four MCP23017, no INT", _mcp23017, _plain_mcp23017),
        ("hc165", "six 74HC165 in a chain", _hc165, _plain_hc165),
        ("matrix", "a matrix of 4 x 12", _matrix, _plain_matrix),
    ):
        beside = _share(levels, plain)
        figures.append(
            Figure(
                name,
                f"{FLAPS} flaps, {A_SECOND:,} times a second, {what}",
                _share(levels, ours),
                "%",
                at_most=beside * SHARE_OF_PLAIN,
                plain=beside,
                beside="plain: an object for each flap",
            )
        )
    return figures


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


def _share(levels: Sequence[int], way: Callable[[Wires], Callable[[Micros], object]]) -> float:
    """Percent of a core."""
    wires = Wires()
    look = way(wires)
    for now in range(10):
        look(now * EVERY)
    began = time.process_time()
    for number, made in enumerate(levels, 10):
        wires.made = made
        look(number * EVERY)
    return (time.process_time() - began) / (len(levels) / A_SECOND) * 100


class Wires:
    """The contacts as they are: bit i for contact i, 1 for made. Made pulls low what it hangs on."""

    made = 0


# What stands where the libraries would be called.


class ReadySmbus:
    """Four expanders at 0x20 and following, twelve contacts each: GPA0 to GPA5 and GPB0 to GPB5."""

    def __init__(self, wires: Wires) -> None:
        self._wires = wires
        self._settings: list[int] = []

    def read_i2c_block_data(self, i2c_addr: int, register: int, length: int) -> list[int]:
        made = self._wires.made >> (i2c_addr - 0x20) * A_SIDE
        ports = [~made & 0x3F | 0x40, ~made >> 6 & 0x3F | 0x40]
        return ports if length == 2 else [*ports, 0, 0, *self._settings]

    def read_byte_data(self, i2c_addr: int, register: int) -> int:
        return self.read_i2c_block_data(i2c_addr, register, 2)[register & 1]

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        if register == Register.IODIR.address():
            self._settings = list(data)

    def close(self) -> None:
        pass


class ReadySpi:
    """A chain of six, contact i at clock i, the last sent byte coming back behind them."""

    def __init__(self, wires: Wires) -> None:
        self._wires = wires

    def xfer2(self, values: list[int]) -> list[int]:
        return [*(~self._wires.made & (1 << FLAPS) - 1).to_bytes(FLAPS // 8, "big"), values[0]]

    def close(self) -> None:
        pass


class ReadyMatrix:
    """Its rows and columns; ``row`` is the one driven low, -1 while none is."""

    def __init__(self, wires: Wires) -> None:
        self.wires = wires
        self.row = -1
        self.rows = [ReadyRow(self, number) for number in range(SIDES)]
        self.columns = [ReadyColumn(self, number) for number in range(A_SIDE)]


class ReadyRow:
    def __init__(self, matrix: ReadyMatrix, number: int) -> None:
        self._matrix, self._number = matrix, number
        self.state = 1

    def output_with_state(self, state: int) -> None:
        self._matrix.row = self._number

    def input_with_pull(self, pull: str) -> None:
        self._matrix.row = -1


class ReadyColumn:
    def __init__(self, matrix: ReadyMatrix, number: int) -> None:
        self._matrix, self._number = matrix, number

    @property
    def state(self) -> int:
        row = self._matrix.row
        return 1 if row < 0 else ~self._matrix.wires.made >> row * A_SIDE + self._number & 1

    def output_with_state(self, state: int) -> None:
        pass

    def input_with_pull(self, pull: str) -> None:
        pass


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


# As stbpi reads.


def _reading(parts: Sequence[Part], contacts_of: Callable[[int], range]) -> Callable[[Micros], object]:
    """The parts, each with the contacts it has, and the owner of the flap picture behind them."""
    wired = load_profile("simulated-4x12")
    profile = replace(wired, buttons=())
    numbered = tuple(enumerate(profile.contacts))
    assert [contact.of for _, contact in numbered] == [
        FlapRef(side, flap) for side in range(SIDES) for flap in range(1, A_SIDE + 1)
    ]
    loop: Any = ByHandLoop()
    events: list[Event] = []
    sources = [
        PolledContacts(
            [numbered[contact] for contact in contacts_of(number)], part, loop=loop, report=lambda *_: None
        )
        for number, part in enumerate(parts)
    ]
    reader = FlapReader(
        profile,
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


def _debounced(wires: Wires) -> Callable[[Micros], object]:
    debouncer = Debouncer(WINDOW)
    return lambda now: debouncer.sample(now, wires.made)


def _mcp23017(wires: Wires) -> Callable[[Micros], object]:
    line = I2cLine(1, BusLock(), lambda bus: ReadySmbus(wires))
    parts = [
        Mcp23017(
            f"expander {side}",
            line,
            0x20 + side,
            [(contact % 6 + 8 * (contact // 6), side * A_SIDE + contact) for contact in range(A_SIDE)],
            settle=lambda for_us: None,
        )
        for side in range(SIDES)
    ]
    return _reading(parts, lambda side: range(side * A_SIDE, (side + 1) * A_SIDE))


def _hc165(wires: Wires) -> Callable[[Micros], object]:
    last = FLAPS - 1
    part = Hc165Chain(
        "the chain",
        lambda: ReadySpi(wires),
        lambda low: None,
        FLAPS // 8,
        [(last - contact, contact) for contact in range(FLAPS)],
    )
    return _reading([part], lambda _: range(FLAPS))


def _matrix(wires: Wires) -> Callable[[Micros], object]:
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
    return _reading([part], lambda _: range(FLAPS))


# As one reads with an object for each flap.


class PlainInput:
    """An input of an expander, one transfer each time it is asked."""

    def __init__(self, smbus: ReadySmbus, address: int, bit: int) -> None:
        self._smbus, self._address, self._bit = smbus, address, bit

    @property
    def value(self) -> bool:
        port = self._smbus.read_byte_data(self._address, 0x12 + self._bit // 8)
        return not port >> self._bit % 8 & 1


class PlainFlap:
    """Counts as moved once its input has kept its level for a window."""

    def __init__(self, read: Callable[[], bool]) -> None:
        self._read = read
        self._seen = self.closed = False
        self._since: Micros = 0

    def update(self, now: Micros) -> None:
        level = self._read()
        if level != self._seen:
            self._seen, self._since = level, now
        elif level != self.closed and now - self._since >= WINDOW:
            self.closed = level


def _all(flaps: Sequence[PlainFlap]) -> Callable[[Micros], None]:
    def look(now: Micros) -> None:
        for flap in flaps:
            flap.update(now)

    return look


def _plain_debounced(wires: Wires) -> Callable[[Micros], object]:
    def bit(contact: int) -> Callable[[], bool]:
        return lambda: bool(wires.made >> contact & 1)

    return _all([PlainFlap(bit(contact)) for contact in range(FLAPS)])


def _plain_mcp23017(wires: Wires) -> Callable[[Micros], object]:
    smbus = ReadySmbus(wires)

    def read(pin: PlainInput) -> Callable[[], bool]:
        return lambda: pin.value

    return _all(
        [
            PlainFlap(read(PlainInput(smbus, 0x20 + side, contact % 6 + 8 * (contact // 6))))
            for side in range(SIDES)
            for contact in range(A_SIDE)
        ]
    )


def _plain_hc165(wires: Wires) -> Callable[[Micros], object]:
    spi = ReadySpi(wires)
    raw = 0

    def bit(contact: int) -> Callable[[], bool]:
        return lambda: not raw >> contact & 1

    flaps = _all([PlainFlap(bit(contact)) for contact in range(FLAPS)])

    def look(now: Micros) -> None:
        nonlocal raw
        raw = int.from_bytes(bytes(spi.xfer2([0] * (FLAPS // 8))[: FLAPS // 8]), "big")
        flaps(now)

    return look


def _plain_matrix(wires: Wires) -> Callable[[Micros], object]:
    matrix = ReadyMatrix(wires)

    def column(pin: ReadyColumn) -> Callable[[], bool]:
        return lambda: not pin.state

    rows = [_all([PlainFlap(column(pin)) for pin in matrix.columns]) for _ in matrix.rows]

    def look(now: Micros) -> None:
        for row, flaps in zip(matrix.rows, rows, strict=True):
            row.output_with_state(0)
            flaps(now)
            row.input_with_pull("up")

    return look
