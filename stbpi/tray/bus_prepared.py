"""An I2C bus whose reads are prepared once: the same few bytes are asked for hundreds of times a second.

smbus2 builds a request of C structures for every transfer, which takes longer than all the rest of reading an
expander. Here the structures of a read are made when it is first asked for, and handed to the kernel again and again.
On the wire it is the same: the register's number is written, and after a repeated start bytes are read.
"""

from __future__ import annotations

import fcntl
from collections.abc import Callable, Sequence
from typing import Any

from smbus2 import SMBus, i2c_msg
from smbus2.smbus2 import I2C_RDWR, i2c_rdwr_ioctl_data


class PreparedI2c:
    """``smbus2.SMBus``, as far as it is used here. Every call is one transfer and raises OSError where it fails.

    ``ioctl`` calls the kernel, as ``fcntl.ioctl`` does.
    """

    def __init__(self, smbus: Any, ioctl: Callable[[Any, int, Any], object] = fcntl.ioctl) -> None:
        self._smbus = smbus
        self._ioctl = ioctl
        # The request, the message that the answer comes in, and where.
        self._reads: dict[tuple[int, int, int], tuple[Any, Any, Any]] = {}

    def read_i2c_block_data(self, i2c_addr: int, register: int, length: int) -> list[int]:
        """Write the register's number, then read ``length`` bytes after a repeated start."""
        asked = (i2c_addr, register, length)
        prepared = self._reads.get(asked)
        if prepared is None:
            question: Any = i2c_msg.write(i2c_addr, [register])
            answer: Any = i2c_msg.read(i2c_addr, length)
            request = i2c_rdwr_ioctl_data.create(question, answer)
            prepared = self._reads[asked] = (request, answer, answer.buf)
        request, _, buffer = prepared
        self._ioctl(self._smbus.fd, I2C_RDWR, request)
        return list(buffer[:length])

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        """Write the register's number and ``data``."""
        self._smbus.write_i2c_block_data(i2c_addr, register, data)

    def close(self) -> None:
        """Let go of the device file."""
        self._smbus.close()


def open_prepared(bus: int) -> PreparedI2c:
    """Open ``/dev/i2c-BUS``. Raises OSError."""
    return PreparedI2c(SMBus(bus))
