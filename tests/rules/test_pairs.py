"""Every axis value alone and every pair of axis values: played to the end, or refused for a reason."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest

from stbpi.rules import Match, Phase, RuleSet, RuleSetError, rule_set
from stbpi.rules.actions import apply
from stbpi.rules.answers import Mechanics
from stbpi.rules.ruleset import READERS
from tests.rules.playing import actions_now, by_sum, forced_moves, throws

VALUES: dict[str, list[object]] = {
    "flaps": [9, 10, 12, 24, [7], [2, 3, 5, 8]],
    "closed_at_start": [[], [2], [7]],
    "rows": ["shared", "own"],
    "play": ["until_blocked", "one_throw", "common_throw"],
    "dice": [1, 2, 3, 4],
    "die_sides": [4, 6, 12],
    "one_die": ["never", "none_above_6", "at_most_6_open", "sum_at_most_6"],
    "one_die_forced": [False, True],
    "combine": ["sum", "either", "single"],
    "max_flaps": [0, 1, 2, 3, 4],
    "doubles": ["plain", "again_or_three", "again_after_or_three"],
    "out_after": [0, 1, 2],
    "shut_ends_round": [True, False],
    "scoring": ["sum", "digits", "count"],
    "match": ["single", "rounds", "target", "open"],
    "rounds": [0, 2],
    "target": [0, 60],
    "stake": [0, 5],
    "shut_multiplier": [1, 3],
    "starter": ["rotate", "same"],
    "min_players": [1, 2],
    "max_players": [2, 3],
    "first_throw_closes": [0, 7],
    "stop_on": [0, 4],
    "eliminate_at": [0, 30],
    "others_multiplier_on_shut": [1, 2],
}

AGAIN = VALUES["doubles"][1:]

BASES = [
    ("classic", {}),
    ("classic", {"one_die": "none_above_6"}),
    ("classic", {"flaps": 12}),
    ("classic", {"die_sides": 12}),
    ("classic", {"flaps": [2, 7]}),
    ("classic", {"flaps": [7]}),
    ("tray", {"flaps": 9}),
    ("tray", {"dice": 4}),
    ("tray", {"flaps": 9, "one_die": "never"}),
    ("tray", {"flaps": 6, "one_die": "never"}),
    ("tray", {"flaps": [2, 7], "one_die": "never"}),
    ("tray", {"flaps": [2, 7], "one_die": "at_most_6_open"}),
    ("tray", {"play": "common_throw", "combine": "either", "flaps": [2, 7]}),
    ("numbers", {"flaps": [2, 3, 7]}),
    ("lucky-seven", {}),
    ("lucky-seven", {"min_players": 2}),
    ("lucky-seven", {"flaps": [2, 7]}),
    ("lucky-seven", {"flaps": [2, 7], "closed_at_start": [2]}),
    ("lucky-seven", {"flaps": [4]}),
    ("lucky-seven", {"flaps": [4], "one_die": "none_above_6"}),
]
ENDS: list[dict[str, object]] = [
    {},
    {"match": "single"},
    {"match": "rounds", "rounds": 2},
    {"match": "target", "target": 60},
    {"match": "open"},
]


def attempt(wanted: dict[str, object]) -> tuple[Match | None, str]:
    """A match of some set that has these values, played to the end, or why there is none."""
    reason = ""
    for (name, base), end in product(BASES, ENDS):
        try:
            rules = rule_set(name, **{**base, **end, **wanted})
        except RuleSetError as error:
            reason = str(error)
            continue
        for axis, value in wanted.items():
            written = rules.axes()[axis]
            assert written == (list(range(1, value + 1)) if axis == "flaps" and type(value) is int else value)
        check_answers(rules)
        return played(Match.start(rules, max(2, rules.min_players)), str(wanted)), ""
    return None, reason


MOST_POSITIONS = 12
"""Looked at of a row, beside the one at the start; a row of three flaps has no more."""

FEW_FLAPS = 9
"""Open in a position, so that trying every set of them stays quick."""

MOST_THROWS = 30

ABOUT_ANSWERS = (
    "flaps", "closed_at_start", "dice", "die_sides", "one_die", "combine", "max_flaps", "doubles",
    "first_throw_closes", "stop_on",
)  # fmt: skip
"""The axes that brute force looks at."""

_CHECKED: set[tuple[object, ...]] = set()


def check_answers(rules: RuleSet) -> None:
    """What answers a throw on some positions of the row, against brute force; each way of answering once."""
    alike = tuple(getattr(rules, axis) for axis in ABOUT_ANSWERS)
    if alike in _CHECKED:
        return
    _CHECKED.add(alike)
    tables = Mechanics(rules)
    chance = random.Random(str(rules))
    start = tables.open_of(tables.start)
    positions = {start} if len(start) <= FEW_FLAPS else set()
    for _ in range(MOST_POSITIONS):
        many = chance.randint(1, min(FEW_FLAPS, len(start)))
        positions.add(tuple(sorted(chance.sample(start, many))))
    counts = {rules.dice} if rules.one_die == "never" else {1, rules.dice}
    thrown = [dice for count in sorted(counts) for dice in throws(rules, count)]
    for opened in positions:
        sums = by_sum(opened)
        for dice in chance.sample(thrown, min(len(thrown), MOST_THROWS)):
            answers = tables.answers(tables.mask_of(opened), dice)
            assert answers == forced_moves(rules, opened, dice, sums), (rules, opened, dice)


def played(match: Match, seed: str) -> Match:
    chance = random.Random(seed)
    for _ in range(20000):
        if match.phase == Phase.MATCH_OVER:
            return match
        match = apply(match, actions_now(match, chance))
        assert sum(match.balances) + match.pool == 0
    raise AssertionError(f"{match.rules} never ends: {match!r}")


def test_there_are_values_for_every_axis():
    assert list(VALUES) == list(READERS)


def test_every_axis_value_alone():
    for axis, values in VALUES.items():
        for value in values:
            match, reason = attempt({axis: value})
            assert match is not None, (axis, value, reason)


IMPOSSIBLE = {
    # A shared row is not answered in common, and a turn thrown on until blocked ends when blocked.
    ("rows", "shared", "play", "common_throw"),
    ("play", "until_blocked", "out_after", 0),
    ("play", "until_blocked", "out_after", 2),
    # Nobody throws a common throw again; the first of several throws needs several throws.
    ("play", "common_throw", "doubles", "again_or_three"),
    ("play", "common_throw", "doubles", "again_after_or_three"),
    ("play", "one_throw", "first_throw_closes", 7),
    ("play", "common_throw", "first_throw_closes", 7),
    ("out_after", 0, "first_throw_closes", 7),
    ("out_after", 2, "first_throw_closes", 7),
    # Flaps that are not on the row, or the only one.
    ("flaps", (7,), "closed_at_start", (2,)),
    ("flaps", (7,), "closed_at_start", (7,)),
    ("flaps", (2, 3, 5, 8), "closed_at_start", (7,)),
    ("flaps", (2, 3, 5, 8), "first_throw_closes", 7),
    ("closed_at_start", (7,), "first_throw_closes", 7),
    # No die makes a sixth of 24, nor four dice of four sides.
    ("flaps", 24, "dice", 1),
    ("flaps", 24, "die_sides", 4),
    # Exactly one flap is not several.
    *(("combine", "single", "max_flaps", most) for most in (2, 3, 4)),
    # A double closes up to three, which would be fewer than usual.
    *(("max_flaps", 4, "doubles", doubles) for doubles in AGAIN),
    # Doubles are of two dice, one die of several is none of one,
    # and one die is not forced where it is never thrown.
    *(("dice", dice, "doubles", doubles) for dice in (1, 3, 4) for doubles in AGAIN),
    *(("dice", 1, "one_die", one_die) for one_die in VALUES["one_die"][1:]),
    ("dice", 1, "one_die_forced", True),
    ("one_die", "never", "one_die_forced", True),
    # Where nobody is ever out and the round is played out, everybody notes 0.
    ("out_after", 0, "shut_ends_round", False),
    # Ends of a match that are of another kind of match.
    *(("match", kind, "rounds", 2) for kind in ("single", "target", "open")),
    *(("match", kind, "target", 60) for kind in ("single", "rounds", "open")),
    ("match", "rounds", "rounds", 0),
    ("match", "target", "target", 0),
    ("rounds", 2, "target", 60),
    ("match", "single", "eliminate_at", 30),
    ("match", "target", "eliminate_at", 30),
    ("target", 60, "eliminate_at", 30),
}


def test_every_pair_of_axis_values():
    made = 0
    refused: set[tuple[object, ...]] = set()
    for one, other in combinations(VALUES, 2):
        for value in VALUES[one]:
            for further in VALUES[other]:
                match, reason = attempt({one: value, other: further})
                if match is None:
                    assert reason
                    refused.add((one, _fixed(value), other, _fixed(further)))
                else:
                    made += 1
    assert refused == IMPOSSIBLE
    assert made > 2300
    assert len(_CHECKED) > 250


def _fixed(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


@pytest.mark.parametrize(
    ("doubles", "most", "counts"),
    [
        ("plain", 1, {1}),
        ("again_or_three", 1, {1, 2, 3}),
        ("again_or_three", 2, {1, 2, 3}),
        ("again_or_three", 0, {1, 2, 3, 4}),
        ("again_after_or_three", 1, {1, 3}),
        ("again_after_or_three", 2, {1, 2, 3}),
        ("again_after_or_three", 3, {1, 2, 3}),
    ],
)
def test_how_many_flaps_a_double_closes(doubles, most, counts):
    rules = rule_set("numbers", doubles=doubles, max_flaps=most, one_die="at_most_6_open")
    match = Match.start(rules, 2)
    assert {len(flaps) for flaps in match.roll(5, 5).legal_moves()} == counts
    assert {len(flaps) for flaps in match.roll(6, 4).legal_moves()} == set(range(1, (most or 4) + 1))
