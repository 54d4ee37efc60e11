"""What the doctor says of a made-up Pi: nothing but good while all is well, and of everything that breaks what and how
to mend it, in every language."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

import pytest

from stbpi.doctor import Level, examine
from stbpi.doctor.computer import Unheard, hear
from stbpi.doctor.findings import TOPIC_WORDS, Topic, table
from stbpi.locale import LANGUAGES, catalogue
from stbpi.tray.scanner.frames import Hello, Ping, to_wire
from stbpi.tray.scanner.parser import Parser
from stbpi.tray.scanner.port import PortBusyError
from tests.doctor.pi import MadeUpPi
from tests.support.six_sides import write_profile


@pytest.fixture
def pi(tmp_path):
    return MadeUpPi(tmp_path)


def four_sides(pi):
    pi.profile = "mcp23017-4x10"
    pi.answers = {"i2c-1": {0x20, 0x21, 0x22, 0x23, 0x3C, 0x3D}, "i2c-3": {0x3C, 0x3D}}
    pi.write("dev/i2c-3", "")


def with_scanner(pi):
    pi.profile = "scanner-6x12"
    pi.write("dev/serial/by-id/usb-1a86_USB_Serial-if00-port0", "")


def with_chain(pi):
    pi.profile = "hc165-4x12"
    pi.write("dev/spidev0.0", "")


def with_matrix(pi):
    pi.profile = "matrix-4x12"


@pytest.mark.parametrize("tray", [lambda pi: None, four_sides, with_scanner, with_chain, with_matrix])
def test_a_healthy_pi_gets_nothing_but_good(pi, tray):
    tray(pi)
    found = pi.examined()
    assert [str(one.found) for one in found if one.level is not Level.OK] == []
    assert Topic.COMPUTER in {one.topic for one in found}
    assert any("Raspberry Pi 5" in str(one.found) for one in found)


def on_the_network(pi):
    pi.more = '[web]\nhost = "0.0.0.0"\n'
    pi.addresses = ()


def low_supply(bits):
    return lambda pi: pi.write("sys/devices/platform/soc/soc:firmware/get_throttled", bits)


def busy(pi):
    with_scanner(pi)
    pi.hello = PortBusyError(16, "another program has it", "/dev/serial/x")


def deaf(pi):
    with_scanner(pi)
    pi.hello = Unheard(110, "no scanner speaks there")


def smaller_scanner(pi):
    with_scanner(pi)
    pi.hello = Hello(1, 1, 4, 4, 12, 1, 0)


def modem_manager(pi):
    with_scanner(pi)
    pi.says[("systemctl", "is-active", "ModemManager")] = "active\n"


def unplugged(pi):
    with_scanner(pi)
    pi.gone("dev/serial/by-id/usb-1a86_USB_Serial-if00-port0")


def expander_silent(pi):
    four_sides(pi)
    pi.answers["i2c-1"] -= {0x22}


def second_bus_off(pi):
    four_sides(pi)
    pi.gone("dev/i2c-3")


def spi_off(pi):
    with_chain(pi)
    pi.gone("dev/spidev0.0")


def spi_in_the_way(pi):
    with_matrix(pi)
    pi.write("dev/spidev0.0", "")


def never_set(pi):
    pi.gone("run/systemd/timesync/synchronized")
    pi.now = 3600.0


def set_aside(pi):
    pi.write("var/lib/stbpi/stbpi.db.damaged-20260101T000000Z", "")
    pi.write("var/lib/stbpi/stbpi.db.damaged-20260101T000000Z-wal", "")


WRONG = [
    (lambda pi: pi.write("proc/device-tree/model", "Some PC"), "fault", "computer", "backend to simulated"),
    (lambda pi: pi.says.update({("systemctl", "is-failed", "stbpi"): "failed\n"}), "fault", "daemon", "journalctl -u"),
    (lambda pi: pi.gone("dev/gpiochip0"), "fault", "pins", "no chip of a Pi’s header"),
    (lambda pi: setattr(pi, "label", "gpio-sim"), "fault", "pins", "gpio-sim (gpiochip0)"),
    (lambda pi: setattr(pi, "chip_shut", True), "fault", "pins", "group gpio"),
    (lambda pi: pi.write("etc/group", "stbpi:x:990:\ngpio:x:9:\ni2c:x:8:stbpi\n"), "fault", "groups",
     "sudo usermod -aG gpio stbpi"),
    (lambda pi: pi.write("etc/group", "stbpi:x:990:\ngpio:x:9:stbpi\n"), "fault", "groups", "groupadd --system i2c"),
    (lambda pi: pi.write("etc/passwd", ""), "warning", "groups", "as root"),
    (lambda pi: pi.gone("dev/i2c-1"), "fault", "buses", "dtparam=i2c_arm=on"),
    (second_bus_off, "fault", "buses", "dtoverlay=i2c-gpio,bus=3,i2c_gpio_sda=23,i2c_gpio_scl=24"),
    (spi_off, "fault", "buses", "dtparam=spi=on"),
    (spi_in_the_way, "fault", "buses", "SPI 0 is on"),
    (lambda pi: pi.answers.update({"i2c-1": {0x3D}}), "fault", "screens", "SSD1306 does not answer on I2C 1 at 0x3C"),
    (lambda pi: pi.answers.update({"i2c-1": {0x3D}}), "fault", "screens", "what answers there: 0x3D"),
    (expander_silent, "fault", "devices", "MCP23017 south does not answer on I2C 1 at 0x22"),
    (unplugged, "fault", "scanner", "USB port"),
    (busy, "fault", "scanner", "another program has"),
    (deaf, "fault", "scanner", "no scanner is heard"),
    (smaller_scanner, "fault", "scanner", "the scanner reads 4 × 12 flaps, the profile has 6 × 12"),
    (modem_manager, "warning", "scanner", "disable --now ModemManager"),
    (never_set, "warning", "clock", "1970"),
    (set_aside, "warning", "disk", "stbpi.db.damaged-20260101T000000Z"),
    (low_supply("0x50000"), "warning", "supply", "supply was too low"),
    (low_supply("0x50005"), "fault", "supply", "short cable"),
    (lambda pi: pi.write("sys/class/thermal/thermal_zone0/temp", "85000"), "warning", "supply", "85 °C"),
    (on_the_network, "warning", "network", "no network address"),
]  # fmt: skip


def test_a_seat_for_the_perfect_house_without_numpy_is_a_warning(pi, monkeypatch):
    pi.more = '[game]\nplayers = ["Ann", "House perfect"]\n'
    assert all(one.level is Level.OK for one in pi.examined())
    monkeypatch.setitem(sys.modules, "stbpi.odds", None)
    (bad,) = [one for one in pi.examined() if one.level is not Level.OK]
    assert (bad.level, bad.topic) == (Level.WARNING, Topic.SETTINGS)
    assert "game.players" in str(bad.found)
    assert "NumPy" in str(bad.mend)


@pytest.mark.parametrize(("wrong", "level", "topic", "words"), WRONG)
def test_what_is_broken_is_named_with_its_mend_and_nothing_else_is(
    pi, monkeypatch, wrong, level, topic, words
):
    # Where nobody runs as the service's user, whoever asks is meant.
    monkeypatch.setattr("os.geteuid", lambda: 0)
    wrong(pi)
    bad = [one for one in pi.examined() if one.level is not Level.OK]
    assert [(one.level.value, one.topic.value) for one in bad] == [(level, topic)] * len(bad)
    english = catalogue("en")
    assert any(words in one.line(english) for one in bad), [one.line(english) for one in bad]


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_every_sentence_of_the_doctor_is_said_in_every_language(tmp_path, language):
    messages, english = catalogue(language), catalogue("en")
    seen = set()
    for number, (wrong, *_) in enumerate(WRONG):
        pi = MadeUpPi(tmp_path / str(number))
        wrong(pi)
        for one in pi.examined():
            if isinstance(one.found, str) and one.mend is None:
                continue
            assert one.line(messages) != one.line(english)
            seen.add(one.topic)
    assert seen > {Topic.PINS, Topic.BUSES, Topic.SCANNER, Topic.DISK}


def test_lines_stand_below_each_other(pi):
    lines = table(pi.examined(), catalogue("en"))
    assert (
        len(
            {line.index(word) for line in lines for word in TOPIC_WORDS.values() if f"  {word} " in line[:20]}
        )
        == 1
    )


def test_what_the_daemon_says_is_handed_on_and_its_pins_are_left_to_it(pi):
    def never(*_):
        raise AssertionError("a part was asked beside the daemon")

    pi.answers = {}
    state = {
        "simulated": False,
        "faults": [{"part": "oled 0", "code": "oled_gone", "message": "the OLED is gone; check its plug"}],
    }
    here = pi.computer()
    object.__setattr__(here, "answering", never)
    object.__setattr__(here, "chip_info", never)
    object.__setattr__(here, "hear", never)
    found = examine(
        pi.patient(address="http://127.0.0.1:8420", state=state, report={"link": None}), here, pi.now
    )
    assert [str(one.found) for one in found if one.level is Level.FAULT] == [
        "oled 0: the OLED is gone; check its plug"
    ]


def test_a_simulated_tray_needs_no_pi(pi):
    pi.write("proc/device-tree/model", "")
    pi.more = 'backend = "simulated"\n'
    for device in ("gpiochip0", "i2c-1"):
        pi.gone(f"dev/{device}")
    assert [one.line(catalogue("en")) for one in pi.examined() if one.level is not Level.OK] == []


def test_a_tray_with_all_on_a_scanner_needs_no_pi(pi):
    pi.write("dev/ttyUSB0", "")
    pi.write("etc/stbpi/stbpi.toml", "")
    pi.profile = write_profile(pi.root / "etc/stbpi", Path("/dev/ttyUSB0")).stem
    pi.write("proc/device-tree/model", "")
    pi.write("proc/cpuinfo", "")
    for device in ("gpiochip0", "i2c-1"):
        pi.gone(f"dev/{device}")
    assert [one.line(catalogue("en")) for one in pi.examined() if one.level is not Level.OK] == []


def test_settings_that_cannot_be_read_are_said_and_the_rest_is_looked_at_all_the_same(pi):
    found = pi.examined(unreadable="stbpi.toml:3: there is no key lampe")
    (bad,) = [one for one in found if one.level is not Level.OK]
    assert (bad.topic, str(bad.found)) == (Topic.SETTINGS, "stbpi.toml:3: there is no key lampe")
    assert Topic.DISK in {one.topic for one in found}


def test_a_disk_that_may_not_be_written(pi, monkeypatch):
    monkeypatch.setattr("os.access", lambda *_: False)
    assert any(one.topic is Topic.DISK and "Permission denied" in str(one.found) for one in pi.examined())


def test_a_disk_that_is_nearly_full(pi, monkeypatch):
    monkeypatch.setattr("stbpi.doctor.system.LITTLE_FREE", 1 << 62)
    assert any("MB are free" in str(one.found) for one in pi.examined())


def test_a_scanner_is_heard_on_a_real_port():
    master, slave = os.openpty()

    def scanner():
        # Says what it is once it is asked, after garbage as at a start.
        asked = Parser()
        while not any(
            heard.frame and heard.frame.frame == Ping() for heard in asked.feed(os.read(master, 64))
        ):
            pass
        os.write(master, b"\xff\x13\x00" + to_wire(1, Hello(1, 2, 7, 6, 12, 1, 0)))

    speaking = threading.Thread(target=scanner)
    speaking.start()
    try:
        heard = hear(os.ttyname(slave))
        assert (heard.major, heard.minor, heard.rows) == (2, 7, 6)
    finally:
        os.close(slave)
        speaking.join()
        os.close(master)


def test_a_port_on_which_nobody_speaks(monkeypatch):
    monkeypatch.setattr("stbpi.doctor.computer.HEARD_WITHIN_S", 0.3)
    master, slave = os.openpty()
    try:
        with pytest.raises(Unheard):
            hear(os.ttyname(slave))
    finally:
        os.close(master)
        os.close(slave)
