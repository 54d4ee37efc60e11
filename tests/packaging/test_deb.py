"""The package in a clean Debian of its own: installed, played on, upgraded, removed, purged.

As root, and with debootstrap; nothing of this machine is touched but the folder it is unpacked into.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import urllib.request
from pathlib import Path

import pytest

from stbpi import __version__

ROOT = Path(__file__).parents[2]

NEEDED = ("debootstrap", "dpkg-buildpackage", "dh", "lintian", "chroot", "unshare")

BUILT = "STBPI_DEB"
"""The environment's name for a package that is built already; else it is built, which takes a minute or more."""

INCLUDED = "python3,systemd,passwd,libstdc++6"
"""What the package depends on, so that in there nothing is fetched."""

OTHER_SETTINGS = 'language = "fr"\n[board]\nbackend = "simulated"\n[web]\nport = 18427\n'
CLEAN = "STBPI_CLEAN_DEBIAN"
"""The same for the folder of a clean Debian, made by debootstrap with what is included here; it is copied."""

WAIT_S = 120

pytestmark = pytest.mark.deb


def _cannot(why: str) -> None:
    """Skipped with a word; in CI nothing passes for nothing."""
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)


def run(*command: object, **more: object) -> str:
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, **more)
    assert done.returncode == 0, f"{command}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def package() -> Path:
    if os.geteuid() != 0:
        _cannot("a Debian of its own needs root: sudo make test-deb")
    if missing := [name for name in NEEDED if shutil.which(name) is None]:
        _cannot(
            f"missing: {', '.join(missing)}; apt-get install debootstrap dpkg-dev debhelper lintian python3-pip"
        )
    if built := os.environ.get(BUILT):
        return Path(built).resolve()
    made = run("packaging/deb.sh", cwd=ROOT, timeout=600)
    return ROOT / made.split()[-1]


@pytest.fixture(scope="module")
def newer(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same as a later version."""
    folder = tmp_path_factory.mktemp("newer")
    run("dpkg-deb", "--raw-extract", package, folder / "in")
    control = folder / "in/DEBIAN/control"
    control.write_text(control.read_text().replace(f"Version: {__version__}", "Version: 99.0"))
    run("dpkg-deb", "--root-owner-group", "-Zgzip", "--build", folder / "in", folder / "newer.deb")
    return folder / "newer.deb"


@pytest.fixture(scope="module")
def debian(tmp_path_factory: pytest.TempPathFactory):
    """A clean Debian of this release, from where this machine's packages come from."""
    root = tmp_path_factory.mktemp("debian")
    if clean := os.environ.get(CLEAN):
        root.rmdir()
        run("cp", "-a", clean, root, timeout=300)
    else:
        _bootstrap(root)
    yield root
    # Only what is below it, and nothing that might be mounted there.
    assert not [line for line in Path("/proc/mounts").read_text().splitlines() if f" {root}/" in line]
    shutil.rmtree(root)


def _bootstrap(root: Path) -> None:
    release = dict(
        line.replace('"', "").split("=", 1)
        for line in Path("/etc/os-release").read_text().splitlines()
        if "=" in line
    )
    if release.get("ID") != "debian":
        _cannot("a clean Debian is made on Debian")
    codename = release["VERSION_CODENAME"]
    asked = run(
        "apt-get",
        "indextargets",
        "--format",
        "$(REPO_URI) $(RELEASE)",
        "Created-By: Packages",
        "Component: main",
    )
    mirrors = [line.split()[0] for line in asked.splitlines() if line.split()[-1] == codename]
    if not mirrors:
        _cannot("apt-get update has not been run")
    run("debootstrap", "--variant=minbase", f"--include={INCLUDED}", codename, root, mirrors[0], timeout=600)


class Inside:
    """Commands in the clean Debian."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def run(self, *command: str) -> str:
        environment = {
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            "DEBIAN_FRONTEND": "noninteractive",
            "LC_ALL": "C.UTF-8",
        }
        return run(*self.entered(), *command, env=environment, timeout=WAIT_S)

    def entered(self, *options: str) -> list[str]:
        """What a command in there begins with. Its /proc is its own, and gone with it."""
        enter = 'mount -t proc proc "$1/proc" && shift && exec chroot "$@"'
        return ["unshare", "--mount", "sh", "-c", enter, "sh", str(self.root), *options, str(self.root)]

    def install(self, package: Path) -> None:
        shutil.copy(package, self.root / "stbpi.deb")
        self.run("dpkg", "--install", "--force-confold", "/stbpi.deb")
        (self.root / "stbpi.deb").unlink()

    def files(self) -> set[str]:
        found = set()
        for base in ("etc", "usr", "var", "opt", "run", "home", "root", "srv"):
            found |= {str(path.relative_to(self.root)) for path in (self.root / base).rglob("*")}
        return found

    @contextlib.contextmanager
    def playing(self):
        """The unit's ExecStart as its user, with its folders, environment and groups; talked to as systemd would be."""
        unit = (next(self.root.glob("usr/lib/systemd/system/stbpi.service"), None)) or (
            self.root / "lib/systemd/system/stbpi.service"
        )
        text = unit.read_text()
        start = re.search(r"^ExecStart=(.*)$", text, re.MULTILINE)
        groups = re.search(r"^SupplementaryGroups=(.*)$", text, re.MULTILINE)
        assert start
        assert groups
        here = self.root / "run/stbpi"
        here.mkdir(exist_ok=True)
        self.run("chown", "stbpi:stbpi", "/run/stbpi")
        notified = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        with contextlib.suppress(FileNotFoundError):
            (here / "notify").unlink()
        notified.bind(str(here / "notify"))
        (here / "notify").chmod(0o777)
        notified.settimeout(60)
        log = (self.root / "var/tmp/said").open("wb")
        process = subprocess.Popen(
            [*self.entered("--userspec=stbpi:stbpi", f"--groups={groups[1].replace(' ', ',')}"), "/bin/sh", "-c",
             f"cd /run/stbpi && exec {start[1]}"],
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "STATE_DIRECTORY": "/var/lib/stbpi",
                 "RUNTIME_DIRECTORY": "/run/stbpi", "NOTIFY_SOCKET": "/run/stbpi/notify", "WATCHDOG_USEC": "3000000"},
            stdout=subprocess.DEVNULL, stderr=log,
        )  # fmt: skip
        try:
            assert notified.recv(99) == b"READY=1", (self.root / "var/tmp/said").read_text()
            assert notified.recv(99) == b"WATCHDOG=1"
            yield process
        finally:
            notified.close()
            log.close()
            (here / "notify").unlink()
            process.send_signal(signal.SIGTERM)
            assert process.wait(10) == 0, (self.root / "var/tmp/said").read_text()


def call(path: str, body: object = None) -> dict:
    data = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(
        f"http://127.0.0.1:18427/api/v1/{path}", data, {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(asked, timeout=30) as reply:
        return json.loads(reply.read())


def test_lintian_finds_nothing(package: Path) -> None:
    done = subprocess.run(
        ["lintian", "--fail-on", "error,warning", str(package)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_from_installing_to_purging(package: Path, newer: Path, debian: Path) -> None:
    inside = Inside(debian)
    before = inside.files()

    inside.install(package)
    assert inside.run("stbpi", "--version") == f"stbpi {__version__}\n"
    assert inside.run("id", "-nG", "stbpi").split()[1:] == ["dialout", "gpio", "i2c", "spi"]
    assert inside.run("stat", "-c", "%U %a", "/var/lib/stbpi") == "stbpi 750\n"
    for unit, state in (("stbpi.service", "enabled"), ("stbpi-backup.timer", "enabled")):
        assert inside.run("systemctl", "is-enabled", unit) == f"{state}\n"
    kiosk = subprocess.run(
        [*inside.entered(), "systemctl", "is-enabled", "stbpi-kiosk"], capture_output=True, text=True
    )
    assert kiosk.stdout == "disabled\n"
    assert list(debian.glob("usr/lib/stbpi/python/stbpi/__pycache__/*.pyc")), (
        "it is compiled when it is installed"
    )

    # A pub's own settings, profile and match.
    (debian / "etc/stbpi/stbpi.toml").write_text(OTHER_SETTINGS)
    (debian / "etc/stbpi/own.toml").write_text("# a wiring profile")
    with inside.playing() as process:
        status = Path(f"/proc/{process.pid}/status").read_text()
        user = inside.run("id", "-u", "stbpi").strip()
        assert re.search(r"^Uid:\s+(\d+)", status, re.MULTILINE)[1] == user, "nothing runs as root"
        call("match", {"rules": "classic", "players": ["Ada", "Grace"]})
        call("button", {"hold_ms": 100})
        dice = call("state")["dice"]
        doctor = subprocess.run([*inside.entered(), "stbpi", "doctor"], capture_output=True, text=True)
        assert "18427" in doctor.stdout, doctor.stdout + doctor.stderr

    inside.install(newer)
    assert "99.0" in inside.run("dpkg-query", "--show", "stbpi")
    assert (debian / "etc/stbpi/stbpi.toml").read_text() == OTHER_SETTINGS
    with inside.playing():
        state = call("state")
        assert [player["name"] for player in state["players"]] == ["Ada", "Grace"]
        assert state["dice"] == dice

    inside.run("dpkg", "--remove", "stbpi")
    assert not (debian / "usr/lib/stbpi").exists()
    assert not (debian / "usr/bin/stbpi").exists()
    assert (debian / "etc/stbpi/stbpi.toml").read_text() == OTHER_SETTINGS
    assert (debian / "var/lib/stbpi/stbpi.db").exists()

    inside.run("dpkg", "--purge", "stbpi")
    left = {
        name
        for name in inside.files() - before
        if "stbpi" in name and not name.startswith(("run/", "var/log/"))
    }
    assert left == set()
    assert "stbpi" not in (debian / "etc/passwd").read_text()
    assert "stbpi:" not in (debian / "etc/group").read_text()
