"""A clean Debian of this release in a folder, commands in it, and the daemon in it as its unit would start it."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CACHE = ROOT / "build/test-deb"
"""What a second run need not make again; ``make clean`` takes it away."""

INCLUDED = "python3,systemd,passwd,libstdc++6"
"""What the package depends on, so that in there nothing is fetched."""

KEPT_S = 7 * 24 * 3600
"""After so long a Debian that was kept is made anew, with the fixes that came meanwhile."""

IN_MEMORY_KIB = 3 * 1024 * 1024
"""With so much memory free a Debian of 300 MB and a package being built are put there: dpkg syncs every file."""

WAIT_S = 180
ENVIRONMENT = {
    "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
    "DEBIAN_FRONTEND": "noninteractive",
    "LC_ALL": "C.UTF-8",
}

ENTER = 'mount -t proc proc "$1/proc" && shift && exec chroot "$@"'
ENTER_READ_ONLY = f"""\
mount --bind "$1" "$1" && cd "$1" &&
for there in run var/lib/stbpi; do mount --bind "$there" "$there" || exit 1; done
mount -o remount,bind,ro "$1" && {ENTER}"""
"""The root read-only, and the state a partition of its own; beside it only what is always memory."""

ENTER_NOTHING_WRITABLE = f"""\
mount --bind "$1/var/lib/stbpi" "$1/var/lib/stbpi" && mount -o remount,bind,ro "$1/var/lib/stbpi" && {ENTER}"""
"""The partition of the state read-only, as a card becomes that dies."""


def cannot(why: str) -> None:
    """Skipped with a word; in CI nothing passes for nothing."""
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)


def run(*command: object, timeout: float = WAIT_S, **more: object) -> str:
    done = subprocess.run(
        [*map(str, command)], capture_output=True, text=True, check=False, timeout=timeout, **more
    )
    assert done.returncode == 0, f"{command}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
    return done.stdout


@contextlib.contextmanager
def quick_folder(folder: Path) -> Iterator[Path]:
    """A folder in memory where there is enough of it and it may be mounted, else on the disk; gone afterwards."""
    free = re.search(r"^MemAvailable: +(\d+) kB", Path("/proc/meminfo").read_text(), re.MULTILINE)
    mount = ["mount", "-t", "tmpfs", "-o", "mode=755,size=2g", "tmpfs", str(folder)]
    mounted = (
        free is not None
        and int(free[1]) > IN_MEMORY_KIB
        and subprocess.run(mount, capture_output=True, check=False).returncode == 0
    )
    try:
        yield folder
    finally:
        if mounted:
            run("umount", folder)
        # Only what is below it, and nothing that might be mounted there.
        assert f" {folder}/" not in Path("/proc/mounts").read_text()
        shutil.rmtree(folder)


def clean_debian(root: Path) -> Path:
    """Make one there, from where this machine's packages come from; or unpack the one that was kept."""
    release = dict(
        line.replace('"', "").split("=", 1)
        for line in Path("/etc/os-release").read_text().splitlines()
        if "=" in line
    )
    codename = release.get("VERSION_CODENAME", "")
    kept = CACHE / f"{codename}.tar"
    root.mkdir()
    if kept.exists() and kept.stat().st_mtime > time.time() - KEPT_S:
        run("tar", "-xf", kept, "-C", root, "--numeric-owner")
        return root
    lines = run(
        *("apt-get", "indextargets", "--format", "$(REPO_URI) $(RELEASE)"),
        *("Created-By: Packages", "Component: main"),
    ).splitlines()
    mirrors = [line.split()[0] for line in lines if line.split()[-1] == codename]
    assert release.get("ID") == "debian", "a clean Debian is made on Debian"
    assert mirrors, "apt-get update has not been run"
    run("debootstrap", "--variant=minbase", f"--include={INCLUDED}", codename, root, mirrors[0], timeout=600)
    run("chroot", root, "apt-get", "clean", env=ENVIRONMENT)
    CACHE.mkdir(parents=True, exist_ok=True)
    run("tar", "-cf", kept.with_suffix(".new"), "--one-file-system", "-C", root, ".")
    kept.with_suffix(".new").rename(kept)
    return root


class Inside:
    """Commands in the clean Debian."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def run(self, *command: str) -> str:
        return run(*self.entered(), *command, env=ENVIRONMENT)

    def entered(self, *options: str, enter: str = ENTER) -> list[str]:
        """What a command in there begins with. Its /proc is its own, and gone with it."""
        return ["unshare", "--mount", "sh", "-c", enter, "sh", str(self.root), *options, str(self.root)]

    def install(self, package: Path) -> None:
        shutil.copy(package, self.root / "stbpi.deb")
        self.run("dpkg", "--install", "--force-confold", "--force-unsafe-io", "/stbpi.deb")
        (self.root / "stbpi.deb").unlink()

    def files(self) -> set[str]:
        found = set()
        for base in ("etc", "usr", "var", "opt", "run", "home", "root", "srv"):
            found |= {str(path.relative_to(self.root)) for path in (self.root / base).rglob("*")}
        return found

    def unit(self) -> dict[str, str]:
        """The settings of the daemon's unit, as it was installed."""
        places = ("usr/lib/systemd/system", "lib/systemd/system")
        there = next(path for place in places if (path := self.root / place / "stbpi.service").exists())
        return dict(re.findall(r"^(\w+)=(.*)$", there.read_text(), re.MULTILINE))

    @contextlib.contextmanager
    def playing(self, enter: str = ENTER) -> Iterator[subprocess.Popen[bytes]]:
        """The unit's ExecStart as its user, with its folders, environment and groups; talked to as systemd would be."""
        unit = self.unit()
        here = self.root / unit["WorkingDirectory"].lstrip("/")
        here.mkdir(exist_ok=True)
        owner, groups = f"{unit['User']}:{unit['Group']}", unit["SupplementaryGroups"].replace(" ", ",")
        self.run("chown", owner, unit["WorkingDirectory"])
        notified = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        with contextlib.suppress(FileNotFoundError):
            (here / "notify").unlink()
        notified.bind(str(here / "notify"))
        (here / "notify").chmod(0o777)
        notified.settimeout(60)
        said = self.root / "var/tmp/said"
        with said.open("wb") as log:
            process = subprocess.Popen(
                [*self.entered(f"--userspec={owner}", f"--groups={groups}", enter=enter), "/bin/sh", "-c",
                 f"cd {unit['WorkingDirectory']} && umask {unit['UMask']} && exec {unit['ExecStart']}"],
                env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8",
                     **dict([unit["Environment"].split("=", 1)]),
                     "STATE_DIRECTORY": f"/var/lib/{unit['StateDirectory']}",
                     "RUNTIME_DIRECTORY": f"/run/{unit['RuntimeDirectory']}",
                     "CONFIGURATION_DIRECTORY": f"/etc/{unit['ConfigurationDirectory']}",
                     "NOTIFY_SOCKET": "/run/stbpi/notify", "WATCHDOG_USEC": "3000000"},
                stdout=subprocess.DEVNULL, stderr=log,
            )  # fmt: skip
        try:
            assert notified.recv(99) == b"READY=1", said.read_text()
            for _ in range(2):
                assert notified.recv(99) == b"WATCHDOG=1"
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            status = process.wait(10)
            notified.close()
            (here / "notify").unlink()
            assert status == 0, said.read_text()
