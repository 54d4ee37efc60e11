"""What flows, how low a closed switch pulls, and how fast a bus rises: the figures of electronics.md, computed.

Sources, by the names they have here:

- Pi: "GPIO voltage specifications" of the Raspberry Pi documentation (BCM2835 to 2837: low up to 0.9 V, high from
  1.6 V, 0.14 V at 2 mA with the drive of 8 mA) and the BCM2711's (low up to 0.8 V, high from 2.0 V). The worse holds.
- MCP23017: Microchip DS20001952C, table 1-1. 74HC165: NXP 74HC_HCT165 rev. 3, tables 6 and 7.
- ATmega328P: Microchip DS40002061B, section 28.2. BAT85: Philips 1996, VF at most 0.24 V at 0.1 mA and 0.32 V at 1 mA.
- 1N4148: Vishay 81857, figure 2. I2C: NXP UM10204 rev. 7, table 10. OLED: Adafruit's "Power requirements", 20 mA on
  average; 30 mA is a picture that is white all over.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.circuit.catalogue import ohms
from hardware.circuit.circuit import Circuit, Component
from hardware.circuit.lengths import cable_m

SUPPLY_V = 3.3
NANO_V = 5.0
PIN_LIMIT_MA = 8.0
"""The drive that Linux sets; the pads of the BCM chips are made for 16 mA, those of the RP1 (Pi 5) for 12 mA."""
PINS_LIMIT_MA = 50.0
"""What the first Pi's 3.3 V had left for all pins together; later boards give more, none says how much."""
RAIL_LIMIT_MA = 300.0
"""Of 3.3 V for what is on the header; the regulators of boards with 40 pins give some 500 mA beside their own needs."""
BUS_SINK_LIMIT_MA = 3.0
"""What a chip on an I2C bus must be able to pull low, and the MCP23017 says it can."""

LED_V, BASE_V = 2.0, 0.7
OLED_MA, BUZZER_MA, CHIP_MA = 30.0, 30.0, 1.0
PIN_OHMS = 70.0
"""Of a pin of the Pi that drives low: 0.14 V at 2 mA."""
NANO_PIN_OHMS = 45.0
"""Of a pin of the ATmega that drives low: 0.9 V at 20 mA."""

PI_PULL_UP, NANO_PULL_UP = 50_000.0, 20_000.0
"""The strongest that the chips' own pull-ups of columns may be; they are beside those on the board."""
GRID_DROP_V = {"1N4148": 0.70, "BAT85": 0.29}
"""Of a diode at the current of one column, in a cold room."""
LEAK_MA = {"SA5.0A": 0.6, "SA8.5A": 0.01}
"""What a suppressor lets through at most, at the voltage it is named for (Littelfuse, SA series)."""

PI_BUS_OHMS, MODULE_OHMS = 1800.0, (10000.0, 4700.0)
"""The Pi's own pull-ups; those on OLED modules are 10 kΩ or 4.7 kΩ."""
PF_PER_M, PF_DEVICE, PF_BOARD = 60.0, 10.0, 20.0
PF_LIMIT = 400.0
"""The most that a bus may have at 100 and at 400 kHz."""

INPUTS = {
    "box-40": ("the Pi", 0.8, 2.0),
    "hc165": ("74HC165", 0.9, 2.4),
    "mcp23017": ("MCP23017", 0.66, 2.64),
}
"""Who reads, the highest low and the lowest high in volts, at a supply of 3.3 V."""


@dataclass(frozen=True, slots=True)
class Level:
    """What a closed switch reads as, the most that still is low, and what wet film across it still reads as open."""

    name: str
    volts: float
    limit: float
    leak_ohms: float


@dataclass(frozen=True, slots=True)
class Bus:
    """An I2C bus: how fast it rises, and what its chips sink."""

    name: str
    khz: int
    pf: float
    rise_ns: float
    rise_limit_ns: float
    sink_ma: float


def pins_ma(circuit: Circuit) -> dict[str, float]:
    """What every output pin of the Pi gives or takes at most. A matrix drives one row at a time."""
    found: dict[str, float] = {}
    for led in circuit.of("led"):
        found |= {net: 1000 * (SUPPLY_V - LED_V) / value for net, value in _over(circuit, led.nets["2"])}
    for transistor in circuit.of("npn"):
        base = transistor.nets["2"]
        found |= {
            net: 1000 * (SUPPLY_V - BASE_V) / value for net, value in _over(circuit, base) if net != "GND"
        }
    rows = {d.nets["1"] for d in circuit.of("diode") if d.value == "BAT85"}
    if rows:
        found[f"{len(rows)} rows, one at a time"] = 1000 * _columns(circuit) * _column_a(circuit, 0.24)
    return found


def rail_ma(circuit: Circuit) -> dict[str, float]:
    """What the board draws of the Pi's 3.3 V, all flaps closed, all lamps lit, all screens white."""
    lines = [switch for switch in circuit.of("switch") if not _in_grid(switch)]
    pulled = [net for switch in lines for pin, net in switch.nets.items() if pin != "COM"]
    on_rail = [net for net in pulled if not net.startswith("SCAN")]
    pins = pins_ma(circuit)
    found = {
        "closed switches": sum(1000 * SUPPLY_V / _pull_up(circuit, net) for net in on_rail),
        "the row that is read": sum(current for name, current in pins.items() if "rows" in name),
        "lamps and the buzzer's transistor": sum(
            current for name, current in pins.items() if "rows" not in name
        ),
        "screens": OLED_MA * len(circuit.of("screen")),
        "buzzer": BUZZER_MA * len(circuit.of("buzzer")),
        "chips": CHIP_MA * len(circuit.of("hc165", "mcp23017")),
        "I2C pull-ups": sum(bus.sink_ma * 2 for bus in bus_figures(circuit)),
    }
    return {name: current for name, current in found.items() if current}


def nano_ma(circuit: Circuit) -> float:
    """What the flap scanner draws of USB; 0 without one. 20 mA are the Nano's own, with its USB chip and its LED."""
    if not circuit.of("nano"):
        return 0.0
    return 20.0 + 1000 * _columns(circuit) * _column_a(circuit, 0.6, NANO_V)


def low_levels(circuit: Circuit) -> list[Level]:
    """One for each kind of input that the circuit has."""
    found: dict[str, Level] = {}
    for switch in circuit.of("switch"):
        if _in_grid(switch):
            continue
        line = next(net for pin, net in switch.nets.items() if pin != "COM")
        for key, (name, low, high) in INPUTS.items():
            if any(f.part.key == key for net, _ in _over(circuit, line) for f, _ in circuit.at(net)):
                pull = _pull_up(circuit, line)
                # A contact that is worn (1 Ω) and a metre of thin wire (0.25 Ω) there and back.
                found[key] = Level(name, SUPPLY_V * 1.5 / pull, low, pull * high / (SUPPLY_V - high))
    grid = [switch for switch in circuit.of("switch") if _in_grid(switch)]
    if grid:
        on_nano = bool(circuit.of("nano"))
        supply, pin = (NANO_V, NANO_PIN_OHMS) if on_nano else (SUPPLY_V, PIN_OHMS)
        drop = GRID_DROP_V.get(next((d.value for d in _grid_diodes(circuit)), ""), 0.0)
        low, high = (0.3 * supply, 0.6 * supply) if on_nano else INPUTS["box-40"][1:]
        volts = drop + pin * _columns(circuit) * _column_a(circuit, drop, supply)
        pull = _pull_up(circuit, "COL1")
        found["grid"] = Level(
            "the scanner" if on_nano else "the matrix", volts, low, pull * high / (supply - high)
        )
    return list(found.values())


def open_levels(circuit: Circuit) -> list[tuple[str, float, float]]:
    """Every switch with a suppressor: its name, what it reads as while it is open, and the lowest high; volts."""
    found = []
    for part in circuit.of("tvs"):
        line = part.nets["1"]
        at_pin = [net for net, _ in _over(circuit, line)]
        supply, high = (NANO_V, 0.6 * NANO_V) if "SCAN_A6" in at_pin else (SUPPLY_V, 2.64)
        pull = min(_pull_up(circuit, net) for net in (line, *at_pin))
        found.append((part.what, supply - LEAK_MA.get(part.value, float("inf")) * pull / 1000, high))
    return found


def bus_figures(circuit: Circuit) -> list[Bus]:
    """Every I2C bus of the header that something hangs on."""
    found = []
    for name, khz in circuit.speeds.items():
        if not name.startswith("I2C"):
            continue
        net = f"{name}_SDA"
        here = [component for component, _ in circuit.at(net)]
        if not any(part.part.key == "box-40" for part in here):
            continue
        screens = sum(part.part.key == "screen" for part in here)
        chips = sum(part.part.key == "mcp23017" for part in here)
        cables = sum(cable_m(circuit, part.place) for part in here if part.part.key in ("screen", "mcp23017"))
        pf = PF_PER_M * cables + PF_DEVICE * (screens + chips) + PF_BOARD
        own = [PI_BUS_OHMS] if name in ("I2C0", "I2C1") else []
        own += [ohms(part.value) for part in here if part.part.key == "resistor"]
        weak, strong = (_parallel([*own, *[module] * screens]) for module in MODULE_OHMS)
        limit = 300.0 if khz > 100 else 1000.0
        found.append(Bus(name, khz, pf, 0.8473 * weak * pf / 1000, limit, 1000 * (SUPPLY_V - 0.4) / strong))
    return found


def _over(circuit: Circuit, net: str) -> list[tuple[str, float]]:
    """The nets at the other end of every series resistor at ``net``, with its ohms."""
    found = []
    for part, pin in circuit.at(net):
        if part.part.key == "resistor":
            other = part.nets["1" if pin == "2" else "2"]
            if other not in ("+3V3", "SCAN_5V"):
                found.append((other, ohms(part.value)))
        elif part.part.key == "series":
            twin = str(int(pin) + 1 if int(pin) % 2 else int(pin) - 1)
            found.append((part.nets[twin], 1000.0))
    return found


def _pull_up(circuit: Circuit, net: str) -> float:
    """The pull-up at a net, ohms."""
    for part, _ in circuit.at(net):
        if part.part.key == "pull-ups":
            return ohms(part.value.removeprefix("8x "))
        if part.part.key == "resistor" and {"+3V3", "SCAN_5V"} & set(part.nets.values()):
            return ohms(part.value)
    return float("inf")


def _in_grid(switch: Component) -> bool:
    return any(net.startswith("COL") for net in switch.nets.values())


def _grid_diodes(circuit: Circuit) -> list[Component]:
    return [d for d in circuit.of("diode") if d.nets["2"] != "BUZZER_C"]


def _columns(circuit: Circuit) -> int:
    return sum(net.startswith("COL") for net in circuit.nets())


def _column_a(circuit: Circuit, drop: float, supply: float = SUPPLY_V) -> float:
    """What a closed switch takes of one column: through the board's pull-up, and the chip's own."""
    own = NANO_PULL_UP if circuit.of("nano") else PI_PULL_UP
    return (supply - drop) / _parallel([_pull_up(circuit, "COL1"), own])


def _parallel(values: list[float]) -> float:
    return 1 / sum(1 / value for value in values) if values else float("inf")
