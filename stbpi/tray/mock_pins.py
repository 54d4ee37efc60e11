"""gpiozero's mock pins, made fit to run for weeks and to keep the instants of planned edges."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gpiozero import GPIOPinInUse, GPIOZeroError
from gpiozero.pins.mock import MockFactory, MockPin

from stbpi.table.events import Micros


class SimulatedPin(MockPin):  # type: ignore[misc]
    """A pin with a switch to ground on it.

    The stock mock pin keeps every state it ever had, which a floating switch would turn into a leak, stamps
    edges with the time of the wall's monotonic clock, and forgets what drives it when its pull is set.
    """

    _grounded = False
    _at_s: float | None = None
    _state: float
    _frequency: float | None = None
    states: list[object]
    driven: Callable[[bool | None], None] | None = None
    """Told what the pin drives its wire to, whenever that may have changed; None: it lets go of it."""

    def follow_silently(self) -> None:
        """Be at the level of the wire, without an edge: nobody was looking when it came to it."""
        if self._function == "input" and (self._grounded or self._pull == "up"):
            self._state = not self._grounded

    def ground(self, grounded: bool, at_s: float) -> None:
        """Connect the pin to ground, or let go of it, at an instant (seconds on the factory's clock)."""
        self._grounded = grounded
        self._at_s = at_s
        try:
            if self.function == "input" and not self.factory.gone:
                self._follow()
        finally:
            self._at_s = None

    def _get_state(self) -> float:
        self.factory.answer()
        return self._state

    def _set_function(self, value: str) -> None:
        self.factory.answer()
        super()._set_function(value)
        self._tell(None if value == "input" else bool(self._state))

    def _set_state(self, value: float) -> None:
        self.factory.answer()
        if self._frequency is None:
            super()._set_state(bool(value))
        else:
            # The part of each period in which it is high.
            self._change_state(value)
        self._tell(bool(self._state))

    def _get_frequency(self) -> float | None:
        return self._frequency

    def _set_frequency(self, value: float | None) -> None:
        self.factory.answer()
        self._frequency = value
        if value is None:
            self._change_state(False)

    def _tell(self, drives: bool | None) -> None:
        if self.driven is not None:
            self.driven(drives)

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self._follow()

    def _follow(self) -> None:
        if self._grounded:
            self.drive_low()
        elif self.pull == "up":
            self.drive_high()

    def _change_state(self, value: float) -> bool:
        if self._state == value:
            return False
        self._state = value
        self._last_change = self.factory.ticks() if self._at_s is None else self._at_s
        return True

    def clear_states(self) -> None:
        """Begin anew: nothing is recorded."""
        self._last_change = self.factory.ticks()
        self.states = []


class SimulatedFactory(MockFactory):  # type: ignore[misc]
    """Mock pins on the clock of an event loop. ``clock`` gives seconds, ``busy`` has the pins that another
    program holds and its name. While ``gone`` no pin answers: what is asked of one raises GPIOZeroError.
    """

    def __init__(self, clock: Callable[[], float], busy: Mapping[int, str] | None = None) -> None:
        # Given outright: the stock factory would look into the environment for both.
        super().__init__(revision="a02082", pin_class=SimulatedPin)
        self._clock = clock
        self._busy = busy or {}
        self.gone = False

    def answer(self) -> None:
        """Raise GPIOZeroError while the pins are gone."""
        if self.gone:
            raise GPIOZeroError("the GPIO chip does not answer")

    def lose(self, gone: bool) -> None:
        """Let no pin answer any more, or all again; what moves meanwhile makes no edges."""
        self.gone = gone
        if not gone:
            for pin in self.pins.values():
                pin.follow_silently()

    def close(self) -> None:
        """Let go of every pin; the chip itself may come and go."""
        self.gone = False
        super().close()

    def reserve_pins(self, requester: object, *names: int) -> None:
        """Refuse what another program holds, as the kernel would when the pin is claimed."""
        for name in names:
            if name in self._busy:
                raise GPIOPinInUse("GPIO busy")
        super().reserve_pins(requester, *names)

    def ticks(self) -> float:
        """Seconds on the loop's clock."""
        return self._clock()

    def line(self, number: int) -> Callable[[bool, Micros], None]:
        """The wire from a switch to pin ``number``: called with whether it is made, and the instant of that."""
        pin = self.pin(number)
        return lambda made, at: pin.ground(made, at / 1_000_000)
