"""A flap that will not move does not stop the match."""

from __future__ import annotations

import pytest

from stbpi.rules.actions import Close, Roll
from stbpi.table.events import BelieveFlap, EnterDice, FlapDoubted, TellFlap
from stbpi.table.prompts import Offer
from stbpi.table.refusal import TableRefusal
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


def two_stuck() -> AtTable:
    """Ann is done, Ben has to raise five flaps and has raised three; 2 and 9 will not."""
    at = AtTable().press().throw(6, 3).answer(9).throw(1, 1).answer(2).throw(6, 6).answer(1, 3, 8)
    at.throw(1, 1).press().open(1, 3, 8)
    assert (at.code, at.flaps) == ("raise_flaps", [2, 9])
    return at


def test_of_several_flaps_one_after_the_other_becomes_a_fault_once_somebody_was_at_it():
    at = two_stuck().rest(19.9)
    assert at.code == "raise_flaps"
    at.rest(0.1)
    assert (at.code, at.prompt.flaps) == ("fault", refs(2))
    assert at.items() == [("fault", 1, [2], []), ("raise_flaps", 1, [2, 9], [])]
    at.hold()
    assert (at.code, at.prompt.flaps) == ("fault", refs(9))
    at.hold()
    assert (at.code, at.table.view.doubted) == ("press_to_roll", frozenset(refs(2, 9)))


def test_one_of_several_that_moves_after_all_leaves_the_other_its_time():
    at = two_stuck().rest(25).open(2)
    assert (at.code, at.flaps) == ("raise_flaps", [9])
    at.rest(20)
    assert (at.code, at.prompt.flaps) == ("fault", refs(9))


def test_a_press_that_does_nothing_is_somebody_at_it():
    at = AtTable().press().throw(6, 3).answer(4, 5).throw(1, 1).answer(2).throw(1, 1).press().rest(60)
    assert (at.code, at.flaps) == ("raise_flaps", [2, 4, 5])
    at.press().rest(19)
    assert at.code == "raise_flaps"
    at.press().rest(1)
    assert (at.code, at.prompt.flaps) == ("fault", refs(2))
    at.press()
    assert (at.code, at.flaps) == ("raise_flaps", [2, 4, 5])
    at.rest(20)
    assert (at.code, at.prompt.flaps) == ("fault", refs(2))
    at.open(4)
    assert (at.code, at.flaps) == ("raise_flaps", [2, 5])


def test_two_cut_wires_of_committed_flaps_do_not_end_the_evening():
    at = AtTable().press().throw(6, 3).answer(4, 5).open(4, 5).rest(0.7)
    assert (at.code, at.flaps) == ("close_again", [4, 5])
    at.press().rest(20).hold().hold()
    assert at.code == "press_to_roll"


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


def test_people_put_a_flap_back_by_hand():
    at = stuck().rest(20).hold()
    assert at.table.view.doubted == frozenset(refs(2))
    at.send(BelieveFlap(0, 2))
    assert (at.table.view.doubted, at.code) == (frozenset(), "raise_flaps"), "it is asked for again"
    at.open(2)
    assert at.code == "press_to_roll"


def test_a_cut_wire_of_a_committed_flap():
    at = AtTable().press().throw(6, 3).answer(9).open(9).rest(0.7)
    assert at.code == "close_again"
    at.rest(20)
    assert (at.code, at.flaps) == ("fault", [9])
    at.hold()
    assert at.code == "press_to_roll"
    assert at.restart().rest().code == "press_to_roll"


def test_a_flap_the_tray_does_not_believe_is_asked_for_by_no_one():
    at = AtTable().press().throw(6, 3).answer(9).throw(1, 1)
    at.send(FlapDoubted(0, 9, True))
    assert at.table.view.doubted == frozenset(refs(9))
    at.answer(2)
    assert (at.code, at.decisions[-1]) == ("press_to_roll", Close((2,)))
    at.send(FlapDoubted(0, 9, False))
    assert at.table.view.doubted == frozenset()
    at.open(9).rest()
    assert (at.code, at.flaps) == ("close_again", [9])


def test_a_flap_that_floats_is_asked_about_by_nobody_before_a_flap_was_moved_but_a_hold_says_it():
    at = AtTable().press().throw(4, 5)
    at.send(FlapDoubted(0, 9, True))
    assert (at.code, at.prompt.dice, at.prompt.remaining) == ("close_flaps", (4, 5), 9)
    assert (at.prompt.press, at.prompt.hold, at.prompt.assumed) == (None, Offer.CONFIRM, refs(9))
    at.press()
    assert at.decisions == [Roll((4, 5))]
    at.hold()
    assert at.decisions[-1] == Close((9,))


def test_once_a_flap_was_moved_the_tray_asks_and_says_what_else_there_is():
    at = AtTable().press().throw(6, 5)
    at.send(FlapDoubted(0, 9, True))
    at.close(2).rest()
    assert (at.code, at.prompt.assumed, at.flaps) == ("confirm", refs(9), [1, 3, 4, 5, 6, 8, 9])
    assert (at.prompt.press, at.prompt.dice, at.prompt.remaining) == (Offer.CONFIRM, (6, 5), 9)
    at.press()
    assert at.decisions[-1] == Close((2, 9))


def test_a_flap_that_is_doubted_once_it_was_moved_is_asked_about():
    at = AtTable().press().throw(4, 5).close(9)
    at.send(FlapDoubted(0, 9, True))
    at.rest()
    assert (at.code, at.prompt.assumed, at.prompt.press) == ("confirm", refs(9), Offer.CONFIRM)
    at.press().throw(5, 3)
    at.send(FlapDoubted(0, 8, True))
    assert at.code == "close_flaps", "nobody has moved a flap since this throw"


def test_a_throw_that_one_broken_switch_alone_can_answer_is_asked_about_at_once():
    at = AtTable().press().throw(1, 1)
    at.send(FlapDoubted(0, 2, True))
    assert (at.code, at.prompt.assumed, at.flaps, at.prompt.press) == ("confirm", refs(2), [2], Offer.CONFIRM)


def test_on_a_common_throw_a_hold_says_it_once_everybody_else_has_answered():
    at = AtTable("tray", ["common"], players=("Ann", "Ben")).press().throw(4, 1)
    at.send(FlapDoubted(0, 4, True))
    assert (at.code, at.prompt.hold, at.prompt.assumed) == ("close_flaps", None, ())
    at.close(1, side=1).rest()
    assert at.items() == [("close_flaps", 0, [], []), ("confirm", 1, [4], [])]
    assert (at.prompt.press, at.prompt.hold, at.prompt.assumed) == (None, Offer.CONFIRM, refs(4))
    at.hold()
    assert at.decisions[-2:] == [Close((4,), 0), Close((1,), 1)]


def test_on_a_double_a_hold_throws_again_and_says_nothing_of_a_flap():
    at = AtTable("numbers").press().throw(4, 4)
    at.send(FlapDoubted(0, 4, True))
    assert (at.code, at.prompt.hold, at.prompt.assumed) == ("close_flaps", Offer.THROW_AGAIN, ())


@pytest.mark.parametrize("corrected", [False, True], ids=["thrown", "corrected"])
def test_what_people_said_before_the_throw_counts_for_it(corrected):
    at = AtTable().press()
    if corrected:
        at.throw(6, 3)
    at.send(TellFlap(0, 4, False))
    at.send(EnterDice((2, 2), replace=corrected))
    assert (at.code, at.prompt.dice, at.prompt.hold) == ("close_flaps", (2, 2), None)
    at.close(1).rest()
    assert (at.code, at.prompt.remaining) == ("close_more", 3)
    at.open(1).send(TellFlap(0, 4, True))
    at.rest()
    assert at.decisions[-1] == Close((4,))


def test_as_few_flaps_as_can_be_are_assumed_to_be_closed():
    at = AtTable().press().throw(6, 3)
    for flap in (3, 5, 8):
        at.send(FlapDoubted(0, flap, True))
    at.answer(1).press()
    assert at.decisions[-1] == Close((1, 8))


def test_people_say_how_a_flap_stands_whose_switch_never_closes():
    at = AtTable().press().throw(4, 5)
    at.send(TellFlap(0, 9, True))
    at.rest()
    assert at.decisions[-1] == Close((9,))
    assert (at.code, at.table.view.doubted) == ("press_to_roll", frozenset(refs(9)))
    at.throw(1, 1).answer(2)
    assert (at.code, at.decisions[-1]) == ("press_to_roll", Close((2,)))


def test_what_people_said_of_a_flap_holds_until_the_turn_goes_on():
    at = AtTable().press().throw(4, 5)
    at.send(TellFlap(0, 9, False))
    assert at.code == "close_flaps", "it is not assumed to be closed"
    at.answer(4)
    assert (at.code, at.prompt.remaining) == ("close_more", 5)
    at.answer(5)
    assert at.decisions[-1] == Close((4, 5))
    at.throw(6, 3)
    assert (at.prompt.hold, at.prompt.assumed) == (Offer.CONFIRM, refs(9))


def test_a_flap_people_spoke_of_too_soon_is_believed_as_soon_as_it_moves():
    at = AtTable().press().throw(4, 5)
    at.send(TellFlap(0, 4, True))
    assert (at.code, at.prompt.remaining) == ("close_more", 5)
    at.close(4)
    assert at.table.view.doubted == frozenset()
    at.answer(5)
    assert at.decisions[-1] == Close((4, 5))


def test_a_flap_that_is_not_there_cannot_be_spoken_of():
    at = AtTable().press()
    for event in (TellFlap(0, 12, True), BelieveFlap(0, 12)):
        with pytest.raises(TableRefusal, match="There is no flap 12 on side 0"):
            at.send(event)
    at.send(FlapDoubted(3, 1, True))
    assert at.table.view.doubted == frozenset()
