"""The machine a run was made on, and what else it was doing: figures mean nothing without it."""

from __future__ import annotations

import os
import platform
from pathlib import Path


def machine() -> dict[str, object]:
    """Processor, cores, system, Python."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.release()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def load() -> float:
    """Processes that wanted a core in the last minute, on average; this run's own are among them."""
    return round(os.getloadavg()[0], 2)


def filesystem(folder: Path) -> str:
    """The kind of filesystem a folder lies on, as the kernel calls it."""
    best, kind = "", "unknown"
    where = str(folder.resolve())
    for line in Path("/proc/self/mounts").read_text(encoding="utf-8").splitlines():
        _, mounted, fstype, *_ = line.split()
        inside = where == mounted or where.startswith(mounted.rstrip("/") + "/")
        if inside and len(mounted) >= len(best):
            best, kind = mounted, fstype
    return kind


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        key, _, value = line.partition(":")
        if key.strip() in ("model name", "Model"):
            return value.strip()
    return platform.machine()
