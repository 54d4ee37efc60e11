"""What a computer tells of itself, from files as a Raspberry Pi has them, and what is said where it tells nothing."""

from __future__ import annotations

import ipaddress
import platform

import pytest

from stbpi import __version__
from stbpi.daemon.machine import ask_command, own_addresses, read_machine
from stbpi.table.reports import Undervoltage


def silent(_command):
    return None


def read(root, *, host="127.0.0.1", ask=silent, own=()):
    return read_machine(host, 8420, root=root, ask=ask, own=own)


def write(root, name, text):
    file = root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text)


def test_a_computer_that_tells_nothing_is_reported_as_such(tmp_path):
    machine = read(tmp_path)
    assert (machine.version, machine.python) == (__version__, platform.python_version())
    assert (machine.model, machine.temperature_c) == (None, None)
    assert machine.undervoltage is Undervoltage.UNKNOWN
    assert machine.addresses == ()


def test_a_pi_tells_its_model_and_temperature(tmp_path):
    write(tmp_path, "proc/device-tree/model", b"Raspberry Pi 4 Model B Rev 1.4\x00")
    write(tmp_path, "sys/class/thermal/thermal_zone0/temp", b"52582\n")
    machine = read(tmp_path)
    assert machine.model == "Raspberry Pi 4 Model B Rev 1.4"
    assert machine.temperature_c == pytest.approx(52.582)


def test_a_sensor_that_says_no_number_is_passed_over(tmp_path):
    write(tmp_path, "sys/class/thermal/thermal_zone0/temp", b"N/A\n")
    write(tmp_path, "sys/class/thermal/thermal_zone1/temp", b"-3000\n")
    assert read(tmp_path).temperature_c == -3.0


@pytest.mark.parametrize(
    ("bits", "undervoltage"),
    [
        ("0", Undervoltage.NONE),
        ("0x0", Undervoltage.NONE),
        ("50000", Undervoltage.BEFORE),
        ("0x50005", Undervoltage.NOW),
        ("0x80008", Undervoltage.NONE),
        ("what?", Undervoltage.UNKNOWN),
    ],
)
def test_the_supply_is_told_by_the_firmwares_file_or_its_tool(tmp_path, bits, undervoltage):
    asked = []

    def ask(command):
        asked.append(tuple(command))
        return f"throttled={bits}\n"

    assert read(tmp_path, ask=ask).undervoltage is undervoltage
    assert asked == [("vcgencmd", "get_throttled")]
    write(tmp_path, "sys/devices/platform/soc/soc:firmware/get_throttled", f"{bits}\n".encode())
    assert read(tmp_path).undervoltage is undervoltage


OWN = ("192.168.1.5", "127.0.0.1", "fd00::5", "::1")


@pytest.mark.parametrize(
    ("host", "addresses"),
    [
        ("0.0.0.0", ("192.168.1.5:8420",)),
        ("::", ("192.168.1.5:8420", "[fd00::5]:8420")),
        ("192.168.1.7", ("192.168.1.7:8420",)),
        ("fd00::7", ("[fd00::7]:8420",)),
        ("127.0.0.1", ()),
        ("::1", ()),
        ("tray.local", ("tray.local:8420",)),
    ],
)
def test_the_page_is_found_where_it_is_bound_and_never_at_the_loop(tmp_path, host, addresses):
    assert read(tmp_path, host=host, own=OWN).addresses == addresses


def test_the_addresses_of_this_computer_are_addresses():
    assert all(ipaddress.ip_address(address) for address in own_addresses())


def test_a_command_is_asked_and_one_that_is_missing_fails_or_hangs_tells_nothing():
    assert ask_command(("echo", "throttled=0x0")) == "throttled=0x0\n"
    assert ask_command(("false",)) is None
    assert ask_command(("no-such-program-here",)) is None
