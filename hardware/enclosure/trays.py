"""Which enclosures the shipped wiring profiles want: sides, flaps, buttons, screens and how large these are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from hardware.__main__ import shipped
from stbpi.tray.profile import Profile, load_profile

COUNTS = {1: "One", 2: "Two", 4: "Four", 6: "Six", 9: "nine", 10: "ten", 12: "twelve"}
LARGE_SCREENS = ("sh1106", "ssd1309")
"""Drivers of screens of 1.3 inch and more; the others are those of 0.96 inch."""


@dataclass(frozen=True)
class Shape:
    """A tray's form, and the shipped profiles that have it. ``measures`` are parameters of ``parameters.scad``."""

    title: str
    measures: dict[str, str | float]
    profiles: tuple[str, ...]


def measures_of(profile: Profile) -> dict[str, str | float]:
    """What ``parameters.scad`` has to be told of a tray. Sides of unlike length all get room for the longest."""
    large = any(screen.driver in LARGE_SCREENS for screen in profile.displays)
    return {
        "sides": len(profile.sides),
        "flaps": max(len(side.flaps) for side in profile.sides),
        "screens": len(profile.displays) or 1,
        "screen": "1.3" if large else "0.96",
        "buttons": len(profile.buttons) or 1,
    }


@cache
def shapes() -> dict[str, Shape]:
    """The forms of the shipped trays by sides and flaps, such as ``4x12``, small ones first."""
    found: dict[str, Shape] = {}
    for name in shipped():
        measures = measures_of(load_profile(name))
        sides, flaps = int(measures["sides"]), int(measures["flaps"])
        rows = "row" if sides == 1 else "sides"
        title = f"{COUNTS.get(sides, sides)} {rows} of {COUNTS.get(flaps, flaps)} flaps"
        key = f"{sides}x{flaps}"
        others = found[key].profiles if key in found else ()
        if others and found[key].measures != measures:
            key, others = name, ()
        found[key] = Shape(title, measures, (*others, name))
    return dict(
        sorted(found.items(), key=lambda item: [int(item[1].measures[m]) for m in ("sides", "flaps")])
    )
