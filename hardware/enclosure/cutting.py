"""The cutting list as a page, from what OpenSCAD says of each tray."""

from __future__ import annotations

from collections.abc import Mapping
from math import radians, tan

from hardware.enclosure.openscad import PARTS, Sizes

WHAT = {
    "flap": "its number with `numbers`; lying on its back",
    "hinge": "lying on its side",
    "switch-bracket": "standing; D2SW is screwed with M2 x 12, D2HW clamped in its pocket with a drop of glue",
    "bezel": "one for each screen; face down; stands out by 2.4 over panel or corner board",
    "button-cap": "one for each button; as it is",
    "button-guide": "one for each button; as it is; a spring 8.5 inside, 20 long, goes between",
    "box-corner": "standing; its screws go in from outside",
}

GRAMS = {
    "hinge": 1.8,
    "switch-bracket": 1.5,
    "bezel": 6.0,
    "button-cap": 4.7,
    "button-guide": 5.8,
    "box-corner": 20.0,
}
"""Of PLA in a printed part, as much of it filled as of a flap, whose own weight is reckoned."""
WASTE = 1.15
"""What is sawn away, printed beside a part, and spoilt."""


def cutting_list(trays: Mapping[str, Sizes], mark: str) -> str:
    """The page. ``trays`` are those it is for, by their titles."""
    parts = [
        "# What is sawn and printed\n",
        "Made by `make hardware` from `parameters.scad`; for other measures see",
        "[the README](../README.md#other-measures).",
        "All in millimetres. Boards are 12 thick. The grain runs along the first measure. Walls stand on the floor.\n",
        f"<!-- {mark} -->\n",
    ]
    for title, found in trays.items():
        m = found.measures
        parts += [
            f"## {title}\n",
            f"Outside {_outside(m)}. A flap of {m['mass']:.0f} g presses its switch with {m['press_force']:.2f} N;",
            f"the switch wants {m['force']:.2f} N.\n",
            "| board or rod | pieces | length | width | thickness |",
            "| --- | --- | --- | --- | --- |",
            *(f"| {name} | {n} | {a:.0f} | {b:.0f} | {c:.0f} |" for name, n, a, b, c in found.cuts),
            "",
            f"Not in the list of lengths: {_sawn(m)}",
            "",
            "| hole in the panel for | from its left end, the tray beyond it | from its edge at the tray | size |",
            "| --- | --- | --- | --- |",
            *(
                f"| {name} | {x:g} | {y:g} | {_size(width, high)} |"
                for name, x, y, width, high in found.holes
            ),
            "",
            "| printed | pieces | how |",
            "| --- | --- | --- |",
            *(f"| `{part}` | {found.prints[part]} | {WHAT[part]} |" for part in PARTS),
            "",
            "| screw for wood, or M2 with nut | pieces |",
            "| --- | --- |",
            *(f"| {name} | {count} |" for name, count in found.screws.items()),
            "",
            f"{_in_all(found)}\n",
        ]
    return "\n".join(parts)


def _in_all(found: Sizes) -> str:
    """What to buy for the list, with what is spoilt."""
    m = found.measures
    strips = [(n, length) for name, n, length, width, _ in found.cuts if width == m["wall_height"]]
    wide = [(n, a, b) for _, n, a, b, thick in found.cuts if thick == m["wood"] and b > m["wall_height"]]
    area = sum(n * a * b for n, a, b in wide) / 1e6
    if m["sides"] > 4:
        # A floor of more corners is cut from a rectangle around it.
        edge = wide[0][1]
        area += (2 * edge * tan(radians(m["corner"] / 2)) * edge - edge**2) / 1e6
    rows = m["sides"] * m["row"] / 1000 * WASTE
    grams = found.prints["flap"] * m["mass"] + sum(found.prints[part] * of for part, of in GRAMS.items())
    return (
        f"In all, with what is sawn away and spoilt: {sum(n * a for n, a in strips) / 1000 * WASTE:.1f} m of board "
        f"{m['wall_height']:g} wide, {area * WASTE:.2f} m² of wider board, {rows:.1f} m each of rail, felt and rod, "
        f"{grams * WASTE / 1000:.1f} kg of filament."
    )


def _size(width: float, high: float) -> str:
    return f"{width:g} x {high:g}" if width > 30 else f"{width:g} across"


def _sawn(m: Mapping[str, float]) -> str:
    words = (
        "a notch of 25 x 12 for the cables, from below, in the wall behind which the house stands and in the house's "
        f"board against it, its middle {m['passage_at']:g} from the corner of the walls' inner faces and from the "
        "house's left end as the panel's drawing has it; a hole of 14 for the supply's lead in the house's long board "
        f"away from the tray, {m['supply_at']:g} from its left end, 14 from its lower edge"
    )
    if m["sides"] < 3:
        return words + "."
    words += (
        "; a hole of 5.1 for the lamp in each corner board, on the line through its corner at the field, "
    )
    words += f"{0.42 * m['kite']:.0f} from there"
    if m["screens"] > 1:
        words += (
            f"; the screen's, {_size(m['sleeve_x'], m['sleeve_y'])}, its middle {0.8 * m['kite']:.0f} from there, "
            "its longer edge along the side"
        )
    return words + "."


def _outside(m: Mapping[str, float]) -> str:
    edge, house = m["wood"] + m["arm_thick"], f"and {m['house_y']:.0f} of the house"
    if m["sides"] >= 3:
        along = m["wall"] + 2 * edge * tan(radians(m["mitre"]))
        return f"{along:.0f} along each of {m['sides']:.0f} edges, {house}; walls {m['wall']:.1f} between inner corners"
    return f"{m['row'] + 2 * edge:.0f} x {m['long'] + 2 * edge:.0f}, {house}"
