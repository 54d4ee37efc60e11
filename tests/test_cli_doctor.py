"""``stbpi doctor`` as people call it: beside a daemon that runs, and the report that they hand on."""

from __future__ import annotations

import asyncio
import json
import platform
import stat
import subprocess
import sys
import zipfile

import pytest

from stbpi.cli import main
from stbpi.doctor.bundle import Censor
from stbpi.tray.scanner.framelog import frames_beside
from tests.support.running import RunningDaemon


@pytest.fixture
def doctor(capsys):
    def run(*arguments):
        status = main(["doctor", *arguments])
        out, err = capsys.readouterr()
        return status, out, err

    return run


@pytest.fixture
def simulated(tmp_path):
    config = tmp_path / "stbpi.toml"
    config.write_text(
        '[board]\nbackend = "simulated"\n[game]\nplayers = ["Zebulon", "Odile"]\n'
        f'[web]\nport = 1\ntoken = "very-secret-word"\n[store]\npath = "{tmp_path}/stbpi.db"\n'
    )
    return config


def test_every_line_is_a_level_a_topic_and_what_was_found(doctor, simulated):
    status, out, err = doctor("--config", str(simulated))
    lines = out.splitlines()
    assert err == ""
    assert status == (0 if all(line.startswith("ok") for line in lines) else 1)
    assert {"ok", "warning", "fault"} >= {line.split()[0] for line in lines}
    assert {line.split()[1] for line in lines} >= {
        "computer",
        "settings",
        "daemon",
        "disk",
        "clock",
        "network",
    }


def test_json_for_programs(doctor, simulated):
    status, out, _ = doctor("--config", str(simulated), "--json", "--language", "fr")
    told = json.loads(out)
    assert all(set(one) == {"topic", "level", "found", "mend"} for one in told)
    assert status == (1 if any(one["level"] != "ok" for one in told) else 0)
    assert {
        "topic": "settings",
        "level": "ok",
        "found": f"{simulated}: direct-9, simulated",
        "mend": None,
    } in told


def test_a_mistake_in_the_settings_is_a_finding(doctor, tmp_path):
    config = tmp_path / "stbpi.toml"
    config.write_text("[bord]\n")
    status, out, _ = doctor("--config", str(config))
    assert status == 1
    assert "fault" in out
    assert "bord" in out


def test_it_speaks_the_language_asked_for(doctor, simulated):
    _, out, _ = doctor("--config", str(simulated), "--language", "de")
    assert "Speicher" in out
    assert "MB frei" in out


def test_a_card_in_a_reader_is_looked_over_where_it_is(doctor, tmp_path):
    (tmp_path / "etc/stbpi").mkdir(parents=True)
    (tmp_path / "etc/stbpi/stbpi.toml").write_text('language = "it"\n')
    (tmp_path / "var/lib/stbpi").mkdir(parents=True)
    (tmp_path / "proc/device-tree").mkdir(parents=True)
    (tmp_path / "proc/device-tree/model").write_text("Raspberry Pi 4 Model B Rev 1.4")
    status, out, _ = doctor("--root", str(tmp_path))
    assert status == 1
    assert "Raspberry Pi 4 Model B" in out
    assert f"{tmp_path}/var/lib/stbpi" in out
    assert "manca /dev/i2c-1" in out


def test_an_address_where_nobody_answers_is_wrong_use(doctor, simulated):
    status, out, err = doctor("--config", str(simulated), "--address", "http://127.0.0.1:1")
    assert (status, out) == (2, "")
    assert "no stbpi answers at http://127.0.0.1:1" in err


def test_beside_a_daemon_it_hands_on_what_the_daemon_finds(tmp_path):
    async def look() -> None:
        async with RunningDaemon(tmp_path, more_config='[game]\nplayers = ["Zebulon", "Odile"]\n') as daemon:
            await daemon.post("sim/fault", kind="oled_gone", display=0, on=True)
            await daemon.until(lambda state: bool(state["faults"]))
            await daemon.post("match", rules="classic", players=["Balthasar", "Odile"])
            frames_beside(daemon.store).write_text("the scanner has fallen silent\n", encoding="utf-8")
            bundle = tmp_path / "report.zip"
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "stbpi", "doctor", "--config", str(daemon.config)),
                *("--address", daemon.address, "--bundle", str(bundle)),
                stdout=subprocess.PIPE,
            )
            out, _ = await process.communicate()
            lines = out.decode().splitlines()
            assert process.returncode == 1
            assert any(line.startswith("ok") and f"it runs at {daemon.address}" in line for line in lines)
            assert any(line.startswith("fault") and "oled 0" in line for line in lines)
            with zipfile.ZipFile(bundle) as archive:
                assert {"findings.json", "settings.json", "service.json", "faults.json"} <= set(
                    archive.namelist()
                )
                text = "".join(archive.read(name).decode() for name in archive.namelist())
            assert "oled_gone" in text
            assert "the scanner has fallen silent" in text, "its last frames"
            assert not [name for name in ("Zebulon", "Odile", "Balthasar") if name in text]

    asyncio.run(look())


def test_a_report_tells_no_secret_and_no_name_and_is_the_owners_alone(
    doctor, simulated, tmp_path, monkeypatch
):
    journalctl = tmp_path / "bin/journalctl"
    journalctl.parent.mkdir()
    journalctl.write_text(
        "#!/bin/sh\necho WARNING Zebulon said very-secret-word on $(uname -n) from 10.1.2.3\n"
    )
    journalctl.chmod(0o755)
    monkeypatch.setenv("PATH", f"{journalctl.parent}:/usr/bin:/bin")
    file = tmp_path / "report.zip"
    _, out, _ = doctor("--config", str(simulated), "--bundle", str(file))
    assert str(file) in out
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with zipfile.ZipFile(file) as archive:
        text = "".join(archive.read(name).decode() for name in archive.namelist())
    assert '"profile": "direct-9"' in text
    assert '"players": 2' in text
    assert "WARNING … said … on … from …" in text
    for private in ("very-secret-word", "Zebulon", "Odile", platform.node()):
        assert private not in text
    status, _, err = doctor("--config", str(simulated), "--bundle", str(file))
    assert status == 2
    assert "is there already" in err


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("from 192.168.1.20 port 5", "from … port 5"),
        ("on 127.0.0.1:8420 and 0.0.0.0", "on 127.0.0.1:8420 and 0.0.0.0"),
        ("at 2001:db8::7, at ::1", "at …, at ::1"),
        ("link/ether b8:27:eb:12:34:56", "link/ether …"),
        ("2026-01-02T20:15:42 lgpio 0.2.2.0", "2026-01-02T20:15:42 lgpio 0.2.2.0"),
        ("/home/odile/tray/a.toml", "/home/…/tray/a.toml"),
        ("usb-FTDI_FT232R_USB_UART_A10LVP2K-if00-port0", "usb-FTDI_FT232R_USB_UART_…-if00-port0"),
        ("usb-1a86_USB_Serial-if00-port0", "usb-1a86_USB_Serial-if00-port0"),
        ("Odile won; codiles too; secret-1", "… won; codiles too; …"),
        ("GET /?token=abcdefghij HTTP", "GET /?token=… HTTP"),
        ("Authorization: Bearer abcdefghij", "Authorization: Bearer …"),
    ],
)
def test_what_is_taken_out(text, clean):
    assert Censor(["secret-1"], ["odile", "Jo Odile", ""]).clean(text) == clean
