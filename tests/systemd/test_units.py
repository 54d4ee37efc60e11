"""The systemd units: the points that keep a tray in a pub running, and safe."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import stat
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

from stbpi.config import load_settings
from tests.support.running import RunningDaemon

ROOT = Path(__file__).parents[2]
UNITS = ROOT / "systemd"
SERVICES = ("stbpi.service", "stbpi-backup.service", "stbpi-kiosk.service")


def read(name):
    parser = ConfigParser(strict=False, interpolation=None, comment_prefixes=("#",), delimiters=("=",))
    parser.optionxform = str
    parser.read(UNITS / name)
    return parser


@pytest.fixture(scope="module")
def unit():
    return read("stbpi.service")


def test_it_never_runs_as_root_and_reaches_pins_screens_and_scanner_by_its_groups(unit):
    assert unit["Service"]["User"] == "stbpi"
    assert set(unit["Service"]["SupplementaryGroups"].split()) == {"gpio", "i2c", "spi", "dialout"}
    lines = set((UNITS / "stbpi.service").read_text().splitlines())
    for devices in ("gpiochip", "i2c", "spi", "ttyUSB", "ttyACM"):
        assert f"DeviceAllow=char-{devices} rw" in lines
    assert unit["Service"]["DevicePolicy"] == "closed"
    assert unit["Service"]["NoNewPrivileges"] == "yes"
    assert unit["Service"]["CapabilityBoundingSet"] == ""


@pytest.mark.parametrize("name", SERVICES)
def test_none_runs_as_root_and_all_users_are_made(name):
    users = set(re.findall(r"^u (\S+)", (UNITS / "stbpi.sysusers").read_text(), re.MULTILINE))
    assert read(name)["Service"]["User"] in users


def test_the_groups_it_is_given_are_those_its_user_is_in(unit):
    made = re.findall(r"^m stbpi (\S+)", (UNITS / "stbpi.sysusers").read_text(), re.MULTILINE)
    assert set(made) == set(unit["Service"]["SupplementaryGroups"].split())


def test_it_runs_where_lgpio_may_make_its_pipe(unit):
    assert unit["Service"]["WorkingDirectory"] == "/run/" + unit["Service"]["RuntimeDirectory"]
    assert unit["Service"]["UnsetEnvironment"] == "LG_WD"


def test_it_keeps_scores_and_settings_where_they_belong(unit):
    assert unit["Service"]["StateDirectory"] == "stbpi"
    assert unit["Service"]["ConfigurationDirectory"] == "stbpi"
    assert unit["Service"]["ExecStart"] == "/usr/bin/stbpi run --config /etc/stbpi/stbpi.toml"


def test_it_comes_back_whatever_happens_but_not_in_a_flurry_nor_with_wrong_settings(unit):
    assert unit["Service"]["Restart"] == "always"
    assert int(unit["Service"]["RestartSec"]) >= 1
    assert unit["Unit"]["StartLimitIntervalSec"] == "0"
    assert unit["Service"]["RestartPreventExitStatus"] == "2"


def test_it_leaves_a_clean_stop_its_five_seconds(unit):
    assert int(unit["Service"]["TimeoutStopSec"]) > 5


def test_it_is_ready_when_it_says_so_and_started_anew_when_it_hangs(unit):
    assert (unit["Service"]["Type"], unit["Service"]["NotifyAccess"]) == ("notify", "main")
    # Long enough for what is known to hold the loop up, short enough for people to wait.
    assert 10 <= int(unit["Service"]["WatchdogSec"]) <= 60


def test_the_backup_copies_the_journal_that_the_daemon_writes_into_a_folder_of_its_own(unit):
    backup = read("stbpi-backup.service")
    folders = backup["Service"]["StateDirectory"].split()
    # The first is where the program looks for its journal.
    assert folders[0] == unit["Service"]["StateDirectory"]
    journal = load_settings(
        None, environment={"STATE_DIRECTORY": f"/var/lib/{folders[0]}:/var/lib/{folders[1]}"}
    )
    assert backup["Unit"]["ConditionPathExists"] == str(journal.store.path)
    target = backup["Service"]["ExecStart"].split()[-1]
    assert target.startswith(f"/var/lib/{folders[1]}/")
    timer = read("stbpi-backup.timer")
    assert timer["Timer"]["Persistent"] == "yes"
    assert timer["Install"]["WantedBy"] == "timers.target"


def test_the_backups_command_line_makes_the_generations_it_says(tmp_path):
    """Its ExecStart as it stands, with the folders that systemd would have made."""
    line = read("stbpi-backup.service")["Service"]["ExecStart"]
    journal = tmp_path / "var/lib/stbpi/stbpi.db"

    async def played() -> None:
        (tmp_path / "play").mkdir()
        async with RunningDaemon(tmp_path / "play") as daemon:
            await daemon.post("match", rules="classic", players=2)
            await daemon.post("button", hold_ms=100)
            await daemon.until(lambda state: state["prompt"]["code"] not in ("press_to_start", "raise_flaps"))
            store = daemon.store
        journal.parent.mkdir(parents=True)
        (journal.parent / "backups").mkdir()
        shutil.copy(store, journal)

    asyncio.run(played())
    words = line.replace("/var/lib", f"{tmp_path}/var/lib").split()
    (tmp_path / "stbpi.toml").write_text("")
    words[words.index("/etc/stbpi/stbpi.toml")] = str(tmp_path / "stbpi.toml")
    keep = int(words[words.index("--keep") + 1])
    environment = {**os.environ, "STATE_DIRECTORY": f"{journal.parent}:{journal.parent}/backups"}
    for _ in range(3):
        subprocess.run([sys.executable, "-m", "stbpi", *words[1:]], check=True, env=environment, timeout=60)
    assert sorted(path.name for path in (journal.parent / "backups").iterdir()) == [
        "stbpi.db",
        "stbpi.db.1",
        "stbpi.db.2",
    ]
    assert keep >= 7


def test_only_power_off_is_allowed_and_only_to_the_daemon():
    rule = (UNITS / "49-stbpi-shutdown.rules").read_text()
    assert set(re.findall(r'"(org\.[\w.-]+)"', rule)) == {
        "org.freedesktop.login1.power-off",
        "org.freedesktop.login1.power-off-multiple-sessions",
    }
    assert 'subject.user === "stbpi"' in rule


def test_the_scanner_has_a_name_that_stays_and_modem_manager_leaves_it_alone():
    rules = (UNITS / "60-stbpi.rules").read_text().replace("\\\n", "")
    lines = [line for line in rules.splitlines() if line and not line.startswith("#")]
    labels = {match[1] for line in lines if (match := re.fullmatch(r'LABEL="(\w+)"', line))}
    assert {match for line in lines for match in re.findall(r'GOTO="(\w+)"', line)} == labels
    # The chips by which the daemon finds a scanner all have a rule.
    for vendor in ("1a86", "0403", "2341", "10c4", "2e8a"):
        assert any(f'ATTRS{{idVendor}}=="{vendor}' in line and "stbpi_scanner" in line for line in lines)
    (act,) = [line for line in lines if "SYMLINK" in line]
    assert 'SYMLINK+="stbpi-scanner"' in act
    assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in act
    assert 'GROUP="dialout"' in act
    udevadm = shutil.which("udevadm")
    if (
        udevadm is not None
        and "verify" in subprocess.run([udevadm, "--help"], capture_output=True, text=True).stdout
    ):
        subprocess.run([udevadm, "verify", str(UNITS / "60-stbpi.rules")], check=True, timeout=60)


@pytest.fixture(scope="module")
def systemd_analyze():
    found = shutil.which("systemd-analyze")
    if found is None:
        pytest.skip("no systemd-analyze here")
    return found


def test_systemd_itself_finds_nothing_wrong(systemd_analyze, tmp_path):
    # Nothing is installed here, and the check wants programs that exist.
    for file in UNITS.iterdir():
        if file.suffix in (".service", ".timer"):
            text = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", file.read_text(), flags=re.MULTILINE)
            (tmp_path / file.name).write_text(text)
    done = subprocess.run(
        [systemd_analyze, "verify", "--man=no", *map(str, sorted(tmp_path.iterdir()))],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.mark.parametrize(("name", "most"), [("stbpi.service", 2.5), ("stbpi-backup.service", 1.5)])
def test_little_is_exposed(systemd_analyze, name, most):
    done = subprocess.run(
        [systemd_analyze, "security", "--offline=true", "--no-pager", str(UNITS / name)],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    told = re.search(r"exposure level for \S+: ([\d.]+)", done.stdout)
    if told is None:
        pytest.skip(f"this systemd does not tell: {done.stderr.strip()}")
    assert float(told[1]) <= most


def test_users_and_folders_are_made_as_written(tmp_path):
    sysusers = shutil.which("systemd-sysusers")
    if sysusers is None:
        pytest.skip("no systemd-sysusers here")
    (tmp_path / "etc").mkdir()
    made = subprocess.run(
        [sysusers, f"--root={tmp_path}", str(UNITS / "stbpi.sysusers")],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    if made.returncode and os.geteuid() != 0:
        pytest.skip("only root makes users, even in a folder")
    assert made.returncode == 0, made.stderr
    passwd = (tmp_path / "etc/passwd").read_text()
    assert re.search(
        r"^stbpi:x:\d+:\d+:Shut-the-Box tray:/var/lib/stbpi:/usr/sbin/nologin$", passwd, re.MULTILINE
    )
    group = (tmp_path / "etc/group").read_text()
    for name in ("gpio", "i2c", "spi", "dialout"):
        assert re.search(rf"^{name}:x:\d+:(\w+,)*stbpi(,|$)", group, re.MULTILINE), name


CAGE = """#!/usr/bin/python3
import json, os, sys
profile = next(word.partition("=")[2] for word in sys.argv if word.startswith("--user-data-dir="))
json.dump([sys.argv[1:], os.listdir(profile)], open(os.environ["TOLD"], "w"))
"""


def test_the_kiosk_waits_for_the_daemon_and_starts_with_a_new_profile(tmp_path):
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, text in (("cage", CAGE), ("chromium", "#!/bin/sh\n")):
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    left = tmp_path / "run/profile"
    left.mkdir(parents=True)
    (left / "restore these pages").write_text("?")
    told = tmp_path / "told.json"

    async def look() -> None:
        (tmp_path / "daemon").mkdir()
        daemon = RunningDaemon(tmp_path / "daemon")
        daemon.port = free = await _free_port()
        kiosk = await asyncio.create_subprocess_exec(
            *(sys.executable, str(UNITS / "stbpi-kiosk"), f"http://127.0.0.1:{free}/"),
            env={
                "PATH": f"{programs}:/usr/bin:/bin",
                "RUNTIME_DIRECTORY": str(tmp_path / "run"),
                "TOLD": str(told),
            },
        )
        # It has nobody to talk to yet.
        assert kiosk.returncode is None
        assert not told.exists()
        async with daemon, asyncio.timeout(20):
            assert await kiosk.wait() == 0

        words, profile = json.loads(told.read_text())
        assert profile == [], "the profile is not new"
        assert words[words.index("--") + 1] == str(programs / "chromium")
        assert "--kiosk" in words
        assert words[-1] == f"http://127.0.0.1:{free}/"

    asyncio.run(look())


def test_a_kiosk_without_a_browser_says_what_is_missing(tmp_path):
    async def look() -> None:
        async with RunningDaemon(tmp_path) as daemon:
            kiosk = await asyncio.create_subprocess_exec(
                *(sys.executable, str(UNITS / "stbpi-kiosk"), daemon.address),
                env={"PATH": str(tmp_path), "RUNTIME_DIRECTORY": str(tmp_path / "run")},
                stderr=subprocess.PIPE,
            )
            _, said = await kiosk.communicate()
            assert kiosk.returncode == 1
            assert b"apt install cage chromium" in said

    asyncio.run(look())


def test_the_kiosk_may_be_started():
    assert (UNITS / "stbpi-kiosk").stat().st_mode & stat.S_IXUSR


async def _free_port() -> int:
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    server.close()
    await server.wait_closed()
    return port
