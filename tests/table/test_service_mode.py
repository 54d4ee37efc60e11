"""Service mode at the table: every flap ticked off, page after page, and the match as it was."""

from __future__ import annotations

import pytest

from stbpi.rules.actions import Close
from stbpi.table.choices import Offers
from stbpi.table.events import (
    ButtonDown,
    ButtonUp,
    EnterService,
    FlapRef,
    LeaveService,
    RetirePlayer,
    TellFlap,
)
from stbpi.table.menu import Kind
from stbpi.table.prompts import Offer
from stbpi.table.service_mode import LEAVES_AFTER, STEP
from stbpi.table.service_view import COUNTS_SECONDS, ServicePage
from stbpi.table.view import Signal
from tests.table.driver import SECOND, AtTable, refs
from tests.table.test_menu import at_menu, pick


def in_service(**more) -> AtTable:
    at = AtTable(**more).press().throw(6, 3)
    at.send(EnterService())
    return at


def service(at: AtTable):
    assert at.prompt.service is not None, at.code
    return at.prompt.service


def turned_to(at: AtTable, page: ServicePage) -> AtTable:
    while service(at).page is not page:
        at.press()
    return at


def test_it_is_chosen_in_the_menu():
    at = pick(at_menu(), Kind.SERVICE)
    assert (at.code, service(at).page) == ("service", ServicePage.SWITCHES)
    at.hold()
    assert at.code == "press_to_start"


def test_or_entered_and_left_from_elsewhere():
    at = in_service()
    before = at.prompt
    at.send(EnterService())
    assert at.prompt == before
    at.send(LeaveService())
    assert at.code == "close_flaps"
    at.send(LeaveService())
    assert at.code == "close_flaps"


def test_a_press_turns_the_page_and_after_the_last_comes_the_first():
    at = in_service()
    assert pages_of(at) == [page for page in ServicePage if page is not ServicePage.SCANNER]


def test_a_tray_on_a_scanner_has_a_page_for_it():
    assert pages_of(in_service(offers=Offers(scanner=True))) == list(ServicePage)


def pages_of(at: AtTable) -> list[ServicePage]:
    seen = []
    while service(at).page not in seen:
        seen.append(service(at).page)
        at.press()
    assert service(at).page is ServicePage.SWITCHES
    return seen


@pytest.mark.parametrize("seconds", [0.9, 2.9, 3.5, 7.9])
def test_a_hold_leaves(seconds):
    at = in_service()
    at.send(ButtonDown())
    at.rest(seconds)
    assert at.prompt.releasing is Offer.LEAVE_SERVICE
    at.send(ButtonUp())
    assert at.code == "close_flaps"
    assert [type(one).__name__ for one in at.decisions] == ["Roll"]


def test_eight_seconds_open_the_menu_from_here_too():
    at = in_service().hold(8)
    assert at.code == "menu"
    at.hold(8)
    assert at.code == "close_flaps"


def test_each_flap_that_moves_is_ticked_off_and_the_last_one_told():
    at = in_service()
    assert (service(at).last, service(at).moved) == (None, frozenset())
    at.close(5).open(5).close(3)
    assert (service(at).last, service(at).moved) == (FlapRef(0, 3), frozenset(refs(3, 5)))
    at.open(3)
    assert service(at).last == FlapRef(0, 3)


def test_it_counts_the_seconds_since_a_flap_moved_and_stops_when_nobody_waits():
    at = in_service().close(5)
    told = [service(at).seconds]
    for _ in range(4):
        at.rest(1)
        told.append(service(at).seconds)
    assert told == [0, 1, 2, 3, 4]
    at.rest(COUNTS_SECONDS)
    assert service(at).seconds == COUNTS_SECONDS
    assert at.table.deadline is not None
    assert at.table.deadline > at.now + 5 * SECOND


def test_it_begins_anew_each_time():
    at = in_service().close(5).open(5)
    at.send(LeaveService())
    at.send(EnterService())
    assert service(at).moved == frozenset()


def test_lamps_and_sounds_come_one_after_the_other_each_once():
    at = AtTable("tray", players=("A", "B", "C"), tray=10)
    at.send(EnterService())
    turned_to(at, ServicePage.LAMPS)
    heard = len(at.heard) - 1
    lamps, sounds = [], []
    while (lamp := service(at).lamp) is not None:
        lamps.append(lamp)
        sounds.append(service(at).sound)
        at.rest(STEP / SECOND)
    assert lamps == [0, 1, 2, 0, 1, 2]
    assert sounds == list(Signal)
    assert at.heard[heard:] == list(Signal)
    at.rest(100)
    assert at.heard[heard:] == list(Signal)


def test_turning_the_page_ends_lamps_and_sounds():
    at = turned_to(in_service(), ServicePage.LAMPS).press()
    heard = len(at.heard)
    at.rest(30)
    assert len(at.heard) == heard


def test_it_leaves_by_itself_when_nobody_has_touched_anything_for_long():
    at = in_service().rest(LEAVES_AFTER / SECOND - 10)
    at.close(9).rest(LEAVES_AFTER / SECOND - 10)
    assert at.code == "service"
    at.rest(11)
    assert at.code == "confirm"


def in_menu() -> AtTable:
    return AtTable().press().throw(6, 3).hold(8)


@pytest.mark.parametrize("beside", [in_service, in_menu])
def test_an_answer_that_stands_since_then_is_shown_and_waits_for_a_press(beside):
    at = beside().close(9).rest(3)
    leave(at)
    assert (at.code, at.prompt.remaining) == ("close_more", 0)
    at.rest(0.55)
    assert at.code == "close_more", "it rests anew"
    at.rest(30)
    assert (at.code, at.flaps, at.prompt.press) == ("confirm", [], Offer.CONFIRM)
    assert len(at.decisions) == 1
    at.press()
    assert at.match.open_flaps(0) == (1, 2, 3, 4, 5, 6, 7, 8)
    at.throw(1, 1).answer(2)
    assert at.decisions[-1] == Close((2,)), "the next answer is an ordinary one"


@pytest.mark.parametrize("beside", [in_service, in_menu])
def test_any_flap_moved_in_view_of_the_match_makes_it_an_ordinary_answer(beside):
    at = beside().close(9).rest(3)
    leave(at)
    at.rest(5).open(9).close(9)
    assert (at.code, at.prompt.remaining) == ("close_more", 0)
    at.rest(0.7)
    assert at.decisions[-1] == Close((9,))


def test_an_answer_begun_there_is_finished_as_usual():
    at = in_service().close(4).rest(3)
    leave(at)
    assert (at.rest(1).code, at.prompt.remaining) == ("close_more", 5)
    at.answer(5)
    assert at.decisions[-1] == Close((4, 5))


def test_an_answer_closed_before_it_counts_afterwards_by_itself():
    at = AtTable().press().throw(6, 3).close(9)
    at.send(EnterService())
    at.rest(3)
    leave(at)
    at.rest(0.01)
    assert at.decisions[-1] == Close((9,))


def test_throwing_again_is_not_done_by_flaps_raised_there():
    at = AtTable("numbers").press().throw(4, 4).close(3).rest()
    at.hold()
    assert (at.code, at.flaps) == ("reopen", [3])
    at.send(EnterService())
    at.open(3).rest(3)
    leave(at)
    assert at.rest(5).code == "close_flaps"
    at.hold()
    assert at.code == "press_to_roll"


def leave(at: AtTable) -> None:
    """Out of the service mode with a hold, out of the menu with a long one."""
    at.hold(8 if at.code == "menu" else 1)


def test_every_flap_tried_and_put_back_leaves_the_match_as_it_was():
    at = AtTable().press().throw(6, 3).answer(9).throw(4, 1)
    before = at.table.view
    at.send(EnterService())
    for flap in range(1, 10):
        at.move(flap, closed=flap not in at.table.view.closed[0]).rest()
        at.move(flap, closed=flap not in at.table.view.closed[0]).rest()
    assert len(service(at).moved) == 9
    at.hold().rest()
    assert (at.table.view.prompt, at.table.view.match) == (before.prompt, before.match)


def test_a_die_being_counted_waits_for_it_to_be_left():
    at = AtTable().press().press().press()
    at.send(EnterService())
    at.rest(20)
    at.send(LeaveService())
    assert at.prompt.dice == (2,)
    at.rest(1.6).press().rest(1.6)
    assert at.decisions[-1].dice == (2, 1)


def test_flaps_moved_in_it_are_seen_also_when_the_menu_was_opened_from_there():
    at = AtTable("tray", ["common"], players=("A", "B", "C"), combine="sum", flaps=[1, 2, 3, 12], tray=12)
    at.press().throw(1, 2)
    for side in range(3):
        at.close(*((3,) if side else (1, 2)), side=side)
    at.rest().press().throw(1, 1)
    assert at.code == "blocked"
    at.send(EnterService())
    at.close(2, side=1)
    at.hold(8).hold(8)
    assert at.code != "blocked"


def test_a_flap_that_is_told_of_does_not_end_it_and_a_command_to_the_match_does():
    at = in_service(players=("A", "B", "C"))
    at.send(TellFlap(0, 5, True))
    assert at.code == "service"
    at.send(RetirePlayer(2))
    assert at.code != "service"
