"""The chips: chains of 74HC165, MCP23017 expanders, and the Nano of the flap scanner."""

from __future__ import annotations

from hardware.circuit.boards import AT_SIDE, BUS_CABLE, GRID_PULL_UP, Bench
from hardware.circuit.catalogue import C10U, C100N, HC165, MCP23017, NANO, NANO_NAMES, plug, resistor
from hardware.circuit.circuit import Circuit
from stbpi.tray.parts import CHAIN_INPUTS, EXPANDER_PINS, Chain, ChainInput, Expander, ExpanderPin
from stbpi.tray.profile import Profile
from stbpi.tray.wiring_legs import SPI_PINS

TERMINATION = "47"
"""On the board: for MISO the end that drives, for the others the far end of a ribbon too short to be a line; there it
damps what rings between the ribbon and the inputs.
"""

NANO_COLUMNS = ("D2", "D3", "D4", "D5", "D6", "D7", "A0", "A1", "A2", "A3", "A4", "A5")
NANO_ROWS = ("D8", "D9", "D10", "D11", "D12", "D13")
"""The scanner's lines, docs/scanner.md."""


def chain(circuit: Circuit, part: Chain, profile: Profile) -> None:
    """The 74HC165 of a chain; what is sent into the last comes back out of the first."""
    miso, clock, mosi = SPI_PINS[part.bus]
    name = part.name
    signals = {"CLK": clock, "LATCH": part.latch, "MOSI": mosi}
    for signal, gpio in signals.items():
        nets = {"1": f"GPIO{gpio}", "2": f"{name}_{signal}"}
        circuit.add(resistor(TERMINATION), nets, f"{signal.lower()} of the chain {name}")
    nets = {"1": f"{name}_MISO", "2": f"GPIO{miso}"}
    circuit.add(resistor(TERMINATION), nets, f"miso of the chain {name}")
    used = _chain_inputs(profile, name)
    for chip in range(1, part.chips + 1):
        nets = {"1": f"{name}_LATCH", "2": f"{name}_CLK", "8": "GND", "15": "GND", "16": "+3V3"}
        nets["9"] = f"{name}_MISO" if chip == 1 else f"{name}_{chip}Q"
        nets["10"] = f"{name}_MOSI" if chip == part.chips else f"{name}_{chip + 1}Q"
        for letter in CHAIN_INPUTS:
            pin = next(pin for pin, (title, _) in HC165.pins.items() if title == letter)
            # An input of this family must not float.
            nets[pin] = f"{name}_{chip}{letter}" if (chip, letter) in used else "GND"
        circuit.add(HC165, nets, f"{name}, chip {chip}")
        circuit.add(C100N, {"1": "+3V3", "2": "GND"}, f"{name}, chip {chip}")


def _chain_inputs(profile: Profile, name: str) -> set[tuple[int, str]]:
    places = [contact.at for contact in profile.contacts]
    return {
        (at.chip, CHAIN_INPUTS[at.input]) for at in places if isinstance(at, ChainInput) and at.chain == name
    }


def expander(circuit: Circuit, profile: Profile, part: Expander) -> None:
    """An MCP23017 under the side it reads, at the end of a cable of six wires."""
    places = {contact.at: contact for contact in profile.contacts}
    sides = {
        number
        for number, side in enumerate(profile.sides, 1)
        if any(isinstance(at, ExpanderPin) and at.expander == part.name for at in side.places)
    }
    place = AT_SIDE.format(min(sides)) if sides else "board"
    scl, sda = f"I2C{part.bus}_SCL", f"I2C{part.bus}_SDA"
    cable = {"1": sda, "2": "+3V3", "3": "GND", "4": scl}
    if part.interrupt is not None:
        cable["5"] = f"GPIO{part.interrupt}"
        if not any(found.what == f"interrupt, GPIO {part.interrupt}" for found in circuit.of("resistor")):
            nets = {"1": "+3V3", "2": f"GPIO{part.interrupt}"}
            circuit.add(resistor(GRID_PULL_UP), nets, f"interrupt, GPIO {part.interrupt}")
    circuit.add(plug(BUS_CABLE), cable, f"the bus cable of {place}")
    if place != "board":
        circuit.add(plug(BUS_CABLE), cable, f"the other end of the bus cable of {place}", place)
    names = {name: pin for pin, (name, _) in MCP23017.pins.items()}
    nets = {
        names["VDD"]: "+3V3",
        names["VSS"]: "GND",
        names["SCL"]: scl,
        names["SDA"]: sda,
        names["RESET"]: "+3V3",
    }
    for bit in range(3):
        nets[names[f"A{bit}"]] = "+3V3" if (part.address >> bit) & 1 else "GND"
    if part.interrupt is not None:
        nets[names["INTA"]] = f"GPIO{part.interrupt}"
    for bit, name in enumerate(EXPANDER_PINS):
        if ExpanderPin(part.name, bit) in places:
            nets[names[name]] = f"{part.name}_{name}"
    circuit.add(MCP23017, nets, f"{part.name} at 0x{part.address:02X}", place)
    circuit.add(C100N, {"1": "+3V3", "2": "GND"}, part.name, place)
    circuit.add(C10U, {"1": "+3V3", "2": "GND"}, part.name, place)


def nano(circuit: Circuit, profile: Profile) -> None:
    """The scanner's Nano: fed over its USB cable, and by nothing else."""
    assert profile.scanner is not None
    pins = {name: str(number) for number, name in enumerate(NANO_NAMES, 1)}
    nets = {pins["5V"]: "SCAN_5V", pins["GND1"]: "GND", pins["GND2"]: "GND", pins["A6"]: "SCAN_A6"}
    columns = NANO_COLUMNS[: profile.scanner.columns]
    nets |= {pins[name]: f"SCAN_{name}" for name in columns}
    nets |= {pins[name]: f"ROW{row}" for row, name in enumerate(NANO_ROWS[: profile.scanner.rows], 1)}
    circuit.add(NANO, nets, "the flap scanner")
    circuit.add(C100N, {"1": "SCAN_5V", "2": "GND"}, "the flap scanner")
    nets = {"1": "SCAN_5V", "2": "SCAN_A6"}
    circuit.add(resistor(GRID_PULL_UP), nets, "A6 has no pull-up of its own")
    Bench(circuit, profile).columns([f"SCAN_{name}" for name in columns], "SCAN_5V")
