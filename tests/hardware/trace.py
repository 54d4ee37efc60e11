"""Follows wires in a netlist file, from a pin of the Pi or a chip to what hangs on it."""

from __future__ import annotations

from hardware.circuit.reading import Netlist

SUPPLIES = ("+3V3", "GND", "SCAN_5V")


def through_resistors(netlist: Netlist, net: str) -> set[str]:
    """The net itself, and every net that is one series resistor away."""
    found = {net}
    for ref, pin, _, _ in netlist.nets[net]:
        part = netlist.components[ref]["part"]
        if part == "resistor":
            other = netlist.net_at(ref, "2" if pin == "1" else "1")
        elif part == "series":
            other = netlist.net_at(ref, str(int(pin) + 1 if int(pin) % 2 else int(pin) - 1))
        else:
            continue
        if other and other not in SUPPLIES:
            found.add(other)
    return found


def at(netlist: Netlist, nets: set[str], part: str) -> set[tuple[str, str]]:
    """The parts of that kind on these nets, each with its pin there."""
    return {
        (ref, pin)
        for net in nets
        for ref, pin, _, _ in netlist.nets[net]
        if netlist.components[ref]["part"] == part
    }


def only(found: set[tuple[str, str]]) -> tuple[str, str]:
    """The one that was found."""
    assert len(found) == 1, found
    return next(iter(found))


def named(netlist: Netlist, part: str, what: str) -> str:
    """The reference of the one part of that kind that is called so."""
    refs = [
        ref for ref, about in netlist.components.items() if about["part"] == part and about["what"] == what
    ]
    assert len(refs) == 1, (part, what, refs)
    return refs[0]


def pin_named(netlist: Netlist, ref: str, name: str) -> str:
    """The number of the pin of that name."""
    pins = netlist.parts[netlist.components[ref]["part"]]
    return next(number for number, (title, _) in pins.items() if title == name)
