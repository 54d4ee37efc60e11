"""A classic match at a table: what two people on a tray of nine flaps are told, from the first press to the
winner.
"""

from __future__ import annotations

import pytest

from stbpi.rules.actions import Close, Roll
from stbpi.table.prompts import Offer
from stbpi.table.view import Signal
from tests.table.driver import AtTable, refs


def test_a_whole_match_of_two():
    at = AtTable()
    assert (at.code, at.match) == ("press_to_start", None)
    at.press()
    assert at.began == at.setup
    assert (at.code, at.prompt.player) == ("press_to_roll", 0)

    at.throw(6, 3)
    assert (at.code, at.prompt.dice, at.prompt.remaining) == ("close_flaps", (6, 3), 9)
    at.close(4)
    assert (at.code, at.prompt.remaining) == ("close_more", 5)
    at.close(5)
    assert not any(isinstance(one, Close) for one in at.decisions)
    at.rest(0.7)
    assert at.decisions == [Roll((6, 3)), Close((4, 5))]
    assert (at.code, at.prompt.player) == ("press_to_roll", 0)

    at.throw(6, 6).answer(9, 3)
    at.throw(5, 4).answer(8, 1)
    assert at.match.open_flaps(0) == (2, 6, 7)
    at.throw(2, 3)
    assert (at.code, at.prompt.player, at.prompt.dice, at.prompt.score) == ("blocked", 0, (2, 3), 15)
    at.press()
    assert (at.code, at.prompt.player, at.flaps) == ("raise_flaps", 1, [1, 3, 4, 5, 8, 9])
    at.open(1, 3, 4, 5)
    assert at.flaps == [8, 9]
    at.open(8, 9)
    assert (at.code, at.prompt.player) == ("press_to_roll", 1)

    at.throw(1, 1).answer(2)
    at.throw(1, 1)
    assert (at.code, at.prompt.score) == ("blocked", 43)
    at.rest(5)
    assert (at.code, at.prompt.winners) == ("match_over", (0,))
    assert at.match.round_scores == (15, 43)
    assert at.folded().match == at.match


def test_a_shut_box_ends_it_at_once():
    at = AtTable()
    at.press()
    for dice, flaps in [((6, 3), (9,)), ((6, 2), (8,)), ((6, 1), (7,)), ((3, 3), (6,)), ((4, 1), (5,))]:
        at.throw(*dice).answer(*flaps)
    at.throw(3, 1).answer(4)
    at.throw(2, 1).answer(3)
    at.throw(2, 1).answer(1, 2)
    assert (at.code, at.prompt.winners) == ("match_over", (0,))
    assert Signal.SHUT in at.heard
    at.press()
    assert (at.code, at.match) == ("press_to_start", None)
    assert at.prepared is not None
    assert at.prepared.secret != at.setup.secret


def test_too_much_is_told_after_it_has_rested():
    at = AtTable().press().throw(6, 3).close(4)
    at.rest().close(7)
    assert (at.code, at.prompt.remaining) == ("close_more", 5)
    at.rest(0.5)
    assert at.code == "close_more"
    at.rest(0.2)
    assert (at.code, at.flaps) == ("reopen", [7])
    assert at.heard[-1] is Signal.WRONG
    at.open(7)
    assert (at.code, at.prompt.remaining) == ("close_more", 5)


def test_the_fewest_flaps_are_named_and_the_latest_closed_among_equals():
    at = AtTable().press().throw(1, 4).close(3, 4).rest()
    assert (at.code, at.flaps) == ("reopen", [4])
    at.open(3, 4).rest().close(4, 3).rest()
    assert (at.code, at.flaps) == ("reopen", [3])
    at.close(1).rest()
    assert (at.code, at.flaps) == ("reopen", [3])
    at.open(4, 3, 1).close(9, 8, 2, 3).rest()
    assert (at.code, at.flaps) == ("reopen", [8, 9])
    at.open(8, 9).rest()
    assert at.decisions[-1] == Close((2, 3))


def test_a_complaint_goes_at_once_and_shrinks_at_once():
    at = AtTable().press().throw(1, 1).close(8, 9).rest()
    assert (at.code, at.flaps) == ("reopen", [9, 8])
    at.open(9)
    assert (at.code, at.flaps) == ("reopen", [8])
    at.close(7)
    assert (at.code, at.flaps) == ("reopen", [8])
    at.rest()
    assert (at.code, at.flaps) == ("reopen", [7, 8])
    at.open(7, 8)
    assert at.code == "close_flaps"


def test_a_slammed_flap_that_rebounds_is_one_closing():
    at = AtTable().press().throw(6, 3).close(9).open(9).close(9).rest(0.5)
    assert at.decisions == [Roll((6, 3))]
    at.rest(0.2)
    assert at.decisions == [Roll((6, 3)), Close((9,))]
    assert at.code == "press_to_roll"


def test_a_slammed_flap_keeps_its_place_among_the_closings():
    at = AtTable().press().throw(1, 4).close(3, 4).open(3).close(3).rest()
    assert (at.code, at.flaps) == ("reopen", [4])


def test_pending_flaps_can_be_raised_again_freely():
    at = AtTable().press().throw(6, 3).close(1, 2).rest(5)
    assert (at.code, at.prompt.remaining) == ("close_more", 6)
    assert at.table.view.pending == (frozenset({1, 2}),)
    at.open(2).rest()
    assert (at.code, at.prompt.remaining) == ("close_more", 8)
    at.close(8).rest()
    assert at.decisions[-1] == Close((1, 8))


def test_a_committed_flap_that_is_raised_stops_the_match_until_it_is_closed_again():
    at = AtTable().press().throw(6, 3).answer(9)
    at.open(9)
    assert at.code == "press_to_roll"
    at.rest()
    assert (at.code, at.flaps) == ("close_again", [9])
    at.press()
    assert (at.code, at.heard[-1]) == ("close_again", Signal.WRONG)
    at.close(9)
    assert at.code == "press_to_roll"


def test_several_things_wrong_are_told_side_by_side():
    at = AtTable().press().throw(6, 3).answer(9).throw(4, 1).open(9).close(8).rest()
    assert at.items() == [("close_again", 0, [9], []), ("reopen", 0, [8], [])]
    assert at.code == "close_again"
    at.close(9).rest()
    assert (at.code, at.flaps) == ("reopen", [8])


def test_nothing_is_committed_while_something_is_wrong():
    at = AtTable().press().throw(6, 3).answer(9).throw(4, 1).open(9).close(5).rest(3)
    assert at.decisions[-1] == Roll((4, 1))
    at.close(9).rest()
    assert at.decisions[-1] == Close((5,))


def test_a_flap_closed_too_early_is_raised_before_the_throw():
    at = AtTable().press().throw(6, 3).answer(9).close(5).rest()
    assert (at.code, at.flaps) == ("reopen", [5])


def test_flaps_must_stand_as_the_set_starts():
    at = AtTable(closed_at_start=[1, 2, 3]).close(7).press()
    assert (at.code, at.prompt.flaps, at.prompt.close) == ("raise_flaps", refs(7), refs(1, 2, 3))
    at.press()
    assert (at.code, at.heard[-1]) == ("raise_flaps", Signal.WRONG)
    at.open(7).close(1, 2, 3)
    assert at.code == "press_to_roll"


def test_flaps_the_set_does_not_use_are_only_judged_before_a_turn():
    at = AtTable(tray=12).close(12).press()
    assert (at.code, at.flaps) == ("raise_flaps", [12])
    at.open(12).throw(6, 3).close(11).rest()
    assert at.code == "close_flaps"
    at.answer(9)
    assert at.code == "press_to_roll"


def test_pressing_early_after_a_prompt_gave_way_does_nothing():
    at = AtTable().press().throw(1, 1).answer(2).throw(1, 1).rest(4.95)
    assert at.code == "blocked"
    at.press(0.2)
    assert at.code == "raise_flaps"
    at.open(2).rest(0.5)
    at.press(0.1)
    assert at.code == "press_to_roll"
    assert at.match.phase == "roll"
    assert Signal.WRONG not in at.heard


def test_an_electronic_throw_after_a_prompt_gave_way_needs_a_fresh_press():
    at = AtTable(dice="electronic").press().press()
    while at.code != "blocked":
        at.answer(*at.match.legal_moves()[0]).press()
    raised = sorted(at.table.view.closed[0])
    at.open(*raised).rest(5.8 - 0.05 * len(raised))
    throws = len(at.decisions)
    at.rest(0.7).press(0.1)
    assert len(at.decisions) == throws
    at.rest(0.3).press()
    assert len(at.decisions) == throws + 1


def test_what_is_left_once_too_much_is_up_again_is_said_beside_it():
    at = AtTable().press().throw(5, 4).close(4, 6).rest()
    assert (at.code, at.flaps, at.prompt.remaining) == ("reopen", [6], 5)
    at = AtTable().press().throw(5, 4).close(9).close(6).rest()
    assert (at.code, at.flaps, at.prompt.remaining) == ("reopen", [6], 0)
    at = AtTable().press().throw(5, 4).answer(9).close(6).rest()
    assert (at.code, at.flaps, at.prompt.remaining) == ("reopen", [6], None)


def test_people_may_say_at_once_that_they_are_done():
    at = AtTable().press().throw(5, 4).close(4, 5)
    assert (at.code, at.prompt.remaining, at.prompt.press) == ("close_more", 0, Offer.CONFIRM)
    at.press(0.1)
    assert at.decisions == [Roll((5, 4)), Close((4, 5))]
    assert Signal.WRONG not in at.heard


@pytest.mark.parametrize("held", [0.1, 1.0])
def test_an_answer_that_settles_under_the_finger_is_not_the_next_throw(held):
    at = AtTable(dice="electronic").press().rest(1).press(0.05).rest(2)
    at.close(*at.match.legal_moves()[0]).rest(0.55).press(held)
    assert [type(one) for one in at.decisions] == [Roll, Close]
    assert Signal.WRONG not in at.heard
    at.press()
    assert isinstance(at.decisions[-1], Roll)
