"""Reading a matrix of switches on the Pi's own pins: a row is driven low, the columns tell who is made in it.

Every switch has a diode, its cathode towards the row, so that no current finds a way back through a second
switch. Where diodes are missing, three closed switches at corners of a rectangle make the fourth seem closed.
A diode cannot be seen, but it can be tried: a column driven low must not reach a row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from stbpi.table.events import Micros
from stbpi.tray.bus_contacts import Suspicion
from stbpi.tray.bus_faults import named
from stbpi.tray.debounce import bits

PERIOD: Micros = 5_000
"""How often all rows are driven. Four rows of twelve columns take some 2 ms of a Pi's time through gpiozero, most
of it waiting for wires to settle."""


class Pin(Protocol):
    """What is used of a ``gpiozero.Pin``."""

    state: Any

    def output_with_state(self, state: int) -> None:
        """Drive the wire."""

    def input_with_pull(self, pull: str) -> None:
        """Let go of the wire, and pull it weakly."""


class MatrixPart:
    """The matrix, as a ``Part``. ``cells`` are its contacts: (row, column) and the number in the picture.

    ``names`` gives the contacts' names. ``settle`` waits for wires that have been let go of to rise.
    """

    def __init__(
        self,
        rows: Sequence[Pin],
        columns: Sequence[Pin],
        cells: Mapping[tuple[int, int], int],
        names: Mapping[int, str],
        *,
        diodes: bool,
        settle_us: Micros,
        settle: Callable[[Micros], None],
        pin_errors: tuple[type[Exception], ...] = (),
    ) -> None:
        self.name = "the matrix"
        self.failures: tuple[type[Exception], ...] = (OSError, *pin_errors)
        self.period = PERIOD
        self._rows = tuple(rows)
        self._columns = tuple(columns)
        self._cells = dict(cells)
        self._names = dict(names)
        self._diodes = diodes
        self._settle_us = settle_us
        self._settle = settle
        self._scanned: list[int] | None = None
        self._made = 0
        self._leaks: list[tuple[int, int]] = []
        self._suspicion: Suspicion | None = None

    def set_up(self) -> None:
        """Let go of every wire, and pull it up."""
        for pin in (*self._rows, *self._columns):
            pin.input_with_pull("up")
        self._settle(self._settle_us)
        self._scanned = None

    def look(self, *, full: bool) -> int:
        """The contacts that are made. Those whose rectangle is closed are believed only if the diodes hold."""
        scanned = [self._across(row, self._columns) for row in self._rows]
        if scanned == self._scanned and not full:
            return self._made
        self._scanned = scanned
        in_rectangles = rectangles(scanned)
        if self._diodes and (full or any(in_rectangles)):
            self._leaks = self._try_diodes()
        doubted = 0
        if self._leaks or not self._diodes:
            doubted = self._picture(in_rectangles)
        self._made = (self._picture(scanned) & ~doubted) | (self._made & doubted)
        self._suspicion = self._said(doubted)
        return self._made

    def suspicion(self) -> Suspicion | None:
        """What is wrong with the diodes, and the corners of rectangles; None while nothing is."""
        return self._suspicion

    def mend(self, error: Exception) -> str:
        """What people can do about it."""
        return "another program may hold its pins: stop that; it is read again once the pins answer"

    def close(self) -> None:
        """The pins are their devices' to let go of."""

    def _across(self, driven: Pin, read: Sequence[Pin]) -> int:
        """Drive one wire low and give those it reaches, as bits."""
        driven.output_with_state(0)
        try:
            self._settle(self._settle_us)
            reached, bit = 0, 1
            for pin in read:
                if not pin.state:
                    reached |= bit
                bit <<= 1
            return reached
        finally:
            driven.input_with_pull("up")

    def _try_diodes(self) -> list[tuple[int, int]]:
        """The cells that let current through the wrong way."""
        return [
            (row, column)
            for column, pin in enumerate(self._columns)
            for row in bits(self._across(pin, self._rows))
        ]

    def _picture(self, by_row: Sequence[int]) -> int:
        picture = 0
        for row, columns in enumerate(by_row):
            for column in bits(columns):
                number = self._cells.get((row, column))
                picture |= 0 if number is None else 1 << number
        return picture

    def _said(self, doubted: int) -> Suspicion | None:
        if not doubted and not self._leaks:
            return None
        parts = []
        if self._leaks:
            found = [
                self._names.get(self._cells.get(cell, -1), "a cell without a switch") for cell in self._leaks
            ]
            parts.append(
                f"current flows the wrong way at {named(found)}: a diode is missing, bridged or turned"
            )
        if doubted:
            found = [self._names[number] for number in bits(doubted)]
            parts.append(
                f"{named(found)} seem closed, of which one may not be: say how they stand, or confirm it with the "
                "button; they count again once fewer of them are closed"
            )
        return Suspicion(f"the matrix: {'; '.join(parts)}", doubted)


def rectangles(by_row: Sequence[int]) -> list[int]:
    """Of the columns made in each row those that are a corner of a rectangle made at all four."""
    corners = [0] * len(by_row)
    for upper, columns in enumerate(by_row):
        for lower in range(upper + 1, len(by_row)):
            common = columns & by_row[lower]
            if common & (common - 1):  # at least two columns
                corners[upper] |= common
                corners[lower] |= common
    return corners
