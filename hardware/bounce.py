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


def told(switches: list[dict[str, Any]], link: dict[str, Any] | None = None) -> tuple[str, str]:
    """The table, and the lines for the wiring profile, from what ``stbpi service --once --json`` has of the switches.

    ``link`` is what it has of the flap scanner, which debounces by itself and tells one figure for all it reads: where
    there is one, a switch without any bounce is one of the scanner's.
    """
    lines, profile = [f"{'switch':<22}{'moves':>5}  {'longest bounce':>14}"], []
    for switch in switches:
        if link is not None and not switch["longest_bounce_us"]:
            lines.append(f"{switch['name']:<22}{switch['changes']:>5}  {'-':>14}  not measured (scanner)")
            continue
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
    if link is not None:
        lines.append(_of_all(link.get("longest_bounce_us")))
    return "\n".join(lines) + "\n", "\n".join(profile)


def _of_all(bounce_us: float | None) -> str:
    """The line for what a flap scanner reads. None: it has not said, or one of its switches never rests."""
    name = f"{'the worst of them':<27}  "
    if bounce_us is None:
        return f"{name}{'-':>14}  the scanner has not told, or one never comes to rest"
    bounce = bounce_us / 1000
    words = "all good" if bounce <= GOOD_MS else "one is worn" if bounce <= WORN_MS else "replace one"
    return f"{name}{bounce:>11.1f} ms  {words}{'' if bounce <= GOOD_MS else ': unplug it, move one, look'}"


def window_ms(bounce_ms: float) -> int:
    """How long to wait for a switch that bounced so long: half as much again, in steps of 5 ms."""
    return STEP_MS * -int(-1.5 * bounce_ms // STEP_MS)


def main() -> int:
    """Read JSON, write the table."""
    try:
        report = json.load(sys.stdin)
        found, link = report["switches"], report.get("link")
    except (ValueError, KeyError, TypeError):
        sys.stderr.write("this is not what stbpi service --once --json prints; does stbpi run?\n")
        return 1
    table, profile = told(found, link)
    sys.stdout.write(table + (f"\n{profile}" if profile else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
