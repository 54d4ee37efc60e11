"""The plug is pulled and put back: the same match, the same prompt, and no flap counts that nobody closed."""

from __future__ import annotations

from stbpi.rules.actions import Close, Roll
from stbpi.table.events import FlapsSeen, UndoDecision
from stbpi.table.prompts import Offer
from tests.table.driver import AtTable, refs


def same(at: AtTable) -> AtTable:
    before = at.prompt
    assert at.restart().rest().prompt == before
    return at


def test_every_prompt_of_a_match_comes_back():
    at = same(AtTable().close(3))
    same(at.press())
    assert at.code == "raise_flaps"
    same(at.open(3))
    same(at.throw(6, 3))
    same(at.close(4).rest())
    same(at.answer(5).throw(1, 1).answer(2).throw(1, 1))
    assert at.code == "blocked"
    same(at.press())
    assert (at.code, at.flaps) == ("raise_flaps", [2, 4, 5])
    same(at.as_told())
    at.throw(1, 1).answer(2).throw(1, 1).press()
    assert at.code == "match_over"
    same(at)
    same(at.press())
    assert at.code == "press_to_start"


def test_a_blocked_throw_that_was_seen_is_not_shown_again():
    at = AtTable().press().throw(1, 1).answer(2).throw(1, 1).rest(5).restart()
    assert at.code == "raise_flaps"


def test_a_blocked_throw_gives_way_after_a_restart_too():
    at = AtTable().press().throw(1, 1).answer(2).throw(1, 1).restart().rest(4.9)
    assert at.code == "blocked"
    assert at.rest(0.1).code == "raise_flaps"


def test_flaps_moved_meanwhile_are_led_back():
    at = AtTable().press().throw(6, 3).answer(9).throw(4, 1).restart(closed=[{7, 8}])
    assert (at.code, at.prompt.flaps, at.prompt.close) == ("resume", refs(8, 7), refs(9))
    at.rest(10)
    assert at.decisions[-1] == Roll((4, 1))
    at.open(7, 8).close(9)
    assert (at.code, at.flaps) == ("resume", [])
    at.rest()
    assert (at.code, at.prompt.dice) == ("close_flaps", (4, 1))


def test_pending_flaps_are_judged_as_usual():
    at = AtTable().press().throw(6, 3).restart(closed=[{4}])
    assert (at.code, at.prompt.remaining) == ("close_more", 5)
    at.answer(5)
    assert at.decisions[-1] == Close((4, 5))


def test_the_flap_being_closed_when_the_power_went_counts_once_somebody_says_so():
    at = AtTable().press().throw(6, 3).close(9).restart()
    at.rest(60)
    assert at.decisions == [Roll((6, 3))]
    assert (at.code, at.prompt.press, at.table.view.pending) == ("confirm", Offer.CONFIRM, (frozenset({9}),))
    at.restart().press()
    assert at.decisions == [Roll((6, 3)), Close((9,))]


def test_an_answer_that_somebody_laid_while_the_power_was_gone_is_not_theirs():
    at = AtTable().press().throw(6, 3).restart(closed=[{4, 5}]).rest(60)
    assert (at.code, at.decisions) == ("confirm", [Roll((6, 3))])
    at.open(4, 5).answer(9)
    assert at.decisions[-1] == Close((9,)), "whoever moves flaps is there, and needs no press"


def test_an_answer_completed_after_the_power_is_back_needs_no_press():
    at = AtTable().press().throw(6, 3).close(4).restart().rest().answer(5)
    assert at.decisions[-1] == Close((4, 5))


def test_flaps_put_right_after_the_power_is_back_are_somebodys_doing():
    at = AtTable().press().throw(6, 3).answer(9).throw(4, 1).restart(closed=[{9, 5, 8}]).rest()
    assert (at.code, at.flaps) == ("resume", [8])
    at.open(8).rest()
    assert at.decisions[-1] == Close((5,))


def test_a_close_taken_back_is_not_made_again_by_the_flaps_left_down():
    at = AtTable().press().throw(6, 3).answer(9)
    at.send(UndoDecision())
    at.restart().rest(10)
    assert (at.code, at.flaps) == ("resume", [9])
    at.as_told()
    assert at.code == "close_flaps"
    at.close(4).restart().rest()
    assert (at.code, at.prompt.remaining) == ("close_more", 5)


def test_nothing_moves_the_score_while_the_tray_stands_wrong():
    at = AtTable().press().throw(6, 3).answer(9).throw(4, 1).restart(closed=[{5}]).rest(60)
    assert at.decisions[-1] == Roll((4, 1))


def test_a_resync_is_a_picture_and_no_move():
    at = AtTable().press().throw(6, 3).answer(9).throw(4, 1)
    at.send(FlapsSeen((frozenset({9}),)))
    assert at.code == "close_flaps"
    at.send(FlapsSeen((frozenset({7, 8}),)))
    assert (at.code, at.prompt.close) == ("resume", refs(9))
    at.as_told()
    assert at.code == "close_flaps"


def test_a_picture_of_another_shape_is_survived():
    at = AtTable().press()
    at.send(FlapsSeen(()))
    at.send(FlapsSeen((frozenset({3, 77}), frozenset({1}))))
    assert (at.code, at.flaps) == ("raise_flaps", [3])


def test_a_dark_hour_and_a_restart():
    at = AtTable().press().throw(6, 3).rest(3600)
    assert at.prompt.press is Offer.GO_ON
    assert at.restart().rest().code == "close_flaps"
