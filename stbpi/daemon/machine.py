"""What the computer tells of itself: versions, addresses, temperature, supply. Whatever it does not tell stays open."""

from __future__ import annotations

import ipaddress
import platform
import socket
import subprocess
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from stbpi import __version__
from stbpi.table.reports import MachineReport, Undervoltage

MODEL = "proc/device-tree/model"
THERMAL = "sys/class/thermal"
THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"

UNDER_NOW = 1 << 0
UNDER_BEFORE = 1 << 16
"""Bits of the firmware's throttled state (Raspberry Pi documentation, vcgencmd get_throttled)."""

ANSWERS_WITHIN_S = 2.0

Ask = Callable[[Sequence[str]], str | None]
"""Runs a command and gives what it prints; None where there is no such command or it fails."""


def ask_command(command: Sequence[str]) -> str | None:
    """Run a command of the system."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=ANSWERS_WITHIN_S, check=False)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout if done.returncode == 0 else None


def read_machine(
    host: str, port: int, *, root: Path = Path("/"), ask: Ask = ask_command, own: Iterable[str] | None = None
) -> MachineReport:
    """Read all of it; takes as long as a slow command, so not on the loop. ``root`` is where the system's files are.

    ``host`` and ``port`` are what the page is bound to, ``own`` the addresses of this computer (asked of the system
    unless given).
    """
    return MachineReport(
        version=__version__,
        python=platform.python_version(),
        system=f"{platform.system()} {platform.release()}",
        model=_text(root / MODEL),
        addresses=tuple(page_addresses(host, port, own_addresses() if own is None else own)),
        temperature_c=_temperature(root),
        undervoltage=_undervoltage(root, ask),
    )


def own_addresses() -> list[str]:
    """The addresses under which this computer is reached on its network; sends nothing."""
    found = []
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        # Connecting a datagram socket only looks up the way: these addresses are for documentation (RFC 5737, 3849).
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as sock:
                sock.connect((far, 9))
                found.append(sock.getsockname()[0])
        except OSError:
            continue
    return found


def page_addresses(host: str, port: int, own: Iterable[str]) -> Iterable[str]:
    """Where the page is found: at the address it is bound to, or at each of this computer's."""
    try:
        bound = ipaddress.ip_address(host)
    except ValueError:
        yield f"{host}:{port}"
        return
    for one in own if bound.is_unspecified else (host,):
        address = ipaddress.ip_address(one)
        if address.is_loopback or (bound.is_unspecified and bound.version == 4 and address.version == 6):
            continue
        yield f"[{one}]:{port}" if address.version == 6 else f"{one}:{port}"


def _temperature(root: Path) -> float | None:
    """Degrees Celsius of the first zone that tells: on a Pi that is the processor's."""
    for zone in sorted((root / THERMAL).glob("thermal_zone*/temp")):
        text = _text(zone)
        if text is not None and text.lstrip("-").isdecimal():
            return int(text) / 1000
    return None


def _undervoltage(root: Path, ask: Ask) -> Undervoltage:
    """From the firmware's file, or from the tool that asks it."""
    text = _text(root / THROTTLED)
    if text is None:
        said = ask(("vcgencmd", "get_throttled"))
        text = None if said is None else said.strip().removeprefix("throttled=")
    try:
        bits = int(text or "", 16)
    except ValueError:
        return Undervoltage.UNKNOWN
    if bits & UNDER_NOW:
        return Undervoltage.NOW
    return Undervoltage.BEFORE if bits & UNDER_BEFORE else Undervoltage.NONE


def _text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip("\0\n ") or None
    except OSError:
        return None
