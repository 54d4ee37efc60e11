"""From the keys of a profile to the parts that switches hang on, and to the buses those and the displays are on."""

from __future__ import annotations

import re
from collections.abc import Iterable

from stbpi.tray.errors import BadValueError, PinConflictError
from stbpi.tray.keys import Keys
from stbpi.tray.parts import (
    USUAL_I2C_KHZ,
    USUAL_SETTLE_US,
    USUAL_SPI_KHZ,
    Chain,
    Expander,
    I2cBus,
    Matrix,
    Scanner,
)
from stbpi.tray.place_reading import HEADER_PINS

BUS_NUMBERS = range(32)
HEADER_I2C = {0: (0, 1), 1: (2, 3)}
"""The pins, SDA and SCL, of the I2C buses that are on the header wherever nothing else was set up."""

EXPANDER_ADDRESSES = range(0x20, 0x28)
"""Where an MCP23017 can answer: 0100 and its pins A2, A1, A0 (DS20001952, 3.3.2)."""
OLED_ADDRESSES = {0x3C: 0x3C, 0x3D: 0x3D, 0x78: 0x3C, 0x7A: 0x3D}
"""The two I2C addresses the controllers can have (their data sheets: 011110 and SA0), also with the write bit, as
boards have them printed on."""

NAME = re.compile(r"[A-Za-z0-9_-]{1,12}")
"""Names of parts stand on drawings, and before the dot of a pin."""

MOST_CHIPS = 12
"""Twelve 74HC165 have the 72 flaps of the largest tray and 24 inputs to spare."""
MOST_LINES = 16
"""A scanner sends 16 columns for each row; a matrix that large leaves a Pi no pin for anything else."""
MOST_ROWS = 6


def read_i2c(keys: Keys) -> I2cBus:
    """An ``[[i2c]]`` table."""
    bus = keys.whole("bus", BUS_NUMBERS)
    khz = keys.whole("khz", range(10, 1001), USUAL_I2C_KHZ)
    given = [key for key in ("sda", "scl") if keys.has(key)]
    if given and bus in HEADER_I2C:
        sda, scl = HEADER_I2C[bus]
        raise BadValueError(
            f'{keys.begin(given[0])}"{given[0]}" is given for I2C {bus}, which is on GPIO {sda} and {scl} for good; '
            "take it out, or give the bus another number"
        )
    if len(given) == 1:
        raise BadValueError(
            f'{keys.begin(given[0])}"{given[0]}" is given alone; give both sda and scl, or neither for an adapter '
            "that is not on the header"
        )
    sda_pin, scl_pin = HEADER_I2C.get(bus, (None, None))
    if given:
        sda_pin, scl_pin = keys.whole("sda", HEADER_PINS), keys.whole("scl", HEADER_PINS)
    keys.done()
    return I2cBus(bus, khz, sda_pin, scl_pin)


def with_usual_buses(
    described: Iterable[tuple[I2cBus, Keys]], used: Iterable[tuple[int, Keys]]
) -> tuple[I2cBus, ...]:
    """The buses that are described, then those ``used`` without it, which only the header's can be."""
    buses: dict[int, I2cBus] = {}
    for bus, keys in described:
        if bus.bus in buses:
            raise PinConflictError(f"{keys.begin('bus')}I2C {bus.bus} is described twice; keep one")
        buses[bus.bus] = bus
    for number, keys in used:
        if number in buses:
            continue
        if number not in HEADER_I2C:
            raise BadValueError(
                f"{keys.begin('bus')}I2C {number} has no pins of its own; add [[i2c]] with bus = {number}, sda and "
                "scl, or without these two where it is an adapter"
            )
        buses[number] = I2cBus(number, USUAL_I2C_KHZ, *HEADER_I2C[number])
    return tuple(buses.values())


def read_expander(keys: Keys) -> Expander:
    """An ``[[expander]]`` table."""
    name = _name(keys)
    bus = keys.whole("bus", BUS_NUMBERS, 1)
    address = keys.whole("address", range(0x100))
    if address not in EXPANDER_ADDRESSES:
        mend = "set it with its pins A0 to A2"
        if address >> 1 in EXPANDER_ADDRESSES and address >= 0x40:
            mend = f"that is with the write bit, the address is 0x{address >> 1:02X}"
        raise BadValueError(
            f"{keys.begin('address')}0x{address:02X} is no address of an MCP23017 (0x20 to 0x27); {mend}"
        )
    interrupt = keys.whole_or_none("interrupt", HEADER_PINS)
    keys.done()
    return Expander(name, bus, address, interrupt)


def read_chain(keys: Keys) -> Chain:
    """A ``[[chain]]`` table."""
    chain = Chain(
        _name(keys),
        bus=keys.whole("bus", range(2), 0),
        device=keys.whole("device", range(3), 0),
        chips=keys.whole("chips", range(1, MOST_CHIPS + 1)),
        latch=keys.whole("latch", HEADER_PINS),
        khz=keys.whole("khz", range(50, 10_001), USUAL_SPI_KHZ),
    )
    keys.done()
    return chain


def read_matrix(keys: Keys) -> Matrix:
    """The ``[matrix]`` table."""
    matrix = Matrix(
        rows=keys.wholes("rows", HEADER_PINS),
        columns=keys.wholes("columns", HEADER_PINS),
        diodes=keys.flag("diodes", True),
        settle_us=keys.whole("settle_us", range(1, 1001), USUAL_SETTLE_US),
    )
    keys.done()
    return matrix


def read_scanner(keys: Keys) -> Scanner:
    """The ``[scanner]`` table."""
    scanner = Scanner(
        rows=keys.whole("rows", range(1, MOST_ROWS + 1)),
        columns=keys.whole("columns", range(1, MOST_LINES + 1)),
        port=keys.text("port") if keys.has("port") else None,
    )
    keys.done()
    return scanner


def refuse_twins(parts: Iterable[tuple[Expander | Chain, Keys]]) -> None:
    """Refuse a name that two parts have."""
    seen: dict[str, Keys] = {}
    for part, keys in parts:
        if part.name in seen:
            other = keys.source.aside((*seen[part.name].path, "name"), "the other on line")
            raise BadValueError(f'{keys.begin("name")}two parts are called "{part.name}"{other}; rename one')
        seen[part.name] = keys


def _name(keys: Keys) -> str:
    name = keys.text("name")
    if not NAME.fullmatch(name):
        raise keys.bad("name", name, "up to 12 letters, digits, - or _")
    return name
