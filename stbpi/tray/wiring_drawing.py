"""A wiring profile as a drawing on one sheet of A4: the header, every chip and screen, and every wire by its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import shorten

from stbpi.tray.profile import Profile
from stbpi.tray.wiring_legs import Block, Grid, Header, Kind, Leg, blocks, boot_lines, grids, header_block
from stbpi.tray.wiring_svg import Anchor, Drawing

MARGIN = 24.0
TOP = 64.0
HEADER_AXIS = 244.0
"""Between the two rows of header pins, from the left edge."""
HEADER_STEP = 25.0
RIGHT_HALF = 478.0
"""Where what hangs on the header begins."""

STEP = 16.0
BODY = 96.0
HALF = 122.0
"""Room for the labels beside a chip."""
BLOCK_WIDTH = 2 * HALF + BODY + 10
FEW_BLOCKS = 8
"""As many parts stand two abreast on the sheet; more stand three abreast, and all is drawn smaller."""

NOTE_STEP = 14.0


def wiring_svg(profile: Profile) -> str:
    """The drawing of a profile that is wired; A4, landscape."""
    drawing = Drawing()
    title = f"{profile.name}: {profile.title}"
    drawing.text(MARGIN, 34, shorten(title, 150, placeholder=" …"), "title" if len(title) <= 80 else "head")
    header = Header()
    _header(drawing, header_block(profile, header))
    parts, pictures = blocks(profile, header), grids(profile)
    notes_end = _notes(drawing, _notes_of(profile, pictures), TOP + 20 * HEADER_STEP + 26)
    y = TOP
    for grid in pictures:
        y = _grid(drawing, grid, RIGHT_HALF, y)
    across = 2 if len(parts) <= FEW_BLOCKS else 3
    end = _blocks(drawing, parts, RIGHT_HALF, y, across)
    return drawing.svg(RIGHT_HALF + across * BLOCK_WIDTH, max(notes_end, end) + MARGIN, title)


def _header(drawing: Drawing, block: Block) -> None:
    drawing.text(MARGIN, TOP - 8, block.title, "head")
    drawing.box(HEADER_AXIS - 26, TOP, 52, 20 * HEADER_STEP, "chip")
    for leg in block.legs:
        number = int(leg.number)
        outward = -1 if number % 2 else 1
        y = TOP + HEADER_STEP * ((number - 1) // 2) + HEADER_STEP / 2
        x = HEADER_AXIS + 12 * outward
        drawing.box(x - 9, y - 9, 18, 18, f"{leg.kind}-fill")
        drawing.text(x, y + 3.3, leg.number, "pin", "middle")
        _stub(drawing, leg, HEADER_AXIS + 26 * outward, y, outward, name_room=40)


def _stub(drawing: Drawing, leg: Leg, x: float, y: float, outward: int, *, name_room: float = 0) -> None:
    """The wire at a leg, leading outward from ``x``, with what hangs on it and what it is called.

    ``name_room`` is how much of it the leg's name stands over.
    """
    anchor: Anchor = "start" if outward > 0 else "end"
    if name_room:
        drawing.text(x + 4 * outward, y - 2.5 if leg.wire else y + 3, leg.name, "small", anchor)
    if not leg.wire:
        return
    at = x + (name_room + 10) * outward
    drawing.line(x, y, at, y, leg.kind)
    at = _HANGING.get(leg.kind, _nothing)(drawing, leg, at, y, outward)
    drawing.text(at + 4 * outward, y + 3.5, leg.wire, "", anchor)


def _nothing(drawing: Drawing, leg: Leg, x: float, y: float, outward: int) -> float:
    return x


def _switch(drawing: Drawing, leg: Leg, x: float, y: float, outward: int) -> float:
    end = drawing.switch(x, y, outward, leg.kind)
    drawing.line(end, y, end + 4 * outward, y, Kind.GROUND)
    drawing.ground(end + 4 * outward, y, outward)
    return end + 10 * outward


def _lamp(drawing: Drawing, leg: Leg, x: float, y: float, outward: int) -> float:
    at = drawing.resistor(x, y, outward, "330")
    drawing.line(at, y, at + 4 * outward, y, leg.kind)
    at = drawing.lamp(at + 4 * outward, y, outward, leg.kind)
    drawing.line(at, y, at + 4 * outward, y, Kind.GROUND)
    drawing.ground(at + 4 * outward, y, outward)
    return at + 10 * outward


def _buzzer(drawing: Drawing, leg: Leg, x: float, y: float, outward: int) -> float:
    at = drawing.resistor(x, y, outward, "1 k")
    drawing.line(at, y, at + 8 * outward, y, leg.kind)
    return at + 8 * outward


def _ground(drawing: Drawing, leg: Leg, x: float, y: float, outward: int) -> float:
    drawing.ground(x, y, outward)
    return x + 6 * outward


_HANGING: dict[Kind, Callable[[Drawing, Leg, float, float, int], float]] = {
    Kind.SWITCH: _switch,
    Kind.LAMP: _lamp,
    Kind.BUZZER: _buzzer,
    Kind.GROUND: _ground,
}


def _blocks(drawing: Drawing, parts: Sequence[Block], x: float, y: float, across: int) -> float:
    """Draw parts side by side, row by row. Returns where the last row ends."""
    for first in range(0, len(parts), across):
        row = parts[first : first + across]
        ends = [_block(drawing, part, x + BLOCK_WIDTH * place, y) for place, part in enumerate(row)]
        y = max(ends)
    return y


def _block(drawing: Drawing, block: Block, x: float, y: float) -> float:
    """Draw a chip with its pins as they are seen from above, or a screen with its pins in one row."""
    drawing.text(x + 4, y - 8, block.title, "head")
    is_chip = bool(block.legs[0].number)
    half = (len(block.legs) + 1) // 2 if is_chip else len(block.legs)
    left = x + (HALF if is_chip else 4)
    drawing.box(left, y, BODY, STEP * half, "chip")
    if is_chip:
        drawing.circle(left + BODY / 2, y + 4, 3)
    for index, leg in enumerate(block.legs):
        on_left = is_chip and index < half
        row = index if index < half else len(block.legs) - 1 - index
        outward = -1 if on_left else 1
        edge = left if on_left else left + BODY
        anchor: Anchor = "start" if on_left else "end"
        at = y + STEP * row + STEP / 2
        label = f"{leg.number} {leg.name}" if on_left else f"{leg.name} {leg.number}"
        drawing.text(edge - 4 * outward, at + 3, label.strip(), "small", anchor)
        _stub(drawing, leg, edge, at, outward)
    return y + STEP * half + 30


def _grid(drawing: Drawing, grid: Grid, x: float, y: float) -> float:
    """Draw rows and columns with a switch, and a diode towards the row, where they cross."""
    drawing.text(x, y - 8, grid.title, "head")
    rows_at, step = x + 84.0, min(50.0, 590 / len(grid.columns))
    height = 76.0
    columns_at = y + 34
    for column, name in enumerate(grid.columns):
        at = rows_at + step * column
        word, _, gpio = name.partition(" (")
        drawing.text(at, columns_at - 18, word.replace("column", "col."), "small", "middle")
        drawing.text(at, columns_at - 8, gpio.rstrip(")"), "small", "middle")
        drawing.line(at, columns_at - 4, at, columns_at + height * len(grid.rows) - 14, Kind.LINE)
    for row, name in enumerate(grid.rows):
        at = columns_at + height * (row + 1) - 22
        word, _, gpio = name.partition(" (")
        drawing.text(rows_at - 16, at - 1, word, "small", "end")
        drawing.text(rows_at - 16, at + 9, gpio.rstrip(")"), "small", "end")
        drawing.line(rows_at - 12, at, rows_at + step * (len(grid.columns) - 1) + 24, at, Kind.BUS)
        for column in range(len(grid.columns)):
            if (row, column) in grid.switches:
                _crossing(drawing, grid, grid.switches[row, column], rows_at + step * column, at, step / 4)
    return columns_at + height * len(grid.rows) + 24


def _crossing(drawing: Drawing, grid: Grid, name: str, x: float, y: float, beside: float) -> None:
    """A switch between the column at ``x`` and the row at ``y``, ``beside`` where they cross."""
    branch, begin = x + beside, y - 46
    drawing.circle(x, begin, 2, "solid")
    drawing.line(x, begin, branch, begin)
    drawing.line(branch, begin, branch, begin + 6)
    drawing.circle(branch, begin + 6, 1.8)
    drawing.line(branch + 1.5, begin + 6, branch + 7, begin + 20)
    drawing.circle(branch, begin + 22, 1.8)
    drawing.line(branch, begin + 24, branch, y)
    if grid.diodes:
        drawing.polygon(
            ((branch - 4.5, begin + 28), (branch + 4.5, begin + 28), (branch, begin + 36)), "solid"
        )
        drawing.line(branch - 4.5, begin + 36, branch + 4.5, begin + 36)
    drawing.circle(branch, y, 2, "solid")
    side, _, flap = name.rpartition(", ")
    drawing.text(branch + 10, begin + 4, side.replace("side ", "s"), "small")
    drawing.text(branch + 10, begin + 14, flap.replace("flap ", "").replace(" button", ""), "head")


def _notes(drawing: Drawing, notes: Sequence[str], y: float) -> float:
    """Write notes under the header. Returns where they end."""
    for number, note in enumerate(notes):
        drawing.text(MARGIN, y + NOTE_STEP * number, note)
    return y + NOTE_STEP * len(notes)


def _notes_of(profile: Profile, pictures: Sequence[Grid]) -> list[str]:
    """What the symbols do not say, in lines short enough to stand under the header."""
    notes = [
        "Solder with the Pi switched off. Never more than 3.3 V on a GPIO pin.",
        "Wires of one name are one wire. GND: any pin of the Pi marked so.",
        *(f"Flaps of side {n}: {_made(side.made_when_closed)}." for n, side in enumerate(profile.sides, 1)),
    ]
    if len({side.made_when_closed for side in profile.sides}) == 1:
        notes[2:] = [f"Switches: {_made(profile.sides[0].made_when_closed)}."]
    if profile.lamps:
        notes.append("Lamps: 330 Ω, then the LED's long leg.")
    if profile.buzzer is not None:
        notes += [
            "Buzzer: 1 kΩ to the base of an NPN transistor, its emitter to GND,",
            "its collector to the buzzer's minus, the buzzer's plus to 3V3.",
        ]
    if profile.chains:
        notes.append("Every switch at a 74HC165: 3.3 kΩ from the chip's input to 3V3.")
    if profile.chains or profile.expanders:
        notes.append("Every chip: 100 nF between its supply and its GND, close to it.")
    notes += [
        f"{bus}: 4.7 kΩ from SDA and from SCL to 3V3, unless a board has them."
        for bus in profile.i2c
        if bus.bus != 1
    ]
    if pictures:
        notes.append(
            "s1 over 5: flap 5 of side 1." if len(profile.sides) > 1 else "The numbers are the flaps."
        )
    if profile.scanner is not None:
        notes.append("The flap scanner: by its USB cable to any USB port of the Pi.")
    for line in boot_lines(profile):
        words, _, rest = line.partition(",i2c_gpio_scl")
        notes.append(f"config.txt: {words}{',' if rest else ''}")
        if rest:
            notes.append(f"        (one line) i2c_gpio_scl{rest}")
    return notes


def _made(when_closed: bool) -> str:
    return f"made while the flap is {'closed' if when_closed else 'raised'}"
