"""The simulated board under a simulated tray: chips, buses and wires as a profile has them, for switches to hang on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from random import Random

from stbpi.table.events import Micros
from stbpi.tray.bus import Smbus, SpiDevice
from stbpi.tray.bus_runner import Runner, Stepped, TimelineRunner
from stbpi.tray.bus_simulated import SimulatedI2c, SimulatedSpi
from stbpi.tray.hc165_chip import Hc165Chip
from stbpi.tray.matrix_board import MatrixBoard
from stbpi.tray.mcp23017_chip import Drive, Mcp23017Chip
from stbpi.tray.mock_pins import SimulatedFactory
from stbpi.tray.parts import (
    ChainInput,
    Expander,
    ExpanderPin,
    MatrixCell,
    Place,
    Scanner,
    ScannerButton,
    ScannerCell,
)
from stbpi.tray.profile import Profile
from stbpi.tray.scanner.backend import Opener, ScannerContacts
from stbpi.tray.scanner.plug import SimulatedPlug
from stbpi.tray.scanner.simulated import SimulatedScanner
from stbpi.tray.simulated_contacts import Line
from stbpi.tray.timeline import Timeline


class BusBoard:
    """Everything of a profile that is not on pins of the Pi alone. It is also the ``Hardware`` that reaches it.

    ``i2c`` has the buses by number, ``expanders`` the chips by the expander's name, ``spi`` the chains by the
    chain's name.
    """

    def __init__(self, profile: Profile, factory: SimulatedFactory, timeline: Timeline) -> None:
        self._profile = profile
        self._factory = factory
        self._timeline = timeline
        self.i2c: dict[int, SimulatedI2c] = {}
        self.expanders: dict[str, Mcp23017Chip] = {}
        self._interrupts: dict[int, list[Mcp23017Chip]] = defaultdict(list)
        self._interrupts_cut: set[int] = set()
        for expander in profile.expanders:
            self._add_expander(expander)
        self._chains: dict[str, list[Hc165Chip]] = {}
        self.spi: dict[str, SimulatedSpi] = {}
        for chain in profile.chains:
            chips = self._chains[chain.name] = [Hc165Chip() for _ in range(chain.chips)]
            spi = self.spi[chain.name] = SimulatedSpi(chips)
            factory.pin(chain.latch).driven = partial(_latch, spi)
        self.matrix: MatrixBoard | None = None
        if profile.matrix is not None:
            self.matrix = MatrixBoard(
                [factory.pin(pin) for pin in profile.matrix.rows],
                [factory.pin(pin) for pin in profile.matrix.columns],
                diodes=profile.matrix.diodes,
                clock=lambda: timeline.instant,
            )

        self.scanner: SimulatedScanner | None = None
        self.plug: SimulatedPlug | None = None
        self.scanner_opener: Opener | None = None
        """Who opens the scanner's port; the plug itself, unless the bytes are to go over another line."""
        if profile.scanner is not None:
            self.scanner = SimulatedScanner(profile.scanner.rows, profile.scanner.columns, timeline)
            self.plug = self.scanner_opener = SimulatedPlug(self.scanner, timeline, Random(profile.name))

    def line(self, place: Place) -> Line | None:
        """What a switch at ``place`` is to be wired to; None where that is not on this board."""
        if isinstance(place, ExpanderPin):
            return partial(self.expanders[place.expander].ground, place.bit)
        if isinstance(place, ChainInput):
            chip, number = self._chains[place.chain][place.chip - 1], place.input
            return lambda made, at: chip.ground(number, made)
        if isinstance(place, MatrixCell) and self.matrix is not None:
            return partial(self.matrix.switch, place.row, place.column)
        if isinstance(place, ScannerCell) and self.scanner is not None:
            return partial(self.scanner.switch, place.row, place.column)
        if isinstance(place, ScannerButton) and self.scanner is not None:
            return self.scanner.button
        return None

    # What can go wrong.

    def cut_interrupts(self, cut: bool) -> None:
        """Cut the wires from INT to the Pi, or mend them."""
        self._interrupts_cut = set(self._interrupts) if cut else set()
        for pin in self._interrupts:
            self._pull(pin, self._timeline.instant)

    def lose_pins(self, gone: bool) -> None:
        """Let none of the Pi's own pins answer, or all again."""
        self._factory.lose(gone)

    def power_dip(self) -> None:
        """Let the supply of every expander dip, so that it loses its settings."""
        for chip in self.expanders.values():
            chip.power_on()

    def bus_trouble(self, errno: int | None) -> None:
        """Let every transfer on every bus end with an errno, or none."""
        for i2c in self.i2c.values():
            i2c.trouble = errno
        for spi in self.spi.values():
            spi.trouble = errno

    # Hardware.

    def check(self, *, i2c: bool, spi: bool) -> None:
        """Nothing needs to be installed."""

    def settle(self, for_us: Micros) -> None:
        """Time passes for the wires only: no simulated switch moves meanwhile."""
        if self.matrix is not None:
            self.matrix.wait(for_us)

    def runner(self, name: str, stepped: Sequence[Stepped]) -> Runner:
        """The simulation's timeline."""
        return TimelineRunner(stepped, self._timeline)

    def scanner_ports(self, scanner: Scanner) -> Opener:
        """The plug of the simulated scanner."""
        if self.scanner_opener is None:
            raise FileNotFoundError(2, "No such file or directory", "/dev/serial/by-id")
        return self.scanner_opener

    def listener(self, contacts: ScannerContacts) -> Runner:
        """The simulation's timeline, and whatever the scanner sends."""
        runner = TimelineRunner([contacts], self._timeline)
        if self.plug is not None:
            self.plug.woken = partial(runner.wake, contacts)
        return runner

    def open_i2c(self, bus: int) -> Smbus:
        """A simulated bus."""
        return self.i2c[bus]

    def open_spi(self, bus: int, device: int, khz: int) -> SpiDevice:
        """A simulated chain."""
        for chain in self._profile.chains:
            if (chain.bus, chain.device) == (bus, device):
                return self.spi[chain.name]
        raise FileNotFoundError(2, "No such file or directory", f"/dev/spidev{bus}.{device}")

    def _add_expander(self, expander: Expander) -> None:
        pin = expander.interrupt
        chip = Mcp23017Chip(
            lambda: self._timeline.instant,
            (lambda at: None) if pin is None else partial(self._pull, pin),
        )
        self.expanders[expander.name] = chip
        self.i2c.setdefault(expander.bus, SimulatedI2c()).attach(expander.address, chip)
        if pin is not None:
            self._interrupts[pin].append(chip)

    def _pull(self, pin: int, at: Micros) -> None:
        """The INT outputs of all chips on one wire, which the Pi pulls up."""
        cut = pin in self._interrupts_cut
        low = not cut and any(chip.interrupts[0] is Drive.LOW for chip in self._interrupts[pin])
        self._factory.line(pin)(low, at)


def _latch(spi: SimulatedSpi, drives: bool | None) -> None:
    # A latch nobody drives floats high.
    spi.latch(drives is False)
