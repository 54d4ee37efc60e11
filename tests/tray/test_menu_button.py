"""A tray with a menu button beside the dice button."""

from __future__ import annotations

from pathlib import Path

import pytest

from stbpi.table.events import ButtonDown, ButtonUp, FlapsSeen, MenuButtonDown
from stbpi.tray import SimulatorError, load_profile
from stbpi.tray.errors import BadValueError
from stbpi.tray.profile import ButtonRole
from tests.tray.trays import tray_at_hand

DICE = '[[button]]\nrole = "dice"\npin = 16\n'
MENU = '[[button]]\nrole = "menu"\npin = 20\n'
SIDE = "[[side]]\nflaps = [1]\npins = [4]\n"


def profile(folder: Path, text: str):
    (folder / "mine.toml").write_text(text, encoding="utf-8")
    return load_profile("mine.toml", folder)


@pytest.mark.parametrize("buttons", [DICE + MENU, MENU + DICE], ids=["dice first", "menu first"])
def test_each_button_is_told_apart_however_they_are_listed_and_however_they_bounce(tmp_path, buttons):
    with tray_at_hand(profile(tmp_path, SIDE + buttons)) as at_hand:
        at_hand.simulator.button(60)
        at_hand.loop.run_for(1)
        assert [type(event) for event in at_hand.events[1:]] == [ButtonDown, ButtonUp]
        del at_hand.events[1:]
        for _ in range(3):
            at_hand.simulator.button(300, ButtonRole.MENU)
            at_hand.loop.run_for(1)
        assert [type(event) for event in at_hand.events[1:]] == [MenuButtonDown] * 3


def test_held_at_the_start_it_is_a_picture_and_no_press(tmp_path):
    with tray_at_hand(profile(tmp_path, SIDE + DICE + MENU), started=False) as at_hand:
        at_hand.simulator.button(500, ButtonRole.MENU)
        at_hand.loop.run_for(0.2)
        at_hand.tray.start()
        at_hand.loop.run_for(1)
        assert [type(event) for event in at_hand.events] == [FlapsSeen]
        at_hand.simulator.button(60, ButtonRole.MENU)
        at_hand.loop.run_for(1)
        assert [type(event) for event in at_hand.events] == [FlapsSeen, MenuButtonDown]


def test_a_menu_button_held_takes_nothing_from_the_dice_button(tmp_path):
    with tray_at_hand(profile(tmp_path, SIDE + DICE + MENU)) as at_hand:
        at_hand.simulator.button(5000, ButtonRole.MENU)
        at_hand.loop.run_for(1)
        at_hand.simulator.button(60)
        at_hand.loop.run_for(1)
        assert [type(event) for event in at_hand.events[1:]] == [MenuButtonDown, ButtonDown, ButtonUp]


def test_without_a_dice_button_nobody_can_play(tmp_path):
    with pytest.raises(BadValueError, match='there is no "dice" button'):
        profile(tmp_path, SIDE + MENU)


def test_a_tray_without_one_has_nothing_to_press():
    with tray_at_hand() as at_hand, pytest.raises(SimulatorError, match="no menu button"):
        at_hand.simulator.button(60, ButtonRole.MENU)
