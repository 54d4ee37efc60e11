"""People's hands, and bad luck, at a simulated tray: what the web asks of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Sequence

from stbpi.daemon.keeper import Keeper
from stbpi.daemon.panels import Panels
from stbpi.daemon.switches import Switches
from stbpi.table.events import Micros
from stbpi.table.lights import Light
from stbpi.tray import SimulatorError as TraySimulatorError
from stbpi.tray.errors import NoSuchDisplayError, NoSuchFaultError, NoSuchFlapError, TrayAwayError
from stbpi.tray.parts import GpioPin
from stbpi.tray.simulated import Simulator
from stbpi.web.service import Broken, Level, SimulatedParts, SimulatorError, Snapshot

OLED_GONE = "oled_gone"
BUS_ERROR = "bus_error"
BUSY_PIN = "busy_pin"
SLOW_CONSUMER = "slow_consumer"
OF_THE_DAEMON = (OLED_GONE, BUSY_PIN, SLOW_CONSUMER)
"""Faults of what is not the tray itself: panels, other programs on the Pi, the Pi's time."""

OF_A_FLAP = ("stuck", "cut", "floating", "spikes", "ghosting")
"""What can be wrong with one flap's switch, wire or diode."""

EVERY = range(1000)
"""More panels than hang on any tray."""

ANOTHER_PROGRAM = "another-program"

HELD_UP_EVERY_S = 0.5
HELD_UP_S = 0.3
"""A slow consumer blocks the loop for so long, again and again."""


class Hands:
    """The web's ``SimulatedTray``: moves flaps and returns once the debounced picture shows it.

    ``block`` holds up the calling thread for some seconds.
    """

    def __init__(
        self,
        switches: Switches,
        panels: Panels,
        keeper: Keeper,
        latest: Callable[[], Snapshot],
        block: Callable[[float], None] = time.sleep,
    ) -> None:
        self._switches = switches
        self._panels = panels
        self._keeper = keeper
        self._latest = latest
        self._block = block
        self._panels_lost: set[int] = set()
        self._buses_down = False
        self._held_up: asyncio.TimerHandle | None = None
        self._names: tuple[str, ...] = ()

    async def flap(self, side: int, flap: int, *, closed: bool) -> Snapshot:
        """Move one flap, bouncing like the real thing."""
        return await self._done(lambda: self._simulator.flap(side, flap, closed))

    async def edges(self, side: int, flap: int, edges: Sequence[Level]) -> Snapshot:
        """Give one contact these levels at these times."""
        levels = [[at, int(closed)] for at, closed in edges]
        return await self._done(lambda: self._simulator.edges(side, flap, levels))

    async def fault(
        self, kind: str, side: int | None, flap: int | None, *, on: bool, display: int | None = None
    ) -> Snapshot:
        """Switch a named fault on or off."""

        def switch() -> Micros:
            if display is not None and kind != OLED_GONE:
                raise NoSuchFaultError(
                    f'"{kind}" is no fault of a display, only "{OLED_GONE}" is; leave display out'
                )
            if kind in (OLED_GONE, SLOW_CONSUMER) and not (side is None and flap is None):
                of = "of displays" if kind == OLED_GONE else "of the whole tray"
                raise NoSuchFaultError(f'"{kind}" is a fault {of}, not of a flap; leave side and flap out')
            if kind == OLED_GONE:
                change = self._panels_lost.update if on else self._panels_lost.difference_update
                change(self._numbers(display))
                self._lose_panels()
            elif kind == SLOW_CONSUMER:
                self._hold_up(on)
            elif kind == BUSY_PIN:
                self._switches.hold_pin(self._pin(side, flap), ANOTHER_PROGRAM if on else None)
            elif (
                not on and self._switches.simulator is None and self._switches.forget_fault(kind, side, flap)
            ):
                self._buses_went(kind, on)
            else:
                names = self._simulator.fault_names
                if kind not in names:
                    known = ", ".join(sorted((*OF_THE_DAEMON, *names)))
                    raise NoSuchFaultError(f'this simulated tray knows no fault "{kind}"; it knows {known}')
                self._simulator.fault(kind, side, flap, on)
                self._buses_went(kind, on)
            return self._switches.now()

        return await self._done(switch)

    def parts(self) -> SimulatedParts:
        """What there is beside the flaps, and what of it is broken on purpose."""
        if self._switches.simulator is not None:
            # A tray that is away still has them.
            self._names = self._switches.simulator.fault_names
        kinds = set(self._names)
        lights = self._switches.lights
        most_urgent = next((light for light in Light if light in lights.values()), None)
        return SimulatedParts(
            of_flap=tuple(kind for kind in OF_A_FLAP if kind in kinds),
            of_display=(OLED_GONE,) if self._panels.count else (),
            of_all=tuple(sorted((kinds - set(OF_A_FLAP)) | {BUSY_PIN, SLOW_CONSUMER})),
            broken=self._broken(),
            displays=self._panels.sides,
            lamps=tuple(
                (side, most_urgent if side is None else lights.get(side)) for side in self._switches.lamps
            ),
        )

    def _broken(self) -> tuple[Broken, ...]:
        """The faults that are on, those of flaps first."""
        of_tray = (
            Broken(kind, *((ref.side, ref.flap) if ref else ())) for kind, ref in self._switches.broken
        )
        whole = {SLOW_CONSUMER: self._held_up is not None, BUSY_PIN: self._switches.held_pins}
        return (
            *of_tray,
            *(Broken(OLED_GONE, display=number) for number in sorted(self._panels_lost)),
            *(Broken(kind) for kind, on in whole.items() if on),
        )

    def close(self) -> None:
        """Hold nothing up any more."""
        self._hold_up(False)

    @property
    def _simulator(self) -> Simulator:
        simulator = self._switches.simulator
        if simulator is None:
            raise TrayAwayError(
                'the tray is away, since another program holds one of its pins; switch "busy_pin" off first'
            )
        return simulator

    def _pin(self, side: int | None, flap: int | None) -> int:
        """The pin of the Pi that a flap hangs on; the dice button's where no flap is said."""
        place = self._switches.place(side, flap)
        if not isinstance(place, GpioPin):
            raise NoSuchFaultError(
                f"flap {flap} of side {side} hangs on {place}, not on a pin of the Pi; leave side and flap out and "
                "the dice button's pin is busy"
            )
        return place.pin

    def _numbers(self, display: int | None) -> Collection[int]:
        """The numbers of the display that is meant, or of all."""
        count = self._panels.count
        if display is None:
            return range(count)
        if display not in range(count):
            has = f"displays 0 to {count - 1}" if count > 1 else "display 0 alone" if count else "no display"
            raise NoSuchDisplayError(f"there is no display {display}; this tray has {has}")
        return (display,)

    def _buses_went(self, kind: str, on: bool) -> None:
        if kind == BUS_ERROR:  # of every bus, also those that only panels are on
            self._buses_down = on
            self._lose_panels()

    def _lose_panels(self) -> None:
        self._panels.lose(EVERY if self._buses_down else self._panels_lost)

    def _hold_up(self, on: bool) -> None:
        if self._held_up is not None:
            self._held_up.cancel()
            self._held_up = None
        if on:
            self._held_up = asyncio.get_running_loop().call_later(HELD_UP_EVERY_S, self._held)

    def _held(self) -> None:
        self._block(HELD_UP_S)
        self._hold_up(True)

    async def _done(self, act: Callable[[], Micros]) -> Snapshot:
        try:
            rests_at = act()
        except TrayAwayError as error:
            raise SimulatorError("tray_gone", str(error)) from error
        except NoSuchFaultError as error:
            raise SimulatorError("no_such_fault", str(error)) from error
        except NoSuchDisplayError as error:
            raise SimulatorError("no_such_display", str(error)) from error
        except NoSuchFlapError as error:
            code = "no_such_side" if "no side" in str(error) else "no_such_flap"
            raise SimulatorError(code, str(error)) from error
        except TraySimulatorError as error:
            raise SimulatorError("bad_edges", str(error)) from error
        await self._switches.rested(rests_at)
        await self._keeper.idle()
        return self._latest()
