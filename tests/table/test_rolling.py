"""Electronic dice roll before they lie; until people have seen them a press is the second half of the one before."""

from __future__ import annotations

import pytest

from stbpi.rules.actions import Close, Roll, Undo
from stbpi.table.events import ButtonDown, ButtonUp, RetirePlayer, Tick, UndoDecision
from stbpi.table.prompts import Offer
from stbpi.table.view import Signal
from tests.table.driver import SECOND, AtTable


def blocked_at_once(**more) -> AtTable:
    """Anna has thrown for a flap 2, which two ones close; the dice of the tests begin with 1 and 3."""
    at = AtTable(dice="electronic", flaps=[2], players=("Anna", "Ben", "Carla"), **more).press().rest(1)
    at.press(0.05)
    assert at.code == "blocked"
    return at


def rolls(at: AtTable) -> int:
    return sum(isinstance(decision, Roll) for decision in at.decisions)


def test_a_double_press_does_not_swallow_what_the_throw_led_to():
    at = blocked_at_once().rest(0.1).press(0.1)
    assert (at.code, at.prompt.player, at.heard[-1]) == ("blocked", 0, Signal.ACCEPTED)
    at.rest(5)
    assert (at.code, at.prompt.player) == ("blocked", 0)


@pytest.mark.parametrize(
    ("after", "moves_on"), [(0.0, False), (0.79, False), (1.09, False), (1.1, True)], ids=str
)
def test_presses_count_again_when_the_dice_lie_and_have_been_seen(after, moves_on):
    at = blocked_at_once().rest(after).press(0.05)
    assert (at.code != "blocked") is moves_on
    assert Signal.WRONG not in at.heard


def test_a_hold_begun_while_the_dice_roll_is_early_however_long_it_takes():
    at = blocked_at_once().rest(0.5).hold(2)
    assert at.code == "blocked"


def test_taking_back_works_at_any_time():
    at = blocked_at_once().rest(0.1).hold(3.5)
    assert at.decisions[-1] == Undo()
    again = blocked_at_once().rest(0.1)
    again.send(UndoDecision())
    assert (again.decisions[-1], again.table.view.rolling) == (Undo(), None)


def test_a_match_that_everybody_leaves_has_no_dice_rolling():
    at = AtTable(dice="electronic").press().press(0.05)
    assert at.table.view.rolling is not None
    at.send(RetirePlayer(0))
    at.send(RetirePlayer(1))
    assert (at.code, at.table.view.rolling) == ("match_over", None)
    at.press(0.05)
    assert at.code == "press_to_start"


def test_the_tray_offers_no_press_until_presses_count():
    at = blocked_at_once()
    offered = []
    for step in (0.0, 0.8, 0.25, 0.1):
        offered.append(at.rest(step).prompt.press)
    assert offered == [None, None, None, Offer.NEXT]
    at = blocked_at_once()
    at.send(ButtonDown())
    assert at.prompt.releasing is None
    at.send(ButtonUp())


@pytest.mark.parametrize(("waited", "code"), [(5.79, "blocked"), (5.8, "press_to_roll")], ids=str)
def test_the_five_seconds_begin_when_the_dice_lie(waited, code):
    assert blocked_at_once().rest(waited).code == code


def test_passes_roll_too():
    at = AtTable("lucky-seven", dice="electronic").press().rest(1)
    at.press(0.05)
    assert at.code == "passed"
    at.press(0.1).rest(5.5)
    assert at.code == "passed"
    at.rest(0.2)
    assert (at.code, at.prompt.player) == ("press_to_roll", 1)


def test_a_double_that_may_be_thrown_again_is_not_thrown_away_unseen():
    for number in range(256):
        at = AtTable("numbers", dice="electronic", secret=bytes([number]) * 32).press().rest(1).press(0.05)
        if at.match.can_roll_again:
            break
    assert at.prompt.hold is None
    at.rest(0.2).hold(1)
    assert rolls(at) == 1
    assert (at.code, at.prompt.hold) == ("close_flaps", Offer.THROW_AGAIN)
    at.hold(1).press()
    assert rolls(at) == 2


def test_while_the_dice_roll_the_table_shows_what_stood_before_them():
    at = AtTable(dice="electronic", flaps=[2], players=("Anna", "Ben")).press().rest(1)
    before = at.match
    at.press(0.05)
    assert at.table.view.rolling == before
    at.rest(0.79)
    assert at.table.view.rolling == before
    at.rest(0.01)
    assert at.table.view.rolling is None


def test_what_blocked_sounds_like_is_heard_when_the_dice_lie():
    at = blocked_at_once()
    assert Signal.BLOCKED not in at.heard
    at.rest(0.79)
    assert Signal.BLOCKED not in at.heard
    at.rest(0.01)
    assert at.heard[-1] is Signal.BLOCKED
    at.rest(3)
    assert at.heard.count(Signal.BLOCKED) == 1


def test_whoever_answers_has_seen_the_throw():
    at = AtTable(dice="electronic").press().rest(1).press(0.05)
    at.close(*at.match.legal_moves()[0])
    assert at.table.view.rolling is None
    at.rest(0.6)
    assert isinstance(at.decisions[-1], Close)
    at.press(0.05)
    assert rolls(at) == 2


def test_dice_thrown_by_hand_do_not_roll():
    at = AtTable(flaps=[2], players=("Anna", "Ben")).press().throw(6, 6)
    assert (at.code, at.prompt.press, at.table.view.rolling) == ("blocked", Offer.NEXT, None)
    assert at.heard[-1] is Signal.BLOCKED
    at.press(0.05)
    assert (at.code, at.prompt.player) == ("press_to_roll", 1)


def test_after_a_restart_no_dice_roll():
    at = blocked_at_once().restart(away=0)
    assert (at.code, at.prompt.press, at.table.view.rolling) == ("blocked", Offer.NEXT, None)


def test_a_late_tick_finds_the_dice_lying():
    at = blocked_at_once()
    at.now += 2 * SECOND
    at.send(Tick())
    assert (at.table.view.rolling, at.heard[-1], at.prompt.press) == (None, Signal.BLOCKED, Offer.NEXT)
