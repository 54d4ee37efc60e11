"""The values of a wiring profile below its sides: places where a switch can hang, and the parts that have such places.

A place names its part by the name the profile gives the part; the profile has been checked, so that part exists.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

EXPANDER_PINS = tuple(f"GP{port}{bit}" for port in "AB" for bit in range(8))
"""The pins of an MCP23017 as its data sheet (DS20001952) names them; their index is their bit in GPIOB:GPIOA."""

OUTPUT_ONLY = ("GPA7", "GPB7")
"""Since revision D of the data sheet these two are outputs only: as inputs they can corrupt SDA."""

CHAIN_INPUTS = "ABCDEFGH"
"""The inputs of a 74HC165 as its data sheet names them. H leaves the chip first."""

USUAL_I2C_KHZ = 100
USUAL_SPI_KHZ = 1000
"""A 74HC165 at 3.3 V takes 10 MHz and more; what limits it is a metre of wire to the sides."""
USUAL_SETTLE_US = 50
"""A column let go of rises through the Pi's pull-up: 50 kΩ and 0.3 to 1 nF of long wires are 15 to 50 µs."""


@dataclass(frozen=True, slots=True)
class GpioPin:
    """A place for a switch: between a pin of the Pi and ground."""

    pin: int
    on: Literal["gpio"] = "gpio"

    def __str__(self) -> str:
        return f"GPIO {self.pin}"


@dataclass(frozen=True, slots=True)
class ExpanderPin:
    """A place for a switch: between an input of an MCP23017 and ground. ``bit`` is 0 to 15, GPA0 to GPB7."""

    expander: str
    bit: int
    on: Literal["expander"] = "expander"

    @property
    def pin(self) -> str:
        """The pin as the data sheet names it."""
        return EXPANDER_PINS[self.bit]

    def __str__(self) -> str:
        return f"{self.pin} of the expander {self.expander}"


@dataclass(frozen=True, slots=True)
class ChainInput:
    """A place for a switch: between an input of a 74HC165 and ground, with a pull-up of its own.

    ``chip`` counts from 1, the one whose output goes to the Pi; ``input`` is 0 to 7, A to H.
    """

    chain: str
    chip: int
    input: int
    on: Literal["chain"] = "chain"

    @property
    def pin(self) -> str:
        """Chip and input as the profile writes them, such as 2C."""
        return f"{self.chip}{CHAIN_INPUTS[self.input]}"

    @property
    def clock(self) -> int:
        """How many bits come out of the chain before this one; the first byte read has clock 0 as its bit 7."""
        return 8 * (self.chip - 1) + 7 - self.input

    def __str__(self) -> str:
        return f"input {self.pin} of the chain {self.chain}"


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """A place for a switch: between a row and a column of the matrix on the Pi's own pins, each counted from 0."""

    row: int
    column: int
    on: Literal["matrix"] = "matrix"

    def __str__(self) -> str:
        return f"row {self.row + 1}, column {self.column + 1} of the matrix"


@dataclass(frozen=True, slots=True)
class ScannerCell:
    """A place for a switch: between a row and a column of the flap scanner, each counted from 0."""

    row: int
    column: int
    on: Literal["scanner"] = "scanner"

    def __str__(self) -> str:
        return f"row {self.row + 1}, column {self.column + 1} of the scanner"


@dataclass(frozen=True, slots=True)
class ScannerButton:
    """A place for a switch: the scanner's own input for a button."""

    on: Literal["scanner"] = "scanner"

    def __str__(self) -> str:
        return "the button input of the scanner"


@dataclass(frozen=True, slots=True)
class Simulation:
    """A place for a switch that is only simulated: there is nothing a wire could lead to."""

    on: Literal["simulated"] = "simulated"

    def __str__(self) -> str:
        return "the simulation"


Place: TypeAlias = GpioPin | ExpanderPin | ChainInput | MatrixCell | ScannerCell | ScannerButton | Simulation
"""What a switch hangs on. Another way of reading switches is another class here, a word for ``on`` in
``stbpi.tray.place_reading``, and a ``ContactSource``."""


@dataclass(frozen=True, slots=True)
class I2cBus:
    """An I2C bus: its number as in ``/dev/i2c-1``, its clock, and its pins; None where it is not on the header."""

    bus: int
    khz: int = USUAL_I2C_KHZ
    sda: int | None = None
    scl: int | None = None

    def __str__(self) -> str:
        return f"I2C {self.bus}"


@dataclass(frozen=True, slots=True)
class Expander:
    """An MCP23017 on an I2C bus, at a 7-bit address.

    ``interrupt`` is the GPIO pin its INTA goes to (both ports report there, IOCON.MIRROR), None where it is
    polled. Expanders may share such a pin: their INT outputs are open drain (IOCON.ODR).
    """

    name: str
    bus: int
    address: int
    interrupt: int | None = None

    def __str__(self) -> str:
        return f"the expander {self.name}"


@dataclass(frozen=True, slots=True)
class Chain:
    """A number of 74HC165 in a row on an SPI bus, chip 1 next to the Pi.

    ``bus`` and ``device`` are those of ``/dev/spidev0.0``; ``latch`` is the GPIO pin at SH/LD of every chip.
    MOSI goes to SER of the last chip, so that what is sent through all of them comes back.
    """

    name: str
    bus: int
    device: int
    chips: int
    latch: int
    khz: int = USUAL_SPI_KHZ

    def __str__(self) -> str:
        return f"the chain {self.name}"


@dataclass(frozen=True, slots=True)
class Matrix:
    """A matrix on the Pi's own pins: the GPIO pins of its rows and columns.

    One row at a time is driven low while the others float; the columns are read, pulled up, ``settle_us`` later.
    ``diodes`` tells whether every switch has one, its cathode towards the row: without, three closed switches at
    corners of a rectangle make the fourth seem closed.
    """

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    diodes: bool = True
    settle_us: int = USUAL_SETTLE_US


@dataclass(frozen=True, slots=True)
class Scanner:
    """A flap scanner on a serial port: how many rows and columns it has. ``port`` None: it is to be found."""

    rows: int
    columns: int
    port: str | None = None
