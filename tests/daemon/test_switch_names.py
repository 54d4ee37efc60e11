"""A tray with two buttons tells them apart, on the page, in the terminal and to programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from stbpi.config import load_settings
from stbpi.daemon.faults import FaultBoard
from stbpi.daemon.switches import Switches
from stbpi.locale import LANGUAGES, catalogue
from stbpi.terminal.switch_table import switch_table
from stbpi.tray import load_profile
from stbpi.web.beside import switch_json
from stbpi.web.service_words import service_words
from tests.support.virtual_loop import virtual_loop

PROFILE = """\
[[side]]
flaps = [1]
pins = [4]
[[button]]
role = "menu"
pin = 20
[[button]]
role = "dice"
pin = 16
"""

CALLED = {
    "en": ("dice button", "menu button"),
    "fr": ("bouton des dés", "bouton du menu"),
    "de": ("Würfelknopf", "Menüknopf"),
    "it": ("pulsante dei dadi", "pulsante del menu"),
    "es": ("botón de los dados", "botón del menú"),
}


@pytest.fixture
def reported(tmp_path: Path):
    """The switches of a tray with one flap and two buttons, as programs get them."""
    (tmp_path / "mine.toml").write_text(PROFILE, encoding="utf-8")
    config = tmp_path / "stbpi.toml"
    config.write_text(
        f'[board]\nprofile = "mine.toml"\nbackend = "simulated"\n[store]\npath = "{tmp_path}/stbpi.db"\n',
        encoding="utf-8",
    )

    async def look():
        switches = Switches(load_settings(config), load_profile("mine.toml", tmp_path), FaultBoard(), print)
        switches.open()
        try:
            return [switch_json(report) for report in switches.reports(())]
        finally:
            await switches.close()

    with virtual_loop() as loop:
        return loop.run_until_complete(look())


def test_programs_are_told_which_button_is_which(reported):
    assert sorted((one["flap"] or 0, one["button"]) for one in reported if one["flap"] is None) == [
        (0, "dice"),
        (0, "menu"),
    ]
    assert [one["button"] for one in reported if one["flap"] is not None] == [None]


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_read_it_in_their_language(reported, language):
    table = "\n".join(switch_table(reported, (), catalogue(language)))
    dice, menu = CALLED[language]
    assert table.count(dice) == table.count(menu) == 1
    assert service_words(catalogue(language))["buttons"] == {"dice": dice, "menu": menu}
