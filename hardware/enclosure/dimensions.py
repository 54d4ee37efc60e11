"""The drawing with dimensions: a side cut through, and the tray from above; from what OpenSCAD says of it."""

from __future__ import annotations

from math import cos, radians, sin

from hardware.circuit.sheet import Sheet
from hardware.enclosure.openscad import Sizes

SCALE = 3.6
"""Units of the drawing for a millimetre of the section."""
LEFT, GROUND = 60.0, 460.0


def drawing(found: Sizes, title: str, mark: str) -> Sheet:
    """The sheet of one tray."""
    sheet = Sheet()
    sheet.text(24, 34, f"{title}: a side cut through, seen from its right; millimetres", "head")
    sheet.text(1164, 34, f"measures {mark}", "head", "end")
    _section(sheet, found.measures)
    sheet.text(690, 545, "the same from above, not to scale", "head")
    _plan(sheet, found.measures)
    return sheet


def _section(sheet: Sheet, m: dict[str, float]) -> None:
    """The floor's upper face is 0, the wall's inner face is at the left."""

    def at(x: float, z: float) -> tuple[float, float]:
        return LEFT + SCALE * (x + m["wood"]), GROUND - SCALE * z

    def box(x: float, z: float, width: float, height: float, style: str = "chip") -> None:
        left, top = at(x, z + height)
        sheet.box(left, top, SCALE * width, SCALE * height, style)

    hinge = m["flap_length"] + 3
    box(-m["wood"], 0, m["wood"], m["wall_height"])
    box(0, 0, m["rail_width"], m["under_flap"] - 1)
    box(hinge + 12, 0, m["wood"], m["fence_height"])
    box(-m["wood"] - m["arm_thick"], -m["wood"], m["depth"] + 2 * m["wood"] + m["arm_thick"], m["wood"])
    _flap(sheet, m, at, hinge, 0)
    _flap(sheet, m, at, hinge, m["lean"])
    x, y = at(hinge, m["axis"])
    sheet.circle(x, y, SCALE * m["rod"] / 2, "chip")
    tip = hinge - m["press_at"]
    bottom = m["line_height"] - 2.9
    box(tip + 2 - m["body_length"], bottom, m["body_length"], 10.1)
    sheet.text(*_shifted(at(tip + 2 - m["body_length"] / 2, bottom + 3), 0, 0), "switch", "small", "middle")
    _labels(sheet, m, at, hinge, tip)


def _flap(sheet: Sheet, m: dict[str, float], at: object, hinge: float, turn: float) -> None:
    assert callable(at)
    half, length, angle = m["flap_thickness"] / 2, m["flap_length"], radians(turn)
    corners = []
    for along, up in ((0.0, -half), (length, -half), (length, half), (0.0, half)):
        # Closed it points at the wall; raised it is turned up and over towards the fence.
        x = hinge - along * cos(angle) + up * sin(angle)
        z = m["axis"] + along * sin(angle) + up * cos(angle)
        corners.append(at(x, z))
    sheet.polygon(corners, "chip" if turn == 0 else "free")


def _labels(sheet: Sheet, m: dict[str, float], at: object, hinge: float, tip: float) -> None:
    assert callable(at)

    def across(a: float, b: float, z: float, words: str) -> None:
        (x1, y), (x2, _) = at(a, z), at(b, z)
        sheet.line(x1, y, x2, y, "bus")
        for x in (x1, x2):
            sheet.line(x, y - 4, x, y + 4, "bus")
        sheet.text((x1 + x2) / 2, y + 13, words, "", "middle")

    def upright(x: float, a: float, b: float, words: str) -> None:
        (px, y1), (_, y2) = at(x, a), at(x, b)
        sheet.line(px, y1, px, y2, "bus")
        for y in (y1, y2):
            sheet.line(px - 4, y, px + 4, y, "bus")
        sheet.text(px + 6, (y1 + y2) / 2 + 3, words)

    below = -m["wood"] - 5
    across(0, m["depth"], below, f"{m['depth']:g} from wall to fence")
    across(0, hinge, below - 7, f"{hinge:g} to the rod's axis")
    across(0, m["rail_width"], below - 14, f"rail {m['rail_width']:g}")
    across(tip, hinge, below - 14, f"presses at {m['press_at']:g}")
    edge = m["depth"] + m["wood"]
    upright(edge + 4, 0, m["fence_height"], f"fence {m['fence_height']:g}")
    upright(edge + 34, 0, m["axis"], f"axis {m['axis']:g}")
    upright(edge + 58, 0, m["under_flap"], f"flap's lower face {m['under_flap']:g}")
    upright(edge + 100, 0, m["line_height"], f"line of the switch {m['line_height']:.1f}")
    x, y = at(-m["wood"], m["wall_height"])
    sheet.text(x, y - 6, f"wall {m['wall_height']:g}, {m['wood']:g} thick", "small")
    x, y = at(hinge / 2, -m["wood"] / 2)
    sheet.text(x, y + 3, f"floor {m['wood']:g}", "small", "middle")
    x, y = at(hinge - m["flap_length"] * 0.45, m["axis"] + 4)
    sheet.text(
        x,
        y - 8,
        f"flap {m['flap_width']:g} x {m['flap_length']:g} x {m['flap_thickness']:g}, closed",
        "",
        "middle",
    )
    x, y = at(hinge + 45, m["axis"] + 62)
    sheet.text(x, y, f"raised: {m['lean']:.0f}° from closed, leaning on the fence")
    x, y = at(hinge, m["axis"])
    sheet.line(x + 4, y - 4, x + 190, y - 60, "free")
    sheet.text(x + 194, y - 58, f"rod {m['rod']:g}, wood or glass fibre: no metal near switches")


def _plan(sheet: Sheet, m: dict[str, float]) -> None:
    """From above: a row of flaps between wall and fence, and how they are spaced."""
    left, top, wide = 690.0, 580.0, 440.0
    unit = wide / m["row"]
    sheet.box(left, top, wide, 14, "chip")
    sheet.text(left + wide / 2, top - 6, "fence", "small", "middle")
    high = min(150.0, unit * m["flap_length"] * 1.2)
    ends = (m["row"] - m["flaps"] * m["pitch"]) / 2
    for n in range(int(m["flaps"])):
        x = left + unit * (ends + n * m["pitch"])
        sheet.box(x, top + 26, unit * m["flap_width"], high, "chip")
        sheet.text(x + unit * m["flap_width"] / 2, top + 26 + high * 0.7, str(n + 1), "", "middle")
    sheet.box(left, top + 34 + high, wide, 14, "chip")
    sheet.text(left + wide / 2, top + 62 + high, "wall", "small", "middle")
    y = top + 84 + high
    for x1, x2, words in (
        (left, left + wide, f"row {m['row']:g} = {m['flaps']:g} x {m['pitch']:g} + 2 x {ends:g}"),
        (
            left + unit * ends,
            left + unit * (ends + m["pitch"]),
            f"flap {m['flap_width']:g} and gap: {m['pitch']:g}",
        ),
    ):
        sheet.line(x1, y, x2, y, "bus")
        for x in (x1, x2):
            sheet.line(x, y - 4, x, y + 4, "bus")
        sheet.text(x1 + 4, y + 14, words)
        y += 34
    if m["sides"] >= 3:
        words = (
            f"{m['sides']:g} such sides; walls meet at {m['corner']:g}° and are {m['wall']:.0f} long inside"
        )
    else:
        words = f"inside {m['row']:g} x {m['long']:g}; field for the dice {m['row']:g} x {m['field']:g}"
    sheet.text(left, y, words)


def _shifted(point: tuple[float, float], right: float, down: float) -> tuple[float, float]:
    return point[0] + right, point[1] + down
