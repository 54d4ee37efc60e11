"""make install and make uninstall, into a folder; and what package and program must agree on."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from stbpi import __version__
from stbpi.cli.program import COMMANDS

ROOT = Path(__file__).parents[2]

PIP = """#!/bin/sh
# Stands in for python3: its pip takes what is installed here already, since nothing is fetched in a test.
case "$*" in
  "-m pip"*download*) [ -z "$NO_BUILD" ] ;;
  "-m pip"*)
    asked="$*"
    while [ "$1" != --target ]; do shift; done
    mkdir -p "$2/bin" && ln -sfn {root}/stbpi "$2/stbpi" && touch "$2/bin/somebodys-program"
    echo "$asked" | sed "s/.*--target [^ ]* //" >>"$2/asked" ;;
  *) exec {python} "$@" ;;
esac
"""


@pytest.fixture
def make(tmp_path):
    python = tmp_path / "python3"
    python.write_text(PIP.format(root=ROOT, python=sys.executable))
    python.chmod(0o755)
    there = tmp_path / "there"

    def run(target, **more):
        environment = {**os.environ, "DESTDIR": str(there), "PYTHON": str(python), **more}
        script = ROOT / "packaging/install.sh"
        done = subprocess.run([script, target], env=environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return {
            str(path.relative_to(there)) for path in there.rglob("*") if path.is_file() or path.is_symlink()
        }

    run.there = there
    return run


@pytest.mark.parametrize(
    ("prefix", "units"),
    [
        ("/usr/local", "usr/local/lib/systemd/system"),
        ("/usr", "usr/lib/systemd/system"),
        ("/opt/x", "etc/systemd/system"),
    ],
)
def test_everything_has_its_place_and_names_it(make, prefix, units):
    there = make("install", PREFIX=prefix)
    bare = prefix.lstrip("/")
    assert {f"{bare}/bin/stbpi", f"{bare}/lib/stbpi/stbpi-kiosk", f"{units}/stbpi.service"} <= there
    assert {f"{units}/stbpi-backup.timer", f"{units}/stbpi-kiosk.service", "etc/stbpi/stbpi.toml"} <= there
    assert any(name.endswith("sysusers.d/stbpi.conf") for name in there)
    assert any(name.endswith("udev/rules.d/60-stbpi.rules") for name in there)
    assert any(name.endswith("polkit-1/rules.d/49-stbpi-shutdown.rules") for name in there)
    assert not [name for name in there if "somebodys-program" in name or name.endswith(".new")]
    text = (make.there / units / "stbpi.service").read_text()
    assert f"ExecStart={prefix}/bin/stbpi run --config /etc/stbpi/stbpi.toml" in text
    kiosk = (make.there / units / "stbpi-kiosk.service").read_text()
    assert f"ExecStart={prefix}/lib/stbpi/stbpi-kiosk " in kiosk
    for named in re.findall(r"file:/(\S+)", text + kiosk):
        assert named in there


@pytest.mark.parametrize(("none", "asked"), [("", [".[pins]"]), ("1", [". smbus2", "--no-deps rpi-lgpio"])])
def test_where_lgpio_has_no_build_that_of_the_system_is_left_to_be_found(make, none, asked):
    make("install", PREFIX="/usr", NO_BUILD=none)
    assert (make.there / "usr/lib/stbpi/python/asked").read_text().splitlines() == asked


def test_what_is_installed_runs(make):
    make("install", PREFIX="/usr")
    program = make.there / "usr/bin/stbpi"
    text = program.read_text().replace('"/usr/lib', f'"{make.there}/usr/lib')
    assert os.access(program, os.X_OK)
    done = subprocess.run(
        [sys.executable, "-c", text, "--version"], capture_output=True, text=True, timeout=60
    )
    assert done.stdout == f"stbpi {__version__}\n"


def test_settings_and_matches_outlive_installing_again_and_uninstalling_but_not_a_purge(make):
    make("install")
    settings = make.there / "etc/stbpi/stbpi.toml"
    settings.write_text('language = "it"\n')
    state = make.there / "var/lib/stbpi/stbpi.db"
    state.parent.mkdir(parents=True)
    state.write_text("matches")
    make("install")
    assert settings.read_text() == 'language = "it"\n'
    assert make("uninstall") == {"etc/stbpi/stbpi.toml", "var/lib/stbpi/stbpi.db"}
    assert make("uninstall", PURGE="1") == set()


def test_the_settings_that_are_installed_are_the_usual_ones():
    from stbpi.config import load_settings

    usual = load_settings(None, environment={"STATE_DIRECTORY": "/var/lib/stbpi"})
    shipped = load_settings(
        ROOT / "docs/stbpi.example.toml", environment={"STATE_DIRECTORY": "/var/lib/stbpi"}
    )
    assert (shipped.board, shipped.web, shipped.store) == (usual.board, usual.web, usual.store)


def test_package_and_program_have_one_version():
    changelog = (ROOT / "debian/changelog").read_text()
    assert re.match(rf"stbpi \({re.escape(__version__)}\)", changelog)
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == __version__


def test_the_manual_names_every_command():
    named = re.findall(r"^\.B (\w+)$", (ROOT / "packaging/stbpi.1").read_text(), re.MULTILINE)
    assert set(named) - {"stbpi"} == {command.name for command in COMMANDS}
    if (man := shutil.which("man")) is not None:
        done = subprocess.run(
            [man, "--warnings", "-l", "-Tutf8", ROOT / "packaging/stbpi.1"], capture_output=True
        )
        assert done.stderr == b""
