"""What can be asked of a table from the phone, and what it will not do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stbpi.rules import rule_set
from stbpi.rules.actions import Close, Correct, Retire, Roll, Stop, Undo
from stbpi.table.events import (
    CorrectScore,
    EnterDice,
    GoOn,
    PrepareMatch,
    RedoDecision,
    RetirePlayer,
    StopMatch,
    Tick,
    UndoDecision,
)
from stbpi.table.setup import MatchSetup, Timing, TraySides
from stbpi.table.table import Table, TableRefusal
from stbpi.table.view import Signal
from tests.table.driver import SECRET, AtTable, Fresh


def refused(at, event, code):
    """Send what must be refused, and see that nothing at all has changed."""
    before, decisions = at.table.view, list(at.decisions)
    with pytest.raises(TableRefusal) as told:
        at.send(event)
    assert told.value.code == code
    assert str(told.value).endswith(".")
    assert at.table.view == before
    at.send(Tick())
    assert at.decisions == decisions
    return str(told.value)


class TestRefused:
    @pytest.mark.parametrize(
        ("event", "code"),
        [
            (EnterDice((1, 2)), "no_match"),
            (EnterDice((1, 2), replace=True), "no_match"),
            (UndoDecision(), "nothing_to_undo"),
            (RedoDecision(), "nothing_to_redo"),
            (GoOn(), "no_match"),
            (StopMatch(), "no_match"),
            (RetirePlayer(0), "no_match"),
            (CorrectScore(0, 1, "miscounted"), "no_match"),
        ],
    )
    def test_before_the_match(self, event, code):
        refused(AtTable(), event, code)

    @pytest.mark.parametrize(
        ("event", "code"),
        [
            (EnterDice((1, 2)), "no_throw_due"),
            (EnterDice((1, 7), replace=True), "bad_dice"),
            (EnterDice((1,), replace=True), "one_die_not_allowed"),
            (GoOn(), "round_not_over"),
            (StopMatch(), "round_not_over"),
        ],
    )
    def test_while_a_throw_is_being_answered(self, event, code):
        refused(AtTable().press().throw(6, 3).close(4), event, code)

    def test_a_match_in_the_middle_of_another(self):
        at = AtTable().press()
        refused(at, PrepareMatch(at.setup), "match_running")

    def test_unless_that_is_abandoned(self):
        at = AtTable().press().throw(6, 3)
        other = replace(at.setup, players=("Cat",))
        at.send(PrepareMatch(other, abandon=True))
        assert (at.code, at.match, at.prepared) == ("press_to_start", None, other)

    def test_dice_for_electronic_dice(self):
        at = AtTable(dice="electronic").press()
        refused(at, EnterDice((1, 2)), "not_entered_dice")

    def test_dice_while_flaps_have_to_be_put_right(self):
        at = AtTable().close(3).press()
        refused(at, EnterDice((1, 2)), "no_throw_due")

    def test_what_time_alone_had_decided_is_not_lost(self):
        at = AtTable().press().throw(6, 3).close(9)
        at.now += 2_000_000
        with pytest.raises(TableRefusal):
            at.send(GoOn())
        assert at.table.deadline == at.now
        at.send(Tick())
        assert at.decisions == [Roll((6, 3)), Close((9,))]
        assert at.folded().match == at.match

    def test_a_question_after_a_long_rest_leaves_the_question(self):
        at = AtTable().press().throw(6, 3).rest(901)
        refused(at, EnterDice((1, 2)), "no_throw_due")


class TestTrayTooSmall:
    def test_flaps_are_missing(self):
        setup = MatchSetup(rule_set("classic", flaps=12), ("Ann",), "entered", SECRET)
        table = Table(TraySides((tuple(range(1, 10)),)), Timing(), Fresh())
        with pytest.raises(TableRefusal, match=r"needs flaps 10, 11 and 12, but side 1 .* 8 and 9;") as told:
            table.prepare(setup, 0)
        assert told.value.code == "tray_too_small"

    def test_rows_are_missing(self):
        setup = MatchSetup(rule_set("tray"), ("Ann", "Ben", "Cat"), "entered", SECRET)
        table = Table(TraySides((tuple(range(1, 11)),) * 2), Timing(), Fresh())
        with pytest.raises(
            TableRefusal,
            match="needs 3 sides, one each, and the tray has 2 sides; play with 2 players, or choose a set",
        ) as told:
            table.prepare(setup, 0)
        assert told.value.code == "tray_too_small"

    def test_players_are_missing(self):
        setup = MatchSetup(rule_set("tray"), ("Ann",), "entered", SECRET)
        table = Table(TraySides((tuple(range(1, 11)),) * 4), Timing(), Fresh())
        with pytest.raises(TableRefusal) as told:
            table.prepare(setup, 0)
        assert told.value.code == "bad_setup"


class TestCorrectedThrows:
    def test_until_a_flap_of_it_is_committed(self):
        at = AtTable().press().throw(6, 3).close(9)
        at.send(EnterDice((6, 2), replace=True))
        assert at.decisions == [Roll((6, 3)), Undo(), Roll((6, 2))]
        at.rest()
        assert at.prompt.flaps
        at.as_told().answer(8)
        refused(at, EnterDice((1, 1), replace=True), "already_committed")

    def test_pending_flaps_count_for_the_corrected_throw(self):
        at = AtTable().press().throw(6, 3).close(4)
        at.send(EnterDice((6, 1), replace=True))
        assert (at.code, at.prompt.remaining) == ("close_more", 3)

    def test_a_blocked_one_too(self):
        at = AtTable().press().throw(1, 1).answer(2).throw(1, 1)
        assert at.code == "blocked"
        at.send(EnterDice((1, 2), replace=True))
        assert (at.code, at.prompt.player, at.prompt.dice) == ("close_flaps", 0, (1, 2))

    def test_even_when_the_flaps_have_been_raised_for_the_next_player(self):
        at = AtTable().press().throw(1, 1).answer(2).throw(1, 1).press().as_told()
        at.send(EnterDice((1, 2), replace=True))
        assert (at.code, [ref.flap for ref in at.prompt.close]) == ("resume", [2])
        at.as_told()
        assert (at.code, at.prompt.player) == ("close_flaps", 0)

    def test_even_when_the_next_round_has_begun(self):
        at = AtTable("classic", ["hundred"], players=("Ann",)).press().throw(6, 3).answer(9)
        at.throw(1, 1).answer(2).throw(1, 1).press().press()
        assert at.match.round == 2
        at.send(EnterDice((6, 1), replace=True))
        assert (at.match.round, at.code) == (1, "close_flaps")

    def test_what_the_operator_did_since_stands(self):
        at = AtTable("classic", ["hundred"], players=("Ann", "Ben", "Cat")).press().throw(6, 3)
        at.send(CorrectScore(1, -3, "counted twice"))
        at.send(RetirePlayer(2))
        at.send(EnterDice((6, 2), replace=True))
        assert at.decisions[-3:] == [Roll((6, 2)), Correct(1, -3, "counted twice"), Retire(2)]
        assert (at.code, at.prompt.player, at.prompt.dice) == ("close_flaps", 0, (6, 2))
        assert at.match.totals[1] == -3
        assert not at.match.in_match(2)

    def test_flaps_committed_before_the_operator_did_anything_count(self):
        at = AtTable("classic", ["hundred"]).press().throw(6, 3).answer(9)
        at.send(CorrectScore(1, -3, "counted twice"))
        refused(at, EnterDice((6, 2), replace=True), "already_committed")

    def test_a_throw_that_left_with_its_player_is_told_so(self):
        at = AtTable().press().throw(6, 3)
        at.send(RetirePlayer(0))
        assert "Ann has left since" in refused(at, EnterDice((6, 2), replace=True), "already_committed")

    def test_dice_that_leave_no_match_to_leave_are_told_so(self):
        """Ann leaves on Ben's turn, with dice that would have ended the match before that."""
        at = AtTable(tray=9, flaps=[1, 2]).press().throw(6, 6).press().as_told().throw(1, 1)
        at.send(RetirePlayer(0))
        sentence = refused(at, EnterDice((6, 6), replace=True), "already_committed")
        assert "Ann has left since" in sentence

    def test_there_must_have_been_one(self):
        refused(AtTable().press(), EnterDice((1, 1), replace=True), "no_throw_due")


class TestPeople:
    def test_a_player_leaves(self):
        at = AtTable(players=("Ann", "Ben", "Cat")).press().throw(6, 3).close(4)
        at.send(RetirePlayer(0))
        assert at.decisions[-1] == Retire(0)
        assert (at.code, at.prompt.player, at.flaps) == ("raise_flaps", 1, [4])

    def test_a_score_is_corrected(self):
        at = AtTable("classic", ["hundred"]).press().throw(6, 3)
        at.send(CorrectScore(1, -3, "counted twice"))
        assert at.decisions[-1] == Correct(1, -3, "counted twice")
        assert at.match.totals[1] == -3
        assert at.code == "close_flaps"

    def test_a_correction_by_nothing_is_none(self):
        at = AtTable().press()
        assert "0 points" in refused(at, CorrectScore(0, 0, "looked again"), "bad_points")

    def test_a_correction_does_not_let_go_of_a_tray_being_led_back(self):
        at = AtTable("classic", ["hundred"]).press().throw(6, 3).answer(9)
        at.send(UndoDecision())
        at.send(CorrectScore(1, -3, "counted twice"))
        assert (at.code, at.flaps) == ("resume", [9])
        assert at.restart().rest().code == "resume"

    @pytest.mark.parametrize("event", [CorrectScore(1, -3, "counted twice"), RetirePlayer(1)])
    def test_a_blocked_player_still_sees_it(self, event):
        at = AtTable("classic", ["hundred"], players=("Ann", "Ben", "Cat"))
        at.press().throw(1, 1).answer(2).throw(1, 1).rest(4)
        shown = at.prompt
        assert shown.code == "blocked"
        blocked = at.heard.count(Signal.BLOCKED)
        at.send(event)
        assert at.prompt == shown
        assert at.heard.count(Signal.BLOCKED) == blocked
        assert at.restart().prompt == shown
        at.rest(5)
        assert at.code == "raise_flaps"
        at.send(CorrectScore(0, 3, "the other way round"))
        assert at.code == "raise_flaps"
        assert at.restart().code in ("raise_flaps", "resume")

    def test_what_a_blocked_player_sees_lasts_no_longer_for_a_correction(self):
        at = AtTable("classic", ["hundred"]).press().throw(1, 1).answer(2).throw(1, 1).rest(4)
        at.send(CorrectScore(1, -3, "counted twice"))
        assert at.rest(0.9).code == "blocked"
        assert at.rest(0.2).code == "raise_flaps"

    def test_an_open_match_is_stopped_between_rounds(self):
        at = AtTable("pub", players=("Ann",)).press().throw(6, 3).answer(9).throw(1, 1).answer(2)
        at.throw(1, 1).press()
        assert at.code == "round_over"
        at.send(StopMatch())
        assert (at.code, at.decisions[-1]) == ("match_over", Stop())

    def test_going_on_is_a_press_where_one_goes_on(self):
        at = AtTable().press().throw(1, 1).answer(2).throw(1, 1)
        at.send(GoOn())
        assert at.code == "raise_flaps"

    def test_going_on_after_a_long_rest(self):
        at = AtTable().press().throw(6, 3).rest(901)
        at.send(GoOn())
        assert at.code == "close_flaps"
