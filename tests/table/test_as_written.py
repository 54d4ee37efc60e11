"""What is promised of the tray and told by no other test: each of these is a sentence people could have read."""

from __future__ import annotations

import pytest

from stbpi.rules.actions import Close, Roll, Undo
from stbpi.rules.record import Record, write_record
from stbpi.table.events import FlapChange, FlapsChanged, UndoDecision
from stbpi.table.menu import Kind
from stbpi.table.prompts import Offer, PromptCode
from stbpi.table.setup import Timing
from tests.table.driver import SECOND, AtTable, refs
from tests.table.test_menu import EVERYTHING, entries


def anywhere() -> dict[str, AtTable]:
    """A table at every prompt there is, the menu and the service mode apart."""

    def at(*rules, **more) -> AtTable:
        return AtTable(*rules, offers=EVERYTHING, timing=Timing(blocked_s=60), **more)

    def thrown(*dice: int) -> AtTable:
        return at().press().throw(*dice)

    blocked = at(flaps=[3, 4, 9]).press().throw(1, 1)
    common = at("tray", ["common"]).press().throw(4, 6).close(4).close(6, side=1).rest()
    return {
        "press_to_start": at(),
        "raise_flaps": at().close(3).press(),
        "press_to_roll": at().press(),
        "close_flaps": thrown(6, 3),
        "close_more": thrown(6, 3).close(4).rest(),
        "confirm": common,
        "reopen": thrown(1, 2).close(9).rest(),
        "close_again": thrown(6, 3).answer(9).throw(1, 2).open(9).rest(),
        "not_your_side": at("tray").press().throw(6, 3).close(5, side=1).rest(),
        "blocked": blocked,
        "passed": at("numbers", flaps=[3, 5, 7]).press().throw(1, 3),
        "round_over": at("classic", ["hundred"], players=("Ann",), flaps=[3, 4, 9])
        .press()
        .throw(1, 1)
        .press(),
        "match_over": at(players=("Ann",), flaps=[3, 4, 9]).press().throw(1, 1).press(),
        "resume": thrown(6, 3).answer(9).restart(closed=[{7}]).rest(),
        "fault": at().close(3).press().rest(21),
    }


@pytest.mark.parametrize("code", sorted(set(PromptCode) - {"menu", "service"}))
def test_the_menu_opens_from_anywhere_while_the_button_is_held_and_gives_back_what_stood(code):
    at = anywhere()[code]
    assert at.code == code
    match, flaps = at.match, at.prompt.flaps
    at.hold(7.9)
    assert at.code != "menu", "it takes eight seconds"
    at = anywhere()[code]
    at.hold(8)
    assert at.code == "menu"
    at.hold(8)
    assert at.code == code
    assert (at.match, at.prompt.flaps) == (match, flaps)


def test_the_menu_has_what_people_are_told_it_has():
    at = AtTable(offers=EVERYTHING).press().hold(8)
    told = [Kind.RULES, Kind.VARIANTS, Kind.PLAYERS, Kind.LANGUAGE, Kind.PEOPLE, Kind.SERVICE, Kind.SHUT_DOWN]
    assert [kind for kind, _, _ in entries(at) if kind in told] == told


def test_a_flap_is_judged_from_when_it_moved_and_not_from_when_that_was_heard():
    at = AtTable().press().throw(6, 3)
    at.rest(2)
    at.send(FlapsChanged((FlapChange(0, 9, True, at.now - 550_000),)))
    assert at.decisions == [Roll((6, 3))]
    at.rest(0.05)
    assert at.decisions == [Roll((6, 3)), Close((9,))]


def test_of_two_flaps_heard_of_in_the_wrong_order_the_later_is_named():
    """The higher number is no reason: it is told of first, and was closed first."""
    at = AtTable().press().throw(1, 2)
    at.send(FlapsChanged((FlapChange(0, 8, True, at.now - 40_000), FlapChange(0, 5, True, at.now - 20_000))))
    at.rest()
    assert (at.code, at.flaps) == ("reopen", [5, 8])


def test_three_kinds_of_wrong_are_told_side_by_side_and_go_one_by_one():
    at = AtTable("tray").press().throw(6, 3).answer(9).throw(6, 4).answer(10, side=1).throw(4, 3)
    decided = list(at.decisions)
    at.open(9).close(8).close(5, side=1).open(10, side=1).rest()
    assert (at.code, at.prompt.player, at.prompt.flaps) == ("close_again", 0, refs(9))
    assert at.items() == [
        ("close_again", 0, [9], []),
        ("reopen", 0, [8], []),
        ("not_your_side", 1, [5], [10]),
    ]
    at.close(9)
    assert [code for code, *_ in at.items()] == ["reopen", "not_your_side"]
    at.open(8)
    assert at.items() == [("not_your_side", 1, [5], [10])]
    at.close(10, side=1)
    assert at.items() == [("not_your_side", 1, [5], [])]
    at.open(5, side=1).rest()
    assert (at.code, at.decisions) == ("close_flaps", decided)


def test_the_match_waits_while_anything_is_wrong():
    at = AtTable("tray").press().throw(6, 3)
    at.close(9).close(5, side=1).rest(60)
    assert at.decisions == [Roll((6, 3))]
    at.press().hold(1)
    assert at.decisions == [Roll((6, 3))]
    at.open(5, side=1).rest()
    assert at.decisions == [Roll((6, 3)), Close((9,))]


def test_a_blocked_player_sees_the_score_and_what_was_thrown_until_a_press():
    at = AtTable().press().throw(6, 3).answer(9).throw(6, 2).answer(8).throw(6, 1).answer(7).throw(6, 6)
    at.answer(1, 5, 6).throw(5, 6)
    assert (at.code, at.prompt.player, at.prompt.score) == ("blocked", 0, 9)
    assert at.prompt.dice == (5, 6)
    at.press()
    assert (at.code, at.match.waiting_for) == ("raise_flaps", (1,))


@pytest.mark.parametrize("waited", [4.9, 5.0])
def test_or_for_five_seconds(waited):
    at = AtTable(flaps=[3, 4, 9]).press().throw(1, 1).rest(waited)
    assert at.code == ("blocked" if waited < 5 else "press_to_roll")


def test_undo_goes_back_to_the_start_decision_by_decision_and_the_record_marks_each():
    at = AtTable("classic", ["hundred"], players=("Ann",)).press()
    at.throw(6, 3).answer(9).throw(1, 1).answer(2).throw(1, 1).press().press().as_told().throw(6, 3)
    made = len(at.decisions)
    assert at.match.round == 2
    for back in range(made):
        assert at.table.view.can_undo
        at.hold(4).as_told()
        assert at.decisions[-1 - back :] == [Undo()] * (back + 1)
    assert not at.table.view.can_undo
    assert at.match == AtTable("classic", ["hundred"], players=("Ann",)).press().match
    text = write_record(Record(at.setup.rules, at.setup.players, tuple(at.decisions)))
    assert f"undo {made}" in text


def test_what_was_taken_back_and_thrown_anew_stays_on_record():
    at = AtTable(dice="electronic").press().press().rest(2)
    dice = at.match.dice
    at.send(UndoDecision())
    at.rest(2).press().rest(2)
    assert at.match.dice == dice, "undo is for mistakes, not for luck"
    text = write_record(Record(at.setup.rules, at.setup.players, tuple(at.decisions)))
    assert "undo" in text


def test_the_press_that_wakes_a_dark_screen_in_a_match_does_nothing_else_and_a_flap_counts():
    at = AtTable().press().throw(6, 3).rest(901)
    at.press()
    assert (at.table.view.rest, at.prompt.press) == ("awake", Offer.GO_ON)
    at.rest(901).answer(9)
    assert (at.table.view.rest, at.decisions[-1]) == ("awake", Close((9,)))


def test_nothing_follows_from_how_late_it_is():
    """The table is handed a clock that only runs; where it began means nothing."""

    def played(start: int) -> list[object]:
        at = AtTable()
        at.now = start
        at.restart().press().throw(6, 3).answer(9).throw(1, 1).answer(2).throw(1, 1).rest(5).as_told().throw(
            6, 3
        ).rest(901)
        return [at.decisions, at.prompt, at.seen, at.table.view.rest]

    assert played(1_000 * SECOND) == played(10**9 * SECOND)
