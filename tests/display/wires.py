"""Buses and callers for tests of panels."""

import errno
from collections.abc import Iterable

from PIL import Image

from stbpi.display.model import ModelBus, PanelModel


class ListeningBus:
    """A bus that writes down every transfer and, with a model on it, hands it on."""

    def __init__(self, model: PanelModel | None = None, address: int = 0x3C) -> None:
        self.transfers: list[bytes] = []
        self.broken_after: int | None = None
        self._panel = ModelBus(model, address) if model is not None else None

    def write_i2c_block_data(self, address: int, control: int, payload: Iterable[int]) -> None:
        if self.broken_after is not None:
            if self.broken_after == 0:
                raise OSError(errno.EREMOTEIO, "Remote I/O error")
            self.broken_after -= 1
        sent = bytes(payload)
        self.transfers.append(bytes((address, control)) + sent)
        if self._panel is not None:
            self._panel.write_i2c_block_data(address, control, sent)

    def commands(self) -> bytes:
        return b"".join(each[2:] for each in self.transfers if each[1] == 0x00)

    def data(self) -> bytes:
        return b"".join(each[2:] for each in self.transfers if each[1] == 0x40)


def picture(packed: bytes, size: tuple[int, int] = (128, 64)) -> Image.Image:
    return Image.frombytes("1", size, packed)


def dots(*points: tuple[int, int], size: tuple[int, int] = (128, 64)) -> Image.Image:
    image = Image.new("1", size)
    for point in points:
        image.putpixel(point, 1)
    return image
