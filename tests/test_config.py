"""Settings people write, and what they are told when they slip."""

from __future__ import annotations

import shutil
from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import pytest

import stbpi
from stbpi.config import DisplaySettings, Override, SettingsError, load_settings
from stbpi.rules import RuleSet, RuleSetError, rule_set, rule_set_names

SHIPPED = Path(stbpi.__file__).parent / "tray" / "profiles"
EXAMPLE = Path(__file__).parent.parent / "docs" / "stbpi.example.toml"


@pytest.fixture
def load(tmp_path):
    """Loads a text as the file stbpi.toml."""

    def load_text(text, *overrides):
        file = tmp_path / "stbpi.toml"
        file.write_text(text, encoding="utf-8")
        return load_settings(file, overrides, environment={"HOME": "/home/pub"})

    return load_text


@pytest.fixture
def told(load, tmp_path):
    """What people are told about a text, without the folder of the file; always one line."""

    def tell(text, *overrides):
        with pytest.raises(SettingsError) as caught:
            load(text, *overrides)
        sentence = str(caught.value)
        assert "\n" not in sentence
        return sentence.replace(f"{tmp_path}/", "")

    return tell


def test_nothing_set_is_a_classic_match_of_two_on_this_machine_only(load):
    settings = load("")
    assert replace(settings, folder=None) == load_settings(environment={"HOME": "/home/pub"})
    assert settings.game.rules == rule_set("classic")
    assert settings.game.players == ("Player 1", "Player 2")
    assert (settings.board.profile, settings.board.backend) == ("direct-9", "gpio")
    assert (settings.dice.source, settings.dice.seed) == ("electronic", None)
    assert (settings.game.hints, settings.game.trainer) == ("never", False)
    assert (settings.timing.debounce_ms, settings.timing.settle_ms) == (None, 600)
    assert (settings.timing.dim_after_s, settings.timing.off_after_s) == (300.0, 900.0)
    assert settings.displays == ()
    assert settings.sound.enabled
    assert (settings.web.host, settings.web.port, settings.web.token) == ("127.0.0.1", 8420, None)
    assert settings.language == "en"


def test_everything_can_be_set(load):
    settings = load("""
        language = "en"
        [board]
        profile = "direct-9"
        backend = "simulated"
        [dice]
        source = "entered"
        seed = 42
        [game]
        rules = "classic"
        variants = ["one-die", "two-flaps"]
        axes = { flaps = 10 }
        players = ["Ada", "Grace", "Zoë"]
        hints = "always"
        trainer = true
        [timing]
        debounce_ms = 20
        settle_ms = 700
        dim_after_s = 60
        off_after_s = 90.5
        [[display]]
        driver = "sh1106"
        bus = 0
        address = 0x3D
        rotate = 2
        columns_offset = 2
        [[display]]
        [sound]
        enabled = false
        [web]
        host = "0.0.0.0"
        port = 80
        token = "tell-nobody"
        [store]
        path = "/var/lib/stbpi/stbpi.db"
        """)
    assert settings.board.backend == "simulated"
    assert (settings.dice.source, settings.dice.seed) == ("entered", 42)
    assert (settings.game.hints, settings.game.trainer) == ("always", True)
    assert settings.game.rules == rule_set("classic", ("one-die", "two-flaps"), flaps=10)
    assert settings.game.players == ("Ada", "Grace", "Zoë")
    assert settings.timing.debounce_ms == 20
    assert settings.timing.off_after_s == 90.5
    assert settings.displays == (DisplaySettings("sh1106", 0, 0x3D, 2, 2), DisplaySettings())
    assert not settings.sound.enabled
    assert (settings.web.host, settings.web.port, settings.web.token) == ("0.0.0.0", 80, "tell-nobody")
    assert settings.store.path == Path("/var/lib/stbpi/stbpi.db")


def test_settings_do_not_change_under_those_who_have_them(load):
    with pytest.raises(FrozenInstanceError):
        load("").web.port = 1


def test_the_example_file_sets_what_is_set_anyway():
    environment = {"HOME": "/home/pub"}
    settings = load_settings(EXAMPLE, environment=environment)
    assert replace(settings, folder=None) == load_settings(environment=environment)


def test_every_line_the_example_file_offers_can_be_used(tmp_path):
    """The commented-out settings too: each is a line that begins like a key or a table header."""
    lines = []
    for line in EXAMPLE.read_text().splitlines():
        offered = line.removeprefix("# ")
        is_setting = offered != line and (
            offered.startswith("[")
            or (offered.split(" = ")[0].replace("_", "").isalpha() and " = " in offered)
        )
        lines.append(offered if is_setting else line)
    file = tmp_path / "stbpi.toml"
    file.write_text("\n".join(lines))
    settings = load_settings(file)
    assert settings.dice.seed == 42
    assert settings.displays == (DisplaySettings(columns_offset=0, side=0),)
    assert settings.rule_book.rule_set("ours") == RuleSet.from_axes(
        "ours", (), rule_set("classic", ("one-die",), flaps=10, scoring="digits").axes()
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[web]\nprot = 80", 'stbpi.toml:2:1: unknown key "web.prot"; did you mean "port"?'),
        ("\n\n[wbe]\nport = 80", 'stbpi.toml:3:1: unknown key "wbe"; did you mean "web"?'),
        ('langauge = "en"', 'stbpi.toml:1:1: unknown key "langauge"; did you mean "language"?'),
        ("[rulez.ours]\nflaps = 9", 'stbpi.toml:1:1: unknown key "rulez"; did you mean "rules"?'),
        (
            "[sound]\nxyz = 1",
            'stbpi.toml:2:1: unknown key "sound.xyz"; known here are enabled, volume, quiet',
        ),
        (
            "[timing]\nsettle_ms = 1\nsetle_ms = 2",
            'stbpi.toml:3:1: unknown key "timing.setle_ms"; did you mean "settle_ms"?',
        ),
        ("[web]\nport = 99999", "stbpi.toml:2:8: web.port is 99999; give a whole number from 0 to 65535"),
        ("[web]\nport = true", "stbpi.toml:2:8: web.port is true; give a whole number from 0 to 65535"),
        ('[web]\nport = "80"', 'stbpi.toml:2:8: web.port is "80"; give a whole number from 0 to 65535'),
        ("[web]\nport = 80.5", "stbpi.toml:2:8: web.port is 80.5; give a whole number from 0 to 65535"),
        (
            '[sound]\nquiet = "22-7"',
            'stbpi.toml:2:9: sound.quiet is "22-7"; give two times of a day, such as "22:00-07:00"',
        ),
        (
            '[sound]\nquiet = ""',
            'stbpi.toml:2:9: sound.quiet is ""; give two times of a day, such as "22:00-07:00", or leave it out for no '
            "quiet hours",
        ),
        *(
            (
                f'[sound]\nquiet = "{hours}"',
                f'stbpi.toml:2:9: sound.quiet is "{hours}", which would be no time at all or the whole day; leave it '
                "out for no quiet hours, or set enabled = false for no sound at any time",
            )
            for hours in ("22:00-22:00", "24:00-00:00")
        ),
        (
            '[sound]\nquiet = "22:00-24:00"',
            'stbpi.toml:2:9: sound.quiet is "22:00-24:00"; a day\'s times go from 00:00 to 23:59, so write '
            '"22:00-00:00"',
        ),
        (
            '[sound]\nquiet = "24:00-25:00"',
            'stbpi.toml:2:9: sound.quiet is "24:00-25:00"; give two times of a day, such as "22:00-07:00"',
        ),
        ('[sound]\nvolume = ""', 'stbpi.toml:2:10: sound.volume is ""; choose "full" or "low"'),
        (
            '[sound]\nvolume = "loud"',
            'stbpi.toml:2:10: sound.volume is "loud", which is not known; did you mean "low"?',
        ),
        ('[sound]\nenabled = "yes"', 'stbpi.toml:2:11: sound.enabled is "yes"; give true or false'),
        (
            "[timing]\nsettle_ms = -1",
            "stbpi.toml:2:13: timing.settle_ms is -1; give a whole number from 0 to 10000",
        ),
        (
            "[timing]\ndim_after_s = nan",
            "stbpi.toml:2:15: timing.dim_after_s is nan; give a number from 1 to 86400",
        ),
        (
            "[timing]\noff_after_s = inf",
            "stbpi.toml:2:15: timing.off_after_s is inf; give a number from 1 to 86400",
        ),
        (
            "[timing]\noff_after_s = 100",
            "stbpi.toml:2:15: the screen would go dark after 100 s, before it dims after 300 s; "
            "make off_after_s the longer one",
        ),
        (
            '[dice]\nsource = "electric"',
            'stbpi.toml:2:10: dice.source is "electric", which is not known; did you mean "electronic"?',
        ),
        (
            '[board]\nbackend = "zzz"',
            'stbpi.toml:2:11: board.backend is "zzz", which is not known; choose "gpio" or "simulated"',
        ),
        ("[board]\nprofile = 9", "stbpi.toml:2:11: board.profile is 9; give a text in quotes"),
        ("board = 3", "stbpi.toml:1:9: board is 3; make it a table [board]"),
        ("[display]\nbus = 1", "stbpi.toml:1:1: display is one table; write [[display]] for each"),
        (
            "[[display]]\n[[display]]\nrotate = 90",
            "stbpi.toml:3:10: display.rotate is 90; give a whole number from 0 to 3",
        ),
        (
            "[[display]]\n[[display]]\n\naddress = 0x3c",
            "stbpi.toml:4:11: display 1 (stbpi.toml:1:1) and display 2 are both at 0x3C on I2C 1; give one another "
            "address or bus",
        ),
        (
            "[[display]]\naddress = 0x07",
            "stbpi.toml:2:11: display.address is 0x07, which no OLED has; they have 0x3C or 0x3D",
        ),
        (
            "[[display]]\naddress = 0x40",
            "stbpi.toml:2:11: display.address is 0x40, which no OLED has; they have 0x3C or 0x3D",
        ),
        (
            "[web]\nhost = '0.0.0.0'\naddress = 'http://tray.pub'",
            'stbpi.toml:3:11: web.address is "http://tray.pub"; give the tray\'s name or address in your network '
            'alone, such as "192.168.1.20", without http:// and port',
        ),
        (
            "[web]\nhost = '0.0.0.0'\naddress = '::'",
            'stbpi.toml:3:11: web.address is "::"; give the tray\'s name or address in your network '
            'alone, such as "192.168.1.20", without http:// and port',
        ),
        (
            "[web]\ntoken = ''",
            'stbpi.toml:2:9: web.token is ""; use letters and digits, or leave it out: then the tray makes one where '
            "the network reaches it",
        ),
        (
            "[web]\nhost = ''",
            'stbpi.toml:2:8: web.host is ""; write something between the quotes, or leave it out',
        ),
        ("[web]\nhost = 1", "stbpi.toml:2:8: web.host is 1; give a text in quotes"),
        ("[web]\ntoken = 'a b'", "stbpi.toml:2:9: web.token has spaces or odd signs; use letters and digits"),
        (
            "language = 'xx'",
            'stbpi.toml:1:12: language is "xx", which is not known; choose "en", "fr", "de", "it" or "es"',
        ),
        (
            "[game]\nrules = 'clasic'",
            'stbpi.toml:2:9: game.rules is "clasic", which is not known; did you mean "classic"?',
        ),
        (
            "[game]\nvariants = ['one_dice']",
            'stbpi.toml:2:13: "one_dice" is no variant of "classic"; did you mean "one-die"?',
        ),
        (
            "[game]\nvariants = 'one-die'",
            'stbpi.toml:2:12: game.variants is "one-die"; give a list of texts, such as ["a", "b"]',
        ),
        ("[game.axes]\nflap = 9", 'stbpi.toml:2:1: unknown key "game.axes.flap"; did you mean "flaps"?'),
        (
            "[game]\naxes = { flap = 9 }",
            'stbpi.toml:2:10: unknown key "game.axes.flap"; did you mean "flaps"?',
        ),
        (
            "[game]\nplayers = 0",
            "stbpi.toml:2:11: game.players is 0; give a list of names, or a count from 1 to 8",
        ),
        ("[game]\nplayers = true", "stbpi.toml:2:11: game.players is a flag; give names or a count"),
        (
            "[game]\nplayers = 9",
            "stbpi.toml:2:11: game.players is 9; give a list of names, or a count from 1 to 8",
        ),
        ("[game]\nplayers = []", 'stbpi.toml:2:11: game.players has 0 players; "classic" is for 1 to 8'),
        (
            "[game]\nplayers = [1, 2]",
            'stbpi.toml:2:11: game.players is [1, 2]; give a list of texts, such as ["a", "b"]',
        ),
        ("[rules.ours]\nflapz = 9", 'stbpi.toml:2:1: unknown key "rules.ours.flapz"; did you mean "flaps"?'),
        (
            "[rules.ours]\nbase = 'clasic'",
            'stbpi.toml:2:8: rules.ours.base is "clasic", which is not known; did you mean "classic"?',
        ),
        (
            "[rules.classic]\nflaps = 9",
            'stbpi.toml:1:1: "classic" is a built-in rule set; give yours a name of its own',
        ),
        (
            '[rules.ours]\n[rules."a\\u001b[2Jb"]\nbase = "tray"',
            'stbpi.toml:2:1: "a\\x1b[2Jb" is a name with signs in it that cannot be printed; leave them out',
        ),
        ("[game]\nrules = [true]", "stbpi.toml:2:9: game.rules is [true]; give a text in quotes"),
        ("game = [false]", "stbpi.toml:1:8: game is [false]; make it a table [game]"),
        (
            "[game.axes]\nflaps = [true]",
            "stbpi.toml:2:10: Rule set 'classic': flaps = true cannot be: flaps carry whole numbers from 1 to 999.",
        ),
        ("[rules]\nours = 3", "stbpi.toml:2:8: rules.ours is 3; make it a table [rules.ours]"),
    ],
)
def test_a_slip_is_told_with_file_line_key_value_and_mend(told, text, sentence):
    assert told(text) == sentence


def test_a_display_stands_before_a_side_that_the_tray_has(load, told):
    assert told("[board]\nbackend = 'simulated'\n[[display]]\n[[display]]\naddress = 0x3D\nside = 2") == (
        "stbpi.toml:6:8: display.side is 2, and the tray of the profile direct-9 (the one used where none is set) has "
        "one side; leave side out and all look at it, or take a profile with more sides"
    )
    four = "[board]\nprofile = 'mcp23017-4x10'\n"
    assert (
        "stbpi.toml:4:8: display.side is 5, and the tray of the profile mcp23017-4x10 (stbpi.toml:2:11) has 4 sides"
        in (told(four + "[[display]]\nside = 5"))
    )
    assert load(four + "[[display]]\nside = 4\n").displays[0].side == 3


def test_a_profile_that_only_the_simulation_can_read_wants_the_simulated_backend(told, load):
    sentence = told("[board]\nprofile = 'simulated-4x12'")
    assert sentence.startswith(
        "stbpi.toml:2:11: profile simulated-4x12: sides 1, 2, 3 and 4 hang on nothing but the simulation"
    )
    assert 'set [board] backend = "simulated"' in sentence
    board = load("[board]\nprofile = 'simulated-4x12'\nbackend = 'simulated'").board
    assert (board.profile, board.backend) == ("simulated-4x12", "simulated")


def test_a_profile_that_is_not_there_is_told_with_the_nearest(told):
    sentence = told("[board]\n\nprofile = 'direct-8'")
    assert sentence.startswith(
        'stbpi.toml:3:11: there is no wiring profile "direct-8"; did you mean "direct-9"?'
    )


@pytest.mark.parametrize(
    ("text", "place", "sentence"),
    [
        ("[game.axes]\nplay = 'until_blocked'\nflaps = 0", "3:9", "Rule set 'classic': flaps = 0 cannot be:"),
        ("[game.axes]\nscoring = 'letters'", "2:11", "Rule set 'classic': scoring = 'letters' cannot be:"),
        (
            "[game]\naxes = { dice = 2, flaps = [1, 13] }",
            "2:32",
            "The rule set 'classic' cannot be played: flaps has 13",
        ),
        ("[rules.ours]\nbase = 'pub'\n\ndice = 17", "4:8", "Rule set 'ours': dice = 17 cannot be:"),
        ("[rules.ours]\nscoring = 7", "2:11", "Rule set 'ours': scoring = 7 cannot be:"),
        ("[rules.ours]\nmax_flaps = -1", "2:13", "Rule set 'ours': max_flaps = -1 cannot be:"),
        (
            "[rules.ours]\nflaps = [\n  1,\n  2,\n  2,\n]",
            "5:3",
            "Rule set 'ours': flaps = [1, 2, 2] cannot be: flap 2",
        ),
        (
            "[rules.ours]\nflaps = [\n  1,\n  2,\n  100,\n]",
            "5:3",
            "The rule set 'ours' cannot be played: flaps has 100",
        ),
        (
            "[rules.ours]\nclosed_at_start = [1, 10]",
            "2:23",
            "The rule set 'ours' cannot be played: closed_at_start names",
        ),
        (
            "[rules.ours]\nmin_players = 5\nmax_players = 2",
            "2:15",
            "The rule set 'ours' cannot be played: min_players = 5 is above max_players = 2; exchange them.",
        ),
        # Of two that contradict each other it is the one that was given.
        (
            "[rules.ours]\nbase = 'tray'\nmax_players = 1",
            "3:15",
            "The rule set 'ours' cannot be played: min_players = 2",
        ),
        (
            "[rules.ours]\nbase = 'thai'\nscoring = 'sum'\nmax_flaps = 2",
            "4:13",
            "The rule set 'ours' cannot be played: with",
        ),
        (
            "[rules.ours]\ncombine = 'single'\nmax_flaps = 2",
            "3:13",
            "The rule set 'ours' cannot be played: with",
        ),
        (
            "[rules.ours]\nplay = 'common_throw'",
            "2:8",
            "The rule set 'ours' cannot be played: play = 'common_throw'",
        ),
        (
            "[game]\nrules = 'ours'\naxes = { rounds = 3 }\n[rules.ours]\nbase = 'tray'",
            "3:19",
            "The rule set 'ours' cannot be played: rounds = 3 means nothing with match = 'target';",
        ),
        (
            "[game]\nvariants = ['one-die',\n  'digts',\n]",
            "3:3",
            '"digts" is no variant of "classic"; did you mean "digits"?',
        ),
        ("[game]\nrules = 'clasic'\n", "2:9", 'game.rules is "clasic", which is not known;'),
        (
            "[rules.ours]\nbase = 'tray'\nvariants = ['express', 'commmon']",
            "3:24",
            '"commmon" is no variant of "tray"; did you mean "common"?',
        ),
        (
            "[rules.ours]\nbase = 'tray'\nvariants = ['express', 'common', 'express']",
            "3:34",
            'rules.ours.variants names "express" twice; once is enough',
        ),
        (
            "[game]\nrules = 'ours'\nvariants = ['digits']\n[rules.ours]\nvariants = ['digits']",
            "3:13",
            '"digits" is no variant of "ours"; choose "one-die", "two-flaps" or "hundred"',
        ),
    ],
)
def test_rules_that_cannot_be_played_are_told_at_their_place(told, text, place, sentence):
    assert told(text).startswith(f"stbpi.toml:{place}: {sentence}")


def test_an_axis_given_as_an_option_is_told_as_one(told):
    given = Override(("game", "axes", "flaps"), [1, 100], "--flaps")
    assert told("", given).startswith("--flaps: The rule set 'classic' cannot be played: flaps has 100")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("[web]\nport =\n", "stbpi.toml:2:7: this is not TOML ("),
        ("[web\nport = 1", "stbpi.toml:1:5: this is not TOML ("),
        ("[web]\nport = 1\nport = 2\n", "stbpi.toml:3:9: this is not TOML ("),
        ("language = 'en", "stbpi.toml:1:15: this is not TOML ("),
        ("a = " + "[" * 100_000, "stbpi.toml"),
    ],
)
def test_what_is_not_toml_is_told_with_its_line(told, text, place):
    assert told(text).startswith(place)


def test_a_file_that_is_missing_or_no_text_is_told(tmp_path):
    with pytest.raises(SettingsError, match=r"nowhere\.toml: cannot be read \(No such file"):
        load_settings(tmp_path / "nowhere.toml")
    with pytest.raises(SettingsError, match=r"cannot be read \(Is a directory\)"):
        load_settings(tmp_path)
    (tmp_path / "old.toml").write_bytes("# Zoë".encode("latin-1"))
    with pytest.raises(SettingsError, match=r"old\.toml: is not UTF-8 text \(byte 4\); save it as UTF-8"):
        load_settings(tmp_path / "old.toml")


def test_a_file_saved_by_an_editor_from_windows_is_read(tmp_path):
    file = tmp_path / "stbpi.toml"
    file.write_bytes(b"\xef\xbb\xbf[web]\r\nport = 81\r\n")
    assert load_settings(file).web.port == 81


@pytest.mark.parametrize(("printed", "meant"), [(0x78, 0x3C), (0x7A, 0x3D), (0x3C, 0x3C), (0x3D, 0x3D)])
def test_an_address_as_boards_print_it_is_understood(load, printed, meant):
    (display,) = load(f"[[display]]\naddress = {printed:#x}").displays
    assert display.address == meant


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1.2.3", "localhost", "::1"])
def test_on_these_only_this_machine_reaches_the_page(load, host):
    assert load(f'[web]\nhost = "{host}"').web.only_this_machine


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "tray.local", "192.168.0.2"])
def test_on_these_the_network_does_and_the_daemon_makes_the_token(load, host):
    web = load(f'[web]\nhost = "{host}"').web
    assert not web.only_this_machine
    assert web.token is None
    assert load(f'[web]\nhost = "{host}"\ntoken = "t0k"').web.token == "t0k"


@pytest.mark.parametrize("address", ["192.168.1.20", "fd00::2", "tray", "Tray.fritz.box"])
def test_phones_are_sent_to_the_address_that_is_set(load, address):
    assert load(f'[web]\nhost = "0.0.0.0"\naddress = "{address}"').web.address == address


def test_options_go_before_the_file_and_are_named_when_they_are_wrong(load, told):
    text = "[web]\nport = 81\n"
    assert load(text, Override(("web", "port"), 82, "--port")).web.port == 82
    assert load("", Override(("dice", "seed"), 5, "--dice-seed")).dice.seed == 5
    sentence = told(text, Override(("web", "port"), 99999, "--port"))
    assert sentence == "--port: web.port is 99999; give a whole number from 0 to 65535"
    assert told("web = 3", Override(("web", "port"), 82, "--port")) == (
        "stbpi.toml:1:7: web is 3; make it a table [web]"
    )


@pytest.mark.parametrize(
    ("environment", "path"),
    [
        ({"HOME": "/home/pub"}, "/home/pub/.local/state/stbpi/stbpi.db"),
        ({"HOME": "/home/pub", "XDG_STATE_HOME": "/state"}, "/state/stbpi/stbpi.db"),
        (
            {"HOME": "/home/pub", "XDG_STATE_HOME": "/state", "STATE_DIRECTORY": "/var/lib/stbpi"},
            "/var/lib/stbpi/stbpi.db",
        ),
        ({"STATE_DIRECTORY": "/var/lib/stbpi:/var/lib/other"}, "/var/lib/stbpi/stbpi.db"),
    ],
)
def test_the_journal_is_kept_where_state_belongs(environment, path):
    assert load_settings(environment=environment).store.path == Path(path)


def test_paths_are_meant_from_the_file_they_stand_in(load, tmp_path, told):
    assert load("[store]\npath = 'data/pub.db'").store.path == tmp_path / "data" / "pub.db"
    shutil.copyfile(SHIPPED / "direct-9.toml", tmp_path / "mine.toml")
    assert load("[board]\nprofile = 'mine.toml'").board.profile == str(tmp_path / "mine.toml")
    assert load("").folder == tmp_path
    assert "which is no file; check the name" in told("[board]\nprofile = 'other.toml'")
    (tmp_path / "folder").mkdir()
    assert "that no file name has" in told('[store]\npath = "a\\u0000b"')
    assert "which is a folder; name a file in it" in told("[store]\npath = 'folder'")


def test_a_rule_set_of_ones_own_is_as_good_as_a_built_in_one(load):
    settings = load("""
        [game]
        rules = "ours"
        variants = ["two-flaps"]
        [rules.ours]
        base = "classic"
        variants = ["one-die"]
        flaps = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
        [rules.plain]
        """)
    book = settings.rule_book
    assert book.names() == (*rule_set_names(), "ours", "plain")
    assert settings.game.rules.name == "ours"
    assert settings.game.rules.axes() == rule_set("classic", ("one-die", "two-flaps"), flaps=10).axes()
    assert "one-die" not in book.variants_of("ours")
    assert "two-flaps" in book.variants_of("ours")
    assert book.rule_set("ours", (), {"flaps": 12}).axes()["flaps"] == list(range(1, 13))
    assert book.rule_set("plain").axes() == rule_set("classic").axes()
    assert book.rule_set("classic", ["digits"]) == rule_set("classic", ["digits"])
    for ask in (book.rule_set, book.variants_of):
        with pytest.raises(RuleSetError, match="There is no rule set 'our': did you mean 'ours'"):
            ask("our")
    with pytest.raises(RuleSetError, match="'ours' has no variant 'two': did you mean 'two-flaps'"):
        book.rule_set("ours", ["two"])
    with pytest.raises(RuleSetError, match="'ours' is played with the variant 'one-die' already"):
        book.rule_set("ours", ["one-die"])


KEYS = [
    ("board", "profile"), ("board", "backend"), ("dice", "source"), ("dice", "seed"), ("game", "rules"),
    ("game", "variants"), ("game", "axes"), ("game", "players"),
    ("timing", "debounce_ms"), ("timing", "settle_ms"),
    ("timing", "dim_after_s"), ("timing", "off_after_s"), ("[display]", "driver"), ("[display]", "bus"),
    ("[display]", "address"), ("[display]", "rotate"), ("[display]", "columns_offset"), ("sound", "enabled"),
    ("sound", "volume"), ("sound", "quiet"),
    ("web", "host"), ("web", "port"), ("web", "token"), ("web", "address"), ("store", "path"), ("rules.ours", "base"),
    ("rules.ours", "variants"), *(("rules.ours", axis) for axis in rule_set("classic").axes()),
    *(("game.axes", axis) for axis in rule_set("classic").axes()),
]  # fmt: skip
ODD_VALUES = [
    '""', '"x"', '"~nobody-here/x"', '"\\u0000"', "true", "-1", "0", "3", "9223372036854775808", "1e400",
    "nan",
    "-inf", "[]", "[[]]", "[1, 2]", '["x"]', "[1, 1]", "{}", "{ a = 1 }", "1979-05-27", "07:32:00",
    '"\\n"',
]  # fmt: skip


@pytest.mark.parametrize(("section", "key"), KEYS, ids=lambda part: part)
def test_whatever_is_given_to_a_key_it_is_settings_or_one_sentence(load, section, key):
    for value in ODD_VALUES:
        sentence = told_of(load, f"[{section}]\n{key} = {value}\n")
        assert sentence.isprintable()
        assert sentence == "" or "stbpi.toml:" in sentence
        assert len(sentence) < 600


def told_of(load, text):
    """What people are told about a text; nothing where it is fine."""
    try:
        load(text)
    except SettingsError as error:
        return str(error)
    return ""
