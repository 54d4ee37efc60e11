"""The tray as the daemon holds it: opened now or as soon as its hardware answers, and moved by hand where simulated."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection

from stbpi.config import Settings
from stbpi.daemon.faults import FaultBoard
from stbpi.table.events import ButtonDown, ButtonUp, Event, Micros
from stbpi.table.view import Signal
from stbpi.tray import Profile, Tray, TrayUnavailableError, open_tray
from stbpi.tray.bus import BusLocks

log = logging.getLogger("stbpi")

TRY_AGAIN_S = 5.0
"""How often a tray whose hardware is missing is tried again: within the 5 s a part may take to come back."""

HANDED_OVER_US: Micros = 2_000
"""After a contact has rested for the debounce window, the time until the loop has certainly been told."""


class Switches:
    """One tray. Without its hardware the daemon runs on, with no flap closed and a fault that says why."""

    def __init__(
        self, settings: Settings, profile: Profile, faults: FaultBoard, emit: Callable[[Event], None]
    ) -> None:
        self._settings = settings
        self._profile = profile
        self._faults = faults
        self._emit = emit
        self.locks = BusLocks()
        """Whose turn it is on the I2C buses, for all who use them."""
        self._loop = asyncio.get_running_loop()
        self._tray: Tray | None = None
        self._lit: Collection[int] = ()
        self._retry: asyncio.TimerHandle | None = None
        self._pressing = asyncio.Lock()

    def now(self) -> Micros:
        """The loop's monotonic clock in microseconds."""
        return round(self._loop.time() * 1_000_000)

    def open(self) -> None:
        """Open the tray, or keep trying."""
        self._retry = None
        settings = self._settings
        simulated = settings.board.backend == "simulated"
        state = settings.store.path.with_name(settings.store.path.name + ".tray.json") if simulated else None
        try:
            self._tray = open_tray(
                self._profile,
                "simulated" if simulated else "gpio",
                loop=self._loop,
                emit=self._emit,
                debounce_ms=settings.timing.debounce_ms,
                simulated_state=state,
                seed=settings.dice.seed,
                pin_factory="rpigpio" if settings.board.pin_factory == "rpigpio" else "lgpio",
                report=self._faults.report,
                locks=self.locks,
            )
        except TrayUnavailableError as error:
            self._faults.report("tray", "tray_gone", str(error))
            self._retry = self._loop.call_later(TRY_AGAIN_S, self.open)
            return
        self._tray.start()
        self._tray.turn(self._lit)
        self._faults.report("tray", "tray_gone", None)

    @property
    def tray(self) -> Tray | None:
        """The tray, while there is one."""
        return self._tray

    @property
    def picture(self) -> tuple[frozenset[int], ...]:
        """The debounced closed flaps, per side; none are known to be closed without a tray."""
        return self._tray.picture if self._tray else tuple(frozenset() for _ in self._profile.sides)

    def turn(self, sides: Collection[int]) -> None:
        """Light the turn lamps of these sides, and no others."""
        self._lit = sides
        if self._tray is not None:
            self._tray.turn(sides)

    def signal(self, signal: Signal) -> None:
        """Sound a signal, unless the configuration wants silence."""
        if self._tray is not None and self._settings.sound.enabled:
            self._tray.signal(signal)

    async def press(self, hold_ms: int) -> None:
        """Press the dice button and return when letting go has been debounced.

        On a simulated tray the pin is pressed, so that it bounces; on a real one the press is an event like any other.
        """
        simulator = self._tray.simulator if self._tray else None
        if simulator is not None:
            await self.rested(simulator.button(hold_ms))
            return
        async with self._pressing:
            self._emit(ButtonDown())
            await asyncio.sleep(hold_ms / 1000)
            self._emit(ButtonUp())

    async def rested(self, at: Micros) -> None:
        """Return when contacts that rest from ``at`` on have been debounced."""
        window_ms = self._settings.timing.debounce_ms
        window = 1000 * (self._profile.debounce_ms if window_ms is None else window_ms)
        due = (at + window + HANDED_OVER_US) / 1_000_000
        await asyncio.sleep(max(0.0, due - self._loop.time()))

    async def close(self) -> None:
        """Put lamp and buzzer to rest and let go of the pins."""
        if self._retry is not None:
            self._retry.cancel()
        if self._tray is not None:
            self._tray.close()
