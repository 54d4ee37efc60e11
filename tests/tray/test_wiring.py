"""What a maker solders from."""

from dataclasses import replace
from pathlib import Path

from stbpi.tray.parts import GpioPin, Simulation
from stbpi.tray.profile import Filtering, load_profile
from stbpi.tray.wiring import all_profiles_markdown, wiring_markdown

ROOT = Path(__file__).parents[2]


def test_wiring_md_is_what_the_profiles_say():
    assert (ROOT / "wiring.md").read_text(encoding="utf-8") == all_profiles_markdown(), "run make wiring"


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
    drawing = wiring_markdown(load_profile("direct-9")).split("```")[1].splitlines()[1:]
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
