"""Says of every switch whether its bounce is good: ``stbpi service --once --json | python3 hardware/bounce.py``.

Needs nothing but Python. See bounce.md beside this.
"""

from __future__ import annotations

import json
import sys
from typing import Any

GOOD_MS, WORN_MS = 20.0, 50.0
"""Up to the first the usual window of 30 ms is half as much again; more than 1.5 times the second is felt."""
STEP_MS = 5
MOVES = 20
"""Fewer say little: the longest of twenty is about the worst of a hundred."""


def told(switches: list[dict[str, Any]]) -> tuple[str, str]:
    """The table, and the lines for the wiring profile, from what ``stbpi service --json`` has of the switches."""
    lines, profile = [f"{'switch':<22}{'moves':>5}  {'longest bounce':>14}"], []
    for switch in switches:
        bounce = switch["longest_bounce_us"] / 1000
        window = window_ms(bounce)
        if bounce > WORN_MS:
            words = "replace it"
        elif bounce > GOOD_MS:
            words = f"worn: give it {window} ms"
            place = (
                f'[[button]]\nrole = "{switch["button"]}"      # where it is described already\n'
                if switch["button"]
                else f"[[switch]]\nside = {switch['side'] + 1}\nflap = {switch['flap']}\n"
            )
            profile.append(f"{place}debounce_ms = {window}\n")
        else:
            words = "good" if switch["changes"] >= MOVES else "move it more often"
        lines.append(f"{switch['name']:<22}{switch['changes']:>5}  {bounce:>11.1f} ms  {words}")
    return "\n".join(lines) + "\n", "\n".join(profile)


def window_ms(bounce_ms: float) -> int:
    """How long to wait for a switch that bounced so long: half as much again, in steps of 5 ms."""
    return STEP_MS * -int(-1.5 * bounce_ms // STEP_MS)


def main() -> int:
    """Read JSON, write the table."""
    try:
        found = json.load(sys.stdin)["switches"]
    except (ValueError, KeyError, TypeError):
        sys.stderr.write("this is not what stbpi service --once --json prints; does stbpi run?\n")
        return 1
    table, profile = told(found)
    sys.stdout.write(table + (f"\n{profile}" if profile else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
