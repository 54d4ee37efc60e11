"""Whose turn lamps are lit, as people around the table see them."""

from stbpi.daemon.house import sides_to_act
from tests.table.driver import AtTable

FOUR = ("Ann", "Ben", "Cleo", "Dan")


def lit(at: AtTable) -> set[int]:
    return set(sides_to_act(at.table.view))


def test_the_lamp_goes_from_side_to_side_with_the_turn():
    at = AtTable("tray", players=FOUR)
    assert lit(at) == set(), "nothing has been started"
    at.press()
    assert lit(at) == {0}
    at.throw(4, 5)
    assert lit(at) == {0}
    at.answer(9)
    assert lit(at) == {1}


def test_a_flap_to_put_right_is_nobodys_turn():
    at = AtTable("tray", players=FOUR).press().throw(4, 5).answer(10)
    assert at.code == "reopen"
    assert lit(at) == set()


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
