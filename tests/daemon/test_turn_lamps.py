"""Whose lamps shine and how, as people around the table see them."""

from dataclasses import replace

from stbpi.daemon.lights import lights_of
from stbpi.table.lights import Light
from stbpi.table.view import Rest
from tests.table.driver import AtTable

FOUR = ("Ann", "Ben", "Cleo", "Dan")


def lit(at: AtTable) -> set[int]:
    return set(lights_of(at.table.view))


def shining(at: AtTable) -> dict[int, Light]:
    return dict(lights_of(at.table.view))


def test_the_lamp_goes_from_side_to_side_with_the_turn():
    at = AtTable("tray", players=FOUR)
    assert lit(at) == set(), "nothing has been started"
    at.press()
    assert lit(at) == {0}
    at.throw(4, 5)
    assert lit(at) == {0}
    at.answer(9)
    assert lit(at) == {1}


def test_a_flap_that_stands_wrong_is_told_at_its_side_alone():
    at = AtTable("tray", players=FOUR).press().throw(4, 5).answer(10)
    assert at.code == "reopen"
    assert shining(at) == {0: Light.WRONG}
    at.open(10).rest(1)
    assert shining(at) == {0: Light.TURN}
    at.answer(3, side=2)
    assert at.code == "not_your_side"
    assert shining(at) == {2: Light.WRONG}


def test_a_confirmation_that_is_expected_and_a_turn_are_told_apart():
    at = AtTable("tray", ["common"], players=FOUR).press().throw(4, 6)
    assert shining(at) == dict.fromkeys(range(4), Light.TURN)
    for side in range(4):
        at.answer(10, side=side)
    assert shining(at) == dict.fromkeys(range(4), Light.EXPECTED)


def test_flaps_to_raise_are_expected_at_the_sides_that_have_some():
    at = AtTable("tray", players=FOUR)
    at.close(3, side=1).close(4, side=3).rest(1).press()
    assert at.code == "raise_flaps"
    assert shining(at) == {1: Light.EXPECTED, 3: Light.EXPECTED}


def test_all_celebrate_who_wins_and_whoever_shuts_the_box():
    at = AtTable(players=FOUR, flaps=[9], sides=4).press().throw(4, 5).answer(9)
    assert at.code == "match_over"
    assert shining(at) == dict.fromkeys(range(4), Light.CELEBRATION)


def test_a_dimmed_tray_glimmers_and_a_dark_one_is_dark():
    view = AtTable("tray", players=FOUR).press().table.view
    assert lights_of(view) == {0: Light.TURN}
    assert lights_of(replace(view, rest=Rest.DIM)) == {0: Light.GLIMMER}
    assert lights_of(replace(view, rest=Rest.DARK)) == {}


def test_on_a_common_throw_those_are_lit_who_have_not_answered():
    at = AtTable("tray", ["common"], players=FOUR).press().throw(4, 6)
    assert lit(at) == {0, 1, 2, 3}
    at.answer(4, side=1)
    assert lit(at) == {0, 2, 3}
    for side in (0, 2, 3):
        at.answer(10, side=side)
    assert at.code == "confirm"
    assert lit(at) == {0, 1, 2, 3}, "anybody may press"


def test_a_shared_row_is_the_first_side_whoever_plays():
    at = AtTable("classic", players=FOUR, sides=4).press()
    assert lit(at) == {0}


def test_rolling_dice_leave_the_throwers_lamp_lit_whatever_they_will_show():
    blocked = AtTable(dice="electronic", flaps=[2], players=FOUR).press().rest(1).press(0.05)
    assert (blocked.code, lit(blocked)) == ("blocked", {0})
    assert lit(blocked.rest(0.8)) == set()
    common = AtTable("tray", ["common"], dice="electronic", players=FOUR).press().rest(1).press(0.05)
    assert (common.code, lit(common)) == ("close_flaps", {0})
    assert lit(common.rest(0.8)) == {0, 1, 2, 3}
