"""Which signals people hear, and how loud they can choose to have them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stbpi.config import load_settings
from stbpi.daemon.offers import offers_of
from stbpi.daemon.sounds import is_heard
from stbpi.table.choices import Choices, Sound
from stbpi.table.view import Signal, TableView
from stbpi.tray import load_profile
from tests.table.driver import AtTable


def view(**choices: object) -> TableView:
    return replace(AtTable().press().table.view, choices=Choices(**choices))


@pytest.mark.parametrize(
    ("choices", "quiet_now", "heard"),
    [
        ({}, False, True),
        ({}, True, False),
        ({"quiet_hours": False}, True, True),
        ({"sound": Sound.OFF}, False, False),
        ({"sound": Sound.LOW}, False, True),
        ({"sound": Sound.OFF, "quiet_hours": False}, True, False),
    ],
)
def test_nothing_sounds_where_people_want_silence(choices, quiet_now, heard):
    for signal in Signal:
        assert is_heard(signal, view(**choices), quiet_now=quiet_now) is heard


@pytest.mark.parametrize(
    ("buzzer", "sounds", "quiet"),
    [
        ("[buzzer]\npin = 21\n", ["off", "full"], "22:00-07:00"),
        ('[buzzer]\npin = 21\nkind = "passive"\n', ["off", "low", "full"], "22:00-07:00"),
        ("", [], ""),
    ],
)
def test_the_menu_offers_what_the_buzzer_can_do(tmp_path, buzzer, sounds, quiet):
    (tmp_path / "own.toml").write_text(
        f'[[side]]\nflaps = [1]\npins = [4]\n[[button]]\nrole = "dice"\npin = 16\n{buzzer}'
    )
    file = tmp_path / "stbpi.toml"
    file.write_text('[sound]\nvolume = "low"\nquiet = "22:00-07:00"\n')
    settings = load_settings(file, environment={"HOME": "/home/pub"})
    offers = offers_of(settings, load_profile("own", tmp_path))
    assert [sound.value for sound in offers.sounds] == sounds
    assert offers.quiet_hours == quiet
    assert offers.configured is not None
    assert offers.configured.choices.sound is Sound.LOW
