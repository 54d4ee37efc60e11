"""What is bought but not on the netlist: the Pi, its power, cables and boards."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.circuit.circuit import Circuit


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
    ribbons = len(circuit.of("box-16"))
    plugs = sum(len(circuit.of(f"plug-{pins}")) for pins in range(2, 7))
    boards = 1 + len(circuit.of("mcp23017"))
    lines = [
        Extra(
            "Raspberry Pi with its header", "40 pins", "-", 1,
            ("Raspberry Pi Zero 2 WH", "Raspberry Pi 4 Model B, 2 GB"), 22.0,
        ),
        Extra(
            "power supply, 5.1 V, its plug that of the Pi", "2.5 A or more", "-", 1,
            ("Raspberry Pi 12.5 W Micro USB Power Supply", "Raspberry Pi 15 W USB-C Power Supply"), 9.0,
        ),
        Extra(
            "microSD card for continuous writing", "32 GB", "-", 1,
            ("SanDisk Max Endurance 32 GB", "Samsung PRO Endurance 32 GB"), 10.0,
        ),
        Extra("socket for a ribbon, 2x20", "2x20", "2x20", 2, ("Wuerth 61204023021", "3M 89140-0101"), 1.2),
        Extra("ribbon, 1.27 mm, 40 wires, 0.2 m", "0.2 m", "-", 1, ("3M 3365/40", "Amphenol 191-2801-140"), 2.0),
        Extra("perforated board, 100 x 160 mm, cut to size", "1 hole a pad", "-", boards,
              ("Roth Elektronik RE200-LF", "Rademacher WR-Typ 811"), 4.0),
    ]  # fmt: skip
    if ribbons:
        lines += [
            Extra("socket for a ribbon, 2x8", "2x8", "2x8", 2 * ribbons, ("Wuerth 61201623021", "3M 89116-0101"), 0.7),
            Extra("ribbon, 1.27 mm, 16 wires, 1 m", "1 m", "-", ribbons, ("3M 3365/16", "Amphenol 191-2801-116"), 1.5),
            Extra("terminal strip under a side, 2x8 pins", "2x8", "2x8", ribbons,
                  ("Wuerth 61201621621", "3M N2516-6002RB"), 0.6),
        ]  # fmt: skip
    lines.append(
        Extra("wire, 0.14 to 0.25 mm2, stranded, 10 m", "10 m", "-", 1 + plugs // 4,
              ("Lapp 4510013", "Alpha Wire 1854"), 4.0),
    )  # fmt: skip
    switches = len(circuit.of("switch"))
    lines.append(
        Extra(
            "screws with nuts, M2 x 12, for switches",
            "M2",
            "-",
            2 * switches,
            ("DIN 912 M2 x 12", "DIN 84 M2 x 12"),
            0.08,
        )
    )
    if circuit.of("nano"):
        lines.append(Extra("USB cable from the Nano to the Pi, 0.3 m", "mini-B", "-", 1,
                           ("Delock 83167", "Goobay 93971"), 3.0))  # fmt: skip
        lines.append(Extra("USB OTG adapter, only for a Pi Zero", "micro-B", "-", 1,
                           ("Delock 65325", "Goobay 95194"), 3.0))  # fmt: skip
    if sockets := len(circuit.of("hc165")):
        lines.append(Extra("socket for a chip", "DIP-16", "DIP-16", sockets,
                           ("TE 1-2199298-4", "Preci-Dip 110-87-316-41"), 0.3))  # fmt: skip
    if sockets := len(circuit.of("mcp23017")):
        lines.append(Extra("socket for a chip", "DIP-28", "DIP-28, narrow", sockets,
                           ("TE 1-2199300-2", "Preci-Dip 110-83-328-41"), 0.5))  # fmt: skip
    return tuple(lines)
