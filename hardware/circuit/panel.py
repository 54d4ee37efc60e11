"""The parts of a schematic that are on the board and the panel: small circuits, each with how high it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hardware.circuit.circuit import Circuit, Component
from hardware.circuit.sheet import Sheet
from hardware.circuit.sides import lamp_row, pin_at, switch_row

CELL_WIDTH = 395.0
Draw = Callable[[Sheet, float, float], None]


def cells(circuit: Circuit) -> Iterator[tuple[float, Draw]]:
    """Everything that is neither header nor chip nor side, in the order it is drawn."""
    yield _supply(circuit)
    for switch in circuit.of("switch"):
        if switch.place == "panel":
            yield _button(circuit, switch)
    for led in circuit.of("led"):
        if led.place == "panel":
            yield _lamp(circuit, led)
    if circuit.of("npn"):
        yield _buzzer(circuit)
    rows = [part for part in circuit.of("resistor") if _is_row(part)]
    if rows:
        yield _rows(rows)
    ups = [part for part in circuit.of("resistor") if part.what.startswith(("pull-up of", "interrupt"))]
    if ups:
        yield _ups(ups)
    for screen in circuit.of("screen"):
        yield _screen(circuit, screen)
    for part in circuit.of("plug-4"):
        if part.what.startswith("the adapter"):
            yield _adapter(part)


def _supply(circuit: Circuit) -> tuple[float, Draw]:
    found = [part for part in circuit.of("capacitor", "bulk") if part.what.startswith("3.3 V")]

    def draw(sheet: Sheet, x: float, y: float) -> None:
        sheet.text(x, y - 8, "3.3 V where it comes on the board", "head")
        sheet.label(x + 50, y + 16, "+3V3", -1)
        sheet.line(x + 50, y + 16, x + 60 + 70 * len(found), y + 16, "supply")
        for number, part in enumerate(found):
            sheet.drawn.add(part.ref)
            at = x + 76 + 70 * number
            sheet.dot(at, y + 16)
            sheet.capacitor_down(at, y + 16, part.ref, part.value, plus=part.part.key == "bulk")

    return 80, draw


def _button(circuit: Circuit, switch: Component) -> tuple[float, Draw]:
    line = next(net for pin, net in switch.nets.items() if pin != "COM")
    plugs = [part for part in circuit.of("plug-2") if line in part.nets.values()]

    def draw(sheet: Sheet, x: float, y: float) -> None:
        sheet.drawn |= {part.ref for part in plugs}
        names = ", ".join(part.ref for part in plugs)
        sheet.text(x, y - 8, f"{switch.what}; {names} (1x2), pin 2 to GND", "head")
        switch_row(sheet, circuit, switch, plugs, x, y + 32)
        for part, _ in circuit.at(line):
            if part.part.key == "tvs":
                sheet.drawn.add(part.ref)
                sheet.dot(x + 196, y + 32)
                sheet.suppressor_down(x + 196, y + 32, part.ref, part.value)

    return 104, draw


def _lamp(circuit: Circuit, led: Component) -> tuple[float, Draw]:
    plugs = [part for part in circuit.of("plug-2") if led.nets["2"] in part.nets.values()]

    def draw(sheet: Sheet, x: float, y: float) -> None:
        sheet.drawn |= {part.ref for part in plugs}
        names = ", ".join(part.ref for part in plugs)
        sheet.text(x, y - 8, f"{led.what}; {names} (1x2), pin 2 to GND", "head")
        lamp_row(sheet, circuit, led, plugs, x, y + 22)

    return 70, draw


def _buzzer(circuit: Circuit) -> tuple[float, Draw]:
    transistor = circuit.of("npn")[0]
    base, collector = transistor.nets["2"], transistor.nets["1"]
    parts = {part.ref: part for net in (base, collector) for part, _ in circuit.at(net)}

    def draw(sheet: Sheet, x: float, y: float) -> None:
        sheet.drawn |= set(parts)
        sheet.text(x, y - 8, "buzzer", "head")
        into = next(p for p in parts.values() if base in p.nets.values() and "GPIO" in p.nets["1"])
        down = next(p for p in parts.values() if p.nets == {"1": base, "2": "GND"})
        sounder = next(p for p in parts.values() if p.part.key in ("buzzer", "piezo"))
        beside = next(
            p for p in parts.values() if p.part.key in ("diode", "resistor") and collector in p.nets.values()
        )
        level = y + 84
        sheet.label(x + 84, level, into.nets["1"], -1)
        end = sheet.resistor_in(x + 92, level, into.ref, into.value)
        sheet.line(x + 84, level, x + 92, level)
        sheet.line(end, level, x + 170, level)
        sheet.dot(x + 136, level)
        sheet.line(x + 136, level, x + 136, level + 6)
        sheet.box(x + 132.5, level + 6, 7, 14, "chip")
        sheet.down_to_ground(x + 136, level + 20, level + 24)
        sheet.text(x + 144, level + 17, f"{down.ref} {down.value}", "small")
        sheet.text(x + 128, level - 4, base, "small")
        right, top, bottom = sheet.npn(x + 182, level, transistor.ref, transistor.value)
        sheet.line(x + 170, level, x + 182, level)
        sheet.down_to_ground(right, bottom, bottom + 6)
        sheet.line(right, top, right, y + 62)
        sheet.text(right + 4, y + 70, collector, "small")
        sheet.line(right, y + 62, right + 70, y + 62)
        sheet.line(right, y + 20, right + 70, y + 20, "supply")
        sheet.label(right, y + 20, "+3V3", -1)
        sheet.line(right, y + 20, right, y + 33)
        sheet.circle(right, y + 41, 8, "chip")
        sheet.text(right, y + 44, "LS", "small", "middle")
        if sounder.part.pins["1"][0] == "+":
            sheet.text(right + 5, y + 32, "+")
        sheet.line(right, y + 49, right, y + 62)
        sheet.text(right - 12, y + 40, sounder.ref, "small", "end")
        sheet.text(right - 12, y + 50, sounder.value, "small", "end")
        sheet.diode_beside(right + 70, y + 20, y + 62, beside.ref, beside.value)

    return 150, draw


def _is_row(part: Component) -> bool:
    """A resistor in a wire of a chain."""
    return "of the chain" in part.what


def _rows(rows: list[Component]) -> tuple[float, Draw]:
    def draw(sheet: Sheet, x: float, y: float) -> None:
        sheet.text(x, y - 8, "wires of the chain, each with a resistor on the board", "head")
        for number, part in enumerate(rows):
            at = y + 20 + 30 * number
            sheet.drawn.add(part.ref)
            sheet.label(x + 100, at, part.nets["1"], -1)
            sheet.line(x + 100, at, x + 110, at)
            end = sheet.resistor_in(x + 110, at, part.ref, part.value)
            sheet.line(end, at, end + 10, at)
            sheet.label(end + 10, at, part.nets["2"], 1)

    return 50 + 30 * len(rows), draw


def _ups(ups: list[Component]) -> tuple[float, Draw]:
    def draw(sheet: Sheet, x: float, y: float) -> None:
        sheet.text(x, y - 8, "pull-ups that the Pi does not have", "head")
        for number, part in enumerate(ups):
            at = y + 34 + 44 * number
            sheet.drawn.add(part.ref)
            sheet.label(x + 84, at, part.nets["2"], -1)
            sheet.line(x + 84, at, x + 180, at)
            sheet.dot(x + 136, at)
            sheet.resistor_up(x + 136, at, part.ref, part.value, part.nets["1"])

    return 50 + 44 * len(ups), draw


def _screen(circuit: Circuit, screen: Component) -> tuple[float, Draw]:
    plug = next(part for part in circuit.of("plug-4") if part.what == screen.what)
    bulk = [part for part in circuit.of("bulk") if part.what == screen.what]

    def draw(sheet: Sheet, x: float, y: float) -> None:
        sheet.drawn |= {screen.ref, plug.ref, *(part.ref for part in bulk)}
        sheet.text(x, y - 8, f"{screen.what}, {screen.place}; {plug.ref} (1x4)", "head")
        sheet.box(x + 200, y, 110, 76, "chip")
        sheet.text(x + 255, y + 42, f"{screen.ref} {screen.value}", "", "middle")
        for number, (pin, (name, _)) in enumerate(screen.part.pins.items()):
            at = y + 12 + 18 * number
            sheet.label(x + 84, at, screen.nets[pin], -1)
            sheet.line(x + 84, at, x + 110, at)
            sheet.pin(x + 118, at, pin_at([plug], screen.nets[pin]))
            sheet.line(x + 126, at, x + 200, at)
            sheet.text(x + 196, at - 2, name, "small", "end")
        caps = ", ".join(f"{part.ref} {part.value}, + at +3V3" for part in bulk)
        sheet.text(x + 84, y + 90, f"at the plug, +3V3 to GND: {caps}", "small")

    return 122, draw


def _adapter(part: Component) -> tuple[float, Draw]:
    def draw(sheet: Sheet, x: float, y: float) -> None:
        sheet.drawn.add(part.ref)
        sheet.text(x, y - 8, f"{part.what}; {part.ref} (1x4)", "head")
        for number, (pin, net) in enumerate(part.nets.items()):
            at = y + 12 + 20 * number
            sheet.label(x + 84, at, net, -1)
            sheet.line(x + 84, at, x + 110, at)
            sheet.pin(x + 118, at, pin)

    return 90, draw
