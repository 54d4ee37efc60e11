"""A report of a mistake to be handed on: what the doctor found, and what helps to find more; no secrets, no names."""

from __future__ import annotations

import ipaddress
import json
import os
import re
import zipfile
from collections.abc import Collection, Iterable
from dataclasses import asdict
from importlib import metadata
from pathlib import Path
from typing import Any

from stbpi.config import Settings
from stbpi.doctor.computer import Computer
from stbpi.doctor.examination import Patient
from stbpi.doctor.findings import Finding
from stbpi.tray.scanner.framelog import frames_beside

LAST_LINES = 500
"""Of the log: an hour of failure is less than 100 kB, and what led to a fault stands shortly before it."""

LIBRARIES = (
    "gpiozero",
    "lgpio",
    "rpi-lgpio",
    "smbus2",
    "spidev",
    "pyserial",
    "luma.oled",
    "pillow",
    "aiohttp",
)

PRIVATE = 0o600

HIDDEN = "…"

_MAC = re.compile(r"\b(?:[0-9a-f]{2}:){5}[0-9a-f]{2}\b", re.I)
_ADDRESS = re.compile(r"(?<![\w.:])(?:[0-9a-f]*:[0-9a-f:.]+|\d{1,3}(?:\.\d{1,3}){3})(?![\w.])", re.I)
_HOME = re.compile(r"/home/[^/\s:\"']+")
_SERIAL = re.compile(r"(usb-[^\s\"']*?_)(?=[0-9A-Za-z]*\d)([0-9A-Za-z]{6,})(?=-if)")
_BEARER = re.compile(r"(?i)\b(bearer\s+|token[\"']?\s*[=:]\s*[\"']?|token=)[\w.~+/-]{8,}")


_THIS_NETWORK = ipaddress.ip_network("0.0.0.0/8")


class Censor:
    """Takes out of a text what is nobody else's business: ``secrets`` and ``names`` wherever they stand, addresses,
    homes, and serial numbers.
    """

    def __init__(self, secrets: Collection[str], names: Collection[str]) -> None:
        # The longest first: a name may be part of another.
        self._secrets = sorted((secret for secret in secrets if secret), key=len, reverse=True)
        words = sorted({name.strip() for name in names if name.strip()}, key=len, reverse=True)
        self._names = (
            re.compile("|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in words), re.I)
            if words
            else None
        )

    def clean(self, text: str) -> str:
        """The text without them."""
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        text = _BEARER.sub(lambda found: f"{found[1]}{HIDDEN}", text)
        text = _SERIAL.sub(lambda found: f"{found[1]}{HIDDEN}", text)
        text = _HOME.sub(f"/home/{HIDDEN}", text)
        text = _MAC.sub(HIDDEN, text)
        text = _ADDRESS.sub(_hide_address, text)
        return text if self._names is None else self._names.sub(HIDDEN, text)


def _hide_address(found: re.Match[str]) -> str:
    """Addresses that only mean this machine, or any, tell nothing of anybody; 0.2.2.0 is a version."""
    text = found[0]
    try:
        address = ipaddress.ip_address(text.rstrip(":."))
    except ValueError:
        return text
    own = address.is_loopback or address.is_unspecified
    return text if own or (address.version == 4 and address in _THIS_NETWORK) else HIDDEN


def write_bundle(
    file: Path, patient: Patient, here: Computer, findings: list[Finding], censor: Censor
) -> int:
    """Write a ZIP that only its owner may read; returns its size in bytes. Raises OSError.

    A file that is there already is never written over.
    """
    parts = dict(_parts(patient, here, findings))
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
    with open(descriptor, "wb") as out, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:  # noqa: PTH123
        for name, text in parts.items():
            archive.writestr(name, censor.clean(text))
    return file.stat().st_size


def _parts(patient: Patient, here: Computer, findings: list[Finding]) -> Iterable[tuple[str, str]]:
    yield "findings.json", _json([finding.json() for finding in findings])
    yield "settings.json", _json(told_settings(patient.settings))
    yield "libraries.txt", "".join(f"{name} {_version(name)}\n" for name in LIBRARIES)
    if patient.report is not None:
        yield "service.json", _json(patient.report)
    if patient.state is not None:
        yield "faults.json", _json(patient.state["faults"])
    own = patient.settings.folder and patient.settings.folder / patient.settings.board.profile
    for file in (own, own and own.with_name(f"{own.name}.toml")):
        if file is not None and file.is_file():
            yield "profile.toml", file.read_text(encoding="utf-8", errors="replace")
            break
    frames = frames_beside(patient.settings.store.path)
    if frames.is_file():
        yield "scanner.txt", frames.read_text(encoding="utf-8", errors="replace")
    boot = here.text("boot/firmware/config.txt") or here.text("boot/config.txt")
    if boot is not None:
        yield "config.txt", "".join(f"{line}\n" for line in boot.splitlines() if _of_hardware(line))
    log = here.ask(
        (
            "journalctl",
            "--unit=stbpi",
            f"--lines={LAST_LINES}",
            "--no-pager",
            "--no-hostname",
            "--output=short-iso",
        )
    )
    if log is not None:
        yield "log.txt", log


def _of_hardware(line: str) -> bool:
    return line.lstrip().startswith(("dt", "gpio", "enable_uart", "["))


def told_settings(settings: Settings) -> dict[str, Any]:
    """The settings that may be told: what is listed here, and nothing that is not."""
    return {
        "board": asdict(settings.board),
        "dice": settings.dice.source,
        "dice_seeded": settings.dice.seed is not None,
        "rules": settings.game.rules.axes() | {"name": settings.game.rules.name},
        "players": len(settings.game.players),
        "timing": asdict(settings.timing),
        "displays": [asdict(display) for display in settings.displays],
        "sound": {"enabled": settings.sound.enabled, "volume": settings.sound.volume},
        "web": {
            "only_this_machine": settings.web.only_this_machine,
            "port": settings.web.port,
            "token_configured": settings.web.token is not None,
        },
        "store": str(settings.store.path),
        "shutdown": bool(settings.power.shutdown),
        "language": settings.language,
    }


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "-"


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False, default=str) + "\n"
