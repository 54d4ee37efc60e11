"""The thread that reads a port: a real one with real pyserial on a real pty, on a clock turned by hand."""

import asyncio
import os
import select
import subprocess
import sys
import threading
import tty

import pytest

from stbpi.tray import load_profile
from stbpi.tray.bus_faults import HOLD
from stbpi.tray.parts import Scanner
from stbpi.tray.scanner.backend import RETRY, ScannerContacts
from stbpi.tray.scanner.frames import Ack, Config, Hello, Ping, Snapshot, SnapshotFlags, Welcome, to_wire
from stbpi.tray.scanner.parser import Parser
from stbpi.tray.scanner.port import Finder, PortBusyError
from stbpi.tray.scanner.reader import ScannerThread, SerialPort
from stbpi.tray.scanner.session import LINK_TIMEOUT
from tests.tray.conformance.boards import Board

SOON_S = 20
CONTACTS = [(n, c) for n, c in enumerate(load_profile("scanner-6x12").contacts) if c.at.on == "scanner"]
HELLO = Hello(1, 1, 0, 6, 12, 2, Config(30).crc)
RAISED = (0,) * 6


class Pty:
    """The scanner's end."""

    def __init__(self):
        self.fd, slave = os.openpty()
        tty.setraw(self.fd)
        self.name = os.ttyname(slave)
        os.close(slave)
        self.parser = Parser()
        self.open = True

    def say(self, frame, sequence=1):
        os.write(self.fd, to_wire(sequence, frame))

    def hear(self):
        """The next frames of the host."""
        heard = []
        while not heard:
            assert select.select([self.fd], [], [], SOON_S)[0], "the host says nothing"
            heard = self.parser.feed(os.read(self.fd, 4096))
        return [one.frame.frame for one in heard]

    def silent(self):
        return not select.select([self.fd], [], [], 0)[0]

    def unplug(self):
        if self.open:
            os.close(self.fd)
        self.open = False


class At:
    """Contacts on a thread, with what a loop would be told."""

    def __init__(self, name):
        self.now = 1_000_000_000
        self.turned = threading.Condition()
        self.board = Board()
        self.edges = []
        scanner = Scanner(6, 12, str(name))
        self.contacts = ScannerContacts(
            CONTACTS, scanner, Finder(scanner, SerialPort), loop=self, report=self.report, debounce_ms=30
        )
        self.contacts.watch(lambda at, number, closed: self.edges.append((number, closed)))
        self.steps = 0
        step = self.contacts.step

        def counted(now):
            due = step(now)
            with self.turned:
                self.steps += 1
                self.turned.notify_all()
            return due

        self.contacts.step = counted
        self.thread = ScannerThread(self.contacts, lambda: self.now)

    # What of a loop is used.
    def time(self):
        return self.now / 1e6

    def call_soon_threadsafe(self, call):
        call()
        with self.turned:
            self.turned.notify_all()

    def report(self, *what):
        self.board(*what)

    def step(self):
        """Have it step, and wait until it has."""
        with self.turned:
            before = self.steps
            self.thread.wake(self.contacts)
            # The step that is under way may have begun before.
            assert self.turned.wait_for(lambda: self.steps >= before + 2 or self.again(before), SOON_S)

    def again(self, before):
        if self.steps == before + 1:
            self.thread.wake(self.contacts)
        return False

    def wait(self, micros):
        self.now += micros
        self.step()

    def until(self, true):
        with self.turned:
            assert self.turned.wait_for(true, SOON_S)


@pytest.fixture
def pty():
    pty = Pty()
    yield pty
    pty.unplug()


@pytest.fixture
def at_link():
    links = []

    def start(name):
        links.append(At(name))
        links[-1].thread.start()
        return links[-1]

    yield start
    for at in links:
        assert at.thread.close(), "the thread ends"
        at.contacts.shut()


def greeted(at, pty):
    at.until(lambda: at.contacts.port is not None)
    pty.say(HELLO)
    assert pty.hear() == [Welcome()]
    pty.say(Snapshot(0, int(SnapshotFlags.FIRST), RAISED))
    assert pty.hear() == [Ack(1)]
    at.until(lambda: at.contacts.status.up)


def test_nothing_is_sent_before_the_scanner_speaks(pty, at_link):
    at = at_link(pty.name)
    at.until(lambda: at.contacts.port is not None)
    for _ in range(20):
        at.wait(100_000)
    assert pty.silent()
    os.write(pty.fd, b"AT\r\n\xff\xfe" * 50)
    at.step()
    assert pty.silent()
    greeted(at, pty)


def test_flaps_are_told_as_they_come_whatever_is_between(pty, at_link):
    at = at_link(pty.name)
    greeted(at, pty)
    os.write(pty.fd, os.urandom(5000).replace(b"\0", b"\1") + b"\0")
    change = to_wire(2, Snapshot(1, 0, (0, 0, 4, 0, 0, 0)))
    for place in range(len(change)):
        os.write(pty.fd, change[place : place + 1])
    assert pty.hear() == [Ack(2)]
    at.until(lambda: at.edges == [(26, True)])
    assert at.contacts.read() == 1 << 26


def test_what_is_told_can_be_read_at_once(pty, at_link):
    """Whoever hears of a press looks at all levels before the thread comes to its next line."""
    at = at_link(pty.name)
    greeted(at, pty)
    read = []
    at.contacts.watch(lambda number_at, number, closed: read.append(at.contacts.read()))
    for sequence, row in ((2, 1), (3, 0), (4, 1)):
        pty.say(Snapshot(sequence, 0, (row, 0, 0, 0, 0, 0)), sequence)
        assert pty.hear() == [Ack(sequence)]
    assert read == [1, 0, 1]


def test_a_scanner_that_was_not_reset_is_asked_who_it_is(pty, at_link):
    at = at_link(pty.name)
    at.until(lambda: at.contacts.port is not None)
    at.wait(400_000)
    pty.say(Snapshot(77, 0, RAISED))
    assert pty.hear() == [Ping()]
    greeted(at, pty)


def test_unplugged_in_the_middle_of_a_read_the_link_is_down_and_the_thread_alive(pty, at_link):
    at = at_link(pty.name)
    greeted(at, pty)
    os.write(pty.fd, to_wire(2, Snapshot(1, 0, (1,) * 6))[:7])
    pty.unplug()
    at.until(lambda: at.board.standing)
    said = at.board.standing["scanner", "part_gone"]
    assert said == f"the scanner's port {pty.name} is gone: it was unplugged; check its cable"
    assert at.contacts.read() is None
    assert at.contacts.status.port is None
    at.wait(RETRY)
    assert at.edges == []


def test_silence_is_noticed_after_two_seconds(pty, at_link):
    at = at_link(pty.name)
    greeted(at, pty)
    at.wait(LINK_TIMEOUT - 1)
    assert at.contacts.status.up
    at.wait(1)
    assert not at.contacts.status.up
    assert "has fallen silent" in at.board.standing["scanner", "part_gone"]


def test_one_that_comes_back_under_another_number_is_found_again(pty, at_link, tmp_path):
    link = tmp_path / "usb-1a86_USB_Serial-if00-port0"
    link.symlink_to(pty.name)
    at = at_link(link)
    greeted(at, pty)
    pty.say(Snapshot(1, 0, (1, 0, 0, 0, 0, 0)), 2)
    assert pty.hear() == [Ack(2)]
    link.unlink()
    pty.unplug()
    at.until(lambda: at.board.standing)
    began = at.now
    at.wait(RETRY)
    other = Pty()
    try:
        link.symlink_to(other.name)
        at.wait(RETRY)
        greeted(at, other)
        assert at.now - began < 5_000_000
        assert at.contacts.read() == 0
        assert at.edges == [(0, True)], "what moved meanwhile is a picture"
        at.wait(1)
        for _ in range(3):
            at.wait(HOLD // 2)
            other.say(Snapshot(0, int(SnapshotFlags.FIRST), RAISED))
            other.hear()
        at.until(lambda: not at.board.standing)
    finally:
        other.unplug()


HOLDS = """
import sys
from stbpi.tray.scanner.reader import SerialPort
port = SerialPort(sys.argv[1])
print("held", flush=True)
sys.stdin.read()
port.close()
"""


def test_a_port_that_another_has_is_busy_and_its_holder_named(pty, at_link):
    command = [sys.executable, "-c", HOLDS, pty.name]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout.readline() == "held\n"
        with pytest.raises(PortBusyError, match=rf"\(process {other.pid}\) has it"):
            SerialPort(pty.name)
        at = at_link(pty.name)
        at.until(lambda: at.board.standing)
        assert f"(process {other.pid}) has it" in at.board.standing["scanner", "part_gone"]
        other.stdin.close()
        other.wait(SOON_S)
        at.wait(RETRY)
        greeted(at, pty)


def test_a_port_is_given_back_in_the_end(pty):
    at = At(pty.name)
    at.thread.start()
    greeted(at, pty)
    with pytest.raises(PortBusyError):
        SerialPort(pty.name)
    assert at.thread.close()
    at.contacts.shut()
    SerialPort(pty.name).close()


def test_what_comes_when_the_loop_has_closed_is_nobodys(pty):
    loop = asyncio.new_event_loop()
    loop.close()
    scanner = Scanner(6, 12, pty.name)
    contacts = ScannerContacts(
        CONTACTS, scanner, Finder(scanner, SerialPort), loop=loop, report=Board(), debounce_ms=30
    )
    contacts.step(1)
    pty.say(HELLO)
    pty.say(Snapshot(0, 4, RAISED))
    while contacts.status.frames.good < 2:
        contacts.step(2)
    contacts.shut()
    contacts.shut()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nowhere/ttyUSB0", "plug the scanner in, or correct the port"),
        ("no-port", "that is no serial port; correct the port"),
        ("", "Is a directory; correct the port"),
    ],
)
def test_a_port_that_cannot_be_opened_is_named_with_the_mend(name, said, tmp_path, at_link):
    (tmp_path / "no-port").write_text("only a file", encoding="utf-8")
    name = str(tmp_path / name)
    at = at_link(name)
    at.until(lambda: at.board.standing)
    assert name in at.board.standing["scanner", "part_gone"]
    assert said in at.board.standing["scanner", "part_gone"]
