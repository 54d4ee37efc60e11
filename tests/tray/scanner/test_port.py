"""Which port the scanner is on, and who else has it."""

import fcntl
import os

import pytest

from stbpi.tray.errors import BadValueError
from stbpi.tray.parts import Scanner, ScannerButton
from stbpi.tray.profile import load_profile
from stbpi.tray.profile_checks import pin_uses
from stbpi.tray.scanner.port import Finder, NoPortError, PortBusyError, busy, candidates, holder_of

SCANNER = Scanner(6, 12)


def plugged(folder, *names):
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).symlink_to("../../ttyUSB0")
    return folder.parent


def test_the_port_of_the_profile_is_the_only_one(tmp_path):
    named = Scanner(6, 12, "/dev/ttyS9")
    assert candidates(named, plugged(tmp_path / "by-id", "usb-1a86_USB_Serial-if00-port0")) == ("/dev/ttyS9",)


def test_by_id_comes_before_by_path_and_what_a_nano_has_before_all_else(tmp_path):
    plugged(tmp_path / "by-path", "platform-xhci-usb-0:1.1:1.0-port0")
    devices = plugged(tmp_path / "by-id", "usb-Huawei_Modem-if00", "usb-1a86_USB_Serial-if00-port0")
    assert [name.rsplit("/", 1)[1] for name in candidates(SCANNER, devices)] == [
        "usb-1a86_USB_Serial-if00-port0",
        "usb-Huawei_Modem-if00",
    ]


def test_by_path_does_where_nothing_is_listed_by_id(tmp_path):
    (tmp_path / "by-id").mkdir()
    devices = plugged(tmp_path / "by-path", "platform-xhci-usb-0:1.1:1.0-port0")
    assert candidates(SCANNER, devices) == (f"{devices}/by-path/platform-xhci-usb-0:1.1:1.0-port0",)


def test_without_any_port_people_are_told_to_plug_it_in(tmp_path):
    with pytest.raises(NoPortError, match="plug the scanner into a USB port"):
        candidates(SCANNER, tmp_path)


def test_ports_are_tried_in_turn_until_one_is_a_scanner(tmp_path):
    devices = plugged(tmp_path / "by-id", "a", "b", "c")
    finder = Finder(SCANNER, lambda name: name.rsplit("/", 1)[1], devices)
    assert [finder.open(another=another) for another in (False, False, True, True, False, True)] == [
        *("a", "a", "b", "c", "c", "a"),
    ]
    (devices / "by-id" / "a").unlink()
    assert finder.open(another=True) == "b"


def test_who_has_a_port_open_is_found(tmp_path):
    master, slave = os.openpty()
    try:
        name = os.ttyname(slave)
        # Of this very process: as if it were another.
        for process in ("4711",):
            (tmp_path / process / "fd").mkdir(parents=True)
            (tmp_path / process / "fd" / "3").symlink_to(name)
            (tmp_path / process / "fd" / "4").symlink_to("socket:[1]")
            (tmp_path / process / "comm").write_text("picocom\n")
        assert holder_of(name, tmp_path) == "picocom (process 4711)"
        link = tmp_path / "by-id"
        link.symlink_to(name)
        error = busy(str(link), tmp_path)
        assert isinstance(error, PortBusyError)
        assert "picocom (process 4711) has it; end it, or wait" in str(error)
    finally:
        os.close(master)
        os.close(slave)


def test_one_whose_files_cannot_be_seen_is_found_by_its_lock(tmp_path):
    port = tmp_path / "port"
    with port.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        inode = port.stat()
        place = f"{os.major(inode.st_dev):02x}:{os.minor(inode.st_dev):02x}:{inode.st_ino}"
        processes = tmp_path / "proc"
        (processes / "512").mkdir(parents=True)
        (processes / "512" / "comm").write_text("ModemManager\n")
        (processes / "locks").write_text(f"1: FLOCK  ADVISORY  WRITE 512 {place} 0 EOF\n")
        assert holder_of(str(port), processes) == "ModemManager (process 512)"


def test_one_that_nobody_can_see_may_be_modem_manager(tmp_path):
    assert holder_of("/dev/null", tmp_path) is None
    assert "another program has it, ModemManager perhaps" in str(busy("/dev/null", tmp_path))


BUTTONS = """
[scanner]
rows = 1
columns = 3
port = "/dev/ttyACM0"
[[side]]
on = "scanner"
row = 1
flaps = [1, 2, 3]
[[button]]
role = "dice"
on = "scanner"
"""


def test_a_profile_can_have_everything_on_the_scanner_and_name_its_port(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(BUTTONS)
    profile = load_profile(str(file))
    assert profile.scanner == Scanner(1, 3, "/dev/ttyACM0")
    assert [contact.at for contact in profile.contacts][-1] == ScannerButton()
    profile.check_readable("gpio")
    assert not any(pin_uses(profile)), "no pin of a Pi is needed"


def test_a_button_on_a_scanner_that_is_not_there_is_refused(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('[[side]]\nflaps = [1]\npins = [4]\n[[button]]\nrole = "dice"\non = "scanner"\n')
    with pytest.raises(
        BadValueError, match=r'"on" is "scanner", and the profile has none; describe it as \[scanner\]'
    ):
        load_profile(str(file))
