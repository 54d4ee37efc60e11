"""The parts of a schematic that belong to the sides: every switch with what is between it and what reads it."""

from __future__ import annotations

from hardware.circuit.circuit import Circuit, Component, counted
from hardware.circuit.sheet import Sheet

SIDE_WIDTH = 390.0
STEP, STEP_WITH_CAPACITORS = 36.0, 44.0
COLUMN_STEP = 44.0


def side_block(sheet: Sheet, circuit: Circuit, place: str, x: float, y: float) -> None:
    """A side: its plug, its switches from the reading pin to ground, its lamp."""
    switches = [part for part in circuit.of("switch") if part.place == place]
    plugs = [p for p in circuit.of("box-16", "plug-6") if p.what.endswith(f" {place}")]
    sheet.drawn |= {part.ref for part in plugs}
    names = ", ".join(
        f"{part.ref} (2x8)"
        if part.part.key == "box-16"
        else f"{part.ref} (1x6) {'at the side' if part.place == place else 'main board'}"
        for part in plugs
    )
    sheet.text(x, y, f"{place}; {names}", "head")
    y += 40
    for switch in switches:
        line = next(net for pin, net in switch.nets.items() if pin != "COM")
        if line.startswith("COL"):
            _cell(sheet, circuit, switch, plugs, x, y)
            y += STEP
        else:
            y += switch_row(sheet, circuit, switch, plugs, x, y)
    for led in circuit.of("led"):
        if led.place == place:
            lamp_row(sheet, circuit, led, plugs, x, y)
            y += STEP
    _rest_of_plugs(sheet, plugs, x, y)


def switch_row(
    sheet: Sheet, circuit: Circuit, switch: Component, plugs: list[Component], x: float, y: float
) -> float:
    """One switch with its resistors, and its capacitor if it has one. Returns how high the row is."""
    sheet.drawn.add(switch.ref)
    line = next(net for pin, net in switch.nets.items() if pin != "COM")
    reader, series_ref, series_value = _series(sheet, circuit, line)
    sheet.label(x + 74, y, reader, -1)
    sheet.line(x + 74, y, x + 92, y)
    height = STEP
    for part, _ in circuit.at(reader):
        if part.part.key == "capacitor":
            sheet.drawn.add(part.ref)
            sheet.dot(x + 81, y)
            sheet.capacitor_down(x + 81, y, part.ref, part.value)
            height = STEP_WITH_CAPACITORS
    end = sheet.resistor_in(x + 92, y, series_ref, series_value)
    sheet.line(end, y, x + 210, y)
    _pull_up(sheet, circuit, line, x + 136, y)
    sheet.text(x + 148, y - 3, line, "small")
    at = x + 218
    if pin := pin_at(plugs, line):
        sheet.pin(at, y, pin)
        sheet.line(x + 226, y, x + 236, y)
    else:
        sheet.line(x + 210, y, x + 236, y)
    end = sheet.switch(x + 236, y, 1, "switch")
    sheet.line(end, y, end + 6, y)
    sheet.ground(end + 6, y, 1)
    made = next(pin for pin in switch.nets if pin != "COM")
    sheet.text(end + 18, y - 1, f"{switch.ref} {switch.what}", "small")
    sheet.text(end + 18, y + 9, f"{made}; COM to GND", "small")
    return height


def lamp_row(
    sheet: Sheet, circuit: Circuit, led: Component, plugs: list[Component], x: float, y: float
) -> None:
    """A lamp with its resistor."""
    sheet.drawn.add(led.ref)
    line = led.nets["2"]
    gpio, ref, value = _series(sheet, circuit, line)
    sheet.label(x + 84, y, gpio, -1)
    sheet.line(x + 84, y, x + 92, y)
    end = sheet.resistor_in(x + 92, y, ref, value)
    sheet.line(end, y, x + 210, y)
    sheet.text(x + 148, y - 3, line, "small")
    if pin := pin_at(plugs, line):
        sheet.pin(x + 218, y, pin)
    else:
        sheet.line(x + 210, y, x + 226, y)
    sheet.line(x + 226, y, x + 240, y)
    end = sheet.lamp(x + 240, y, 1, "lamp")
    sheet.line(end, y, end + 12, y)
    sheet.ground(end + 12, y, 1)
    sheet.text(end + 24, y - 1, f"{led.ref} {led.value}", "small")
    sheet.text(end + 24, y + 9, led.what, "small")


def column_rows(sheet: Sheet, circuit: Circuit, x: float, y: float) -> None:
    """What every column of a matrix or of the scanner has."""
    sheet.text(x, y - 28, "columns: from the pin to the wire of all sides", "head")
    columns = sorted((net for net in circuit.nets() if net.startswith("COL")), key=counted)
    for number, column in enumerate(columns):
        at = y + 16 + COLUMN_STEP * number
        reader, ref, value = _series(sheet, circuit, column)
        sheet.label(x + 84, at, reader, -1)
        sheet.line(x + 84, at, x + 92, at)
        end = sheet.resistor_in(x + 92, at, ref, value)
        sheet.line(end, at, x + 230, at)
        _pull_up(sheet, circuit, column, x + 160, at)
        sheet.label(x + 230, at, column, 1)
    for part in circuit.of("resistor"):
        if part.what.startswith("A6 "):
            at = y + 16 + COLUMN_STEP * len(columns)
            sheet.drawn.add(part.ref)
            sheet.label(x + 84, at, "SCAN_A6", -1)
            sheet.line(x + 84, at, x + 180, at)
            sheet.dot(x + 160, at)
            sheet.resistor_up(x + 160, at, part.ref, part.value, part.nets["1"])


def _cell(
    sheet: Sheet, circuit: Circuit, switch: Component, plugs: list[Component], x: float, y: float
) -> None:
    """A switch between its column and its row, with its diode."""
    sheet.drawn.add(switch.ref)
    made = next(pin for pin in switch.nets if pin != "COM")
    column, after = switch.nets[made], switch.nets["COM"]
    sheet.label(x + 50, y, column, -1)
    sheet.line(x + 50, y, x + 60, y)
    sheet.pin(x + 68, y, pin_at(plugs, column))
    sheet.line(x + 76, y, x + 90, y)
    end = sheet.switch(x + 90, y, 1, "switch")
    row = after
    diodes = [part for part, pin in circuit.at(after) if part.part.key == "diode" and pin == "2"]
    sheet.line(end, y, x + 175, y)
    if diodes:
        sheet.drawn.add(diodes[0].ref)
        row = diodes[0].nets["1"]
        sheet.text(x + 116, y - 3, after, "small")
        sheet.diode_in(x + 175, y, f"{diodes[0].ref} {diodes[0].value}")
    sheet.line(x + 185, y, x + 210, y)
    sheet.pin(x + 218, y, pin_at(plugs, row))
    sheet.line(x + 226, y, x + 232, y)
    sheet.label(x + 232, y, row, 1)
    sheet.text(x + 284, y - 1, f"{switch.ref} {switch.what}", "small")
    sheet.text(x + 284, y + 9, f"{made}; COM to {'the diode' if diodes else 'the row'}", "small")


def _rest_of_plugs(sheet: Sheet, plugs: list[Component], x: float, y: float) -> None:
    """The pins of a side's plugs that feed it."""
    for part in plugs:
        shown = ("GND", "+3V3", "I2C", "GPIO", "LAMP")
        rest = {pin: net for pin, net in part.nets.items() if net.startswith(shown)}
        words = "; ".join(f"pin {pin} {net}" for pin, net in rest.items())
        while words:
            cut = len(words) if len(words) <= 66 else words.rfind("; ", 0, 66) + 2
            sheet.text(x, y - 4, (f"{part.ref}: " if words else "") + words[:cut].rstrip("; "), "small")
            words, y = words[cut:], y + 14


def _series(sheet: Sheet, circuit: Circuit, line: str) -> tuple[str, str, str]:
    """The net behind the series resistor of a line, and the resistor's name and value."""
    for part, pin in circuit.at(line):
        if part.part.key == "series":
            sheet.drawn.add(part.ref)
            first = int(pin) - (int(pin) + 1) % 2
            twin = str(first + 1 if int(pin) == first else first)
            return part.nets[twin], f"{part.ref}.{first}", "1k"
        if part.part.key == "resistor" and not {"+3V3", "SCAN_5V", "GND"} & set(part.nets.values()):
            sheet.drawn.add(part.ref)
            other = next(net for net in part.nets.values() if net != line)
            return other, part.ref, part.value
    return line, "", ""


def _pull_up(sheet: Sheet, circuit: Circuit, line: str, x: float, y: float) -> None:
    for part, pin in circuit.at(line):
        supply = next((net for net in part.nets.values() if net in ("+3V3", "SCAN_5V")), "")
        if part.part.key == "pull-ups" or (part.part.key == "resistor" and supply):
            sheet.drawn.add(part.ref)
            many = part.part.key == "pull-ups"
            name = f"{part.ref}.{pin}" if many else part.ref
            sheet.dot(x, y)
            sheet.resistor_up(x, y, name, part.value.removeprefix("8x "), supply if not many else "+3V3")


def pin_at(plugs: list[Component], net: str) -> str:
    """The pin of a plug that carries a net; empty where none does."""
    return next((pin for part in plugs for pin, found in part.nets.items() if found == net), "")
