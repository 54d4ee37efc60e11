"""From a wiring profile to the circuit that is soldered: the profile's connections, and what makes them last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hardware.circuit.boards import AT_SIDE, Bench, Input
from hardware.circuit.catalogue import (
    BUZZER,
    C10U,
    C100N,
    D4148,
    NPN,
    OLED_PINS,
    PIEZO,
    PinType,
    box_header,
    plug,
    resistor,
    screen,
)
from hardware.circuit.chips import chain, expander, nano
from hardware.circuit.circuit import Circuit
from stbpi.tray.parts import (
    ChainInput,
    ExpanderPin,
    GpioPin,
    I2cBus,
    MatrixCell,
    Place,
    ScannerButton,
    ScannerCell,
)
from stbpi.tray.profile import Contact, Profile
from stbpi.tray.wiring import BUSES_WITH_PULL_UPS
from stbpi.tray.wiring_legs import SPI_PINS, Header, lamp_name, screen_name, switch_name

FLAPS_ON_A_RIBBON = 12
BUS_PULL_UP = "4.7k"
FREE_GROUNDS = ("6", "39")
"""Grounds of the header that the board leaves open: there the Pi's 5 V is where its plug is a row off, or turned."""


def compose(profile: Profile) -> Circuit:
    """The circuit of ``profile``: everything on it that can be soldered."""
    speeds = {f"I2C{bus.bus}": bus.khz for bus in profile.i2c} | {
        chain.name: chain.khz for chain in profile.chains
    }
    circuit = Circuit(profile.name, profile.title, speeds)
    bench = Bench(circuit, profile)
    header = Header()
    _pi(circuit, profile, header)
    circuit.add(C10U, {"1": "+3V3", "2": "GND"}, "3.3 V where it comes on the board")
    circuit.add(C100N, {"1": "+3V3", "2": "GND"}, "3.3 V where it comes on the board")
    for part in profile.chains:
        chain(circuit, part, profile)
    for chip in profile.expanders:
        expander(circuit, profile, chip)
    if profile.scanner is not None:
        nano(circuit, profile)
    if profile.matrix is not None:
        bench.matrix(profile.matrix)
    for number in range(len(profile.sides)):
        _side(bench, profile, number)
    for button in profile.buttons:
        bench.button(Input(f"{button.role} button", net_of(button.at), made="NO", place=button.at))
    for index, lamp in enumerate(profile.lamps):
        if index not in bench.lamps_at_sides:
            bench.panel_lamp(lamp.pin, lamp_name(lamp))
    if profile.buzzer is not None:
        _buzzer(circuit, profile.buzzer, passive=profile.buzzer_passive)
    for bus in profile.i2c:
        _bus(circuit, profile, bus)
    for number, display in enumerate(profile.displays, 1):
        nets = {"1": "GND", "2": "+3V3", "3": f"I2C{display.bus}_SCL", "4": f"I2C{display.bus}_SDA"}
        name = f"{screen_name(number, profile)} at 0x{display.address:02X}"
        place = AT_SIDE.format(display.side + 1) if display.side is not None else "panel"
        circuit.add(plug(tuple(name for name, _ in OLED_PINS.values())), nets, name)
        circuit.add(C10U, {"1": "+3V3", "2": "GND"}, name)
        circuit.add(screen(display.driver), nets, name, place)
    return circuit


def net_of(place: Place) -> str:
    """The net at the pin of the Pi or chip that reads a switch there."""
    if isinstance(place, GpioPin):
        return f"GPIO{place.pin}"
    if isinstance(place, ExpanderPin):
        return f"{place.expander}_{place.pin}"
    if isinstance(place, ChainInput):
        return f"{place.chain}_{place.pin}"
    if isinstance(place, ScannerButton):
        return "SCAN_A6"
    raise TypeError(f"{place} is not read at one pin")


def _pi(circuit: Circuit, profile: Profile, header: Header) -> None:
    """The header. The two pins of 5 V stay free: nothing on the board needs it, and so nothing can let it in."""
    nets = {str(number): {"3V3": "+3V3", "GND": "GND"}.get(name, "") for number, name in header.names.items()}
    nets |= dict.fromkeys(FREE_GROUNDS, "")
    nets |= {str(header.pin_of(gpio)): net for gpio, net in _pi_nets(profile).items()}
    kinds = {"3V3": PinType.POWER_OUT, "5V": PinType.POWER_OUT, "GND": PinType.POWER_IN}
    pins = {str(n): (name, kinds.get(name, PinType.BIDIRECTIONAL)) for n, name in header.names.items()}
    used = {header.pin_of(gpio): kind for gpio, kind in _pi_kinds(profile).items()}
    pins |= {str(number): (header.names[number], kind) for number, kind in used.items()}
    # The two pins of 3.3 V are one on the Pi, and so are those of 5 V; only the first is what feeds.
    pins |= {"4": ("5V", PinType.PASSIVE), "17": ("3V3", PinType.PASSIVE)}
    pins |= dict.fromkeys(FREE_GROUNDS, ("GND", PinType.PASSIVE))
    part = replace(box_header(40, header.names.values()), pins=pins)
    circuit.add(part, {pin: net for pin, net in nets.items() if net}, "the ribbon to the Pi")


def _pi_nets(profile: Profile) -> dict[int, str]:
    """The net at every GPIO pin that is used."""
    nets: dict[int, str] = {}
    for bus in profile.i2c:
        if bus.sda is not None and bus.scl is not None and _used(profile, bus):
            nets |= {bus.sda: f"I2C{bus.bus}_SDA", bus.scl: f"I2C{bus.bus}_SCL"}
    pins = [pin for chain in profile.chains for pin in (*SPI_PINS[chain.bus], chain.latch)]
    pins += [part.interrupt for part in profile.expanders if part.interrupt is not None]
    if profile.matrix is not None:
        pins += [*profile.matrix.rows, *profile.matrix.columns]
    pins += [contact.at.pin for contact in profile.contacts if isinstance(contact.at, GpioPin)]
    pins += [lamp.pin for lamp in profile.lamps]
    if profile.buzzer is not None:
        pins.append(profile.buzzer)
    return nets | {pin: f"GPIO{pin}" for pin in pins}


def _pi_kinds(profile: Profile) -> dict[int, PinType]:
    """What the GPIO pins are that only give or only take."""
    gives = [lamp.pin for lamp in profile.lamps] + ([profile.buzzer] if profile.buzzer is not None else [])
    takes = [contact.at.pin for contact in profile.contacts if isinstance(contact.at, GpioPin)]
    takes += [part.interrupt for part in profile.expanders if part.interrupt is not None]
    takes += profile.matrix.columns if profile.matrix is not None else ()
    for part in profile.chains:
        miso, clock, mosi = SPI_PINS[part.bus]
        gives += [clock, mosi, part.latch]
        takes.append(miso)
    return dict.fromkeys(gives, PinType.OUTPUT) | dict.fromkeys(takes, PinType.INPUT)


def _used(profile: Profile, bus: I2cBus) -> bool:
    return bus.bus in {part.bus for part in profile.expanders} | {part.bus for part in profile.displays}


def _side(bench: Bench, profile: Profile, number: int) -> None:
    """The switches of a side, twelve on a ribbon, with the lamp that belongs to it."""
    contacts = [contact for contact in profile.contacts if getattr(contact.of, "side", None) == number]
    lamps = [index for index, lamp in enumerate(profile.lamps) if lamp.side == number]
    first: Place = contacts[0].at
    if isinstance(first, ExpanderPin):
        lamp = _lamp(bench, profile, lamps, plugged=True)
        bench.side_with_chip(number, [_input(contact, profile) for contact in contacts], lamp)
        return
    if not isinstance(first, GpioPin | ChainInput | MatrixCell | ScannerCell):
        return
    for start in range(0, len(contacts), FLAPS_ON_A_RIBBON):
        lamp = _lamp(bench, profile, lamps, plugged=start == 0)
        here = contacts[start : start + FLAPS_ON_A_RIBBON]
        if isinstance(first, MatrixCell | ScannerCell):
            bench.side_of_grid(number, here, lamp, profile)
        else:
            bench.side(number, [_input(contact, profile) for contact in here], lamp)


def _lamp(bench: Bench, profile: Profile, lamps: Sequence[int], *, plugged: bool) -> tuple[int, str] | None:
    """The pin and the name of the lamp that goes along on a side's ribbon."""
    if not lamps or not plugged:
        return None
    bench.lamps_at_sides.add(lamps[0])
    return profile.lamps[lamps[0]].pin, lamp_name(profile.lamps[lamps[0]])


def _input(contact: Contact, profile: Profile) -> Input:
    made = "NO" if contact.closed_when_made else "NC"
    return Input(switch_name(contact, profile), net_of(contact.at), made, contact.at)


def _buzzer(circuit: Circuit, gpio: int, *, passive: bool) -> None:
    """Over a transistor, which is off while the pin floats; a diode takes the kick of a coil."""
    circuit.add(resistor("1k"), {"1": f"GPIO{gpio}", "2": "BUZZER_B"}, "base of the buzzer's transistor")
    circuit.add(
        resistor("10k"), {"1": "BUZZER_B", "2": "GND"}, "keeps the buzzer silent while its pin floats"
    )
    circuit.add(NPN, {"1": "BUZZER_C", "2": "BUZZER_B", "3": "GND"}, "switches the buzzer")
    circuit.add(PIEZO if passive else BUZZER, {"1": "+3V3", "2": "BUZZER_C"}, "buzzer")
    if passive:
        circuit.add(resistor("1k"), {"1": "+3V3", "2": "BUZZER_C"}, "discharges the piezo between two swings")
    else:
        circuit.add(D4148, {"1": "+3V3", "2": "BUZZER_C"}, "takes the kick of the buzzer's coil")


def _bus(circuit: Circuit, profile: Profile, bus: I2cBus) -> None:
    if not _used(profile, bus):
        return
    if bus.sda is None:
        nets = {"1": "GND", "3": f"I2C{bus.bus}_SCL", "4": f"I2C{bus.bus}_SDA"}
        circuit.add(plug(("GND", "free", "SCL", "SDA")), nets, f"the adapter that makes I2C {bus.bus}")
    elif bus.bus not in BUSES_WITH_PULL_UPS:
        for wire in ("SDA", "SCL"):
            nets = {"1": "+3V3", "2": f"I2C{bus.bus}_{wire}"}
            circuit.add(resistor(BUS_PULL_UP), nets, f"pull-up of {wire} of I2C {bus.bus}")
