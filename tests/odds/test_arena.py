"""Simulated matches: played over arrays, and again, throw by throw, by the rules themselves."""

from __future__ import annotations

from itertools import cycle, islice
from math import sqrt

import numpy as np
import pytest

from stbpi.odds import LOWEST_SCORE, OddsError, row, solve
from stbpi.odds.arena import Batch, seat_of, simulate
from stbpi.odds.company import company
from stbpi.odds.policy import answers_from
from stbpi.odds.rounds import Seat, Table, WholeTurns
from stbpi.odds.tactics import AGAIN, BLOCKED, hand
from stbpi.odds.tallies import Tally
from stbpi.rules import Match, MatchKind, Phase, Play, RuleSet, rule_set, rule_set_names, variants_of
from stbpi.rules.strength import Strength

RANDOM, GREEDY, CAREFUL, PERFECT = Strength
ALL = [
    (name, variants) for name in rule_set_names() for variants in ((), *((one,) for one in variants_of(name)))
]
EACH_SET = {
    "+".join((name, *variants)): rule_set(name, variants) for name, variants in ALL if name != "three-hundred"
}
SPECIAL = {
    "pub for money": rule_set("pub", stake=50, flaps=5),
    "a die for all, forced": rule_set(
        "tray", ["common"], one_die_forced=True, flaps=[3, 4, 5, 6, 9, 10, 11, 12]
    ),
    "pub, five cents among three": rule_set("pub", stake=5, shut_ends_round=False),
    "one die forced": rule_set("pub", one_die_forced=True),
    "again after closing": rule_set("numbers", doubles="again_after_or_three"),
    "again until blocked": rule_set("classic", doubles="again_or_three"),
    "never out": rule_set("numbers", flaps=[2, 3, 4, 5, 6], out_after=0),
    "played out": rule_set("tray", shut_ends_round=False, match="rounds", rounds=2),
    "the same starts": rule_set("tray", starter="same"),
    "own rows, whole turns": rule_set("tray", play="until_blocked"),
    "common, two passes, digits": rule_set("tray", ["common"], out_after=2, scoring="digits"),
    "three dice of four sides": rule_set("classic", dice=3, die_sides=4, flaps=8),
    "more flaps than have tables": rule_set("classic", flaps=15, dice=3),
    "digits of fifteen": rule_set("classic", flaps=15, dice=3, scoring="digits", max_flaps=2),
    "knocked out of a few": rule_set("knock-out", match="rounds", rounds=3),
}


class Replay:
    """Matches played along, each throw as the simulation has it; any difference is an error."""

    def __init__(self, table: Table, matches: int) -> None:
        self.table = table
        players = len(table.seats)
        self.matches = [Match.start(table.row.rules, players) for _ in range(matches)]

    def __call__(self, step) -> None:
        throws = self.table.throws[step.dice]
        for number, seat, way, target in zip(
            step.matches.tolist(), step.seats.tolist(), step.ways.tolist(), step.targets.tolist(), strict=True
        ):
            match = self.matches[number]
            if match.phase is Phase.ROUND_OVER:
                match = match.next_round()
            assert match.player == seat
            assert step.dice in match.dice_choices
            self.thrown(match, step.dice)
            before = [match.open_flaps(each) for each in range(len(match.players))]
            dice = throws.dice(way)
            match = match.roll(*dice)
            common = match.rules.play is Play.COMMON_THROW
            for each, led in enumerate(target) if common else ((seat, target),):
                match = self.answered(match, each, dice, before[each], led)
            self.matches[number] = match

    def answered(self, match: Match, seat: int, dice, opened, target: int) -> Match:
        row = self.table.row
        waits = match.phase is Phase.CLOSE and seat in match.waiting_for
        legal = match.legal_moves(seat) if waits else ()
        mask = row.mask_of(opened)
        column = row.column_of[tuple(sorted(dice))]
        targets, closes = answers_from(row, column, np.array([mask]))
        if waits or match.rules.play is not Play.COMMON_THROW:
            assert sorted(row.flaps_of(mask ^ one) for one in targets[closes].tolist()) == sorted(legal)
        if not legal:
            thrown_again = match.phase is Phase.ROLL and row.mechanics.may_throw_again(dice)
            assert target == (AGAIN if thrown_again else BLOCKED)
            return match
        close = () if target == AGAIN else row.flaps_of(mask & ~target)
        self.chosen(match, seat, close)
        return match.close(close, seat) if close else match.roll_again()

    def thrown(self, match: Match, count: int) -> None:
        """So many dice are thrown next."""

    def chosen(self, match: Match, seat: int, close: tuple[int, ...]) -> None:
        """A seat is to close this, or to throw again."""


def played(rules: RuleSet, matches: int, seed: int = 5, to_win: bool = False) -> tuple[Batch, list[Match]]:
    players = min(rules.max_players, max(3, rules.min_players))
    strengths = list(islice(cycle((RANDOM, PERFECT, CAREFUL, GREEDY)), players))
    of = row(rules)
    seats = [seat_of(of, strength, players if to_win else 1) for strength in strengths]
    table = Table(of, seats, np.random.default_rng(seed))
    batch = Batch(table, matches, 2, Tally(table.row, strengths))
    replay = Replay(table, matches)
    batch.play(replay)
    open_ended = rules.match is MatchKind.OPEN and not rules.eliminate_at
    return batch, [match.stop() if open_ended else match for match in replay.matches]


@pytest.mark.parametrize("rules", [*EACH_SET.values(), *SPECIAL.values()], ids=[*EACH_SET, *SPECIAL])
def test_every_throw_answer_and_score_is_as_the_rules_have_it(rules) -> None:
    assert_equal(*played(rules, 10))


def test_so_it_is_where_the_perfect_player_plays_to_win() -> None:
    assert_equal(*played(rule_set("pub", stake=3, flaps=5), 80, to_win=True))


def assert_equal(batch: Batch, matches: list[Match]) -> None:
    ledgers = batch.ledgers
    winners = ledgers.winners()
    for number, match in enumerate(matches):
        assert match.phase is Phase.MATCH_OVER
        assert match.totals == pytest.approx(tuple(ledgers.totals[number].tolist()), rel=1e-12)
        assert match.winners == tuple(np.flatnonzero(winners[number]).tolist())
        assert match.balances == tuple(ledgers.balances[number].tolist())


def error_of(estimate, exact: float, matches: int) -> float:
    # A chance has a known error, even where a sample holds none of what is rare.
    return max(estimate.error, sqrt(max(0.0, exact * (1 - exact)) / matches) if 0 <= exact <= 1 else 0.0)


def agrees(name: str, rules: RuleSet, matches: int) -> None:
    alone = rule_set(name, rules.variants, min_players=1, match="single", eliminate_at=0)
    seat = simulate(alone, [PERFECT], matches, seed=20).seats[0]
    exact = solve(alone, LOWEST_SCORE).value()
    assert abs(seat.points.value - exact) <= 4 * error_of(seat.points, exact, matches) + 1e-9 * exact


@pytest.mark.parametrize("name", EACH_SET)
def test_the_perfect_player_scores_what_is_exact(name) -> None:
    agrees(name.partition("+")[0], EACH_SET[name], 10_000)


@pytest.mark.long
@pytest.mark.parametrize("name", EACH_SET)
def test_so_does_it_over_a_million_matches(name) -> None:
    agrees(name.partition("+")[0], EACH_SET[name], 1_000_000)


@pytest.mark.long
def test_so_does_it_with_24_flaps_and_four_dice() -> None:
    agrees("three-hundred", rule_set("three-hundred"), 10_000)


@pytest.mark.parametrize("players", [2, 3])
def test_perfect_players_win_as_often_as_is_exact(players) -> None:
    rules = rule_set("classic", flaps=5)
    matches = 30_000
    found = simulate(rules, [PERFECT] * players, matches, seed=21)
    exact = company(rules, players).shares()
    assert sum(exact) == pytest.approx(1)
    for seat, share in zip(found.seats, exact, strict=True):
        assert abs(seat.won.value - share) <= 4 * seat.won.error


def test_who_plays_last_knows_the_lowest_score_and_how_many_share_it() -> None:
    rules = rule_set("classic", flaps=4, shut_ends_round=False)
    heard = []

    def knows(coming, lowest, tied):
        heard.append((coming, lowest, tied))
        return np.zeros(len(coming), dtype=np.int64)

    seat = Seat(hand(row(rules), CAREFUL), knows)
    table = Table(row(rules), [seat, seat, seat], np.random.default_rng(6))
    over = WholeTurns(table, np.zeros(300, dtype=np.int64), np.ones((300, 3), dtype=np.bool_), None)
    over.play()
    first, second = over.scores[:, 0], over.scores[:, 1]
    assert [(set(coming), set(tied)) for coming, _, tied in heard] == [({2}, {0}), ({1}, {1}), ({0}, {1, 2})]
    assert (heard[1][1] == first).all()
    assert (heard[2][1] == np.minimum(first, second)).all()
    assert (heard[2][2] == 1 + (first == second)).all()


@pytest.mark.parametrize(
    ("rules", "dice", "ways"),
    [
        (rule_set("classic"), (3, 6), 8),
        (rule_set("classic", flaps=16, dice=3), (2, 3, 4), 8),
        # 8, 1 7, 2 6, 3 5, and three flaps: 1 2 5, 1 3 4; or throwing again.
        (rule_set("numbers"), (4, 4), 7),
    ],
    ids=["nine flaps", "more flaps than have tables", "a double"],
)
def test_who_does_anything_does_everything_as_often(rules, dice, ways) -> None:
    of = row(rules)
    none = np.zeros(8000, dtype=np.int64)
    column = none + of.column_of[dice]
    answers = hand(of, RANDOM).answer(none + of.full, none, column, none, np.random.default_rng(7))
    _, often = np.unique(answers, return_counts=True)
    assert len(often) == ways
    assert abs(often - 8000 / ways).max() <= 4 * sqrt(8000 / ways)


def test_strengths_stand_in_their_order() -> None:
    rules = rule_set("pub")
    means = [simulate(rules, [strength], 5000, seed=22).seats[0].points.value for strength in Strength]
    assert means == sorted(means, reverse=True)


def test_money_goes_from_hand_to_hand() -> None:
    found = simulate(rule_set("pub", stake=10, flaps=5), [PERFECT, RANDOM, GREEDY], 4000, seed=23, rounds=3)
    assert found.rounds == 12_000
    assert sum(seat.balance.value for seat in found.seats) == pytest.approx(0, abs=1e-9)
    perfect, random, greedy = (seat.balance.value for seat in found.seats)
    assert min(perfect, greedy) > 0 > random


def test_a_seed_says_what_is_thrown() -> None:
    rules = rule_set("tray")
    first, again, other = (simulate(rules, [PERFECT, CAREFUL], 500, seed=seed).seats for seed in (1, 1, 2))
    assert first == again != other


def test_who_may_be_off_by_how_much_shrinks_with_the_root_of_the_matches() -> None:
    rules = rule_set("classic")
    few, many = (simulate(rules, [CAREFUL], matches, seed=3).seats[0].points for matches in (1000, 16_000))
    assert few.error / many.error == pytest.approx(4, rel=0.15)
    assert many.high - many.value == pytest.approx(1.96 * many.error, rel=1e-3)


def test_the_error_is_that_of_a_mean() -> None:
    seat = simulate(rule_set("classic"), [CAREFUL], 3000, seed=4).seats[0]
    scores = [score for score, times in seat.spread.items() for _ in range(times)]
    mean = sum(scores) / len(scores)
    assert seat.points.value == pytest.approx(mean)
    spread = sqrt(sum((score - mean) ** 2 for score in scores))
    assert seat.points.error == pytest.approx(spread / sqrt(len(scores) * (len(scores) - 1)))


def test_rounds_of_a_match_are_no_more_certain_than_its_matches() -> None:
    few = simulate(rule_set("pub"), [CAREFUL], 500, seed=5, rounds=1).seats[0].points
    many = simulate(rule_set("pub"), [CAREFUL], 500, seed=5, rounds=16).seats[0].points
    assert few.error / many.error == pytest.approx(4, rel=0.15)


def test_what_cannot_be_played_is_refused_in_a_sentence() -> None:
    with pytest.raises(OddsError, match="'tray' is for 2 to 4 players, not 1"):
        simulate(rule_set("tray"), [PERFECT], 10, seed=1)
    with pytest.raises(
        OddsError, match=r"24 flaps are too many for the greedy player, .* choose random or careful"
    ):
        simulate(rule_set("three-hundred"), [GREEDY], 10, seed=1)
    with pytest.raises(OddsError, match="0 matches cannot be played"):
        simulate(rule_set("classic"), [PERFECT], 0, seed=1)


def test_a_match_that_points_do_not_end_is_refused_and_says_so(monkeypatch) -> None:
    far = rule_set("classic", match="target", target=1_000_000_000)
    with pytest.raises(
        OddsError, match=r"target = 1000000000 is not over after 10000 rounds .* fewer points"
    ):
        simulate(far, [PERFECT, RANDOM], 10, seed=1)
    # What can be reached, but is not: 200 points are five rounds of 45 at least.
    monkeypatch.setattr("stbpi.odds.arena.MOST_ROUNDS", 5)
    slow = rule_set("knock-out", eliminate_at=200)
    with pytest.raises(OddsError, match="eliminate_at = 200 is not over after 5 rounds"):
        simulate(slow, [PERFECT, RANDOM], 10, seed=1)


def test_who_waits_hears_of_a_few_thousand_matches_at_a_time() -> None:
    heard = []
    simulate(rule_set("classic", flaps=4), [CAREFUL, CAREFUL], 60_000, seed=1, told=heard.append)
    assert len(heard) >= 7
    assert heard == sorted(set(heard))
    assert heard[-1] == 60_000


@pytest.mark.parametrize(
    ("axes", "rounds"),
    [({}, 100), ({"match": "rounds", "rounds": 100}, 1)],
    ids=["stopped", "as the rules say"],
)
def test_so_it_does_where_a_match_has_many_rounds(axes, rounds) -> None:
    heard = []
    rules = rule_set("pub", flaps=4, **axes)
    simulate(rules, [CAREFUL, CAREFUL], 4000, seed=1, rounds=rounds, told=heard.append)
    assert len(heard) >= 3
