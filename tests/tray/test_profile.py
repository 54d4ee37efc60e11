"""Wiring profiles: the shipped ones, people's own, and what is said of those that cannot be wired."""

import re

import pytest

from stbpi.table.events import FlapRef
from stbpi.tray import open_tray
from stbpi.tray.errors import (
    BadValueError,
    NotReadableError,
    PinConflictError,
    ProfileNotFoundError,
    UnknownKeyError,
)
from stbpi.tray.profile import ButtonRole, load_profile, profile_names
from stbpi.tray.profile_checks import pin_uses
from tests.support.virtual_loop import virtual_loop

GOOD = """
[[side]]
flaps = [3, 1, 2]
pins = [17, 27, 22]

[[button]]
role = "dice"
pin = 16

[[lamp]]
role = "turn"
pin = 20

[buzzer]
pin = 21

[[display]]
driver = "sh1106"
"""


@pytest.fixture
def load(tmp_path):
    def load_text(text):
        (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
        return load_profile("mine", tmp_path)

    return load_text


def test_direct_9_is_nine_flaps_a_button_a_lamp_a_buzzer_and_a_screen():
    profile = load_profile("direct-9")
    assert profile.tray_sides.flaps == ((1, 2, 3, 4, 5, 6, 7, 8, 9),)
    assert [contact.of for contact in profile.contacts] == [
        *(FlapRef(0, flap) for flap in range(1, 10)),
        ButtonRole.DICE,
    ]
    assert len(profile.lamps) == 1
    assert profile.buzzer is not None
    assert [(d.driver, d.bus, d.address) for d in profile.displays] == [("ssd1306", 1, 0x3C)]
    assert profile.debounce_ms == 30


@pytest.mark.parametrize(("name", "sides"), [("simulated-4x12", 4), ("simulated-6x12", 6)])
def test_the_simulated_tables_have_twelve_flaps_and_a_lamp_on_every_side(name, sides):
    profile = load_profile(name)
    assert profile.tray_sides.flaps == (tuple(range(1, 13)),) * sides
    assert len(profile.contacts) == 12 * sides + 1
    assert [lamp.side for lamp in profile.lamps] == list(range(sides))
    assert len(profile.displays) == 1
    profile.check_readable("simulated")


def test_what_only_the_simulation_can_read_is_refused_by_a_real_backend():
    profile = load_profile("simulated-4x12")
    says = (
        'profile simulated-4x12: sides 1, 2, 3 and 4 hang on nothing but the simulation, which the backend "gpio" '
        'cannot read; set [board] backend = "simulated", or choose a profile that is wired, such as direct-9'
    )
    with pytest.raises(NotReadableError) as refused:
        profile.check_readable("gpio")
    assert str(refused.value) == says
    with virtual_loop() as loop, pytest.raises(NotReadableError):
        open_tray(profile, "gpio", loop=loop, emit=print)


def test_what_is_wired_is_read_by_every_backend():
    load_profile("direct-9").check_readable("gpio")
    load_profile("direct-9").check_readable("simulated")


@pytest.mark.parametrize("name", profile_names())
def test_shipped_profiles_load_and_keep_off_the_buses_that_are_on(name):
    profile = load_profile(name)
    used = {use.pin for use in pin_uses(profile)}
    assert not used & {0, 1, 2, 3, 14, 15}
    assert profile.buses_off == ({"spi0"} if used & {7, 8, 9, 10, 11} else set())


def test_flaps_keep_their_pins_whatever_their_order(load):
    profile = load(GOOD)
    assert profile.tray_sides.flaps == ((1, 2, 3),)
    assert [(str(contact), str(contact.at)) for contact in profile.contacts][:2] == [
        ("flap 3 of side 1", "GPIO 17"),
        ("flap 1 of side 1", "GPIO 27"),
    ]
    assert profile.title == "mine"


def test_a_profile_of_ones_own_beside_the_configuration_comes_before_a_shipped_one(tmp_path):
    (tmp_path / "direct-9.toml").write_text(GOOD)
    assert load_profile("direct-9", tmp_path).tray_sides.flaps == ((1, 2, 3),)
    assert len(load_profile("direct-9").contacts) == 10


def test_a_path_is_a_file_beside_the_configuration(tmp_path):
    (tmp_path / "wiring").mkdir()
    (tmp_path / "wiring" / "pub.toml").write_text(GOOD)
    assert load_profile("wiring/pub.toml", tmp_path).name == "pub"
    assert load_profile(str(tmp_path / "wiring" / "pub.toml")).name == "pub"


def test_an_unknown_name_leads_to_the_nearest():
    with pytest.raises(ProfileNotFoundError, match=r'no wiring profile "direct9"; did you mean "direct-9"\?'):
        load_profile("direct9")


@pytest.mark.parametrize("path", ["nowhere.toml", "nowhere/x.toml", "./"])
def test_a_missing_file_is_named(tmp_path, path):
    with pytest.raises(ProfileNotFoundError, match=r"there is no profile file .*; check the path"):
        load_profile(path, tmp_path)


def test_a_file_that_is_not_text_is_named(tmp_path):
    (tmp_path / "mine.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadValueError, match="is not UTF-8"):
        load_profile("mine", tmp_path)


@pytest.mark.parametrize(
    ("was", "now", "error", "says"),
    [
        (
            "pin = 16",
            "pin = 17",
            PinConflictError,
            r"mine.toml:8: flap 3 of side 1 \(line 4\) and the dice button are both on GPIO 17; move one",
        ),
        (
            "pin = 21",
            "pin = 20",
            PinConflictError,
            r"the turn lamp \(line 12\) and the buzzer are both on GPIO 20",
        ),
        (
            "22]",
            "27]",
            PinConflictError,
            r"flap 1 of side 1 \(line 4\) and flap 2 of side 1 are both on GPIO 27",
        ),
        (
            "22]",
            "3]",
            PinConflictError,
            r"flap 2 of side 1 is on GPIO 3, which belongs to I2C 1 \(GPIO 2 and 3\) and display 1 hangs there; free",
        ),
        (
            "pin = 21",
            "pin = 10",
            PinConflictError,
            r"the buzzer is on GPIO 10, which belongs to SPI 0 \(GPIO 7 to 11\)",
        ),
        ("pin = 20", "pin = 14", PinConflictError, "the turn lamp is on GPIO 14, which belongs to the UART"),
        ("pin = 16", "pin = 1", PinConflictError, "GPIO 1, which belongs to the HAT identification bus"),
        (
            "pin = 16",
            "pin = 28",
            BadValueError,
            'button 1: "pin" is 28, it must be a whole number from 0 to 27',
        ),
        ("pin = 16", 'pin = "16"', BadValueError, "\"pin\" is '16', it must be a whole number"),
        ("pin = 16", "pin = true", BadValueError, '"pin" is true, it must be a whole number'),
        ("pin = 16", "pni = 16", UnknownKeyError, 'button 1: there is no key "pni"; did you mean "pin"'),
        ("pin = 16", "", BadValueError, 'button 1: the key "pin" is missing; add it'),
        ("[buzzer]", "[buzzr]", UnknownKeyError, 'there is no key "buzzr"; did you mean "buzzer"?'),
        ("[3, 1, 2]", "[3, 1]", BadValueError, "side 1: 2 flaps but 3 pins; give each flap its pin"),
        ("[3, 1, 2]", "[3, 1, 3]", BadValueError, "side 1: flap 3 is listed twice"),
        (
            "[3, 1, 2]",
            "[3, 1, 0]",
            BadValueError,
            '"flaps" is 0, it must be made of whole numbers from 1 to 999',
        ),
        ("[3, 1, 2]", "3", BadValueError, '"flaps" is 3, it must be a list of whole numbers'),
        ('"dice"', '"dices"', BadValueError, '"role" is \'dices\', it must be one of "dice", "menu"'),
        (
            '"sh1106"',
            '"ssd1307"',
            BadValueError,
            'display 1: "driver" is \'ssd1307\', it must be one of "ssd1306", "sh1106", "ssd1309", "sh1107"',
        ),
        (
            '"sh1106"',
            '"sh1106"\naddress = 0x40',
            BadValueError,
            "0x40 is no address of an OLED; they have 0x3C or 0x3D, which boards print as 0x78 or 0x7A",
        ),
        ('"sh1106"', '"sh1106"\naddress = 0x02', BadValueError, "0x02 is no address of an OLED"),
        (
            '"sh1106"',
            '"sh1106"\nrotate = 4',
            BadValueError,
            '"rotate" is 4, it must be a whole number from 0 to 3',
        ),
        ("[[side]]", "[side]", BadValueError, r"side is one table; write \[\[side\]\] for each"),
        ("pins =", "pns =", UnknownKeyError, r'there is no key "pns"; did you mean "pins"\?'),
        (
            "pins =",
            "row = 1\npins =",
            UnknownKeyError,
            r'a side on "gpio" has no "row", it takes "pins"; take',
        ),
        (
            '"dice"',
            '"dice"\ncolumn = 1',
            UnknownKeyError,
            'a button on "gpio" has no "column", it takes "pin";',
        ),
        ("pin = 16", "pin = 2020-01-01", BadValueError, '"pin" is 2020-01-01, it must'),
        ("pin = 16", "pin = {a = 1}", BadValueError, '"pin" is { a = 1 }, it must'),
        ("[[button]]", "[[lamp]]", BadValueError, 'the key "button" is missing'),
        (
            "[[side]]",
            "debounce_ms = 0\n[[side]]",
            BadValueError,
            '"debounce_ms" is 0, it must be a whole number from 1 to',
        ),
        ("[[side]]", 'title = " "\n[[side]]', BadValueError, "\"title\" is ' ', it must be a line of text"),
        ("[[side]]", "[[side]", BadValueError, "mine.toml: this is not TOML: "),
        (
            "pin = 16",
            'pin = 16\non = "mcp23017"',
            BadValueError,
            '"on" is \'mcp23017\', it must be one of "gpio"',
        ),
        (
            "22]",
            '22]\non = "thin air"',
            BadValueError,
            'side 1: "on" is \'thin air\', it must be one of "gpio", "expander", "chain"',
        ),
        (
            "22]",
            '22]\non = "simulated"',
            UnknownKeyError,
            'side 1: a side on "simulated" has no "pins", it takes no',
        ),
        (
            "pin = 20",
            "pin = 20\nside = 2",
            BadValueError,
            'lamp 1: "side" is 2, it must be a whole number from 1 to 1',
        ),
        (
            "pin = 20",
            'pin = 20\nside = 1\n[[lamp]]\nrole = "turn"\npin = 5\nside = 1',
            BadValueError,
            r'there are two "turn" lamps for side 1 \(the other on line 10\); keep one',
        ),
        (
            "[[lamp]]",
            '[[button]]\nrole = "dice"\npin = 5\n[[lamp]]',
            BadValueError,
            r'there are two "dice" buttons \(the other on line 6\); keep one',
        ),
        (
            '"sh1106"',
            '"sh1106"\n[[display]]\ndriver = "ssd1306"',
            PinConflictError,
            r"display 1 \(line 17\) and display 2 are both at 0x3C on I2C 1; give one another address",
        ),
    ],
)
def test_what_cannot_be_wired_is_refused_in_one_sentence(load, was, now, error, says):
    assert was in GOOD
    with pytest.raises(error, match=says) as refused:
        load(GOOD.replace(was, now, 1))
    assert re.match(r"/\S+/mine\.toml(:\d+)?: ", str(refused.value))
    assert "\n" not in str(refused.value)


def test_a_buzzer_is_a_table(load):
    with pytest.raises(BadValueError, match=r'"buzzer" is 21, it must be given as a \[buzzer\] table'):
        load("buzzer = 21\n" + GOOD.replace("[buzzer]\npin = 21", ""))


def test_seven_sides_are_too_many(load):
    sides = "".join(f"[[side]]\nflaps = [1]\npins = [{pin}]\n" for pin in (4, 5, 6, 12, 13, 18, 19))
    with pytest.raises(BadValueError, match="7 sides are too many; list at most 6"):
        load(sides + '[[button]]\nrole = "dice"\npin = 16\n')


def test_a_number_with_more_digits_than_python_reads_is_told_with_its_line(tmp_path):
    file = tmp_path / "pub.toml"
    file.write_text("title = 'Pub'\n[[i2c]]\nbus = " + "9" * 5000)
    with pytest.raises(
        BadValueError, match=r"pub\.toml:3: bus is a number of thousands of digits; shorten it"
    ):
        load_profile(str(file))
    file.write_text("title = 'Pub'\n[[i2c]]\nbus = 0x" + "f" * 5000)
    with pytest.raises(BadValueError, match=r"pub\.toml:3: .*is a number of thousands of digits, it must be"):
        load_profile(str(file))


def test_a_name_like_none_suggests_none(tmp_path):
    with pytest.raises(ProfileNotFoundError, match='no wiring profile "nope"; shipped are direct-12, '):
        load_profile("nope", tmp_path)


def test_a_file_with_a_byte_order_mark_is_read_and_another_encoding_named(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    assert load_profile("mine", tmp_path) == load_profile(str(file))
    file.write_bytes(GOOD.encode("utf-16"))
    with pytest.raises(BadValueError, match=r"mine.toml is not UTF-8 \(its byte 1 .*\); save it as UTF-8$"):
        load_profile("mine", tmp_path)


@pytest.mark.parametrize(("printed", "meant"), [(0x78, 0x3C), (0x7A, 0x3D), (0x3C, 0x3C), (0x3D, 0x3D)])
def test_an_address_as_boards_print_it_is_understood(load, printed, meant):
    assert [display.address for display in load(f"{GOOD}address = {printed:#x}\n").displays] == [meant]
