"""The house's players decide from a match as they do over arrays, and as it is said of them."""

from __future__ import annotations

import builtins
from itertools import cycle, islice

import numpy as np
import pytest

from stbpi.house import Players
from stbpi.house.players import best
from stbpi.odds import LOWEST_SCORE, row, solve
from stbpi.odds.arena import Batch
from stbpi.odds.company import Found, gathered
from stbpi.odds.rounds import Seat, Table
from stbpi.odds.tactics import hand
from stbpi.odds.tallies import Tally
from stbpi.rules import Match, Phase, rule_set
from stbpi.rules.strength import Strength
from stbpi.table.setup import MatchSetup
from tests.odds.test_arena import EACH_SET, SPECIAL, Replay

RANDOM, GREEDY, CAREFUL, PERFECT = Strength
HOUSE = Players()


def never(below: int) -> int:
    raise AssertionError("nothing is left to chance here")


class Beside(Replay):
    """Asks the house before every throw and answer of the simulation."""

    def __init__(self, table: Table, matches: int, strengths: list[Strength]) -> None:
        super().__init__(table, matches)
        self.strengths = strengths

    def thrown(self, match: Match, count: int) -> None:
        assert HOUSE.dice(match, self.strengths[match.player], never) == count

    def chosen(self, match: Match, seat: int, close: tuple[int, ...]) -> None:
        assert HOUSE.answer(match, seat, self.strengths[seat], never) == close


LARGE = ("more flaps than have tables", "digits of fifteen")


@pytest.mark.parametrize("name", [name for name in (*EACH_SET, *SPECIAL) if name not in LARGE])
def test_it_does_what_simulations_do(name) -> None:
    rules = {**EACH_SET, **SPECIAL}[name]
    of = row(rules)
    strengths = list(islice(cycle((CAREFUL, GREEDY)), min(3, rules.max_players)))
    table = Table(of, [Seat(hand(of, one)) for one in strengths], np.random.default_rng(8))
    Batch(table, 6, 1, Tally(of, strengths)).play(Beside(table, 6, strengths))


def test_who_does_anything_leaves_it_to_chance() -> None:
    double = Match.start(rule_set("numbers"), 2).roll(2, 2)
    ways = [HOUSE.answer(double, 0, RANDOM, lambda below, nth=nth: nth) for nth in range(3)]
    assert ways == [(1, 3), (4,), ()]
    few = Match.start(rule_set("pub", flaps=6), 1)
    assert [HOUSE.dice(few, RANDOM, lambda below, nth=nth: nth) for nth in range(2)] == [1, 2]


def test_perfect_alone_plays_for_the_lowest_score() -> None:
    match = Match.start(rule_set("classic"), 1).roll(6, 3)
    answers = solve(match.rules, LOWEST_SCORE).answers(range(1, 10), (6, 3))
    assert HOUSE.answer(match, 0, PERFECT, never) == answers[0].close == (9,)


def beating(score_to_beat: tuple[int, ...]) -> Match:
    """The second player's throw of 3, all of 1 to 4 open, the first having left these flaps open."""
    match = Match.start(rule_set("classic", flaps=4), 2)
    closed = tuple(flap for flap in (1, 2, 3, 4) if flap not in score_to_beat)
    match = match.roll(1, sum(closed) - 1).close(closed).roll(6, 6)
    return match.roll(2, 2)


def test_perfect_plays_to_beat_what_is_noted() -> None:
    match = beating((1, 2, 3))
    assert match.round_scores == (6, None)
    to_win = best(match, 1)
    assert to_win.goal is not LOWEST_SCORE
    # To beat a 6: closing 4 wins or ties with (15 + 21 / 2) / 36, closing 1 3 with (9 + 27 / 2) / 36.
    assert HOUSE.answer(match, 1, PERFECT, never) == (4,)
    assert {one.close: (one.worth + 1) / 2 for one in to_win.answers((1, 2, 3, 4), (2, 2))} == {
        (4,): pytest.approx((15 + 21 / 2) / 36),
        (1, 3): pytest.approx((9 + 27 / 2) / 36),
    }


def noted_two(players: int) -> Match:
    """The first of so many has noted 2, the others but the last more; the last throws 3+3 with everything open."""
    match = Match.start(rule_set("classic", flaps=5), players)
    match = match.roll(6, 2).close((3, 5)).roll(1, 4).close((1, 4)).roll(6, 6)
    for _ in range(players - 2):
        match = match.roll(6, 5)
        match = match.close(match.legal_moves()[0]).roll(6, 6)
    return match.roll(3, 3)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_at_the_table_perfect_gives_up_points_to_win(players) -> None:
    match = noted_two(players)
    seat = players - 1
    assert match.round_scores[0] == 2
    assert match.waiting_for == (seat,)
    # For few points 1 and 5 are better closed; 2 or less comes more often after 2 and 4.
    assert solve(match.rules, LOWEST_SCORE).answers(range(1, 6), (3, 3))[0].close == (1, 5)
    assert HOUSE.answer(match, seat, PERFECT, never) == (2, 4)


def test_who_plays_before_others_reckons_with_them() -> None:
    rules = rule_set("pub", flaps=6)
    match = Match.start(rules, 4).roll(6, 6).close((1, 5, 6)).roll(6, 6)
    together = gathered(rules, 4, 1)
    assert best(match, 1).worth == pytest.approx(together.solution(Found(2, 9, 1)).worth, abs=1e-14)


def test_perfect_gives_up_points_to_win_with_the_number_of_dice_too() -> None:
    match = Match.start(rule_set("pub", flaps=[1, 2, 3, 4, 5, 7]), 2)
    match = match.roll(6, 6).close((5, 7)).roll(6, 3).close((2, 3, 4)).roll(6, 6)
    match = match.roll(6, 6).close((5, 7)).roll(3).close((3,))
    assert (match.round_scores[0], match.open_flaps(1)) == (1, (1, 2, 4))
    assert solve(match.rules, LOWEST_SCORE).dice((1, 2, 4)) == 1
    assert HOUSE.dice(match, PERFECT, never) == 2


def test_perfect_that_has_won_already_still_plays_for_a_low_score() -> None:
    # Ann has noted 43: whatever the house closes of a 10, it has less.
    match = Match.start(rule_set("pub"), 2).roll(1, 1).close((2,)).roll(1, 1).roll(6, 4)
    to_win = best(match, 1).answers(range(1, 10), (6, 4))
    assert [one.worth for one in to_win] == pytest.approx([1.0] * len(to_win))
    points = solve(match.rules, LOWEST_SCORE).answers(range(1, 10), (6, 4))
    assert HOUSE.answer(match, 1, PERFECT, never) == points[0].close == (1, 9)


def test_so_it_does_with_the_number_of_dice() -> None:
    match = Match.start(rule_set("pub", flaps=[1, 2, 3, 9]), 2).roll(4, 4).roll(4, 5).close((9,))
    points = solve(match.rules, LOWEST_SCORE)
    assert HOUSE.dice(match, PERFECT, never) == points.dice((1, 2, 3)) == 1


def test_careful_keeps_the_small_flaps_and_greedy_looks_one_throw_ahead() -> None:
    match = Match.start(rule_set("classic"), 1).roll(6, 6)
    assert HOUSE.answer(match, 0, CAREFUL, never) == (3, 9)
    left = {
        move: sum(
            min(
                (sum(again.open_flaps(0)) - sum(next_move) for next_move in again.legal_moves()),
                default=45 - 12,
            )
            for first in range(1, 7)
            for second in range(1, 7)
            for again in [match.close(move).roll(first, second)]
        )
        for move in match.legal_moves()
    }
    assert HOUSE.answer(match, 0, GREEDY, never) == min(left, key=left.__getitem__)


def test_perfect_without_numpy_or_with_too_many_flaps_is_said_to_be_impossible(monkeypatch) -> None:
    def unable(rules, strength=PERFECT):
        said = HOUSE.unable(MatchSetup(rules, ("Ann", "House perfect"), "entered", bytes(32)), strength)
        return None if said is None else str(said)

    assert unable(rule_set("classic")) is None
    assert unable(rule_set("three-hundred")) == (
        "24 flaps are too many for the perfect player, who knows rows of up to 14; choose another."
    )
    assert unable(rule_set("three-hundred"), CAREFUL) is None
    real = builtins.__import__

    def without(name, *more):
        if name.startswith("stbpi.odds"):
            raise ImportError(name)
        return real(name, *more)

    monkeypatch.setattr(builtins, "__import__", without)
    assert unable(rule_set("classic")) == (
        "The perfect player needs NumPy, which is not installed; choose another, or install stbpi[odds]."
    )
    assert unable(rule_set("classic"), GREEDY) is None


def test_three_hundred_is_answered_in_time() -> None:
    match = Match.start(rule_set("three-hundred"), 1).roll(6, 6, 6, 6)
    assert sum(HOUSE.answer(match, 0, GREEDY, never)) == 24
    assert HOUSE.answer(match, 0, CAREFUL, never) == (24,)


def test_a_match_of_house_players_comes_to_its_end() -> None:
    match = Match.start(rule_set("tray", ["common"]), 3)
    strengths = (PERFECT, GREEDY, CAREFUL)
    while match.phase in (Phase.ROLL, Phase.CLOSE):
        if match.phase is Phase.ROLL:
            count = HOUSE.dice(match, strengths[match.player], never)
            match = match.roll(*([3, 5] if match.round % 2 else [2, 6])[:count])
        else:
            seat = match.waiting_for[-1]
            match = match.close(HOUSE.answer(match, seat, strengths[seat], never), seat)
    assert match.phase is Phase.ROUND_OVER


def test_of_equally_good_answers_the_greedy_player_closes_the_lowest_flaps() -> None:
    match = Match.start(rule_set("classic"), 1).roll(6, 2)
    assert Players().answer(match, 0, Strength.GREEDY, lambda ways: 0) == (1, 7)
