"""What a maker solders from."""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from stbpi.tray.parts import GpioPin, ScannerButton, Simulation
from stbpi.tray.profile import Filtering, load_profile, profile_names
from stbpi.tray.profile_cautions import cautions
from stbpi.tray.wiring import all_profiles_markdown, is_wired, wiring_markdown
from stbpi.tray.wiring_drawing import wiring_svg
from stbpi.tray.wiring_legs import (
    Header,
    blocks,
    chain_blocks,
    expander_block,
    header_block,
    lamp_name,
    switch_name,
)
from tests.tray.trays import tray_at_hand

ROOT = Path(__file__).parents[2]
WIRED = [name for name in profile_names() if is_wired(load_profile(name))]


def test_wiring_md_is_what_the_profiles_say():
    assert (ROOT / "wiring.md").read_text(encoding="utf-8") == all_profiles_markdown(), "run make wiring"


@pytest.mark.parametrize("name", WIRED)
def test_the_drawing_is_what_the_profile_says(name):
    drawn = (ROOT / "docs" / "wiring" / f"{name}.svg").read_text(encoding="utf-8")
    assert drawn == wiring_svg(load_profile(name)), "run make wiring"


def test_there_is_a_drawing_for_every_tray_that_is_wired_and_no_other():
    assert sorted(path.stem for path in (ROOT / "docs" / "wiring").iterdir()) == WIRED


@pytest.mark.parametrize("name", WIRED)
def test_a_drawing_has_every_switch_every_pin_and_every_part(name):
    profile = load_profile(name)
    words = Counter(texts(wiring_svg(profile)))
    assert all(words[str(pin)] >= 1 for pin in range(1, 41))
    for block in blocks(profile, Header()):
        assert words[block.title] == 1
        for leg in block.legs:
            assert any(leg.name in word and leg.number in word for word in words)
    in_grids = [contact for contact in profile.contacts if contact.at.on in ("matrix", "scanner")]
    for contact in profile.contacts:
        if contact not in in_grids:
            assert words[switch_name(contact, profile)] == 1
    for lamp in profile.lamps:
        assert words[lamp_name(lamp)] == 1
    crossings = [word for word in words.elements() if re.fullmatch(r"s\d", word)]
    assert len(crossings) == len(in_grids)


def test_no_wire_of_a_chip_leads_where_the_other_end_does_not_know_of_it():
    """What a chip says about a header pin is what is on that header pin."""
    for name in WIRED:
        profile, header = load_profile(name), Header()
        at = {int(leg.number): leg for leg in header_block(profile, header).legs}
        for block in blocks(profile, header):
            for leg in block.legs:
                if found := re.search(r"(.*) \(Pi (\d+)\)", leg.wire):
                    there = at[int(found[2])]
                    assert found[1].split()[0] in (there.wire or there.name), (name, block.title, leg)


def test_chips_are_wired_as_their_data_sheets_number_them():
    profile, header = load_profile("mcp23017-4x10"), Header()
    legs = {
        leg.name: (leg.number, leg.wire) for leg in expander_block(profile.expanders[2], profile, header).legs
    }
    assert legs["GPB0"] == ("1", "side 3, flap 8")
    assert legs["GPA0"] == ("21", "side 3, flap 1")
    assert legs["GPA7"] == ("28", "")
    assert [legs[f"A{bit}"][1][:3] for bit in range(3)] == ["GND", "3V3", "GND"], "0x22"
    assert legs["SDA"] == ("13", "SDA of I2C 1 (Pi 3)")
    assert legs["INTA"] == ("20", "INT (Pi 11)")
    assert legs["RESET"] == ("18", "3V3 (Pi 1)")

    profile = load_profile("hc165-4x12")
    first, *_, last = chain_blocks(profile.chains[0], profile, header)
    wires = {leg.name: (leg.number, leg.wire) for leg in first.legs}
    assert wires["QH"] == ("9", "MISO (Pi 21)")
    assert wires["SER"] == ("10", "QH of chip 2")
    assert wires["A"] == ("11", "side 1, flap 1")
    assert wires["H"] == ("6", "side 1, flap 8")
    assert wires["SH/LD"] == ("1", "latch (Pi 22)")
    wires = {leg.name: leg.wire for leg in last.legs}
    assert wires["SER"] == "MOSI (Pi 19)", "what is sent comes back through the whole chain"
    assert wires["QH"] == "SER of chip 5"


def test_a_bus_on_pins_of_its_own_is_made_by_the_line_that_is_printed():
    text = wiring_markdown(load_profile("mcp23017-4x10"))
    assert "dtoverlay=i2c-gpio,bus=3,i2c_gpio_sda=23,i2c_gpio_scl=24,i2c_gpio_delay_us=2\n" in text
    assert "dtparam=i2c_arm=on,i2c_arm_baudrate=100000\n" in text
    assert "dtparam=spi=off\n" in wiring_markdown(load_profile("matrix-4x12"))
    assert "dtparam=spi=on\n" in wiring_markdown(load_profile("hc165-4x12"))


def test_the_tables_of_chips_and_grids_name_every_flap():
    for name, cell in {
        "mcp23017-4x10": "| 27 | GPA6 | side 1, flap 7 | side 2, flap 7 | side 3, flap 7 | side 4, flap 7 |",
        "hc165-4x12": "| 3 | E | side 1, flap 5 | side 2, flap 1 | side 2, flap 9 |",
        "matrix-4x12": "| row 2 (GPIO 23) | side 2, flap 1 | side 2, flap 2 |",
        "scanner-6x12": "| row 6 | side 6, flap 1 | side 6, flap 2 |",
    }.items():
        text = wiring_markdown(load_profile(name))
        assert cell in text
        for contact in load_profile(name).contacts:
            assert f"| {switch_name(contact, load_profile(name))} |" in text


def texts(svg):
    return [element.text for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("}text")]


def test_names_that_people_choose_stay_text(tmp_path):
    profile = replace(load_profile("direct-9"), title='<b>Pub & "Inn"')
    assert 'direct-9: <b>Pub & "Inn"' in texts(wiring_svg(profile))


def test_every_pin_of_the_profile_is_in_a_table_with_its_place_on_the_header():
    text = wiring_markdown(load_profile("direct-9"))
    for row in (
        "| flap 1 | 4 | 7 |",
        "| flap 9 | 26 | 37 |",
        "| dice button | 16 | 36 |",
        "| turn lamp | 20 | 38 |",
        "| buzzer | 21 | 40 |",
        "| screen (SSD1306, I2C 1, address 0x3C) | 2 | 3 | the screen's SDA |",
        "| screen (SSD1306, I2C 1, address 0x3C) | 3 | 5 | the screen's SCL |",
    ):
        assert row in text


def test_the_header_is_drawn_with_what_hangs_on_it():
    drawing = wiring_markdown(load_profile("direct-9")).split("```")[-2].splitlines()[1:]
    assert len(drawing) == 20
    assert drawing[0].split() == ["3V3", "(", "1)", "|", "(", "2)", "5V"]
    assert drawing[3].strip() == "flap 1   GPIO4 ( 7) | ( 8) GPIO14"
    assert drawing[19].strip().endswith("(40) GPIO21  buzzer")


def test_a_switch_that_is_made_while_its_flap_is_up_says_so():
    profile = load_profile("direct-9")
    profile = replace(profile, sides=(replace(profile.sides[0], made_when_closed=False),))
    assert "made while the flap is raised" in wiring_markdown(profile)


def test_sides_are_told_apart_where_there_are_several():
    profile = load_profile("direct-9")
    one, two = (
        replace(
            profile.sides[0], flaps=(1, 2), places=(GpioPin(4), GpioPin(17)), filtering=(Filtering(),) * 2
        ),
        replace(profile.sides[0], flaps=(1,), places=(GpioPin(5),), filtering=(Filtering(),)),
    )
    text = wiring_markdown(replace(profile, sides=(one, two)))
    assert "| side 1, flap 1 | 4 | 7 |" in text
    assert "| side 2, flap 1 | 5 | 29 |" in text


def test_a_tray_that_is_only_simulated_says_so_and_how_to_play_it():
    text = wiring_markdown(load_profile("simulated-4x12"))
    assert "Only simulated: sides 1, 2, 3 and 4 hang on nothing" in text
    assert "stbpi run --simulate --profile simulated-4x12\n" in text
    assert "solder here" not in text


def test_a_tray_that_is_partly_simulated_shows_how_the_rest_is_wired():
    profile = load_profile("direct-9")
    more = replace(
        profile.sides[0], flaps=(1, 2), places=(Simulation(), Simulation()), filtering=(Filtering(),) * 2
    )
    lamp = replace(profile.lamps[0], side=1)
    text = wiring_markdown(replace(profile, sides=(*profile.sides, more), lamps=(lamp,)))
    assert "side 2 hangs on nothing" in text
    assert "| side 1, flap 9 | 26 | 37 |" in text
    assert "side 2, flap" not in text
    assert "| side 2, turn lamp | 20 | 38 |" in text


def test_a_button_on_the_scanner_is_wired_there():
    profile = load_profile("scanner-6x12")
    button = replace(profile.buttons[0], at=ScannerButton())
    on_it = "The dice button goes between A6 of the scanner and its ground, with 10 kΩ from A6 to 5V."
    assert on_it in wiring_markdown(replace(profile, buttons=(button,)))
    assert on_it not in wiring_markdown(profile)


def test_what_may_not_be_meant_is_pointed_out():
    profile = load_profile("matrix-4x12")
    assert cautions(profile) == ()
    assert "### Mind" not in wiring_markdown(profile)
    bare = replace(profile, matrix=replace(profile.matrix, diodes=False))
    (said,) = cautions(bare)
    assert said.startswith(
        "diodes = false, and flap 1 of side 1, flap 2 of side 1, flap 1 of side 2 and flap 2 of side 2 are the corners"
    )
    assert f"### Mind\n\n- {said}.\n" in wiring_markdown(bare)


def test_a_matrix_in_which_no_rectangle_can_be_made_needs_no_diodes():
    profile = load_profile("matrix-4x12")
    bare = replace(profile, matrix=replace(profile.matrix, diodes=False))
    assert cautions(replace(bare, sides=bare.sides[:1])) == ()
    one, two, *_ = bare.sides
    crossing = replace(two, flaps=two.flaps[:1], places=two.places[:1], filtering=two.filtering[:1])
    assert cautions(replace(bare, sides=(one, crossing))) == ()


def test_a_glitch_filter_that_is_slower_than_the_debounce_is_pointed_out_with_what_it_does():
    profile = load_profile("direct-9")
    side = profile.sides[0]
    own = (Filtering(10, 40), Filtering(10, 10), *side.filtering[2:])
    slow = replace(profile, sides=(replace(side, filtering=own),))
    assert cautions(slow) == (
        "glitch_ms = 40 is longer than debounce_ms = 10 for flap 1 of side 1: a movement is told 40 ms after it began, "
        "and nothing shorter is heeded, as long wires with long spikes need it; where yours have none, make glitch_ms "
        "shorter",
    )
    assert "glitch_ms = 40 is longer" in wiring_markdown(slow)


def test_such_a_glitch_filter_does_what_is_said_of_it():
    profile = load_profile("direct-9")
    side = profile.sides[0]
    slow = replace(profile, sides=(replace(side, filtering=(Filtering(10, 40), *side.filtering[1:])),))
    with tray_at_hand(slow, debounce_ms=10) as t:
        t.simulator.edges(0, 1, [[0, 1], [39_000, 0]])
        t.loop.run_for(0.2)
        assert t.moves == []
        t.simulator.edges(0, 1, [[0, 1]])
        t.loop.run_for(0.038)
        assert t.moves == []
        t.loop.run_for(0.004)
        assert t.moves == [(1, True)]
