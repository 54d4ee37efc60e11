"""Dice that people throw and enter, on the button or on the page, and put right while nothing of them is closed."""

from __future__ import annotations

import pytest

from stbpi.rules.actions import Close, NextRound, Roll, Undo
from stbpi.table.entry import Counted
from stbpi.table.events import (
    ButtonDown,
    ButtonUp,
    CorrectScore,
    EnterDice,
    FlapsSeen,
    RedoDecision,
    RetirePlayer,
    UndoDecision,
)
from stbpi.table.prompts import Offer
from stbpi.table.table import TableRefusal
from stbpi.table.view import Signal
from tests.table.driver import AtTable


def count(at: AtTable, *dice: int) -> AtTable:
    """Count dice on the button: a press a pip, and a pause."""
    for pips in dice:
        for _ in range(pips):
            at.press().rest(0.3)
        at.rest(1.3)
    return at


def low(**more) -> AtTable:
    """One die may be thrown, or two."""
    return AtTable("classic", ["one-die"], flaps=6, **more).press()


class TestOnTheButton:
    def test_four_dice(self):
        at = count(AtTable("three-hundred").press(), 6, 5, 1, 2)
        assert at.decisions == [Roll((6, 5, 1, 2))]

    def test_a_die_with_twelve_sides(self):
        at = count(AtTable("classic", die_sides=12).press(), 12, 1)
        assert at.decisions == [Roll((12, 1))]

    @pytest.mark.parametrize("pips", range(1, 7))
    def test_every_face(self, pips):
        assert count(AtTable().press(), pips, 7 - pips).decisions == [Roll((pips, 7 - pips))]

    def test_each_press_clicks_and_shows(self):
        at = AtTable().press()
        at.heard.clear()
        for pips in range(1, 5):
            at.press()
            assert (at.prompt.dice, at.prompt.awaited) == ((pips,), 2)
            assert at.heard == [Signal.CLICK] * pips
            at.rest(1.0)

    def test_the_end_of_a_die_is_heard_and_seen(self):
        at = AtTable().press().press()
        assert (at.prompt.press, at.heard[-1]) == (Offer.PIP, Signal.CLICK)
        at.rest(1.6)
        assert (at.prompt.dice, at.prompt.press, at.heard[-1]) == ((1,), Offer.NEXT_DIE, Signal.ACCEPTED)
        at.press()
        assert (at.prompt.dice, at.prompt.press) == ((1, 1), Offer.PIP)
        at.rest(1.6)
        assert (at.code, at.heard[-1]) == ("close_flaps", Signal.ACCEPTED)

    def test_one_die_is_awaited_after_a_hold(self):
        at = low()
        assert (at.prompt.awaited, at.prompt.hold) == (2, Offer.THROW_ONE)
        at.hold()
        assert (at.prompt.awaited, at.prompt.hold, at.prompt.dice) == (1, Offer.CLEAR, ())
        count(at, 4)
        assert at.decisions == [Roll((4,))]

    def test_where_one_die_is_compulsory_no_hold_is_needed(self):
        at = AtTable("classic", ["one-die"], flaps=6, one_die_forced=True).press()
        assert (at.prompt.awaited, at.prompt.hold) == (1, None)
        assert count(at, 3).decisions == [Roll((3,))]

    def test_a_hold_where_one_die_may_not_be_thrown_is_a_pip(self):
        at = AtTable().press()
        assert at.prompt.hold is None
        at.hold().rest(1.6)
        count(at, 2)
        assert at.decisions == [Roll((1, 2))]

    def test_electronic_dice_are_not_awaited(self):
        assert AtTable(dice="electronic").press().prompt.awaited is None

    def test_a_die_does_not_end_under_a_finger(self):
        at = AtTable().press().press().rest(1.4)
        at.send(ButtonDown())
        at.rest(0.5)
        assert at.prompt.dice == (1,)
        at.send(ButtonUp())
        assert at.prompt.dice == (2,)

    def test_a_hold_that_clears_in_the_second_die_clears_the_first_too(self):
        at = count(AtTable().press(), 4)
        at.press().press().hold()
        assert (at.prompt.dice, at.decisions) == ((), [])
        assert count(at, 2, 3).decisions == [Roll((2, 3))]

    def test_what_is_typed_takes_the_place_of_what_was_counted(self):
        at = count(AtTable().press(), 4).press()
        at.send(EnterDice((6, 3)))
        assert at.decisions == [Roll((6, 3))]
        at.rest(5)
        assert at.decisions == [Roll((6, 3))]

    def test_dice_that_cannot_be_leave_what_was_counted(self):
        at = count(AtTable().press(), 4)
        with pytest.raises(TableRefusal):
            at.send(EnterDice((6, 7)))
        assert count(at, 5).decisions == [Roll((4, 5))]

    def test_counting_goes_on_after_the_menu(self):
        at = count(AtTable().press(), 4).press()
        at.press(8.2)
        assert at.code == "menu"
        at.rest(5)
        assert at.decisions == []
        at.press(8.2).rest(0.5)
        assert (at.code, at.prompt.dice) == ("press_to_roll", (4, 1))
        at.rest(2)
        assert at.decisions == [Roll((4, 1))]

    def test_taking_back_forgets_what_was_counted(self):
        at = AtTable().press().throw(6, 3).answer(9).press().press()
        at.hold(4)
        assert at.decisions[-1] == Undo()
        at.as_told().rest(3)
        assert (at.code, at.prompt.dice) == ("close_flaps", (6, 3))

    @pytest.mark.parametrize("away", [0.2, 60])
    def test_after_a_restart_the_die_under_way_is_counted_anew(self, away):
        at = AtTable().press().press().press().restart(away=away).rest(30)
        assert (at.code, at.prompt.dice, at.prompt.press, at.decisions) == ("press_to_roll", (), "pip", [])
        assert count(at, 2, 3).decisions == [Roll((2, 3))]

    @pytest.mark.parametrize("away", [0.2, 60])
    def test_after_a_restart_dice_that_had_ended_are_there(self, away):
        at = count(AtTable().press(), 4).press().press().restart(away=away).rest(30)
        assert (at.code, at.prompt.dice, at.prompt.press) == ("press_to_roll", (4,), "next_die")
        at.restart().hold()
        assert (at.prompt.dice, at.prompt.press) == ((), "pip"), "a hold clears it, as before"
        at.restart()
        assert (at.prompt.dice, at.prompt.press) == ((), "pip")
        assert count(at, 6).restart().prompt.dice == (6,)
        assert count(at, 5).decisions == [Roll((6, 5))]
        assert at.restart().prompt.dice == (6, 5)

    def test_after_a_restart_one_die_is_still_what_was_asked_for(self):
        at = low().hold().press().restart()
        assert (at.prompt.awaited, at.prompt.dice, at.prompt.hold) == (1, (), Offer.CLEAR)
        assert count(at, 4).decisions == [Roll((4,))]
        assert at.restart().prompt.dice == (4,)

    def test_what_was_counted_waits_for_a_tray_that_was_moved_meanwhile(self):
        at = AtTable().press().throw(6, 3).answer(9)
        count(at, 4).restart(closed=[{1}])
        assert (at.code, at.prompt.dice) == ("resume", ())
        at.rest(5).restart().as_told()
        assert (at.code, at.prompt.dice, at.prompt.press) == ("press_to_roll", (4,), "next_die")

    def test_a_flap_knocked_over_while_counting_costs_the_die_under_way(self):
        at = AtTable().press().throw(6, 3).answer(9)
        count(at, 4).press().open(9).rest(5)
        assert at.code == "close_again"
        at.close(9).rest()
        assert (at.code, at.prompt.dice, at.prompt.press) == ("press_to_roll", (4,), "next_die")

    @pytest.mark.parametrize(
        "counted",
        [Counted((7,)), Counted((0,)), Counted((1, 2)), Counted((1,), True), Counted((1, 2, 3), True)],
    )
    def test_what_cannot_have_been_counted_is_left_out(self, counted):
        at = AtTable().press()
        at.counted = counted
        assert at.restart().prompt.dice == ()
        for dice in ("electronic", "entered"):
            at = AtTable(dice=dice).press()
            at = at.throw(6, 3) if dice == "entered" else at.press().rest(2)
            at.counted = Counted((1,))
            thrown = at.match.dice
            assert at.restart().prompt.dice == thrown

    def test_the_button_held_while_the_power_comes_back_counts_nothing(self):
        at = AtTable().press().press()
        at.send(ButtonDown())
        at.restart()
        at.send(ButtonUp())
        at.rest(3)
        assert (at.prompt.dice, at.decisions) == ((), [])
        assert at.counted == Counted()
        at.send(FlapsSeen((frozenset(),)))
        assert count(at, 1, 1).decisions == [Roll((1, 1))]


def corrected_on_the_page(at: AtTable, *dice: int) -> None:
    at.send(EnterDice(dice, replace=True))


def corrected_on_the_button(at: AtTable, *dice: int) -> None:
    """Held until the throw is taken back, the flaps put as they were, and counted anew."""
    at.hold(4).rest().as_told()
    count(at, *dice)


@pytest.fixture(params=[corrected_on_the_page, corrected_on_the_button], ids=["page", "button"])
def correct(request):
    return request.param


class TestPutRight:
    def test_before_a_flap_moved(self, correct):
        at = AtTable().press().throw(6, 3)
        correct(at, 6, 2)
        assert at.decisions == [Roll((6, 3)), Undo(), Roll((6, 2))]
        assert (at.code, at.prompt.dice, at.prompt.remaining) == ("close_flaps", (6, 2), 8)

    def test_with_other_dice_than_were_thrown(self, correct):
        at = low().throw(4, 2)
        if correct is corrected_on_the_button:
            at.hold(4).rest(0.5).hold().rest(0.2)
            count(at, 4)
        else:
            correct(at, 4)
        assert at.decisions == [Roll((4, 2)), Undo(), Roll((4,))]

    def test_a_blocked_one_while_it_is_told(self, correct):
        at = AtTable().press().throw(1, 1).answer(2).throw(1, 1)
        assert (at.code, at.prompt.score) == ("blocked", 43)
        correct(at, 1, 2)
        assert (at.code, at.prompt.player, at.prompt.dice) == ("close_flaps", 0, (1, 2))
        assert at.match.round_scores == (None, None)

    def test_a_blocked_one_when_the_flaps_are_raised_for_the_next(self, correct):
        at = AtTable().press().throw(1, 1).answer(2).throw(1, 1).press()
        at.open(2).rest()
        assert (at.code, at.prompt.player) == ("press_to_roll", 1)
        if correct is corrected_on_the_page:
            correct(at, 1, 2)
            at.as_told()
        else:
            correct(at, 1, 2)
        assert (at.code, at.prompt.player, at.prompt.dice) == ("close_flaps", 0, (1, 2))
        at.answer(3)
        assert at.decisions[-1] == Close((3,))

    def test_one_that_ended_the_match(self, correct):
        at = AtTable(players=("Ann",), tray=9, flaps=[3, 6]).press().throw(6, 6).press()
        assert at.code == "match_over"
        correct(at, 1, 2)
        assert (at.code, at.prompt.dice) == ("close_flaps", (1, 2))

    def test_one_that_everybody_has_to_answer(self, correct):
        at = AtTable("tray", ["common"], players=("Ann", "Ben")).press().throw(4, 6)
        at.close(4, side=0).rest()
        correct(at, 5, 6)
        at.rest().as_told()
        assert (at.code, at.prompt.dice) == ("close_flaps", (5, 6))
        at.close(5, side=0).close(6, side=1).rest().press()
        assert [action for action in at.folded().actions if isinstance(action, Close)] == [
            Close((5,), 0),
            Close((6,), 1),
        ]

    def test_pending_flaps_are_asked_to_be_raised_where_they_no_longer_fit(self, correct):
        at = AtTable().press().throw(6, 3).close(4)
        correct(at, 1, 2)
        at.rest().as_told()
        assert (at.code, at.prompt.remaining) == ("close_flaps", 3)

    def test_on_the_button_also_when_flaps_of_it_are_committed_those_first(self):
        at = AtTable().press().throw(6, 3).answer(9).hold(4).rest()
        assert at.decisions[-1] == Undo()
        corrected_on_the_button(at.as_told(), 6, 2)
        assert at.decisions == [Roll((6, 3)), Close((9,)), Undo(), Undo(), Roll((6, 2))]
        assert (at.code, at.prompt.remaining) == ("close_flaps", 8)

    def test_it_survives_a_restart(self, correct):
        at = AtTable().press().throw(1, 1).answer(2).throw(1, 1).restart()
        assert at.code == "blocked"
        correct(at, 1, 2)
        assert (at.restart().code, at.prompt.dice) == ("close_flaps", (1, 2))

    def test_the_page_can_only_until_a_flap_of_it_is_committed(self):
        at = AtTable().press().throw(6, 3).close(9)
        assert at.table.view.correctable == (2,)
        at.rest()
        assert at.table.view.correctable == ()
        with pytest.raises(TableRefusal, match="has been answered"):
            corrected_on_the_page(at, 1, 2)

    def test_what_was_counted_of_the_next_throw_is_forgotten(self):
        at = AtTable().press().throw(1, 1).answer(2).throw(1, 1).press().open(2).rest()
        at.press().press()
        corrected_on_the_page(at, 1, 2)
        at.rest(3)
        assert at.decisions[-1] == Roll((1, 2))

    def test_once_the_next_throw_is_made_it_is_that_which_is_corrected(self):
        at = AtTable().press().throw(1, 1).answer(2).throw(1, 1).press().open(2).rest().throw(6, 6)
        corrected_on_the_page(at, 1, 3)
        assert at.decisions[-3:] == [Roll((6, 6)), Undo(), Roll((1, 3))]
        assert at.prompt.player == 1


class TestCorrectable:
    """What the page offers to put right is what the table then does."""

    def test_says_with_how_many_dice(self):
        at = AtTable()
        assert at.table.view.correctable == ()
        assert at.press().table.view.correctable == ()
        assert at.throw(1, 1).table.view.correctable == (2,)
        assert low().throw(4, 2).table.view.correctable == (1, 2)
        assert AtTable(dice="electronic").press().press().table.view.correctable == ()

    def test_lasts_over_blocked_next_rounds_and_what_an_operator_does(self):
        at = AtTable("classic", ["hundred"], players=("Ann", "Ben", "Cat")).press()
        for _ in range(2):
            at.throw(1, 1).answer(2).throw(1, 1).press().as_told()
        at.throw(1, 1).answer(2).throw(1, 1).press().press()
        assert NextRound() in at.decisions
        at.send(CorrectScore(0, 1, "miscounted"))
        at.send(RetirePlayer(0))
        assert at.table.view.correctable == (2,)
        corrected_on_the_page(at, 1, 2)
        assert at.match.round == 1

    def test_ends_where_its_player_has_left(self):
        at = AtTable().press().throw(6, 3)
        at.send(RetirePlayer(0))
        assert at.table.view.correctable == ()
        with pytest.raises(TableRefusal, match="has left"):
            corrected_on_the_page(at, 1, 2)

    def test_follows_what_is_taken_back_and_made_again(self):
        at = AtTable().press().throw(6, 3).answer(9)
        at.send(UndoDecision())
        assert at.table.view.correctable == (2,)
        at.send(RedoDecision())
        assert at.table.view.correctable == ()
        for _ in range(2):
            at.send(UndoDecision())
        assert at.table.view.correctable == ()
