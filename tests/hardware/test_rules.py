"""Every rule of a circuit speaks up when it is broken, and names the place."""

from __future__ import annotations

from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest

from hardware.__main__ import shipped
from hardware.circuit.catalogue import BAT85, D4148, LED, NPN, PinType, diode, resistor
from hardware.circuit.checks import check, wet
from hardware.circuit.circuit import Circuit, CircuitError
from hardware.circuit.compose import compose
from hardware.circuit.pinouts import polarity
from stbpi.tray.profile import load_profile


def circuit_of(name: str) -> Circuit:
    return compose(load_profile(name))


def with_scanner_button(tmp_path: Path) -> Circuit:
    """The scanner with its button on A6 of the Nano."""
    text = resources.files("stbpi.tray").joinpath("profiles/scanner-6x12.toml").read_text(encoding="utf-8")
    button = 'role = "dice"\npin = 16\n'
    assert text.count(button) == 1
    path = tmp_path / "scanner-6x12.toml"
    path.write_text(text.replace(button, 'role = "dice"\non = "scanner"\n'), encoding="utf-8")
    return compose(load_profile(str(path)))


def copied(whole: Circuit) -> Circuit:
    """The same once more, to be broken."""
    return Circuit(whole.name, whole.title, dict(whole.speeds), dict(whole.components))


def rewire(circuit: Circuit, ref: str, **nets: str | None) -> None:
    """Another net at some pins of a component; None leaves a pin free."""
    part = circuit.components[ref]
    changed = {**part.nets, **{pin.lstrip("p"): net for pin, net in nets.items()}}
    left = {pin: net for pin, net in changed.items() if net is not None}
    circuit.components[ref] = replace(part, nets=left)


def value(circuit: Circuit, ref: str, ohms: str) -> None:
    circuit.components[ref] = replace(circuit.components[ref], part=resistor(ohms))


def find(circuit: Circuit, key: str, what: str, text: str = "") -> str:
    return next(p.ref for p in circuit.of(key) if p.what == what and text in p.value)


def only_sentence(circuit: Circuit, words: str) -> None:
    told = check(circuit)
    assert any(words in sentence for sentence in told), told


def test_a_wire_that_goes_nowhere():
    circuit = circuit_of("direct-9")
    rewire(circuit, find(circuit, "resistor", "flap 3", "1k"), p2="LOST")
    only_sentence(circuit, "the net LOST ends at")


def test_two_outputs_on_one_wire():
    circuit = circuit_of("hc165-4x12")
    rewire(circuit, "U2", **{"9": "flaps_MISO"})
    only_sentence(circuit, "U1 pin 9, U2 pin 9 all drive the net flaps_MISO")


def test_a_chip_without_supply():
    circuit = circuit_of("hc165-4x12")
    rewire(circuit, "U3", **{"16": None})
    only_sentence(circuit, "U3 pin 16 (VCC) is a supply pin and nothing feeds it")


def test_an_input_in_the_air():
    circuit = circuit_of("hc165-4x12")
    rewire(circuit, "U4", **{"15": None})
    only_sentence(circuit, "U4 pin 15 (CLK_INH) is an input and hangs in the air")
    circuit = circuit_of("mcp23017-4x10")
    rewire(circuit, "U1", **{"15": "NOWHERE"})
    circuit.add(D4148, {"1": "NOWHERE"}, "beside it")
    only_sentence(circuit, "U1 pin 15 (A0) is an input, and nothing drives or pulls the net NOWHERE")


def test_a_pin_that_only_a_gone_pull_up_held():
    circuit = circuit_of("mcp23017-4x10")
    del circuit.components[find(circuit, "resistor", "interrupt, GPIO 17")]
    only_sentence(circuit, "J1 pin 11 (GPIO17) is an input, and nothing drives or pulls the net GPIO17")


def test_five_volts_on_their_way_to_the_pi():
    circuit = circuit_of("scanner-6x12")
    circuit.add(resistor("1k"), {"1": "COL1", "2": "GPIO16"}, "a bridge")
    only_sentence(circuit, "of the Pi is reached by the 5 V of the Nano")
    circuit = circuit_of("direct-9")
    rewire(circuit, "J1", **{"2": "+3V3"})
    only_sentence(circuit, "J1 pin 2 is 5 V and joined to +3V3")


@pytest.mark.parametrize(
    ("pin", "net", "words"),
    [
        ("39", "GND", "turned, the plug of J1 brings 5 V to GND, over pin 39"),
        ("6", "GND", "a row too high, the plug of J1 brings 5 V to GND, over pin 6"),
        ("37", "I2C1_SDA", "turned, the plug of J1 brings 5 V to DS1 pin 4, over pin 37"),
    ],
)
def test_a_plug_that_would_bring_five_volts_where_they_kill(pin, net, words):
    circuit = circuit_of("direct-9")
    rewire(circuit, "J1", **{pin: net})
    only_sentence(circuit, words)


def test_a_switch_straight_on_a_pin():
    circuit = circuit_of("direct-9")
    switch = find(circuit, "switch", "flap 2")
    rewire(circuit, switch, NO="GPIO17")
    only_sentence(circuit, f"{switch} (flap 2) goes to J1 pin 11 without a resistor")


def test_a_button_without_its_suppressor():
    circuit = circuit_of("direct-9")
    del circuit.components[find(circuit, "tvs", "dice button")]
    only_sentence(circuit, "(dice button) has no suppressor")


def test_a_lamp_without_a_resistor():
    circuit = circuit_of("direct-9")
    circuit.add(LED, {"1": "GND", "2": "GPIO20"}, "another")
    circuit.components = {r: p for r, p in circuit.components.items() if p.what != "turn lamp"}
    only_sentence(circuit, "(another) has no resistor")


def test_a_chip_without_its_capacitor():
    circuit = circuit_of("hc165-4x12")
    for ref in [part.ref for part in circuit.of("capacitor") if part.value == "100n"][:3]:
        del circuit.components[ref]
    only_sentence(circuit, "6 chips are on +3V3, and only")


def test_a_switch_without_pull_up_and_two_on_one_wire():
    circuit = circuit_of("direct-9")
    del circuit.components[find(circuit, "resistor", "flap 5", "3.3k")]
    del circuit.components[find(circuit, "resistor", "flap 5", "1k")]
    only_sentence(circuit, "(flap 5) has no pull-up")
    circuit = circuit_of("direct-9")
    del circuit.components[find(circuit, "resistor", "flap 5", "3.3k")]
    only_sentence(circuit, "(flap 5) has no pull-up")
    circuit = circuit_of("direct-9")
    rewire(circuit, find(circuit, "switch", "flap 2"), NO="F1")
    only_sentence(circuit, "(flap 2) shares its wire with SW1")


@pytest.mark.parametrize("name", shipped())
def test_every_pull_up_counts(name):
    """Taken out one by one, each is missed by every switch that it held."""
    whole = circuit_of(name)
    ups = [part for part in whole.of("resistor", "pull-ups") if {"+3V3", "SCAN_5V"} & set(part.nets.values())]
    for up in ups:
        if up.what.startswith(("interrupt", "pull-up of", "A6 ")):
            continue
        circuit = copied(whole)
        del circuit.components[up.ref]
        held = [
            switch
            for switch in whole.of("switch")
            if {net for net in switch.nets.values() if net != "GND"} & set(up.nets.values())
        ]
        told = list(wet(circuit))
        assert held
        for switch in held:
            assert f"{switch.ref} ({switch.what}) has no pull-up" in told


def test_the_scanners_button_is_pulled_up_at_the_pin_that_reads_it(tmp_path):
    circuit = with_scanner_button(tmp_path)
    assert check(circuit) == []
    del circuit.components[find(circuit, "resistor", "A6 has no pull-up of its own")]
    only_sentence(circuit, "(dice button) has no pull-up")


@pytest.mark.parametrize("name", shipped())
def test_a_part_that_is_turned(name):
    """Every one of them: each is told."""
    whole = circuit_of(name)
    turned = copied(whole)
    parts = whole.of("diode", "tvs", "led", "bulk", "buzzer")
    for part in parts:
        rewire(turned, part.ref, p1=part.nets["2"], p2=part.nets["1"])
    told = {sentence.split()[0] for sentence in polarity(turned) if "is the wrong way round" in sentence}
    assert told == {part.ref for part in parts}
    rewire(whole, "Q1", p1="GND", p3="BUZZER_C")
    only_sentence(whole, "Q1 BC337-40 (switches the buzzer) is the wrong way round")


@pytest.mark.parametrize(
    ("part", "names", "words"),
    [
        (NPN, "EBC", "Q1: the legs of a BC337-40 are 1 C 2 B 3 E, and not 1 E 2 B 3 C"),
        (D4148, "AK", "the legs of a 1N4148 are 1 K 2 A, and not 1 A 2 K"),
        (LED, "AK", "the legs of a red are 1 K 2 A, and not 1 A 2 K"),
    ],
)
def test_legs_in_another_order_than_the_data_sheets(part, names, words):
    circuit = circuit_of("direct-9")
    pins = {str(n): (name, PinType.PASSIVE) for n, name in enumerate(names, 1)}
    for found in circuit.of(part.key):
        circuit.components[found.ref] = replace(found, part=replace(found.part, pins=pins))
    only_sentence(circuit, words)


def test_a_lamp_that_takes_too_much():
    circuit = circuit_of("direct-9")
    value(circuit, find(circuit, "resistor", "turn lamp"), "100")
    only_sentence(circuit, "GPIO20 gives 13.0 mA; a pin may give 8")


def test_pull_ups_that_a_matrix_cannot_pull_low():
    circuit = circuit_of("matrix-4x12")
    for ref in [p.ref for p in circuit.of("resistor") if p.value == "10k" and p.what.startswith("column")]:
        value(circuit, ref, "3.3k")
    only_sentence(circuit, "the matrix: a closed switch reads as 1.")
    circuit = circuit_of("matrix-4x12")
    for ref in [part.ref for part in circuit.of("diode") if part.value == BAT85.value]:
        circuit.components[ref] = replace(circuit.components[ref], part=D4148)
    only_sentence(circuit, "the matrix: a closed switch reads as 0.96 V")


def test_a_suppressor_that_leaks_presses_no_button(tmp_path):
    leaky = diode("SA5.0A", ("one", "another"), 0.45, "DO-15")
    for circuit, words in (
        (with_scanner_button(tmp_path), "dice button: open it reads as 0.00 V, since its suppressor leaks"),
        (circuit_of("direct-9"), "dice button: open it reads as 1.32 V, since its suppressor leaks"),
    ):
        ref = find(circuit, "tvs", "dice button")
        circuit.components[ref] = replace(circuit.components[ref], part=leaky)
        only_sentence(circuit, words)


@pytest.mark.parametrize(
    ("name", "words"),
    [("flaps", "the chain flaps is read at 4000 kHz; its chips are sure of 1500"), ("I2C1", "I2C1 rises in")],
)
def test_wires_that_are_asked_too_fast(name, words):
    circuit = circuit_of("hc165-4x12" if name == "flaps" else "mcp23017-4x10")
    circuit.speeds[name] = 4000 if name == "flaps" else 400
    only_sentence(circuit, words)


def test_more_cable_than_a_bus_may_have():
    circuit = circuit_of("mcp23017-4x10")
    for number in range(3):
        circuit.components[f"Ux{number}"] = replace(circuit.components["U3"], ref=f"Ux{number}")
    only_sentence(circuit, "I2C1 has 644 pF of cables and chips; a bus may have 400")


def test_pull_ups_that_a_bus_cannot_pull_low():
    circuit = circuit_of("mcp23017-4x10")
    circuit.add(resistor("2.2k"), {"1": "+3V3", "2": "I2C1_SDA"}, "one too many")
    only_sentence(circuit, "I2C1 sinks")


def test_a_board_that_draws_too_much():
    circuit = circuit_of("mcp23017-4x10")
    for number in range(3):
        circuit.components[f"DSx{number}"] = replace(circuit.components["DS1"], ref=f"DSx{number}")
    only_sentence(circuit, "mA of 3.3 V; it may draw 300")


def test_a_pin_that_a_part_does_not_have():
    with pytest.raises(CircuitError, match="there is no pin 3; it has 1, 2"):
        circuit_of("direct-9").add(resistor("1k"), {"3": "GND"}, "a mistake")
