"""The cables of a tray, as WireViz describes them: every plug, what leads to it, and every wire by its colour."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TypeAlias

from hardware.circuit.catalogue import OLED_ADDRESS
from hardware.circuit.circuit import Circuit, Component
from hardware.circuit.lengths import SWITCH_M, cable_m

Value: TypeAlias = "str | int | bool | dict[str, Value] | list[Value]"
RAINBOW = ("BN", "RD", "OG", "YE", "GN", "BU", "VT", "GY", "WH", "BK")
"""Ribbons with coloured wires come in this order, by the number of the pin, and again from the eleventh."""
LOOSE = f"at most {SWITCH_M:g} m"
FONT = "DejaVu Sans"
"""What graphviz measures must be what is shown, or words run over their boxes; this one is wide and free."""


class Harness:
    """Connectors, cables, and what joins them."""

    def __init__(self) -> None:
        self.connectors: dict[str, Value] = {}
        self.cables: dict[str, Value] = {}
        self.connections: list[Value] = []

    def plug(self, name: str, kind: str, pins: Sequence[str], labels: Sequence[str], notes: str = "") -> None:
        """A connector with its pins."""
        found: dict[str, Value] = {
            "type": kind,
            "pins": [_pin(pin) for pin in pins],
            "pinlabels": list(labels),
        }
        if not any(labels):
            del found["pinlabels"]
        if notes:
            found["notes"] = notes
        self.connectors[name] = found

    def cable(
        self, name: str, kind: str, ends: tuple[str, str], pins: Sequence[tuple[str, str]], metres: str
    ) -> None:
        """A cable between two connectors, a wire for each pair of pins."""
        wires = len(pins)
        colours: list[Value] = [self._colour(ends[0], pin) for pin, _ in pins]
        self.cables[name] = {"type": kind, "wirecount": wires, "colors": colours, "notes": metres}
        one, other = ends
        self.connections.append(
            [
                {one: [_pin(a) for a, _ in pins]},
                {name: list(range(1, wires + 1))},
                {other: [_pin(b) for _, b in pins]},
            ]
        )

    def _colour(self, plug: str, pin: str) -> str:
        """Black is ground and red is 3.3 V on wires; a ribbon's wire has the colour of its pin's number."""
        described = self.connectors[plug]
        assert isinstance(described, dict)
        pins, labels = described["pins"], described.get("pinlabels", described["pins"])
        assert isinstance(pins, list)
        assert isinstance(labels, list)
        net = str(labels[pins.index(_pin(pin))])
        if "2x" not in str(described["type"]) and (net.startswith("GND") or net in ("+3V3", "3V3")):
            return "BK" if net.startswith("GND") else "RD"
        number = int(pin) if pin.isdigit() else pins.index(pin) + 1
        return RAINBOW[(number - 1) % len(RAINBOW)]

    def text(self) -> str:
        """What WireViz reads."""
        parts: dict[str, Value] = {
            "options": {"fontname": FONT},
            "connectors": self.connectors,
            "cables": self.cables,
        }
        lines = [*_yaml(parts, 0), "connections:"]
        for joined in self.connections:
            lines.append("  -")
            assert isinstance(joined, list)
            lines += [f"    - {json.dumps(end, ensure_ascii=False)}" for end in joined]
        return "\n".join(lines) + "\n"


def harness(circuit: Circuit) -> str:
    """The cables of ``circuit``, in the language of WireViz."""
    drawn = Harness()
    _to_the_pi(drawn, circuit)
    for part in circuit.of("box-16"):
        _ribbon(drawn, circuit, part)
    for part in (found for found in circuit.of("plug-6") if found.place == "board"):
        _bus(drawn, circuit, part)
    for part in circuit.of("plug-4"):
        _four(drawn, circuit, part)
    for part in circuit.of("plug-2"):
        _two(drawn, circuit, part)
    return (
        f"# The cables of {circuit.name}, wiring {circuit.stamp}; made by make hardware, drawn by WireViz.\n"
        + drawn.text()
    )


def _to_the_pi(drawn: Harness, circuit: Circuit) -> None:
    header = circuit.of("box-40")[0]
    pins = list(header.nets)
    labels = [header.part.pins[pin][0] for pin in pins]
    drawn.plug("Raspberry Pi", "header 2x20", pins, labels, "all 40 wires; drawn are those in use")
    drawn.plug(
        header.ref,
        "box header 2x20",
        pins,
        list(header.nets.values()),
        f"{circuit.name}, wiring {circuit.stamp}",
    )
    ends = ("Raspberry Pi", header.ref)
    drawn.cable("W1", "ribbon, 40 wires", ends, [(pin, pin) for pin in pins], "0.2 m, no longer")


def _ribbon(drawn: Harness, circuit: Circuit, part: Component) -> None:
    """A ribbon to the strip under a side, and from there a wire to each switch."""
    place = part.what.removeprefix("the ribbon to ")
    strip = f"strip of {place} ({part.ref})"
    pins = sorted(part.nets, key=int)
    labels = [part.nets[pin] for pin in pins]
    drawn.plug(part.ref, "box header 2x8", pins, labels)
    drawn.plug(strip, "pins 2x8, under the side", pins, labels)
    number = part.ref.removeprefix("J")
    ends = (part.ref, strip)
    drawn.cable(f"W{number}", "ribbon, 16 wires", ends, [(pin, pin) for pin in pins], length(circuit, place))
    lugs, joined = [], []
    diodes = False
    for pin in pins:
        net = part.nets[pin]
        for found, other in circuit.at(net):
            if found.place == place and found.part.key == "switch" and other != "COM":
                lugs.append(f"{found.ref} {other}: {found.what}")
                joined.append((pin, lugs[-1]))
            elif found.place == place and found.part.key == "led" and other == "2":
                lugs += [f"{found.ref} A: {found.what}", f"{found.ref} K"]
                joined += [(pin, lugs[-2]), ("15", lugs[-1])]
            elif found.place == place and found.part.key == "diode":
                diodes = True
    common = "rings of all diodes" if diodes else "COM of all switches"
    joined.append(("13", common))
    name = f"switches of {place} ({part.ref})"
    notes = "each COM to the other end of its diode" if diodes else "COM from switch to switch"
    ordered = [end for _, end in joined]
    drawn.plug(name, "solder lugs", ordered, [""] * len(ordered), notes)
    drawn.cable(f"W{number}a", "single wires", (strip, name), joined, LOOSE)


def _bus(drawn: Harness, circuit: Circuit, part: Component) -> None:
    """The cable to the board under a side."""
    place = part.what.removeprefix("the bus cable of ")
    ends = [found for found in circuit.of("plug-6") if found.place == place]
    board = f"{ends[0].ref}, board of {place}" if ends else f"board of {place}"
    pins = sorted(part.nets, key=int)
    labels = [part.nets[pin] for pin in pins]
    drawn.plug(part.ref, "plug 1x6", pins, labels)
    drawn.plug(board, "plug 1x6", pins, labels)
    number = part.ref.removeprefix("J")
    drawn.cable(
        f"W{number}", "wires", (part.ref, board), [(pin, pin) for pin in pins], length(circuit, place)
    )
    switches = [found for found in circuit.of("switch") if found.place == place]
    lugs, sources = [], []
    for switch in switches:
        pin, net = next((pin, net) for pin, net in switch.nets.items() if pin != "COM")
        lugs.append(f"{switch.ref} {pin}: {switch.what}")
        sources.append(net)
    for led in circuit.of("led"):
        if led.place == place:
            lugs += [f"{led.ref} A: {led.what}", f"{led.ref} K"]
            sources += [led.nets["2"], "GND (lamp)"]
    lugs.append("COM of all switches")
    sources.append("GND")
    pads = f"pads of {place}"
    drawn.plug(pads, "on the board under the side", sources, [""] * len(sources))
    name = f"switches of {place}"
    drawn.plug(name, "solder lugs", lugs, [""] * len(lugs), "COM from switch to switch")
    drawn.cable(f"W{number}a", "single wires", (pads, name), list(zip(sources, lugs, strict=True)), LOOSE)


def _four(drawn: Harness, circuit: Circuit, part: Component) -> None:
    pins = sorted(part.nets, key=int)
    drawn.plug(part.ref, "plug 1x4", pins, [part.nets[pin] for pin in pins])
    screens = [found for found in circuit.of("screen") if found.what == part.what]
    name = f"{screens[0].ref} {screens[0].value}" if screens else part.what
    names = [part.part.pins[pin][0] for pin in pins]
    notes = "go by the names on its board"
    if screens and not part.what.endswith(f"0x{OLED_ADDRESS:02X}"):
        notes = f"its address moved from 0x{OLED_ADDRESS:02X}; {notes}"
    drawn.plug(name, part.what, names, [""] * len(names), notes)
    number = part.ref.removeprefix("J")
    metres = length(circuit, screens[0].place if screens else "panel")
    drawn.cable(f"W{number}", "wires", (part.ref, name), list(zip(pins, names, strict=True)), metres)


def _two(drawn: Harness, circuit: Circuit, part: Component) -> None:
    line = part.nets["1"]
    drawn.plug(part.ref, "plug 1x2", ["1", "2"], [line, "GND"])
    found, pin = next((f, p) for f, p in circuit.at(line) if f.part.key in ("switch", "led"))
    ends = [
        f"{found.ref} {'A' if found.part.key == 'led' else pin}",
        f"{found.ref} {'K' if found.part.key == 'led' else 'COM'}",
    ]
    drawn.plug(found.what, "on the panel", ends, ["", ""])
    number = part.ref.removeprefix("J")
    metres = length(circuit, "panel")
    drawn.cable(f"W{number}", "wires", (part.ref, found.what), [("1", ends[0]), ("2", ends[1])], metres)


def length(circuit: Circuit, place: str) -> str:
    """How long the cable to a place is, in words."""
    return f"{cable_m(circuit, place):.1f} m"


def _pin(pin: str) -> Value:
    """WireViz counts pins in numbers, where they have any."""
    return int(pin) if pin.isdigit() else pin


def _yaml(value: dict[str, Value], depth: int) -> list[str]:
    lines = []
    for key, item in value.items():
        name = f"{'  ' * depth}{json.dumps(key, ensure_ascii=False)}:"
        if isinstance(item, dict):
            lines += [name, *_yaml(item, depth + 1)]
        else:
            lines.append(f"{name} {json.dumps(item, ensure_ascii=False)}")
    return lines
