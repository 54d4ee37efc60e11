"""Slips in a configuration that are easily made and were not always told well."""

from __future__ import annotations

import os

import pytest

from stbpi.config import Override, SettingsError, load_settings

SIMULATE = Override(("board", "backend"), "simulated", "--simulate")


@pytest.fixture
def load(tmp_path):
    """Loads a text as the file stbpi.toml, for a match on the tray."""

    def load_text(text, *overrides, on_tray=True):
        file = tmp_path / "stbpi.toml"
        file.write_text(text, encoding="utf-8")
        return load_settings(file, overrides, environment={"HOME": "/home/pub"}, on_tray=on_tray)

    return load_text


@pytest.fixture
def told(load, tmp_path):
    """What people are told about a text, without the folder of the file; always one line."""

    def tell(text, *overrides):
        with pytest.raises(SettingsError) as caught:
            load(text, *overrides)
        sentence = str(caught.value)
        assert sentence.isprintable()
        assert len(sentence) < 600
        return sentence.replace(f"{tmp_path}/", "")

    return tell


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "language = 'en'\n[dice]\nseed = " + "9" * 5000,
            "stbpi.toml:3:8: seed is a number of thousands of digits; no setting has so many",
        ),
        (
            "[dice]\nseed = -" + "1_0" * 5000,
            "stbpi.toml:2:9: seed is a number of thousands of digits; no setting has so many",
        ),
        (
            "[dice]\nseed = 0x" + "f" * 5000,
            "stbpi.toml:2:8: dice.seed is a number of more than 100 digits; no setting has so many",
        ),
        (
            "[game]\nplayers = 0x" + "f" * 5000,
            "stbpi.toml:2:11: game.players is a number of more than 100 digits; no setting has so many",
        ),
        (
            "[game.axes]\nplay = 'until_blocked'\nflaps = [1, 0o" + "7" * 9000 + "]",
            "stbpi.toml:3:13: game.axes.flaps is a number of more than 100 digits; no setting has so many",
        ),
    ],
    ids=["decimal", "grouped", "hexadecimal", "players", "listed"],
)
def test_a_number_too_long_for_anything(told, text, sentence):
    assert told(text) == sentence


@pytest.mark.parametrize(
    ("text", "begins", "holds"),
    [
        (
            "[game.axes]\n\nflaps = 12",
            "stbpi.toml:3:9: game.axes.flaps does not fit the profile direct-9: classic needs flaps 10, 11 and 12,",
            "side 1 of the tray has only 1, 2, 3, 4, 5, 6, 7, 8 and 9;",
        ),
        (
            "[game]\nplayers = 2\naxes = { rows = 'own' }",
            "stbpi.toml:3:17: game.axes.rows does not fit the profile direct-9: classic for 2 players needs 2 sides,",
            "the tray has 1 side;",
        ),
        (
            "[game]\nplayers = 4\nrules = 'tray'",
            "stbpi.toml:3:9: game.rules does not fit the profile direct-9: tray for 4 players needs 4 sides,",
            'or set [board] profile = "simulated-4x12" in the configuration',
        ),
        (
            "[board]\nprofile = 'simulated-4x12'\n[game]\nrules = 'numbers'\nplayers = 6",
            "stbpi.toml:5:11: game.players does not fit the profile simulated-4x12: numbers for 6 players needs 6",
            "play with 4 players, or",
        ),
        (
            "[rules.ours]\nflaps = 12\n[game]\nrules = 'ours'",
            "stbpi.toml:2:9: rules.ours.flaps does not fit the profile direct-9: ours needs flaps 10, 11 and 12,",
            "choose a set with fewer flaps",
        ),
        (
            "[game]\nrules = 'full-house'",
            "stbpi.toml:2:9: game.rules does not fit the profile direct-9: full-house needs flaps 10, 11 and 12,",
            "choose a set with fewer flaps",
        ),
    ],
)
def test_a_match_that_the_tray_is_too_small_for_is_told_at_its_key(told, load, text, begins, holds):
    sentence = told(text, SIMULATE)
    assert sentence.startswith(begins)
    assert holds in sentence
    # In a terminal there is no tray to be too small.
    assert load(text, SIMULATE, on_tray=False).game.players


def test_a_tray_chosen_by_option_is_the_one_named(told):
    tray = Override(("board", "profile"), "direct-9", "--profile")
    text = "[board]\nprofile = 'simulated-4x12'\n[game]\nrules = 'full-house'"
    assert told(text, SIMULATE, tray).startswith(
        "stbpi.toml:4:9: game.rules does not fit the profile direct-9: full-house needs flaps 10"
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            '[store]\n\npath = "a\\u0000b.db"',
            'stbpi.toml:3:8: store.path is "a\\x00b.db", with signs in it that no file name has; mend it',
        ),
        (
            '[board]\nbackend = "simulated"\nprofile = "a\\u0000.toml"',
            'stbpi.toml:3:11: board.profile is "a\\x00.toml", with signs in it that no file name has; mend it',
        ),
        (
            '[board]\nbackend = "simulated"\nprofile = "a\\u0000"',
            'stbpi.toml:3:11: board.profile is "a\\x00", with signs in it that no file name has; mend it',
        ),
        (
            f"[store]\npath = '{'a' * 300}'",
            f'stbpi.toml:2:8: store.path is "{"a" * 56}..., which is too long; a name has at most 255 bytes and a path '
            "4095",
        ),
        (
            f"[store]\npath = '{'a/' * 3000}b'",
            f'stbpi.toml:2:8: store.path is "{"a/" * 28}..., which is too long; a name has at most 255 bytes and a '
            "path 4095",
        ),
        (
            f"[store]\npath = '{'ö' * 120}'",
            "stbpi.toml:2:8: store.path ends in a name of 240 bytes; 215 are the most, because more files are kept "
            "beside it",
        ),
        (
            f"[board]\nprofile = '{'a' * 300}.toml'",
            f'stbpi.toml:2:11: board.profile is "{"a" * 56}..., which is too long; a name has at most 255 bytes and a '
            "path 4095",
        ),
        (
            "[game]\n\nvariants = ['one-die', 'one-die']",
            'stbpi.toml:3:24: game.variants names "one-die" twice; once is enough',
        ),
        (
            "[rules.ours]\nbase = 'classic'\nvariants = ['digits', 'digits']",
            'stbpi.toml:3:23: rules.ours.variants names "digits" twice; once is enough',
        ),
        (
            '[game]\nrules = "classic"\nplayers = ["Ada", "Gr\\u0000ce"]',
            'stbpi.toml:3:11: game.players has "Gr\\x00ce", with signs in it that cannot be printed; leave them out',
        ),
        (
            '[game]\nplayers = ["A\\u202ed", "Ben"]',
            'stbpi.toml:2:11: game.players has "A\\u202ed", with signs in it that cannot be printed; leave them out',
        ),
        (
            f"[game]\nplayers = ['{'x' * 201}']",
            f'stbpi.toml:2:11: game.players has "{"x" * 56}..., a name of 201 characters; 200 are the most',
        ),
    ],
)
def test_a_slip_is_told_at_its_line_with_its_key(told, text, sentence):
    assert told(text) == sentence


def test_a_name_may_be_long_or_empty(load):
    assert load(f"[game]\nplayers = ['{'x' * 200}', '']").game.players == ("x" * 200, "")


def test_a_name_of_which_nothing_is_seen_is_none(load):
    assert load("[game]\nplayers = ['\u200b', ' ', 'Zoë']").game.players == ("", "", "Zoë")


def test_a_pipe_is_no_journal(told, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert told("[store]\npath = 'pipe'") == (
        "stbpi.toml:2:8: store.path is pipe, which is a pipe, a socket or a device; name an ordinary file"
    )


@pytest.mark.parametrize(
    ("text", "override", "sentence"),
    [
        (
            "[board]\nbackend = 'gpoi'",
            SIMULATE,
            'stbpi.toml:2:11: board.backend is "gpoi", which is not known; did you mean "gpio"?',
        ),
        ("[board]\nbackend = 3", SIMULATE, "stbpi.toml:2:11: board.backend is 3; give a text in quotes"),
        (
            "[web]\nport = 99999",
            Override(("web", "port"), 0, "--port"),
            "stbpi.toml:2:8: web.port is 99999; give a whole number from 0 to 65535",
        ),
        (
            "[dice]\nseed = 'seven'",
            Override(("dice", "seed"), 7, "--dice-seed"),
            'stbpi.toml:2:8: dice.seed is "seven"; give a whole number from 0 to 9223372036854775807',
        ),
    ],
)
def test_an_option_does_not_hide_a_slip_in_the_file(told, text, override, sentence):
    assert told(text, override) == sentence


def test_an_option_goes_before_what_is_right_in_the_file(load):
    assert load("[board]\nbackend = 'gpio'", SIMULATE).board.backend == "simulated"


ON_I2C_PINS = """\
buses_off = ["i2c1"]
[[side]]
flaps = [1, 2]
pins = [2, 3]
[[button]]
role = "dice"
pin = 16
"""
WITH_BUS_3 = """\
[[i2c]]
bus = 3
[[side]]
flaps = [1, 2]
pins = [23, 24]
[[button]]
role = "dice"
pin = 16
"""


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "[board]\nprofile = 'own'\n[[display]]\nside = 1",
            'stbpi.toml:3:1: display.bus is 1, and the profile own (own.toml:1, named at stbpi.toml:2:11) has "i2c1" '
            "in buses_off, so that I2C 1 (GPIO 2 and 3) is free for other things; take it out there and move what "
            "hangs on these pins, or give the display another bus",
        ),
        (
            "[board]\nprofile = 'own'\n[[display]]\nbus = 0\n[[display]]\nbus = 3",
            "stbpi.toml:6:7: display.bus is 3, and the profile own (own.toml, named at stbpi.toml:2:11) has no "
            "[[i2c]] with bus = 3; give a profile of your own one, with sda and scl, or without these two where it is "
            "an adapter, or put the display on bus 0 or 1",
        ),
        (
            "[[display]]\ndriver = 'sh1106'\nbus = 3",
            "stbpi.toml:3:7: display.bus is 3, and the profile direct-9 (the one used where none is set) has no "
            "[[i2c]] with bus = 3; give a profile of your own one, with sda and scl, or without these two where it is "
            "an adapter, or put the display on bus 0 or 1",
        ),
        (
            "[[display]]\naddress = 0x3D\n[[display]]\nbus = 0\n[[display]]\naddress = 0x7A",
            "stbpi.toml:6:11: display 1 (stbpi.toml:2:11) and display 3 are both at 0x3D on I2C 1; give one another "
            "address or bus",
        ),
    ],
)
def test_a_display_that_the_profile_has_no_bus_for_is_refused_naming_both_files(
    told, tmp_path, text, sentence
):
    (tmp_path / "own.toml").write_text(ON_I2C_PINS)
    assert told(text) == sentence


def test_a_display_on_a_bus_that_the_profile_describes_is_fine(load, tmp_path):
    (tmp_path / "own.toml").write_text(WITH_BUS_3)
    assert load("[board]\nprofile = 'own'\n[[display]]\nbus = 3", on_tray=False).displays[0].bus == 3


TWO_FLAPS = """\
[[side]]
flaps = [1, 2]
pins = [23, 24]
[[button]]
role = "dice"
pin = 16
"""


def test_where_nobody_chose_rules_the_usual_ones_are_said_to_be_that(told, tmp_path):
    (tmp_path / "own.toml").write_text(TWO_FLAPS)
    said = told("[board]\nprofile = 'own'")
    assert said.startswith(
        "stbpi.toml:2:11: classic is played where [game] rules names no other set, and does not fit the profile own: "
        "classic needs flaps 3, 4, 5, 6, 7, 8 and 9, but side 1 of the tray has only 1 and 2; choose a set"
    )


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("{a = 1}", "{ a = 1 }"),
        ("2020-01-01", "2020-01-01"),
        ("2020-01-01T10:00:00", "2020-01-01T10:00:00"),
        ("10:30:00", "10:30:00"),
        ('["x", {b = true}]', "['x', { b = true }]"),
    ],
)
def test_values_of_axes_are_told_as_toml_writes_them(told, value, written):
    assert f"stake = {written} cannot be" in told(f"[rules.ours]\nstake = {value}")
