"""The package in a clean Debian of its own: installed, played on, upgraded, removed, purged.

As root, and with debootstrap; nothing of this machine is touched but the folder it is unpacked into. Package and Debian
are made at the same time, and what was made is kept in ``build/``: the package for as long as no file of it changes.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import shutil
import subprocess
import urllib.request
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from stbpi import __version__
from tests.packaging.clean_debian import (
    CACHE,
    ENTER_NOTHING_WRITABLE,
    ENTER_READ_ONLY,
    ROOT,
    Inside,
    cannot,
    clean_debian,
    quick_folder,
    run,
)
from tests.packaging.own_systemd import CannotBootError, systemd_in

NEEDED = ("debootstrap", "dpkg-buildpackage", "dh", "lintian", "chroot", "unshare", "git")
OTHER_SETTINGS = 'language = "fr"\n[board]\nbackend = "simulated"\n[web]\nport = 18427\n'

pytestmark = pytest.mark.deb


@dataclass(frozen=True)
class Works:
    """What is being made meanwhile: the package, the same as a later version, a Debian, and what lintian says."""

    package: Future[Path]
    newer: Future[Path]
    debian: Future[Path]
    lintian: Future[tuple[int, str]]


@pytest.fixture(scope="module")
def works(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Works]:
    if os.geteuid() != 0:
        cannot("a Debian of its own needs root: sudo make test-deb")
    if missing := [name for name in NEEDED if shutil.which(name) is None]:
        cannot(
            f"missing: {', '.join(missing)}; apt-get install debootstrap dpkg-dev debhelper lintian python3-pip"
        )
    with quick_folder(tmp_path_factory.mktemp("quick")) as folder, ThreadPoolExecutor(4) as pool:
        package = pool.submit(build, folder)
        yield Works(
            package,
            pool.submit(lambda: as_newer(package.result(), folder)),
            pool.submit(clean_debian, folder / "debian"),
            pool.submit(lambda: what_lintian_says(package.result())),
        )


def build(folder: Path) -> Path:
    """Build the package as ``make deb`` does, but packed less tightly; or take the one of these very files."""
    listed = run(
        *("git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"),
        cwd=ROOT,
    )
    state = hashlib.sha256()
    for name in sorted(listed.split("\0")):
        # Tests are not part of it.
        if name and not name.startswith("tests/") and (ROOT / name).is_file():
            state.update(f"{name}\0".encode() + hashlib.sha256((ROOT / name).read_bytes()).digest())
    kept = CACHE / f"{state.hexdigest()[:16]}.deb"
    if not kept.exists():
        (folder / "tmp").mkdir()
        quick = {
            "WORK": str(folder / "deb"),
            "TMPDIR": str(folder / "tmp"),
            "DPKG_DEB_COMPRESSOR_LEVEL": "1",
        }
        made = run("packaging/deb.sh", cwd=ROOT, timeout=600, env={**os.environ, **quick})
        CACHE.mkdir(parents=True, exist_ok=True)
        for old in CACHE.glob("*.deb"):
            old.unlink()
        shutil.copy(ROOT / made.split()[-1], kept)
    return kept


def as_newer(package: Path, folder: Path) -> Path:
    there = folder / "newer"
    run("dpkg-deb", "--raw-extract", package, there)
    control = there / "DEBIAN/control"
    control.write_text(control.read_text().replace(f"Version: {__version__}", "Version: 99.0"))
    run("dpkg-deb", "--root-owner-group", "-Znone", "--build", there, folder / "newer.deb")
    return folder / "newer.deb"


def what_lintian_says(package: Path) -> tuple[int, str]:
    done = subprocess.run(
        ["lintian", "--fail-on", "error,warning", package], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout


def call(path: str, body: object = None) -> dict:
    data = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(
        f"http://127.0.0.1:18427/api/v1/{path}", data, {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(asked, timeout=30) as reply:
        return json.loads(reply.read())


def throw() -> list[int]:
    """Press the button until dice lie; gives them. The first press starts the match."""
    for _ in range(5):
        if dice := call("button", {"hold_ms": 100})["dice"]:
            return dice
    raise AssertionError(f"nothing was thrown: {call('state')['prompt']}")


def may_be_written(process: subprocess.Popen[bytes], place: str) -> bool:
    """Whether root could write there, in the mounts that the daemon sees."""
    probe = Path(f"/proc/{process.pid}/root{place}/probe")
    try:
        probe.touch()
    except OSError as error:
        if error.errno == errno.EROFS:
            return False
        raise
    probe.unlink()
    return True


def left_of_it(inside: Inside, before: set[str]) -> set[str]:
    return {
        name
        for name in inside.files() - before
        if "stbpi" in name and not name.startswith(("run/", "var/log/"))
    }


def test_from_installing_to_purging(works: Works) -> None:
    debian = works.debian.result()
    inside = Inside(debian)
    before = inside.files()

    inside.install(works.package.result())
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
        dice = throw()
        doctor = subprocess.run([*inside.entered(), "stbpi", "doctor"], capture_output=True, text=True)
        assert "18427" in doctor.stdout, doctor.stdout + doctor.stderr

    inside.install(works.newer.result())
    assert "99.0" in inside.run("dpkg-query", "--show", "stbpi")
    assert (debian / "etc/stbpi/stbpi.toml").read_text() == OTHER_SETTINGS
    with inside.playing(ENTER_READ_ONLY) as process:
        assert [may_be_written(process, place) for place in ("/", "/usr", "/etc/stbpi")] == [False] * 3
        assert may_be_written(process, "/var/lib/stbpi")
        state = call("state")
        assert [player["name"] for player in state["players"]] == ["Ada", "Grace"]
        assert (state["dice"], state["faults"]) == (dice, [])
        assert call("undo", {})["dice"] == []
        assert call("state")["faults"] == []

    # A card that has died for writing: the game goes on with a badge, and is written once it can be.
    with inside.playing(ENTER_NOTHING_WRITABLE) as process:
        assert not may_be_written(process, "/var/lib/stbpi")
        assert throw() == dice, "taken back and made again it is the same throw"
        state = call("state")
        (fault,) = state["faults"]
        assert fault["part"] == "store"
        assert "read-only" in fault["message"].lower()
        mounts = f"--mount=/proc/{process.pid}/ns/mnt"
        run("nsenter", mounts, "mount", "-o", "remount,bind,rw", debian / "var/lib/stbpi")
        call("undo", {})
        assert call("state")["faults"] == []
        assert throw() == dice
    with inside.playing():
        assert call("state")["dice"] == dice

    inside.run("dpkg", "--remove", "stbpi")
    assert not (debian / "usr/lib/stbpi").exists()
    assert not (debian / "usr/bin/stbpi").exists()
    assert (debian / "etc/stbpi/stbpi.toml").read_text() == OTHER_SETTINGS
    assert (debian / "var/lib/stbpi/stbpi.db").exists()

    inside.run("dpkg", "--purge", "stbpi")
    assert left_of_it(inside, before) == set()
    assert "stbpi" not in (debian / "etc/passwd").read_text()
    assert "stbpi:" not in (debian / "etc/group").read_text()


def test_under_a_real_systemd(works: Works) -> None:
    debian = works.debian.result()
    inside = Inside(debian)
    before = inside.files()
    inside.install(works.package.result())
    (debian / "etc/stbpi/stbpi.toml").write_text(OTHER_SETTINGS)
    # So that a test need not wait for twenty seconds.
    quicker = debian / "etc/systemd/system/stbpi.service.d/quicker.conf"
    quicker.parent.mkdir(parents=True)
    quicker.write_text("[Service]\nWatchdogSec=3\n")
    try:
        with systemd_in(debian) as systemd:
            # Active only after the daemon has said that people can play.
            systemd.until("stbpi", "ActiveState", "active")
            main = systemd.told("stbpi", "MainPID")
            status = dict(
                re.findall(r"^(\w+):\s*(\S+)", systemd.run("cat", f"/proc/{main}/status"), re.MULTILINE)
            )
            assert status["Uid"] == systemd.run("id", "-u", "stbpi").strip()
            assert (int(status["CapBnd"], 16), status["NoNewPrivs"], status["Seccomp"]) == (0, "1", "2")
            call("match", {"rules": "classic", "players": ["Ada", "Grace"]})
            dice = throw()

            # The loop hangs: nothing but the watchdog could notice.
            systemd.run("systemctl", "kill", "--signal=STOP", "--kill-whom=main", "stbpi")
            systemd.until("stbpi", "NRestarts", "1")
            systemd.until("stbpi", "ActiveState", "active")
            assert call("state")["dice"] == dice

            assert systemd.told("stbpi-backup.timer", "ActiveState") == "active"
            systemd.run("systemctl", "start", "stbpi-backup")
            assert systemd.told("stbpi-backup", "Result") == "success"
            assert (debian / "var/lib/stbpi/backups/stbpi.db").exists()
            systemd.run("systemctl", "stop", "stbpi")
            assert systemd.told("stbpi", "Result") == "success"

            # Wrong settings stay wrong until somebody mends them.
            (debian / "etc/stbpi/stbpi.toml").write_text("langauge = 1\n")
            systemd.run("systemctl", "start", "--no-block", "stbpi")
            systemd.until("stbpi", "ActiveState", "failed")
            assert systemd.told("stbpi", "ExecMainStatus") == "2"
    except CannotBootError as why:
        pytest.skip(str(why))
    finally:
        shutil.rmtree(quicker.parent)
        inside.run("dpkg", "--purge", "stbpi")
    assert left_of_it(inside, before) == set()


def test_lintian_finds_nothing(works: Works) -> None:
    # It looked while the package was tried.
    assert works.lintian.result() == (0, "")
