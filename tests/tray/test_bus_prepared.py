"""Reads prepared once give what a chip says now, also through C structures used a thousand times."""

import errno
import gc

import pytest

from stbpi.tray.bus_simulated import SimulatedI2c
from stbpi.tray.mcp23017_chip import Mcp23017Chip

smbus2 = pytest.importorskip("smbus2")

from smbus2 import smbus2 as inside  # noqa: E402 - only where it is installed

from stbpi.tray.bus_prepared import PreparedI2c  # noqa: E402

GPIOA, GPPUA, OLATA = 0x12, 0x0C, 0x14


class Kernel:
    """i2c-dev with a simulated bus under it: the ioctls that smbus2 uses, handed on message by message."""

    def __init__(self, bus):
        self.bus = bus
        self.address = None
        self.asked = []

    def ioctl(self, fd, request, argument):
        self.asked.append((request, argument))
        if request == inside.I2C_SLAVE:
            self.address = argument
        elif request == inside.I2C_RDWR:
            self.bus.i2c_rdwr(*(argument.msgs[number] for number in range(argument.nmsgs)))
        else:
            assert (request, argument.size) == (inside.I2C_SMBUS, inside.I2C_SMBUS_I2C_BLOCK_DATA)
            count, *data = argument.data.contents.block[: argument.data.contents.block[0] + 1]
            assert count == len(data)
            self.bus.write_i2c_block_data(self.address, argument.command, data)


@pytest.fixture
def kernel(monkeypatch):
    kernel = Kernel(SimulatedI2c())
    monkeypatch.setattr(inside, "ioctl", kernel.ioctl)
    return kernel


@pytest.fixture
def bus(kernel):
    smbus = smbus2.SMBus()
    smbus.fd = -1
    return PreparedI2c(smbus, kernel.ioctl)


def chip(kernel, address):
    chip = Mcp23017Chip(lambda: 0, lambda at: None)
    kernel.bus.attach(address, chip)
    return chip


def test_each_read_is_answered_anew(kernel, bus):
    north, south = chip(kernel, 0x20), chip(kernel, 0x21)
    for address in (0x20, 0x21):
        bus.write_i2c_block_data(address, GPPUA, [0xFF, 0xFF])
    for number in range(1000):
        north.ground(3, bool(number & 1), number)
        south.ground(12, bool(number & 2), number)
        assert bus.read_i2c_block_data(0x20, GPIOA, 2) == [0xFF ^ (number & 1) << 3, 0xFF]
        assert bus.read_i2c_block_data(0x21, GPIOA, 2) == [0xFF, 0xFF ^ (number >> 1 & 1) << 4]
        assert bus.read_i2c_block_data(0x21, GPPUA, 4)[:2] == [0xFF, 0xFF]
        if number % 250 == 0:
            gc.collect()
    requests = {id(argument) for request, argument in kernel.asked if request == inside.I2C_RDWR}
    assert len(requests) == 3, "made once each"


def test_an_answer_is_the_callers_to_keep(kernel, bus):
    only = chip(kernel, 0x20)
    bus.write_i2c_block_data(0x20, GPPUA, [0xFF, 0xFF])
    before = bus.read_i2c_block_data(0x20, GPIOA, 2)
    only.ground(0, True, 0)
    assert bus.read_i2c_block_data(0x20, GPIOA, 2) == [0xFE, 0xFF]
    assert before == [0xFF, 0xFF]


def test_a_transfer_that_fails_says_why_and_the_next_may_succeed(kernel, bus):
    chip(kernel, 0x20)
    kernel.bus.trouble = errno.EREMOTEIO
    with pytest.raises(OSError, match="Remote I/O error") as failed:
        bus.read_i2c_block_data(0x20, GPIOA, 2)
    assert failed.value.errno == errno.EREMOTEIO
    kernel.bus.trouble = None
    bus.write_i2c_block_data(0x20, OLATA, [0, 0])
    assert len(bus.read_i2c_block_data(0x20, GPIOA, 2)) == 2
