"""Every connection of the netlists that are shipped is the wiring profile's, and there is none besides."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from hardware.__main__ import FOLDER, shipped
from hardware.circuit.reading import read_netlist
from stbpi.tray.parts import ChainInput, ExpanderPin, GpioPin, MatrixCell, ScannerCell
from stbpi.tray.profile import load_profile
from stbpi.tray.wiring_legs import SPI_PINS, Header, lamp_name, screen_name, switch_name
from tests.hardware.trace import at, named, only, pin_named, through_resistors

HEADER = Header()
SCANNER = (Path(__file__).parents[2] / "docs/scanner.md").read_text(encoding="utf-8")


def nano_lines(what: str) -> list[str]:
    """The Nano's lines for rows or columns in their order, as the scanner's document has them."""
    rows = re.findall(rf"^\| ([AD\d, ]+) \| {what} \d+ to \d+ \|$", SCANNER, re.MULTILINE)
    return [line for row in rows for line in row.split(", ")]


@pytest.fixture(scope="module", params=shipped())
def tray(request):
    text = (Path(FOLDER) / request.param / "netlist.net").read_text(encoding="utf-8")
    return load_profile(request.param), read_netlist(text)


def pi_net(netlist, gpio: int) -> str:
    return netlist.net_at("J1", str(HEADER.pin_of(gpio)))


def reading_net(netlist, profile, place) -> str:
    """The net at the pin that reads a switch there, by the numbers of the data sheets."""
    if isinstance(place, GpioPin):
        return pi_net(netlist, place.pin)
    if isinstance(place, ExpanderPin):
        part = next(part for part in profile.expanders if part.name == place.expander)
        chip = named(netlist, "mcp23017", f"{part.name} at 0x{part.address:02X}")
        return netlist.net_at(chip, str((21 if place.bit < 8 else 1) + place.bit % 8))
    assert isinstance(place, ChainInput)
    chip = named(netlist, "hc165", f"{place.chain}, chip {place.chip}")
    return netlist.net_at(chip, str((11, 12, 13, 14, 3, 4, 5, 6)[place.input]))


def test_every_switch_hangs_where_the_profile_says_and_nowhere_else(tray):
    profile, netlist = tray
    seen = set()
    for contact in profile.contacts:
        made = "NO" if contact.closed_when_made else "NC"
        switch = named(netlist, "switch", switch_name(contact, profile))
        seen.add(switch)
        if isinstance(contact.at, MatrixCell | ScannerCell):
            column = through_resistors(netlist, column_net(netlist, profile, contact.at))
            assert (switch, made) in at(netlist, column, "switch")
            diode = only(at(netlist, {netlist.net_at(switch, "COM")}, "diode"))
            assert diode[1] == "2", "the diode's ring points to the switch"
            assert netlist.net_at(diode[0], "1") == row_net(netlist, profile, contact.at)
        else:
            nets = through_resistors(netlist, reading_net(netlist, profile, contact.at))
            assert only(at(netlist, nets, "switch")) == (switch, made)
            assert netlist.net_at(switch, "COM") == "GND"
    assert seen == {ref for ref, about in netlist.components.items() if about["part"] == "switch"}


def column_net(netlist, profile, cell) -> str:
    if isinstance(cell, MatrixCell):
        return pi_net(netlist, profile.matrix.columns[cell.column])
    return netlist.net_at("A1", pin_named(netlist, "A1", nano_lines("columns")[cell.column]))


def row_net(netlist, profile, cell) -> str:
    if isinstance(cell, MatrixCell):
        return pi_net(netlist, profile.matrix.rows[cell.row])
    return netlist.net_at("A1", pin_named(netlist, "A1", nano_lines("rows")[cell.row]))


def test_every_pin_of_the_pi_that_is_used_is_the_profiles_and_no_other_is(tray):
    profile, netlist = tray
    pins = {contact.at.pin for contact in profile.contacts if isinstance(contact.at, GpioPin)}
    pins |= {lamp.pin for lamp in profile.lamps} | {profile.buzzer}
    pins |= {pin for bus in profile.i2c for pin in (bus.sda, bus.scl)}
    pins |= {part.interrupt for part in profile.expanders}
    pins |= {pin for chain in profile.chains for pin in (*SPI_PINS[chain.bus], chain.latch)}
    pins |= {*profile.matrix.rows, *profile.matrix.columns} if profile.matrix else set()
    powered = {number for number, name in HEADER.names.items() if name in ("3V3", "GND")}
    # Pins 6 and 39 stay open for the sake of plugs that are turned or a row off.
    expected = {HEADER.pin_of(pin) for pin in pins if pin is not None} | powered - {6, 39}
    used = {int(pin) for nodes in netlist.nets.values() for ref, pin, _, _ in nodes if ref == "J1"}
    assert used == expected


def test_every_lamp_shines_from_its_pin_and_the_buzzer_sounds_from_its(tray):
    profile, netlist = tray
    for lamp in profile.lamps:
        led = named(netlist, "led", lamp_name(lamp))
        assert only(at(netlist, through_resistors(netlist, pi_net(netlist, lamp.pin)), "led")) == (led, "2")
        assert netlist.net_at(led, "1") == "GND"
    transistor = only(at(netlist, through_resistors(netlist, pi_net(netlist, profile.buzzer)), "npn"))
    assert transistor[1] == "2"
    assert netlist.net_at(transistor[0], "3") == "GND"
    assert netlist.net_at("LS1", "2") == netlist.net_at(transistor[0], "1")
    assert netlist.net_at("LS1", "1") == "+3V3"


def test_every_screen_and_expander_hangs_on_its_bus_at_its_address(tray):
    profile, netlist = tray
    buses = {bus.bus: bus for bus in profile.i2c}
    for number, display in enumerate(profile.displays, 1):
        screen = named(netlist, "screen", f"{screen_name(number, profile)} at 0x{display.address:02X}")
        bus = buses[display.bus]
        assert netlist.net_at(screen, "4") == pi_net(netlist, bus.sda)
        assert netlist.net_at(screen, "3") == pi_net(netlist, bus.scl)
        assert (netlist.net_at(screen, "1"), netlist.net_at(screen, "2")) == ("GND", "+3V3")
    for part in profile.expanders:
        chip = named(netlist, "mcp23017", f"{part.name} at 0x{part.address:02X}")
        bus = buses[part.bus]
        assert netlist.net_at(chip, "13") == pi_net(netlist, bus.sda)
        assert netlist.net_at(chip, "12") == pi_net(netlist, bus.scl)
        assert netlist.net_at(chip, "20") == pi_net(netlist, part.interrupt)
        bits = ["GND" if not part.address >> bit & 1 else "+3V3" for bit in range(3)]
        assert [netlist.net_at(chip, pin) for pin in ("15", "16", "17")] == bits
        assert netlist.net_at(chip, "18") == "+3V3", "reset"


def test_pins_of_modules_are_where_they_are_on_the_modules(tray):
    """Read a second time: the Nano by its drawing, numbered as KiCad does, and screens by the names printed on them."""
    profile, netlist = tray
    buses = {bus.bus: bus for bus in profile.i2c}
    for number, display in enumerate(profile.displays, 1):
        screen = named(netlist, "screen", f"{screen_name(number, profile)} at 0x{display.address:02X}")
        for name, net in (("SDA", buses[display.bus].sda), ("SCL", buses[display.bus].scl)):
            assert netlist.net_at(screen, pin_named(netlist, screen, name)) == pi_net(netlist, net)
        assert netlist.net_at(screen, pin_named(netlist, screen, "GND")) == "GND"
        assert netlist.net_at(screen, pin_named(netlist, screen, "VCC")) == "+3V3"
    if profile.scanner is None:
        return
    names = {number: name for number, (name, _) in netlist.parts["nano"].items()}
    # Down from beside TX, and up again from D13, as the board is printed: 15 on each side.
    down = ["D1/TX", "D0/RX", "RST1", "GND1", *(f"D{n}" for n in range(2, 13))]
    up = ["D13", "3V3", "AREF", *(f"A{n}" for n in range(8)), "5V", "RST2", "GND2", "VIN"]
    assert [names[str(number)] for number in range(1, 31)] == down + up
    assert netlist.net_at("A1", "27") == "SCAN_5V"
    assert (netlist.net_at("A1", "30"), netlist.net_at("A1", "17")) == ("", ""), "VIN and 3V3 stay free"
    assert {netlist.net_at("A1", "4"), netlist.net_at("A1", "29")} == {"GND"}


def test_wiring_md_has_the_scanners_lines():
    told = (Path(__file__).parents[2] / "wiring.md").read_text(encoding="utf-8").replace("\n", " ")
    assert nano_lines("columns") == [*(f"D{n}" for n in range(2, 8)), *(f"A{n}" for n in range(6))]
    assert nano_lines("rows") == [f"D{n}" for n in range(8, 14)]
    assert (
        "columns 1 to 12 are D2 to D7 and A0 to A5, and rows 1 to 6 are D8 to D13; A6 needs 10 kΩ to 5V"
        in told
    )


def test_a_chain_runs_from_the_pi_through_every_chip_and_back(tray):
    profile, netlist = tray
    for chain in profile.chains:
        miso, clock, mosi = (through_resistors(netlist, pi_net(netlist, pin)) for pin in SPI_PINS[chain.bus])
        latch = through_resistors(netlist, pi_net(netlist, chain.latch))
        chips = [named(netlist, "hc165", f"{chain.name}, chip {n}") for n in range(1, chain.chips + 1)]
        assert at(netlist, miso, "hc165") == {(chips[0], "9")}
        assert at(netlist, mosi, "hc165") == {(chips[-1], "10")}
        assert at(netlist, clock, "hc165") == {(chip, "2") for chip in chips}
        assert at(netlist, latch, "hc165") == {(chip, "1") for chip in chips}
        for nearer, farther in pairwise(chips):
            assert at(netlist, {netlist.net_at(farther, "9")}, "hc165") == {(farther, "9"), (nearer, "10")}
