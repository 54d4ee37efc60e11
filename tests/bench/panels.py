"""What the pictures of a match cost a panel's bus, and the processor, beside luma's whole frames.

A recorded match of two is shown on each controller twice: by stbpi's drivers and by luma's own. Bytes are those on the
wire, address and control bytes among them; each takes nine clock pulses, and each transfer two more for its start and
its stop.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from luma.core.interface.serial import i2c
from luma.oled import device as luma
from PIL import Image

from stbpi.display.compose import compose
from stbpi.display.controllers import MODULES, Module
from stbpi.display.draw import draw
from stbpi.display.glass import DRIVERS
from stbpi.locale import catalogue
from tests.bench.figures import Figure, Spread
from tests.bench.size import Size
from tests.support.recorded import recorded_match

SHARE_OF_WHOLE = 1 / 10
"""The aim for the bytes of a match."""
CLOCKS_OF_A_BYTE = 9
CLOCKS_OF_A_TRANSFER = 2
KHZ = (100, 400)


class CountingBus:
    """A bus that counts, with nothing on it that would cost time."""

    def __init__(self) -> None:
        self.bytes = 0
        self.transfers = 0

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        self.bytes += 2 + len(data)
        self.transfers += 1


class LumaSerial:
    """As luma sends where it opens the bus itself: however long, data are one transfer."""

    def __init__(self, bus: CountingBus) -> None:
        self._bus = bus

    def command(self, *codes: int) -> None:
        self._bus.write_i2c_block_data(0x3C, 0x00, codes)

    def data(self, data: Sequence[int]) -> None:
        self._bus.write_i2c_block_data(0x3C, 0x40, data)

    def cleanup(self) -> None:
        pass


@dataclass(frozen=True, slots=True)
class Frame:
    """What one picture cost: bytes, clock pulses of the bus, seconds of the processor."""

    bytes: int
    clocks: int
    processor_s: float

    def bus_ms(self, khz: int) -> float:
        """Milliseconds of a bus at this clock."""
        return self.clocks / khz


def panels(size: Size) -> list[Figure]:
    """Bytes, and milliseconds of bus and processor, of the pictures that differ from the one before."""
    figures: list[Figure] = []
    for name, module in MODULES.items():
        pictures = list(_pictures(module))[: size.positions]
        ours = _cost(pictures, lambda bus, module=module: _ours(bus, module))
        with warnings.catch_warnings():
            # luma reads pictures in a way that Pillow will give up some day.
            warnings.simplefilter("ignore", DeprecationWarning)
            whole = _cost(pictures, lambda bus, module=module: _luma(bus, module))
        figures += _figures(name.replace("-", "_"), name, ours, whole)
    return figures


def _figures(key: str, name: str, ours: Sequence[Frame], whole: Sequence[Frame]) -> Iterator[Figure]:
    mean, plain = _mean(ours, lambda one: one.bytes), _mean(whole, lambda one: one.bytes)
    yield Figure(
        f"{key}_bytes",
        f"{name}: bytes a picture, mean of {len(ours)}",
        mean,
        "B",
        at_most=plain * SHARE_OF_WHOLE,
        plain=plain,
        beside="plain: luma's whole frame",
    )
    for khz in KHZ:
        spread = Spread.of([one.bus_ms(khz) for one in ours])
        frame = whole[0].bus_ms(khz)
        yield Figure(
            f"{key}_bus_{khz}",
            f"  on the bus at {khz} kHz, mean",
            _mean(ours, lambda one, khz=khz: one.bus_ms(khz)),
            "ms",
            plain=frame,
            beside=f"99th percentile {spread.p99:.1f}, worst {spread.worst:.1f}",
        )
    yield Figure(
        f"{key}_processor",
        "  of the processor, mean",
        _mean(ours, lambda one: one.processor_s) * 1000,
        "ms",
        plain=_mean(whole, lambda one: one.processor_s) * 1000,
    )


def _pictures(module: Module) -> Iterator[Image.Image]:
    """What a match shows, each picture another than the one before, on the panel turned so that it is wide."""
    turned = module.height > module.width
    size = (module.height, module.width) if turned else (module.width, module.height)
    last = b""
    for asked in recorded_match():
        image = draw(compose(asked.view, catalogue("en"), frame=asked.rolling or 0), size)
        if image.tobytes() != last:
            last = image.tobytes()
            yield image


def _cost(pictures: Sequence[Image.Image], set_up: Callable[[CountingBus], Any]) -> list[Frame]:
    bus = CountingBus()
    panel = set_up(bus)
    frames = []
    for picture in pictures:
        sent, transfers, began = bus.bytes, bus.transfers, time.process_time()
        panel.display(picture)
        took = time.process_time() - began
        clocks = (bus.bytes - sent) * CLOCKS_OF_A_BYTE + (bus.transfers - transfers) * CLOCKS_OF_A_TRANSFER
        frames.append(Frame(bus.bytes - sent, clocks, took))
    return frames


def _rotate(module: Module) -> int:
    return 1 if module.height > module.width else 0


def _ours(bus: CountingBus, module: Module) -> Any:
    driver = DRIVERS[module.controller.name]
    return driver(i2c(bus=bus, address=0x3C), module, _rotate(module), module.first_column)


def _luma(bus: CountingBus, module: Module) -> Any:
    driver = getattr(luma, module.controller.name)
    return driver(LumaSerial(bus), width=module.width, height=module.height, rotate=_rotate(module))


def _mean(frames: Sequence[Frame], look: Callable[[Frame], float]) -> float:
    return sum(look(frame) for frame in frames) / len(frames)
