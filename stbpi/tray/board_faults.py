"""What can go wrong with the simulated board between switches and Pi, by name."""

from __future__ import annotations

import errno
from collections.abc import Callable

from stbpi.table.events import Micros
from stbpi.tray.bus_board import BusBoard
from stbpi.tray.errors import NoSuchFaultError
from stbpi.tray.parts import MatrixCell, Place
from stbpi.tray.profile import Profile
from stbpi.tray.profile_checks import pin_uses
from stbpi.tray.scanner.frames import Reset
from stbpi.tray.scanner.plug import SimulatedPlug
from stbpi.tray.scanner.simulated import RESTARTS, SimulatedScanner
from stbpi.tray.timeline import Plan, Timeline

BITES_APART: Micros = 3_000_000
"""How often the watchdog resets the scanner while that goes on."""

MODEM_MANAGER = "ModemManager (process 512)"
"""Who holds a port that is busy: it tries every new port for a modem."""

OF_A_DIODE = ("ghosting",)
"""Those that are a flap's own; whatever else is wrong with the board is so for all of them."""

DIPS_APART: Micros = 1_000_000
"""How often the supply dips while it is not mended."""


class BoardFaults:
    """The faults a board of this profile can have. ``switches`` has, by name, what turns each on and off; a place
    given with it is the one it is about.
    """

    def __init__(self, profile: Profile, board: BusBoard, timeline: Timeline) -> None:
        self._board = board
        self._timeline = timeline
        self._dip: Plan | None = None
        self._bite: Plan | None = None
        self.switches: dict[str, Callable[[bool, Place | None], None]] = {"bus_error": self._bus_error}
        if any(pin_uses(profile)):
            self.switches["pins_gone"] = lambda on, place: board.lose_pins(on)
        if profile.expanders:
            self.switches["expander_reset"] = self._expander_reset
        if any(expander.interrupt is not None for expander in profile.expanders):
            self.switches["interrupt_lost"] = lambda on, place: board.cut_interrupts(on)
        if profile.matrix is not None:
            self.switches["ghosting"] = self._ghosting
        if board.plug is not None and board.scanner is not None:
            self._of_the_scanner(board.plug, board.scanner)

    def _of_the_scanner(self, plug: SimulatedPlug, scanner: SimulatedScanner) -> None:
        """The plug is pulled, another program holds the port, the line is noisy, the watchdog bites again and again."""

        def hold(on: bool, place: Place | None) -> None:
            plug.holder = MODEM_MANAGER if on else None
            if on:
                plug.hang_up()

        def spoil(on: bool, place: Place | None) -> None:
            plug.noisy = on

        def bite(at: Micros) -> None:
            scanner.reset(Reset.WATCHDOG, RESTARTS)
            self._bite = self._timeline.at(at + BITES_APART, bite)

        def reset(on: bool, place: Place | None) -> None:
            if self._bite is not None:
                self._bite.call_off()
                self._bite = None
            if on:
                bite(self._timeline.now)

        self.switches |= {
            "serial_lost": lambda on, place: plug.pull(on),
            "serial_busy": hold,
            "serial_noise": spoil,
            "scanner_reset": reset,
        }

    def _bus_error(self, on: bool, place: Place | None) -> None:
        """Nobody acknowledges on any bus."""
        self._board.bus_trouble(errno.EREMOTEIO if on else None)

    def _expander_reset(self, on: bool, place: Place | None) -> None:
        """The supply dips, again and again."""
        if self._dip is not None:
            self._dip.call_off()
            self._dip = None
        if on:
            self._power_dips(self._timeline.now)

    def _power_dips(self, at: Micros) -> None:
        self._board.power_dip()
        self._dip = self._timeline.at(at + DIPS_APART, self._power_dips)

    def _ghosting(self, on: bool, place: Place | None) -> None:
        """The diode at a place lets current through both ways."""
        if not isinstance(place, MatrixCell):
            raise NoSuchFaultError(
                f'"ghosting" is a fault of a diode in the matrix, and this flap hangs on {place}'
            )
        if self._board.matrix is not None:
            self._board.matrix.bridge(place.row, place.column, on)
