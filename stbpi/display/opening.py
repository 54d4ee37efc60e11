"""Opens displays from their settings; the panel drivers are imported here and nowhere earlier."""

from __future__ import annotations

import io
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from PIL import Image

from stbpi.display.buses import OpenBus, SharedBus, Turn, open_smbus
from stbpi.display.busthread import CLOSE_WITHIN_S, BusThread
from stbpi.display.controllers import MODULES, Module
from stbpi.display.model import ModelBus, PanelModel
from stbpi.display.panel import Glass, Panel
from stbpi.table.events import Micros
from stbpi.table.view import Rest

_SETTLE_S = 2.0

HealthReport = Callable[[int, bool, str], None]
"""Told the number of a display, False and a sentence when it goes, True and a sentence when it is back."""


class DisplaySettingError(ValueError):
    """A display that cannot be opened as it is described; the sentence names the setting and the mend."""


@dataclass(frozen=True, slots=True)
class DisplayPlace:
    """Where a display is and how it is mounted.

    ``driver`` is one of ``MODULES``; ``bus`` the number of its I2C bus, as in ``/dev/i2c-1``; ``address`` on it,
    eight-bit addresses as printed on modules being understood (0x78 means 0x3C); ``rotate`` counts quarter
    turns clockwise, 0 to 3; ``columns_offset`` is the memory column behind the leftmost pixel, None for what is
    usual with the driver.
    """

    driver: str = "ssd1306"
    bus: int = 1
    address: int = 0x3C
    rotate: int = 0
    columns_offset: int | None = None


class Display:
    """One display: pictures in, light out. No call waits for the bus except ``settle``."""

    def __init__(
        self,
        panel: Panel,
        thread: BusThread,
        module: Module,
        rotate: int,
        model: PanelModel | None,
        line: SharedBus | None = None,
    ) -> None:
        self._panel = panel
        self._thread = thread
        self._module = module
        self._rotate = rotate
        self._line = line
        self.model = model
        """The simulated panel, with its ``gone`` switch; None for a real one."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the pictures it takes, in pixels, as people see them."""
        width, height = self._module.width, self._module.height
        return (height, width) if self._rotate % 2 else (width, height)

    @property
    def sent(self) -> tuple[int, int]:
        """How many pictures it was brought so far, and how many bytes of all kinds."""
        return self._panel.frames, 0 if self._line is None else self._line.written

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


class Displays:
    """The displays of a tray, and the threads of their buses. ``each`` has them in order."""

    def __init__(self, each: Iterable[Display], threads: Iterable[BusThread]) -> None:
        self.each = tuple(each)
        self._threads = tuple(threads)

    def settle(self, timeout_s: float = _SETTLE_S) -> bool:
        """Wait until every display shows what it was given, or cannot; returns whether that was in time."""
        until = time.monotonic() + timeout_s
        return all(thread.settle(max(0.0, until - time.monotonic())) for thread in self._threads)

    def close(self) -> bool:
        """Blank every glass and let go of the buses; returns whether that was done within ``CLOSE_WITHIN_S``."""
        for thread in self._threads:
            thread.end()
        until = time.monotonic() + CLOSE_WITHIN_S
        return all(thread.ended(max(0.0, until - time.monotonic())) for thread in self._threads)


def open_displays(
    places: Sequence[DisplayPlace],
    *,
    simulated: bool,
    on_health: HealthReport,
    turns: Callable[[int], Turn] | None = None,
    open_bus: OpenBus = open_smbus,
    clock: Callable[[], Micros] = lambda: time.monotonic_ns() // 1000,
) -> Displays:
    """Open displays and return at once; each is set up by the thread of its bus, now or as soon as it answers.

    Args:
        places: where they are.
        simulated: whether ``PanelModel``s take the place of the panels, and a simulated bus that of ``open_bus``.
        on_health: called on the thread of a display's bus.
        turns: gives what is held for each transfer on a bus that others use too, None where nobody does.
        open_bus: opens a bus by its number.
        clock: microseconds of a monotonic clock.

    Raises DisplaySettingError where a value cannot be.

    """
    checked = [_checked(place) for place in places]
    _check_addresses(checked)
    models = [
        PanelModel(MODULES[place.driver], place.columns_offset) if simulated else None for place in checked
    ]
    panels: list[Panel] = []
    lines: list[SharedBus] = []
    for number, (place, model) in enumerate(zip(checked, models, strict=True)):
        turn = turns(place.bus) if turns is not None else threading.Lock()
        opener = open_bus if model is None else _simulated(place.address, model)
        line = SharedBus(place.bus, turn, opener)
        lines.append(line)
        panels.append(_panel(place, line, number, on_health, simulated=simulated))
    threads = {
        bus: BusThread(
            f"bus {bus}", [p for p, at in zip(panels, checked, strict=True) if at.bus == bus], clock
        )
        for bus in sorted({place.bus for place in checked})
    }
    displays = [
        Display(panel, threads[place.bus], MODULES[place.driver], place.rotate, model, line)
        for panel, place, model, line in zip(panels, checked, models, lines, strict=True)
    ]
    return Displays(displays, threads.values())


def _simulated(address: int, model: PanelModel) -> OpenBus:
    bus = ModelBus({address: model})
    return lambda number: bus


def _panel(
    place: DisplayPlace, line: SharedBus, number: int, on_health: HealthReport, *, simulated: bool
) -> Panel:
    kind = f"simulated {place.driver}" if simulated else place.driver
    name = f"the {kind} display at I2C bus {place.bus}, address 0x{place.address:02X}"

    def report(well: bool, sentence: str) -> None:
        on_health(number, well, sentence)

    return Panel(name, lambda: _set_up(place, line), line.close, report)


def _set_up(place: DisplayPlace, line: SharedBus) -> Glass:
    from luma.core.interface.serial import i2c

    from stbpi.display.glass import DRIVERS

    module = MODULES[place.driver]
    offset = module.first_column if place.columns_offset is None else place.columns_offset
    serial = i2c(bus=line, address=place.address)
    driver = DRIVERS[module.controller.name]
    return driver(serial, module, place.rotate, offset, lambda: line.read_byte(place.address))


def seven_bits(address: int) -> int:
    """The I2C address without the read/write bit: 0x78 and 0x3C are the same panel."""
    shifted = address >> 1 if 0x78 <= address <= 0xFF else address
    if not 0x08 <= shifted <= 0x77:
        raise DisplaySettingError(
            f"display address = {address!r} cannot be: write 0x08 to 0x77, mostly it is 0x3C or 0x3D"
        )
    return shifted


def _checked(place: DisplayPlace) -> DisplayPlace:
    module = MODULES.get(place.driver)
    if module is None:
        *names, last = (repr(name) for name in MODULES)
        raise DisplaySettingError(
            f"display driver = {place.driver!r} is not known: write {', '.join(names)} or {last}"
        )
    if place.bus < 0:
        raise DisplaySettingError(f"display bus = {place.bus!r} cannot be: write the number after /dev/i2c-")
    if place.rotate not in (0, 1, 2, 3):
        raise DisplaySettingError(
            f"display rotate = {place.rotate!r} cannot be: write 0, 1, 2 or 3 (quarter turns clockwise)"
        )
    offset = module.first_column if place.columns_offset is None else place.columns_offset
    if not 0 <= offset <= module.spare_columns:
        most = f" to {module.spare_columns}" if module.spare_columns else ""
        raise DisplaySettingError(
            f"display columns_offset = {offset!r} cannot be: the {place.driver} has {module.width} of its "
            f"{module.controller.columns} columns on the glass, write 0{most}"
        )
    return DisplayPlace(
        place.driver, place.bus, seven_bits(place.address), place.rotate, place.columns_offset
    )


def _check_addresses(places: Sequence[DisplayPlace]) -> None:
    seen: dict[tuple[int, int], int] = {}
    for number, place in enumerate(places, 1):
        first = seen.setdefault((place.bus, place.address), number)
        if first != number:
            raise DisplaySettingError(
                f"displays {first} and {number} both have address 0x{place.address:02X} on I2C bus {place.bus}; "
                "give one the other address of its board, or another bus"
            )
