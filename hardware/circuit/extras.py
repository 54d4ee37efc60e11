"""What is bought but not on the netlist: the Pi, its power, cables and boards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from hardware.circuit.circuit import Circuit
from hardware.circuit.lengths import PANEL_M, cable_m

PLUGS = (2, 4, 6)
REEL_M = 10.0
FLAP_M, SLACK_M, BUS_WIRES = 0.031, 0.1, 6
"""From flap to flap, and what a wire needs beside its way; m."""
LEG_M = 0.05
"""From a leg to the next of its net, on a board of 160 mm."""


@dataclass(frozen=True, slots=True)
class Extra:
    """A line of the list of what to buy; price in euro for one."""

    title: str
    value: str
    package: str
    quantity: int
    numbers: tuple[str, str]
    price: float


def extras(circuit: Circuit) -> tuple[Extra, ...]:
    """The rest of the shopping list."""
    lines = [
        Extra(
            "Raspberry Pi with its header", "40 pins", "-", 1,
            ("Raspberry Pi Zero 2 WH", "Raspberry Pi Zero 2 W, and 2x20 pins to solder"), 22.0,
        ),
        Extra(
            "power supply, 5.1 V, its plug that of the Pi", "2.5 A or more", "-", 1,
            ("Raspberry Pi 12.5 W Micro USB Power Supply", "Adafruit 1995"), 9.0,
        ),
        Extra(
            "microSD card for continuous writing", "32 GB", "-", 1,
            ("SanDisk Max Endurance 32 GB", "Samsung PRO Endurance 32 GB"), 10.0,
        ),
        Extra("socket for a ribbon, 2x20", "2x20", "2x20", 2, ("Wuerth 61204023021", "3M 89140-0101"), 1.2),
        Extra("ribbon, 1.27 mm, 40 wires, 0.2 m", "0.2 m", "-", 1, ("3M 3365/40", "Amphenol 191-2801-140"), 2.0),
        Extra("perforated board, 100 x 160 mm, cut to size", "1 hole a pad", "-", _perforated(circuit),
              ("Roth Elektronik RE200-LF", "Rademacher WR-Typ 811"), 4.0),
    ]  # fmt: skip
    solid = Extra("solid wire for the boards themselves, 0.5 to 0.6 mm, 10 m", "10 m", "-",
                  ceil(solid_m(circuit) / REEL_M), ("Alpha Wire 3050/1, 24 AWG", "Adafruit 1311, 22 AWG"),
                  4.0)  # fmt: skip
    return (*lines, solid, *_cables(circuit), *_fixing(circuit), *_modules(circuit))


def solid_m(circuit: Circuit) -> float:
    """How much wire joins what is on perforated boards, m: from leg to leg of a net, on each board by itself."""
    on_boards = [
        part
        for part in circuit.components.values()
        if part.part.key not in ("switch", "led", "screen", "diode") or part.place in ("", "board")
    ]
    legs: dict[tuple[str, str], int] = {}
    for part in on_boards:
        for net in part.nets.values():
            key = (part.place if part.place.startswith("side") else "board", net)
            legs[key] = legs.get(key, 0) + 1
    return LEG_M * sum(count - 1 for count in legs.values())


def _cables(circuit: Circuit) -> Iterator[Extra]:
    """What every header of the netlist needs at its cable."""
    if ribbons := len(circuit.of("box-16")):
        yield Extra("socket for a ribbon, 2x8", "2x8", "2x8", 2 * ribbons, ("Wuerth 61201623021", "3M 89116-0101"),
                    0.7)  # fmt: skip
        metres = sum(
            cable_m(circuit, part.what.removeprefix("the ribbon to ")) for part in circuit.of("box-16")
        )
        yield Extra("ribbon, 1.27 mm, 16 wires, by the metre", "1 m", "-", ceil(metres - 0.01),
                    ("3M 3365/16", "Amphenol 191-2801-116"), 1.5)  # fmt: skip
        yield Extra("terminal strip under a side, 2x8 pins", "2x8", "2x8", ribbons,
                    ("Wuerth 61201621621", "3M N2516-6002RB"), 0.6)  # fmt: skip
    contacts = 0
    for pins in PLUGS:
        if plugs := len(circuit.of(f"plug-{pins}")):
            contacts += pins * plugs
            yield Extra("housing of a plug, of the header's maker", f"1x{pins}", f"1x{pins}", plugs,
                        (f"JST XHP-{pins}", f"Molex 22-01-30{pins}7"), 0.05 + 0.02 * pins)  # fmt: skip
    if contacts:
        yield Extra("contact for a housing, crimped, a tenth to spare", "0.14 to 0.33 mm2", "-",
                    ceil(1.1 * contacts), ("JST SXH-001T-P0.6", "Molex 08-55-0102"), 0.04)  # fmt: skip
    yield Extra("wire, 0.14 to 0.25 mm2, stranded, 10 m", "10 m", "-", ceil(wire_m(circuit) / REEL_M),
                ("Alpha Wire 3050, 24 AWG", "Alpha Wire 1854, 24 AWG"), 4.0)  # fmt: skip


def wire_m(circuit: Circuit) -> float:
    """How much single wire a tray takes, m: to switches, from one common end to the next, to lamps, and in cables."""
    metres = 0.0
    places = [part.place for part in circuit.of("switch") if part.place.startswith("side")]
    for place in set(places):
        flaps = places.count(place)
        # A strip at the end of a row is half of it away on average.
        metres += flaps * (FLAP_M * flaps / 2 + SLACK_M) + flaps * (FLAP_M + SLACK_M / 4)
        metres += 2 * SLACK_M * 2 * sum(led.place == place for led in circuit.of("led"))
    metres += sum(2 * PANEL_M for _ in circuit.of("plug-2"))
    for part in circuit.of("screen"):
        metres += len(part.nets) * cable_m(circuit, part.place)
    for part in circuit.of("mcp23017"):
        metres += BUS_WIRES * cable_m(circuit, part.place)
    return metres


def _perforated(circuit: Circuit) -> int:
    """One for the board; one gives two boards under sides, or the strips under all of them."""
    return 1 + ceil(len(circuit.of("mcp23017")) / 2) + bool(circuit.of("box-16"))


def _fixing(circuit: Circuit) -> Iterator[Extra]:
    """Screws, and what moves the button."""
    stands = 4 * (2 + len(circuit.of("mcp23017"))) + 2 * len(circuit.of("box-16"))
    yield Extra("sleeve with a screw for wood: under Pi, boards and strips", "5 mm high", "-", stands,
                ("polyamide, 2.7 x 5 x 5 mm, and screw 2.5 x 16", "polystyrene, 3.2 x 6 x 5 mm, and screw 2.5 x 16"),
                0.1)  # fmt: skip
    buttons = sum(part.place == "panel" for part in circuit.of("switch"))
    yield Extra("screws with nuts, M2 x 12, for switches", "M2", "-", 2 * len(circuit.of("switch")),
                ("DIN 912 M2 x 12", "DIN 84 M2 x 12"), 0.08)  # fmt: skip
    if buttons:
        yield Extra("screw, M3 x 12, with a washer, for the end of a button's stem", "M3", "-", buttons,
                    ("DIN 7985 M3 x 12 and DIN 125 M3", "DIN 912 M3 x 12 and DIN 125 M3"), 0.1)  # fmt: skip
        yield Extra("spring of a button, pressed; wire x inside x length", "0.5 x 8.5 x 20 mm", "-", buttons,
                    ("stainless, 0.5 x 9.5 (outside) x 20 mm", "spring steel, 0.6 x 9.7 (outside) x 20 mm"),
                    0.5)  # fmt: skip


def _modules(circuit: Circuit) -> Iterator[Extra]:
    """What chips and modules stand in."""
    if nanos := len(circuit.of("nano")):
        yield Extra("socket strip for the Nano, 1x15", "1x15", "1x15", 2 * nanos,
                    ("Wuerth 61301511821", "Samtec SSW-115-01-T-S"), 1.0)  # fmt: skip
        yield Extra("USB cable from the Nano to the Pi, 0.3 m", "mini-B", "-", nanos,
                    ("Delock 83167", "Goobay 93971"), 3.0)  # fmt: skip
        yield Extra("USB OTG adapter, only for a Pi Zero", "micro-B", "-", 1,
                    ("Delock 65325", "Goobay 95194"), 3.0)  # fmt: skip
    if sockets := len(circuit.of("hc165")):
        yield Extra("socket for a chip", "DIP-16", "DIP-16", sockets,
                    ("TE 1-2199298-4", "Preci-Dip 110-87-316-41"), 0.3)  # fmt: skip
    if sockets := len(circuit.of("mcp23017")):
        yield Extra("socket for a chip", "DIP-28", "DIP-28, narrow", sockets,
                    ("TE 1-2199298-9", "Preci-Dip 110-83-328-41"), 0.5)  # fmt: skip
