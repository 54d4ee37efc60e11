"""Every kind of thing that cannot be wired together: one sentence that names both sides, with the file and line."""

import re

import pytest

from stbpi.tray import load_profile
from stbpi.tray.errors import BadValueError, PinConflictError, ProfileError
from stbpi.tray.parts import (
    Chain,
    ChainInput,
    Expander,
    ExpanderPin,
    I2cBus,
    Matrix,
    MatrixCell,
    Scanner,
    ScannerCell,
)
from stbpi.tray.profile import Filtering, Quarantine, profile_names

GOOD = """\
glitch_ms = 2
buses_off = ["uart"]

[quarantine]
quiet_s = 5

[[i2c]]
bus = 1
khz = 400

[[i2c]]
bus = 3
sda = 23
scl = 24

[[expander]]
name = "north"
address = 0x20
interrupt = 17

[[expander]]
name = "east"
address = 0x21
interrupt = 17

[[chain]]
name = "left"
chips = 2
latch = 25

[matrix]
rows = [4]
columns = [5, 6]

[scanner]
rows = 2
columns = 3

[[side]]
on = "expander"
expander = "north"
flaps = [1, 2, 3]
pins = ["GPA0", "GPB6", "east.GPA0"]
debounce_ms = 50

[[side]]
on = "chain"
flaps = [1, 2]
pins = ["1A", "2H"]

[[side]]
on = "matrix"
row = 1
flaps = [1, 2]

[[side]]
on = "scanner"
row = 2
columns = [3, 1]
flaps = [1, 2]

[[side]]
flaps = [1]
pins = [14]

[[switch]]
side = 1
flap = 2
debounce_ms = 80

[[button]]
role = "dice"
on = "expander"
pin = "east.GPB0"

[[lamp]]
role = "turn"
pin = 12

[[display]]
driver = "ssd1309"
side = 2

[[display]]
driver = "sh1107"
bus = 3
"""


@pytest.fixture
def load(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def load_text(text):
        (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
        return load_profile("./mine.toml")

    return load_text


def test_all_parts_can_hang_on_one_pi(load):
    profile = load(GOOD)
    assert profile.expanders == (Expander("north", 1, 0x20, 17), Expander("east", 1, 0x21, 17))
    assert profile.chains == (Chain("left", 0, 0, 2, 25),)
    assert profile.matrix == Matrix((4,), (5, 6))
    assert profile.scanner == Scanner(2, 3)
    assert profile.i2c == (I2cBus(1, 400, 2, 3), I2cBus(3, 100, 23, 24))
    assert [side.places for side in profile.sides[:4]] == [
        (ExpanderPin("north", 0), ExpanderPin("north", 14), ExpanderPin("east", 0)),
        (ChainInput("left", 1, 0), ChainInput("left", 2, 7)),
        (MatrixCell(0, 0), MatrixCell(0, 1)),
        (ScannerCell(1, 2), ScannerCell(1, 0)),
    ]
    assert profile.buttons[0].at == ExpanderPin("east", 8)
    assert [(display.bus, display.side) for display in profile.displays] == [(1, 1), (3, None)]


def test_filters_are_those_of_the_switch_of_its_side_or_of_the_profile(load):
    profile = load(GOOD)
    assert [contact.filtering for contact in profile.contacts[:4]] == [
        Filtering(50, 2),
        Filtering(80, 2),
        Filtering(50, 2),
        Filtering(30, 2),
    ]
    assert profile.filtering == Filtering(30, 2)
    assert profile.quarantine == Quarantine(30, 5)


def test_the_last_input_of_a_chip_leaves_the_chain_first():
    clocks = [ChainInput("left", chip, number).clock for chip in (1, 2) for number in (7, 6, 0)]
    assert clocks == [0, 1, 7, 8, 9, 15]


@pytest.mark.parametrize("name", profile_names())
def test_shipped_profiles_hang_every_flap_on_a_place_of_its_own(name):
    wired = [contact.at for contact in load_profile(name).contacts if contact.at.on != "simulated"]
    assert len(set(wired)) == len(wired)


CONFLICTS = {
    "a flap and a lamp": (
        ("pin = 12", "pin = 14"),
        "mine.toml:<pin = 14>: flap 1 of side 5 (line <pins = [14]>) and the turn lamp are both on GPIO "
        "14; move one, free are GPIO 12, 13, 15, 16, 18, 19, 20, 21, 22, 26, 27",
    ),
    "a lamp and a latch": (
        ("pin = 12", "pin = 25"),
        "mine.toml:<pin = 25>: the latch of the chain left (line <latch = 25>) and the turn lamp are "
        "both on GPIO 25; move one, free are GPIO 12, 13, 15, 16, 18, 19, 20, 21, 22, 26, 27",
    ),
    "a latch and an interrupt": (
        ("latch = 25", "latch = 17"),
        "mine.toml:<latch = 17>: the interrupt of the expander north (line <interrupt = 17#1>) and the "
        "latch of the chain left are both on GPIO 17; move one, free are GPIO 13, 15, 16, 18, 19, 20, "
        "21, 22, 25, 26, 27",
    ),
    "a row and a column": (
        ("rows = [4]", "rows = [5]"),
        "mine.toml:<columns = [5, 6]>: row 1 of the matrix (line <rows = [5]>) and column 1 of the "
        "matrix are both on GPIO 5; move one, free are GPIO 4, 13, 15, 16, 18, 19, 20, 21, 22, 26, 27",
    ),
    "a matrix and a bus of its own pins": (
        ("rows = [4]", "rows = [23]"),
        "mine.toml:<sda = 23>: row 1 of the matrix (line <rows = [23]>) and SDA of I2C 3 are both on "
        "GPIO 23; move one, free are GPIO 4, 13, 15, 16, 18, 19, 20, 21, 22, 26, 27",
    ),
    "SDA and SCL": (
        ("scl = 24", "scl = 23"),
        "mine.toml:<scl = 23>: SDA of I2C 3 (line <sda = 23>) and SCL of I2C 3 are both on GPIO 23; move "
        "one, free are GPIO 13, 15, 16, 18, 19, 20, 21, 22, 24, 26, 27",
    ),
    "a lamp and the I2C bus in use": (
        ("pin = 12", "pin = 2"),
        "mine.toml:<pin = 2>: the turn lamp is on GPIO 2, which belongs to I2C 1 (GPIO 2 and 3) and the "
        "expander north hangs there; free are GPIO 12, 13, 15, 16, 18, 19, 20, 21, 22, 26, 27",
    ),
    "a lamp and the SPI bus in use": (
        ("pin = 12", "pin = 10"),
        "mine.toml:<pin = 10>: the turn lamp is on GPIO 10, which belongs to SPI 0 (GPIO 7 to 11) and "
        "the chain left hangs there; free are GPIO 12, 13, 15, 16, 18, 19, 20, 21, 22, 26, 27",
    ),
    "a lamp and a bus that may be enabled": (
        ('buses_off = ["uart"]', ""),
        "mine.toml:<pins = [14]>: flap 1 of side 5 is on GPIO 14, which belongs to the UART (GPIO 14 and "
        '15); free are GPIO 13, 16, 18, 19, 20, 21, 22, 26, 27, or say buses_off = ["uart"] and keep it '
        "off",
    ),
    "a lamp and the HAT's bus": (
        ("pin = 12", "pin = 0"),
        "mine.toml:<pin = 0>: the turn lamp is on GPIO 0, which belongs to the HAT identification bus "
        "(GPIO 0 and 1); free are GPIO 12, 13, 15, 16, 18, 19, 20, 21, 22, 26, 27",
    ),
    "a lamp and SPI 1 in use": (
        ("latch = 25", "latch = 25\nbus = 1", "pin = 12", "pin = 20"),
        "mine.toml:<pin = 20>: the turn lamp is on GPIO 20, which belongs to SPI 1 (GPIO 18 to 21) and "
        "the chain left hangs there; free are GPIO 12, 13, 15, 16, 22, 26, 27",
    ),
    "a latch and its own bus": (
        ("latch = 25", "latch = 8"),
        "mine.toml:<latch = 8>: the latch of the chain left is on GPIO 8, which belongs to SPI 0 (GPIO 7 "
        "to 11) and the chain left hangs there; the latch needs a GPIO of its own, free are GPIO 13, 15, "
        "16, 18, 19, 20, 21, 22, 25, 26, 27",
    ),
    "a bus in use and buses_off": (
        ('buses_off = ["uart"]', 'buses_off = ["uart", "spi0"]'),
        'mine.toml:<buses_off = ["uart", "spi0"]>: "buses_off" has "spi0", and the chain left hangs on '
        "SPI 0 (GPIO 7 to 11); take one of them out",
    ),
    "an expander's bus and buses_off": (
        ('buses_off = ["uart"]', 'buses_off = ["uart", "i2c1"]'),
        'mine.toml:<buses_off = ["uart", "i2c1"]>: "buses_off" has "i2c1", and the expander north hangs '
        "on I2C 1 (GPIO 2 and 3); take one of them out",
    ),
    "GPA7 as an input": (
        ('"GPA0", "GPB6"', '"GPA7", "GPB6"'),
        'mine.toml:<pins = ["GPA7", "GPB6", "east.GPA0"]>: side 1: GPA7 of the expander north is an '
        "output only (as an input it can corrupt SDA), and a switch was to hang on it; use one of GPA0 "
        "to GPA6 and GPB0 to GPB6",
    ),
    "GPB7 as a button": (
        ('pin = "east.GPB0"', 'pin = "east.GPB7"'),
        'mine.toml:<pin = "east.GPB7">: button 1: GPB7 of the expander east is an output only (as an '
        "input it can corrupt SDA), and a switch was to hang on it; use one of GPA0 to GPA6 and GPB0 to "
        "GPB6",
    ),
    "an address no MCP23017 has": (
        ("address = 0x21", "address = 0x28"),
        "mine.toml:<address = 0x28>: expander 2: 0x28 is no address of an MCP23017 (0x20 to 0x27); set "
        "it with its pins A0 to A2",
    ),
    "an address with the write bit": (
        ("address = 0x21", "address = 0x42"),
        "mine.toml:<address = 0x42>: expander 2: 0x42 is no address of an MCP23017 (0x20 to 0x27); that "
        "is with the write bit, the address is 0x21",
    ),
    "two expanders at one address": (
        ("address = 0x21", "address = 0x20"),
        "mine.toml:<address = 0x20#2>: the expander north (line <address = 0x20#1>) and the expander "
        "east are both at 0x20 on I2C 1; give one another address or bus",
    ),
    "an expander and a display": (
        ('driver = "ssd1309"', 'driver = "ssd1309"\naddress = 0x20'),
        "mine.toml:<address = 0x20#2>: display 1: 0x20 is no address of an OLED; they have 0x3C or 0x3D, which "
        "boards print as 0x78 or 0x7A",
    ),
    "two displays": (
        ("bus = 3\n", "bus = 3\n", '"sh1107"\nbus = 3', '"sh1107"\nbus = 1'),
        "mine.toml:<[[display]]#2>: display 1 (line <[[display]]#1>) and display 2 are both at 0x3C on "
        "I2C 1; give one another address or bus",
    ),
    "two parts of one name": (
        ('name = "left"', 'name = "east"'),
        'mine.toml:<name = "east"#2>: chain 1: two parts are called "east" (the other on line '
        '<name = "east"#1>); rename one',
    ),
    "a pin of an expander twice": (
        ('"GPB6", "east.GPA0"', '"GPA0", "east.GPA0"'),
        'mine.toml:<pins = ["GPA0", "GPA0", "east.GPA0"]>: flap 1 of side 1 (line <pins = ["GPA0", '
        '"GPA0", "east.GPA0"]>) and flap 2 of side 1 are both on GPA0 of the expander north; move one',
    ),
    "a flap and a button on an expander": (
        ('pin = "east.GPB0"', 'pin = "east.GPA0"'),
        'mine.toml:<pin = "east.GPA0">: flap 3 of side 1 (line <pins = ["GPA0", "GPB6", "east.GPA0"]>) '
        "and the dice button are both on GPA0 of the expander east; move one",
    ),
    "an expander that is not there": (
        ('expander = "north"', 'expander = "nroth"'),
        'mine.toml:<expander = "nroth">: side 1: there is no expander "nroth"; did you mean "north"?',
    ),
    "a pin's expander that is not there": (
        ('"east.GPA0"]', '"west.GPA0"]'),
        'mine.toml:<pins = ["GPA0", "GPB6", "west.GPA0"]>: side 1: there is no expander "west"; did you '
        'mean "east"?',
    ),
    "a pin no expander has": (
        ('"GPA0", "GPB6"', '"GPA8", "GPB6"'),
        'mine.toml:<pins = ["GPA8", "GPB6", "east.GPA0"]>: side 1: an MCP23017 has no pin "GPA8"; did '
        'you mean "GPA6"?',
    ),
    "no word of which expander": (
        ('expander = "north"\n', ""),
        'mine.toml:<[[side]]#1>: side 1: the key "expander" is missing; add it',
    ),
    "an input of a chain twice": (
        ('["1A", "2H"]', '["1A", "1A"]'),
        'mine.toml:<pins = ["1A", "1A"]>: flap 1 of side 2 (line <pins = ["1A", "1A"]>) and flap 2 of '
        "side 2 are both on input 1A of the chain left; move one",
    ),
    "an input beyond the chain": (
        ('["1A", "2H"]', '["1A", "3A"]'),
        'mine.toml:<pins = ["1A", "3A"]>: side 2: "3A" is on chip 3, and the chain left has 2; take '
        "another input, or give the chain more chips",
    ),
    "what is no input": (
        ('["1A", "2H"]', '["1A", "2I"]'),
        'mine.toml:<pins = ["1A", "2I"]>: side 2: "2I" is no input of a chain; write the chip, counted '
        'from the Pi, and its input, A to H, such as "1A"',
    ),
    "two chains on one bus": (
        (
            "[matrix]",
            '[[chain]]\nname = "right"\nchips = 1\nlatch = 26\n[matrix]',
            'pins = ["1A", "2H"]',
            'pins = ["left.1A", "right.1H"]',
        ),
        "mine.toml:<[[chain]]#2>: the chain left (line <[[chain]]#1>) and the chain right are both on SPI 0, and a "
        "74HC165 does not let go of MISO; join them into one chain of 3 chips, or put one on SPI 1",
    ),
    "a row the matrix has not": (
        ("row = 1\n", "row = 2\n"),
        'mine.toml:<row = 2#1>: side 3: "row" is 2, it must be a whole number from 1 to 1',
    ),
    "more flaps than columns": (
        ("row = 1\nflaps = [1, 2]", "row = 1\nflaps = [1, 2, 3]"),
        "mine.toml:<flaps = [1, 2, 3]#2>: side 3: 3 flaps in a row that has 2 columns; take flaps out, "
        "or give the part more columns",
    ),
    "two sides on one row": (
        ("[[switch]]", '[[side]]\non = "matrix"\nrow = 1\nflaps = [1]\n[[switch]]'),
        "mine.toml:<row = 1#2>: flap 1 of side 3 (line <row = 1#1>) and flap 1 of side 6 are both on row "
        "1, column 1 of the matrix; move one",
    ),
    "a column twice": (
        ("columns = [3, 1]", "columns = [3, 3]"),
        "mine.toml:<row = 2>: flap 1 of side 4 (line <row = 2>) and flap 2 of side 4 are both on row 2, "
        "column 3 of the scanner; move one",
    ),
    "a column too few": (
        ("columns = [3, 1]", "columns = [3]"),
        "mine.toml:<columns = [3]>: side 4: 2 flaps but 1 column; give each flap its column, in the "
        "same order",
    ),
    "no matrix": (
        ("[matrix]\nrows = [4]\ncolumns = [5, 6]\n", ""),
        'mine.toml:<on = "matrix">: side 3: "on" is "matrix", and the profile has none; describe it as '
        "[matrix]",
    ),
    "no scanner": (
        ("[scanner]\nrows = 2\ncolumns = 3\n", ""),
        'mine.toml:<on = "scanner">: side 4: "on" is "scanner", and the profile has none; describe it as '
        "[scanner]",
    ),
    "a bus described twice": (
        ("bus = 3\nsda = 23\nscl = 24", "bus = 1"),
        "mine.toml:<bus = 1#2>: i2c 2: I2C 1 is described twice; keep one",
    ),
    "a bus without pins": (
        ('"sh1107"\nbus = 3', '"sh1107"\nbus = 4'),
        "mine.toml:<bus = 4>: display 2: I2C 4 has no pins of its own; add [[i2c]] with bus = 4, sda and "
        "scl, or without these two where it is an adapter",
    ),
    "half a bus": (
        ("scl = 24\n", ""),
        'mine.toml:<sda = 23>: i2c 2: "sda" is given alone; give both sda and scl, or neither for an '
        "adapter that is not on the header",
    ),
    "pins for a bus that has them": (
        ("khz = 400", "sda = 5"),
        'mine.toml:<sda = 5>: i2c 1: "sda" is given for I2C 1, which is on GPIO 2 and 3 for good; take '
        "it out, or give the bus another number",
    ),
    "a flap twice": (
        ("flaps = [1, 2, 3]", "flaps = [1, 2, 1]"),
        "mine.toml:<flaps = [1, 2, 1]>: side 1: flap 1 is listed twice; list every flap once",
    ),
    "a flap without a pin": (
        ("flaps = [1, 2, 3]", "flaps = [1, 2, 3, 4]"),
        'mine.toml:<pins = ["GPA0", "GPB6", "east.GPA0"]>: side 1: 4 flaps but 3 pins; give each flap '
        "its pin, in the same order",
    ),
    "a filter for a flap that is not there": (
        ("flap = 2\n", "flap = 9\n"),
        "mine.toml:<[[switch]]>: switch 1: there is no flap 9 on side 1; name one that the side lists",
    ),
    "two filters for a flap": (
        ("[[button]]", "[[switch]]\nside = 1\nflap = 2\n[[button]]"),
        "mine.toml:<[[switch]]#2>: switch 2: flap 2 of side 1 has two [[switch]] tables; keep one",
    ),
    "a display before a side that is not there": (
        ("side = 2", "side = 6"),
        'mine.toml:<side = 6>: display 1: "side" is 6, it must be a whole number from 1 to 5',
    ),
}


@pytest.mark.parametrize("kind", CONFLICTS)
def test_what_cannot_be_together_is_told_with_both_names(load, kind):
    changes, says = CONFLICTS[kind]
    text = GOOD
    for was, now in zip(changes[::2], changes[1::2], strict=True):
        assert was in text
        text = text.replace(was, now, 1)
    with pytest.raises((BadValueError, PinConflictError)) as refused:
        load(text)
    assert str(refused.value) == with_numbers(says, text)
    assert "\n" not in str(refused.value)


def with_numbers(sentence, text):
    """A sentence with the number of each ``<line>``, or of the n-th such ``<line#n>``, in its place."""

    def number(found):
        same = [number for number, line in enumerate(text.splitlines(), 1) if line == found[1]]
        return str(same[int(found[2] or 1) - 1])

    return re.sub(r"<(.+?)(?:#(\d))?>", number, sentence)


def test_every_value_of_a_part_has_its_bounds(load):
    for key, value in {
        "khz = 400": "khz = 5",
        "interrupt = 17": "interrupt = 28",
        "chips = 2": "chips = 13",
        "rows = 2": "rows = 7",
        "columns = 3": "columns = 17",
        "glitch_ms = 2": "glitch_ms = 51",
        "quiet_s = 5": "quiet_s = 0",
        "debounce_ms = 80": "debounce_ms = 201",
        'name = "north"': 'name = "north of here"',
        '"uart"': '"uart1"',
    }.items():
        with pytest.raises(BadValueError, match=rf"\.toml:\d+: .*{re.escape(key.split()[0].strip(chr(34)))}"):
            load(GOOD.replace(key, value, 1))


def test_no_text_at_all_makes_more_than_one_sentence(load):
    """Every line left out in turn: what is refused is refused as a profile's mistake, in one line."""
    lines = GOOD.splitlines(keepends=True)
    told = [
        said for number in range(len(lines)) if (said := trouble(load, lines[:number] + lines[number + 1 :]))
    ]
    assert len(told) > 20
    assert all("mine.toml" in said and "\n" not in said for said in told)


def trouble(load, lines):
    try:
        load("".join(lines))
    except ProfileError as error:
        return str(error)
    return None
