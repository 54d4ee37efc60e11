"""A flap that will not move does not stop the match."""

from __future__ import annotations

from stbpi.rules.actions import Close, Roll
from stbpi.table.prompts import Offer
from tests.table.driver import AtTable, refs


def stuck() -> AtTable:
    """Ann is done, Ben has to raise flap 2, which will not."""
    at = AtTable().press().throw(6, 3).answer(9).throw(1, 1).answer(2).throw(1, 1).press().open(9)
    assert (at.code, at.flaps) == ("raise_flaps", [2])
    return at


def test_a_single_flap_becomes_a_fault_after_20_seconds():
    at = stuck().rest(19.9)
    assert at.code == "raise_flaps"
    at.rest(0.1)
    assert (at.code, at.prompt.flaps) == ("fault", refs(2))
    assert (at.prompt.press, at.prompt.hold) == (Offer.TRY_AGAIN, Offer.LEAVE_OUT)
    assert at.items() == [("fault", 1, [2], []), ("raise_flaps", 1, [2], [])]


def test_several_flaps_are_only_people_taking_their_time():
    at = AtTable().press().throw(6, 3).answer(4, 5).throw(1, 1).answer(2).throw(1, 1).press().rest(120)
    assert (at.code, at.flaps) == ("raise_flaps", [2, 4, 5])


def test_a_press_tries_again():
    at = stuck().rest(20).press()
    assert at.code == "raise_flaps"
    at.rest(20)
    assert at.code == "fault"


def test_it_heals_by_itself():
    at = stuck().rest(25).open(2)
    assert (at.code, at.prompt.player) == ("press_to_roll", 1)


def test_a_hold_takes_it_out_and_the_match_goes_on():
    at = stuck().rest(20).hold()
    assert (at.code, at.table.view.doubted) == ("press_to_roll", frozenset(refs(2)))
    at.throw(6, 3).answer(9)
    assert at.decisions[-1] == Close((9,))
    at.throw(4, 1).close(3).rest()
    assert (at.code, at.flaps, at.prompt.press) == ("confirm", [2], Offer.CONFIRM)
    at.press()
    assert at.decisions[-1] == Close((2, 3))
    at.rest()
    assert at.code == "press_to_roll"


def test_other_answers_than_with_that_flap_stay_possible():
    at = stuck().rest(20).hold().throw(4, 1).close(1).rest()
    assert (at.code, at.prompt.remaining) == ("close_more", 4)
    at.answer(4)
    assert at.decisions[-1] == Close((1, 4))


def test_an_answer_of_that_flap_alone_is_a_press():
    at = stuck().rest(20).hold().throw(1, 1)
    assert (at.code, at.flaps) == ("confirm", [2])
    at.press()
    assert at.decisions[-2:] == [Roll((1, 1)), Close((2,))]


def test_a_flap_that_moves_is_believed_again():
    at = stuck().rest(20).hold().open(2)
    assert at.table.view.doubted == frozenset()
    at.close(2).rest()
    assert (at.code, at.flaps) == ("raise_flaps", [2])


def test_a_cut_wire_of_a_committed_flap():
    at = AtTable().press().throw(6, 3).answer(9).open(9).rest(0.7)
    assert at.code == "close_again"
    at.rest(20)
    assert (at.code, at.flaps) == ("fault", [9])
    at.hold()
    assert at.code == "press_to_roll"
    assert at.restart().rest().code == "press_to_roll"
