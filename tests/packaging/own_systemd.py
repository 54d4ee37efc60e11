"""A real systemd as the first process of a clean Debian: in name spaces and a control group of its own.

What it starts is bound as on a tray: user, sandbox, system calls, watchdog. Devices are those that every system has.
"""

from __future__ import annotations

import contextlib
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from tests.packaging.clean_debian import ENVIRONMENT, run

GROUPS = (Path("/sys/fs/cgroup/unified"), Path("/sys/fs/cgroup"))
"""Where the one hierarchy of control groups is mounted: beside the old ones, or alone."""

NAME_SPACES = ("--mount", "--pid", "--ipc", "--uts", "--cgroup")

BOOT = """\
echo $$ >"$2/cgroup.procs"
exec unshare --fork --kill-child --mount --pid --ipc --uts --cgroup sh -ec '
cd "$1"
mount --make-rprivate /
mount --bind . . && cd "$1"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=755 tmpfs dev
for device in null zero full random urandom tty; do
  touch "dev/$device" && mount --bind "/dev/$device" "dev/$device"
done
mkdir dev/shm dev/pts && ln -s /proc/self/fd dev/fd && ln -s pts/ptmx dev/ptmx
mount -t tmpfs tmpfs dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
exec chroot . env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --system
' sh "$1"
"""

BOOTS_WITHIN_S = 60


class CannotBootError(Exception):
    """This machine does not let a systemd of its own be started; the sentence says what is missing."""


class Systemd:
    """Commands beside a running systemd."""

    def __init__(self, first: int) -> None:
        self._enter = ["nsenter", f"--target={first}", *NAME_SPACES, "--root", "--wd=/"]

    def run(self, *command: str) -> str:
        return run(*self._enter, *command, env=ENVIRONMENT)

    def told(self, unit: str, what: str) -> str:
        """One property of a unit."""
        return self.run("systemctl", "show", "--value", f"--property={what}", unit).strip()

    def until(self, unit: str, what: str, value: str) -> None:
        """Return once a property of a unit is so."""
        due = time.monotonic() + BOOTS_WITHIN_S
        while (told := self.told(unit, what)) != value:
            if time.monotonic() > due:
                said = self.run("journalctl", "--no-pager", "-o", "cat", "-u", unit)
                raise AssertionError(f"{unit}: {what} is {told}, not {value}: {said}")


@contextlib.contextmanager
def systemd_in(root: Path) -> Iterator[Systemd]:
    """Boot what is in ``root``; its control group and all its processes are gone afterwards."""
    group = next((place for place in GROUPS if (place / "cgroup.procs").exists()), None)
    if group is None:
        raise CannotBootError("the machine has no control groups of version 2")
    group = group / "stbpi-test-deb"
    try:
        group.mkdir()
    except OSError as error:
        raise CannotBootError(f"no control group can be made: {error}") from error
    booting = subprocess.Popen(["sh", "-ec", BOOT, "sh", root, group], stderr=subprocess.PIPE)
    try:
        yield Systemd(_first_process(booting))
    finally:
        booting.kill()
        booting.communicate()
        _remove(group)


def _first_process(booting: subprocess.Popen[bytes]) -> int:
    """The systemd, by its number on this machine, once it answers."""
    due = time.monotonic() + BOOTS_WITHIN_S
    children = Path(f"/proc/{booting.pid}/task/{booting.pid}/children")
    while time.monotonic() < due and booting.poll() is None:
        for first in map(int, children.read_text().split()):
            answer = subprocess.run(
                ["nsenter", f"--target={first}", *NAME_SPACES, "--root", "systemctl", "is-system-running"],
                capture_output=True, text=True, check=False, env=ENVIRONMENT,
            )  # fmt: skip
            if answer.stdout.strip() in ("running", "degraded"):
                return first
    booting.kill()
    raise CannotBootError(f"systemd did not come up: {booting.communicate()[1].decode()}")


def _remove(group: Path) -> None:
    """Control groups go from the innermost on, and only once their last process has ended."""
    due = time.monotonic() + BOOTS_WITHIN_S
    while (group / "cgroup.procs").exists() and time.monotonic() < due:
        for one in [*sorted(group.rglob("cgroup.procs"), key=lambda file: -len(file.parts))]:
            with contextlib.suppress(OSError):
                one.parent.rmdir()
