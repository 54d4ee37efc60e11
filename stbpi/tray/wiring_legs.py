"""What every pin of the header and of every part of a tray is connected to: the one list that tables and drawings are
made of.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from stbpi.table.events import FlapRef
from stbpi.tray.parts import (
    CHAIN_INPUTS,
    EXPANDER_PINS,
    Chain,
    ChainInput,
    Expander,
    ExpanderPin,
    GpioPin,
    I2cBus,
    MatrixCell,
    Place,
    ScannerCell,
)
from stbpi.tray.profile import Contact, Display, Lamp, Profile

SPI_PINS = {0: (9, 11, 10), 1: (19, 21, 20)}
"""The GPIO pins, MISO, SCLK and MOSI, of the SPI buses."""

SUPPLY_PIN = "1"
GROUND_PIN = "9"
"""The header pins that feed chips and screens."""


class Kind(StrEnum):
    """What a connection is, for its colour and its symbol."""

    SUPPLY = "supply"
    FIVE_VOLTS = "five"
    GROUND = "ground"
    SWITCH = "switch"
    LINE = "line"
    BUS = "bus"
    LAMP = "lamp"
    BUZZER = "buzzer"
    FREE = "free"


@dataclass(frozen=True, slots=True)
class Leg:
    """One pin: its number, its name, and what its wire is or leads to; nothing where it stays free."""

    number: str
    name: str
    wire: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Block:
    """One part with pins, in the order of their numbers. ``title`` is what it is, and what people call it."""

    title: str
    legs: tuple[Leg, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows and columns with a switch where they cross: the wires' names, and the switch at (row, column)."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    switches: dict[tuple[int, int], str]
    diodes: bool


class Header:
    """The 40-pin header: the name of every pin by its number, and where a GPIO sits."""

    def __init__(self) -> None:
        from gpiozero.pins.pi import PiBoardInfo

        # A 3B; the header has been the same since the B+.
        pins = PiBoardInfo.from_revision(0xA02082).headers["J8"].pins
        self.names: dict[int, str] = {number: pins[number].name for number in sorted(pins)}

    def pin_of(self, gpio: int) -> int:
        """Where GPIO ``gpio`` sits."""
        return next(number for number, name in self.names.items() if name == f"GPIO{gpio}")

    def nearest(self, name: str, number: int) -> int:
        """The pin of that name closest to pin ``number``, by rows of the header, then on the same side."""
        pins = [other for other, found in self.names.items() if found == name]
        return min(pins, key=lambda pin: (abs((pin + 1) // 2 - (number + 1) // 2), (pin - number) % 2, pin))


def switch_name(contact: Contact, profile: Profile) -> str:
    """What people call a switch."""
    if isinstance(contact.of, FlapRef):
        side = f"side {contact.of.side + 1}, " if len(profile.sides) > 1 else ""
        return f"{side}flap {contact.of.flap}"
    return f"{contact.of} button"


def lamp_name(lamp: Lamp) -> str:
    """What people call a lamp."""
    return f"{lamp.role} lamp" if lamp.side is None else f"side {lamp.side + 1}, {lamp.role} lamp"


def screen_name(number: int, profile: Profile) -> str:
    """What people call the screen of that number, counted from 1."""
    return f"screen {number}" if len(profile.displays) > 1 else "screen"


def header_block(profile: Profile, header: Header) -> Block:
    """The header with what hangs on it."""
    wires = {header.pin_of(gpio): wire for gpio, wire in _header_wires(profile).items()}
    legs = []
    for number, name in header.names.items():
        wire, kind = wires.get(number, ("", Kind.FREE))
        usual = {"3V3": Kind.SUPPLY, "5V": Kind.FIVE_VOLTS, "GND": Kind.GROUND}.get(name, kind)
        legs.append(Leg(str(number), name, wire, usual))
    return Block("The Pi's header from above, SD card at the top", tuple(legs))


def _header_wires(profile: Profile) -> dict[int, tuple[str, Kind]]:
    """The wire at every GPIO pin that is used."""
    wires: dict[int, tuple[str, Kind]] = {}
    for bus in profile.i2c:
        if bus.sda is not None and bus.scl is not None and _on_bus(profile, bus):
            wires[bus.sda] = (f"SDA of {bus}", Kind.BUS)
            wires[bus.scl] = (f"SCL of {bus}", Kind.BUS)
    for chain in profile.chains:
        miso, clock, mosi = SPI_PINS[chain.bus]
        wires[miso] = (f"MISO of {chain.name}", Kind.BUS)
        wires[clock] = (f"clock of {chain.name}", Kind.BUS)
        wires[mosi] = (f"MOSI of {chain.name}", Kind.BUS)
        wires[chain.latch] = (f"latch of {chain.name}", Kind.BUS)
    for expander in profile.expanders:
        if expander.interrupt is not None:
            wires[expander.interrupt] = (interrupt_wire(profile, expander), Kind.BUS)
    if profile.matrix is not None:
        wires |= {pin: (f"row {n}", Kind.BUS) for n, pin in enumerate(profile.matrix.rows, 1)}
        wires |= {pin: (f"column {n}", Kind.LINE) for n, pin in enumerate(profile.matrix.columns, 1)}
    for contact in profile.contacts:
        if isinstance(contact.at, GpioPin):
            wires[contact.at.pin] = (switch_name(contact, profile), Kind.SWITCH)
    wires |= {lamp.pin: (lamp_name(lamp), Kind.LAMP) for lamp in profile.lamps}
    if profile.buzzer is not None:
        wires[profile.buzzer] = ("buzzer", Kind.BUZZER)
    return wires


def _on_bus(profile: Profile, bus: I2cBus) -> bool:
    return bus.bus in {part.bus for part in profile.expanders} | {part.bus for part in profile.displays}


def interrupt_wire(profile: Profile, expander: Expander) -> str:
    """The name of an interrupt wire, by the expanders that share it."""
    sharing = [part.name for part in profile.expanders if part.interrupt == expander.interrupt]
    return f"INT of {sharing[0]}" if len(sharing) == 1 else f"INT of {len(sharing)} expanders"


def expander_block(expander: Expander, profile: Profile, header: Header) -> Block:
    """An MCP23017 in its 28-pin case (DS20001952, table 2-1)."""
    at = _switches(profile)
    legs = [_input(str(number), f"GPB{number - 1}", expander, at) for number in range(1, 9)]
    legs += [_supply("9", "VDD"), _ground("10", "VSS"), _free("11", "NC")]
    legs += [
        _bus_leg("12", "SCL", expander.bus, profile, header),
        _bus_leg("13", "SDA", expander.bus, profile, header),
    ]
    legs.append(_free("14", "NC"))
    for bit in range(3):
        high = (expander.address >> bit) & 1
        legs.append((_supply if high else _ground)(str(15 + bit), f"A{bit}"))
    legs += [_supply("18", "RESET"), _free("19", "INTB")]
    if expander.interrupt is None:
        legs.append(_free("20", "INTA"))
    else:
        pin = header.pin_of(expander.interrupt)
        legs.append(Leg("20", "INTA", f"INT (Pi {pin})", Kind.BUS))
    legs += [_input(str(21 + number), f"GPA{number}", expander, at) for number in range(8)]
    return Block(f"{expander.name}: MCP23017 at 0x{expander.address:02X}", tuple(legs))


def _input(number: str, name: str, expander: Expander, at: dict[Place, str]) -> Leg:
    switch = at.get(ExpanderPin(expander.name, EXPANDER_PINS.index(name)))
    return _free(number, name) if switch is None else Leg(number, name, switch, Kind.SWITCH)


def chain_blocks(chain: Chain, profile: Profile, header: Header) -> tuple[Block, ...]:
    """The 74HC165 of a chain in their 16-pin cases (SN74HC165, section 6)."""
    return tuple(_chip(chain, chip, profile, header) for chip in range(1, chain.chips + 1))


def _chip(chain: Chain, chip: int, profile: Profile, header: Header) -> Block:
    at = _switches(profile)
    miso, clock, mosi = (header.pin_of(gpio) for gpio in SPI_PINS[chain.bus])

    def data(number: str, name: str) -> Leg:
        switch = at.get(ChainInput(chain.name, chip, CHAIN_INPUTS.index(name)))
        # An input of this family must not float.
        return _ground(number, name) if switch is None else Leg(number, name, switch, Kind.SWITCH)

    out = f"MISO (Pi {miso})" if chip == 1 else f"SER of chip {chip - 1}"
    # What goes in at the far end comes out behind the inputs: that is how a loose wire is noticed.
    following = f"MOSI (Pi {mosi})" if chip == chain.chips else f"QH of chip {chip + 1}"
    legs = (
        Leg("1", "SH/LD", f"latch (Pi {header.pin_of(chain.latch)})", Kind.BUS),
        Leg("2", "CLK", f"clock (Pi {clock})", Kind.BUS),
        *(data(str(3 + number), name) for number, name in enumerate("EFGH")),
        _free("7", "/QH"),
        _ground("8", "GND"),
        Leg("9", "QH", out, Kind.BUS),
        Leg("10", "SER", following, Kind.BUS),
        *(data(str(11 + number), name) for number, name in enumerate("ABCD")),
        _ground("15", "CLK INH"),
        _supply("16", "VCC"),
    )
    return Block(f"{chain.name}, chip {chip}: 74HC165", legs)


def display_block(number: int, display: Display, profile: Profile, header: Header) -> Block:
    """An OLED module with four pins; boards differ in their order, so that only names are given."""
    side = "" if display.side is None else f", side {display.side + 1}"
    return Block(
        f"{screen_name(number, profile)}{side}: {display.driver.upper()} at 0x{display.address:02X}",
        (
            _supply("", "VCC"),
            _ground("", "GND"),
            _bus_leg("", "SCL", display.bus, profile, header),
            _bus_leg("", "SDA", display.bus, profile, header),
        ),
    )


def grids(profile: Profile) -> tuple[Grid, ...]:
    """The matrix and the scanner of a tray, as far as it has them."""
    found = []
    if profile.matrix is not None:
        switches = {
            (c.at.row, c.at.column): switch_name(c, profile)
            for c in profile.contacts
            if isinstance(c.at, MatrixCell)
        }
        rows = tuple(f"row {n} (GPIO {pin})" for n, pin in enumerate(profile.matrix.rows, 1))
        columns = tuple(f"column {n} (GPIO {pin})" for n, pin in enumerate(profile.matrix.columns, 1))
        found.append(Grid("The matrix", rows, columns, switches, profile.matrix.diodes))
    if profile.scanner is not None:
        switches = {
            (c.at.row, c.at.column): switch_name(c, profile)
            for c in profile.contacts
            if isinstance(c.at, ScannerCell)
        }
        rows = tuple(f"row {n}" for n in range(1, profile.scanner.rows + 1))
        columns = tuple(f"column {n}" for n in range(1, profile.scanner.columns + 1))
        found.append(Grid("The flap scanner", rows, columns, switches, diodes=True))
    return tuple(found)


def blocks(profile: Profile, header: Header) -> tuple[Block, ...]:
    """Every part with pins of its own: expanders, chains chip by chip, screens."""
    found = [expander_block(expander, profile, header) for expander in profile.expanders]
    for chain in profile.chains:
        found += chain_blocks(chain, profile, header)
    found += [display_block(n, display, profile, header) for n, display in enumerate(profile.displays, 1)]
    return tuple(found)


def boot_lines(profile: Profile) -> tuple[str, ...]:
    """The lines of the Pi's config.txt that the tray needs."""
    lines = []
    for bus in profile.i2c:
        if bus.bus == 1:
            lines.append(f"dtparam=i2c_arm=on,i2c_arm_baudrate={bus.khz * 1000}")
        elif bus.bus == 0:
            lines.append(f"dtparam=i2c_vc=on,i2c_vc_baudrate={bus.khz * 1000}")
        elif bus.sda is not None:
            # A delay of 2 µs makes about 100 kHz (the firmware's overlays/README).
            delay = max(1, round(250 / bus.khz))
            pins = f"i2c_gpio_sda={bus.sda},i2c_gpio_scl={bus.scl},i2c_gpio_delay_us={delay}"
            lines.append(f"dtoverlay=i2c-gpio,bus={bus.bus},{pins}")
    if any(chain.bus == 0 for chain in profile.chains):
        lines.append("dtparam=spi=on")
    if any(chain.bus == 1 for chain in profile.chains):
        lines.append("dtoverlay=spi1-1cs")
    off = {"i2c1": "dtparam=i2c_arm=off", "spi0": "dtparam=spi=off", "uart": "enable_uart=0"}
    lines += [line for word, line in off.items() if word in profile.buses_off]
    return tuple(lines)


def _switches(profile: Profile) -> dict[Place, str]:
    return {contact.at: switch_name(contact, profile) for contact in profile.contacts}


def _bus_leg(number: str, name: str, bus: int, profile: Profile, header: Header) -> Leg:
    found = next(described for described in profile.i2c if described.bus == bus)
    gpio = found.sda if name == "SDA" else found.scl
    pin = "" if gpio is None else f" (Pi {header.pin_of(gpio)})"
    return Leg(number, name, f"{name} of {found}{pin}", Kind.BUS)


def _supply(number: str, name: str) -> Leg:
    return Leg(number, name, f"3V3 (Pi {SUPPLY_PIN})", Kind.SUPPLY)


def _ground(number: str, name: str) -> Leg:
    return Leg(number, name, f"GND (Pi {GROUND_PIN})", Kind.GROUND)


def _free(number: str, name: str) -> Leg:
    return Leg(number, name, "", Kind.FREE)
