"""The page on menu and service mode says what the program does."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from stbpi.cli import main
from stbpi.cli.service import COMMAND
from stbpi.config import PowerSettings, load_settings
from stbpi.display.menu_words import MenuWords
from stbpi.display.service_words import ServiceWords
from stbpi.locale import catalogue
from stbpi.store.choices import choices_file
from stbpi.table import menu_course, service_mode
from stbpi.table.button import HOLD_AFTER, MENU_AFTER, SECOND, UNDO_AFTER
from stbpi.table.chi_square import evenness
from stbpi.table.menu import Kind
from stbpi.table.service_view import ServicePage
from tests.table.test_menu import at_menu, in_play, pick

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs/menu.md").read_text(encoding="utf-8")
RULES = ROOT / "systemd/49-stbpi-shutdown.rules"


def section(title: str) -> str:
    return re.split(r"^#+ ", TEXT.split(f"# {title}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]


def first_column(title: str) -> list[str]:
    rows = [row.split("|")[1].strip() for row in section(title).splitlines() if row.startswith("|")]
    return rows[2:]


def test_the_entries_are_those_of_the_menu_in_their_order():
    everything = in_play()
    pick(everything, Kind.SOUND, (Kind.SOUND, "low"))
    page = everything.prompt.menu
    words = MenuWords(catalogue("en"), ("Ann", "Ben")).told(page)
    assert [text for text, _ in words.entries] == first_column("What there is")


def test_the_times_are_those_of_the_program():
    assert [HOLD_AFTER, UNDO_AFTER, MENU_AFTER] == [0.8 * SECOND, 3 * SECOND, 8 * SECOND]
    assert first_column("The button in the menu") == ["under 0.8 s", "to 3 s", "to 8 s", "8 s"]
    assert f"for {menu_course.LEAVES_AFTER // SECOND} seconds it closes by itself" in TEXT
    minutes = service_mode.LEAVES_AFTER // (60 * SECOND)
    assert f"for {minutes} minutes it leaves by itself" in TEXT.replace("\n", " ")
    assert f"*{menu_course.REASON}*" in TEXT


def test_the_pages_of_the_service_mode_are_those_there_are():
    said = ServiceWords(catalogue("en"))
    assert first_column("The service mode") == list(dict.fromkeys(said.title(page) for page in ServicePage))


def test_players_without_names_are_called_as_it_says():
    at = at_menu(offers=None, players=("Player 1",))
    pick(at, Kind.PLAYERS, (Kind.COUNT, None, 2))
    assert at.table.view.setup.players == ("Player 1", "Player 2")
    assert "*Player 1*, *Player 2*" in TEXT


def test_the_file_of_choices_is_called_as_it_says():
    assert f"`{choices_file(Path('stbpi.db')).name}` beside `stbpi.db`" in TEXT


def test_the_command_that_shuts_down_is_the_one_that_is_set():
    assert f"`{' '.join(PowerSettings().shutdown)}` unless set" in TEXT.replace("\n", " ")
    example = tomllib.loads((ROOT / "docs/stbpi.example.toml").read_text())
    assert tuple(example["power"]["shutdown"]) == PowerSettings().shutdown


@pytest.mark.parametrize(
    ("text", "shutdown"),
    [
        ("", ("systemctl", "poweroff")),
        ('[board]\nbackend = "simulated"', ()),
        ("[power]\nshutdown = []", ()),
        ('[board]\nbackend = "simulated"\n[power]\nshutdown = ["off", "now"]', ("off", "now")),
    ],
)
def test_a_simulated_tray_has_a_command_only_where_one_is_set(tmp_path, text, shutdown):
    file = tmp_path / "stbpi.toml"
    file.write_text(text)
    assert load_settings(file).power.shutdown == shutdown


def test_the_rule_for_the_system_lets_the_daemons_user_do_that_and_nothing_else():
    assert f"cp systemd/{RULES.name} /etc/polkit-1/rules.d/" in TEXT
    rule = RULES.read_text(encoding="utf-8")
    unit = (ROOT / "systemd/stbpi.service").read_text(encoding="utf-8")
    user = re.search(r"^User=(\w+)", unit, re.MULTILINE)
    assert user is not None
    assert f'subject.user === "{user[1]}"' in rule
    assert set(re.findall(r'"(org\.[\w.-]+)"', rule)) == {
        "org.freedesktop.login1.power-off",
        "org.freedesktop.login1.power-off-multiple-sessions",
    }
    assert RULES.name in unit


def test_the_options_of_the_command_are_shown(capsys):
    shown = re.findall(r"stbpi service (--\w+)", TEXT)
    assert shown == ["--once", "--json"]
    assert set(shown) < {argument.flag for argument in COMMAND.arguments}
    assert main(["service", "--help"]) == 0
    assert "--once" in capsys.readouterr().out


def test_the_example_of_the_dice_test_is_right():
    counts = [int(count) for count in re.findall(r"\d+", TEXT.split("For example, ")[1].split(" times")[0])]
    found = evenness(counts)
    assert found is not None
    assert f"in {sum(counts)} dice come to {found.statistic:.2f}, and p is {found.p:.3f}" in TEXT
    assert f"that has {found.degrees} degrees of freedom" in TEXT
