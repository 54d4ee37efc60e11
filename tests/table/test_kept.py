"""A match of the journal that cannot go on here: whatever would take its place is asked about first, or refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stbpi.table.events import ChooseEntry, PrepareMatch
from stbpi.table.menu import Kind, Page
from stbpi.table.menu_course import LEAVES_AFTER
from stbpi.table.prompts import Offer
from stbpi.table.refusal import TableRefusal
from tests.table.driver import SECOND, AtTable
from tests.table.test_menu import at_menu, chosen, page, pick


def keeping(at: AtTable | None = None) -> AtTable:
    at = at or at_menu()
    at.table.keep()
    at.prepared = None
    return at


def untouched(at: AtTable) -> bool:
    """Nothing has come about that would take the place of the match in the journal."""
    return at.table.view.kept and at.began is None and at.prepared is None


def yes(at: AtTable) -> AtTable:
    return at.press().hold()


class TestStart:
    def test_asks_first_and_says_no_unless_told_otherwise(self):
        at = keeping()
        assert (at.code, at.prompt.press) == ("press_to_start", Offer.ASK_TO_START)
        at.press()
        assert (page(at), chosen(at).kind, untouched(at)) == (Page.SURE_GIVES_UP, Kind.NO, True)
        at.hold()
        assert (at.code, at.match, untouched(at)) == ("press_to_start", None, True)

    def test_goes_on_once_somebody_says_yes(self):
        at = yes(keeping().press())
        assert (at.code, at.began, at.table.view.kept) == ("press_to_roll", at.setup, False)
        assert at.throw(6, 3).answer(9).code == "press_to_roll"

    def test_asks_a_phone_too(self):
        at = keeping().press()
        at.send(ChooseEntry("sure_gives_up", "yes"))
        assert (at.code, at.began) == ("press_to_roll", at.setup)

    @pytest.mark.parametrize("leave", [lambda at: at.hold(4), lambda at: at.rest(LEAVES_AFTER / SECOND)])
    def test_is_none_where_the_question_is_left(self, leave):
        at = leave(keeping().press())
        assert (at.code, untouched(at)) == ("press_to_start", True)
        at.rest(1.5).press()
        assert page(at) is Page.SURE_GIVES_UP

    def test_flaps_that_were_moved_meanwhile_are_led(self):
        at = keeping().press().close(4)
        yes(at).rest()
        assert (at.code, at.flaps) == ("raise_flaps", [4])


def test_a_match_that_goes_on_is_kept_no_longer():
    at = at_menu().press().throw(6, 3)
    at.restart()
    assert not at.table.view.kept


def test_a_tray_that_keeps_no_match_offers_to_start():
    assert at_menu().prompt.press is Offer.START


class TestAnother:
    def test_is_asked_about_in_the_menu(self):
        at = keeping()
        pick(at, Kind.RULES, (Kind.RULES, "pub"))
        assert (page(at), untouched(at)) == (Page.SURE_GIVES_UP, True)
        at.hold()
        assert (page(at), untouched(at)) == (Page.RULES, True)
        pick(at, (Kind.RULES, "pub"), Kind.YES)
        assert (page(at), at.prepared.rules.name, at.table.view.kept) == (Page.MAIN, "pub", False)
        at.hold(8).press()
        assert at.code == "press_to_roll"

    def test_is_refused_to_programs_unless_on_purpose(self):
        at = keeping()
        other = replace(at.setup, players=("Cat",))
        with pytest.raises(TableRefusal, match="on purpose") as refused:
            at.send(PrepareMatch(other))
        assert (refused.value.code, untouched(at)) == ("match_running", True)
        at.send(PrepareMatch(other, abandon=True))
        assert (at.prepared, at.table.view.kept) == (other, False)
        assert at.press().code == "press_to_roll"

    def test_whoever_sits_down_takes_no_place_of_it_before_the_start(self):
        at = keeping(AtTable("tray", players=("Ann", "Ben"), sides=4))
        at.close(1, side=2).rest(0.3).open(1, side=2).rest()
        assert (at.table.view.setup.claimed, untouched(at)) == ((2,), True)
        at.press()
        assert page(at) is Page.SURE_GIVES_UP
        assert yes(at).began == at.table.view.setup
