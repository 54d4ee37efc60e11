"""Buses that several share: whose turn it is, what is tried again, and the libraries that carry the bytes."""

import asyncio
import errno
import inspect
import itertools
import threading
from dataclasses import replace

import pytest

from stbpi.tray import TrayUnavailableError, load_profile
from stbpi.tray.bus import ATTEMPTS, BusLock, BusLocks, I2cLine
from stbpi.tray.bus_board import BusBoard
from stbpi.tray.bus_hardware import PiHardware
from stbpi.tray.bus_opening import BusContacts
from stbpi.tray.bus_runner import ThreadRunner, TimelineRunner, monotonic_micros
from stbpi.tray.bus_simulated import SimulatedI2c, SimulatedSpi
from stbpi.tray.gpio import Pins
from stbpi.tray.mock_pins import SimulatedFactory
from stbpi.tray.timeline import Timeline
from tests.support.virtual_loop import virtual_loop

SOON_S = 20


def test_a_bus_is_had_in_the_order_it_was_asked_for():
    lock = BusLock()
    order = []
    threads = []

    def take(number):
        with lock:
            order.append(number)

    with lock:
        for number in range(8):
            waiting = len(lock._waiting)
            threads.append(threading.Thread(target=take, args=(number,)))
            threads[-1].start()
            while len(lock._waiting) == waiting:  # until it stands in line
                pass
    for thread in threads:
        thread.join(SOON_S)
    assert order == list(range(8))
    with lock:
        pass


def test_who_sends_piece_by_piece_lets_others_in_between():
    lock = BusLock()
    asked, had = threading.Event(), threading.Event()

    def look():
        asked.set()
        with lock:
            had.set()

    with lock:
        thread = threading.Thread(target=look)
        thread.start()
        assert asked.wait(SOON_S)
        while not lock._waiting:
            pass
    with lock:  # the next piece of a picture
        assert had.is_set()
    thread.join(SOON_S)


def test_a_lock_is_let_go_of_when_a_transfer_fails():
    lock = BusLock()
    with pytest.raises(OSError, match="gone"), lock:
        raise OSError("gone")
    with lock:
        pass


def test_each_bus_has_one_lock():
    locks = BusLocks()
    assert locks.i2c(1) is locks.i2c(1)
    assert locks.i2c(1) is not locks.i2c(3)


class Opened(SimulatedI2c):
    """A bus whose device file was opened, with the transfers that will fail."""

    def __init__(self, fails):
        super().__init__()
        self.fails = fails
        self.closed = False

    def read_i2c_block_data(self, i2c_addr, register, length):
        if self.fails:
            raise OSError(self.fails.pop(0), "no")
        return [7] * length

    def close(self):
        self.closed = True


@pytest.mark.parametrize(
    ("fails", "well"),
    [
        ([], True),
        ([errno.EREMOTEIO], True),
        ([errno.EIO, errno.EREMOTEIO], True),
        ([errno.EREMOTEIO] * ATTEMPTS, False),
        ([errno.ETIMEDOUT], False),
        ([errno.ENODEV], False),
    ],
)
def test_what_passes_is_tried_again_but_not_for_ever(fails, well):
    opened = []

    def open_bus(bus):
        opened.append(Opened(list(fails) if not opened else []))
        return opened[-1]

    line = I2cLine(1, BusLock(), open_bus)
    if well:
        assert line.read(0x20, 0x12, 2) == [7, 7]
        assert len(opened) == 1
    else:
        with pytest.raises(OSError, match="no"):
            line.read(0x20, 0x12, 2)
        assert opened[0].closed
        assert not opened[0].fails
        assert line.read(0x20, 0x12, 2) == [7, 7], "opened anew"
        assert len(opened) == 2


def test_the_simulated_buses_are_called_as_the_libraries_are():
    smbus2 = pytest.importorskip("smbus2")
    called = "read_i2c_block_data write_i2c_block_data read_byte write_byte read_byte_data write_byte_data"
    for name in [*called.split(" "), "i2c_rdwr", "close"]:
        ours = [p.name for p in inspect.signature(getattr(SimulatedI2c, name)).parameters.values()]
        real = [p.name for p in inspect.signature(getattr(smbus2.SMBus, name)).parameters.values()]
        assert ours == [name for name in real if name != "force"]
    assert callable(SimulatedSpi.xfer2)


class Counting:
    """Steps that are due again after ``period`` microseconds; ``enough`` is set after ``wanted``."""

    def __init__(self, period, wanted=5):
        self.period = period
        self.steps = []
        self.enough = threading.Event()
        self.wanted = wanted

    def step(self, now):
        self.steps.append((now, threading.current_thread()))
        if len(self.steps) >= self.wanted:
            self.enough.set()
        return now + self.period


def test_a_thread_steps_each_part_in_its_own_time():
    fast, slow = Counting(1_000, 40), Counting(10_000_000)
    runner = ThreadRunner("I2C 1", [fast, slow])
    runner.start()
    try:
        assert fast.enough.wait(SOON_S)
    finally:
        assert runner.close()
    assert len(slow.steps) == 1
    instants = [at for at, _ in fast.steps]
    assert all(later - earlier >= 1_000 for earlier, later in itertools.pairwise(instants))
    assert {thread.name for _, thread in fast.steps} == {"switches I2C 1"}
    assert abs(instants[-1] - monotonic_micros()) < SOON_S * 1_000_000
    assert runner.close(), "closing twice is fine"


def test_a_thread_that_is_woken_steps_at_once():
    rare, other = Counting(3_600_000_000, 2), Counting(3_600_000_000)
    runner = ThreadRunner("I2C 1", [rare, other])
    runner.start()
    try:
        runner.wake(rare)
        runner.wake(rare)
        assert rare.enough.wait(SOON_S)
    finally:
        assert runner.close()
    assert len(other.steps) == 1


def test_a_thread_that_hangs_in_a_transfer_is_left_behind(monkeypatch):
    monkeypatch.setattr("stbpi.tray.bus_runner.CLOSE_WITHIN_S", 0.01)
    hangs, go = threading.Event(), threading.Event()

    class Hanging:
        def step(self, now):
            hangs.set()
            go.wait(SOON_S)
            return now + 1

    runner = ThreadRunner("I2C 1", [Hanging()])
    runner.start()
    assert hangs.wait(SOON_S)
    assert not runner.close()
    go.set()
    runner._thread.join(SOON_S)


def test_a_runner_that_was_never_started_can_be_closed():
    assert ThreadRunner("I2C 1", [Counting(1)]).close()


def test_a_timeline_steps_at_the_instants_planned_however_late_the_loop_is():
    with virtual_loop() as loop:
        timeline = Timeline(loop)
        counting = Counting(2_000)
        runner = TimelineRunner([counting], timeline)
        begins = loop.micros
        runner.start()
        loop.run_for(0.01)
        loop.jump(0.5)
        loop.run_for(0.01)
        assert [at - begins for at, _ in counting.steps] == list(range(0, 520_001, 2_000))
        runner.close()
        loop.run_for(1)
        assert len(counting.steps) == 261


def test_a_timeline_that_slept_for_hours_does_not_make_up_for_all_of_it():
    with virtual_loop() as loop:
        counting = Counting(2_000)
        runner = TimelineRunner([counting], Timeline(loop))
        runner.start()
        loop.run_for(0.01)
        loop.jump(3600)
        loop.run_for(0.01)
        assert len(counting.steps) < 600
        runner.close()


def on_a_pi(profile, loop, said):
    """The drivers of a profile on pins that are simulated and buses that are those of this machine."""
    pins = Pins(SimulatedFactory(loop.time), ())
    return BusContacts(
        profile,
        pins,
        PiHardware(),
        loop=loop,
        locks=BusLocks(),
        report=lambda *what: said.append(what),
    )


def test_a_bus_that_is_not_enabled_is_said_with_what_enables_it():
    pytest.importorskip("smbus2")
    profile = load_profile("mcp23017-4x10")
    elsewhere = replace(profile, expanders=tuple(replace(chip, bus=97) for chip in profile.expanders))
    with virtual_loop() as loop:
        said = []
        buses = on_a_pi(elsewhere, loop, said)
        buses.start()
        loop.run_for(0.1)
        buses.close()
        assert len(said) == 4
        part, code, sentence = said[0]
        assert (part, code) == ("expander north", "part_gone")
        assert "'/dev/i2c-97'; enable the bus with raspi-config" in sentence


def test_a_library_that_is_missing_is_named_with_its_package(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "spidev", None)
    with (
        virtual_loop() as loop,
        pytest.raises(TrayUnavailableError, match=r"spidev, which reaches .* apt install python3-spidev"),
    ):
        on_a_pi(load_profile("hc165-4x12"), loop, [])


def test_spidev_is_opened_as_the_chain_needs_it(monkeypatch):
    did = []

    class SpiDev:
        def open(self, bus, device):
            did.append(("open", bus, device))

        def close(self):
            did.append(("close",))

    module = type(inspect)("spidev")
    module.SpiDev = SpiDev
    monkeypatch.setitem(__import__("sys").modules, "spidev", module)
    PiHardware().check(i2c=False, spi=True)
    spi = PiHardware().open_spi(0, 1, 1500)
    assert (did, spi.mode, spi.max_speed_hz) == ([("open", 0, 1)], 0, 1_500_000)


class Hand:
    """Moves a switch on the thread that looks at it: simulated parts belong to one thread."""

    def __init__(self):
        self.move = lambda: None

    def step(self, now):
        self.move()
        return now + 3_600_000_000


class Threaded(BusBoard):
    """Simulated parts that are looked at by a real thread."""

    def runner(self, name, stepped):
        self.hand = Hand()
        self.thread = ThreadRunner(name, [*stepped, self.hand])
        return self.thread


@pytest.mark.parametrize("name", ["mcp23017-4x10", "hc165-4x12", "matrix-4x12"])
def test_what_a_thread_sees_arrives_on_the_loop_with_the_instant_it_was_seen(name):
    profile = load_profile(name)

    async def close_a_flap():
        loop = asyncio.get_running_loop()
        pins = Pins(SimulatedFactory(loop.time), ())
        board = Threaded(profile, pins.factory, Timeline(loop))
        said, heard, done = [], [], asyncio.Event()

        def edge(at, number, closed):
            heard.append((at, number, closed, threading.current_thread()))
            done.set()

        buses = BusContacts(
            profile, pins, board, loop=loop, locks=BusLocks(), report=lambda *what: said.append(what)
        )
        for source in buses.sources:
            source.watch(edge)
        buses.start()
        levels = [source.read() for source in buses.sources]
        begins = monotonic_micros()
        board.hand.move = lambda: board.line(profile.contacts[13].at)(True, begins)
        board.thread.wake(board.hand)
        await asyncio.wait_for(done.wait(), SOON_S)
        now = monotonic_micros()
        buses.close()  # the thread hands over first and keeps what it saw then
        seen = [source.read() for source in buses.sources]
        return levels, heard, seen, said, begins, now

    levels, heard, seen, said, begins, now = asyncio.run(close_a_flap())
    assert not any(levels)
    ((at, number, closed, thread),) = heard
    assert (number, closed, thread) == (13, True, threading.current_thread())
    assert begins <= at <= now
    assert sum(seen) == 1 << 13
    assert said == []
