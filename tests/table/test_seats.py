"""Sitting down: between matches, whoever closes and raises a flap of a side plays the next match there."""

from __future__ import annotations

import pytest

from stbpi.rules import rule_set
from stbpi.store.codec import setup_from_row, setup_to_row
from stbpi.table.choices import Choices, Configured, Offers
from stbpi.table.events import FlapChange, FlapsChanged, RetirePlayer
from stbpi.table.setup import MatchSetup, Timing, TraySides
from stbpi.table.table import Table
from stbpi.table.view import Signal
from tests.table.driver import AtTable, Fresh

TWELVE = tuple(range(1, 13))
FOUR = ("Ann", "Ben", "Cleo", "Dan")


def at_four_sides(**options: object) -> AtTable:
    """A tray of four sides at which two are to play, of four people whom the configuration knows."""
    configured = Configured(rule_set("tray"), FOUR, Choices())
    return AtTable("tray", players=FOUR[:2], sides=4, offers=Offers(configured=configured), **options)


def sign(at: AtTable, side: int, flap: int = 5) -> AtTable:
    return at.close(flap, side=side).rest(0.5).open(flap, side=side).rest(0.7)


def seated(at: AtTable) -> dict[int, str]:
    setup = at.table.view.setup
    return {setup.side_of(seat): name for seat, name in enumerate(setup.players)}


def test_the_seats_claimed_are_the_players_by_side_and_keep_their_names():
    at = at_four_sides()
    assert seated(at) == {0: "Ann", 1: "Ben"}
    sign(at, 3)
    assert at.table.view.setup.claimed == (3,)
    assert seated(at) == {0: "Ann", 3: "Dan"}, "the rules need a second player"
    sign(at, 1)
    assert seated(at) == {1: "Ben", 3: "Dan"}
    sign(at, 0)
    assert seated(at) == {0: "Ann", 1: "Ben", 3: "Dan"}


def test_a_second_time_gives_a_seat_back_and_without_any_it_is_as_configured():
    at = at_four_sides()
    sign(sign(at, 2), 3)
    assert seated(at) == {2: "Cleo", 3: "Dan"}
    sign(at, 2)
    assert seated(at) == {0: "Ann", 3: "Dan"}
    sign(at, 3)
    assert at.table.view.setup.claimed == ()
    assert seated(at) == dict(enumerate(FOUR))


def test_a_match_is_played_at_the_sides_that_were_claimed():
    at = at_four_sides()
    sign(sign(at, 1), 3).press()
    assert at.prompt.player == 0
    at.throw(4, 5).answer(9, side=1)
    assert at.match.open_flaps(0) == (1, 2, 3, 4, 5, 6, 7, 8, 10)
    assert at.prompt.player == 1
    at.throw(4, 5).answer(8, side=1)
    assert at.code == "not_your_side"
    assert [(ref.side, ref.flap) for ref in at.prompt.flaps] == [(1, 8)]
    at.open(8, side=1).rest().answer(5, 4, side=3)
    assert at.match.open_flaps(1) == (1, 2, 3, 6, 7, 8, 9, 10)


def test_flaps_of_sides_at_which_nobody_plays_mean_nothing():
    at = at_four_sides()
    sign(sign(at, 1), 3).press().throw(4, 5)
    assert at.close(7, side=0).rest().code == "close_flaps"


def test_it_is_journalled_with_the_match_and_there_after_a_restart():
    at = at_four_sides()
    sign(sign(at, 1), 3)
    setup = at.table.view.setup
    assert setup_from_row(setup_to_row(setup)) == setup
    at.press().throw(4, 5).answer(9, side=1).restart().rest()
    assert at.table.view.setup == setup
    assert at.prompt.player == 1
    at.throw(4, 5).answer(9, side=3)
    assert at.match.open_flaps(1) == (1, 2, 3, 4, 5, 6, 7, 8, 10)


def test_a_setup_without_claims_is_kept_as_it_always_was():
    setup = MatchSetup(rule_set("tray"), FOUR, "entered", bytes(32))
    assert setup_to_row(setup).players == '["Ann","Ben","Cleo","Dan"]'


def test_each_match_after_it_is_for_the_same_people():
    at = at_four_sides()
    sign(sign(at, 1), 3).press()
    at.throw(4, 5)
    at.send(RetirePlayer(0))
    at.send(RetirePlayer(1))
    assert at.code == "match_over"
    at.press()
    assert (at.code, seated(at)) == ("press_to_start", {1: "Ben", 3: "Dan"})


def test_the_end_of_a_match_is_between_matches_too():
    at = at_four_sides().press()
    at.send(RetirePlayer(0))
    at.send(RetirePlayer(1))
    assert at.code == "match_over"
    sign(at, 2)
    assert (at.code, seated(at)) == ("press_to_start", {0: "Ann", 2: "Cleo"})


@pytest.mark.parametrize("seconds", [5.5, 60])
def test_a_flap_that_was_only_in_the_way_claims_nothing(seconds):
    at = at_four_sides()
    at.close(5, side=2).rest(seconds).open(5, side=2).rest()
    assert seated(at) == {0: "Ann", 1: "Ben"}


def test_flaps_raised_after_a_match_claim_nothing():
    at = at_four_sides().press().throw(4, 5).answer(9)
    at.send(RetirePlayer(0))
    at.send(RetirePlayer(1))
    at.open(9).rest()
    assert (at.code, at.table.view.setup.claimed) == ("match_over", ())


def test_in_a_match_nothing_is_claimed():
    at = at_four_sides().press()
    sign(at, 2)
    assert at.table.view.setup.claimed == ()
    assert len(at.match.round_scores) == 2


def test_a_shared_row_has_no_seats_to_claim():
    at = AtTable("classic", players=FOUR[:2], sides=4)
    sign(at, 1)
    assert at.table.view.setup.claimed == ()


def test_a_side_that_lacks_flaps_of_the_set_cannot_be_claimed():
    sides = TraySides((TWELVE, TWELVE, TWELVE, tuple(range(1, 6))))
    table = Table(sides, Timing(), Fresh())
    setup = MatchSetup(rule_set("tray"), FOUR[:2], "entered", bytes(32))
    table.prepare(setup, 0)
    table.handle(FlapsChanged((FlapChange(3, 5, True, 1_000_000),)), 1_000_000)
    outcome = table.handle(FlapsChanged((FlapChange(3, 5, False, 2_000_000),)), 2_000_000)
    assert outcome.signals == (Signal.WRONG,)
    assert outcome.prepared is None
    assert table.view.setup == setup


def test_whoever_claims_before_the_plug_is_pulled_has_claimed():
    at = at_four_sides()
    sign(sign(at, 1), 3).restart().rest()
    assert (at.code, at.table.view.setup.claimed, seated(at)) == (
        "press_to_start",
        (1, 3),
        {1: "Ben", 3: "Dan"},
    )
    assert sign(at, 3).table.view.setup.claimed == (1,)
