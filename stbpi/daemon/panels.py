"""Every OLED of the tray: each view drawn in the players' language and handed to the panel's own thread."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from gettext import NullTranslations

from stbpi.config import DisplaySettings
from stbpi.daemon.faults import FaultBoard
from stbpi.display.compose import compose
from stbpi.display.draw import draw
from stbpi.display.opening import Display, open_display
from stbpi.table.view import Rest, TableView


class Panels:
    """The panels, opened in order and closed together. ``draw`` and ``rest`` are called on the artist's thread."""

    def __init__(
        self,
        settings: Sequence[DisplaySettings],
        *,
        simulated: bool,
        messages: NullTranslations,
        faults: FaultBoard,
    ) -> None:
        self._messages = messages
        self._loop = asyncio.get_running_loop()
        self._faults = faults
        self._displays = [
            self._open(number, display, simulated=simulated) for number, display in enumerate(settings)
        ]

    def _open(self, number: int, settings: DisplaySettings, *, simulated: bool) -> Display:
        part = f"oled {number}"

        def on_health(well: bool, sentence: str) -> None:
            # Called on the panel's thread, and perhaps once more while the loop is already closing.
            if not self._loop.is_closed():
                self._loop.call_soon_threadsafe(
                    self._faults.report, part, "oled_gone", None if well else sentence
                )

        return open_display(
            driver=settings.driver,
            bus=settings.bus,
            address=settings.address,
            rotate=settings.rotate,
            columns_offset=settings.columns_offset,
            simulated=simulated,
            on_health=on_health,
        )

    def draw(self, view: TableView, rolling: int | None) -> None:
        """Draw a view for every panel; the panels send it when they can."""
        screen = compose(view, self._messages, dice_rolling=rolling)
        for display in self._displays:
            display.show(draw(screen, display.size))

    def rest(self, rest: Rest) -> None:
        """Dim, darken or wake every panel."""
        for display in self._displays:
            display.rest(rest)

    def settle(self) -> None:
        """Wait until the panels show what they were given, or cannot."""
        for display in self._displays:
            display.settle()

    def png(self) -> bytes:
        """What the first panel shows; empty without one."""
        return self._displays[0].png() if self._displays else b""

    def lose(self, gone: bool) -> None:
        """Take the simulated panels off their bus, or put them back."""
        for display in self._displays:
            if display.model is not None:
                display.model.gone = gone

    def close(self) -> None:
        """Blank every panel and let go of the buses."""
        for display in self._displays:
            display.close()
