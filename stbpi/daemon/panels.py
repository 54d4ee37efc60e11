"""Every OLED of the tray: each view drawn in the players' language and handed to the thread of the panel's bus."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Sequence

from PIL import Image

from stbpi.daemon.faults import FaultBoard
from stbpi.daemon.telling import messages_in
from stbpi.display.alarms import Alarm
from stbpi.display.buses import Turn
from stbpi.display.compose import compose
from stbpi.display.draw import draw
from stbpi.display.opening import DisplayPlace, open_displays
from stbpi.table.reports import ServiceReport
from stbpi.table.view import Rest, TableView
from stbpi.tray.profile import Display
from stbpi.web.service import Fault


class Panels:
    """The panels, opened in order and closed together. ``draw`` and ``rest`` are called on the artist's thread.

    ``turns`` gives what is held for each transfer on an I2C bus, by the bus' number, where switches are read on
    buses, too.
    """

    def __init__(
        self,
        displays: Sequence[Display],
        *,
        simulated: bool,
        faults: FaultBoard,
        turns: Callable[[int], Turn] | None = None,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._faults = faults
        self._sides = [display.side for display in displays]
        self._alarms: tuple[Alarm, ...] = ()
        self._report = ServiceReport()
        self._displays = open_displays(
            [DisplayPlace(d.driver, d.bus, d.address, d.rotate, d.columns_offset) for d in displays],
            simulated=simulated,
            on_health=self._on_health,
            turns=turns,
        )

    def _on_health(self, number: int, well: bool, sentence: str) -> None:
        # Called on the panel's thread, and perhaps once more while the loop is already closing.
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(
                self._faults.report, f"oled {number}", "oled_gone", None if well else sentence
            )

    def warn(self, faults: Iterable[Fault]) -> bool:
        """Tell of these faults from the next picture on; returns whether the pictures differ for it."""
        before, self._alarms = self._alarms, tuple(Alarm(fault.code, fault.part) for fault in faults)
        return before != self._alarms

    def know(self, report: ServiceReport) -> bool:
        """Show this in service mode from the next picture on; returns whether it is something new."""
        before, self._report = self._report, report
        return before != report

    def draw(self, view: TableView, frame: int) -> None:
        """Draw a view for every panel; the panels send it when they can."""
        alarms, report = self._alarms, self._report
        messages = messages_in(view.choices.language)
        drawn: dict[tuple[int | None, tuple[int, int]], Image.Image] = {}
        for side, display in zip(self._sides, self._displays.each, strict=True):
            image = drawn.get((side, display.size))
            if image is None:
                screen = compose(view, messages, frame=frame, side=side, alarms=alarms, report=report)
                image = drawn[side, display.size] = draw(screen, display.size)
            display.show(image)

    def rest(self, rest: Rest) -> None:
        """Dim, darken or wake every panel."""
        for display in self._displays.each:
            display.rest(rest)

    def settle(self) -> None:
        """Wait until the panels show what they were given, or cannot."""
        self._displays.settle()

    @property
    def count(self) -> int:
        """How many panels there are."""
        return len(self._displays.each)

    @property
    def sides(self) -> tuple[int | None, ...]:
        """The side each panel stands before; None for one that all look at."""
        return tuple(self._sides)

    @property
    def sent(self) -> tuple[tuple[int, int], ...]:
        """Of each panel, how many pictures it was brought so far, and how many bytes of all kinds."""
        return tuple(display.sent for display in self._displays.each)

    def png(self, number: int) -> bytes:
        """What a panel shows, by its number from 0 on."""
        return self._displays.each[number].png()

    def lose(self, gone: Collection[int]) -> None:
        """Take the simulated panels of these numbers off their bus, and put all others back."""
        for number, display in enumerate(self._displays.each):
            if display.model is not None:
                display.model.gone = number in gone

    def close(self) -> None:
        """Blank every panel and let go of the buses."""
        self._displays.close()

    def leave(self) -> None:
        """Leave every panel as it is, lit: what stands there is for people who wait for the computer to be off."""
        self._displays.settle()
