"""Where the installation puts things, as its script says."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def installed_places(prefix: str) -> set[str]:
    """The files below ``prefix``, for one where systemd looks by itself."""
    script = (ROOT / "packaging/install.sh").read_text(encoding="utf-8")
    places = {
        "$PREFIX": prefix,
        "$lib": f"{prefix}/lib/stbpi",
        "$doc": f"{prefix}/share/doc/stbpi",
        "$units": f"{prefix}/lib/systemd/system",
        "$system": f"{prefix}/lib",
        "$polkit": f"{prefix}/share/polkit-1/rules.d",
    }
    found = set()
    for target in re.findall(r"^0[67]\d\d \S+ (\S+)$", script, re.MULTILINE):
        start, _, rest = target.partition("/")
        found.add(f"{places[start]}/{rest}")
    return found
