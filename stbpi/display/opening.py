"""Opens a display from its settings; the panel drivers are imported here and nowhere earlier."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from typing import Any

from PIL import Image

from stbpi.display import glass
from stbpi.display.busthread import BusThread
from stbpi.display.model import CONTROLLERS, HEIGHT, WIDTH, ModelBus, PanelModel
from stbpi.display.panel import Glass, HealthReport, Panel
from stbpi.table.events import Micros
from stbpi.table.view import Rest

DRIVERS = ("ssd1306", "sh1106")
"""The controllers a display may have."""

USUAL_OFFSET = {"ssd1306": 0, "sh1106": 2}
"""The memory column behind the leftmost pixel: the SH1106 has 132 columns, modules use the middle 128."""

_SETTLE_S = 2.0


class DisplaySettingError(ValueError):
    """A display that cannot be opened as it is described; the sentence names the setting and the mend."""


class BusMissingError(OSError):
    """The library that reaches I2C buses is not installed."""


class Display:
    """One display: pictures in, light out. No call waits for the bus except ``settle`` and ``close``."""

    def __init__(self, panel: Panel, thread: BusThread, rotate: int, model: PanelModel | None) -> None:
        self._panel = panel
        self._thread = thread
        self._rotate = rotate
        self.model = model
        """The simulated panel, with its ``gone`` switch; None for a real one."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the pictures it takes, in pixels, as people see them."""
        return (HEIGHT, WIDTH) if self._rotate % 2 else (WIDTH, HEIGHT)

    def show(self, image: Image.Image) -> None:
        """Show ``image`` (mode "1", of ``size``); the caller must not draw on it afterwards."""
        if image.mode != "1" or image.size != self.size:
            width, height = self.size
            raise ValueError(
                f"a picture of mode {image.mode!r} and {image.width} x {image.height} pixels does not fit "
                f"the display; it takes mode '1' and {width} x {height}"
            )
        self._panel.show(image)
        self._thread.wake()

    def rest(self, rest: Rest | str) -> None:
        """Light ("awake"), dim ("dim") or put out ("dark") the glass."""
        self._panel.rest(Rest(rest))
        self._thread.wake()

    def captured(self) -> Image.Image:
        """What people see on the glass: of the simulated panel as its chip shows it, of a real one what it
        was sent.
        """
        if self.model is not None:
            picture = self.model.picture()
            return picture.rotate(self._rotate * 90, expand=True) if self._rotate else picture
        wanted = self._panel.wanted
        if wanted.image is None or wanted.rest is Rest.DARK:
            return Image.new("1", self.size)
        return wanted.image

    def png(self) -> bytes:
        """``captured`` as a PNG file, a pixel of the glass for each of its pixels."""
        file = io.BytesIO()
        self.captured().save(file, "PNG")
        return file.getvalue()

    def settle(self, timeout_s: float = _SETTLE_S) -> bool:
        """Wait until everything shown so far has been sent, or could not be; returns whether that was in
        time.
        """
        return self._thread.settle(timeout_s)

    def close(self) -> bool:
        """Blank the glass and let go of the bus; returns whether it did within ``CLOSE_WITHIN_S``."""
        return self._thread.close()


def open_display(
    *,
    driver: str = "ssd1306",
    bus: int = 1,
    address: int = 0x3C,
    rotate: int = 0,
    columns_offset: int | None = None,
    simulated: bool,
    on_health: HealthReport,
    clock: Callable[[], Micros] = lambda: time.monotonic_ns() // 1000,
) -> Display:
    """Open one display and return at once; it is set up by its own thread, now or as soon as it answers.

    Args:
        driver: one of ``DRIVERS``.
        bus: number of the I2C bus, as in ``/dev/i2c-1``.
        address: on the bus; eight-bit addresses as printed on modules are understood (0x78 means 0x3C).
        rotate: quarter turns clockwise, 0 to 3.
        columns_offset: memory column behind the leftmost pixel; None for what is usual with the driver.
        simulated: whether a ``PanelModel`` takes the place of the bus.
        on_health: called on the display's thread, with False and a sentence when the panel goes (or never was
            there), with True and a sentence when it is back.
        clock: microseconds of a monotonic clock.

    Raises DisplaySettingError where a value cannot be.

    """
    checked_driver = _checked_driver(driver)
    address = seven_bits(address)
    if rotate not in (0, 1, 2, 3):
        raise DisplaySettingError(
            f"display rotate = {rotate!r} cannot be: write 0, 1, 2 or 3 (quarter turns clockwise)"
        )
    offset = USUAL_OFFSET[checked_driver] if columns_offset is None else columns_offset
    spare = CONTROLLERS[checked_driver].columns - WIDTH
    if not 0 <= offset <= spare:
        raise DisplaySettingError(
            f"display columns_offset = {offset!r} cannot be: the {checked_driver} has {WIDTH} of its "
            f"{WIDTH + spare} columns on the glass, write 0{f' to {spare}' if spare else ''}"
        )
    model = PanelModel(CONTROLLERS[checked_driver], offset) if simulated else None
    line = _Line(bus, address, ModelBus(model, address) if model is not None else None)
    kind = f"simulated {checked_driver}" if simulated else checked_driver
    name = f"the {kind} display at I2C bus {bus}, address 0x{address:02X}"
    panel = Panel(name, lambda: _set_up(checked_driver, line, rotate, offset), line.release, on_health)
    return Display(panel, BusThread(f"bus {bus}", [panel], clock), rotate, model)


def seven_bits(address: int) -> int:
    """The I2C address without the read/write bit: 0x78 and 0x3C are the same panel."""
    shifted = address >> 1 if 0x78 <= address <= 0xFF else address
    if not 0x08 <= shifted <= 0x77:
        raise DisplaySettingError(
            f"display address = {address!r} cannot be: write 0x08 to 0x77, mostly it is 0x3C or 0x3D"
        )
    return shifted


def _checked_driver(driver: str) -> str:
    if driver not in DRIVERS:
        known = " or ".join(repr(name) for name in DRIVERS)
        raise DisplaySettingError(f"display driver = {driver!r} is not known: write {known}")
    return driver


class _Line:
    """luma's way to one address of a bus, opened anew for every set-up: the device file may have gone with
    the panel.
    """

    def __init__(self, bus: int, address: int, simulated: ModelBus | None) -> None:
        self._bus = bus
        self._address = address
        self._simulated = simulated
        self._serial: Any = None

    def open(self) -> Any:
        """Give an open luma serial interface."""
        from luma.core.interface.serial import i2c

        try:
            self._serial = i2c(bus=self._simulated, port=self._bus, address=self._address)
        except ImportError as missing:
            raise BusMissingError(f"{missing.name} is not installed; pip install 'stbpi[pi]'") from missing
        return self._serial

    def release(self) -> None:
        """Let go of the bus, if it was opened."""
        if self._serial is not None:
            self._serial.cleanup()
            self._serial = None


def _set_up(driver: str, line: _Line, rotate: int, offset: int) -> Glass:
    serial = line.open()
    if driver == "sh1106":
        return glass.Sh1106(serial, (WIDTH, HEIGHT), rotate, offset)
    return glass.Ssd1306(serial, (WIDTH, HEIGHT), rotate)
