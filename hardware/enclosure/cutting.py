"""The cutting list as a page, from what OpenSCAD says of each tray."""

from __future__ import annotations

from collections.abc import Mapping

from hardware.enclosure.openscad import PARTS, Sizes

WHAT = {
    "flap": "its number with `numbers`; lying on its back",
    "hinge": "lying on its side",
    "switch-bracket": "standing; D2SW is screwed with M2 x 10, D2HW clamped in its pocket with a drop of glue",
    "bezel": "one for each screen; face down",
    "button-cap": "one for each button; as it is",
    "button-guide": "one for each button; as it is; a spring 8.5 inside, 20 long, goes between",
    "box-corner": "standing",
}


def cutting_list(trays: Mapping[str, Sizes], mark: str) -> str:
    """The page. ``trays`` are those it is for, by their titles."""
    parts = [
        "# What is sawn and printed\n",
        "Made by `make hardware` from `parameters.scad`; for other measures see",
        "[the README](../README.md#other-measures).",
        "All in millimetres. Boards are 12 thick. The grain runs along the first measure.\n",
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
            "| printed | pieces | how |",
            "| --- | --- | --- |",
            *(f"| `{part}` | {found.prints[part]} | {WHAT[part]} |" for part in PARTS),
            "",
        ]
    return "\n".join(parts)


def _outside(m: Mapping[str, float]) -> str:
    if m["sides"] >= 3:
        return f"{m['wall']:.0f} along each of {m['sides']:.0f} walls, measured inside"
    return f"{m['row'] + 2 * m['wood'] + 6:.0f} x {m['long'] + 2 * m['wood'] + 6:.0f}"
