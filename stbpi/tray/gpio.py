"""Switches, lamp and buzzer on GPIO pins, through gpiozero devices that work with any pin factory."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import gpiozero

from stbpi.table.events import Micros
from stbpi.tray.errors import TrayUnavailableError
from stbpi.tray.parts import GpioPin
from stbpi.tray.profile import Lamp, Profile
from stbpi.tray.source import Edge, Numbered

log = logging.getLogger(__name__)

LATEST_EDGE_S = 10.0
"""An edge that seems older than this was stamped by another clock than the loop's (kernels before 5.7 used
the wall clock): the instant it was handed over is taken instead. A loop blocked for this long has lost its
game anyway."""


@dataclass(frozen=True, slots=True)
class Pins:
    """A pin factory and the exceptions its pins raise when the hardware does not answer.

    ``holder`` names who holds a pin, as the kernel knows it; None where nobody does or it cannot be told.
    """

    factory: Any
    errors: tuple[type[Exception], ...]
    holder: Callable[[int], str | None] = lambda pin: None

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
        if getattr(self, "_pin", None) is not None:
            self.pin.when_changed = None
        super().close()


class GpioContacts:
    """Those of a profile's contacts that are on GPIO pins.

    One thread of the pin library serves every pin, and an exception would end it for all. What runs there
    therefore does one thing: hand instant, contact and level to the loop.
    """

    def __init__(self, contacts: Numbered, pins: Pins, loop: asyncio.AbstractEventLoop) -> None:
        self._pins = pins
        self._loop = loop
        self._edge: Edge | None = None
        self._readable = True
        # Inversion happens here and nowhere else.
        self._inverted = 0
        self._switches: list[tuple[int, Switch]] = []
        try:
            for number, contact in contacts:
                if not isinstance(contact.at, GpioPin):
                    continue
                self._inverted |= (not contact.closed_when_made) << number
                handed = partial(self._hand_over, number, contact.closed_when_made)
                with claiming(str(contact), contact.at.pin, pins):
                    switch = Switch(contact.at.pin, handed, pin_factory=pins.factory)
                self._switches.append((number, switch))
        except TrayUnavailableError:
            self.close()
            raise

    def watch(self, edge: Edge) -> None:
        """Report every edge from now on."""
        self._edge = edge

    def read(self) -> int | None:
        """The levels now; None when the pins do not answer, which is logged once."""
        levels = 0
        try:
            for number, switch in self._switches:
                levels |= switch.value << number
        except self._pins.errors as error:
            if self._readable:
                log.warning("the switches cannot be read: %s", error)
            self._readable = False
            return None
        if not self._readable:
            log.warning("the switches can be read again")
        self._readable = True
        return levels ^ self._inverted

    def close(self) -> None:
        """Stop listening and let go of the pins."""
        self._edge = None
        for _, switch in self._switches:
            try:
                switch.close()
            except self._pins.errors as error:
                log.warning("a switch could not be let go of: %s", error)
        self._switches.clear()

    def _hand_over(self, number: int, closed_when_made: bool, ticks: float, made: bool) -> None:
        try:
            self._loop.call_soon_threadsafe(self._arrived, ticks, number, made == closed_when_made)
        except RuntimeError:
            return  # the loop has closed: an edge on the way out of the door

    def _arrived(self, ticks: float, number: int, closed: bool) -> None:
        if self._edge is not None:
            self._edge(instant(ticks, self._loop.time()), number, closed)


class GpioOutput:
    """A lamp or a buzzer on a pin. A pin that does not answer is logged once; the game goes on."""

    def __init__(self, what: str, pin: int, pins: Pins) -> None:
        self.what = what
        self._pins = pins
        self._answers = True
        with claiming(what, pin, pins):
            self._device = gpiozero.DigitalOutputDevice(pin, pin_factory=pins.factory)

    @property
    def lit(self) -> bool:
        """Whether it is on."""
        return bool(self._device.value)

    def turn(self, on: bool) -> None:
        """Switch it on or off."""
        try:
            if on:
                self._device.on()
            else:
                self._device.off()
        except self._pins.errors as error:
            if self._answers:
                log.warning("%s does not answer: %s", self.what, error)
            self._answers = False
        else:
            if not self._answers:
                log.warning("%s answers again", self.what)
            self._answers = True

    def close(self) -> None:
        """Let go of the pin, which floats from then on: put it to rest before."""
        try:
            self._device.close()
        except self._pins.errors as error:
            log.warning("%s could not be let go of: %s", self.what, error)


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


def make_outputs(profile: Profile, pins: Pins) -> tuple[dict[Lamp, GpioOutput], GpioOutput | None]:
    """The lamps and the buzzer of a profile, all off."""
    made: list[GpioOutput] = []
    try:
        lamps = {}
        for lamp in profile.lamps:
            lamps[lamp] = GpioOutput(str(lamp), lamp.pin, pins)
            made.append(lamps[lamp])
        buzzer = None if profile.buzzer is None else GpioOutput("the buzzer", profile.buzzer, pins)
    except TrayUnavailableError:
        for output in made:
            output.close()
        raise
    return lamps, buzzer


def instant(ticks: float, now_s: float) -> Micros:
    """The instant of an edge on the loop's clock, from the seconds its pin factory stamped it with."""
    return round((ticks if 0 <= now_s - ticks <= LATEST_EDGE_S else now_s) * 1_000_000)
