"""A real file system of its own, small and with an owner who is no root: in namespaces of a process that holds it.

Chosen because an ordinary user may do it and what the kernel says is what it says of a card: no library is put in
between. A limit on the size of files would end the process by a signal instead, and root is not bound by permissions.
"""

from __future__ import annotations

import errno
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

HOLD = 'mount -t tmpfs -o "size=$2" tmpfs "$1" && echo ready && exec cat'


class SmallDisk:
    """A disk mounted in ``folder`` for whoever is started with ``enter`` in front, and for nobody else."""

    def __init__(self, folder: Path, holder: int) -> None:
        self._folder = folder
        self._holder = holder
        self.enter = ("nsenter", f"--target={holder}", "--user", "--mount", "--preserve-credentials")
        self.inside = Path(f"/proc/{holder}/root{folder}")
        """Where its files are seen from outside."""

    def remount(self, how: str) -> None:
        """``ro`` or ``rw``; the kernel refuses the former while a file is open for writing."""
        subprocess.run([*self.enter, "mount", "-o", f"remount,{how}", self._folder], check=True)

    def fill(self) -> None:
        """Leave room for not a single byte."""
        with (self.inside / "photographs").open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError as error:
                if error.errno != errno.ENOSPC:
                    raise

    def clear(self) -> None:
        """Make room again."""
        (self.inside / "photographs").unlink()


@contextmanager
def small_disk(folder: Path, size: str = "1m") -> Iterator[SmallDisk]:
    """Mount one; skipped with a word where the system does not let users have name spaces."""
    folder.mkdir()
    holder = subprocess.Popen(
        ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", HOLD, "sh", folder, size],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        assert holder.stdout is not None
        if holder.stdout.readline() != b"ready\n":
            pytest.skip("this system lets no user mount a disk of their own: unshare -Urm")
        yield SmallDisk(folder, holder.pid)
    finally:
        holder.communicate()
