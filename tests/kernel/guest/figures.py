"""From the kernel's stamp of an edge to the prompt, and the same at a simulated tray on the same machine.

``python -m tests.kernel.guest.figures HEADER SAMPLES``, as the unprivileged user: HEADER is the folder in which
gpio-sim has the lines of the header. Prints the samples as JSON, in milliseconds: how late the loop heard of edges, and
how late a prompt followed each kind of event.
"""

from __future__ import annotations

import json
import select
import sys
import tempfile
import threading
import time
from pathlib import Path

from stbpi.table.events import FlapRef, Micros
from stbpi.tray.gpio import GpioContacts
from stbpi.tray.parts import GpioPin
from stbpi.tray.profile import ButtonRole, load_profile
from tests.bench.disk import unsynced
from tests.bench.road import Kind, travel
from tests.bench.station import Hands


class Lines:
    """Hands at gpio-sim's switches, for a profile with a pin for each flap. They do not bounce."""

    def __init__(self, header: Path, profile: str) -> None:
        self._header = header
        contacts = {contact.of: contact.at for contact in load_profile(profile).contacts}
        self._pins = {of: at.pin for of, at in contacts.items() if isinstance(at, GpioPin)}

    def flap(self, side: int, flap: int, closed: bool) -> Micros:
        """Close or raise a flap."""
        return self._pull(self._pins[FlapRef(side, flap)], closed)

    def button(self, hold_ms: int) -> Micros:
        """Press the dice button."""
        pin = self._pins[ButtonRole.DICE]
        down = self._pull(pin, True)
        until = down + hold_ms * 1000
        threading.Thread(target=self._let_go, args=(pin, until)).start()
        return until

    def _let_go(self, pin: int, at: Micros) -> None:
        select.select([], [], [], max(0.0, (at - _now()) / 1e6))
        self._pull(pin, False)

    def _pull(self, pin: int, closed: bool) -> Micros:
        pull = self._header / f"sim_gpio{pin}" / "pull"
        # The kernel stamps the edge while it is written: what is measured includes the little until then.
        began = _now()
        pull.write_text("pull-down" if closed else "pull-up")
        return began


def _now() -> Micros:
    return time.monotonic_ns() // 1000


def _measured(samples: int, hands: Hands | None) -> dict[str, list[float]]:
    heard: list[float] = []
    arrived = GpioContacts._arrived

    def noted(self: GpioContacts, ticks: float, number: int, closed: bool) -> None:
        heard.append((time.monotonic() - ticks) * 1000)
        arrived(self, ticks, number, closed)

    # In front of the method: the objects are the real ones, only looked at.
    GpioContacts._arrived = noted  # type: ignore[method-assign]
    try:
        with tempfile.TemporaryDirectory() as name:
            road = travel(Path(name), unsynced([]), samples, whole=False, hands=hands)
    finally:
        GpioContacts._arrived = arrived  # type: ignore[method-assign]
    by_kind = {
        kind.name.lower(): [sample.prompt_ms for sample in road if sample.kind is kind] for kind in Kind
    }
    return {"heard": heard, **by_kind}


def main() -> None:
    """Measure both and print it."""
    header, samples = Path(sys.argv[1]), int(sys.argv[2])
    found = {
        "kernel": _measured(samples, Lines(header, "direct-9")),
        "simulated": _measured(samples, None),
    }
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
