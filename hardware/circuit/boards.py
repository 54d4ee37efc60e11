"""The parts around switches and lamps: pull-ups, what protects, plugs, and the switches themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hardware.circuit.catalogue import (
    BAT85,
    C10N,
    C100N,
    D4148,
    LED,
    PULL_UPS,
    SERIES,
    SUPPRESSOR,
    SWITCH,
    Part,
    box_header,
    plug,
    resistor,
)
from hardware.circuit.circuit import Circuit
from stbpi.tray.parts import ChainInput, GpioPin, Matrix, MatrixCell, Place, ScannerButton, ScannerCell
from stbpi.tray.profile import Contact, Profile
from stbpi.tray.wiring_legs import switch_name

AT_SIDE = "side {}"
PULL_UP = "3.3k"
"""3.3 V over 3.3 kΩ is 1 mA, the least that makers of gold contacts vouch for (Omron D2HW: 5 V, 1 mA)."""
SERIES_VALUE = "1k"
"""Behind it a pin that was made an output by mistake gives 3.3 mA into a closed switch, and a spark is slowed."""
GRID_PULL_UP = "10k"
"""Weaker: a row carries the current of all its closed columns through one pin (electronics.md, Matrix)."""
GRID_SERIES = "330"
LAMP_RESISTOR = "330"
"""4 mA for a red LED of 2.0 V at 3.3 V."""

RIBBON = (*(f"{n}" for n in range(1, 13)), "common", "lamp", "GND", "GND")
BUS_CABLE = ("SDA", "3V3", "GND", "SCL", "INT", "lamp")
"""The supply is between the two wires of the bus, which else would disturb each other (NXP UM10204, section 7.5)."""


@dataclass(frozen=True, slots=True)
class Input:
    """A switch with what reads it: its name, the net at the reading pin, and the contact that is used."""

    name: str
    net: str
    made: str
    place: Place


@dataclass
class Bench:
    """Builds the boards of one tray. ``lamps_at_sides`` are the lamps that went along on a ribbon."""

    circuit: Circuit
    profile: Profile
    lamps_at_sides: set[int] = field(default_factory=set)

    def side(self, number: int, inputs: Sequence[Input], lamp: tuple[int, str] | None) -> None:
        """Switches with a wire each. Pins of the Pi get resistors and a capacitor apiece, chips get networks."""
        nets = {str(n): wire(source) for n, source in enumerate(inputs, 1)}
        plug_nets = nets | {"13": "GND", "15": "GND", "16": "GND"} | self._lamp(number, lamp)
        self.circuit.add(box_header(16, RIBBON), plug_nets, f"the ribbon to side {number + 1}")
        if isinstance(inputs[0].place, GpioPin):
            for source in inputs:
                self._filter(source, C10N)
        else:
            self._networks(inputs, "board")
        for source in inputs:
            self._switch(source, AT_SIDE.format(number + 1))

    def side_with_chip(self, number: int, inputs: Sequence[Input], lamp: tuple[int, str] | None) -> None:
        """Switches whose expander sits under their side; their networks are there, too."""
        place = AT_SIDE.format(number + 1)
        self._networks(inputs, place)
        lamp_net = self._lamp(number, lamp)
        if lamp_net:
            for cable in self.circuit.of("plug-6"):
                if cable.what.endswith(f"of {place}"):
                    self.circuit.connect(cable.ref, "6", lamp_net["14"])
        for source in inputs:
            self._switch(source, place)

    def side_of_grid(
        self, number: int, contacts: Sequence[Contact], lamp: tuple[int, str] | None, profile: Profile
    ) -> None:
        """Switches between a row and columns, a diode at each of them, under their side."""
        place = AT_SIDE.format(number + 1)
        first = contacts[0].at
        assert isinstance(first, MatrixCell | ScannerCell)
        row = row_net(first, profile)
        pins = {str(n): column_net(contact.at) for n, contact in enumerate(contacts, 1)}
        nets = pins | {"13": row, "15": "GND", "16": "GND"} | self._lamp(number, lamp)
        self.circuit.add(box_header(16, RIBBON), nets, f"the ribbon to side {number + 1}")
        diode = BAT85 if isinstance(first, MatrixCell) else D4148
        with_diodes = isinstance(first, ScannerCell) or (profile.matrix is not None and profile.matrix.diodes)
        for contact in contacts:
            name = switch_name(contact, profile)
            source = Input(
                name, column_net(contact.at), "NO" if contact.closed_when_made else "NC", contact.at
            )
            if with_diodes:
                self.circuit.add(diode, {"1": row, "2": wire(source)}, name, place)
            self._switch(source, place, column_net(contact.at), wire(source) if with_diodes else row)

    def matrix(self, matrix: Matrix) -> None:
        """What every column of a matrix on the Pi has on the board."""
        self.columns([f"GPIO{pin}" for pin in matrix.columns], "+3V3")

    def columns(self, nets: Sequence[str], supply: str) -> None:
        """A pull-up and a resistor towards the pin for every column."""
        for number, net in enumerate(nets, 1):
            name = f"column {number}"
            self.circuit.add(resistor(GRID_PULL_UP), {"1": supply, "2": f"COL{number}"}, name)
            self.circuit.add(resistor(GRID_SERIES), {"1": f"COL{number}", "2": net}, name)

    def button(self, source: Input) -> None:
        """A button has what a flap has, and a suppressor: it is what fingers with a charge touch first."""
        supply = "SCAN_5V" if isinstance(source.place, ScannerButton) else "+3V3"
        line = wire(source)
        self.circuit.add(plug(("line", "GND")), {"1": line, "2": "GND"}, f"the {source.name}")
        if isinstance(source.place, ScannerButton):
            self.circuit.add(resistor(SERIES_VALUE), {"1": line, "2": source.net}, source.name)
            self.circuit.add(C100N, {"1": source.net, "2": "GND"}, source.name)
        elif isinstance(source.place, ChainInput):
            # Without a capacitor: an input of a 74HC165 has no hysteresis, and wants steep edges.
            self._pull_and_series(source, supply)
        else:
            self._filter(source, C100N)
        self.circuit.add(SUPPRESSOR, {"1": line, "2": "GND"}, source.name)
        self._switch(source, "panel")

    def panel_lamp(self, gpio: int, name: str) -> None:
        """A lamp on two wires of its own."""
        line = self._lamp_line(gpio, name)
        self.circuit.add(plug(("lamp", "GND")), {"1": line, "2": "GND"}, f"the {name}")
        self.circuit.add(LED, {"2": line, "1": "GND"}, name, "panel")

    def _lamp(self, number: int, lamp: tuple[int, str] | None) -> dict[str, str]:
        if lamp is None:
            return {}
        line = self._lamp_line(*lamp)
        self.circuit.add(LED, {"2": line, "1": "GND"}, lamp[1], AT_SIDE.format(number + 1))
        return {"14": line}

    def _lamp_line(self, gpio: int, name: str) -> str:
        line = f"LAMP{gpio}"
        self.circuit.add(resistor(LAMP_RESISTOR), {"1": f"GPIO{gpio}", "2": line}, name)
        return line

    def _filter(self, source: Input, capacitor: Part) -> None:
        self._pull_and_series(source, "+3V3")
        self.circuit.add(capacitor, {"1": source.net, "2": "GND"}, source.name)

    def _pull_and_series(self, source: Input, supply: str) -> None:
        self.circuit.add(resistor(PULL_UP), {"1": supply, "2": wire(source)}, source.name)
        self.circuit.add(resistor(SERIES_VALUE), {"1": wire(source), "2": source.net}, source.name)

    def _networks(self, inputs: Sequence[Input], place: str) -> None:
        """Pull-ups by eights, series resistors by fours."""
        for start in range(0, len(inputs), 8):
            here = inputs[start : start + 8]
            nets = {str(n): wire(source) for n, source in enumerate(here, 2)}
            self.circuit.add(PULL_UPS, {"1": "+3V3"} | nets, _range(here), place)
        for start in range(0, len(inputs), 4):
            here = inputs[start : start + 4]
            nets = {str(2 * n + 1): wire(source) for n, source in enumerate(here)}
            nets |= {str(2 * n + 2): source.net for n, source in enumerate(here)}
            self.circuit.add(SERIES, nets, _range(here), place)

    def _switch(self, source: Input, place: str, one: str = "", other: str = "GND") -> None:
        self.circuit.add(SWITCH, {source.made: one or wire(source), "COM": other}, source.name, place)


def wire(source: Input) -> str:
    """The net of the wire that goes to a switch."""
    words = source.name.replace("side ", "S").replace("flap ", "F").replace(" button", "").replace(",", "")
    return words.replace(" ", "_").upper()


def row_net(place: Place, profile: Profile) -> str:
    """The net of a cell's row."""
    if isinstance(place, MatrixCell) and profile.matrix is not None:
        return f"GPIO{profile.matrix.rows[place.row]}"
    assert isinstance(place, ScannerCell)
    return f"ROW{place.row + 1}"


def column_net(place: Place) -> str:
    """The net of a cell's column, behind its resistor."""
    assert isinstance(place, MatrixCell | ScannerCell)
    return f"COL{place.column + 1}"


def _range(inputs: Sequence[Input]) -> str:
    return inputs[0].name if len(inputs) == 1 else f"{inputs[0].name} to {inputs[-1].name}"
