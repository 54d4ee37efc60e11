"""The table of figures in electronics.md, from the circuits of the shipped profiles."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from hardware.circuit.circuit import Circuit
from hardware.circuit.currents import low_levels, nano_ma, pins_ma, rail_ma
from hardware.circuit.parts_list import table, total

PAGE = Path(__file__).parent / "electronics.md"
FRONT = Path(__file__).parent / "README.md"
TRAYS, END_OF_TRAYS = "<!-- trays: made by python -m hardware -->\n", "<!-- end of trays -->"
BEGIN, END = "<!-- figures: made by python -m hardware -->\n", "<!-- end of figures -->"


def with_figures(text: str, circuits: Iterable[Circuit]) -> str:
    """The page with its table made anew."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + _figures(circuits) + END + after


def with_trays(text: str, circuits: Iterable[Circuit]) -> str:
    """The front page with its list of trays made anew."""
    before, _, rest = text.partition(TRAYS)
    _, _, after = rest.partition(END_OF_TRAYS)
    rows = [(f"[{c.name}](profiles/{c.name}/README.md)", c.title, f"{total(c):.0f}") for c in circuits]
    return before + TRAYS + table(("tray", "what it is", "about EUR"), rows) + END_OF_TRAYS + after


def _figures(circuits: Iterable[Circuit]) -> str:
    rows = []
    for circuit in circuits:
        levels = low_levels(circuit)
        flaps = levels[-1] if any(net.startswith("COL") for net in circuit.nets()) else levels[0]
        rows.append(
            (
                circuit.name,
                f"{sum(rail_ma(circuit).values()):.0f}",
                f"{sum(pins_ma(circuit).values()):.0f}",
                f"{nano_ma(circuit):.0f}" if nano_ma(circuit) else "",
                f"{flaps.volts:.2f} of {flaps.limit:.2f}",
                f"{flaps.leak_ohms / 1000:.0f} kΩ",
            )
        )
    heads = (
        "tray",
        "3.3 V, mA",
        "all pins, mA",
        "USB, mA",
        "a closed flap, V",
        "a wet film reads as open from",
    )
    return table(heads, rows)
