"""A second button, which a tray may have: a press of it is the menu."""

from __future__ import annotations

import pytest

from stbpi.rules.actions import Roll
from stbpi.table.events import ButtonDown, ButtonUp, MenuButtonDown
from stbpi.table.view import Signal
from tests.table.driver import AtTable
from tests.table.test_as_written import anywhere
from tests.table.test_menu import EVERYTHING


def menu_button(at: AtTable) -> AtTable:
    at.send(MenuButtonDown())
    return at


@pytest.mark.parametrize("code", sorted(anywhere()))
def test_it_opens_the_menu_from_anywhere_and_closes_it_again(code):
    at = anywhere()[code]
    match, flaps, heard = at.match, at.prompt.flaps, len(at.heard)
    menu_button(at)
    assert at.code == "menu"
    assert at.heard[heard:] == [Signal.CLICK]
    menu_button(at)
    assert (at.code, at.match, at.prompt.flaps) == (code, match, flaps)


def test_in_the_menu_the_dice_button_does_what_it_always_does_there():
    at = menu_button(AtTable(offers=EVERYTHING).press())
    at.press()
    assert at.prompt.menu.chosen == 1
    at.hold(8)
    assert at.code == "press_to_roll"


def test_from_the_service_mode_too():
    at = AtTable(offers=EVERYTHING).press()
    menu_button(at)
    while at.prompt.menu.entries[at.prompt.menu.chosen].kind != "service":
        at.press()
    at.hold()
    assert at.code == "service"
    assert menu_button(at).code == "menu"


def test_a_press_of_the_dice_button_under_way_is_none():
    at = AtTable(offers=EVERYTHING, dice="electronic").press()
    at.send(ButtonDown())
    menu_button(at)
    at.rest(0.1)
    at.send(ButtonUp())
    assert (at.code, at.prompt.menu.chosen) == ("menu", 0)
    menu_button(at)
    assert (at.code, at.decisions) == ("press_to_roll", [])


def test_on_a_dark_screen_it_only_wakes_that():
    at = AtTable(offers=EVERYTHING).rest(901)
    assert (menu_button(at).code, at.table.view.rest) == ("press_to_start", "awake")
    assert menu_button(at).code == "menu"


def test_it_leaves_a_die_that_is_being_counted_where_it_was():
    at = AtTable(offers=EVERYTHING).press().press(0.1).press(0.1)
    menu_button(at)
    at.rest(0.2)
    menu_button(at)
    at.rest(1.6).press(0.1).rest(1.6)
    assert at.decisions == [Roll((2, 1))]
