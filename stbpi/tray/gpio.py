"""Switches, lamp and buzzer on GPIO pins, through gpiozero devices that work with any pin factory."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import gpiozero

from stbpi.table.events import Micros
from stbpi.tray.bus_faults import Report, StandingFault, named
from stbpi.tray.debounce import bits
from stbpi.tray.errors import TrayUnavailableError
from stbpi.tray.parts import GpioPin
from stbpi.tray.profile import Lamp, Profile
from stbpi.tray.source import Edge, Numbered

log = logging.getLogger(__name__)

LATEST_EDGE_S = 10.0
"""An edge that seems older than this was stamped by another clock than the loop's (kernels before 5.7 used
the wall clock): the instant it was handed over is taken instead. A loop blocked for this long has lost its
game anyway."""

RETRY_S = 1.0
"""Between attempts to switch an output whose pin does not answer."""

TONE_HZ = 2700
"""Where small piezo discs are loudest, by their data sheets between 2 and 4 kHz; a pin of the Pi can change as fast."""

LOUD = 0.5
SOFT = 0.04
"""The part of each period in which a tone's pin is high: a half is the loudest, whatever is much shorter is low."""


@dataclass(frozen=True, slots=True)
class Pins:
    """A pin factory and the exceptions its pins raise when the hardware does not answer.

    ``holder`` names who holds a pin, as the kernel knows it; None where nobody does or it cannot be told.
    """

    factory: Any
    errors: tuple[type[Exception], ...]
    holder: Callable[[int], str | None] = lambda pin: None
    kept: list[str] = field(default_factory=list)
    """What could not be let go of: the first of it has been said, and all else is as silent as its chip."""

    def close(self) -> None:
        """Let go of every pin and of the chip."""
        try:
            self.factory.close()
        except self.errors as error:
            log.warning("the pins could not be let go of: %s", error)


class Switch(gpiozero.InputDevice):  # type: ignore[misc]
    """One switch between a pin and ground.

    gpiozero's ``Button`` drops the instant of an edge, so this listens to the pin itself. Its
    ``bounce_time`` stays unset for good: it locks edges out and can lose the last one, see
    ``stbpi.tray.debounce``.
    """

    def __init__(self, pin: int, changed: Callable[[float, bool], None], *, pin_factory: Any) -> None:
        super().__init__(pin, pull_up=True, pin_factory=pin_factory)
        self._changed = changed
        try:
            self.pin.bounce = None
            self.pin.edges = "both"
            self.pin.when_changed = self._pin_changed
        except BaseException:
            self.close()
            raise

    def _pin_changed(self, ticks: float, state: int | bool) -> None:
        self._changed(ticks, bool(self._state_to_value(state)))

    def close(self) -> None:
        """Stop listening, then let go of the pin."""
        try:
            if getattr(self, "_pin", None) is not None:
                self.pin.when_changed = None
        finally:
            super().close()


class GpioContacts:
    """Those of a profile's contacts that are on GPIO pins.

    One thread of the pin library serves every pin, and an exception would end it for all. What runs there
    therefore does one thing: hand instant, contact and level to the loop. Pins that do not answer are one fault of
    one part, told to ``report``.
    """

    def __init__(
        self, contacts: Numbered, pins: Pins, loop: asyncio.AbstractEventLoop, report: Report
    ) -> None:
        self._pins = pins
        self._loop = loop
        self._edge: Edge | None = None
        self._fault = StandingFault(report, "pins", "part_gone", lambda call: call())
        # Inversion happens here and nowhere else.
        self._inverted = 0
        self._switches: list[tuple[int, Switch]] = []
        self._names: dict[int, str] = {}
        try:
            for number, contact in contacts:
                if not isinstance(contact.at, GpioPin):
                    continue
                self._inverted |= (not contact.closed_when_made) << number
                handed = partial(self._hand_over, number, contact.closed_when_made)
                with claiming(str(contact), contact.at.pin, pins):
                    switch = Switch(contact.at.pin, handed, pin_factory=pins.factory)
                self._switches.append((number, switch))
                self._names[number] = str(contact)
        except TrayUnavailableError:
            self.close()
            raise
        self._all = sum(1 << number for number in self._names)
        self._silent = 0
        # Raised, as far as nothing has been read.
        self._levels = self._inverted

    def watch(self, edge: Edge) -> None:
        """Report every edge from now on."""
        self._edge = edge

    def read(self) -> int | None:
        """The levels now. A pin that does not answer keeps its switch as it was, and the others go on.

        None while no pin answers, and once when one answers again: nobody saw what moved meanwhile.
        """
        before, self._silent = self._silent, 0
        trouble: Exception | None = None
        for number, switch in self._switches:
            bit = 1 << number
            try:
                self._levels = self._levels | bit if switch.value else self._levels & ~bit
            except self._pins.errors as error:
                self._silent |= bit
                trouble = error
        now = round(self._loop.time() * 1_000_000)
        if trouble is None:
            self._fault.well(now)
        else:
            self._fault.bad(now, self._sentence(trouble))
        if before & ~self._silent or (self._all and self._silent == self._all):
            return None
        return self._levels ^ self._inverted

    def close(self) -> None:
        """Stop listening and let go of the pins."""
        self._edge = None
        let_go("the switches on the Pi's pins", [switch for _, switch in self._switches], self._pins)
        self._switches.clear()

    def _sentence(self, trouble: Exception) -> str:
        silent = [self._names[number] for number in bits(self._silent)]
        which = "the switches on the Pi's pins" if self._silent == self._all else named(silent)
        return (
            f"{which} cannot be read: {trouble}; stop other programs that use the pins, or start the Pi anew, "
            "they count again once their pins answer"
        )

    def _hand_over(self, number: int, closed_when_made: bool, ticks: float, made: bool) -> None:
        try:
            self._loop.call_soon_threadsafe(self._arrived, ticks, number, made == closed_when_made)
        except RuntimeError:
            return  # the loop has closed: an edge on the way out of the door

    def _arrived(self, ticks: float, number: int, closed: bool) -> None:
        if self._edge is not None:
            self._edge(instant(ticks, self._loop.time()), number, closed)


class GpioOutput:
    """A lamp or a buzzer on a pin. One that does not answer is a fault told to ``report``, and is tried again until it
    does what it was told last; the game goes on.
    """

    def __init__(
        self, what: str, pin: int, pins: Pins, loop: asyncio.AbstractEventLoop, report: Report
    ) -> None:
        self.what = what
        self._pins = pins
        self._loop = loop
        self._report = report
        self._answers = True
        self._retry: asyncio.TimerHandle | None = None
        with claiming(what, pin, pins):
            self._device = self._open(pin)

    def _open(self, pin: int) -> Any:
        return gpiozero.DigitalOutputDevice(pin, pin_factory=self._pins.factory)

    def _switch(self, on: bool) -> None:
        if on:
            self._device.on()
        else:
            self._device.off()

    @property
    def lit(self) -> bool:
        """Whether it is on."""
        return bool(self._device.value)

    def turn(self, on: bool) -> None:
        """Switch it on or off."""
        self._forget_retry()
        try:
            self._switch(on)
        except self._pins.errors as error:
            self._retry = self._loop.call_later(RETRY_S, self.turn, on)
            if self._answers:
                self._tell(
                    f"{self.what} cannot be switched {'on' if on else 'off'}: {error}; stop other programs that use "
                    "its pin, or start the Pi anew, it is tried again until it answers"
                )
            self._answers = False
        else:
            if not self._answers:
                self._tell(None)
            self._answers = True

    def close(self) -> None:
        """Let go of the pin, which floats from then on: put it to rest before."""
        self._forget_retry()
        let_go(self.what, [self._device], self._pins)

    def _forget_retry(self) -> None:
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None

    def _tell(self, sentence: str | None) -> None:
        self._report(self.what.removeprefix("the "), "part_gone", sentence)


class GpioTone(GpioOutput):
    """A passive buzzer, which sounds as fast as its pin changes. ``soft`` makes it low."""

    soft = False

    def _open(self, pin: int) -> Any:
        return gpiozero.PWMOutputDevice(pin, frequency=TONE_HZ, pin_factory=self._pins.factory)

    def _switch(self, on: bool) -> None:
        self._device.value = (SOFT if self.soft else LOUD) if on else 0


def let_go(what: str, devices: Iterable[Any], pins: Pins) -> None:
    """Close gpiozero devices; pins that do not answer even then cost one line in the log, for all of them."""
    trouble: Exception | None = None
    for device in devices:
        try:
            device.close()
        except pins.errors as error:
            trouble = error
            # Else the device tries it again when it is collected, where nobody can catch what that raises.
            device._pin = None
    if trouble is not None:
        if not pins.kept:
            log.warning("%s could not be let go of: %s", what, trouble)
        pins.kept.append(what)


@contextmanager
def claiming(what: str, pin: int, pins: Pins) -> Iterator[None]:
    """Turn a pin that cannot be had into one sentence naming what was to be on it."""
    try:
        yield
    except pins.errors as error:
        holder = pins.holder(pin)
        holds = f'"{holder}" holds it' if holder else "another program or an overlay in config.txt holds it"
        raise TrayUnavailableError(
            f"GPIO {pin} for {what} cannot be had: {error}; {holds}: "
            "stop that, or move the wire and the profile to a free pin"
        ) from error


def make_outputs(
    profile: Profile, pins: Pins, loop: asyncio.AbstractEventLoop, report: Report
) -> tuple[dict[Lamp, GpioOutput], GpioOutput | None]:
    """The lamps and the buzzer of a profile, all off."""
    made: list[GpioOutput] = []
    try:
        lamps = {}
        for lamp in profile.lamps:
            lamps[lamp] = GpioOutput(str(lamp), lamp.pin, pins, loop, report)
            made.append(lamps[lamp])
        sounding = GpioTone if profile.buzzer_passive else GpioOutput
        buzzer = (
            None if profile.buzzer is None else sounding("the buzzer", profile.buzzer, pins, loop, report)
        )
    except TrayUnavailableError:
        for output in made:
            output.close()
        raise
    return lamps, buzzer


def instant(ticks: float, now_s: float) -> Micros:
    """The instant of an edge on the loop's clock, from the seconds its pin factory stamped it with."""
    return round((ticks if 0 <= now_s - ticks <= LATEST_EDGE_S else now_s) * 1_000_000)
