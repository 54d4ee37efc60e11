"""From a profile's expanders, chains and matrix to sources of contacts, and what keeps them going."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import gpiozero

from stbpi.tray.bus import BusLocks, I2cLine
from stbpi.tray.bus_contacts import Doubt, Part, PolledContacts
from stbpi.tray.bus_faults import Report
from stbpi.tray.bus_hardware import Hardware
from stbpi.tray.bus_runner import Runner, Stepped
from stbpi.tray.debounce import DEFAULT_WINDOW_MS
from stbpi.tray.gpio import Pins, Switch, claiming, let_go
from stbpi.tray.hc165 import Hc165Chain
from stbpi.tray.matrix import MatrixPart
from stbpi.tray.mcp23017 import Mcp23017
from stbpi.tray.parts import (
    Chain,
    ChainInput,
    Expander,
    ExpanderPin,
    Matrix,
    MatrixCell,
    Scanner,
    ScannerButton,
    ScannerCell,
)
from stbpi.tray.profile import Profile
from stbpi.tray.source import ContactSource, Numbered

if TYPE_CHECKING:
    from stbpi.tray.scanner.backend import ScannerContacts


class BusContacts:
    """Every contact of a profile that hangs on an expander, a chain or the matrix.

    Opening never fails for a part that does not answer: it is reported and tried until it does.
    Raises ``TrayUnavailableError`` where a pin cannot be had or a library is missing.
    """

    def __init__(
        self,
        profile: Profile,
        pins: Pins,
        hardware: Hardware,
        *,
        loop: asyncio.AbstractEventLoop,
        locks: BusLocks,
        report: Report,
        debounce_ms: int = DEFAULT_WINDOW_MS,
        scanner_frames: Path | None = None,
    ) -> None:
        self._profile = profile
        self._pins = pins
        self._hardware = hardware
        self._loop = loop
        self._report = report
        self._numbered: Numbered = tuple(enumerate(profile.contacts))
        self._sources: list[PolledContacts] = []
        self.scanner: ScannerContacts | None = None
        self._runners: list[Runner] = []
        self._ending = ExitStack()
        used = [e for e in profile.expanders if self._on_expander(e)]
        hardware.check(i2c=bool(used), spi=any(self._on_chain(chain) for chain in profile.chains))
        try:
            for bus in sorted({expander.bus for expander in used}):
                self._open_expanders(
                    [e for e in used if e.bus == bus], I2cLine(bus, locks.i2c(bus), hardware.open_i2c)
                )
            for chain in profile.chains:
                if self._on_chain(chain):
                    self._open_chain(chain)
            if profile.matrix is not None and self._on_matrix():
                self._open_matrix(profile.matrix)
            if profile.scanner is not None and self._on_scanner():
                self._open_scanner(profile.scanner, debounce_ms, scanner_frames)
        except BaseException:
            self._ending.close()
            raise

    @property
    def sources(self) -> Sequence[ContactSource]:
        """A source for each part."""
        return [*self._sources, *([] if self.scanner is None else [self.scanner])]

    def watch_doubts(self, doubt: Doubt) -> None:
        """Report from now on which contacts cannot be told apart."""
        for source in self._sources:
            source.watch_doubts(doubt)

    def start(self) -> None:
        """Look at every part once, before this returns; then keep looking. A scanner takes its time to speak."""
        now = round(self._loop.time() * 1_000_000)
        for source in self._sources:
            source.step(now)
        for runner in self._runners:
            runner.start()

    def close(self) -> None:
        """Look no more, and let go of buses and pins. A bus whose transfer hangs is left as it is."""
        ended = [runner.close() for runner in self._runners]
        if all(ended):
            self._ending.close()
        self._runners.clear()

    # Expanders: all of a bus on one runner.

    def _open_expanders(self, expanders: Sequence[Expander], line: I2cLine) -> None:
        self._ending.callback(line.close)
        khz = next((i2c.khz for i2c in self._profile.i2c if i2c.bus == line.bus), 100)
        polled = sum(1 for expander in expanders if expander.interrupt is None)
        sources: list[PolledContacts] = []
        announced: defaultdict[int, list[PolledContacts]] = defaultdict(list)
        for expander in expanders:
            inputs = self._on_expander(expander)
            part = Mcp23017(
                str(expander),
                line,
                expander.address,
                inputs,
                settle=self._hardware.settle,
                sharing=max(1, polled),
                khz=khz,
            )
            numbers = (number for _, number in inputs)
            source = self._add(part, numbers, announced=expander.interrupt is not None)
            sources.append(source)
            if expander.interrupt is not None:
                announced[expander.interrupt].append(source)
        runner = self._run(f"I2C {line.bus}", sources)
        for pin, woken in announced.items():
            self._listen(pin, woken, runner)

    def _listen(self, pin: int, sources: Sequence[PolledContacts], runner: Runner) -> None:
        def changed(ticks: float, low: bool) -> None:
            if low:
                for source in sources:
                    source.wake()
                    runner.wake(source)

        with claiming(f"INT of {sources[0].part.name}", pin, self._pins):
            switch = Switch(pin, changed, pin_factory=self._pins.factory)
        self._let_go_of(f"INT of {sources[0].part.name}", switch)

    def _on_expander(self, expander: Expander) -> list[tuple[int, int]]:
        return [
            (contact.at.bit, number)
            for number, contact in self._numbered
            if isinstance(contact.at, ExpanderPin) and contact.at.expander == expander.name
        ]

    # Chains: each has a bus of its own, since a 74HC165 never lets go of MISO.

    def _open_chain(self, chain: Chain) -> None:
        with claiming(f"the latch of {chain}", chain.latch, self._pins):
            latch = gpiozero.OutputDevice(chain.latch, initial_value=True, pin_factory=self._pins.factory)
        self._let_go_of(f"the latch of {chain}", latch)
        inputs = self._on_chain(chain)
        part = Hc165Chain(
            str(chain),
            partial(self._hardware.open_spi, chain.bus, chain.device, chain.khz),
            lambda low: latch.off() if low else latch.on(),
            chain.chips,
            inputs,
            pin_errors=self._pins.errors,
        )
        self._run(f"SPI {chain.bus}.{chain.device}", [self._add(part, (number for _, number in inputs))])

    def _on_chain(self, chain: Chain) -> list[tuple[int, int]]:
        return [
            (contact.at.clock, number)
            for number, contact in self._numbered
            if isinstance(contact.at, ChainInput) and contact.at.chain == chain.name
        ]

    # The matrix: the Pi's own pins, many of them for each look, and so a thread of its own.

    def _open_matrix(self, matrix: Matrix) -> None:
        rows = [self._wire(f"row {n} of the matrix", pin) for n, pin in enumerate(matrix.rows, 1)]
        columns = [self._wire(f"column {n} of the matrix", pin) for n, pin in enumerate(matrix.columns, 1)]
        cells = self._on_matrix()
        part = MatrixPart(
            [row.pin for row in rows],
            [column.pin for column in columns],
            cells,
            {number: str(self._profile.contacts[number]) for number in cells.values()},
            diodes=matrix.diodes,
            settle_us=matrix.settle_us,
            settle=self._hardware.settle,
            pin_errors=self._pins.errors,
        )
        self._run("matrix", [self._add(part, cells.values())])

    def _wire(self, what: str, pin: int) -> gpiozero.InputDevice:
        with claiming(what, pin, self._pins):
            wire = gpiozero.InputDevice(pin, pull_up=True, pin_factory=self._pins.factory)
        self._let_go_of(what, wire)
        return wire

    def _on_matrix(self) -> dict[tuple[int, int], int]:
        return {
            (contact.at.row, contact.at.column): number
            for number, contact in self._numbered
            if isinstance(contact.at, MatrixCell)
        }

    # The flap scanner: its port has a thread to itself.

    def _open_scanner(self, scanner: Scanner, debounce_ms: int, frames_file: Path | None) -> None:
        from stbpi.tray.scanner.backend import ScannerContacts

        self.scanner = ScannerContacts(
            self._on_scanner(),
            scanner,
            self._hardware.scanner_ports(scanner),
            loop=self._loop,
            report=self._report,
            debounce_ms=debounce_ms,
            frames_file=frames_file,
        )
        self._ending.callback(self.scanner.shut)
        self._ending.callback(self.scanner.close)
        self._runners.append(self._hardware.listener(self.scanner))

    def _on_scanner(self) -> Numbered:
        return [
            (number, contact)
            for number, contact in self._numbered
            if isinstance(contact.at, ScannerCell | ScannerButton)
        ]

    # All of them.

    def _add(self, part: Part, numbers: Iterable[int], *, announced: bool = False) -> PolledContacts:
        mine = [self._numbered[number] for number in numbers]
        source = PolledContacts(mine, part, loop=self._loop, report=self._report, announced=announced)
        self._ending.callback(part.close)
        self._ending.callback(source.close)
        self._sources.append(source)
        return source

    def _let_go_of(self, what: str, device: gpiozero.Device) -> None:
        """Have a pin let go of in the end, and all others even if this one does not answer any more."""
        self._ending.callback(let_go, what, [device], self._pins)

    def _run(self, name: str, sources: Sequence[Stepped]) -> Runner:
        runner = self._hardware.runner(name, sources)
        self._runners.append(runner)
        return runner
