"""The schematic of a tray as sheets of A4: the Pi with what is on the panel, the chips, and the sides."""

from __future__ import annotations

from collections.abc import Sequence

from hardware.circuit.circuit import Circuit, CircuitError, Component
from hardware.circuit.panel import CELL_WIDTH, cells
from hardware.circuit.sheet import Sheet
from hardware.circuit.sides import SIDE_WIDTH, column_rows, side_block

MARGIN, TOP = 24.0, 64.0
HEADER_STEP = 25.0
HEADER_AXIS = 200.0
CELLS_LEFT = 400.0
PAGE_BOTTOM = 815.0

CHIP_STEP, CHIP_BODY, CHIP_SIDE = 18.0, 100.0, 130.0
CHIP_WIDTH = CHIP_BODY + 2 * CHIP_SIDE + 12
CHIPS_ACROSS = 3


def schematic(circuit: Circuit) -> list[Sheet]:
    """The sheets. Raises ``CircuitError`` where a component would be on none of them."""
    sheets = [_pi_sheet(circuit)]
    if chips := circuit.of("hc165", "mcp23017", "nano"):
        sheets.append(_chip_sheet(circuit, chips))
    if any(net.startswith("COL") for net in circuit.nets()):
        beside_nano = bool(circuit.of("nano"))
        if not beside_nano:
            sheets.append(Sheet())
        column_rows(sheets[-1], circuit, MARGIN + (CHIP_WIDTH + 40 if beside_nano else 0), TOP + 20)
    places = sorted(
        {part.place for part in circuit.of("switch") if part.place.startswith("side")}, key=_number
    )
    across = 3 if len(places) % 3 == 0 else 2
    for first in range(0, len(places), across):
        sheet = Sheet()
        for n, place in enumerate(places[first : first + across]):
            side_block(sheet, circuit, place, MARGIN + n * SIDE_WIDTH, TOP + 10)
        sheets.append(sheet)
    left_out = set(circuit.components) - set().union(*(sheet.drawn for sheet in sheets))
    if left_out:
        raise CircuitError(
            f"{circuit.name}: {', '.join(sorted(left_out))} would be on no sheet of the schematic"
        )
    for number, sheet in enumerate(sheets, 1):
        sheet.text(MARGIN, 34, f"{circuit.name}: {circuit.title}", "head")
        sheet.text(1164, 34, f"sheet {number} of {len(sheets)}, wiring {circuit.stamp}", "head", "end")
    return sheets


def sheet_svg(sheet: Sheet, title: str) -> str:
    """A sheet as a file."""
    right = max(word[2] for word in sheet.words)
    bottom = max(word[3] for word in sheet.words)
    return sheet.svg(right + MARGIN, bottom + MARGIN, title)


def _number(place: str) -> int:
    return int(place.split()[-1])


def _pi_sheet(circuit: Circuit) -> Sheet:
    sheet = Sheet()
    header = circuit.of("box-40")[0]
    _header(sheet, header)
    x, y = CELLS_LEFT, TOP
    for height, draw in cells(circuit):
        if y + height > PAGE_BOTTOM:
            x, y = x + CELL_WIDTH, TOP
        draw(sheet, x, y)
        y += height
    return sheet


def _header(sheet: Sheet, header: Component) -> None:
    sheet.drawn.add(header.ref)
    sheet.text(MARGIN, TOP - 8, f"{header.ref}: {header.what}, 2x20, from above", "head")
    sheet.box(HEADER_AXIS - 26, TOP, 52, 20 * HEADER_STEP, "chip")
    for pin, (name, _) in header.part.pins.items():
        number = int(pin)
        outward = -1 if number % 2 else 1
        y = TOP + HEADER_STEP * ((number - 1) // 2) + HEADER_STEP / 2
        sheet.pin(HEADER_AXIS + 12 * outward, y, pin)
        edge = HEADER_AXIS + 26 * outward
        sheet.text(edge + 4 * outward, y - 3, name, "small", "end" if outward < 0 else "start")
        net = header.nets.get(pin)
        if net is not None:
            sheet.line(edge, y, edge + 48 * outward, y)
            sheet.label(edge + 48 * outward, y, net, outward)


def _chip_sheet(circuit: Circuit, chips: Sequence[Component]) -> Sheet:
    sheet = Sheet()
    y = TOP + 12
    for first in range(0, len(chips), CHIPS_ACROSS):
        row = chips[first : first + CHIPS_ACROSS]
        ends = [_chip(sheet, circuit, chip, MARGIN + n * CHIP_WIDTH, y) for n, chip in enumerate(row)]
        y = max(ends) + 46
    return sheet


def _chip(sheet: Sheet, circuit: Circuit, chip: Component, x: float, y: float) -> float:
    """A chip with its pins as they are from above, and the capacitors that belong to it. Returns where it ends."""
    sheet.drawn.add(chip.ref)
    sheet.text(x, y - 8, f"{chip.ref} {chip.value}: {chip.what}, {chip.place}", "head")
    left, half = x + CHIP_SIDE, (len(chip.part.pins) + 1) // 2
    sheet.box(left, y, CHIP_BODY, CHIP_STEP * half, "chip")
    for index, (pin, (name, _)) in enumerate(chip.part.pins.items()):
        on_left = index < half
        row = index if on_left else len(chip.part.pins) - 1 - index
        outward, edge = (-1, left) if on_left else (1, left + CHIP_BODY)
        at = y + CHIP_STEP * row + CHIP_STEP / 2
        inner = f"{pin} {name}" if on_left else f"{name} {pin}"
        sheet.text(edge - 4 * outward, at + 3, inner, "small", "start" if on_left else "end")
        net = chip.nets.get(pin)
        sheet.line(edge, at, edge + 14 * outward, at)
        if net is None:
            sheet.text(edge + 20 * outward, at + 3, "free", "small", "end" if on_left else "start")
        else:
            sheet.label(edge + 14 * outward, at, net, outward)
    end = y + CHIP_STEP * half
    name = chip.what.split(" at ")[0]
    near = [part for part in circuit.of("capacitor", "bulk") if part.what == name]
    sheet.drawn |= {part.ref for part in near}
    supply = "SCAN_5V" if chip.part.key == "nano" else "+3V3"
    plus = {"bulk": f", + at {supply}"}
    caps = ", ".join(f"{part.ref} {part.value}{plus.get(part.part.key, '')}" for part in near)
    if caps:
        sheet.text(left, end + 14, f"close to it, {supply} to GND: {caps}", "small")
    if chip.part.key == "nano":
        # The socket is between D12 and D13, the last pins of both rows (Arduino's pinout of the Nano).
        sheet.text(left, end + 28, "its USB socket is at this end: turn it to the Pi", "small")
        return end + 28
    return end + 14
