"""Optimal play: what solving a row takes in time and memory, beside a plain program with a memo."""

from __future__ import annotations

import statistics
import time
import tracemalloc
from collections.abc import Callable, Iterator

from stbpi.odds import LOWEST_SCORE, SHUT, best_policy, spread
from stbpi.odds.arena import simulate
from stbpi.odds.company import Company
from stbpi.odds.duel import duel
from stbpi.odds.low import grid_of
from stbpi.odds.race import race
from stbpi.odds.rows import Row
from stbpi.odds.solving import solve_afresh
from stbpi.rules import RuleSet, rule_set
from stbpi.rules.answers import Mechanics, sets_per_total
from stbpi.rules.strength import Strength
from tests.bench import plain_odds
from tests.bench.figures import Figure
from tests.bench.size import Size

MS = 1000.0
MIB = 1 << 20
TIMES_FASTER = 100.0
BESIDE = "a memoised recursion"
TURNS_A_SECOND = 1_000_000.0


def odds(size: Size) -> list[Figure]:
    """All figures of optimal play, in processor time; nothing is known before a solve begins."""
    rows = (figure for flaps in (9, 10, 12) for figure in _row(flaps, size))
    together = (_two_players(size), _three_players(size), _race(size))
    return [*rows, *together, *(_simulated(strength, size) for strength in Strength)]


def _simulated(strength: Strength, size: Size) -> Figure:
    """Turns a second, once every table of the player is there."""
    rules, matches = rule_set("classic"), 200_000 if size.whole_matches else 2000
    simulate(rules, [strength], 1000, seed=1)
    taken = _median(lambda: simulate(rules, [strength], matches, seed=1), size.rounds)
    return Figure(
        f"simulated_{strength}",
        f"turns of nine flaps simulated, {strength} player",
        matches / taken,
        "turns/s",
        at_least=TURNS_A_SECOND,
    )


def _two_players(size: Size) -> Figure:
    rules = rule_set("pub")

    def solved() -> float:
        duel.cache_clear()
        return duel(rules, 2).value

    return Figure("two_players_9", "9 flaps, two players, solved", _median(solved, size.rounds) * MS, "ms")


def _three_players(size: Size) -> Figure:
    rules = rule_set("pub")

    def solved() -> object:
        return Company(rules, 3, 2).shares()

    return Figure(
        "three_players_9", "9 flaps, three players, solved", _median(solved, size.rounds) * MS, "ms"
    )


def _race(size: Size) -> Figure:
    rules = rule_set("tray", flaps=9)

    def solved() -> float:
        race.cache_clear()
        return race(rules).value

    what = "two rows of 9 flaps raced, each position against each"
    return Figure("race_9", what, _median(solved, size.rounds) * MS, "ms")


def _row(flaps: int, size: Size) -> Iterator[Figure]:
    rules = rule_set("classic", flaps=flaps)
    afresh = _median(lambda: _solve(rules), 3 * size.rounds)
    plain = _median(lambda: plain_odds.lowest_score(flaps), max(1, size.rounds // 2))
    yield Figure(
        f"solve_{flaps}",
        f"{flaps} flaps solved for points, nothing known before",
        afresh * MS,
        "ms",
        plain=plain * MS,
        beside=BESIDE,
    )
    aim = TIMES_FASTER if flaps == 12 else None
    yield Figure(f"faster_{flaps}", f"{flaps} flaps: times faster", plain / afresh, "", at_least=aim)
    row = Row(rules)
    solution = solve_afresh(row, LOWEST_SCORE)
    again = _median(lambda: solve_afresh(row, SHUT), 3 * size.rounds)
    yield Figure(
        f"another_goal_{flaps}", f"{flaps} flaps solved for another goal afterwards", again * MS, "ms"
    )
    forwards = _median(lambda: spread(best_policy(solution)), size.rounds)
    yield Figure(f"spread_{flaps}", f"{flaps} flaps: how scores are spread", forwards * MS, "ms")
    yield Figure(
        f"memory_{flaps}",
        f"{flaps} flaps: most memory while solving",
        _memory(lambda: _solve(rules)) / MIB,
        "MiB",
        # Watching a plain program's every object takes seconds: not for only seeing that all still runs.
        plain=_memory(lambda: plain_odds.lowest_score(flaps)) / MIB if size.whole_matches else None,
        beside=BESIDE,
    )


def _solve(rules: RuleSet) -> float:
    grid_of.cache_clear()
    sets_per_total.cache_clear()
    row = Row(rules, Mechanics(rules))
    return solve_afresh(row, LOWEST_SCORE).value()


def _median(work: Callable[[], object], times: int) -> float:
    taken = []
    for _ in range(times):
        began = time.process_time()
        work()
        taken.append(time.process_time() - began)
    return statistics.median(taken)


def _memory(work: Callable[[], object]) -> int:
    tracemalloc.start()
    work()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most
