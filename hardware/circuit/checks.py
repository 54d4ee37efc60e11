"""Electrical rules: what no circuit of a tray may break. ``check`` gives a sentence for each thing that is wrong.

The general half of them is checked a second time by SKiDL's own rules, which know nothing of trays: see
``hardware.second_look``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hardware.circuit.catalogue import PinType
from hardware.circuit.circuit import Circuit, Component, Node
from hardware.circuit.currents import (
    BUS_SINK_LIMIT_MA,
    PF_LIMIT,
    PIN_LIMIT_MA,
    PINS_LIMIT_MA,
    RAIL_LIMIT_MA,
    bus_figures,
    low_levels,
    open_levels,
    pins_ma,
    rail_ma,
)
from hardware.circuit.pinouts import legs, polarity

DRIVES = (PinType.OUTPUT, PinType.POWER_OUT)
CHIPS = ("hc165", "mcp23017", "nano")
CHAIN_LIMIT_KHZ = 1500
"""Half a clock must be longer than the 250 ns from clock to output that a 74HC165 takes at 2.0 V, and some way there
and back; at 3.3 V it is faster, but nobody says by how much.
"""
WRONG_WAYS = {"turned": (41, -1), "a row too high": (2, 1), "a row too low": (-2, 1)}
"""How a plug at the Pi's header, which has no key, may sit wrongly: which of its pins is at a pin of the Pi, as an
offset and a sign.
"""
SUPPLIES = ("+3V3", "SCAN_5V")


def check(circuit: Circuit) -> list[str]:
    """Every breach of the rules; none of a circuit that may be soldered."""
    return [sentence for rule in RULES for sentence in rule(circuit)]


def lonely(circuit: Circuit) -> Iterator[str]:
    """A net joins two pins at least."""
    for net, nodes in circuit.nets().items():
        if len(nodes) < 2:
            yield f"the net {net} ends at {nodes[0].ref} pin {nodes[0].pin} and goes nowhere"


def fighting(circuit: Circuit) -> Iterator[str]:
    """Only one output drives a net."""
    for net, nodes in circuit.nets().items():
        drivers = [node for node in nodes if node.type in DRIVES]
        if len(drivers) > 1:
            yield f"{_pins(drivers)} all drive the net {net}"
        if len(drivers) == 1 and drivers[0].type is PinType.OUTPUT and net in (*SUPPLIES, "GND"):
            yield f"{_pins(drivers)} is an output and is joined to {net}"


def unfed(circuit: Circuit) -> Iterator[str]:
    """Every supply pin of a chip is on a net that something feeds, or on ground."""
    nets = circuit.nets()
    for component in circuit.components.values():
        for pin, (name, kind) in component.part.pins.items():
            if kind is not PinType.POWER_IN or (component.part.key == "box-40" and pin in component.nets):
                continue
            net = component.nets.get(pin)
            fed = net == "GND" or any(node.type is PinType.POWER_OUT for node in nets.get(net or "", ()))
            if not fed:
                yield f"{component.ref} pin {pin} ({name}) is a supply pin and nothing feeds it"


def floating(circuit: Circuit) -> Iterator[str]:
    """An input of a chip is never left in the air, and is driven or pulled."""
    nets = circuit.nets()
    for component in circuit.of("box-40", *CHIPS):
        for pin, (name, kind) in component.part.pins.items():
            if kind is not PinType.INPUT or (component.part.key == "nano" and name in ("A7", "RST1", "RST2")):
                continue
            net = component.nets.get(pin)
            if net is None:
                yield f"{component.ref} pin {pin} ({name}) is an input and hangs in the air"
            elif not _held(circuit, nets, net):
                yield f"{component.ref} pin {pin} ({name}) is an input, and nothing drives or pulls the net {net}"


def apart(circuit: Circuit) -> Iterator[str]:
    """Nothing of 5 V reaches the Pi: no chain of parts but ground joins the Nano's nets to its pins."""
    nets = circuit.nets()
    for net in sorted(_reach(circuit, "SCAN_5V")):
        pins = [node for node in nets[net] if circuit.components[node.ref].part.key == "box-40"]
        if pins:
            yield f"{_pins(pins)} of the Pi is reached by the 5 V of the Nano, over the net {net}"
    for header in circuit.of("box-40"):
        for pin in ("2", "4"):
            if pin in header.nets:
                yield f"{header.ref} pin {pin} is 5 V and joined to {header.nets[pin]}"


def misplugged(circuit: Circuit) -> Iterator[str]:
    """A plug at the Pi that is turned, or a row off, brings its 5 V to no supply, no ground and no chip."""
    nets = circuit.nets()
    for header in circuit.of("box-40"):
        for how, there in WRONG_WAYS.items():
            for pi_pin in (2, 4):
                pin = str(there[0] + there[1] * pi_pin)
                net = header.nets.get(pin)
                others = [
                    n
                    for n in nets.get(net or "", ())
                    if circuit.components[n.ref].part.key in (*CHIPS, "screen")
                ]
                if net in ("GND", *SUPPLIES):
                    yield f"{how}, the plug of {header.ref} brings 5 V to {net}, over pin {pin}"
                elif others:
                    yield f"{how}, the plug of {header.ref} brings 5 V to {_pins(others)}, over pin {pin}"


def protected(circuit: Circuit) -> Iterator[str]:
    """A wire that leaves the board never goes to a pin of the Pi or a chip without a resistor, but for buses."""
    nets = circuit.nets()
    for switch in circuit.of("switch"):
        for net in switch.nets.values():
            readers = [n for n in nets[net] if circuit.components[n.ref].part.key in ("box-40", *CHIPS)]
            if net != "GND" and readers and not _is_row(circuit, net):
                yield f"{switch.ref} ({switch.what}) goes to {_pins(readers)} without a resistor"
    for led in circuit.of("led"):
        if not any(found.part.key == "resistor" for found, _ in circuit.at(led.nets["2"])):
            yield f"{led.ref} ({led.what}) has no resistor"
    for button in circuit.of("switch"):
        if "button" in button.what and not any(f.part.key == "tvs" for f, _ in circuit.at(_line(button))):
            yield f"{button.ref} ({button.what}) has no suppressor, and fingers touch it first"


def decoupled(circuit: Circuit) -> Iterator[str]:
    """As many capacitors of 100 nF as chips, on each supply."""
    for supply in SUPPLIES:
        chips = [found for found in circuit.of(*CHIPS) if supply in found.nets.values()]
        found = Counter(part.value for part, _ in circuit.at(supply) if part.part.key == "capacitor")
        if found["100n"] < len(chips):
            yield f"{len(chips)} chips are on {supply}, and only {found['100n']} capacitors of 100 nF"


def wet(circuit: Circuit) -> Iterator[str]:
    """Every switch has a pull-up, and no two switches share a wire unless diodes part them."""
    for switch in circuit.of("switch"):
        line = _line(switch)
        others = [f.ref for f, _ in circuit.at(line) if f.part.key == "switch" and f is not switch]
        in_grid = line.startswith("COL")
        if not any(
            _pulls_up(part, pin) for net in (line, *_behind(circuit, line)) for part, pin in circuit.at(net)
        ):
            yield f"{switch.ref} ({switch.what}) has no pull-up"
        if others and not in_grid:
            yield f"{switch.ref} ({switch.what}) shares its wire with {', '.join(others)}"


def within_currents(circuit: Circuit) -> Iterator[str]:
    """No pin and no rail gives more than it may."""
    pins = pins_ma(circuit)
    for net, current in pins.items():
        if current > PIN_LIMIT_MA:
            yield f"{net} gives {current:.1f} mA; a pin may give {PIN_LIMIT_MA:g}"
    if sum(pins.values()) > PINS_LIMIT_MA:
        yield f"all pins together give {sum(pins.values()):.1f} mA; they may give {PINS_LIMIT_MA:g}"
    total = sum(rail_ma(circuit).values())
    if total > RAIL_LIMIT_MA:
        yield f"the board draws {total:.0f} mA of 3.3 V; it may draw {RAIL_LIMIT_MA:g}"
    for level in low_levels(circuit):
        if level.volts > level.limit:
            yield f"{level.name}: a closed switch reads as {level.volts:.2f} V; at most {level.limit:.2f} V is low"
    for name, volts, high in open_levels(circuit):
        if volts < high:
            yield f"{name}: open it reads as {max(volts, 0):.2f} V, since its suppressor leaks; {high:.2f} V is high"
    for name, khz in circuit.speeds.items():
        if not name.startswith("I2C") and khz > CHAIN_LIMIT_KHZ:
            yield f"the chain {name} is read at {khz} kHz; its chips are sure of {CHAIN_LIMIT_KHZ}"
    for bus in bus_figures(circuit):
        if bus.rise_ns > bus.rise_limit_ns:
            yield f"{bus.name} rises in {bus.rise_ns:.0f} ns; at {bus.khz} kHz it must in {bus.rise_limit_ns:.0f}"
        if bus.pf > PF_LIMIT:
            yield f"{bus.name} has {bus.pf:.0f} pF of cables and chips; a bus may have {PF_LIMIT:.0f}"
        if bus.sink_ma > BUS_SINK_LIMIT_MA:
            yield f"{bus.name} sinks {bus.sink_ma:.1f} mA; its chips may sink {BUS_SINK_LIMIT_MA:g}"


RULES = (
    lonely,
    fighting,
    unfed,
    floating,
    apart,
    misplugged,
    protected,
    decoupled,
    wet,
    legs,
    polarity,
    within_currents,
)


def _held(circuit: Circuit, nets: dict[str, list[Node]], net: str) -> bool:
    kinds = (*DRIVES, PinType.BIDIRECTIONAL, PinType.TRI_STATE)
    if net in (*SUPPLIES, "GND") or any(node.type in kinds and node.ref[0] in "AJU" for node in nets[net]):
        return True
    return any(f.part.key in ("resistor", "series", "pull-ups") for f, _ in circuit.at(net))


def _reach(circuit: Circuit, start: str) -> set[str]:
    """The nets that current can get to from ``start``, not through ground."""
    if start not in circuit.nets():
        return set()
    found, todo = {start}, [start]
    while todo:
        net = todo.pop()
        for component, pin in circuit.at(net):
            if component.part.key in ("box-40", "box-16", *CHIPS) or component.part.key.startswith("plug"):
                continue
            for other in _through(component, pin) - found - {"GND"}:
                found.add(other)
                todo.append(other)
    return found


def _through(component: Component, pin: str) -> set[str]:
    if component.part.key == "series":
        twin = str(int(pin) + 1 if int(pin) % 2 else int(pin) - 1)
        return {component.nets[twin]} if twin in component.nets else set()
    return set(component.nets.values())


def _pulls_up(part: Component, pin: str) -> bool:
    """Whether a part at a net leads from there to a supply, by a resistor."""
    if part.part.key == "pull-ups":
        return pin != "1" and part.nets.get("1") in SUPPLIES
    return part.part.key == "resistor" and any(
        net in SUPPLIES for other, net in part.nets.items() if other != pin
    )


def _behind(circuit: Circuit, line: str) -> set[str]:
    """The nets behind series resistors at a line: the scanner's button is pulled up at the pin that reads it."""
    found = set()
    for part, pin in circuit.at(line):
        if part.part.key in ("resistor", "series"):
            found |= _through(part, pin)
    return found - {line, "GND", *SUPPLIES}


def _is_row(circuit: Circuit, net: str) -> bool:
    """Whether only diodes' rings and switches' common ends hang on a net beside what drives it."""
    return any(f.part.key == "diode" and pin == "1" for f, pin in circuit.at(net)) or any(
        f.part.key == "switch" and pin == "COM" for f, pin in circuit.at(net)
    )


def _line(switch: Component) -> str:
    return next(net for pin, net in switch.nets.items() if pin != "COM")


def _pins(nodes: list[Node]) -> str:
    return ", ".join(f"{node.ref} pin {node.pin}" for node in nodes)
