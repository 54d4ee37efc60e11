"""Buses and callers for tests of panels."""

import errno
from collections.abc import Sequence

from luma.core.interface.serial import i2c
from PIL import Image

from stbpi.display.controllers import MODULES
from stbpi.display.glass import DRIVERS, PagedGlass
from stbpi.display.model import ModelBus, PanelModel

NAMES = tuple(MODULES)


class ListeningBus:
    """A bus that writes down every transfer and, with a model on it, hands it on.

    ``broken_after`` is how many more transfers succeed; of the first one that fails the panel gets ``let_through``
    bytes before nobody acknowledges any more.
    """

    def __init__(self, model: PanelModel | None = None, address: int = 0x3C) -> None:
        self.transfers: list[bytes] = []
        self.broken_after: int | None = None
        self.let_through = 0
        self.failed = 0
        self.reads = 0
        self.answers_reads = True
        self._panel = ModelBus({address: model}) if model is not None else None

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        sent = bytes(data)
        assert len(sent) <= 32, "SMBus carries no more"
        if self.broken_after is not None:
            if self.broken_after == 0:
                if self._panel is not None and self.let_through and not self.failed:
                    self._panel.write_i2c_block_data(i2c_addr, register, sent[: self.let_through])
                self.failed += 1
                raise OSError(errno.EREMOTEIO, "Remote I/O error")
            self.broken_after -= 1
        self.transfers.append(bytes((i2c_addr, register)) + sent)
        if self._panel is not None:
            self._panel.write_i2c_block_data(i2c_addr, register, sent)

    def read_byte(self, i2c_addr: int) -> int:
        self.reads += 1
        if not self.answers_reads or self.broken_after == 0 or self._panel is None:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        return self._panel.read_byte(i2c_addr)

    def close(self) -> None:
        pass

    def commands(self) -> bytes:
        return b"".join(each[2:] for each in self.transfers if each[1] == 0x00)

    def data(self) -> bytes:
        return b"".join(each[2:] for each in self.transfers if each[1] == 0x40)


def set_up(name: str, bus: ListeningBus, rotate: int = 0, offset: int | None = None) -> PagedGlass:
    """A panel as the daemon sets it up."""
    module = MODULES[name]
    driver = DRIVERS[module.controller.name]
    first = module.first_column if offset is None else offset
    return driver(i2c(bus=bus, address=0x3C), module, rotate, first, lambda: bus.read_byte(0x3C))


def size_of(name: str, rotate: int = 0) -> tuple[int, int]:
    module = MODULES[name]
    return (module.height, module.width) if rotate % 2 else (module.width, module.height)


def picture(packed: bytes, size: tuple[int, int] = (128, 64)) -> Image.Image:
    return Image.frombytes("1", size, packed)


def dots(*points: tuple[int, int], size: tuple[int, int] = (128, 64)) -> Image.Image:
    image = Image.new("1", size)
    for point in points:
        image.putpixel(point, 1)
    return image
