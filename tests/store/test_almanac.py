"""Records, evenings and figures are what somebody with a pencil would have noted."""

from __future__ import annotations

import os
from datetime import datetime

import pytest

from stbpi.rules import rule_set
from stbpi.store.almanac import (
    best_of,
    best_of_both,
    evening_of,
    figures_of_kinds,
    figures_of_players,
    past_of,
)
from stbpi.table.played import Ending, GameKind, PlayedMatch, kind_of
from tests.support.zone import local_time

CLASSIC = kind_of(rule_set("classic"))


@pytest.fixture(autouse=True)
def _in_zurich():
    with local_time("Europe/Zurich"):
        yield


def at(day, hour, minute=0):
    return datetime(2025, 3, day, hour, minute).timestamp()


def played(number, players, scores, *, began=0.0, kind=CLASSIC, ending=Ending.FINISHED, balances=None):
    """One round; whoever has the lowest score wins."""
    noted = [score for score in scores if score is not None]
    lowest = min(noted, default=None)
    return PlayedMatch(
        match_id=number,
        began_at=began,
        kind=kind,
        players=players,
        ending=ending,
        rounds=(tuple(scores),),
        ranks=tuple(
            1 + sum(other < score for other in noted) if score is not None else 9 for score in scores
        ),
        totals=tuple(scores),
        winners=tuple(seat for seat, score in enumerate(scores) if score == lowest and score is not None),
        balances=balances or (0,) * len(players),
    )


def test_the_zone_of_the_tests_is_there():
    assert os.environ["TZ"] == "Europe/Zurich"
    assert datetime(2025, 7, 1, 12).astimezone().utcoffset().total_seconds() == 7200


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ((14, 12), 14),
        ((14, 11, 59), 13),
        ((15, 2), 14),
        ((15, 12), 15),
        # The night clocks are put forward, and the day after it.
        ((30, 3, 30), 29),
        ((30, 11, 59), 29),
        ((30, 12), 30),
    ],
)
def test_an_evening_goes_from_noon_to_noon(moment, day):
    assert evening_of(at(*moment)).day == day


@pytest.mark.parametrize("clock", [1e30, -1e30, float("nan"), float("inf")])
def test_a_clock_that_says_nonsense_is_in_no_evening(clock):
    assert evening_of(clock) is None
    matches = [played(1, ("Ada",), (5,), began=clock)]
    assert past_of(matches, CLASSIC, clock).tonight == ()
    assert past_of(matches, CLASSIC, clock).house.score == 5


def test_the_lowest_score_is_the_record_and_stays_with_who_had_it_first():
    matches = [
        played(1, ("Ada", "Grace"), (12, 7)),
        played(2, ("Ada", "Edsger"), (7, None)),
        played(3, ("Grace",), (7,)),
    ]
    best = best_of(matches)
    assert (best.score, best.players, best.times, best.match_id) == (7, ("Grace", "Ada"), 3, 1)
    better = best_of([*matches, played(4, ("Edsger",), (0,))])
    assert (better.score, better.players, better.times, better.match_id) == (0, ("Edsger",), 1, 4)
    assert best_of([]) is None


def test_the_record_is_of_the_game_that_is_prepared():
    ten = kind_of(rule_set("classic", flaps=10))
    digits = kind_of(rule_set("classic", ["digits"]))
    matches = [
        played(1, ("Ada",), (3,), kind=ten),
        played(2, ("Ada",), (12,), kind=digits),
        played(3, ("Ada",), (20,)),
    ]
    assert past_of(matches, CLASSIC, 0.0).house.score == 20
    assert past_of(matches, ten, 0.0).house.score == 3
    assert past_of(matches, kind_of(rule_set("thai")), 0.0).house is None


@pytest.mark.parametrize("axes", [{"stake": 50}, {"starter": "same"}, {"max_players": 4}])
def test_what_leaves_scores_alone_makes_no_other_game(axes):
    assert kind_of(rule_set("pub", **axes)) == kind_of(rule_set("pub"))


def test_what_changes_scores_makes_another_game_that_says_how():
    assert kind_of(rule_set("pub", scoring="digits")) == GameKind(
        "pub", (), tuple(range(1, 10)), ("scoring = digits",)
    )


def test_tonight_is_what_was_played_since_noon_the_latest_first():
    matches = [
        played(1, ("Ada",), (1,), began=at(14, 11)),
        played(2, ("Ada",), (5,), began=at(14, 13)),
        played(3, ("Ada",), (9,), began=at(15, 1), ending=Ending.ABANDONED),
        played(4, ("Ada",), (8,), began=at(15, 2), ending=Ending.STOPPED),
        # The clock stood at the start of time until the network came.
        played(5, ("Ada",), (2,), began=3.0),
        played(6, ("Ada",), (7,), began=at(15, 3)),
    ]
    past = past_of(matches, CLASSIC, at(15, 4))
    assert [match.match_id for match in past.tonight] == [6, 4, 2]
    assert past.today.score == 5
    assert past.house.score == 1
    assert [match.match_id for match in past.last] == [6, 5, 4]


def test_players_are_known_by_name_and_seats_are_nobody():
    matches = [
        played(1, ("Ada", "Player 2"), (0, None), balances=(50, -50)),
        played(2, ("Grace", "Ada"), (9, 9), balances=(0, 0)),
        played(3, ("Ada", " "), (20, 3), ending=Ending.ABANDONED, balances=(-10, 10)),
    ]
    ada, grace = figures_of_players(matches)
    assert (ada.name, ada.matches, ada.won, ada.rounds, ada.shut, ada.balance) == ("Ada", 2, 2, 3, 1, 40)
    assert (grace.name, grace.matches, grace.won, grace.rounds) == ("Grace", 1, 1, 1)


def test_the_scores_of_each_game_are_counted():
    pub = kind_of(rule_set("pub"))
    matches = [
        played(1, ("Ada", "Grace"), (12, 0)),
        played(2, ("Ada", "Grace"), (12, None), ending=Ending.ABANDONED),
        played(3, ("Ada",), (5,), kind=pub),
    ]
    classic, other = figures_of_kinds(matches)
    assert (classic.kind, classic.spread, classic.shut) == (CLASSIC, {0: 1, 12: 2}, 1)
    assert classic.average == 8.0
    assert classic.endings == {Ending.FINISHED: 1, Ending.ABANDONED: 1}
    assert other.kind == pub
    assert figures_of_kinds([played(1, ("Ada",), (None,))])[0].average is None


def test_the_best_of_two_halves_is_that_of_the_whole_wherever_it_is_cut():
    names = (("Ada", "Grace"), ("Grace", "Edsger"), ("Ada", "Barbara"))
    scores = ((9, 5), (5, 5), (None, 7), (5, 3), (3, None), (3, 3))
    matches = [
        played(number, players, noted)
        for number, (players, noted) in enumerate((p, s) for s in scores for p in names)
    ]
    for start in range(len(matches)):
        whole = best_of(matches[start:])
        for cut in range(start, len(matches) + 1):
            assert best_of_both(best_of(matches[start:cut]), best_of(matches[cut:])) == whole
