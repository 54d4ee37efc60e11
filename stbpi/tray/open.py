"""Opening a tray: the one place where its parts are made, started and put away, in order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from stbpi.table.events import Event, FlapRef, Micros
from stbpi.table.lights import Light
from stbpi.table.view import Signal
from stbpi.tray.bus import BusLocks
from stbpi.tray.bus_faults import Report
from stbpi.tray.parts import GpioPin, Simulation
from stbpi.tray.profile import Backend, Contact, LampRole, Profile

if TYPE_CHECKING:
    from stbpi.tray.bus_hardware import Hardware
    from stbpi.tray.gpio import GpioOutput, Pins
    from stbpi.tray.reader import ContactStatistics
    from stbpi.tray.scanner.backend import LinkStatus
    from stbpi.tray.simulated import Simulator


class Tray:
    """A tray that is open. Made by ``open_tray``; everything happens on its event loop.

    ``simulator`` moves the flaps of a simulated tray and is None on a real one.
    """

    def __init__(
        self,
        profile: Profile,
        pins: Pins,
        *,
        loop: asyncio.AbstractEventLoop,
        emit: Callable[[Event], None],
        debounce_ms: int,
        simulator: Simulator | None,
        hardware: Hardware,
        locks: BusLocks,
        report: Report,
        scanner_frames: Path | None,
    ) -> None:
        from stbpi.tray.bus_opening import BusContacts
        from stbpi.tray.filters import scanner_window_ms
        from stbpi.tray.gpio import GpioContacts, GpioTone, make_outputs
        from stbpi.tray.lamps import LampPlayer
        from stbpi.tray.reader import FlapReader
        from stbpi.tray.signals import BuzzerPlayer
        from stbpi.tray.source import ContactSource, JoinedContacts

        self.profile = profile
        usual = replace(profile.filtering, debounce_ms=debounce_ms)
        self._loop = loop
        self.simulator = simulator
        self._pins = pins
        on_pins = GpioContacts(tuple(enumerate(profile.contacts)), pins, loop, report)
        sources: list[ContactSource] = (
            [on_pins] if any(isinstance(contact.at, GpioPin) for contact in profile.contacts) else []
        )
        if simulator is not None and any(isinstance(contact.at, Simulation) for contact in profile.contacts):
            sources.append(simulator.contacts)
        with ExitStack() as opened:
            opened.callback(on_pins.close)
            self._buses = BusContacts(
                profile,
                pins,
                hardware,
                loop=loop,
                locks=locks,
                report=report,
                debounce_ms=scanner_window_ms(profile.contacts, profile.filtering, usual),
                scanner_frames=scanner_frames,
            )
            opened.callback(self._buses.close)
            self._contacts = JoinedContacts([*sources, *self._buses.sources])
            self._lamps, self._buzzer = make_outputs(profile, pins, loop, report)
            self._tone = GpioTone
            opened.pop_all()
        self._reader = FlapReader(
            profile,
            self._contacts,
            loop=loop,
            emit=emit,
            usual=usual,
            report=report,
        )
        self._buses.watch_doubts(self._reader.doubt)
        if self._buses.scanner is not None:
            self._buses.scanner.handover.anew = self._reader.take_anew
        self._shining = {
            lamp: LampPlayer(loop, output.turn)
            for lamp, output in self._lamps.items()
            if lamp.role is LampRole.TURN
        }
        self._player = None if self._buzzer is None else BuzzerPlayer(loop, self._buzzer.turn)
        self._closed = False

    def start(self) -> None:
        """Read the flaps and emit ``FlapsSeen``, before this returns; then emit what changes."""
        self._buses.start()
        self._reader.start()

    @property
    def picture(self) -> tuple[frozenset[int], ...]:
        """The debounced flap numbers that are closed, per side."""
        return self._reader.picture

    @property
    def statistics(self) -> dict[Contact, ContactStatistics]:
        """What each switch has done since the start."""
        return self._reader.statistics

    @property
    def ambiguous(self) -> frozenset[FlapRef]:
        """The flaps whose switches cannot be told apart at the moment."""
        return self._reader.ambiguous

    @property
    def resting_after(self) -> Micros:
        """How long after its last edge the slowest switch is told of."""
        return self._reader.resting_after

    @property
    def behind(self) -> bool:
        """Whether something is due, of switches or of a simulation, that a late loop has not come to."""
        to_come = None if self.simulator is None else self.simulator.next_happening
        return self._reader.behind or (
            to_come is not None and to_come <= round(self._loop.time() * 1_000_000)
        )

    @property
    def link(self) -> LinkStatus | None:
        """How the line to the flap scanner is; None on a tray without one."""
        return None if self._buses.scanner is None else self._buses.scanner.status

    @property
    def lit(self) -> frozenset[int | None]:
        """The sides whose turn lamps are on; None among them for the lamp that tells of the whole tray."""
        return frozenset(lamp.side for lamp, output in self._lamps.items() if output.lit)

    @property
    def buzzing(self) -> bool:
        """Whether the buzzer sounds this instant."""
        return self._buzzer is not None and self._buzzer.lit

    def signal(self, signal: Signal, *, soft: bool = False) -> None:
        """Sound a signal, without waiting for it. Nothing happens on a tray without a buzzer.

        ``soft`` makes it low, where the buzzer is a passive one.
        """
        if self._player is None or self._closed:
            return
        if isinstance(self._buzzer, self._tone):
            self._buzzer.soft = soft
        self._player.play(signal)

    def light(self, lights: Mapping[int, Light]) -> None:
        """Let the turn lamps of these sides shine; put out the others.

        A lamp for the whole tray shows the most urgent. Nothing happens on a tray without lamps.
        """
        if self._closed:
            return
        most_urgent = next((light for light in Light if light in lights.values()), None)
        for lamp, player in self._shining.items():
            player.show(most_urgent if lamp.side is None else lights.get(lamp.side))

    def close(self) -> None:
        """Emit nothing more; put lamp and buzzer to rest, then let go of them, the switches and the pins.

        In that order: an output whose pin is let go of floats, and may sound for ever if it was on. A second
        time does nothing.
        """
        if self._closed:
            return
        self._closed = True
        outputs: list[GpioOutput] = [*self._lamps.values(), *([self._buzzer] if self._buzzer else [])]
        # Whatever one of them raises, all others are put away before it goes on.
        with ExitStack() as last_first:
            last_first.callback(self._pins.close)
            if self.simulator is not None:
                last_first.callback(self.simulator.close)
            last_first.callback(self._buses.close)
            last_first.callback(self._contacts.close)
            for output in reversed(outputs):
                last_first.callback(output.close)
            for output in reversed(outputs):
                last_first.callback(output.turn, False)
            for player in self._shining.values():
                last_first.callback(player.show, None)
            if self._player is not None:
                last_first.callback(self._player.silence)
            last_first.callback(self._reader.close)


def open_tray(
    profile: Profile,
    backend: Backend,
    *,
    loop: asyncio.AbstractEventLoop,
    emit: Callable[[Event], None],
    debounce_ms: int | None = None,
    simulated_state: Path | None = None,
    seed: int | None = None,
    pin_factory: Literal["lgpio", "rpigpio"] = "lgpio",
    locks: BusLocks | None = None,
    report: Report = lambda part, code, sentence: None,
    busy: Mapping[int, str] | None = None,
    scanner_frames: Path | None = None,
) -> Tray:
    """Open the tray that ``profile`` describes.

    ``emit`` is called on ``loop`` with ``FlapsSeen``, ``FlapsChanged``, ``FlapDoubted``, ``ButtonDown`` and
    ``ButtonUp``; instants in them are microseconds of ``loop.time()``. ``debounce_ms`` None leaves the window to the
    profile. A simulated tray keeps its flaps in the file ``simulated_state``, and bounces the same way again
    for the same ``seed``; ``busy`` has those of its pins that another program
    holds, and its name. ``locks`` are shared with all others who use the same buses. ``report`` is called on
    ``loop`` with a part, a code and a sentence when something of it does not work, and with None instead
    of the sentence once it does. The last frames of a scanner whose link fails are written to the file
    ``scanner_frames``.

    Raises ``TrayUnavailableError`` where the hardware cannot be had; what was opened by then is closed again.
    Raises ``NotReadableError`` where the backend cannot read what the profile describes.
    """
    profile.check_readable(backend)
    simulator: Simulator | None = None
    window_ms = profile.debounce_ms if debounce_ms is None else debounce_ms
    if backend == "simulated":
        from stbpi.tray.physics import Physics
        from stbpi.tray.simulated import Simulator

        # A simulated finger is slow enough for the debounce it plays against.
        physics = Physics(finger=max(Physics().finger, 2000 * window_ms))
        simulator = Simulator(
            profile, loop=loop, state=simulated_state, seed=seed, physics=physics, busy=busy
        )
        pins = simulator.pins
        hardware: Hardware = simulator.board
    else:
        from stbpi.tray.bus_hardware import PiHardware
        from stbpi.tray.factory import no_pins, open_pins
        from stbpi.tray.profile_checks import pin_uses

        # A tray that hangs on a scanner alone can be played on any computer.
        pins = open_pins(pin_factory) if any(pin_uses(profile)) else no_pins()
        hardware = PiHardware()
    try:
        return Tray(
            profile,
            pins,
            loop=loop,
            emit=emit,
            debounce_ms=window_ms,
            simulator=simulator,
            hardware=hardware,
            locks=locks or BusLocks(),
            report=report,
            scanner_frames=scanner_frames,
        )
    except BaseException:
        if simulator is not None:
            simulator.close()
        pins.close()
        raise
