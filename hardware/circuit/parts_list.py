"""What to buy for a tray: as CSV, and as a page with what it costs, what flows, and what belongs to it."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from hardware.circuit.catalogue import OLED_ADDRESS
from hardware.circuit.circuit import Circuit, counted
from hardware.circuit.currents import RAIL_LIMIT_MA, bus_figures, low_levels, nano_ma, rail_ma
from hardware.circuit.extras import extras

HOUSE = """\
The house has room for a Pi Zero 2 WH and its plugs. A Pi 3, 4 or 5 plays as well; it wants the supply that goes with
it, and the deeper house that is made with `--set pi=large` ([other measures](../../README.md#other-measures)).
"""
COLUMNS = ("refs", "part", "value", "package", "quantity", "part number", "or", "each, EUR", "all, EUR")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the list."""

    refs: str
    title: str
    value: str
    package: str
    quantity: int
    numbers: tuple[str, str]
    price: float

    @property
    def total(self) -> float:
        """For all of them, euro."""
        return self.quantity * self.price


def parts(circuit: Circuit) -> list[Line]:
    """Equal parts on one line, by their references; then what has none."""
    groups: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    found = {}
    for component in circuit.components.values():
        part = component.part
        key = (part.title, part.value, part.package)
        groups[key].append(component.ref)
        found[key] = part
    lines = []
    for key in sorted(groups, key=lambda key: counted(groups[key][0])):
        part, refs = found[key], sorted(groups[key], key=counted)
        lines.append(
            Line(_runs(refs), part.title, part.value, part.package, len(refs), part.numbers, part.price)
        )
    rest = extras(circuit)
    return lines + [Line("", e.title, e.value, e.package, e.quantity, e.numbers, e.price) for e in rest]


def total(circuit: Circuit) -> float:
    """What all of it costs, euro."""
    return sum(line.total for line in parts(circuit))


def parts_csv(circuit: Circuit) -> str:
    """The list for spreadsheets and shops; its last line is the sum, with the stamp of the wiring."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    for line in parts(circuit):
        prices = (f"{line.price:.2f}", f"{line.total:.2f}")
        table.writerow(
            (line.refs, line.title, line.value, line.package, line.quantity, *line.numbers, *prices)
        )
    stamp = f"total, wiring {circuit.stamp}"
    table.writerow(("", stamp, "", "", "", "", "", "", f"{total(circuit):.2f}"))
    return text.getvalue()


def page(circuit: Circuit, sheets: int) -> str:
    """The page of a tray: its drawings, what to buy, what flows."""
    name = circuit.name
    drawings = "\n\n".join(f"![Sheet {n} of the circuit](schematic-{n}.svg)" for n in range(1, sheets + 1))
    return f"""\
# {name}: what to solder

{circuit.title}. Made from its wiring profile by `make hardware`; wiring {circuit.stamp}, which stands on every paper
that belongs to it. Its pins are in [wiring.md](../../../wiring.md#{name}), the reasons in
[electronics.md](../../electronics.md).

- [netlist.net](netlist.net), for KiCad: File, Import, Netlist
- [parts.csv](parts.csv), what to buy, for spreadsheets
- [harness.svg](harness.svg), the cables; [harness.yml](harness.yml) is what WireViz makes it of

## The circuit

{drawings}

## The cables

![The cables](harness.svg)

Go by the numbers of the pins: colours are those of one maker's ribbon and differ. The numbers in a cable's own box
(W1 and so on) count what is drawn of it, not the wires of the ribbon.

## What to buy

{table(COLUMNS, [_row(line) for line in parts(circuit)])}
{_addresses(circuit)}{HOUSE}
All of it is about **{total(circuit):.0f} EUR**, without wood, its screws and filament.

## What flows

All flaps closed, all lamps lit, all screens white, the buzzer on:

{_currents(circuit)}
{_levels(circuit)}{_buses(circuit)}"""


def _addresses(circuit: Circuit) -> str:
    """What of the screens has to be soldered before they are plugged in."""
    moved = [part.what for part in circuit.of("screen") if not part.what.endswith(f"0x{OLED_ADDRESS:02X}")]
    if not moved:
        return ""
    return (
        f"Modules come at 0x{OLED_ADDRESS:02X}, which some print as 0x78. **{'; '.join(moved)}: move the resistor**\n"
        "on the back of the module from 0x78 to 0x7A before it goes into its bezel; buy some that have both places.\n\n"
    )


def _row(line: Line) -> tuple[str, ...]:
    prices = (f"{line.price:.2f}", f"{line.total:.2f}")
    return (line.refs, line.title, line.value, line.package, str(line.quantity), *line.numbers, *prices)


def _currents(circuit: Circuit) -> str:
    rail = rail_ma(circuit)
    rows = [(name, f"{current:.1f}") for name, current in rail.items()]
    rows.append(
        (f"**of the Pi's 3.3 V, which may give {RAIL_LIMIT_MA:.0f}**", f"**{sum(rail.values()):.0f}**")
    )
    if nano_ma(circuit):
        rows.append(("the scanner, of USB, which may give 500", f"{nano_ma(circuit):.0f}"))
    return table(("what", "mA"), rows)


def _levels(circuit: Circuit) -> str:
    rows = [
        (level.name, f"{level.volts:.2f}", f"{level.limit:.2f}", f"{level.leak_ohms / 1000:.1f} kΩ")
        for level in low_levels(circuit)
    ]
    return table(
        ("read by", "a closed switch, V", "low is up to, V", "open with a wet film of at least"), rows
    )


def _buses(circuit: Circuit) -> str:
    rows = [
        (
            bus.name,
            str(bus.khz),
            f"{bus.pf:.0f}",
            f"{bus.rise_ns:.0f}",
            f"{bus.rise_limit_ns:.0f}",
            f"{bus.sink_ma:.1f}",
        )
        for bus in bus_figures(circuit)
    ]
    heads = ("bus", "kHz", "pF", "rises in, ns", "and must in, ns", "its chips sink, mA (3 at most)")
    return "\n" + table(heads, rows) if rows else ""


def _runs(refs: list[str]) -> str:
    """R1, R2, R3, R7 as R1-R3 R7."""
    runs: list[list[str]] = []
    for ref in refs:
        number = int(ref.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
        last = int(runs[-1][-1].lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")) if runs else None
        if last is not None and number == last + 1:
            runs[-1].append(ref)
        else:
            runs.append([ref])
    return " ".join(run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A table in Markdown."""
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"
