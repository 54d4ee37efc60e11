"""How fast the rules are, beside the plain way of writing them.

``measure`` gives rows of (what, figure, unit). The comparison is the plain mutable program: a set of open flaps, and
every combination of them tried at each throw.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from itertools import combinations
from time import perf_counter

from stbpi.rules import Match, Phase, rule_set, rule_set_names
from stbpi.rules.actions import apply
from tests.rules.playing import actions_now

Row = tuple[str, float, str]


def plain_turn(flaps: int, dice: int, chance: random.Random) -> int:
    """One random turn of ``classic`` with a mutable set; the score."""
    opened = set(range(1, flaps + 1))
    while opened:
        total = sum(chance.randint(1, 6) for _ in range(dice))
        moves = [
            chosen
            for count in range(1, len(opened) + 1)
            for chosen in combinations(sorted(opened), count)
            if sum(chosen) == total
        ]
        if not moves:
            break
        opened -= set(chance.choice(moves))
    return sum(opened)


def match_turn(start: Match, chance: random.Random) -> int:
    """The same turn through the immutable match of one player, its round and its end included."""
    match = start
    dice = match.rules.dice
    while match.phase is not Phase.MATCH_OVER:
        match = match.roll(*[chance.randint(1, 6) for _ in range(dice)])
        moves = match.legal_moves()
        if moves:
            match = match.close(chance.choice(moves))
    return match.totals[0]


def _microseconds(work: Callable[[], object], times: int) -> float:
    began = perf_counter()
    for _ in range(times):
        work()
    return (perf_counter() - began) / times * 1e6


def measure(turns: int = 3000, seconds: float = 0.5) -> list[Row]:
    """All figures; about ten seconds."""
    rows: list[Row] = []
    for name, flaps, dice in (("classic", 9, 2), ("full-house", 12, 2), ("three-hundred", 24, 4)):
        start = Match.start(rule_set(name), 1)
        chance = random.Random(1)
        rows.append(
            (
                f"{name}: random turn through Match",
                _microseconds(partial(match_turn, start, chance), turns),
                "µs",
            )
        )
        if flaps <= 12:  # 2^24 combinations a throw are not waited for.
            few = turns // (1 if flaps == 9 else 8)
            rows.append(
                (
                    f"{name}: random turn, plain set",
                    _microseconds(partial(plain_turn, flaps, dice, chance), few),
                    "µs",
                )
            )
        rolled = start.roll(*(6, 3) if dice == 2 else (6, 3, 1, 2))
        rows.append((f"{name}: legal_moves", _microseconds(rolled.legal_moves, 100_000), "µs"))
    for name in rule_set_names():
        rules = rule_set(name)
        start = Match.start(rules, max(2, rules.min_players))
        chance = random.Random(2)
        began = perf_counter()
        played = 0
        while perf_counter() - began < seconds:
            match = start
            while match.phase is not Phase.MATCH_OVER:
                match = apply(match, actions_now(match, chance))
            played += 1
        rows.append((f"{name}: random matches of two", played / (perf_counter() - began), "per second"))
    return rows
