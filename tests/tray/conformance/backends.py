"""Every way of reading switches, each on a tray that hangs on its simulated part."""

from dataclasses import replace

import pytest

from stbpi.tray import load_profile
from tests.tray.scanner.over_pty import OVER_A_PTY

ON_THE_SCANNER = ("scanner", "scanner over a pty")
"""Those that debounce themselves, and tell what has come to rest."""

PERIOD_US = {"pins": 0, "simulation": 0, "expanders": 5_000, "polled expanders": 5_000}
PERIOD_US |= {"chain": 2_000, "matrix": 5_000, **dict.fromkeys(ON_THE_SCANNER, 6_000)}
"""How long a movement may go unseen: nothing where edges are told, one look where they are looked for; on the scanner a
scan, and the time that bytes of a picture take."""

ON_A_BUS = ("expanders", "polled expanders", "chain")
"""Those with something between switch and Pi that can go away."""


def profile_of(backend):
    match backend:
        case "pins":
            return load_profile("direct-12")
        case "simulation":
            return load_profile("simulated-4x12")
        case "scanner":
            return load_profile("scanner-6x12")
        case "scanner over a pty":
            profile = load_profile("scanner-6x12")
            return replace(profile, scanner=replace(profile.scanner, port=OVER_A_PTY))
        case "expanders":
            return load_profile("mcp23017-4x10")
        case "polled expanders":
            # All four are looked at every 5 ms, which a bus of 100 kHz has no time for.
            profile = load_profile("mcp23017-4x10")
            return replace(
                profile,
                expanders=tuple(replace(chip, interrupt=None) for chip in profile.expanders),
                i2c=tuple(replace(bus, khz=400) for bus in profile.i2c),
            )
        case "chain":
            return load_profile("hc165-4x12")
        case "matrix":
            return load_profile("matrix-4x12")


EVERY_BACKEND = pytest.mark.parametrize("backend", list(PERIOD_US))
EVERY_UNDEBOUNCED = pytest.mark.parametrize("backend", [b for b in PERIOD_US if b not in ON_THE_SCANNER])
EVERY_BUS = pytest.mark.parametrize("backend", ON_A_BUS)


def all_flaps(profile):
    return [(side, flap) for side, row in enumerate(profile.sides) for flap in row.flaps]
