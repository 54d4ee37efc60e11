"""One button: each gesture of the table in at-the-table, to the threshold."""

from __future__ import annotations

import pytest

from stbpi.rules.actions import Close, Roll, Undo
from stbpi.table.events import ButtonDown, ButtonUp, FlapsSeen, Tick
from stbpi.table.prompts import Offer
from stbpi.table.view import Signal
from tests.table.driver import SECOND, AtTable


def low_flaps(**more) -> AtTable:
    """A match in which one die may be thrown: 7, 8 and 9 are closed."""
    at = AtTable("classic", ["one-die"], **more).press()
    for dice, flap in [((6, 3), 9), ((6, 2), 8), ((6, 1), 7)]:
        at.throw(*dice).answer(flap)
    return at


def electronic_low() -> AtTable:
    return AtTable("classic", ["one-die"], dice="electronic", flaps=6, players=("Ann",)).press()


@pytest.mark.parametrize(
    ("held", "dice"), [(0.01, 2), (0.1, 2), (0.79, 2), (0.8, 1), (1.5, 1), (2.99, 1)], ids=str
)
def test_a_press_throws_two_dice_and_a_hold_one(held, dice):
    at = electronic_low()
    assert (at.prompt.press, at.prompt.hold) == (Offer.THROW, Offer.THROW_ONE)
    at.press(held)
    assert [len(one.dice) for one in at.decisions if isinstance(one, Roll)] == [dice]


@pytest.mark.parametrize(
    ("held", "undone"), [(2.99, False), (3.0, True), (5, True), (7.99, True), (8.0, False)]
)
def test_a_hold_of_three_seconds_takes_back(held, undone):
    at = AtTable().press().throw(6, 3).answer(9)
    at.throw(1, 1)
    at.press(held)
    assert (at.decisions[-1] == Undo()) is undone


def test_the_screen_says_what_letting_go_does_and_each_threshold_clicks():
    at = electronic_low()
    at.send(ButtonDown())
    told = []
    for second in (0.5, 0.4, 2.2, 5):
        at.rest(second)
        told.append(at.prompt.releasing)
    assert told == [Offer.THROW, Offer.THROW_ONE, None, None]
    assert at.heard.count(Signal.CLICK) == 3
    at.send(ButtonUp())
    assert at.prompt.releasing is None
    assert at.decisions == []


@pytest.mark.parametrize("held", [0.1, 1.5], ids=["press", "hold"])
@pytest.mark.parametrize("heard_of", ["both", "the letting go"])
def test_a_press_is_as_long_as_it_was_though_word_of_it_comes_late(heard_of, held):
    at = electronic_low()
    at.rest(3)
    began = at.now
    if heard_of == "the letting go":
        at.send(ButtonDown(began))
    at.rest(5)  # in which a stalled program took note of thresholds that were never reached
    if heard_of == "both":
        at.send(ButtonDown(began))
    at.send(ButtonUp(began + round(held * SECOND)))
    assert [len(one.dice) for one in at.decisions if isinstance(one, Roll)] == [2 if held < 0.8 else 1]


def test_undo_is_only_offered_where_there_is_something_to_take_back():
    at = AtTable().press().throw(6, 3)
    at.send(ButtonDown())
    at.rest(3.5)
    assert at.prompt.releasing is Offer.UNDO
    at.send(ButtonUp())
    assert at.decisions == [Roll((6, 3)), Undo()]
    at.hold(4)
    assert (at.decisions, at.heard[-1]) == ([Roll((6, 3)), Undo()], Signal.WRONG)


def test_one_hold_is_one_action_however_long():
    at = AtTable(dice="electronic").press().press()
    at.answer(*at.match.legal_moves()[0])
    made = len(at.decisions)
    at.hold(60)
    assert len(at.decisions) == made
    assert at.code == "press_to_roll"
    at.press()
    assert len(at.decisions) == made + 1


def test_where_nothing_else_is_offered_a_hold_is_a_press():
    at = AtTable().hold(1)
    assert at.code == "press_to_roll"
    at.throw(1, 1).answer(2).throw(1, 1)
    assert at.code == "blocked"
    at.hold(2)
    assert at.code == "raise_flaps"


def test_a_button_held_at_start_is_nothing():
    at = AtTable()
    at.send(ButtonUp())
    assert at.code == "press_to_start"
    at.send(ButtonDown())
    at.rest(0.1)
    at.send(ButtonDown())
    at.send(ButtonUp())
    at.send(ButtonUp())
    assert (at.code, at.match.phase) == ("press_to_roll", "roll")


def test_a_press_whose_end_nobody_saw_is_nothing():
    """The tray was blind for a while; what it shows then may have another button in it."""
    at = AtTable().press().throw(6, 3).answer(9)
    at.send(ButtonDown())
    at.rest(0.05)
    at.send(FlapsSeen((frozenset({9}),)))
    assert at.prompt.releasing is None
    made = list(at.decisions)
    at.rest(4).press(0.06)
    assert Undo() not in at.decisions
    assert at.decisions == made
    assert at.prompt.dice == (1,)


def test_dice_counted_on_the_button_end_though_the_last_press_was_not_seen_to():
    at = AtTable().press().press().rest(0.2)
    at.send(ButtonDown())
    at.send(FlapsSeen((frozenset(),)))
    at.rest(1.5).press().press().rest(1.6)
    assert at.decisions == [Roll((1, 2))]


def test_a_press_with_nothing_to_do_is_ignored_and_told():
    at = AtTable().press().throw(6, 3).press()
    assert at.decisions == [Roll((6, 3))]
    assert at.heard[-1] is Signal.WRONG


class TestDiceOnTheButton:
    def test_presses_are_pips_and_a_pause_ends_the_die(self):
        at = AtTable().press()
        assert at.prompt.press is Offer.PIP
        for _ in range(3):
            at.press().rest(0.5)
        assert at.prompt.dice == (3,)
        at.rest(1.1)
        for _ in range(5):
            at.press().rest(0.5)
        assert at.prompt.dice == (3, 5)
        at.rest(1.1)
        assert at.decisions == [Roll((3, 5))]

    def test_the_pause_is_a_second_and_a_half(self):
        at = AtTable().press().press().rest(1.45).press().rest(1.49)
        assert at.prompt.dice == (2,)
        at.rest(0.01)
        at.press(0.05)
        assert at.prompt.dice == (2, 1)

    def test_a_seventh_pip_is_wrong(self):
        at = AtTable().press()
        for _ in range(7):
            at.press().rest(0.2)
        assert (at.prompt.dice, at.heard[-1]) == ((6,), Signal.WRONG)

    def test_a_hold_first_says_one_die(self):
        at = low_flaps()
        assert at.prompt.hold is Offer.THROW_ONE
        at.hold().press().press().rest(1.5)
        assert at.decisions[-1] == Roll((2,))

    def test_a_later_hold_clears(self):
        at = low_flaps()
        at.press().rest(1.6).press()
        assert (at.prompt.dice, at.prompt.hold) == ((1, 1), Offer.CLEAR)
        at.hold()
        assert (at.prompt.dice, at.prompt.hold) == ((), Offer.THROW_ONE)
        at.press().press().rest(1.6).press().rest(1.6)
        assert at.decisions[-1] == Roll((2, 1))

    def test_one_die_can_be_cleared_too(self):
        at = low_flaps().hold().hold().press().rest(1.6)
        assert isinstance(at.decisions[-1], Close)
        at.press().rest(1.6)
        assert at.decisions[-1] == Roll((1, 1))

    def test_a_flap_that_has_to_be_put_right_clears_the_count(self):
        at = low_flaps().press().close(2).rest()
        assert at.code == "reopen"
        at.open(2)
        assert (at.code, at.prompt.dice) == ("press_to_roll", ())
        at.rest(3)
        assert isinstance(at.decisions[-1], Close)


class TestRest:
    def test_the_screen_dims_after_5_minutes_and_goes_dark_after_15(self):
        at = AtTable().rest(299)
        assert at.table.view.rest == "awake"
        at.rest(1)
        assert at.table.view.rest == "dim"
        at.rest(600)
        assert at.table.view.rest == "dark"

    def test_the_press_that_wakes_a_dark_screen_only_wakes_it(self):
        at = AtTable().rest(1000).press()
        assert (at.code, at.table.view.rest) == ("press_to_start", "awake")
        at.press()
        assert at.match is not None

    def test_a_press_on_a_dim_screen_counts(self):
        assert AtTable().rest(400).press().match is not None

    def test_a_flap_that_wakes_a_dark_screen_counts(self):
        at = AtTable().press().throw(6, 3).rest(1000).close(9).rest()
        assert at.decisions[-1] == Close((9,))
        assert at.table.view.rest == "awake"

    def test_a_picture_does_not_wake_it(self):
        at = AtTable().rest(1000)
        at.send(FlapsSeen((frozenset({3}),)))
        assert at.table.view.rest == "dark"

    def test_a_match_left_alone_for_15_minutes_asks_whether_to_go_on(self):
        at = AtTable().press().throw(6, 3).rest(901)
        assert (at.prompt.press, at.prompt.hold) == (Offer.GO_ON, Offer.NEW_MATCH)
        at.press()
        assert at.prompt.press is Offer.GO_ON
        at.press()
        assert (at.code, at.prompt.dice) == ("close_flaps", (6, 3))

    def test_or_to_begin_a_new_one(self):
        at = AtTable().press().throw(6, 3).rest(901).press().hold()
        assert (at.code, at.match) == ("press_to_start", None)
        assert at.prepared is not None

    def test_a_flap_means_going_on(self):
        at = AtTable().press().throw(6, 3).rest(901).close(4)
        assert at.code == "close_more"

    def test_a_finished_match_asks_nothing(self):
        at = AtTable(players=("Ann",), flaps=[6, 7, 8]).press().throw(1, 1).press()
        assert at.code == "match_over"
        at.rest(2000)
        assert at.prompt.press is not Offer.GO_ON

    def test_late_ticks_change_nothing_but_the_moment(self):
        at = AtTable().press().throw(1, 1).answer(2).throw(1, 1)
        at.now += 3600 * SECOND
        at.send(Tick())
        assert at.seen == len(at.decisions)
