"""The tray as the daemon holds it: opened now or as soon as its hardware answers, and moved by hand where simulated."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Literal

from stbpi.config import Settings
from stbpi.daemon.faults import FaultBoard
from stbpi.daemon.fingers import FORGOTTEN_S, Fingers
from stbpi.rules.said import Said
from stbpi.table.events import ButtonDown, ButtonUp, Event, FlapDoubted, FlapRef, FlapsSeen, Micros
from stbpi.table.lights import Light
from stbpi.table.reports import LinkReport, SwitchReport
from stbpi.table.view import Signal
from stbpi.tray import Profile, Tray, TrayUnavailableError, open_tray
from stbpi.tray.bus import BusLocks
from stbpi.tray.errors import NoSuchFlapError
from stbpi.tray.parts import Place
from stbpi.tray.profile import ButtonRole, LampRole
from stbpi.tray.scanner.framelog import frames_beside
from stbpi.tray.scanner.report import link_report

if TYPE_CHECKING:
    from stbpi.tray.simulated import Simulator

log = logging.getLogger("stbpi")

TRY_AGAIN_S = 5.0
"""How often a tray whose hardware is missing is tried again: within the 5 s a part may take to come back."""

HANDED_OVER_US: Micros = 2_000
"""After a contact has rested for the debounce window, the time until the loop has certainly been told."""

HANDED_ON = 3
"""Rounds of the loop in which a simulated edge becomes an event: from the pin to the loop, and to the picture."""

LATEST_S = 1.0
"""A switch that never rests is not waited for."""

_BUTTONS: Mapping[ButtonRole, Literal["dice", "menu"]] = {ButtonRole.DICE: "dice", ButtonRole.MENU: "menu"}
"""What reports call buttons."""


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
        self.simulated = settings.board.backend == "simulated"
        self._tray: Tray | None = None
        # Of this opening of the tray: parts with faults, and flaps not believed.
        self._faulty: dict[str, str] = {}
        self._doubted: set[FlapRef] = set()
        # Of the simulation, beyond one opening of the tray.
        self._busy: dict[int, str] = {}
        self._broken: tuple[tuple[str, FlapRef | None], ...] = ()
        self._lights: Mapping[int, Light] = {}
        self._retry: asyncio.TimerHandle | None = None
        self._pressing = asyncio.Lock()
        self.fingers = Fingers(self._move_button, self._forget_press)
        """Who is on the dice button from afar."""

    def now(self) -> Micros:
        """The loop's monotonic clock in microseconds."""
        return round(self._loop.time() * 1_000_000)

    def open(self) -> None:
        """Open the tray, or keep trying."""
        self._retry = None
        settings = self._settings
        state = (
            settings.store.path.with_name(settings.store.path.name + ".tray.json") if self.simulated else None
        )
        try:
            self._tray = open_tray(
                self._profile,
                "simulated" if self.simulated else "gpio",
                loop=self._loop,
                emit=self._heard,
                debounce_ms=settings.timing.debounce_ms,
                simulated_state=state,
                seed=settings.dice.seed,
                pin_factory="rpigpio" if settings.board.pin_factory == "rpigpio" else "lgpio",
                report=self._report,
                busy=self._busy,
                locks=self.locks,
                scanner_frames=frames_beside(settings.store.path),
            )
        except TrayUnavailableError as error:
            self._faults.report("tray", "tray_gone", str(error))
            self._retry = self._loop.call_later(TRY_AGAIN_S, self.open)
            return
        if self._tray.simulator is not None:
            for kind, ref in self._broken:
                self._tray.simulator.fault(kind, ref.side if ref else None, ref.flap if ref else None, True)
        self._tray.start()
        self._tray.light(self._lights)
        self._faults.report("tray", "tray_gone", None)

    @property
    def tray(self) -> Tray | None:
        """The tray, while there is one."""
        return self._tray

    @property
    def simulator(self) -> Simulator | None:
        """Hands and faults for a simulated tray, while there is one."""
        return self._tray.simulator if self._tray else None

    def place(self, side: int | None, flap: int | None) -> Place:
        """Where a flap's switch hangs; the dice button's where no flap is said. Raises NoSuchFlapError."""
        of = ButtonRole.DICE if side is None or flap is None else FlapRef(side, flap)
        places = [contact.at for contact in self._profile.contacts if contact.of == of]
        if not places:
            raise NoSuchFlapError(f"there is no flap {flap} on side {side}; say one that the tray has")
        return places[0]

    @property
    def changes(self) -> dict[FlapRef, int]:
        """How often each flap has moved since the tray was opened."""
        statistics = self._tray.statistics if self._tray else {}
        return {
            contact.of: found.changes
            for contact, found in statistics.items()
            if isinstance(contact.of, FlapRef)
        }

    def reports(self, doubted: Collection[FlapRef]) -> tuple[SwitchReport, ...]:
        """What every switch has done since the tray was opened; the flaps ``doubted`` are not believed."""
        now = self.now()
        return tuple(
            SwitchReport(
                name=str(contact).removeprefix("the "),
                side=contact.of.side if isinstance(contact.of, FlapRef) else None,
                flap=contact.of.flap if isinstance(contact.of, FlapRef) else None,
                closed=found.closed,
                changes=found.changes,
                longest_bounce_us=found.longest_bounce,
                last_change_s=None if found.last_change is None else (now - found.last_change) / 1_000_000,
                spikes=found.spikes,
                doubted=found.quarantined or contact.of in doubted,
                button=_BUTTONS[contact.of] if isinstance(contact.of, ButtonRole) else None,
            )
            for contact, found in (self._tray.statistics if self._tray else {}).items()
        )

    @property
    def link(self) -> LinkReport | None:
        """How the line to the flap scanner is; None without a tray, or on one without a scanner."""
        status = self._tray.link if self._tray else None
        return None if status is None else link_report(status)

    def hold_pin(self, pin: int, holder: str | None) -> None:
        """Let another program hold a pin of the simulated Pi, or let go of it; the tray is opened anew."""
        if holder is None:
            self._busy.pop(pin, None)
        else:
            self._busy[pin] = holder
        if self._retry is not None:
            self._retry.cancel()
        self._put_away()
        self.open()

    def forget_fault(self, kind: str, side: int | None, flap: int | None) -> bool:
        """Leave out a fault that was on when the tray went, so that it comes back without it; whether it was on."""
        ref = None if side is None or flap is None else FlapRef(side, flap)
        kept = tuple(fault for fault in self._broken if fault not in ((kind, ref), (kind, None)))
        forgotten, self._broken = kept != self._broken, kept
        return forgotten

    @property
    def picture(self) -> tuple[frozenset[int], ...]:
        """The debounced closed flaps, per side; none are known to be closed without a tray."""
        return self._tray.picture if self._tray else tuple(frozenset() for _ in self._profile.sides)

    @property
    def ambiguous(self) -> frozenset[FlapRef]:
        """The flaps whose switches cannot be told apart at the moment."""
        return self._tray.ambiguous if self._tray else frozenset()

    @property
    def broken(self) -> tuple[tuple[str, FlapRef | None], ...]:
        """The faults of a simulated tray that are on, also while it is away."""
        simulator = self.simulator
        return self._broken if simulator is None else simulator.faults

    @property
    def held_pins(self) -> bool:
        """Whether another program holds a pin of the simulated Pi."""
        return bool(self._busy)

    @property
    def lamps(self) -> tuple[int | None, ...]:
        """The side of each turn lamp that the tray has; None for one of the whole tray."""
        return tuple(lamp.side for lamp in self._profile.lamps if lamp.role is LampRole.TURN)

    @property
    def lights(self) -> Mapping[int, Light]:
        """The sides whose turn lamps are to shine, and how."""
        return self._lights

    def light(self, lights: Mapping[int, Light]) -> None:
        """Let the turn lamps of these sides shine, and no others."""
        self._lights = lights
        if self._tray is not None:
            self._tray.light(lights)

    def signal(self, signal: Signal, *, soft: bool) -> None:
        """Sound a signal, low where it is to be soft."""
        if self._tray is not None:
            self._tray.signal(signal, soft=soft)

    async def press(self, hold_ms: int) -> None:
        """Press the dice button and return when letting go has been debounced.

        While somebody's finger is on it, this is one finger more.
        """
        simulator = self._tray.simulator if self._tray else None
        if simulator is not None and not self.fingers:
            await self.rested(simulator.button(hold_ms))
            return
        async with self._pressing:
            await self.fingers.put(self, for_s=hold_ms / 1000 + FORGOTTEN_S)
            await asyncio.sleep(hold_ms / 1000)
            await self.fingers.lift(self)

    async def _move_button(self, down: bool) -> None:
        """On a simulated tray the pin is pressed, so that it bounces; on a real one that is an event like any other."""
        simulator = self._tray.simulator if self._tray else None
        if simulator is not None:
            await self.rested(simulator.finger(down))
        else:
            self._emit(ButtonDown() if down else ButtonUp())

    def _forget_press(self) -> None:
        """A press that was not seen to its end is none: have the table take the flaps as they are found."""
        self._emit(FlapsSeen(self.picture))

    async def rested(self, at: Micros) -> None:
        """Return when contacts that rest from ``at`` on have been debounced."""
        window = self._tray.resting_after if self._tray else 0
        due = (at + window + HANDED_OVER_US) / 1_000_000
        await asyncio.sleep(max(0.0, due - self._loop.time()))
        # A loop that comes late has its timers all at once, and what they hand on after them.
        in_time = 0
        while in_time < HANDED_ON and self._loop.time() < due + LATEST_S:
            await asyncio.sleep(0)
            in_time = 0 if self._tray is not None and self._tray.behind else in_time + 1

    async def close(self) -> None:
        """Put lamp and buzzer to rest and let go of the pins."""
        if self._retry is not None:
            self._retry.cancel()
        await self.fingers.close()
        if self._tray is not None:
            self._tray.close()

    def _put_away(self) -> None:
        """Close the tray, and with it what it had found wrong."""
        if self._tray is None:
            return
        if self._tray.simulator is not None:
            self._broken = self._tray.simulator.faults
        self._tray.close()
        self._tray = None
        for part, code in tuple(self._faulty.items()):
            self._report(part, code, None)
        for ref in tuple(self._doubted):
            self._heard(FlapDoubted(ref.side, ref.flap, False))

    def _report(self, part: str, code: str, sentence: str | Said | None) -> None:
        if sentence is None:
            self._faulty.pop(part, None)
        else:
            self._faulty[part] = code
        self._faults.report(part, code, sentence)

    def _heard(self, event: Event) -> None:
        if isinstance(event, FlapDoubted):
            (self._doubted.add if event.doubted else self._doubted.discard)(FlapRef(event.side, event.flap))
        self._emit(event)
