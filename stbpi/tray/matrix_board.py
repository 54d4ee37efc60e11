"""A simulated matrix of switches between mock pins: what reaches what, with diodes, without, or with some bridged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from stbpi.table.events import Micros
from stbpi.tray.debounce import bits
from stbpi.tray.mock_pins import SimulatedPin

RISE: Micros = 40
"""A wire let go of rises through its pull-up within this; read sooner it is still low. 50 kΩ and 0.8 nF."""


class MatrixBoard:
    """Rows and columns of wires, a switch and a diode in every cell, the cathode towards the row.

    ``clock`` gives the instant. ``bridged`` tells, by row, the columns where the diode lets current through
    both ways.
    """

    def __init__(
        self,
        rows: Sequence[SimulatedPin],
        columns: Sequence[SimulatedPin],
        *,
        diodes: bool,
        clock: Callable[[], Micros],
    ) -> None:
        self._rows = tuple(rows)
        self._columns = tuple(columns)
        self._clock = clock
        self._made = [0] * len(rows)
        self._whole = not diodes
        self._bridged = [0] * len(rows)
        self._drives: dict[SimulatedPin, bool | None] = dict.fromkeys((*rows, *columns))
        self._low: set[SimulatedPin] = set()
        self._rising: set[SimulatedPin] = set()
        for pin in self._drives:
            pin.driven = partial(self._driven, pin)

    def switch(self, row: int, column: int, made: bool, at: Micros) -> None:
        """A switch is made, or no longer."""
        mask = 1 << column
        self._made[row] = self._made[row] | mask if made else self._made[row] & ~mask
        self._spread()

    def bridge(self, row: int, column: int, bridged: bool) -> None:
        """A drop of solder bridges a diode, or is taken away."""
        mask = 1 << column
        self._bridged[row] = self._bridged[row] | mask if bridged else self._bridged[row] & ~mask
        self._spread()

    def wait(self, for_us: Micros) -> None:
        """Let wires settle for that long."""
        if for_us >= RISE:
            rising, self._rising = self._rising, set()
            for pin in rising:
                self._set(pin, False)

    def _driven(self, pin: SimulatedPin, drives: bool | None) -> None:
        self._drives[pin] = drives
        self._spread()

    def _spread(self) -> None:
        """Bring the wires to what drives and switches make of them."""
        low_rows = {row for row, pin in enumerate(self._rows) if self._drives[pin] is False}
        low_columns = sum(1 << n for n, pin in enumerate(self._columns) if self._drives[pin] is False)
        new_rows, new_columns = set(low_rows), low_columns
        while new_rows or new_columns:
            reached = 0
            for row in new_rows:
                reached |= self._made[row]
            new_columns |= reached & ~low_columns
            low_columns |= reached
            new_rows = set()
            for row, made in enumerate(self._made):
                both_ways = made if self._whole else made & self._bridged[row]
                if row not in low_rows and both_ways & new_columns:
                    new_rows.add(row)
            low_rows |= new_rows
            new_columns = 0
        low = {self._rows[row] for row in low_rows} | {self._columns[n] for n in bits(low_columns)}
        undriven = {pin for pin in low if self._drives[pin] is None}
        for pin in undriven - self._low:
            self._set(pin, True)
        self._rising = (self._rising | (self._low - undriven)) - undriven
        self._low = undriven

    def _set(self, pin: SimulatedPin, low: bool) -> None:
        pin.ground(low, self._clock() / 1_000_000)
