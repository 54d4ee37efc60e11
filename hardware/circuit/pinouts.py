"""Which leg of a part is which, and which way round it goes: read from data sheets a second time, apart from the
catalogue, so that a slip in the one is seen by the other.

Legs are counted as KiCad's footprints count them. Sources: onsemi BC337/D (flat side towards you, legs down, from the
left: collector, base, emitter); Vishay's 1N4148, BAT85S and SA5.0A to SA170CA, whose ring is the cathode; Kingbright's
WP7113ID, whose short leg is the cathode; Panasonic's ECA-M and PUI's AI-1223, whose long leg is plus.
"""

from __future__ import annotations

from collections.abc import Iterator

from hardware.circuit.circuit import Circuit, Component

SUPPLIES = ("+3V3", "SCAN_5V")
DIODE = {"1": "K", "2": "A"}
PLUS_FIRST = {"1": "+", "2": "-"}
LEGS = {
    "BC337-40": {"1": "C", "2": "B", "3": "E"},
    "1N4148": DIODE,
    "BAT85": DIODE,
    "SA8.5A": DIODE,
    "red": DIODE,
    "10u": PLUS_FIRST,
    "3 V": PLUS_FIRST,
}
POLAR = ("npn", "diode", "tvs", "led", "bulk", "buzzer")


def legs(circuit: Circuit) -> Iterator[str]:
    """Every part that has a right way round has its legs where the data sheet has them."""
    for part in circuit.of(*POLAR):
        names = {pin: name for pin, (name, _) in part.part.pins.items()}
        known = LEGS.get(part.value)
        if known is None:
            yield f"{part.ref}: the legs of a {part.value} are written down nowhere in pinouts.py"
        elif names != known:
            yield f"{part.ref}: the legs of a {part.value} are {_told(known)}, and not {_told(names)}"


def polarity(circuit: Circuit) -> Iterator[str]:
    """Every part that has a right way round is the right way round."""
    for part in circuit.of(*POLAR):
        try:
            right = _is_right(circuit, part, {LEGS[part.value][pin]: net for pin, net in part.nets.items()})
        except KeyError:
            right = False
        if not right:
            nets = ", ".join(f"{pin} at {net}" for pin, net in part.nets.items())
            yield f"{part.ref} {part.value} ({part.what}) is the wrong way round: {nets}"


def _is_right(circuit: Circuit, part: Component, at: dict[str, str]) -> bool:
    match part.part.key:
        case "bulk":
            return at["+"] in SUPPLIES and at["-"] == "GND"
        case "tvs":
            return at["A"] == "GND" and at["K"] not in ("GND", *SUPPLIES)
        case "led":
            return at["K"] == "GND" and at["A"] not in ("GND", *SUPPLIES)
        case "npn":
            return (
                at["E"] == "GND" and _drives(circuit, at["B"]) and _has(circuit, at["C"], "buzzer", "piezo")
            )
        case "buzzer":
            return at["+"] in SUPPLIES and _has(circuit, at["-"], "npn")
    if _has(circuit, at["A"], "npn") or _has(circuit, at["K"], "npn"):
        # Across a coil it must not conduct while the coil is fed.
        return at["K"] in SUPPLIES and _has(circuit, at["A"], "npn")
    return _has(circuit, at["A"], "switch") and _has(circuit, at["K"], "box-40", "nano")


def _has(circuit: Circuit, net: str, *keys: str) -> bool:
    return any(found.part.key in keys for found, _ in circuit.at(net))


def _drives(circuit: Circuit, net: str) -> bool:
    """Whether a pin of the Pi comes to a net through a resistor."""
    ends = {
        other for found, _ in circuit.at(net) if found.part.key == "resistor" for other in found.nets.values()
    }
    return any(_has(circuit, other, "box-40") for other in ends - {"GND", *SUPPLIES})


def _told(names: dict[str, str]) -> str:
    return " ".join(f"{pin} {name}" for pin, name in names.items())
