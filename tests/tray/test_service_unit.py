"""The systemd unit: the points that keep a tray in a pub running, and safe."""

import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest

UNIT = Path(__file__).parents[2] / "systemd" / "stbpi.service"


@pytest.fixture(scope="module")
def unit():
    parser = ConfigParser(strict=False, interpolation=None, comment_prefixes=("#",), delimiters=("=",))
    parser.optionxform = str
    parser.read(UNIT)
    return parser


def test_it_never_runs_as_root_and_reaches_pins_screens_and_scanner_by_its_groups(unit):
    assert unit["Service"]["User"] == "stbpi"
    assert set(unit["Service"]["SupplementaryGroups"].split()) == {"gpio", "i2c", "dialout"}
    assert {"DeviceAllow=char-ttyUSB rw", "DeviceAllow=char-ttyACM rw"} <= set(UNIT.read_text().splitlines())
    assert unit["Service"]["NoNewPrivileges"] == "yes"
    assert unit["Service"]["CapabilityBoundingSet"] == ""


def test_it_runs_where_lgpio_may_make_its_pipe(unit):
    assert unit["Service"]["WorkingDirectory"] == "/run/" + unit["Service"]["RuntimeDirectory"]
    assert unit["Service"]["UnsetEnvironment"] == "LG_WD"


def test_it_keeps_scores_and_settings_where_they_belong(unit):
    assert unit["Service"]["StateDirectory"] == "stbpi"
    assert unit["Service"]["ConfigurationDirectory"] == "stbpi"
    assert unit["Service"]["ExecStart"] == "/opt/stbpi/bin/stbpi run --config /etc/stbpi/stbpi.toml"


def test_it_comes_back_whatever_happens_but_not_in_a_flurry_nor_with_wrong_settings(unit):
    assert unit["Service"]["Restart"] == "always"
    assert int(unit["Service"]["RestartSec"]) >= 1
    assert unit["Unit"]["StartLimitIntervalSec"] == "0"
    assert unit["Service"]["RestartPreventExitStatus"] == "2"


def test_it_leaves_a_clean_stop_its_five_seconds(unit):
    assert int(unit["Service"]["TimeoutStopSec"]) > 5


def test_it_waits_for_no_word_the_daemon_does_not_speak(unit):
    assert unit["Service"]["Type"] == "exec"
    assert "WatchdogSec" not in unit["Service"]


def test_systemd_itself_finds_nothing_wrong(tmp_path):
    verify = shutil.which("systemd-analyze")
    if verify is None:
        pytest.skip("no systemd-analyze here")
    # Nothing is installed in /opt here, and the check wants a program that exists.
    copy = tmp_path / "stbpi.service"
    copy.write_text(UNIT.read_text().replace("/opt/stbpi/bin/stbpi run", "/bin/true run"))
    found = subprocess.run(
        [verify, "verify", str(copy)], capture_output=True, text=True, timeout=60, check=False
    )
    assert (found.returncode, found.stdout + found.stderr) == (0, "")
