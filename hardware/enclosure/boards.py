"""The second drawing of a tray: where corners, hinges and brackets stand on the floor, and the boards with holes."""

from __future__ import annotations

from math import cos, pi, sin, tan

from hardware.circuit.sheet import Sheet
from hardware.enclosure.openscad import Sizes

LEFT, TOP, WIDE = 60.0, 80.0, 1040.0


def boards(found: Sizes, title: str, mark: str) -> Sheet:
    """The sheet."""
    sheet = Sheet()
    sheet.text(24, 34, f"{title}: a side from above, and the boards with holes; millimetres", "head")
    sheet.text(1164, 34, f"measures {mark}", "head", "end")
    bottom = _side(sheet, found.measures)
    _panel(sheet, found, bottom + 60)
    if found.measures["sides"] >= 3:
        _corner_board(sheet, found.measures, 720, bottom + 60)
    return sheet


def _side(sheet: Sheet, m: dict[str, float]) -> float:
    """From the wall's outer face (below) to the fence (above); returns how far down the drawing goes."""
    over = m["wood"] + m["arm_thick"]
    reach = (m["wall"] - m["row"]) / 2 + over
    unit = min(WIDE / (m["row"] + 2 * reach), 2.2)
    deep = m["depth"] + 2 * m["wood"] + m["arm_thick"]

    def at(x: float, y: float) -> tuple[float, float]:
        """``x`` along the row from its left end, ``y`` from the wall's inner face to the field."""
        return LEFT + unit * (x + reach), TOP + unit * (deep - over - y)

    def box(x: float, y: float, width: float, high: float, style: str = "chip") -> None:
        left, top = at(x, y + high)
        sheet.box(left, top, unit * width, unit * high, style)

    begin = -(m["wall"] - m["row"]) / 2
    axis = m["flap_length"] + 3
    box(begin + m["inset"], -m["wood"], m["wall"] - 2 * m["inset"], m["wood"])
    for x in (begin, begin + m["wall"] - m["arm"]):
        box(x, -over, m["arm"], m["arm_thick"], "free")
    box(0, 0, m["row"], m["rail_width"])
    extra = (m["fence_long"] - m["row"]) / 2
    front, back = m["depth"], m["depth"] + m["wood"]
    sheet.polygon([at(-extra, front), at(m["row"] + extra, front), at(m["row"], back), at(0, back)], "chip")
    sheet.line(*at(0, axis), *at(m["row"], axis), "bus")
    posts = [m["first_post"] + n * m["pitch"] for n in range(0, int(m["flaps"]), int(m["every"]))]
    posts.append(m["first_post"] + m["flaps"] * m["pitch"])
    for x in posts:
        box(x, axis - 25, m["post"], 34, "free")
    brackets = [m["first_bracket"] + n * m["pitch"] for n in range(int(m["flaps"]))]
    for x in brackets:
        box(x - 10, axis - m["press_at"] + 2 - m["body_length"] - 3, 10, m["body_length"] + 6)
    cut = m["wall"] - 2 * m["inset"]
    words = f"wall {cut:.0f} x {m['wall_height']:g}, and {m['wall']:.1f} inside, from corner to corner"
    sheet.text(*at(m["row"] / 2, -m["wood"] + 2), words, "small", "middle")
    sheet.text(*at(m["row"] / 2, 3), f"rail {m['row']:g} x {m['rail_width']:g}", "small", "middle")
    sheet.text(*at(m["row"] / 2, front + 2), f"fence {m['fence_long']:.1f}", "small", "middle")
    _, y = at(0, -over)
    for line, words in enumerate(
        (
            "from the row's left end (the left end of the rail):",
            "left faces of the hinges at " + ", ".join(f"{x:g}" for x in posts),
            "right faces of the brackets (for D2HW: middles) at " + ", ".join(f"{x:g}" for x in brackets),
            f"hinges: feet from {axis - 25:g} to {axis + 9:g} from the wall, axis at {axis:g}; brackets from "
            f"{axis - m['press_at'] - 1 - m['body_length']:g} to {axis - m['press_at'] + 5:g}; floor goes "
            f"{over:g} beyond the wall's inner face, as far as the corners",
        )
    ):
        sheet.text(LEFT, y + 22 + 16 * line, words)
    return y + 22 + 16 * 3


def _panel(sheet: Sheet, found: Sizes, top: float) -> None:
    """The lid of the house, seen from above, the tray's side at the upper edge."""
    m, unit = found.measures, 1.6
    wide, high = m["house_x"] * unit, m["house_y"] * unit
    sheet.text(LEFT, top - 10, f"panel {m['house_x']:g} x {m['house_y']:g}, from above", "head")
    sheet.box(LEFT, top, wide, high, "chip")
    # Below its edge at the tray: where cables come through the house's board.
    notch = LEFT + unit * (m["passage_at"] - m["passage_x"] / 2)
    sheet.box(notch, top, unit * m["passage_x"], unit * m["wood"], "free")
    sheet.text(notch + unit * m["passage_x"] + 6, top + 13, "the notch, under the panel", "small")
    supply, hole = LEFT + unit * m["supply_at"], 14.0
    sheet.box(supply - unit * hole / 2, top + high - unit * m["wood"], unit * hole, unit * m["wood"], "free")
    sheet.text(supply + unit * hole / 2 + 6, top + high - 6, "the supply's hole, under the panel", "small")
    for name, x, y, width, deep in found.holes:
        px, py = LEFT + unit * x, top + unit * y
        if width > 30:
            sheet.box(px - unit * width / 2, py - unit * deep / 2, unit * width, unit * deep, "free")
            size = f"{width:g} x {deep:g}"
        else:
            sheet.circle(px, py, unit * width / 2, "free")
            size = f"{width:g}"
        below = 14 + unit * max(deep, 20) / 2
        below = below if name != "lamp" else below + 34
        for line, words in enumerate((name, size, f"at {x:g}, {y:g}")):
            sheet.text(px, py + below + 11 * line, words, "small", "middle")
    sheet.text(
        LEFT,
        top + high + 16,
        "measured from the upper left corner, along and down; the tray is at the upper edge",
    )
    notch_size = f"{m['passage_x']:g} x {m['passage_z']:g}"
    for line, words in enumerate(
        (
            f"notch {notch_size}, from below, its middle at {m['passage_at']:g}: "
            "in the house's long board under this edge,",
            "and in the wall before it, as far from the corner of the walls' inner faces;",
            f"supply: {hole:g} across in the other long board, {m['supply_at']:g} from the left, 14 over its "
            "lower edge",
        )
    ):
        sheet.text(LEFT, top + high + 32 + 16 * line, words)


def _corner_board(sheet: Sheet, m: dict[str, float], left: float, top: float) -> None:
    """The kite, its corner at the field above."""
    turn, unit = pi / m["sides"], 1.5
    kite = m["kite"]
    x0, y0 = left + 190, top + 10
    sheet.text(left, top - 10, f"corner board, {m['sides']:.0f} of them, from above", "head")

    def at(along: float, angle: float) -> tuple[float, float]:
        return x0 + unit * along * sin(angle), y0 + unit * along * cos(angle)

    tip = kite / cos(turn)
    sheet.polygon([at(0, 0), at(kite, turn), at(tip, 0), at(kite, -turn)], "chip")
    sheet.circle(*at(0.42 * kite, 0), unit * 2.55, "free")
    lines = [
        f"upper edges {kite:g}, lower ones {kite * tan(turn):.1f}, right angles between them",
        f"upper corner {2 * 180 / m['sides']:g}°, at the field; lamp 5.1, {0.42 * kite:.0f} below it",
    ]
    if m["screens"] > 1:
        x, y = at(0.8 * kite, 0)
        half = [unit * m["sleeve_x"] / 2, unit * m["sleeve_y"] / 2]
        turned = [
            (x + a * cos(turn) - b * sin(turn), y + a * sin(turn) + b * cos(turn))
            for a, b in ((-half[0], -half[1]), (half[0], -half[1]), (half[0], half[1]), (-half[0], half[1]))
        ]
        sheet.polygon(turned, "free")
        lines.append(
            f"screen, {0.8 * kite:.0f} below it: {m['sleeve_y']:g} along the left upper edge, "
            f"{m['sleeve_x']:g} square to it"
        )
    bottom = y0 + unit * tip
    for line, words in enumerate(lines):
        sheet.text(left, bottom + 22 + 16 * line, words)
